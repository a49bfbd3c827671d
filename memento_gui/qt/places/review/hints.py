"""What else can be done with a card: its keys, which are buttons too."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import cap_width, paint_cap, pressed_by_enter

_GAP = 6
HINTS = (
    ("E", "edit"),
    ("P", "pin"),
    ("M", "merge"),
    ("S", "snooze"),
    ("B", "bury"),
    ("@", "suspend"),
    ("I", "info"),
    ("Del", "trash"),
    ("U", "undo"),
)


class HintButton(QAbstractButton):
    """A key cap and a word."""

    def __init__(self, theme: Theme, keys: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self.setText(text)
        self.setFont(font(12))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"{text} ({keys})")
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(cap_width(self._keys) + 14 + QFontMetrics(self.font()).horizontalAdvance(self.text()), 24)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = colours.text if self.underMouse() and self.isEnabled() else colours.text_secondary
        cap = cap_width(self._keys)
        paint_cap(painter, QRectF(2, 3, cap, 18), self._keys, ink, colours.line_strong)
        painter.setPen(ink if self.isEnabled() else colours.text_tertiary)
        painter.setFont(self.font())
        painter.drawText(
            QRectF(cap + 8, 0, self.width() - cap - 8, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text()
        )
        if self.hasFocus():
            painter.setPen(QPen(colours.focus, 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()


class Hints(QWidget):
    """The keys in a row, or two."""

    pressed = Signal(str)
    """What a hint says can be done, such as ``edit``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {keys: HintButton(theme, keys, text) for keys, text in HINTS}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(4)
        self._lines = 0
        for keys, what in HINTS:
            self.buttons[keys].clicked.connect(lambda _checked=False, what=what: self.pressed.emit(what))
        self._lay_out(1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wanted = sum(button.sizeHint().width() + _GAP for button in self.buttons.values()) - _GAP
        self._lay_out(1 if wanted <= self.width() else 2)

    def _lay_out(self, lines: int) -> None:
        """Put the keys on one line, or on two where the window is narrow."""
        if lines == self._lines:
            return
        self._lines = lines
        a_line = -(-len(self.buttons) // lines)
        for number, button in enumerate(self.buttons.values()):
            self._grid.addWidget(button, number // a_line, number % a_line, Qt.AlignmentFlag.AlignHCenter)

    def show_pinned(self, *, pinned: bool) -> None:
        """Say what P would do."""
        self.buttons["P"].setText("unpin" if pinned else "pin")
        self.buttons["P"].setAccessibleName(f"{self.buttons['P'].text()} (P)")
        self.buttons["P"].updateGeometry()
        self.buttons["P"].update()
