"""The band over a group of knobs: folds it, says how many differ from the saved set, and takes them back."""

from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import BOLD

HEIGHT: Final = 36
_LEFT: Final = 24
_RIGHT: Final = 12
_BUTTON: Final = 20


class GroupBand(QWidget):
    """A group's title. Enter, Space or a click fold and unfold it, ← folds, → unfolds; ↑ ↓ leave it."""

    folded = Signal(bool)
    """The group should be folded, or unfolded."""
    reset = Signal()
    """Every knob of the group should be as saved."""
    left = Signal(int)
    entered = Signal()

    def __init__(self, theme: Theme, title: str, *, open_: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = title
        self.is_open = open_
        self._changes = 0
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(title)
        self.button = QToolButton(self)
        self.button.setFixedSize(_BUTTON, _BUTTON)
        self.button.setIconSize(QSize(12, 12))
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setToolTip(f"Set {title} back to the saved numbers")
        self.button.setAccessibleName(self.button.toolTip())
        self.button.clicked.connect(self.reset)
        self.button.hide()
        theme.changed.connect(self._tint)
        self._tint()

    @property
    def note(self) -> str:
        """What the band says about its knobs."""
        return f"{self._changes} changed" if self._changes else "as saved"

    def show_changes(self, changes: int) -> None:
        """Say how many numbers differ from the saved set."""
        if changes != self._changes:
            self._changes = changes
            self.button.setVisible(bool(changes))
            self.setAccessibleDescription(self.note)
            self.update()

    def _fold(self, *, open_: bool) -> None:
        if open_ != self.is_open:
            self.is_open = open_
            self.update()
            self.folded.emit(not open_)

    def _tint(self) -> None:
        self.button.setIcon(self._theme.icon("restore", self._theme.tokens.text_secondary, size=12))
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Up:
                self.left.emit(-1)
            case Qt.Key.Key_Down:
                self.left.emit(1)
            case Qt.Key.Key_Left:
                self._fold(open_=False)
            case Qt.Key.Key_Right:
                self._fold(open_=True)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
                if not event.isAutoRepeat():
                    self._fold(open_=not self.is_open)
            case _:
                super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.LeftButton:
            self._fold(open_=not self.is_open)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()
        self.entered.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.button.move(self.width() - _RIGHT - _BUTTON + 4, (HEIGHT - _BUTTON) // 2)

    @override
    def sizeHint(self) -> QSize:
        return QSize(304, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        arrow = "chevron-down" if self.is_open else "chevron-right"
        picture = self._theme.pixmap(arrow, colours.text_secondary, size=12, ratio=self.devicePixelRatioF())
        painter.drawPixmap(QPoint(8, (HEIGHT - 12) // 2), picture)
        painter.setPen(colours.text)
        painter.setFont(font(13, BOLD))
        upright = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(QRect(_LEFT, 0, self.width(), HEIGHT), upright, self._title)
        painter.setFont(font(12))
        painter.setPen(colours.accent_text if self._changes else colours.text_tertiary)
        right = self.width() - _RIGHT - (_BUTTON + 2 if self._changes else 0)
        painter.drawText(QRect(0, 0, right, HEIGHT), upright | Qt.AlignmentFlag.AlignRight, self.note)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colours.focus, 2.0))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)
        painter.end()
