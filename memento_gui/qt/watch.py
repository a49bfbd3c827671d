"""Watches the store: whoever writes to it, the window learns what changed within a quarter of a second."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from memento_gui.domain.errors import MementoError
from memento_gui.model.library import Library

INTERVAL_MS: Final = 250


class Watch(QObject):
    """Asks the store's version number, which costs microseconds, and reads the change feed only when it moved."""

    changed = Signal(object)
    """Something changed (`ChangeSet`)."""
    failed = Signal(object)
    """The store cannot be read any more (`MementoError`); emitted once until it can be read again."""

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._version = library.data_version()
        self._last = library.last_change()
        self._broken = False
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Look now; right after an own change, so that it shows at once."""
        try:
            version = self._library.data_version()
            if version == self._version and not self._broken:
                return
            changes = self._library.changes(self._last)
        except MementoError as error:
            if not self._broken:
                self._broken = True
                self.failed.emit(error)
            return
        self._broken = False
        self._version, self._last = version, changes.last
        if changes:
            self.changed.emit(changes)

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()
