"""The Learn tab of Tune: better numbers from what was judged and reviewed, shown before they are used."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.fsrs import FsrsLesson
from memento_gui.engine.learning.ranking import RankingLesson
from memento_gui.engine.learning.reviews import ReviewLesson
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.tune.advice.check_list import CheckList
from memento_gui.qt.places.tune.advice.findings import Advice, advice_on_queries
from memento_gui.qt.places.tune.learn.fsrs import LearnFsrs
from memento_gui.qt.places.tune.learn.ranking import LearnRanking
from memento_gui.qt.places.tune.learn.reviews import LearnReviews
from memento_gui.qt.places.tune.overlay_scroll import OverlayScrollArea
from memento_gui.qt.tasks import Job
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import separator

RANKING: Final = "tune.learn.ranking"
REVIEWS: Final = "tune.learn.reviews"
FSRS: Final = "tune.learn.fsrs"
CHECKS: Final = "tune.learn.checks"
COUNTED: Final = "tune.learn.count"


class LearnPane(OverlayScrollArea):
    """All kinds of learning, one under the other."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inside = QFrame()
        inside.setProperty("surface", "base")
        self.ranking = LearnRanking(theme)
        self.reviews = LearnReviews(theme)
        self.fsrs = LearnFsrs(theme)
        self.checks = CheckList(theme)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.ranking)
        layout.addWidget(separator())
        layout.addWidget(self.reviews)
        layout.addWidget(separator())
        layout.addWidget(self.fsrs)
        layout.addWidget(separator())
        layout.addWidget(self.checks)
        layout.addStretch(1)
        self.setWidget(inside)


