"""Who else wrote to the store last: an assistant, another window, a script."""

from collections.abc import Set as AbstractSet
from typing import Final

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from memento_gui.domain.features import FeatureTable
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.phrases import ago_text, days_between
from memento_gui.qt.tasks import Tasks

_TICK_MS: Final = 30_000
_JUST_NOW_MS: Final = 60_000
_KEY: Final = "writers.name"


class Writers(QObject):
    """Names foreign writers: each goes by the source of the newest memory it wrote."""

    changed = Signal(str)
    """What to say now: ``claude wrote 3 minutes ago``."""

    def __init__(self, library: Library, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library, self._tasks = library, tasks
        self._heard: frozenset[str] = frozenset()
        self._last: tuple[str, int] | None = None
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._tell)
        self._tick.start()

    def hear(self, changes: ChangeSet) -> None:
        """Find out who else wrote, in a worker: the store's columns may have to be read for it."""
        if not changes.foreign or "memory" not in changes.tables:
            return
        heard = self._heard = self._heard | changes.foreign
        library, now = self._library, self._library.clock.now_ms()

        def deliver(name: str) -> None:
            self._heard -= heard
            if name:
                self._last = (name if len(name) <= 24 else f"{name[:23]}…", now)
                self._tell()

        self._tasks.run(_KEY, lambda _job: _newest_source(library.features(), heard, now), deliver)

    def stop(self) -> None:
        """Say nothing more."""
        self._tick.stop()

    def _tell(self) -> None:
        if self._last is None:
            self.changed.emit("")
            return
        name, then = self._last
        self.changed.emit(f"{name} wrote {ago_text(days_between(self._library.clock.now_ms(), then))}")


def _newest_source(table: FeatureTable, foreign: AbstractSet[str], now_ms: int) -> str:
    """Return the source of the newest memory that others wrote; empty if only counters, vectors or reviews moved."""
    lately = np.flatnonzero(table.updated_ms >= now_ms - _JUST_NOW_MS)[::-1]  # of one moment, what came last
    newest_first = lately[np.argsort(-table.updated_ms[lately], kind="stable")]
    newest = next((row for row in newest_first if table.ids[row] in foreign), None)
    return "" if newest is None else table.sources[table.source[newest]] or "another program"
