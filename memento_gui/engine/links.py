"""Links: pairs of memories that say nearly the same."""

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray, VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import InvalidParameter

BUFFER_BYTES: Final = 16 << 20
"""How much of the matrix of all similarities is looked at at once."""

Progress = Callable[[int, int], None]
"""Told how many of how many memories have been compared."""


@dataclass(frozen=True, slots=True)
class Links:
    """L pairs of rows, ``first`` < ``second``, and their similarity in [-1, 1]."""

    first: IntArray
    second: IntArray
    similarity: FloatArray

    def __len__(self) -> int:
        return len(self.first)

    def take(self, picked: IntArray | BoolArray) -> Self:
        """Return only these links, in this order."""
        return type(self)(self.first[picked], self.second[picked], self.similarity[picked])

    @classmethod
    def joined(cls, parts: Iterable["Links"]) -> Self:
        """Return the links of all parts."""
        held = [*parts, _NO_LINKS]
        return cls(
            np.concatenate([part.first for part in held]),
            np.concatenate([part.second for part in held]),
            np.concatenate([part.similarity for part in held]),
        )


_NO_LINKS: Final = Links(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0))


def near_pairs(
    vectors: VectorArray | FloatArray,
    threshold: float,
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> Iterator[Links]:
    """Yield every pair of rows whose cosine reaches ``threshold``, exactly, some rows with all later ones at a time.

    Args:
        vectors: N×D, each row of length 1.
        threshold: The cosine from which two rows are linked.
        progress: Told after each of them.
        cancel: Asked before each square of the matrix of all similarities.

    Raises:
        InvalidParameter: If a vector holds NaN.
        Cancelled: If asked to stop.
    """
    if not np.isfinite(vectors).all():
        raise InvalidParameter("The vectors must be numbers. Nothing was compared; embed the memories again.")
    count, side = len(vectors), math.isqrt(BUFFER_BYTES // vectors.itemsize)
    buffer = np.empty(min(side, count) ** 2, dtype=vectors.dtype)
    for top in range(0, count, side):
        parts = []
        for left in range(top, count, side):
            if cancel is not None:
                cancel.check()
            parts.append(_near(vectors, (top, left), side, threshold, buffer))
        links = Links.joined(parts)
        yield links.take(np.lexsort((links.second, links.first)))
        if progress is not None:
            progress(min(top + side, count), count)


def renewed_pairs(
    links: Links,
    vectors: VectorArray | FloatArray,
    changed: BoolArray,
    threshold: float,
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> Links:
    """Return all near pairs after some rows changed, comparing only those with everything.

    Args:
        links: The near pairs so far, by the rows as they are numbered now.
        vectors: N×D, each row of length 1, as they are now.
        changed: N: which rows have a new vector; links to them are made anew.
        threshold: As for `near_pairs`.
        progress: Told after each block how many of the changed rows have been compared.
        cancel: Asked before each block.

    Raises:
        InvalidParameter: If a vector that changed holds NaN.
        Cancelled: If asked to stop.
    """
    rows = np.flatnonzero(changed)
    if not np.isfinite(vectors[rows]).all():
        raise InvalidParameter("The vectors must be numbers. Nothing was compared; embed the memories again.")
    parts = [links.take(~(changed[links.first] | changed[links.second]))]
    height = max(1, BUFFER_BYTES // (vectors.itemsize * max(1, len(vectors))))
    for start in range(0, len(rows), height):
        if cancel is not None:
            cancel.check()
        some = rows[start : start + height]
        block = vectors[some] @ vectors.T
        at, other = np.nonzero(block >= threshold)
        one = some[at]
        once = (one != other) & (~changed[other] | (one < other))
        one, other, alike = one[once], other[once], block[at[once], other[once]].astype(np.float64)
        parts.append(Links(np.minimum(one, other), np.maximum(one, other), alike))
        if progress is not None:
            progress(min(start + height, len(rows)), len(rows))
    return Links.joined(parts)


def confirmed(links: Links, texts: Mapping[int, str], overlap: float) -> Links:
    """Return the links that texts bear out: one that is mostly not Latin must share enough pairs of letters too.

    The bundled model was trained on English: unrelated Korean texts reach a cosine of 0.83.

    Args:
        links: The links.
        texts: The text of every linked row.
        overlap: The share of character bigrams (Jaccard) that such a link needs.
    """
    foreign = {row for row, text in texts.items() if not mostly_latin(text)}
    pairs_of = {row: bigrams(texts[row]) for row in _partners(links, foreign)}
    kept = [
        not (first in foreign or second in foreign) or jaccard(pairs_of[first], pairs_of[second]) >= overlap
        for first, second in zip(links.first.tolist(), links.second.tolist(), strict=True)
    ]
    return links.take(np.array(kept, dtype=np.bool_))


def mostly_latin(text: str) -> bool:
    """Return whether at least half of a text's letters are Latin; true for a text without letters."""
    if text.isascii():
        return True
    letters = {letter: count for letter, count in Counter(text).items() if letter.isalpha()}
    latin = sum(count for letter, count in letters.items() if _is_latin(letter))
    return 2 * latin >= sum(letters.values())


def bigrams(text: str) -> frozenset[str]:
    """Return the pairs of neighbouring characters within words, without case and width; a one-letter word is its own."""
    words = unicodedata.normalize("NFKC", text).casefold().split()
    return frozenset("".join(pair) for word in words for pair in (pairwise(word) if len(word) > 1 else [word]))


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """Return the share of two sets that both have; 0 where both are empty."""
    either = len(first | second)
    return len(first & second) / either if either else 0.0


@lru_cache(maxsize=4096)
def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN"))


def _partners(links: Links, foreign: set[int]) -> set[int]:
    """The rows whose letters are needed: both ends of each link that has a foreign end."""
    pairs = zip(links.first.tolist(), links.second.tolist(), strict=True)
    return {row for pair in pairs if not foreign.isdisjoint(pair) for row in pair}


def _near(
    vectors: VectorArray | FloatArray,
    corner: tuple[int, int],
    side: int,
    threshold: float,
    buffer: "npt.NDArray[np.floating[Any]]",
) -> Links:
    """Return the links of one square of the matrix of all similarities, each pair once; squares multiply fastest."""
    top, left = corner
    rows, columns = vectors[top : top + side], vectors[left : left + side]
    alike = buffer[: len(rows) * len(columns)]
    np.matmul(rows, columns.T, out=alike.reshape(len(rows), len(columns)))
    at = np.flatnonzero(alike >= threshold)
    first, second = at // len(columns) + top, at % len(columns) + left
    once = first < second
    return Links(first[once], second[once], alike[at[once]].astype(np.float64))
