"""A card over the veiled window: closes with Esc or a click beside it, and gives the focus back."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme

_TOP = 72
_MARGIN = 24


class Overlay(QWidget):
    """Covers its parent. Subclasses fill ``card``, whose width is bounded by ``card_width``."""

    closed = Signal()

    def __init__(self, theme: Theme, over: QWidget, *, card_width: int) -> None:
        super().__init__(over)
        self._theme = theme
        self._over = over
        self._card_width = card_width
        self._came_from: QWidget | None = None
        self.card = QFrame(self)
        self.card.setProperty("surface", "popover")
        self.column = QVBoxLayout(self.card)
        self.column.setContentsMargins(1, 1, 1, 1)
        self.column.setSpacing(0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        over.installEventFilter(self)
        theme.changed.connect(self.update)
        self.hide()

    def appear(self, focus: QWidget) -> None:
        """Lie over everything and give the focus to a widget of the card."""
        if self.isHidden():
            self._came_from = QApplication.focusWidget()
        self.setGeometry(self._over.rect())
        self.place_card()
        self.show()
        self.raise_()
        focus.setFocus()

    def disappear(self) -> None:
        """Go away; the focus returns to where it was."""
        if self.isHidden():
            return
        self.hide()
        came_from, self._came_from = self._came_from, None
        if came_from is not None and came_from.isVisible():
            came_from.setFocus()
        self.closed.emit()

    def place_card(self) -> None:
        """Put the card into the upper middle."""
        width = min(self._card_width, self.width() - 2 * _MARGIN)
        top = min(_TOP, max(_MARGIN, self.height() // 10))
        self.card.setFixedWidth(width)
        height = min(self.card.sizeHint().height(), self.height() - top - _MARGIN)
        self.card.setGeometry((self.width() - width) // 2, top, width, height)
        self.update()  # the frame is painted around the card: Qt repaints only what the card itself left

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._over and event.type() == QEvent.Type.Resize and not self.isHidden():
            self.setGeometry(self._over.rect())
            self.place_card()
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.disappear()
        event.accept()  # nothing reaches the window behind

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            self.disappear()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:  # Qt's signature
        return True  # the focus stays inside; subclasses move it with the arrows

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.veil)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.line_control, 1.0))
        painter.setBrush(colours.bg_raised)
        painter.drawRoundedRect(QRectF(self.card.geometry()).adjusted(-0.5, -0.5, 0.5, 0.5), 6, 6)
        painter.end()
