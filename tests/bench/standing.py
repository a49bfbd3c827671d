"""One place of the window over a store, as the window makes it, with a thread that computes vectors beside it."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.app import keep_lively
from memento_gui.qt.place import Place, PlaceContext
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import LIGHT, Theme
from memento_gui.qt.undo import Undo
from memento_gui.search.embedder import BundledEmbedder
from tests.bench.embedding import mixed_texts
from tests.bench.invented import NOW_MS

P = TypeVar("P", bound=Place)
SIZE = 1440, 900


@contextmanager
def stood(kind: type[P], path: str, folder: str) -> Iterator[P]:
    """Show a place of this kind over a store, its model loaded and its text index read from a cache."""
    keep_lively()
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme, tasks, state = Theme(app, LIGHT), Tasks(), AppState()
    with Library.open(path, clock=FixedClock(NOW_MS), embedder=BundledEmbedder, cache=Path(folder)) as library:
        library.load_model()
        library.prepare()
        state.adopt(library.parameter_sets.active_name(), library.parameters())
        undo = Undo(library, state)
        place = kind(PlaceContext(library=library, state=state, tasks=tasks, undo=undo, theme=theme, clock=library.clock))
        tasks.failed.connect(lambda error: sys.exit(f"{place.key}: {error}"))
        tasks.crashed.connect(lambda error: sys.exit(f"{place.key}: {error}"))
        place.resize(*SIZE)
        place.show()
        place.refresh(ChangeSet(last=0, everything=True))
        place.enter()
        pause(400)
        yield place
        tasks.close()
        place.close()
        theme.close()


@contextmanager
def embedding_meanwhile() -> Iterator[None]:
    """Compute vectors in one thread meanwhile, as after an import."""
    stop = threading.Event()

    def work() -> None:
        embedder, texts = BundledEmbedder(), mixed_texts(512)
        while not stop.is_set():
            for start in range(0, len(texts), 8):
                if not stop.is_set():
                    embedder.embed(texts[start : start + 8])

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def pause(milliseconds: int) -> None:
    """Let the event loop run for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


class Heartbeat:
    """Notes how far apart two turns of the event loop are that both had the chance to run."""

    def __init__(self, every_ms: int = 1) -> None:
        self.gaps: list[float] = []
        self._timer = QTimer(interval=every_ms, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._last = 0.0

    def start(self) -> None:
        """Begin to note."""
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> None:
        """Note nothing any more."""
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now
