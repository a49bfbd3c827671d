"""Has counted, in workers, what the numbers make of the store, and shows it."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.tune.advice.findings import Advice
from memento_gui.qt.places.tune.store.evictions import Evictions
from memento_gui.qt.places.tune.store.fate_list import FateList, FateRow
from memento_gui.qt.places.tune.store.fates import Fates
from memento_gui.qt.places.tune.store.pane import StorePane
from memento_gui.qt.places.tune.store.reader import Counted, Population, StoreReader
from memento_gui.qt.tasks import Job

COUNT: Final = "tune.count"
MORE: Final = "tune.more"
YEARLY: Final = "tune.year"
LRU: Final = "tune.lru"
_PAUSE_MS: Final = 120


class StoreDesk(QObject):
    """Keeps one pane at what the numbers in use mean, on the day that the time machine shows."""

    shown = Signal(object)
    """Something new was counted and is shown (`Counted`)."""

    def __init__(self, context: PlaceContext, pane: StorePane, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._pane = pane
        self._reader = StoreReader(context.library)
        self.counted: Counted | None = None
        """What was counted last."""
        pane.time.moved.connect(lambda _days: self.count_day())
        pane.histograms.chosen.connect(lambda _measure: self.count_day())
        self._evictions: Evictions | None = None
        self._year_is_old = True
        self._rest = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._rest.timeout.connect(self._compare_lru)
        self._rest.timeout.connect(self._count_year)
        pane.fates.changing.fates.wanted.connect(self._fetch_changing)
        pane.fates.lru.fates.wanted.connect(self._fetch_lru)

    def count(self) -> None:
        """Count the day that is shown, and, once the numbers rest, the whole year."""
        self._year_is_old = True
        self.count_day()
        self._pane.time.begin_at(self._context.clock.now_ms())

    def _count_year(self) -> None:
        """Count what is fifty times the work of a day, and would slow every turn of a knob."""
        if self._year_is_old:
            self._year_is_old = False
            parameters, reader = self._context.state.parameters, self._reader
            self._context.tasks.run(YEARLY, lambda job: reader.population(job, parameters), self._show_population)

    def count_day(self) -> None:
        """Count the day that is shown."""
        parameters, saved, reader = self._context.state.parameters, self._context.state.saved, self._reader
        ahead, measure = self._pane.time.ahead, self._pane.histograms.measure
        self._context.tasks.run(COUNT, lambda job: reader.read(job, parameters, saved, ahead, measure), self._show_counted)

    def stop(self) -> None:
        """Want no counts any more."""
        self._rest.stop()
        for key in (COUNT, MORE, YEARLY, LRU):
            self._context.tasks.cancel(key)
        self._pane.time.stop()

    @property
    def advice(self) -> tuple[Advice, ...]:
        """What the store says of the numbers."""
        return () if self.counted is None else self.counted.advice

    def _show_population(self, found: Population) -> None:
        self._pane.population.show_population(found.days, found.counts)

    def _show_counted(self, counted: Counted) -> None:
        self._context.tasks.cancel(MORE)
        self.counted = counted
        self._pane.show_outlook(counted.outlook, counted.rows, counted.parameters)
        self._rest.start()
        self.shown.emit(counted)

    def _compare_lru(self) -> None:
        """Compare with LRU, once the numbers rest."""
        counted, reader = self.counted, self._reader
        if counted is None:
            return

        def work(_job: "Job[tuple[Evictions, tuple[FateRow, ...]]]") -> tuple[Evictions, tuple[FateRow, ...]]:
            found = reader.evictions(counted)
            return found, reader.rows(found, 0)

        self._context.tasks.run(LRU, work, self._show_lru)

    def _show_lru(self, found: tuple[Evictions, tuple[FateRow, ...]]) -> None:
        self._evictions, rows = found
        evicted = self._evictions
        self._pane.fates.show_lru(rows, len(evicted), evicted.alone, evicted.forgotten)

    def _fetch_changing(self, start: int) -> None:
        if self.counted is not None:
            self._fetch(self.counted.outlook.fates, start, self._pane.fates.changing)

    def _fetch_lru(self, start: int) -> None:
        if self._evictions is not None:
            self._fetch(self._evictions, start, self._pane.fates.lru)

    def _fetch(self, fates: Fates | Evictions, start: int, shown: FateList) -> None:
        reader = self._reader
        self._context.tasks.run(MORE, lambda _job: reader.rows(fates, start), shown.fates.append)
