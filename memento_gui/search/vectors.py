"""The vector index: exact cosines over one matrix, and the best of them."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray, VectorArray

_BLOCK: Final = 1024


class VectorIndex:
    """N normalised vectors of D numbers, keyed by ordinal, ascending. A value: changing it makes a new one."""

    def __init__(self, ordinals: IntArray, matrix: VectorArray) -> None:
        order = np.argsort(ordinals, kind="stable")
        self.ordinals: IntArray = np.ascontiguousarray(ordinals[order])
        self.matrix: VectorArray = np.ascontiguousarray(normalised(matrix)[order])

    def __len__(self) -> int:
        return len(self.ordinals)

    def with_vectors(self, ordinals: IntArray, matrix: VectorArray) -> "VectorIndex":
        """Return an index in which these memories have these vectors."""
        rest = self.without(ordinals)
        if not len(rest):
            return VectorIndex(ordinals, matrix)
        return VectorIndex(np.concatenate([rest.ordinals, ordinals]), np.concatenate([rest.matrix, matrix]))

    def without(self, ordinals: IntArray) -> "VectorIndex":
        """Return an index without these memories."""
        stay = ~np.isin(self.ordinals, ordinals)
        return self if stay.all() else VectorIndex(self.ordinals[stay], self.matrix[stay])

    def cosines(self, query: VectorArray) -> FloatArray:
        """Return the cosine of every vector with the query's, in the order of ``ordinals``.

        Args:
            query: D numbers; normalised here.
        """
        if not len(self):
            return np.zeros(0)
        found: FloatArray = np.vecdot(self.matrix, normalised(query[np.newaxis])[0]).astype(np.float64)
        return found

    def positions(self, ordinals: Sequence[int] | IntArray) -> IntArray:
        """Return where these memories stand here; -1 for one without a vector."""
        wanted = np.asarray(ordinals, dtype=np.int64)
        if not len(self):
            return np.full(len(wanted), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(self.ordinals, wanted), len(self) - 1)
        return np.where(self.ordinals[place] == wanted, place, -1)

    def likeness(self, ordinals: IntArray) -> FloatArray:
        """Return max(0, cosine) between these C memories, C × C; 0 where a vector is missing."""
        place = self.positions(ordinals)
        if not len(self):
            return np.zeros((len(place), len(place)))
        vectors = self.matrix[np.maximum(place, 0)].astype(np.float64)
        vectors[place < 0] = 0.0
        return np.clip(vectors @ vectors.T, 0.0, 1.0)


def normalised(matrix: VectorArray) -> VectorArray:
    """Return the rows at length 1; a row of zeros stays."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    scaled: VectorArray = (matrix / np.where(lengths > 0.0, lengths, 1.0)).astype(np.float32)
    return scaled


def top_k(values: FloatArray, k: int, mask: BoolArray | None = None) -> IntArray:
    """Return the positions of the k largest values, best first, ties by position; only where ``mask`` allows and not NaN.

    Blocks whose maximum is below the k-th largest block maximum cannot hold a winner and are skipped.
    """
    usable = np.where(np.isnan(values) if mask is None else np.isnan(values) | ~mask, -np.inf, values)
    count = len(usable)
    if count > _BLOCK * max(k, 4):
        blocks = -(-count // _BLOCK)
        padded = np.full(blocks * _BLOCK, -np.inf)
        padded[:count] = usable
        best = padded.reshape(blocks, _BLOCK).max(axis=1)
        floor = np.partition(best, blocks - k)[blocks - k] if k <= blocks else -np.inf
        chosen = np.flatnonzero(usable >= floor)
    else:
        chosen = np.arange(count)
    chosen = chosen[np.isfinite(usable[chosen])]
    return chosen[np.lexsort((chosen, -usable[chosen]))][:k]
