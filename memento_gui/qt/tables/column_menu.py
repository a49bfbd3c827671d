"""The chooser of columns: several are shown or hidden, and moved, without the menu closing."""

from typing import Final, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.qt.actions import shown_keys
from memento_gui.qt.tables.arrangement import Arrangement
from memento_gui.qt.tables.columns import BY_KEY
from memento_gui.qt.widgets.menu import Menu

_WAYS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_TAKES: Final = frozenset({Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter})


class ColumnMenu(Menu):
    """A press or Space shows or hides a column, Ctrl+↑ and Ctrl+↓ move it; the menu stays until Esc or a press outside."""

    toggled = Signal(str, bool)
    """A column is to be shown, or hidden (its key)."""
    moved = Signal(str, int)
    """A column (its key) is to go one place to the left (-1) or to the right (1)."""
    reset = Signal()
    """Everything is to be as it was at first."""

    def __init__(self, arrangement: Arrangement, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key in arrangement.order:
            if not BY_KEY[key].fixed:
                action = self.addAction(BY_KEY[key].label)
                action.setData(key)
                action.setCheckable(True)
                action.setChecked(key not in arrangement.hidden)
                action.toggled.connect(lambda on, key=key: self.toggled.emit(key, on))
        self._end = self.addSeparator()
        hint = self.addAction(f"{shown_keys('Ctrl+Up')} and {shown_keys('Ctrl+Down')} move a column")
        hint.setEnabled(False)
        self.addAction("Reset columns and sorting").triggered.connect(self.reset)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = cast("QAction | None", self.actionAt(event.position().toPoint()))
        if action is not None and action.isCheckable():
            action.toggle()
        else:
            super().mouseReleaseEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        action, key = cast("QAction | None", self.activeAction()), Qt.Key(event.key())
        if action is None or not action.isCheckable():
            super().keyPressEvent(event)
        elif key in _TAKES:
            action.toggle()
        elif key in _WAYS and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._move(action, _WAYS[key])
        else:
            super().keyPressEvent(event)

    def _move(self, action: QAction, way: int) -> None:
        shown = [one for one in self.actions() if one.isCheckable()]
        place = shown.index(action) + way
        if 0 <= place < len(shown):
            behind = shown[place] if way < 0 else ([*shown, self._end])[place + 1]
            self.removeAction(action)
            self.insertAction(behind, action)
            self.setActiveAction(action)
            self.moved.emit(action.data(), way)
