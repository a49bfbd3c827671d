"""Small marks on a curve: a ring where something happens, a line that says "today"."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from memento_gui.qt.tokens import Tokens

_RING: Final = 4.0
_DOT: Final = 2.5


class Mark(QGraphicsItem):
    """A ring of the text colour filled with the background, or a dot of one token's colour."""

    def __init__(self, *, dot: str = "") -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(20)
        self._dot = dot
        self._edge = QColor()
        self._fill = QColor()

    def repaint_with(self, colours: Tokens) -> None:
        """Take over a theme's colours."""
        self._edge = QColor(colours.colour(self._dot or "text"))
        self._fill = self._edge if self._dot else QColor(colours.bg_base)
        self.update()

    @override
    def boundingRect(self) -> QRectF:
        return QRectF(-_RING - 1, -_RING - 1, 2 * _RING + 2, 2 * _RING + 2)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._edge, 1.75))
        painter.setBrush(self._fill)
        radius = _DOT if self._dot else _RING
        painter.drawEllipse(QPointF(0, 0), radius, radius)
