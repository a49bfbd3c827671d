"""Who else wrote to the store last: an assistant, another window, a script."""

from typing import Final

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.phrases import ago_text, days_between

_TICK_MS: Final = 30_000
_JUST_NOW_MS: Final = 60_000


class Writers(QObject):
    """Names foreign writers: each goes by the source of the newest memory it wrote."""

    changed = Signal(str)
    """What to say now: ``claude wrote 3 minutes ago``."""

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._last: tuple[str, int] | None = None
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._tell)
        self._tick.start()

    def hear(self, changes: ChangeSet) -> None:
        """Remember who else wrote."""
        if not changes.foreign or "memory" not in changes.tables:
            return
        table, now = self._library.features(), self._library.clock.now_ms()
        lately = np.flatnonzero(table.updated_ms >= now - _JUST_NOW_MS)
        newest_first = lately[np.argsort(-table.updated_ms[lately], kind="stable")]
        newest = next((row for row in newest_first if table.ids[row] in changes.foreign), None)
        if newest is None:
            return  # only counters, vectors or reviews moved: nobody wrote
        name = table.sources[table.source[newest]] or "another program"
        self._last = (name if len(name) <= 24 else f"{name[:23]}…", now)
        self._tell()

    def stop(self) -> None:
        """Say nothing more."""
        self._tick.stop()

    def _tell(self) -> None:
        if self._last is None:
            self.changed.emit("")
            return
        name, then = self._last
        self.changed.emit(f"{name} wrote {ago_text(days_between(self._library.clock.now_ms(), then))}")
