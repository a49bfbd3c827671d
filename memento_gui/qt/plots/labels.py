"""Text on a plot, with a halo of the background so that it can be read across curves."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from memento_gui.qt.theme import font
from memento_gui.qt.tokens import Tokens

LEFT: Final = "left"
CENTRE: Final = "centre"
RIGHT: Final = "right"

_HALO: Final = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a label stands: a point of the plot, moved by pixels; ``align`` says which end of the text is there.

    The text is centred on the point's height.
    """

    x: float
    y: float
    dx: float = 0.0
    dy: float = 0.0
    align: str = LEFT


class HaloLabel(QGraphicsItem):
    """One line of text that keeps its size whatever the axes do."""

    def __init__(self, *, tone: str = "text_secondary", weight: QFont.Weight = QFont.Weight.Normal) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(30)
        self._tone = tone
        self._font = font(12, weight)
        self._text = ""
        self._rect = QRectF()
        self._ink = QColor()
        self._halo = QColor()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def repaint_with(self, colours: Tokens) -> None:
        """Take over a theme's colours."""
        self._ink = QColor(colours.colour(self._tone))
        self._halo = QColor(colours.bg_base)
        self.update()

    def say(self, text: str, spot: Spot) -> None:
        """Show a text at a spot."""
        self.prepareGeometryChange()
        self._text = text
        size = self.size_of(text)
        shift = {LEFT: 0.0, CENTRE: -size.width() / 2, RIGHT: -size.width()}[spot.align]
        self._rect = QRectF(QPointF(spot.dx + shift, spot.dy - size.height() / 2), size)
        self.setPos(spot.x, spot.y)
        self.update()

    def embolden(self, *, bold: bool) -> None:
        """Write in semi-bold, or not."""
        self.prepareGeometryChange()
        self._font = font(12, QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        self.update()

    def size_of(self, text: str) -> QSizeF:
        """How many pixels wide and high a text is."""
        metrics = QFontMetricsF(self._font)
        return QSizeF(metrics.horizontalAdvance(text), metrics.height())

    @property
    def text_rect(self) -> QRectF:
        """The text's box in pixels, relative to the point it belongs to."""
        return self._rect

    @override
    def boundingRect(self) -> QRectF:
        return self.text_rect.adjusted(-_HALO, -_HALO, _HALO, _HALO)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._text:
            return
        box = self.text_rect
        baseline = QPointF(box.left(), box.top() + QFontMetricsF(self._font).ascent())
        outline = QPainterPath()
        outline.addText(baseline, self._font, self._text)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.strokePath(outline, QPen(self._halo, 2 * _HALO, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.fillRect(box.adjusted(0, _HALO, 0, -_HALO), self._halo)  # between the words too
        painter.setFont(self._font)
        painter.setPen(self._ink)
        painter.drawText(baseline, self._text)
