"""Who else wrote to the store last: an assistant, another window, a script."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.phrases import ago_text, days_between

_TICK_MS: Final = 30_000
_JUST_NOW_MS: Final = 60_000


class Writers(QObject):
    """Tells own changes from foreign ones. A foreign writer goes by the source of the newest memory it wrote."""

    changed = Signal(str)
    """What to say now: ``claude wrote 3 minutes ago``."""

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._own: set[str] = set()
        self._last: tuple[str, int] | None = None
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._tell)
        self._tick.start()

    def expect(self, memory_id: str) -> None:
        """Know that this window is about to write to a memory."""
        self._own.add(memory_id)

    def hear(self, changes: ChangeSet, own: bool = False) -> None:  # noqa: FBT001, FBT002  # a signal's argument
        """Remember who wrote, unless this window did (``own``)."""
        foreign = changes.ids - self._own if "memory" in changes.tables and not own else frozenset()
        self._own -= changes.ids
        if not foreign:
            return
        table = self._library.features()
        rows = [row for identity in foreign if (row := table.row_of.get(identity)) is not None]
        newest = max(rows, key=lambda row: int(table.updated_ms[row]), default=None)
        now = self._library.clock.now_ms()
        if newest is None or table.updated_ms[newest] < now - _JUST_NOW_MS:
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
