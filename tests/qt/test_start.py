"""A start that fails says so in the window."""

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

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
