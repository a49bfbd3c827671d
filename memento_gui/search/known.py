"""What filters look at: memories as columns, and what others know of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import cached_property
from itertools import chain

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.clock import SystemClock
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.texts import Text
from memento_gui.search.text_index import TextIndex


@dataclass(frozen=True, kw_only=True)
class Known:
    """N memories, and what others know of them.

    Attributes:
        table: The memories, trashed ones included.
        tags: Tags by id; memories without any may be missing.
        texts: Gives the texts of ids.
        numbers: Columns of N, computed when asked for: ``score``, ``recall``, ``reviewed`` (days since the last review);
            NaN where there is none.
        states: Columns of N, computed when asked for: ``due``, ``new``, ``card``, ``suspended``, ``unembedded``.
        index: Knows which memories hold a word; without it texts are read.
        now_ms: When days end; the clock's time, if None.
        zone: Where days begin; the computer's time zone, if None.
    """

    table: FeatureTable
    tags: Mapping[str, tuple[str, ...]]
    texts: Callable[[Sequence[str]], Mapping[str, Text]]
    numbers: Mapping[str, Callable[[], FloatArray]] = field(default_factory=dict)
    states: Mapping[str, Callable[[], BoolArray]] = field(default_factory=dict)
    index: TextIndex | None = None
    now_ms: int | None = None
    zone: tzinfo | None = None

    @cached_property
    def now(self) -> int:
        """When days end."""
        return SystemClock().now_ms() if self.now_ms is None else self.now_ms

    @cached_property
    def distinct_tags(self) -> frozenset[str]:
        """Every tag that some memory has."""
        return frozenset(chain.from_iterable(self.tags.values()))

    def nobody(self) -> BoolArray:
        """Return a column that holds for no memory."""
        return np.zeros(len(self.table), dtype=np.bool_)

    def rows_of(self, ordinals: IntArray) -> BoolArray:
        """Return which rows have these ordinals; unknown ones are no matter."""
        found = self.nobody()
        if len(found) and len(ordinals):
            rows = np.minimum(np.searchsorted(self.table.ordinal, ordinals), len(found) - 1)
            found[rows[self.table.ordinal[rows] == ordinals]] = True
        return found

    def rows_named(self, ids: Sequence[str]) -> BoolArray:
        """Return which rows have these ids; unknown ones are no matter."""
        found = self.nobody()
        row_of = self.table.row_of
        found[[row_of[identity] for identity in ids if identity in row_of]] = True
        return found
