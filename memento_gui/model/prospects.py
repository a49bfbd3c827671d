"""Prospects: what becomes of each memory, as columns: strength to come, recall, next review, time to forgetting."""

from collections.abc import Callable, Collection
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.clock import DAY_MS, Clock
from memento_gui.domain.features import UNKNOWN_DUPLICATES, FeatureTable
from memento_gui.domain.parameters import DecayParameters, ParameterSet, UsageParameters
from memento_gui.engine.decay import decay_scores, tag_factors
from memento_gui.engine.fate import days_until
from memento_gui.engine.forgetting import ForgetRule, forget_scores
from memento_gui.engine.usage import TableUsage
from memento_gui.model.live import LiveStore, Snapshot
from memento_gui.model.reviews import columns as review_columns
from memento_gui.model.reviews.reviewing import Reviews

LATER_DAYS: Final = 30

LATER: Final = "later"
RECALL: Final = "recall"
DUE: Final = "due"
DUPLICATES: Final = "duplicates"
FORGETTING: Final = "forgetting"
PROSPECTS: Final = frozenset({LATER, RECALL, DUE, DUPLICATES, FORGETTING})
"""The columns there are."""


class Prospects:
    """Computes columns of one store. Safe to call from any thread."""

    def __init__(
        self,
        live: LiveStore,
        clock: Clock,
        reviews: Reviews,
        usage: Callable[[FeatureTable, UsageParameters], TableUsage],
    ) -> None:
        self._live, self._clock, self._reviews, self._usage = live, clock, reviews, usage

    def columns(self, names: Collection[str], parameters: ParameterSet) -> dict[str, FloatArray]:
        """Return the columns that are named; rows as in the newest feature table.

        ``later`` is the decay score in 30 days, if the memory is not used until then. ``recall`` is the probability of
        recalling it now, and ``due`` the days until its card is asked, negative ones past; both are NaN where there is no
        card, ``due`` also where the card is suspended. ``duplicates`` counts the memories that nearly repeat it, NaN where
        it was not compared yet. ``forgetting`` is the days until it becomes a candidate by ageing alone, 0 where it is
        one, ``inf`` where it never will.

        Args:
            names: Of `PROSPECTS`; others are left out.
            parameters: The numbers for decay and forgetting; reviews have the store's own.
        """
        snapshot = self._live.snapshot()
        makers: dict[str, Callable[[], FloatArray]] = {
            LATER: lambda: self._later(snapshot, parameters.decay),
            RECALL: lambda: review_columns.recalls(self._reviews),
            DUE: lambda: review_columns.due_days(self._reviews),
            DUPLICATES: lambda: _duplicates(snapshot.table),
            FORGETTING: lambda: self._forgetting(snapshot.table, parameters),
        }
        return {name: _fitted(make(), len(snapshot.table)) for name, make in makers.items() if name in names}

    def _later(self, snapshot: Snapshot, parameters: DecayParameters) -> FloatArray:
        then = self._clock.now_ms() + LATER_DAYS * DAY_MS
        return decay_scores(snapshot.table, parameters, now_ms=then, tag_factor=tag_factor_column(snapshot, parameters))

    def _forgetting(self, table: FeatureTable, parameters: ParameterSet) -> FloatArray:
        scores = forget_scores(table, parameters, now_ms=self._clock.now_ms(), used=self._usage(table, parameters.usage))
        soft, hard = (days_until(scores, table, parameters, rule) for rule in ForgetRule)
        return np.minimum(soft, hard)


def tag_factor_column(snapshot: Snapshot, parameters: DecayParameters) -> FloatArray:
    """Return how much faster each memory fades because of its tags."""
    row_of = snapshot.table.row_of
    tagged = ((row_of[i], tag) for i, tags in snapshot.tags.items() if i in row_of for tag in tags)
    return tag_factors(tagged, len(snapshot.table), parameters)


def _duplicates(table: FeatureTable) -> FloatArray:
    counts = table.duplicates.astype(np.float64)
    counts[table.duplicates == UNKNOWN_DUPLICATES] = np.nan
    return counts


def _fitted(column: FloatArray, size: int) -> FloatArray:
    """Return a column of so many rows; someone may have written since the other one was read."""
    if len(column) == size:
        return column
    fitted = np.full(size, np.nan)
    both = min(size, len(column))
    fitted[:both] = column[:both]
    return fitted
