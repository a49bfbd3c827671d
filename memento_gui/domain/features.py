"""Memories as columns: what the engine, the indexes and the tables read."""

import math
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Self

import numpy as np
import numpy.typing as npt

from memento_gui.domain.arrays import BoolArray, CodeArray, FloatArray, IntArray
from memento_gui.domain.memory import STATUSES, TYPES, Status

UNKNOWN_DUPLICATES = -1
"""Near-duplicate count of a memory whose vector is not there yet."""

_MOST_PATTERNS = 1 << 22
"""Up to this many possible triples of counts a flag for each is cheaper than sorting."""

_ACTIVE = STATUSES.index(Status.ACTIVE)
_MUTED = STATUSES.index(Status.MUTED)


_STRETCH = 20_000


@dataclass(frozen=True, slots=True)
class UsePatterns:
    """The distinct (views, cites, edits) of a table, and which of them each memory has: counts are small and repeat.

    ``counts`` is 3 × K; ``index`` holds N column numbers of it.
    """

    counts: IntArray
    index: "npt.NDArray[np.intp]"


@dataclass(frozen=True, kw_only=True)
class FeatureTable:
    """N memories as arrays of N, in import order; trashed ones included.

    Codes index the enumerations of `memento_gui.domain.memory` (``type``, ``category``, ``scope``, ``status``) or this
    table's own vocabularies (``project``, ``source``, ``user``; code 0 is the empty string). ``episode`` is equal where
    source, project and session are all equal and not all empty, else -1. Arrays are not changed once they are in a table.
    """

    ids: npt.NDArray[np.object_]
    ordinal: IntArray
    type: CodeArray
    category: CodeArray
    scope: CodeArray
    status: CodeArray
    created_ms: IntArray
    updated_ms: IntArray
    last_used_ms: IntArray
    importance: FloatArray
    strength: FloatArray
    pinned: BoolArray
    trashed: BoolArray
    views: IntArray
    cites: IntArray
    edits: IntArray
    uses: IntArray
    revisions: IntArray
    length: IntArray
    duplicates: IntArray
    episode: IntArray
    project: IntArray
    source: IntArray
    user: IntArray
    projects: tuple[str, ...] = ("",)
    sources: tuple[str, ...] = ("",)
    users: tuple[str, ...] = ("",)

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Row number by id."""
        found: dict[str, int] = {}
        for start in range(0, len(self), _STRETCH):  # one call for a million would keep every other thread waiting
            found.update(zip(self.ids[start : start + _STRETCH].tolist(), range(start, len(self)), strict=False))
        return found

    @cached_property
    def active(self) -> BoolArray:
        """Whether each memory is in use: status active and not in the trash."""
        in_use: BoolArray = (self.status == _ACTIVE) & ~self.trashed
        return in_use

    @cached_property
    def set_aside(self) -> dict[str, int]:
        """How many memories are not in use, by what keeps them out: "trash", or else their status."""
        lying = {"trash": int(self.trashed.sum())}
        codes = np.bincount(self.status[~self.trashed], minlength=len(STATUSES))
        lying |= {status.value: int(codes[code]) for code, status in enumerate(STATUSES) if code != _ACTIVE}
        return {why: count for why, count in lying.items() if count}

    @cached_property
    def recallable(self) -> BoolArray:
        """Whether a search may return each memory: not in the trash and not muted."""
        found: BoolArray = (self.status != _MUTED) & ~self.trashed
        return found

    @cached_property
    def created(self) -> FloatArray:
        """Creation times in milliseconds, as exact floats: what ages are computed from."""
        return self.created_ms.astype(np.float64)

    @cached_property
    def newest_ms(self) -> float:
        """The latest creation time, in milliseconds; minus infinity for no memories."""
        return float(self.created.max(initial=-math.inf))

    @cached_property
    def importance_range(self) -> FloatArray:
        """The smallest and the largest importance; NaN if one is, empty for no memories."""
        own = self.importance
        return np.array([own.min(), own.max()]) if own.size else own

    @cached_property
    def kinds(self) -> "npt.NDArray[np.intp]":
        """Type and pin of each memory as one number: type + 4·pinned."""
        return self.type + len(TYPES) * self.pinned.astype(np.intp)

    @cached_property
    def pinned_rows(self) -> IntArray:
        """Rows of the pinned memories, ascending: few, where a column of pins is as long as any."""
        return np.flatnonzero(self.pinned)

    @cached_property
    def use_patterns(self) -> UsePatterns:
        """Views, cites and edits, each distinct triple once."""
        counts = np.stack([self.views, self.cites, self.edits]).astype(np.int64)
        sizes = [int(row.max(initial=0)) + 1 for row in counts]
        if counts.min(initial=0) < 0 or math.prod(sizes) > _MOST_PATTERNS:
            distinct, index = np.unique(counts, axis=1, return_inverse=True)
            return UsePatterns(distinct, index.reshape(-1))
        joint = np.ravel_multi_index(tuple(counts), tuple(sizes))
        present = np.zeros(math.prod(sizes), dtype=np.bool_)
        present[joint] = True
        distinct = np.stack(np.unravel_index(np.flatnonzero(present), tuple(sizes)))
        return UsePatterns(distinct, (np.cumsum(present) - 1)[joint])

    @cached_property
    def episode_order(self) -> IntArray:
        """Rows of the memories that belong to an episode: one episode after another, each by (created, ordinal)."""
        rows = np.flatnonzero(self.episode >= 0)
        return rows[np.lexsort((self.ordinal[rows], self.created_ms[rows], self.episode[rows]))]

    def take(self, rows: "IntArray | BoolArray") -> Self:
        """Return a table of only these rows, in this order; the vocabularies stay."""
        picked = {
            f.name: getattr(self, f.name)[rows] for f in fields(self) if isinstance(getattr(self, f.name), np.ndarray)
        }
        return replace(self, **picked)
