"""The window's shell, and the first things that it asks the desktop for."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memento_gui.qt.files import default_folder
from memento_gui.qt.shell.window import Window
from memento_gui.qt.theme import Theme


def test_a_new_window_fits_the_screen_together_with_its_title_bar(theme: Theme, qtbot: QtBot) -> None:
    window = Window(theme)
    qtbot.addWidget(window)
    free = window.screen().availableSize() - window.size()
    assert free.width() >= 8
    assert free.height() >= 40


def test_the_folder_offered_first_is_one_that_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    assert default_folder() == tmp_path
    (tmp_path / "Documents").mkdir()
    assert default_folder() in {tmp_path / "Documents", tmp_path}
