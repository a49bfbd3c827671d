"""What the Qt tests share: an offscreen platform, a theme, and strictness about warnings and leaked threads."""

import os
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from memento_gui.model.library import Library
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import LIGHT, Theme
from memento_gui.qt.undo import Undo
from tests.qt.standing import P, Stand

OFFSCREEN = ("propagateSizeHints", r"raise\(\)", "grabbing")
"""What the offscreen platform cannot do, and says so."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A warning in Qt's log fails the test that caused it."""
    for item in items:
        if "/tests/qt/" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            item.add_marker(pytest.mark.qt_log_ignore(*OFFSCREEN))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """End what runs before the widgets are deleted that would hear of it: in the window the session does."""
    runner = item.funcargs.get("tasks") if isinstance(item, pytest.Function) else None
    if isinstance(runner, Tasks):
        runner.close()
    return (yield)


@pytest.fixture(autouse=True)
def _nothing_leaks(qapp: QApplication) -> Iterator[None]:
    """Threads that a test starts are gone when it ends, deleted objects really are, and no key is held down."""
    before = set(threading.enumerate())
    QTest.keyClick(QWidget(), Qt.Key.Key_F24)  # Qt believes what the last event said: a click with Ctrl would last
    assert QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = [thread.name for thread in set(threading.enumerate()) - before if thread.is_alive()]
    assert not left, f"threads still run: {left}"


@pytest.fixture(autouse=True)
def _no_monitor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A progress bar inside a library would leave its monitor thread behind."""
    monkeypatch.setattr("tqdm.tqdm.monitor_interval", 0)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme(qapp, LIGHT)
    yield made
    made.close()


@pytest.fixture
def tasks(qtbot: QtBot) -> Iterator[Tasks]:
    runner = Tasks()
    yield runner
    runner.close()


@pytest.fixture
def stand(theme: Theme, tasks: Tasks, qtbot: QtBot) -> Iterator[Stand]:
    """Return a maker of places as the window makes them: the store's active set, an undo stack, nothing selected."""

    def show(kind: "type[P]", library: Library, width: int, height: int) -> P:
        state = AppState()
        state.adopt(library.parameter_sets.active_name(), library.parameters())
        undo = Undo(library, state)
        undo.applied.connect(lambda: state.adopt(library.parameter_sets.active_name(), library.parameters()))
        context = PlaceContext(library=library, state=state, tasks=tasks, undo=undo, theme=theme, clock=library.clock)
        place = kind(context)
        qtbot.addWidget(place)
        place.resize(width, height)
        with qtbot.waitExposed(place):
            place.show()
        qtbot.waitUntil(lambda: not tasks.is_busy())
        return place

    yield show
    qtbot.waitUntil(lambda: not tasks.is_busy(), timeout=30_000)
