"""The composition root: paints the shell with nothing but Qt, loads everything else beside it, and connects that."""

import gc
import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from memento_gui.qt.settings import Settings
from memento_gui.qt.shell.window import Window
from memento_gui.qt.start import Loaders, Start
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import CHOICES, SYSTEM, Theme
from memento_gui.qt.widgets.message_bar import ERROR, Message

if TYPE_CHECKING:
    from memento_gui.model.library import Library
    from memento_gui.qt.control import Control
    from memento_gui.qt.place import Place
    from memento_gui.qt.session import Session
    from memento_gui.qt.tour import Tour

DEMO_NAME: Final = "demo.db"
RARELY: Final = (10_000, 10, 1_000)
"""When Python looks for garbage in cycles: for the young often, for all of it hardly ever: that stops every thread."""
TURN_SECONDS: Final = 0.0005
"""How long a worker keeps Python's lock when the window wants it. Each call into Qt gives the lock away: by Python's own
5 ms a redraw of twenty calls would wait a tenth of a second for one busy worker. The workers lose nothing."""
LARGE: Final = 50_000
"""From so many memories on the garbage collector leaves an open store alone."""
TRAY_LOOKS: Final = 20
TRAY_EVERY_MS: Final = 500
"""How often, and after how long again, a start in the tray looks for it before it shows the window."""


def open_library(path: Path) -> "Library":
    """Open a store and read its columns, seconds for a million memories; called in a worker.

    The bundled model is loaded when it is first needed. Python's garbage collector looks at nothing of what was read of a
    large store, then or as long as it is open: with a million memories it would stop the window for seconds each time.
    """
    from platformdirs import user_cache_path

    from memento_gui.model.library import Library

    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()  # what the store before left
    gc.disable()
    try:
        library = Library.open(path, cache=user_cache_path("memento") / "indexes")
        try:
            memories = len(library.features())
        except BaseException:
            library.close()
            raise
        if memories >= LARGE:
            gc.freeze()
    finally:
        gc.enable()
    return library


def write_demo(folder: Path) -> Path:
    """Write a fresh demo store into a folder and return its path; called in a worker."""
    from memento_gui.domain.clock import SystemClock
    from memento_gui.model.demo import create_demo

    path = folder / DEMO_NAME
    create_demo(path, SystemClock())
    return path


def drafts_folder() -> Path:
    """Return the user's folder for what is typed and not saved."""
    from platformdirs import user_data_path

    return user_data_path("memento") / "drafts"


def browse() -> "type[Place]":
    """Import Browse."""
    from memento_gui.qt.places.browse import Browse

    return Browse


def search() -> "type[Place]":
    """Import Search."""
    from memento_gui.qt.places.search import SearchPlace

    return SearchPlace


def tune() -> "type[Place]":
    """Import Tune, and with it pyqtgraph."""
    from memento_gui.qt.places.tune import TunePlace

    return TunePlace


def review() -> "type[Place]":
    """Import Review."""
    from memento_gui.qt.places.review import ReviewPlace

    return ReviewPlace


FIRST_MODULES: Final = (
    "memento_gui.model.library",
    "memento_gui.qt.control",
    "memento_gui.qt.session",
    "memento_gui.qt.places.browse",
    "memento_gui.qt.plots.detail_curve",
)
"""What the window needs before it can show a store; they and what they import take a second."""
NEXT_MODULES: Final = tuple(f"memento_gui.qt.places.{place}" for place in ("search", "tune", "review"))
"""What the other places need, imported once a store is shown: whoever opens one of them first would wait for it."""


def import_all(names: Iterable[str]) -> Exception | None:
    """Import modules, or return why that cannot be done; called in a worker."""
    try:
        for name in names:
            importlib.import_module(name)
    except Exception as error:  # noqa: BLE001  # any module of anyone's may be broken: the window says so
        return error
    return None


PLACES: "Final[Mapping[str, Callable[[], type[Place]]]]" = {
    "browse": browse,
    "search": search,
    "tune": tune,
    "review": review,
}


def _incomplete(error: Exception) -> Message:
    """Return what to say when the program's own parts do not load."""
    return Message(
        text="Memento cannot start: a part of its installation is missing or damaged.",
        detail=f"No store was opened or changed. Install Memento again. ({type(error).__name__}: {error})",
        kind=ERROR,
    )


