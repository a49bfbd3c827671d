"""A section of a pane: a heading with a note at its right, and a body that folds away."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label


class _Heading(QWidget):
    """The line that is pressed."""

    pressed = Signal()

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self._theme = theme
        self._arrow = QLabel()
        self.folded = False
        self.note = label(size=11, tone="secondary")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(label(title, size=12, weight=BOLD))
        layout.addWidget(self._arrow)
        layout.addStretch(1)
        layout.addWidget(self.note)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(title)
        theme.changed.connect(self.tint)
        self.tint()

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), 20)

    def tint(self) -> None:
        """Show whether the body is folded."""
        name = "chevron-right" if self.folded else "chevron-down"
        colour = self._theme.tokens.text_tertiary
        self._arrow.setPixmap(self._theme.pixmap(name, colour, size=12, ratio=self.devicePixelRatioF()))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return}:
            if not event.isAutoRepeat():
                self.pressed.emit()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(self._theme.tokens.focus)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.end()


class Section(QWidget):
    """Folds when its heading is pressed, or when the pane has no room and nobody unfolded it."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        body: QWidget,
        parent: QWidget | None = None,
        *,
        margins: tuple[int, int, int, int] = (16, 8, 16, 10),
        inset: int = 0,
    ) -> None:
        super().__init__(parent)
        self._heading = _Heading(theme, title)
        self._heading.setContentsMargins(inset, 0, inset, 0)
        self._body = body
        self._by_hand: bool | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*margins)
        layout.setSpacing(2 if inset else 6)
        layout.addWidget(self._heading)
        layout.addWidget(body)
        self._heading.pressed.connect(self._toggle)

    @property
    def folded(self) -> bool:
        """Whether only the heading is shown."""
        return self._heading.folded

    def fold(self, *, folded: bool) -> None:
        """Fold or unfold, as if the user had."""
        self._by_hand = folded
        self._fold(folded=folded)

    def say(self, note: str) -> None:
        """Show a note at the heading's right."""
        self._heading.note.setText(note)

    def make_room(self, *, scarce: bool) -> None:
        """Fold while room is scarce, unless the user said otherwise."""
        self._fold(folded=scarce if self._by_hand is None else self._by_hand)

    def _toggle(self) -> None:
        self.fold(folded=not self.folded)

    def _fold(self, *, folded: bool) -> None:
        if folded != self._heading.folded:
            self._heading.folded = folded
            self._body.setVisible(not folded)
            self._heading.tint()
