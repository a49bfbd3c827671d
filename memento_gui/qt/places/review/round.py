"""The round of cards under way: the queue as it was fetched last, the steps taken, and which card comes first."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.errors import MementoError
from memento_gui.model import edits
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.review.loading import Asked, Statistics, Today, load_statistics, load_today
from memento_gui.qt.places.review.sitting import Sitting

QUEUE: Final = "review.queue"
STATISTICS: Final = "review.statistics"


class Round(QObject):
    """Fetches in workers and applies what is done with a card. While it is ``waiting`` no card is on the desk."""

    counted = Signal()
    """The queue was fetched: ``today`` is another one."""
    looked = Signal(object)
    """What the right column shows was fetched (`Statistics`)."""
    taken_back = Signal()
    """A step with a card was undone; its card comes first again."""
    failed = Signal(object)
    """Something could not be read (`MementoError`)."""

    def __init__(self, context: PlaceContext, sitting: Sitting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._sitting = sitting
        self._steps: list[tuple[int, str]] = []
        self.today: Today | None = None
        self.statistics: Statistics | None = None
        self.waiting = False
        self.front = ""

    @property
    def first(self) -> Asked | None:
        """The card that is asked now, or None: also while a step is under way."""
        return self.today.first if self.today is not None and not self.waiting else None

    def begin_anew(self) -> None:
        """Ask other cards."""
        self.front = ""
        self.load()

    def load(self) -> None:
        """Fetch the queue; the card of a step that was taken back comes first again."""
        while self._steps and self._steps[-1][0] > self._context.undo.depth:
            self.front = self._steps.pop()[1]
            self.taken_back.emit()
        library, session, front = self._context.library, self._sitting.session, self.front
        run = self._context.tasks.run
        run(QUEUE, lambda _job: load_today(library, session, front=front), self._count, failed=self._fail)
        run(STATISTICS, lambda _job: load_statistics(library), self._look)

    def do(self, edit: edits.Edit, identity: str) -> bool:
        """Apply an edit of a card; no card is on the desk until the queue is there again."""
        return self._applied(edit, identity, goes_on=False)

    def go_on(self, edit: edits.Edit, identity: str) -> bool:
        """Apply an edit after which the card leaves; the next one, if it is known, is asked at once."""
        self.front = ""
        return self._applied(edit, identity, goes_on=True)

    def _applied(self, edit: edits.Edit, identity: str, *, goes_on: bool) -> bool:
        self.waiting = True
        done = self._context.undo.do(edit)
        if done:
            self._steps.append((self._context.undo.depth, identity))
            second = self.today.second if self.today is not None else None
            if goes_on and self.today is not None and second is not None:
                self.today = replace(self.today, first=second, second=None)
                self.front, self.waiting = second.card.memory.id, False
        self.load()
        return done

    def _count(self, today: Today) -> None:
        self.today, self.waiting = today, False
        self.counted.emit()

    def _look(self, statistics: Statistics) -> None:
        self.statistics = statistics
        self.looked.emit(statistics)

    def _fail(self, error: MementoError) -> None:
        self.waiting = False
        self.failed.emit(error)
