"""The slider of one knob: a groove with marks for the default and the saved value."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme

WIDTH: Final = 108
LEAST: Final = 52
"""What is left of a slider whose knob has a long name."""

_HANDLE: Final = 6.0
_ROOM: Final = 8.0
_FINE: Final = 0.1


class KnobSlider(QWidget):
    """Places on a groove from 0 to 1. It follows the mouse only in what it wishes; whoever listens moves it.

    With Shift the handle moves ten times slower than the mouse.
    """

    pressed = Signal()
    turned = Signal(float)
    """The mouse wants the handle at this place, 0 to 1."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._place = self._saved = self._default = 0.0
        self._marks: tuple[float, ...] = ()
        self._changed = False
        self._mouse = 0.0
        self._wanted = 0.0
        self.setMaximumWidth(WIDTH)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)

    def show_places(self, place: float, *, saved: float, default: float, changed: bool) -> None:
        """Show the value's, the saved value's and the default's place."""
        self._place, self._saved, self._default, self._changed = place, saved, default, changed
        self.update()

    def show_marks(self, marks: Sequence[float]) -> None:
        """Mark places above the groove, where something changes."""
        if tuple(marks) != self._marks:
            self._marks = tuple(marks)
            self.update()

    @property
    def marks(self) -> tuple[float, ...]:
        """The places that are marked."""
        return self._marks

    @property
    def place(self) -> float:
        """Where the handle is, 0 to 1."""
        return self._place

    def point_of(self, place: float) -> QPointF:
        """Return where a place lies, in pixels."""
        return QPointF(_ROOM + place * (self.width() - 2 * _ROOM), self.height() / 2)

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 24)

    def _under(self, event: QMouseEvent) -> float:
        return (event.position().x() - _ROOM) / (self.width() - 2 * _ROOM)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._mouse = self._under(event)
        on_handle = abs(event.position().x() - self.point_of(self._place).x()) <= _HANDLE + 1
        self._wanted = self._place if on_handle else self._mouse
        self.pressed.emit()
        if not on_handle:
            self._wish()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        moved = self._under(event) - self._mouse
        self._mouse += moved
        self._wanted += moved * (_FINE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0)
        self._wish()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the wheel scrolls the panel

    def _wish(self) -> None:
        self.turned.emit(min(max(self._wanted, 0.0), 1.0))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        here, saved, default = (self.point_of(place) for place in (self._place, self._saved, self._default))
        left, right = self.point_of(0.0), self.point_of(1.0)
        y = round(here.y())
        painter.fillRect(QRectF(left.x(), y - 1, right.x() - left.x(), 2), colours.line_strong)
        painter.fillRect(QRectF(round(default.x()) - 0.5, y + 3, 1, 4), colours.line_control)
        for mark in self._marks:
            painter.fillRect(QRectF(round(self.point_of(mark).x()) - 0.5, y - 9, 1, 4), colours.text_secondary)
        if self._changed:
            first, last = sorted((saved.x(), here.x()))
            painter.fillRect(QRectF(first, y - 1.5, last - first, 3), colours.accent_text)
            painter.fillRect(QRectF(round(saved.x()) - 0.5, y - 5, 1, 10), colours.text_secondary)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(colours.bg_base)
        painter.setPen(QPen(colours.accent_text if self._changed else colours.line_control, 2.0))
        painter.drawEllipse(QPointF(here.x(), y), _HANDLE, _HANDLE)
        painter.end()
