"""The vector index: exact cosines over one matrix, and the best of them."""

from collections.abc import Sequence
from threading import Lock
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray, VectorArray
from memento_gui.search.alignment import Alignment

_BLOCK: Final = 256
_ROWS: Final = 10
_PIECE: Final = 1 << 12
_GROWTH: Final = 1.25
_SPARE: Final = 64
_HOLES: Final = 0.1
"""The share of removed vectors from which the matrix is written anew."""


class VectorIndex:
    """N normalised vectors of D numbers, keyed by ordinal. A value: changing it makes a new one.

    The new one shares the matrix with the old one where it can: vectors are added behind the last, in room that grows by
    a quarter, and removed ones leave holes that are closed when they are a tenth. Safe to read from any thread.
    """

    def __init__(self, ordinals: IntArray, matrix: "VectorArray | Room") -> None:
        """Hold these vectors, in this order.

        Args:
            ordinals: N, each once.
            matrix: N × D, of any length: normalised here, and copied. Or a room whose first N rows they are; then a
                negative ordinal is a hole.
        """
        self._slots: IntArray = np.array(ordinals, dtype=np.int64)
        self._room = matrix if isinstance(matrix, Room) else Room.of(matrix)
        self._live: IntArray | None = None if np.all(self._slots >= 0) else np.flatnonzero(self._slots >= 0)
        self.ordinals: IntArray = self._slots if self._live is None else self._slots[self._live]
        self._alignment = Alignment()
        self._sorting: tuple[IntArray, IntArray] | None = None

    def __len__(self) -> int:
        return len(self.ordinals)

    @property
    def dimensions(self) -> int:
        """D: how many numbers a vector has."""
        return int(self._room.matrix.shape[1])

    @property
    def matrix(self) -> VectorArray:
        """The vectors, N × D, in the order of ``ordinals``; a copy where some were removed."""
        whole = self._room.matrix[: len(self._slots)]
        return whole if self._live is None else whole[self._live]

    def with_vectors(self, ordinals: IntArray, matrix: VectorArray) -> "VectorIndex":
        """Return an index in which these memories have these vectors; they stand last."""
        if not len(self):
            return VectorIndex(ordinals, matrix)
        slots, room = self._thinned(self._slots_without(ordinals))
        return VectorIndex(np.concatenate([slots, ordinals]), room.with_rows(len(slots), normalised(matrix)))

    def without(self, ordinals: IntArray) -> "VectorIndex":
        """Return an index without these memories; unknown ones are no matter."""
        slots = self._slots_without(ordinals)
        return self if slots is self._slots else VectorIndex(*self._thinned(slots))

    def _thinned(self, slots: IntArray) -> "tuple[IntArray, Room]":
        """Return slots and room, without holes if they are many."""
        stay = slots >= 0
        if np.count_nonzero(stay) >= (1.0 - _HOLES) * len(slots):
            return slots, self._room
        kept = self._room.matrix[: len(slots)][stay]
        return slots[stay], Room(kept.shape[1]).with_rows(0, kept)

    def _slots_without(self, ordinals: IntArray) -> IntArray:
        place = self.positions(ordinals)
        place = place[place >= 0]
        if not len(place):
            return self._slots
        slots = self._slots.copy()
        slots[place if self._live is None else self._live[place]] = -1
        return slots

    def cosines(self, query: VectorArray) -> VectorArray:
        """Return the cosine of every vector with the query's, N, in the order of ``ordinals``.

        Args:
            query: D numbers; normalised here.

        Raises:
            ValueError: If the query does not have D numbers.
        """
        if not len(self):
            return np.zeros(0, dtype=np.float32)
        every: VectorArray = np.vecdot(self._room.matrix[: len(self._slots)], normalised(query[np.newaxis])[0])
        return every if self._live is None else every[self._live]

    def cosines_of(self, ordinals: IntArray, query: VectorArray) -> VectorArray:
        """Return the cosine of each of these N memories with the query's vector; NaN for one without a vector.

        Raises:
            ValueError: If the query does not have D numbers.
        """
        return self._alignment.column(ordinals, self.ordinals, self.cosines(query), missing=np.nan)

    def positions(self, ordinals: Sequence[int] | IntArray) -> IntArray:
        """Return where these memories stand in ``ordinals``; -1 for one without a vector."""
        wanted = np.asarray(ordinals, dtype=np.int64)
        if not len(self):
            return np.full(len(wanted), -1, dtype=np.int64)
        ascending, order = self._ascending()
        place = np.minimum(np.searchsorted(ascending, wanted), len(self) - 1)
        return np.where(ascending[place] == wanted, order[place], -1)

    def _ascending(self) -> tuple[IntArray, IntArray]:
        """Return the ordinals sorted, and where each stands; computed when it is first asked for."""
        if self._sorting is None:
            order = np.argsort(self.ordinals, kind="stable")
            self._sorting = self.ordinals[order], order
        return self._sorting

    def vectors_of(self, ordinals: Sequence[int] | IntArray) -> VectorArray:
        """Return the vectors of these C memories, C × D; zeros for one without a vector."""
        return self._vectors_at(self.positions(ordinals))

    def _vectors_at(self, place: IntArray) -> VectorArray:
        known = place >= 0
        if self._live is None and known.all():
            return self._room.matrix.take(place, axis=0)
        found = np.zeros((len(place), self.dimensions), dtype=np.float32)
        rows = place[known] if self._live is None else self._live[place[known]]
        found[known] = self._room.matrix[rows]
        return found

    def likeness(self, ordinals: IntArray, rows: IntArray | None = None) -> FloatArray:
        """Return max(0, cosine) between these C memories, C × C and symmetric; 0 where a vector is missing.

        Args:
            ordinals: C memories; or N, of which ``rows`` names C: the array that `cosines_of` was given is known already.
            rows: C positions in ``ordinals``.
        """
        place = self.positions(ordinals) if rows is None else self._alignment.places(ordinals, self.ordinals, rows)
        vectors = self._vectors_at(place)
        alike = np.empty((len(vectors), len(vectors)), dtype=np.float32)
        # a matrix product wakes every core for so little: measured 13 ms against 0.2 on a busy machine
        for start in range(0, len(vectors), _ROWS):
            some = slice(start, start + _ROWS)
            np.vecdot(vectors[some, np.newaxis], vectors[np.newaxis, start:], out=alike[some, start:])
            alike[start:, some] = alike[some, start:].T
        return np.clip(alike, 0.0, 1.0).astype(np.float64)

    def similar(self, vector: VectorArray, threshold: float, *, among: IntArray | None = None) -> IntArray:
        """Return the memories whose cosine with a vector is at least ``threshold``, by position.

        Args:
            vector: D numbers.
            threshold: Cosine.
            among: Only these memories; all, if None. To count a memory's own copies, leave it out.
        """
        close = self.cosines(vector) >= np.float32(threshold)
        found = self.ordinals[close]
        return found if among is None else found[np.isin(found, among)]


