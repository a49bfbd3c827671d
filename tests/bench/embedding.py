"""Computing the vectors of an import."""

import time

import numpy as np

from memento_gui.search.embedder import BundledEmbedder
from tests.bench.figures import Figure, faster
from tests.bench.passages import words

TEXTS = 2_000


def mixed_texts(count: int, seed: int = 5) -> list[str]:
    """Return seeded stretches of real prose as an import brings them: mostly a line or two, some of hundreds of words."""
    draw, every = np.random.default_rng(seed), words()
    lengths = np.clip(draw.lognormal(2.8, 1.1, count), 3, 400).astype(int)
    starts = draw.integers(0, len(every) - 400, count)
    return [
        " ".join(every[start : start + length]) for start, length in zip(starts.tolist(), lengths.tolist(), strict=True)
    ]


def embedding() -> list[Figure]:
    """Embed texts of mixed lengths: against the same model fed 32 at a time, in the order they come."""
    embedder, texts = BundledEmbedder(), mixed_texts(TEXTS)
    embedder.embed(texts[:16])
    started = time.perf_counter()
    embedder.embed(texts)
    ours = (time.perf_counter() - started) * 1000
    started = time.perf_counter()
    for _vector in embedder._model.embed(texts, batch_size=32):
        pass
    theirs = (time.perf_counter() - started) * 1000
    return [faster(f"embed {TEXTS:,} texts of mixed length", ours, "fastembed, batches of 32 as they come", theirs, 3)]
