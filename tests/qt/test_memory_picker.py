"""The line that picks a memory takes what is chosen in its list."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.qt.widgets.memory_picker import MemoryPicker

OFFER = (("a", "Deploys on Tuesdays"), ("b", "Deploys were on Fridays"), ("c", "Heron"))


@pytest.fixture
def picker(qtbot: QtBot) -> MemoryPicker:
    made = MemoryPicker()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    QTest.keyClicks(made, "dep")
    made.offer(OFFER)
    qtbot.waitUntil(made._popup.isVisible)
    return made


def test_enter_on_a_row_of_the_list_picks_that_memory_at_once(picker: MemoryPicker) -> None:
    picked: list[str] = []
    picker.picked.connect(picked.append)
    QTest.keyClick(picker._popup, Qt.Key.Key_Down)
    QTest.keyClick(picker._popup, Qt.Key.Key_Down)
    QTest.keyClick(picker._popup, Qt.Key.Key_Return)
    assert picked == ["b"]
    assert not picker._popup.isVisible()


def test_a_click_picks_once(picker: MemoryPicker) -> None:
    picked: list[str] = []
    picker.picked.connect(picked.append)
    row = picker._popup.visualRect(picker._popup.model().index(2, 0))
    QTest.mouseClick(picker._popup.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert picked == ["c"]