class Room:
    """A matrix with spare rows; a row that is taken is never written again."""

    def __init__(self, dimensions: int, *, rows: int = 0, taken: int = 0) -> None:
        self.matrix: VectorArray = np.empty((rows, dimensions), dtype=np.float32)
        self._taken = taken
        self._lock = Lock()

    @classmethod
    def of(cls, matrix: VectorArray) -> "Room":
        """Return a room with these rows at length 1; made a piece at a time, because a million are large enough once."""
        count = len(matrix)
        room = cls(matrix.shape[1], rows=int(count * _GROWTH) + _SPARE, taken=count)
        for start in range(0, count, _PIECE):
            room.matrix[start : min(start + _PIECE, count)] = normalised(matrix[start : start + _PIECE])
        return room

    def with_rows(self, count: int, fresh: VectorArray) -> "Room":
        """Return a room in which ``fresh`` stands behind the first ``count`` rows: this one, if the next are free.

        Raises:
            ValueError: If the rows do not have D numbers.
        """
        end = count + len(fresh)
        with self._lock:
            if self._taken == count and end <= len(self.matrix):
                self.matrix[count:end] = fresh
                self._taken = end
                return self
        larger = Room(self.matrix.shape[1], rows=int(end * _GROWTH) + _SPARE, taken=count)
        larger.matrix[:count] = self.matrix[:count]
        return larger.with_rows(count, fresh)


def normalised(matrix: VectorArray) -> VectorArray:
    """Return the rows at length 1, in new memory; a row of zeros stays."""
    lengths = np.sqrt(np.add.reduce(matrix * matrix, axis=1, keepdims=True))
    return np.asarray(matrix / np.where(lengths > 0.0, lengths, 1.0), dtype=np.float32)


def top_k(values: FloatArray | VectorArray, k: int, mask: BoolArray | None = None) -> IntArray:
    """Return the positions of the k largest values, best first, ties by position.

    The k-th largest block maximum is a floor: k values reach it, so that blocks which do not hold no winner.

    Args:
        values: N numbers; NaN and -inf are never returned.
        k: How many at most.
        mask: N; only where it is true.
    """
    wanted = min(k, len(values))
    if wanted <= 0:
        return np.zeros(0, dtype=np.int64)
    usable = values if mask is None else np.where(mask, values, values.dtype.type(-np.inf))
    places, found = _in_best_blocks(usable, wanted)
    if len(places) > wanted:
        floor = np.partition(found, len(found) - wanted)[len(found) - wanted]
        above, level = np.flatnonzero(found > floor), np.flatnonzero(found == floor)
        picked = np.concatenate([above, level[: wanted - len(above)]])
        places, found = places[picked], found[picked]
    return places[np.argsort(-found, kind="stable")]  # equals stand by position already


def _in_best_blocks(values: FloatArray | VectorArray, k: int) -> "tuple[IntArray, FloatArray | VectorArray]":
    """Return the positions, ascending, of those values that reach the k-th largest maximum of a block, and the values."""
    blocks = len(values) // _BLOCK
    if blocks <= k:
        least = -np.partition(-values, k - 1)[k - 1]  # NaN stands last, where the least would
        places = np.flatnonzero(values >= least if least > -np.inf else values > -np.inf)
        return places, values[places]
    whole, rest = values[: blocks * _BLOCK].reshape(blocks, _BLOCK), values[blocks * _BLOCK :]
    best = np.fmax.reduce(whole, axis=1, initial=-np.inf)
    floor = max(np.partition(best, blocks - k)[blocks - k], np.finfo(values.dtype).min)
    chosen = np.flatnonzero(best >= floor)
    inside = np.flatnonzero(whole[chosen] >= floor)
    last = np.flatnonzero(rest >= floor)
    places = np.concatenate([chosen[inside // _BLOCK] * _BLOCK + inside % _BLOCK, blocks * _BLOCK + last])
    return places, values[places]
