"""What can be dragged on a plot: half-life handles and threshold lines."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QGraphicsSceneMouseEvent, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from memento_gui.qt.tokens import Tokens

RADIUS: Final = 6.0
_RADIUS_DRAGGED: Final = 7.0
RING: Final = 10.0
_REACH: Final = 12.0
_LINE_REACH: Final = 6.0
_LINE_WIDTH: Final = 2.0


class Grip(QGraphicsObject):
    """Something on a plot that follows the mouse along one axis.

    ``turned`` tells where the mouse wants it, in the plot's coordinates; whoever listens moves it there, or not.
    """

    pressed = Signal()
    turned = Signal(float)
    released = Signal()

    def __init__(self, *, upright: bool) -> None:
        """``upright`` grips move up and down, others left and right."""
        super().__init__()
        self._upright = upright
        self._grab = 0.0
        self.dragged = False
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.LeftButton)
        self.setCursor(Qt.CursorShape.SizeVerCursor if upright else Qt.CursorShape.SizeHorCursor)

    def _along(self, event: QGraphicsSceneMouseEvent) -> float:
        point: QPointF = self.parentItem().mapFromScene(event.scenePos())
        return point.y() if self._upright else point.x()

    def _here(self) -> float:
        return self.y() if self._upright else self.x()

    @override
    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        self._grab = self._along(event) - self._here()
        self.dragged = True
        self.prepareGeometryChange()
        self.pressed.emit()

    @override
    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        if self.dragged:
            self.turned.emit(self._along(event) - self._grab)

    @override
    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        self.dragged = False
        self.prepareGeometryChange()
        self.released.emit()


class RoundHandle(Grip):
    """A ring on a curve, in the curve's colour and filled with the background; a second ring shows the focus."""

    def __init__(self, colour: str) -> None:
        super().__init__(upright=False)
        self._token = colour
        self._marked = False
        self._fill = QColor()
        self._edge = QColor()
        self._focus = QColor()
        self.setZValue(20)

    @property
    def marked(self) -> bool:
        """Whether its knob has the focus."""
        return self._marked

    def mark(self, *, marked: bool) -> None:
        """Show that its knob has the focus, or has not."""
        self._marked = marked
        self.setZValue(21 if marked else 20)
        self.update()

    def repaint_with(self, colours: Tokens) -> None:
        """Take over a theme's colours."""
        self._fill = QColor(colours.bg_base)
        self._edge = QColor(colours.colour(self._token))
        self._focus = QColor(colours.focus)
        self.update()

    @override
    def boundingRect(self) -> QRectF:
        return QRectF(-_REACH, -_REACH, 2 * _REACH, 2 * _REACH)

    @override
    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addEllipse(QPointF(0, 0), _REACH, _REACH)
        return path

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = _RADIUS_DRAGGED if self.dragged else RADIUS
        painter.setBrush(self._fill)
        if self._marked:
            painter.setPen(QPen(self._focus, 2.0))
            painter.drawEllipse(QPointF(0, 0), RING, RING)
        painter.setPen(QPen(self._edge, 3.0))
        painter.drawEllipse(QPointF(0, 0), radius, radius)


class ThresholdLine(Grip):
    """A threshold across the plot, lying or upright, that can be dragged."""

    def __init__(self, *, level: bool = True) -> None:
        """``level`` lines lie and move up and down; others stand and move sideways."""
        super().__init__(upright=level)
        self.level = level
        self._before = 0.0
        self._after = 0.0
        self._colour = QColor()
        self.setZValue(5)

    def repaint_with(self, colours: Tokens) -> None:
        """Take over a theme's colours."""
        self._colour = QColor(colours.threshold)
        self.update()

    def reach(self, before: float, after: float) -> None:
        """Stretch over so many pixels before its point (to the left, or up) and after it."""
        if (before, after) != (self._before, self._after):
            self.prepareGeometryChange()
            self._before, self._after = before, after

    @override
    def boundingRect(self) -> QRectF:
        return self._box(_LINE_REACH)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.fillRect(self._box(_LINE_WIDTH / 2), self._colour)

    def _box(self, half: float) -> QRectF:
        length = self._before + self._after
        return (
            QRectF(-self._before, -half, length, 2 * half) if self.level else QRectF(-half, -self._before, 2 * half, length)
        )
