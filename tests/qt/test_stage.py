"""The stage: what lies on top closes first."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from memento_gui.qt.shell.stage import Stage
from memento_gui.qt.theme import Theme


class _Line(QLineEdit):
    """Clears itself on Escape, as the lines of places do."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()


def test_escape_closes_the_drawer_before_a_place_hears_it(theme: Theme, qtbot: QtBot) -> None:
    stage, line = Stage(theme), _Line("deploy")
    qtbot.addWidget(stage)
    stage.stack.addWidget(line)
    stage.mount(QWidget())
    stage.resize(900, 500)
    stage.show()
    qtbot.waitExposed(stage)
    stage.open_drawer()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert (stage.drawer_open, line.text()) == (False, "deploy")
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == ""
