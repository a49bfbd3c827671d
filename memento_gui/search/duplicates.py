"""Near-duplicates: how many other memories each one resembles, counted exactly over all pairs."""

from collections.abc import Callable
from typing import Final

import numpy as np

from memento_gui.domain.arrays import IntArray, VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.search.vectors import VectorIndex

_TILE: Final = 2048
"""Rows and columns at once: 2048² cosines of four bytes are a buffer of 16 MB."""


def duplicate_counts(
    vectors: VectorIndex,
    threshold: float,
    *,
    among: IntArray | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancel: CancelToken | None = None,
) -> tuple[IntArray, IntArray]:
    """Return ordinals and, for each, how many others reach the threshold; takes time quadratic in their number.

    Args:
        vectors: All vectors.
        threshold: Cosine from which two memories are near-duplicates.
        among: Ordinals of the memories that count (the active ones); those without a vector are left out. None for all.
        progress: Told how many of how many pairs of tiles are done.
        cancel: Asked between tiles.

    Returns:
        The ordinals in the order of the index, and their counts.

    Raises:
        Cancelled: If ``cancel`` was set.
    """
    ordinals = vectors.ordinals if among is None else vectors.ordinals[np.isin(vectors.ordinals, among)]
    counts = np.zeros(len(ordinals), dtype=np.int64)
    tiles = [slice(start, start + _TILE) for start in range(0, len(ordinals), _TILE)]
    buffer = np.empty(min(_TILE, len(ordinals)) ** 2, dtype=np.float32)
    total, done = len(tiles) * (len(tiles) + 1) // 2, 0
    for row, above in enumerate(tiles):
        left = vectors.vectors_of(ordinals[above])
        for below in tiles[row:]:
            if cancel is not None:
                cancel.check()
            right = left if above == below else vectors.vectors_of(ordinals[below])
            one, other = _close(left, right, np.float32(threshold), buffer)
            counts[above] += np.bincount(one, minlength=len(left))
            if above != below:
                counts[below] += np.bincount(other, minlength=len(right))
            done += 1
            if progress is not None:
                progress(done, total)
    return ordinals, counts


def renewed_counts(
    before: tuple[VectorIndex, IntArray, IntArray],
    after: tuple[VectorIndex, IntArray],
    changed: IntArray,
    threshold: float,
    *,
    cancel: CancelToken | None = None,
) -> IntArray:
    """Return the counts after some memories came, changed or went: one pass over the vectors for each of these.

    Args:
        before: All vectors as they were, the ordinals of the memories that counted, ascending, and their counts.
        after: All vectors as they are, and the M ordinals of the memories that count now, ascending.
        changed: The ordinals of those that came, went or have another vector.
        threshold: As for `duplicate_counts`.
        cancel: Asked before each.

    Returns:
        The counts of the M memories.

    Raises:
        Cancelled: If ``cancel`` was set.
    """
    vectors, ordinals, counts = before
    held = dict(zip(ordinals.tolist(), counts.tolist(), strict=True))
    for ordinal in np.intersect1d(changed, ordinals).tolist():
        del held[ordinal]
        for other in _near(vectors, ordinal, threshold, cancel):
            if other in held:
                held[other] -= 1
    vectors, ordinals = after
    for ordinal in np.intersect1d(changed, ordinals).tolist():
        near = [other for other in _near(vectors, ordinal, threshold, cancel) if other in held]
        for other in near:
            held[other] += 1
        held[ordinal] = len(near)
    return np.array([held[ordinal] for ordinal in ordinals.tolist()], dtype=np.int64)


def _near(vectors: VectorIndex, ordinal: int, threshold: float, cancel: CancelToken | None) -> list[int]:
    """Return who resembles a memory, itself included."""
    if cancel is not None:
        cancel.check()
    near: list[int] = vectors.similar(vectors.vectors_of([ordinal])[0], threshold).tolist()
    return near


def _close(left: VectorArray, right: VectorArray, least: np.float32, buffer: VectorArray) -> tuple[IntArray, IntArray]:
    """Return the rows of both sides that reach the threshold; nobody resembles itself, where both sides are the same."""
    cosines = buffer[: len(left) * len(right)]
    np.matmul(left, right.T, out=cosines.reshape(len(left), len(right)))
    if left is right:
        cosines[:: len(left) + 1] = -np.inf
    return np.divmod(np.flatnonzero(cosines >= least), len(right))
