"""The rail: what its entries tell of themselves, and when they cannot be pressed."""

import pytest
from pytestqt.qtbot import QtBot

from memento_gui.qt.shell.rail import RailEntry, RailItem
from memento_gui.qt.theme import Theme

ENTRY = RailEntry("review", "Review", "review", "Ctrl+4", "to answer today")


@pytest.fixture
def item(theme: Theme, qtbot: QtBot) -> RailItem:
    made = RailItem(theme, ENTRY)
    qtbot.addWidget(made)
    return made


def test_a_badge_says_what_it_counts(item: RailItem) -> None:
    item.show_badge("8")
    assert item.toolTip() == "Review (Ctrl+4): 8 to answer today"
    assert item.accessibleName() == "Review, 8 to answer today"
    item.show_badge("")
    assert item.toolTip() == "Review (Ctrl+4)"
    assert item.accessibleName() == "Review"


def test_an_entry_that_cannot_be_pressed_says_why_and_looks_it(item: RailItem) -> None:
    able = item.grab().toImage()
    item.setEnabled(False)
    assert item.toolTip() == "Review (Ctrl+4): opens once there is a store"
    assert item.grab().toImage() != able
    item.setEnabled(True)
    assert item.toolTip() == "Review (Ctrl+4)"
    assert item.grab().toImage() == able