class App(QObject):
    """The running program: shell first, everything else after its first paint."""

    def __init__(self, application: QApplication, start: Start) -> None:
        super().__init__()
        self.start = start
        self.settings = Settings() if start.private or start.tour else Settings.of_user()
        wanted = start.theme or self.settings.text("theme", SYSTEM)
        self.theme = Theme(application, wanted if wanted in CHOICES else SYSTEM)
        self.tasks = Tasks(self)
        self.window = Window(self.theme)
        self.control: Control | None = None
        self.tour: Tour | None = None
        self.window.painted.connect(self._load)

    def show(self) -> None:
        """Show the shell; or load behind an icon in the tray, where that was asked for and there is a tray."""
        if self.start.in_tray and self._wants_tray():
            self._await_tray(TRAY_LOOKS)
        else:
            self.window.show()

    def _await_tray(self, looks: int) -> None:
        """Hide in the tray as soon as there is one: where both start with the computer, it may come later than this."""
        from memento_gui.qt.reminders.tray import tray_exists

        if tray_exists():
            self.window.painted.disconnect(self._load)
            self._load()
        elif looks > 0:
            QTimer.singleShot(TRAY_EVERY_MS, lambda: self._await_tray(looks - 1))
        else:
            self.window.show()

    def _wants_tray(self) -> bool:
        from memento_gui.qt.reminders.reminding import ReminderSettings

        return ReminderSettings.read(self.settings).tray

    def close(self) -> None:
        """Stop all work, wait for it, then close the store."""
        if self.control is not None:
            self.control.stop()
        self.tasks.close()
        if self.control is not None:
            self.control.close()
        self.theme.close()

    def _load(self) -> None:
        self.window.status.show_work("Starting…", 0.0)
        self.tasks.run("app.load", lambda _job: import_all(FIRST_MODULES), self._begin)

    def _begin(self, broken: Exception | None) -> None:
        self.window.status.show_work("", 0.0)
        if broken is not None:
            self.window.show_message(_incomplete(broken))
            raise broken
        from memento_gui.qt.control import Control

        kept = None if self.start.private or self.start.tour else drafts_folder()
        loaders = Loaders(library=open_library, demo=write_demo, session=self._session, curve=self._curve, drafts=kept)
        self.control = Control(self.window, self.theme, self.tasks, self.settings, loaders)
        if self.start.tour is not None:
            from memento_gui.qt.tour import Tour

            self.tour = Tour(self.control, self.start.tour)
        self.control.opened.connect(self._import_next)
        self.control.begin(self.start)

    def _import_next(self) -> None:
        """Import what the other places need, and offer what they do; a broken one tells when it is opened."""
        self.tasks.run("app.import", lambda _job: import_all(NEXT_MODULES), self._offer)

    def _offer(self, broken: Exception | None) -> None:
        if self.control is not None and broken is None:
            self.control.offers = tuple(action for place in PLACES.values() for action in place().offer)

    def _session(self, library: "Library") -> "Session":
        from memento_gui.qt.session import Session

        return Session(self.window, self.theme, self.tasks, library, PLACES)

    def _curve(self) -> tuple[QWidget, Callable[[Any], None]]:
        from memento_gui.qt.plots.detail_curve import DetailCurve

        curve = DetailCurve(self.theme)

        def show(detail: Any) -> None:
            memory = detail.memory
            last = memory.created_ms if memory.last_used_ms is None else memory.last_used_ms
            pace = detail.fading.tag_factor
            curve.show_memory(memory.uses, memory.strength, last, detail.now_ms, detail.parameters, tag_factor=pace)

        return curve, show


def keep_lively() -> None:
    """Have Python's own workings never hold the window up; once, for the whole process."""
    gc.set_threshold(*RARELY)
    sys.setswitchinterval(TURN_SECONDS)


def run(start: Start) -> int:
    """Show the window until it is closed; return the exit code."""
    keep_lively()
    QApplication.setApplicationName("memento-gui")
    QApplication.setApplicationDisplayName("Memento")
    QApplication.setDesktopFileName("memento-gui")
    application = QApplication(sys.argv[:1])
    app = App(application, start)
    app.show()
    code = application.exec()
    app.close()
    return app.tour.code if app.tour is not None else code
