"""Real words to measure on: passages of the documentation that is installed with Python and its packages."""

import ast
import sysconfig
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

FEWEST_WORDS, MOST_WORDS = 12, 90
_FILES = 4_000


@cache
def words() -> tuple[str, ...]:
    """Return the words of all docstrings of the standard library and the installed packages, in reading order."""
    return tuple(word for text in dict.fromkeys(_documentation()) for word in text.split())


def passages(count: int, seed: int = 11) -> Iterator[str]:
    """Yield ``count`` stretches of real prose of a dozen to ninety words, seeded."""
    draw, every = np.random.default_rng(seed), words()
    lengths = np.clip(draw.lognormal(3.5, 0.6, count), FEWEST_WORDS, MOST_WORDS).astype(int)
    for start, length in zip(draw.integers(0, len(every) - MOST_WORDS, count).tolist(), lengths.tolist(), strict=True):
        yield " ".join(every[start : start + length])


def vectors(count: int, dimensions: int, seed: int = 7, *, near: float = 0.02) -> Iterator["np.ndarray[tuple[int, int]]"]:
    """Yield seeded vectors shaped like a sentence model's, in blocks: topics around a common mean, a few near-repeats."""
    draw = np.random.default_rng(seed)
    mean = draw.standard_normal(dimensions) * 0.25
    topics = draw.standard_normal((400, dimensions)) * 0.6 + mean
    for start in range(0, count, 10_000):
        size = min(10_000, count - start)
        block = topics[draw.integers(0, len(topics), size)] + draw.standard_normal((size, dimensions))
        repeats = np.flatnonzero(draw.random(size) < near)
        block[repeats] = block[draw.integers(0, size, len(repeats))] + 0.1 * draw.standard_normal(
            (len(repeats), dimensions)
        )
        yield (block / np.linalg.norm(block, axis=1, keepdims=True)).astype(np.float32)


def _documentation() -> Iterator[str]:
    roots = [Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib")]
    files = [file for root in roots for file in sorted(root.rglob("*.py")) if "test" not in file.parts]
    for file in files[:_FILES]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, SyntaxError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield ast.get_docstring(node) or ""
