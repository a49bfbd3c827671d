"""Reads, in a worker, what a parameter set means for the store."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.knobs import Table
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import tag_factors
from memento_gui.model.library import Library
from memento_gui.qt.places.tune.advice.findings import Advice, advice_on, advice_on_store
from memento_gui.qt.places.tune.store.bins import FORGET
from memento_gui.qt.places.tune.store.evictions import Evictions, evictions
from memento_gui.qt.places.tune.store.fate_list import CHUNK, FIRST, FateRow, rows_of
from memento_gui.qt.places.tune.store.fates import Fates, Outlook, Verdicts, compare, judge, population, tag_pairs
from memento_gui.qt.places.tune.store.time_bar import YEAR
from memento_gui.qt.tasks import Job

_WEEK: Final = 7
_MINUTE_MS: Final = 60_000
"""Ages are counted to the minute, so that what the saved set makes of the store need not be computed for every frame."""


@dataclass(frozen=True, slots=True)
class Counted:
    """An outlook, the parameters it was computed with, the first rows of the memories whose fate changes, and advice."""

    parameters: ParameterSet
    outlook: Outlook
    rows: tuple[FateRow, ...]
    advice: tuple[Advice, ...]


@dataclass(frozen=True, slots=True)
class Population:
    """How many memories each fate takes (by its name) on each of some days ahead."""

    days: FloatArray
    counts: Mapping[str, IntArray]


@dataclass(frozen=True, slots=True)
class _Factors:
    """Tag factors, and what they were computed from: they take longest and change least."""

    table: FeatureTable
    tags: Mapping[str, tuple[str, ...]]
    knob: Table
    values: FloatArray


class StoreReader:
    """Asks one library. Only one worker at a time may use it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._factors: tuple[_Factors, ...] = ()
        self._before: tuple[FeatureTable, Mapping[str, tuple[str, ...]], ParameterSet, int, Verdicts] | None = None

    def read(
        self,
        job: "Job[Counted]",
        parameters: ParameterSet,
        saved: ParameterSet,
        ahead_days: int = 0,
        measure: str = FORGET,
    ) -> Counted:
        """Return the store under both sets, so many days ahead, with one score (``measure``) in bins.

        Raises:
            Cancelled: When nobody wants it any more.
        """
        table, tags = self._library.features(), self._library.tags()
        now = self._library.clock.now_ms() // _MINUTE_MS * _MINUTE_MS + ahead_days * DAY_MS
        factors = [self._factors_of(table, tags, one) for one in (saved, parameters)]
        self._factors = tuple(factors)
        job.token.check()
        before = self._verdicts_on(table, tags, saved, now, factors[0].values)
        job.token.check()
        after = before if parameters == saved else judge(table, parameters, now_ms=now, tag_factor=factors[1].values)
        outlook = compare(table, (saved, before), (parameters, after), now_ms=now, measure=measure)
        job.token.check()
        advice = (*advice_on(parameters), *advice_on_store(parameters, faded=outlook.faded, recallable=outlook.recallable))
        return Counted(parameters, outlook, self.rows(outlook.fates, 0), advice)

    def population(self, job: "Job[Population]", parameters: ParameterSet) -> Population:
        """Return how many memories each fate takes, week by week, over the coming year."""
        table, tags = self._library.features(), self._library.tags()
        now = self._library.clock.now_ms()
        factor = tag_factors(tag_pairs(table, tags), len(table), parameters.decay)
        days = np.unique(np.append(np.arange(0, YEAR, _WEEK), YEAR))
        counts = []
        for one in population(table, parameters, (now + int(day) * DAY_MS for day in days), tag_factor=factor):
            job.token.check()
            counts.append(one)
        names = ("kept", "promoted", "forgotten", "soft", "hard")
        return Population(days.astype(np.float64), {name: np.array([getattr(c, name) for c in counts]) for name in names})

    def evictions(self, counted: Counted) -> Evictions:
        """Return what LRU would forget instead, on the day that was counted."""
        fates = counted.outlook.fates
        return evictions(fates.table, fates.now, counted.parameters.decay, now_ms=fates.now_ms)

    def rows(self, fates: Fates | Evictions, start: int) -> tuple[FateRow, ...]:
        """Return the next rows of a list."""
        taken = fates.taken(start, start + (CHUNK if start else FIRST))
        return rows_of(taken, self._library.headlines([fate.id for fate in taken]))

    def _verdicts_on(
        self,
        table: FeatureTable,
        tags: Mapping[str, tuple[str, ...]],
        saved: ParameterSet,
        now_ms: int,
        factor: FloatArray,
    ) -> Verdicts:
        """Return what the saved set makes of the store: the same while a knob is being turned."""
        known = self._before
        if known is not None and known[0] is table and known[1] is tags and known[2:4] == (saved, now_ms):
            return known[4]
        found = judge(table, saved, now_ms=now_ms, tag_factor=factor)
        self._before = (table, tags, saved, now_ms, found)
        return found

    def _factors_of(self, table: FeatureTable, tags: Mapping[str, tuple[str, ...]], parameters: ParameterSet) -> _Factors:
        knob = parameters.decay.tag_factor
        for known in self._factors:
            if known.table is table and known.tags is tags and known.knob == knob:
                return known
        return _Factors(table, tags, knob, tag_factors(tag_pairs(table, tags), len(table), parameters.decay))
