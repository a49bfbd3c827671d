"""The toast: a short note after something was done, with the button that takes it back."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import RAIL, STATUS
from memento_gui.qt.widgets.label import MEDIUM

_SECONDS: Final = 6
_HEIGHT: Final = 36
_PADDING: Final = 12


class Toast(QWidget):
    """Lies over the lower left of the window for six seconds, longer while the mouse is over it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._over = parent
        self._text = ""
        self._choice = ""
        self._keys = ""
        self._call: Callable[[], object] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SECONDS * 1000)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def say(self, text: str, choice: str = "", call: Callable[[], object] | None = None, keys: str = "") -> None:
        """Say something; ``choice`` is the word on the button that calls ``call``, ``keys`` its shortcut."""
        self._text, self._choice, self._call, self._keys = text, choice, call, keys
        self.setCursor(Qt.CursorShape.PointingHandCursor if call else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(text)
        self.place()
        self.show()
        self.raise_()
        self._timer.start()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def place(self) -> None:
        """Move to the lower left of the window."""
        widths = [QFontMetrics(font(13, MEDIUM)).horizontalAdvance(part) for part in (self._text, self._choice, self._keys)]
        width = sum(widths) + _PADDING * (1 + sum(1 for part in widths if part))
        self.resize(min(width, self._over.width() - RAIL - 32), _HEIGHT)
        self.move(RAIL + 16, self._over.height() - STATUS - _HEIGHT - 16)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.hide()
        if self._call is not None:
            self._call()

    @override
    def enterEvent(self, event: object) -> None:
        self._timer.stop()

    @override
    def leaveEvent(self, event: object) -> None:
        self._timer.start()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.tip_bg)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        painter.setPen(colours.tip_text)
        left = float(_PADDING)
        for text, weight in ((self._text, font().weight()), (self._choice, MEDIUM), (self._keys, font().weight())):
            used = font(13, weight)
            painter.setFont(used)
            painter.setOpacity(0.7 if text is self._keys else 1.0)
            area = QRectF(left, 0, self.width() - left - _PADDING + 4, self.height())
            shown = QFontMetrics(used).elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()) + 1)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
            left += QFontMetrics(used).horizontalAdvance(text) + (_PADDING if text else 0)
        painter.end()
