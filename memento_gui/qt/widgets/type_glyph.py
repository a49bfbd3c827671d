"""The glyphs of memory types: a shape as well as a colour."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import Tokens

SIZE = 10


def paint_glyph(painter: QPainter, left: float, middle: float, kind: str, colours: Tokens) -> None:
    """Paint a type's glyph, 10 px square, from its left edge and vertical middle.

    Working is a ring, episodic a diamond, semantic a square, procedural a triangle.
    """
    colour = colours.colour(kind)
    area = QRectF(left, middle - SIZE / 2, SIZE, SIZE)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    match kind:
        case "working":
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, 2.0))
            painter.drawEllipse(area.adjusted(1.5, 1.5, -1.5, -1.5))
        case "episodic":
            centre = area.center()
            painter.drawPolygon(
                QPolygonF(
                    [
                        QPointF(centre.x(), area.top() + 0.5),
                        QPointF(area.right() - 0.5, centre.y()),
                        QPointF(centre.x(), area.bottom() - 0.5),
                        QPointF(area.left() + 0.5, centre.y()),
                    ]
                )
            )
        case "procedural":
            painter.drawPolygon(
                QPolygonF(
                    [
                        QPointF(area.center().x(), area.top() + 1),
                        QPointF(area.right(), area.bottom() - 0.5),
                        QPointF(area.left(), area.bottom() - 0.5),
                    ]
                )
            )
        case _:
            painter.fillRect(area.adjusted(1, 1, -1, -1), colour)
    painter.restore()


class TypeGlyph(QWidget):
    """A glyph in a pane."""

    def __init__(self, theme: Theme, kind: str = "semantic", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = kind
        self.setFixedSize(SIZE, 16)
        theme.changed.connect(self.update)

    def show_kind(self, kind: str) -> None:
        """Show another type's glyph."""
        self._kind = kind
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_glyph(painter, 0, self.height() / 2, self._kind, self._theme.tokens)
        painter.end()
