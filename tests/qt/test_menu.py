"""While a menu or the list of a choice is open, letters are its own."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

import memento_gui.qt
from memento_gui.qt.widgets.choice import Choice
from memento_gui.qt.widgets.menu import Menu


class Place(QWidget):
    """A button, a choice, and a shortcut T of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[str] = []
        action = QAction("Theirs", self)
        action.setShortcut("T")
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda: self.taken.append("place"))
        self.addAction(action)
        self.button, self.choice = QPushButton("Button"), Choice(("procedural", "tau"))
        layout = QVBoxLayout(self)
        layout.addWidget(self.button)
        layout.addWidget(self.choice)


@pytest.fixture
def place(qtbot: QtBot) -> Place:
    made = Place()
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.button.setFocus()
    QTest.keyClick(made.button, Qt.Key.Key_T)
    assert made.taken == ["place"]
    made.taken.clear()
    return made


@pytest.mark.parametrize("title", ["", "&More"])
def test_a_letter_chooses_from_an_open_menu(place: Place, title: str, qtbot: QtBot) -> None:
    menu = Menu(place)
    within = menu.submenu(title) if title else menu
    within.addAction("&Tomorrow").triggered.connect(lambda: place.taken.append("menu"))
    menu.popup(place.mapToGlobal(place.rect().center()))
    if title:
        QTest.keyClick(menu, Qt.Key.Key_M)
        qtbot.waitUntil(within.isVisible)
    QTest.keyClick(within, Qt.Key.Key_T)
    assert place.taken == ["menu"]


def test_a_letter_chooses_from_an_open_list(place: Place) -> None:
    place.choice.setFocus()
    place.choice.showPopup()
    assert QApplication.activePopupWidget() is not None
    QTest.keyClick(place.choice.view(), Qt.Key.Key_T)
    assert place.choice.view().currentIndex().data() == "Tau"
    assert place.taken == []
    place.choice.hidePopup()


def test_no_menu_is_made_otherwise() -> None:
    own = Path(memento_gui.qt.__file__).parent / "widgets" / "menu.py"
    others = [path for path in own.parent.parent.rglob("*.py") if path != own]
    assert [path.name for path in others if "QMenu(" in path.read_text(encoding="utf-8")] == []
    assert [path.name for path in others if '.addMenu("' in path.read_text(encoding="utf-8")] == []
