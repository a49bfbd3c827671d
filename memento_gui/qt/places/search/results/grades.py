"""The four cells of a grade: where they lie, how they look, which keys they answer."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen

from memento_gui.qt.theme import font
from memento_gui.qt.tokens import Tokens
from memento_gui.qt.widgets.label import MEDIUM

WIDTH: Final = 80
HEIGHT: Final = 20
MEANING: Final = ("useless", "touches it", "helps", "exactly it")
"""What each grade says."""
_CELL: Final = WIDTH / 4
_KEYS: Final = {Qt.Key.Key_0: 0, Qt.Key.Key_1: 1, Qt.Key.Key_2: 2, Qt.Key.Key_3: 3}
_BACK: Final = {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}
_CHORDS: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def grade_of_key(event: QKeyEvent) -> tuple[bool, int | None]:
    """Return whether a key grades, and the grade; Delete and Backspace take one away (None)."""
    if event.modifiers() & _CHORDS:
        return False, None
    key = Qt.Key(event.key())
    return key in _KEYS or key in _BACK, _KEYS.get(key)


def cells_in(row: QRectF, *, margin: float = 0.0) -> QRectF:
    """Return where the cells lie: at the right of a row, in the middle of its height."""
    return QRectF(row.right() - margin - WIDTH, row.center().y() - HEIGHT / 2, WIDTH, HEIGHT)


def grade_at(cells: QRectF, at: QPointF) -> int | None:
    """Return the grade whose cell a point is in."""
    return min(3, int((at.x() - cells.left()) // _CELL)) if cells.contains(at) else None


def paint_grades(painter: QPainter, cells: QRectF, grade: int | None, colours: Tokens) -> None:
    """Paint the cells; the one given is filled."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = cells.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(colours.line_strong, 1.0))
    painter.setBrush(colours.bg_base)
    painter.drawRoundedRect(outline, 4, 4)
    for number in range(4):
        cell = QRectF(cells.left() + number * _CELL, cells.top(), _CELL, cells.height())
        given = number == grade
        if given:
            painter.setPen(QPen(colours.accent_text, 1.0))
            painter.setBrush(colours.bg_selected)
            painter.drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        elif number and number - 1 != grade:
            painter.setPen(QPen(colours.line, 1.0))
            painter.drawLine(QPointF(cell.left() + 0.5, cell.top() + 1), QPointF(cell.left() + 0.5, cell.bottom() - 1))
        painter.setPen(colours.accent_text if given else colours.text_secondary)
        painter.setFont(font(11, MEDIUM if given else font().weight()))
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.restore()
