"""What lies under a painted row of a list: selection, hover, and a frame around the row that has the focus."""

from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle

from memento_gui.qt.tokens import Tokens


def paint_ground(painter: QPainter, area: QRect, option: Any, colours: Tokens) -> None:
    """Paint the ground of one row; ``option`` is the delegate's `QStyleOptionViewItem`."""
    focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
    if option.state & QStyle.StateFlag.State_Selected:
        active = option.state & QStyle.StateFlag.State_Active and option.widget.hasFocus()
        painter.fillRect(area, colours.bg_selected if active else colours.bg_selected_inactive)
    elif option.state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(area, colours.bg_hover)
    if focused and option.widget.hasFocus():
        painter.setPen(QPen(colours.focus, 1.0))
        painter.drawRect(area.adjusted(0, 0, -1, -1))
