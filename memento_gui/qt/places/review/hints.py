"""What else can be done with a card: its keys, which are buttons too."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import cap_width, paint_cap

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
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
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
    """The keys in a row."""

    pressed = Signal(str)
    """What a hint says can be done, such as ``edit``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {keys: HintButton(theme, keys, text) for keys, text in HINTS}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for number, (keys, what) in enumerate(HINTS):
            if number:
                layout.addStretch(1)
            self.buttons[keys].clicked.connect(lambda _checked=False, what=what: self.pressed.emit(what))
            layout.addWidget(self.buttons[keys])

    def show_pinned(self, *, pinned: bool) -> None:
        """Say what P would do."""
        self.buttons["P"].setText("unpin" if pinned else "pin")
        self.buttons["P"].setAccessibleName(f"{self.buttons['P'].text()} (P)")
        self.buttons["P"].updateGeometry()
        self.buttons["P"].update()
