"""The page of a place with nothing to show."""

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.empty_state import EmptyState


@pytest.mark.parametrize("width", [300, 640, 1380])
def test_every_word_is_shown(qtbot: QtBot, theme: Theme, width: int) -> None:
    page = EmptyState(theme, "search")
    qtbot.addWidget(page)
    page.say("Nothing was found for a question of some length that goes on", "Words that go on and on. " * 8)
    page.resize(width, 700)
    page.show()
    for words in page.findChildren(QLabel):
        assert words.height() >= words.heightForWidth(words.width()), words.text()