class LearnDesk(QObject):
    """Runs the learning beside the window and turns the knobs when it is applied."""

    reported = Signal(object)
    """Something failed (`MementoError`); the numbers are as they were."""
    advised = Signal(object)
    """What the store's queries say of the numbers in use (a tuple of `Advice`)."""
    counted = Signal(int)
    """So many judged queries have anything relevant."""

    def __init__(self, context: PlaceContext, pane: LearnPane, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._pane = pane
        self._judged = 0
        self._reviewed = 0
        self._lesson: RankingLesson | None = None
        self._review_lesson: ReviewLesson | None = None
        ranking, reviews = pane.ranking, pane.reviews
        ranking.started.connect(self.learn_ranking)
        ranking.cancelled.connect(self._cancel_ranking)
        ranking.applied.connect(self._apply_ranking)
        ranking.discarded.connect(self._discard_ranking)
        reviews.started.connect(self.learn_reviews)
        reviews.cancelled.connect(self._cancel_reviews)
        reviews.applied.connect(self._apply_reviews)
        reviews.discarded.connect(self._discard_reviews)
        self._fsrs_lesson: FsrsLesson | None = None
        pane.fsrs.started.connect(self.learn_fsrs)
        pane.fsrs.cancelled.connect(self._cancel_fsrs)
        pane.fsrs.applied.connect(self._apply_fsrs)
        pane.fsrs.discarded.connect(self._discard_fsrs)

    def count(self) -> None:
        """Count, in a worker, what there is to learn from."""
        learning = self._context.library.learning
        self._context.tasks.run(COUNTED, lambda _job: (learning.count(), learning.review_count()), self._show_counts)

    def _show_counts(self, counts: tuple[int, int]) -> None:
        judged, self._reviewed = counts
        self._judged = judged
        self._pane.ranking.show_count(judged)
        self._pane.reviews.show_count(self._reviewed)
        self._pane.fsrs.show_count(self._reviewed, installed=self._context.library.learning.fsrs_is_installed)
        self.counted.emit(judged)

    def check(self) -> None:
        """See, in a worker, what the numbers in use do to the store's own queries."""
        parameters, library = self._context.state.parameters, self._context.library

        def work(job: "Job[tuple[Advice, ...]]") -> tuple[Advice, ...]:
            saved = [search.query for search in library.saved_searches.every()]
            return advice_on_queries(parameters, library.learning.reach(parameters, saved, job.token.check))

        self._context.tasks.run(CHECKS, work, self.advised.emit)

    def stop_checks(self) -> None:
        """Want no counts and no checks any more; learning goes on."""
        for key in (CHECKS, COUNTED):
            self._context.tasks.cancel(key)

    def learn_ranking(self) -> None:
        """Learn from every judged query, beginning at the numbers in use."""
        parameters, learning = self._context.state.parameters, self._context.library.learning
        section = self._pane.ranking
        section.show_start()
        self._context.tasks.run(
            RANKING,
            lambda job: learning.ranking(parameters, job.report),
            self._show_ranking,
            failed=self._fails(self._discard_ranking),
            progressed=section.show_progress,
        )

    def learn_reviews(self) -> None:
        """Learn from the review log, beginning at the numbers in use."""
        parameters, learning = self._context.state.parameters, self._context.library.learning
        section = self._pane.reviews
        section.show_start()
        self._context.tasks.run(
            REVIEWS,
            lambda job: learning.review_curve(parameters, job.report),
            self._show_reviews,
            failed=self._fails(self._discard_reviews),
            progressed=section.show_progress,
        )

    def learn_fsrs(self) -> None:
        """Fit FSRS-6 by its own optimizer, beginning at the set in use."""
        parameters, learning = self._context.state.parameters, self._context.library.learning
        section = self._pane.fsrs
        section.show_start()
        self._context.tasks.run(
            FSRS,
            lambda job: learning.fsrs(parameters, job.report),
            self._show_fsrs,
            failed=self._fails(self._discard_fsrs),
            progressed=section.show_progress,
        )

    def _cancel_fsrs(self) -> None:
        self._context.tasks.cancel(FSRS)
        self._discard_fsrs()

    def _show_fsrs(self, lesson: FsrsLesson) -> None:
        self._fsrs_lesson = lesson
        self._pane.fsrs.show_lesson(lesson)

    def _apply_fsrs(self) -> None:
        if self._fsrs_lesson is not None:
            self._turn(self._fsrs_lesson.given, self._fsrs_lesson.parameters, "Use the fitted FSRS-6 weights")
        self._discard_fsrs()

    def _discard_fsrs(self) -> None:
        self._fsrs_lesson = None
        self._pane.fsrs.show_idle("")
        self._pane.fsrs.show_count(self._reviewed, installed=self._context.library.learning.fsrs_is_installed)

    def _cancel_ranking(self) -> None:
        self._context.tasks.cancel(RANKING)
        self._discard_ranking()

    def _show_ranking(self, lesson: RankingLesson) -> None:
        self._lesson = lesson
        self._pane.ranking.show_lesson(lesson)

    def _apply_ranking(self) -> None:
        if self._lesson is not None:
            self._turn(self._lesson.given, self._lesson.parameters, "Use the learned ranking")
        self._discard_ranking()

    def _discard_ranking(self) -> None:
        self._lesson = None
        self._pane.ranking.show_idle("")
        self._pane.ranking.show_count(self._judged)

    def _cancel_reviews(self) -> None:
        self._context.tasks.cancel(REVIEWS)
        self._discard_reviews()

    def _show_reviews(self, lesson: ReviewLesson) -> None:
        self._review_lesson = lesson
        self._pane.reviews.show_lesson(lesson)

    def _apply_reviews(self) -> None:
        if self._review_lesson is not None:
            self._turn(self._review_lesson.given, self._review_lesson.parameters, "Use the learned review curve")
        self._discard_reviews()

    def _discard_reviews(self) -> None:
        self._review_lesson = None
        self._pane.reviews.show_idle("")
        self._pane.reviews.show_count(self._reviewed)

    def _turn(self, given: ParameterSet, learned: ParameterSet, label: str) -> None:
        """Change only what was learned: knobs turned meanwhile stay."""
        changed = {name: new for name, (_, new) in learned.changes_from(given).items() if new is not None}
        self._context.undo.turn(self._context.state.parameters.with_values(changed), label)

    def _fails(self, then: Callable[[], None]) -> Callable[[MementoError], None]:
        def failed(error: MementoError) -> None:
            then()
            self.reported.emit(error)

        return failed
