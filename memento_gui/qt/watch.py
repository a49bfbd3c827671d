"""Watches the store: whoever writes to it, the window learns what changed within a quarter of a second."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from memento_gui.domain.errors import MementoError
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.tasks import Tasks

INTERVAL_MS: Final = 250
FEW: Final = 1_000
"""Rows of the change feed up to which they are read in the GUI thread."""

_KEY: Final = "watch.read"


class Watch(QObject):
    """Asks the store's version number, which costs microseconds, and reads the change feed only when it moved.

    With a task runner many changes are read in a worker, and the store's columns with them, so that what hears of the
    changes finds the columns ready.
    """

    changed = Signal(object)
    """Something changed (`ChangeSet`)."""
    failed = Signal(object)
    """The store cannot be read any more (`MementoError`); emitted once until it can be read again."""

    def __init__(self, library: Library, parent: QObject | None = None, *, tasks: Tasks | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._tasks = tasks
        self._version = library.data_version()
        self._last = library.last_change()
        self._broken = False
        self._reading = False
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Look now; right after an own change, so that it shows at once."""
        if self._reading:
            return  # it looks again when it has read
        try:
            version = self._library.data_version()
            if version == self._version and not self._broken:
                return
            if self._tasks is not None and self._library.last_change() - self._last > FEW:
                self._read_later(self._tasks, version)
                return
            self._take(version, self._library.changes(self._last))
        except MementoError as error:
            self._failed(error)

    def _read_later(self, tasks: Tasks, version: int) -> None:
        library, since = self._library, self._last
        self._reading = True

        def work(_job: object) -> ChangeSet:
            changes = library.changes(since)
            library.features()
            return changes

        def done(changes: ChangeSet) -> None:
            self._reading = False
            self._take(version, changes)
            self.look()

        tasks.run(_KEY, work, done, failed=self._failed, cancelled=self._stopped)

    def _take(self, version: int, changes: ChangeSet) -> None:
        self._broken = False
        self._version, self._last = version, changes.last
        if changes:
            self.changed.emit(changes)

    def _failed(self, error: MementoError) -> None:
        self._reading = False
        if not self._broken:
            self._broken = True
            self.failed.emit(error)

    def _stopped(self) -> None:
        self._reading = False

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()
