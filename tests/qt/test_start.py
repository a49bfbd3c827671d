"""A start that fails says so in the window."""

import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from memento_gui.model.library import Library
from memento_gui.qt import app as composition
from memento_gui.qt.app import App
from memento_gui.qt.place import Place
from memento_gui.qt.shell.welcome import Welcome
from memento_gui.qt.start import Start
from memento_gui.qt.transfer.import_preview import ImportPreview
from memento_gui.qt.widgets.empty_state import EmptyState
from memento_gui.qt.widgets.message_bar import MessageBar

Slow = tuple[App, threading.Event]


def test_a_damaged_installation_is_said_in_the_window(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "memento_gui.qt.control", None)
    app = App(qapp, Start(store=tmp_path / "memento.db", private=True))
    with qtbot.captureExceptions() as caught:
        app.show()
        qtbot.waitUntil(lambda: bool(caught))
    (bar,) = app.window.findChildren(MessageBar)
    assert bar.message.text.startswith("Memento cannot start")
    assert "memento_gui.qt.control" in bar.message.detail
    assert not (tmp_path / "memento.db").exists()
    app.close()
    app.window.deleteLater()


def test_what_a_store_needs_is_imported_beside_the_window_which_says_so(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: list[threading.Thread] = []
    asked: list[str] = []
    go_on = threading.Event()

    def imported(names: Iterable[str]) -> None:
        asked.extend(names)
        where.append(threading.current_thread())
        assert go_on.wait(30)

    monkeypatch.setattr(composition, "import_all", imported)
    app = App(qapp, Start(store=tmp_path / "memento.db", private=True))
    app.show()
    qtbot.waitUntil(lambda: bool(where))
    assert "Starting…" in [label.text() for label in app.window.status.findChildren(QLabel)]
    go_on.set()
    qtbot.waitUntil(lambda: len(where) == 2)
    assert threading.main_thread() not in where
    assert {f"memento_gui.qt.places.{key}" for key in composition.PLACES} <= set(asked)
    app.close()
    app.window.deleteLater()


@pytest.fixture
def slow(qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """A window on a store that opens only when it is let."""
    go_on = threading.Event()
    really = composition.open_library

    def opened(path: Path) -> Library:
        assert go_on.wait(30)
        return really(path)

    monkeypatch.setattr(composition, "open_library", opened)
    app = App(qapp, Start(store=tmp_path / "large.db", private=True))
    app.show()
    qtbot.waitUntil(lambda: app.tasks.is_busy("stores.open"))
    yield app, go_on
    go_on.set()
    app.close()
    app.window.deleteLater()


def page(app: App) -> QWidget | None:
    return app.window.stage.stack.currentWidget()


def test_a_store_that_takes_long_to_open_is_named_in_the_middle(slow: Slow, qtbot: QtBot, tmp_path: Path) -> None:
    app, go_on = slow
    assert page(app) is None  # nothing flashes where it is quick
    qtbot.waitUntil(lambda: isinstance(page(app), EmptyState))
    said = page(app)
    assert isinstance(said, EmptyState)
    assert said.headline == "Opening large.db…"
    assert [words.text()[-20:] for words in said.findChildren(QLabel)][-1] == str(tmp_path)[-20:]
    assert "Opening large.db…" in app.window.status.told.values()
    go_on.set()
    qtbot.waitUntil(lambda: isinstance(page(app), Place))
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)
    assert "Opening large.db…" not in app.window.status.told.values()


def test_a_store_that_is_refused_after_a_while_leaves_the_first_page(slow: Slow, qtbot: QtBot, tmp_path: Path) -> None:
    app, go_on = slow
    qtbot.waitUntil(lambda: isinstance(page(app), EmptyState))
    (tmp_path / "large.db").write_bytes(b"no database" * 1000)
    go_on.set()
    qtbot.waitUntil(lambda: isinstance(page(app), Welcome))
    assert app.control is not None
    assert not app.control._opening._timer.isActive()
    assert [message.text for message in app.window.messages.messages] == ["large.db is not a database."]
    app.control.open(tmp_path / "another.db")
    qtbot.waitUntil(lambda: app.control is not None and app.control.session is not None)
    assert not app.window.messages.messages


def dropped(app: App, file: Path) -> None:
    held = QMimeData()
    held.setUrls([QUrl.fromLocalFile(str(file))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(app.window.windowHandle(), QDropEvent(QPointF(300, 300), copy, held, left, none))


def test_a_file_dropped_while_a_store_is_opened_is_asked_about_once_it_is_open(
    slow: Slow, qtbot: QtBot, tmp_path: Path
) -> None:
    app, go_on = slow
    notes = tmp_path / "notes.md"
    notes.write_text("Some words.", "utf-8")
    dropped(app, notes)
    assert not app.window.findChildren(QFileDialog)  # the store to import into is known
    go_on.set()
    qtbot.waitUntil(lambda: bool(app.window.findChildren(ImportPreview)), timeout=60_000)
    (preview,) = app.window.findChildren(ImportPreview)
    assert preview.windowTitle() == "Import notes.md"
    preview.reject()
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)


def test_a_file_dropped_without_a_store_is_forgotten_where_no_store_is_made(
    slow: Slow, qtbot: QtBot, tmp_path: Path
) -> None:
    app, go_on = slow
    notes = tmp_path / "notes.md"
    notes.write_text("Some words.", "utf-8")
    (tmp_path / "large.db").write_bytes(b"no database" * 1000)
    go_on.set()
    qtbot.waitUntil(lambda: isinstance(page(app), Welcome))
    dropped(app, notes)
    (dialog,) = app.window.findChildren(QFileDialog)
    dialog.reject()
    assert app.control is not None
    app.control.open(tmp_path / "other.db")
    with qtbot.waitSignal(app.control.opened):
        pass
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)
    assert not app.window.findChildren(ImportPreview)
