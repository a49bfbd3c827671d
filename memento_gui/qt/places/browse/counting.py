"""Keeps the sidebar's counts up to date: one pass over everything at a time, however many changes come."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.browse.looking import Counts, count

KEY: Final = "browse.counts"


class Counting(QObject):
    """Counts at once after the first change; changes during a pass and the pause after it make one more pass together.

    A pass is never given up for a newer one: under a stream of changes the counts would never appear. The pause is as
    long as the pass was, so that counting never takes more than half of one core.
    """

    def __init__(self, context: PlaceContext, show: Callable[[Counts], None], parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._show = show
        self._changed = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._took = QElapsedTimer()
        self._pause.timeout.connect(self._begin_if_changed)

    @property
    def waiting(self) -> bool:
        """Whether something changed that is not counted yet."""
        return self._changed

    def ask(self) -> None:
        """Say that something changed."""
        self._changed = True
        if not self._pause.isActive() and not self._context.tasks.is_busy(KEY):
            self._begin_if_changed()

    def _begin_if_changed(self) -> None:
        if self._changed:
            self._changed = False
            library = self._context.library
            self._took.start()
            self._context.tasks.run(KEY, lambda _job: count(library), self._take)

    def _take(self, counts: Counts) -> None:
        self._show(counts)
        self._pause.start(self._took.elapsed())
