"""The mark of a memory's type: a shape as well as a colour."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.memory import MemoryType
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import Tokens

SIZE = 10


def paint_glyph(painter: QPainter, centre: QPointF, kind: MemoryType, colours: Tokens) -> None:
    """Paint a type's mark, 10 px square: working a ring, episodic a diamond, semantic a square, procedural a triangle."""
    colour = colours.colour(kind.value)
    x, y, half = centre.x(), centre.y(), SIZE / 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    match kind:
        case MemoryType.WORKING:
            painter.setPen(QPen(colour, 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, half - 1, half - 1)
        case MemoryType.EPISODIC:
            corners = [QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half), QPointF(x - half, y)]
            painter.drawPolygon(QPolygonF(corners))
        case MemoryType.SEMANTIC:
            painter.drawRoundedRect(QRectF(x - half + 0.5, y - half + 0.5, SIZE - 1, SIZE - 1), 1, 1)
        case MemoryType.PROCEDURAL:
            corners = [QPointF(x, y - half + 0.5), QPointF(x + half, y + half - 0.5), QPointF(x - half, y + half - 0.5)]
            painter.drawPolygon(QPolygonF(corners))
    painter.restore()


class TypeGlyph(QWidget):
    """A type's mark as a widget."""

    def __init__(self, theme: Theme, kind: MemoryType = MemoryType.EPISODIC, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = kind
        self.setFixedSize(QSize(SIZE + 2, SIZE + 2))
        theme.changed.connect(self.update)

    def show_type(self, kind: MemoryType) -> None:
        """Show another type's mark."""
        self._kind = kind
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_glyph(painter, QPointF(self.width() / 2, self.height() / 2), self._kind, self._theme.tokens)
        painter.end()
