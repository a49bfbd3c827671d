"""A start that fails says so in the window."""

import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from memento_gui.qt import app as composition
from memento_gui.qt.app import App
from memento_gui.qt.start import Start
from memento_gui.qt.widgets.message_bar import MessageBar


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
