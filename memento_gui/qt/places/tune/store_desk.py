"""Has counted, in workers, what the numbers make of the store, and shows it."""

from typing import Final

from PySide6.QtCore import QObject, Signal

from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.tune.advice import Advice
from memento_gui.qt.places.tune.store_pane import StorePane
from memento_gui.qt.places.tune.store_reader import Counted, Population, StoreReader

COUNT: Final = "tune.count"
MORE: Final = "tune.more"
YEARLY: Final = "tune.year"


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
        pane.list.fates.wanted.connect(self._fetch_more)

    def count(self) -> None:
        """Count the day that is shown, and the whole year."""
        self.count_day()
        parameters, reader = self._context.state.parameters, self._reader
        self._pane.time.begin_at(self._context.clock.now_ms())
        self._context.tasks.run(YEARLY, lambda job: reader.population(job, parameters), self._show_population)

    def count_day(self) -> None:
        """Count the day that is shown."""
        parameters, saved, reader = self._context.state.parameters, self._context.state.saved, self._reader
        ahead = self._pane.time.ahead
        self._context.tasks.run(COUNT, lambda job: reader.read(job, parameters, saved, ahead), self._show_counted)

    def stop(self) -> None:
        """Want no counts any more."""
        for key in (COUNT, MORE, YEARLY):
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
        self.shown.emit(counted)

    def _fetch_more(self, start: int) -> None:
        counted, reader = self.counted, self._reader
        if counted is not None:
            fates = counted.outlook.fates
            self._context.tasks.run(MORE, lambda _job: reader.rows(fates, start), self._pane.list.fates.append)
