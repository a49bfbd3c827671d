"""Pairs of memories that say nearly the same, kept so that only vectors that changed are compared again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, IntArray, VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.engine.links import Links, Progress, near_pairs, renewed_pairs

_MOST_LINKS: Final = 4_000_000
"""Near pairs up to which they are kept: 96 MB."""
_MOST_CHANGES: Final = 0.2
"""The share of changed memories from which all pairs are compared anew."""
_FEW: Final = 64
_ROWS_AT_A_TIME: Final = 4_096


@dataclass(frozen=True, slots=True, kw_only=True)
class NearPairs:
    """What a comparison of all pairs found.

    Attributes:
        threshold: The cosine from which two memories are a pair.
        ordinals: N, ascending: the memories that were compared.
        prints: N: a number for each vector (see `prints`), by which it is known whether it is still the same.
        links: The pairs, by their place in ``ordinals``.
    """

    threshold: float
    ordinals: IntArray
    prints: IntArray
    links: Links

    @property
    def sound(self) -> bool:
        """Whether the parts fit together: a file may hold anything."""
        count, links = self.ordinals.size, self.links
        return bool(
            self.ordinals.shape == self.prints.shape == (count,)
            and links.first.shape == links.second.shape == links.similarity.shape == (links.first.size,)
            and np.all(self.ordinals[1:] > self.ordinals[:-1])
            and np.all((links.first >= 0) & (links.first < links.second) & (links.second < count))
            and np.all(np.isfinite(links.similarity))
        )

    def same_as(self, threshold: float, ordinals: IntArray, prints: IntArray) -> bool:
        """Whether these would be the pairs of those memories too."""
        return (
            self.threshold == threshold and np.array_equal(self.ordinals, ordinals) and np.array_equal(self.prints, prints)
        )


class Comparison:
    """The near pairs of N memories, in parts as they are found; those that are known already are not looked for."""

    def __init__(
        self,
        threshold: float,
        ordinals: IntArray,
        matrix: VectorArray,
        known: NearPairs | None,
        *,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        """Begin with what is known.

        Args:
            threshold: The cosine from which two memories are a pair.
            ordinals: N, ascending.
            matrix: Their vectors, N × D, each of length 1.
            known: The pairs of an earlier time.
            progress: Told how many of those that are to be compared have been.
            cancel: Asked between blocks.
        """
        self._threshold, self._ordinals, self._matrix, self._known = threshold, ordinals, matrix, known
        self._progress, self._cancel = progress, cancel
        self._prints = prints(matrix)
        self._kept: list[Links] | None = []

    def __iter__(self) -> Iterator[Links]:
        count = 0
        self._kept = []
        for part in self._parts():
            count += len(part)
            if self._kept is not None:
                self._kept = [*self._kept, part] if count <= _MOST_LINKS else None
            yield part

    @property
    def found(self) -> NearPairs | None:
        """All pairs, once they have been gone through; ``known`` itself where nothing changed, None if too many."""
        if self._kept is None:
            return None
        if self._known is not None and self._known.same_as(self._threshold, self._ordinals, self._prints):
            return self._known
        return NearPairs(
            threshold=self._threshold, ordinals=self._ordinals, prints=self._prints, links=Links.joined(self._kept)
        )

    def _parts(self) -> Iterable[Links]:
        moved = None if self._known is None else self._moved(self._known)
        if moved is None:
            return near_pairs(self._matrix, self._threshold, progress=self._progress, cancel=self._cancel)
        links, changed = moved
        return [renewed_pairs(links, self._matrix, changed, self._threshold, progress=self._progress, cancel=self._cancel)]

    def _moved(self, known: NearPairs) -> tuple[Links, BoolArray] | None:
        """Return the known pairs whose vectors are the same, by row as they stand now, and which rows are to be compared.

        None where comparing all is the better way.
        """
        before, now = known.ordinals, self._ordinals
        if known.threshold != self._threshold or not len(now) or not len(before):
            return None
        place = np.minimum(np.searchsorted(now, before), len(now) - 1)
        stays = (now[place] == before) & (self._prints[place] == known.prints)
        changed = np.ones(len(now), dtype=np.bool_)
        changed[place[stays]] = False
        if np.count_nonzero(changed) > _FEW + _MOST_CHANGES * len(now):
            return None
        held = known.links.take(stays[known.links.first] & stays[known.links.second])
        return Links(place[held.first], place[held.second], held.similarity), changed


def prints(matrix: VectorArray) -> IntArray:
    """Return a number for each row of N × D that another row has only by an accident of one in 2^64."""
    dimensions = matrix.shape[1]
    weights = np.random.Generator(np.random.PCG64(dimensions)).integers(1 << 63, size=dimensions, dtype=np.uint64) * 2 + 1
    found = np.empty(len(matrix), dtype=np.uint64)
    for start in range(0, len(matrix), _ROWS_AT_A_TIME):
        some = slice(start, start + _ROWS_AT_A_TIME)
        found[some] = np.ascontiguousarray(matrix[some]).view(np.uint32).astype(np.uint64) @ weights
    return found.view(np.int64)
