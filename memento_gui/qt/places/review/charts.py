"""What the statistics page shows, fetched in workers, and what is done with it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.errors import MementoError
from memento_gui.model import edits
from memento_gui.model.reviews.statistics import ReviewStatistics, review_statistics
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.review.loading import FORECAST_DAYS
from memento_gui.qt.places.review.statistics import StatisticsPage

CHARTS = "review.charts"
MEMORIES = "review.memories"


class Charts(QObject):
    """Fills the page; ``perform`` applies an edit about the memory with this id."""

    failed = Signal(object)
    """Something could not be read (`MementoError`)."""

    def __init__(
        self,
        context: PlaceContext,
        page: StatisticsPage,
        perform: Callable[[edits.Edit, str], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._page = page
        self._perform = perform
        self._ahead_days = FORECAST_DAYS
        page.wanted.connect(self._name_memories)
        page.resumed.connect(self._resume)
        page.ahead.connect(self._look_ahead)

    def load(self) -> None:
        """Fetch all numbers anew."""
        library, days = self._context.library, self._ahead_days
        reviews, now = library.reviews, self._context.clock.now_ms()
        target = library.parameters().review.target

        def work(_job: object) -> ReviewStatistics:
            return review_statistics(reviews, now_ms=now, ahead_days=days, target=target)

        self._context.tasks.run(CHARTS, work, self._page.show_statistics, failed=self._fail)

    def _look_ahead(self, days: int) -> None:
        self._ahead_days = days
        self.load()

    def _name_memories(self, ids: tuple[str, ...]) -> None:
        library = self._context.library

        def work(_job: object) -> list[tuple[str, str]]:
            headlines = library.headlines(ids)
            return [(identity, headlines[identity].title) for identity in ids if identity in headlines]

        self._context.tasks.run(MEMORIES, work, self._page.show_memories, failed=self._fail)

    def _resume(self, identity: str) -> None:
        for memory in self._context.library.get_many([identity]):
            self._perform(self._context.library.reviews.suspend_edit(memory, suspended=False), identity)

    def _fail(self, error: MementoError) -> None:
        self.failed.emit(error)
