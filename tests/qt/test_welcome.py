"""The page of a first start."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from memento_gui.qt.shell.welcome import Welcome
from memento_gui.qt.theme import Theme


@pytest.mark.parametrize("width", [640, 840, 1380])
def test_every_word_is_shown(qtbot: QtBot, theme: Theme, width: int) -> None:
    page = Welcome(theme)
    qtbot.addWidget(page)
    page.resize(width, 700)
    page.show()
    wrapped = [words for words in page.findChildren(QLabel) if words.wordWrap()]
    assert len(wrapped) == 7
    for words in wrapped:
        assert words.height() >= words.heightForWidth(words.width()), words.text()


def test_enter_opens_the_demo_store(qtbot: QtBot, theme: Theme) -> None:
    page = Welcome(theme)
    qtbot.addWidget(page)
    page.show()
    page.setFocus()
    focused = page.window().focusWidget()
    with qtbot.waitSignal(page.wished) as wished:
        qtbot.keyClick(focused, Qt.Key.Key_Return)
    assert wished.args == ["file.demo"]


def test_a_folder_of_notes_can_be_imported_from_here(qtbot: QtBot, theme: Theme) -> None:
    page = Welcome(theme)
    qtbot.addWidget(page)
    (button,) = [one for one in page.findChildren(QPushButton) if one.text() == "Import a folder…"]
    with qtbot.waitSignal(page.wished) as wished:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert wished.args == ["file.import_folder"]
