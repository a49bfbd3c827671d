"""A line to type in and the window's undo."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor, QInputMethodEvent, QKeySequence, QShortcut
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


def composed(line: TypingLine, syllable: str, commit: str = "") -> None:
    """Send what an input method sends for each key."""
    cursor = QInputMethodEvent.Attribute(QInputMethodEvent.AttributeType.Cursor, len(syllable), 1)
    event = QInputMethodEvent(syllable, [cursor])
    event.setCommitString(commit)
    QCoreApplication.sendEvent(line, event)


def test_marks_wait_while_a_syllable_is_composed(qtbot: QtBot) -> None:
    line = TypingLine()
    qtbot.addWidget(line)
    line.resize(400, 32)
    with qtbot.waitActive(line):
        line.show()
    line.setFocus()
    line.textChanged.connect(lambda _text: line.underline((), QColor("red")))
    line.setText("type:foo ")
    line.underline([(0, 8)], QColor("red"))
    marked = line.grab().toImage()
    end = line.cursorRect().x()
    composed(line, "하")
    assert line.cursorRect().x() > end  # the syllable is in sight
    line.underline([(0, 3)], QColor("red"))
    assert line.cursorRect().x() > end
    line.underline([(0, 8)], QColor("red"))
    composed(line, "")  # given up: the marks are back
    assert line.grab().toImage() == marked
    composed(line, "한")
    composed(line, "ㄱ", commit="한")
    assert (line.text(), line.marks) == ("type:foo 한", ())
    with_next = line.cursorRect().x()
    composed(line, "")
    assert line.cursorRect().x() < with_next  # the next syllable was in sight although the text, and so the marks, changed
