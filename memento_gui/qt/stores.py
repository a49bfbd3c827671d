"""Opens one store at a time in a worker, and the demo, which is gone when another one is opened."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.errors import MementoError
from memento_gui.qt.start import Loaders
from memento_gui.qt.tasks import Tasks

if TYPE_CHECKING:
    from memento_gui.model.library import Library

_KEY: Final = "stores.open"


class Stores(QObject):
    """Holds the open library. The one before is closed only after the next one is there."""

    opened = Signal(object)
    """A store is open (`Library`); whoever used the one before must let go of it before this returns."""
    refused = Signal(object)
    """A store could not be opened (`MementoError`); the one before stays."""

    def __init__(self, tasks: Tasks, loaders: Loaders, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._loaders = loaders
        self._library: Library | None = None
        self._demo: Path | None = None

    @property
    def is_demo(self) -> bool:
        """Whether the open store is a demo."""
        return self._demo is not None

    @property
    def is_opening(self) -> bool:
        """Whether a store is about to be open."""
        return self._tasks.is_busy(_KEY)

    def open(self, path: Path) -> None:
        """Open a store, or make it."""
        self._open(lambda: self._loaders.library(path), None)

    def open_demo(self) -> None:
        """Open a demo store that is made anew."""
        folder = Path(tempfile.mkdtemp(prefix="memento-demo-"))
        self._open(lambda: self._loaders.library(self._loaders.demo(folder)), folder)

    def close(self) -> None:
        """Close the store; nothing may use it any more."""
        if self._library is not None:
            self._library.close()
            self._library = None
        self._remove_demo()

    def _open(self, make: "Callable[[], Library]", demo: Path | None) -> None:
        def take(library: "Library") -> None:
            self._tasks.drain()  # nobody may still read the store that is about to be closed
            self.opened.emit(library)
            self.close()
            self._library, self._demo = library, demo

        def refuse(error: MementoError) -> None:
            if demo is not None:
                shutil.rmtree(demo, ignore_errors=True)
            self.refused.emit(error)

        self._tasks.run(_KEY, lambda _job: make(), take, failed=refuse)

    def _remove_demo(self) -> None:
        if self._demo is not None:
            shutil.rmtree(self._demo, ignore_errors=True)
            self._demo = None
