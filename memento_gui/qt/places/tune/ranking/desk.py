"""Tries the numbers in use on queries, in workers: results before and after, and where a top ten changes."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from memento_gui.domain.arrays import FloatArray
from memento_gui.model.searches.trials import Trial
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.tune.ranking.pane import RankingPane
from memento_gui.qt.places.tune.ranking.query_list import rows_of
from memento_gui.qt.tasks import Job

LISTED: Final = "tune.trial.queries"
ONE: Final = "tune.trial.one"
ALL: Final = "tune.trial.all"
CHANGES: Final = "tune.trial.changes"
_MOST_TYPED: Final = 12
_PAUSE_MS: Final = 120
"""A slider that rests so long gets its ticks, and every query its count; the chosen query follows at once."""

_AGAIN_MS: Final = 2_000
_PATIENCE: Final = 15
"""So often a query that was ranked by words alone is asked again."""

_Listed = tuple[list[tuple[str, str]], tuple[str, ...]]


class RankingDesk(QObject):
    """Keeps the pane at what the numbers in use do to its queries. While the pane is hidden only changes are found."""

    changes_found = Signal(str, object)
    """The first ten of this query change at these values (by dotted name) of the numbers."""
    moved = Signal(int)
    """So many results of the chosen query move."""

    def __init__(self, context: PlaceContext, pane: RankingPane, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._pane = pane
        self._typed: list[str] = []
        self._listed: _Listed = ([], ())
        self._rest = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._rest.timeout.connect(self._follow)
        self._patience = _PATIENCE
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self.follow)
        pane.typed.connect(self.try_query)
        pane.queries.chosen.connect(lambda _query: self.follow())

    @property
    def query(self) -> str:
        """The query whose results are shown and whose changes are marked."""
        return self._pane.queries.current

    def list(self) -> None:
        """Read which queries there are."""
        library = self._context.library

        def work(_job: "Job[_Listed]") -> _Listed:
            return [(one.name, one.query) for one in library.saved_searches.every()], library.recent_searches.every()

        self._context.tasks.run(LISTED, work, self._show_listed)

    def try_query(self, query: str) -> None:
        """List a query first and choose it."""
        self._typed = [query, *(one for one in self._typed if one != query)][:_MOST_TYPED]
        self._show_listed(self._listed)
        self._pane.queries.choose(query)

    def _show_listed(self, listed: _Listed) -> None:
        self._listed = listed
        saved, recent = listed
        self._pane.show_queries(rows_of(self._typed, saved, recent))
        self.follow()

    def follow(self) -> None:
        """Rank the chosen query by the numbers in use; the rest follows when they rest."""
        query, parameters, saved = self.query, self._context.state.parameters, self._context.state.saved
        self._rest.start()
        if not query or not self._pane.isVisible():
            return
        library, name = self._context.library, self._context.state.set_name

        def work(_job: "Job[tuple[Trial, dict[str, str]]]") -> tuple[Trial, dict[str, str]]:
            trial = library.trials.compare(query, saved, parameters)
            headlines = library.headlines([step.memory_id for step in trial.steps])
            return trial, {identity: one.title for identity, one in headlines.items()}

        def show(found: tuple[Trial, dict[str, str]]) -> None:
            self._pane.show_trial(*found, name)
            self.moved.emit(found[0].moved)
            if found[0].words_only and self._patience:  # the model may still be loading
                self._patience -= 1
                self._again.start()

        self._context.tasks.run(ONE, work, show)

    def _follow(self) -> None:
        query, parameters, saved = self.query, self._context.state.parameters, self._context.state.saved
        library = self._context.library
        if not query:
            self.changes_found.emit("", {})
            return

        def look(job: "Job[Mapping[str, FloatArray]]") -> Mapping[str, FloatArray]:
            return library.trials.changes(query, parameters, job.token.check)

        self._context.tasks.run(CHANGES, look, lambda found: self.changes_found.emit(query, found))
        if not self._pane.isVisible():
            return
        listed = self._pane.queries.listed

        def count(job: "Job[dict[str, int]]") -> dict[str, int]:
            moved = {}
            for one in listed:
                job.token.check()
                moved[one] = library.trials.compare(one, saved, parameters).moved
            return moved

        self._context.tasks.run(ALL, count, self._pane.show_moved)

    def stop(self) -> None:
        """Want nothing any more."""
        self._rest.stop()
        self._again.stop()
        for key in (LISTED, ONE, ALL, CHANGES):
            self._context.tasks.cancel(key)
