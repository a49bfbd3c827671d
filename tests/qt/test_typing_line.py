"""A line to type in and the window's undo."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from memento_gui.qt.widgets.typing_line import TypingLine


def test_undo_is_the_windows_once_the_line_has_nothing_to_take_back(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    line = TypingLine(window)
    undone: list[int] = []
    QShortcut(QKeySequence("Ctrl+Z"), window).activated.connect(lambda: undone.append(1))
    with qtbot.waitActive(window):
        window.show()
    line.setFocus()
    qtbot.keyClicks(line, "word")
    qtbot.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (line.text(), undone) == ("", [])
    qtbot.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == [1]
