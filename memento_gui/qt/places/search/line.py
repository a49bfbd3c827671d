"""The query line: words, and how long the last search took."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import label
from memento_gui.qt.widgets.query_completer import QueryCompleter
from memento_gui.qt.widgets.typing_line import TypingLine

LONGEST: Final = 4096
"""Characters of a query."""

_LEFT = 32
_RIGHT = 72


class QueryLine(TypingLine):
    """A line edit with the search mark at its left and the elapsed time at its right. Down goes to the results."""

    went_down = Signal()
    entered = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFont(font(14))
        self.setStyleSheet("QLineEdit { min-height: 24px; }")  # or the style sheet of the window makes it 32
        self.setMaxLength(LONGEST)
        self.setPlaceholderText('Search memories: words, #tag, type:semantic, -word, "a phrase"')
        self.setAccessibleName("Search")
        self.setTextMargins(_LEFT - 8, 0, _RIGHT - 8, 0)
        self._mark = QLabel(self)
        self._mark.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._elapsed = label(size=12, tone="tertiary", parent=self)
        self._elapsed.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._elapsed.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.completing = QueryCompleter(self)
        self.textChanged.connect(lambda _text: self.show_marks(()))
        theme.changed.connect(self._tint)
        self._tint()

    def show_elapsed(self, milliseconds: float | None) -> None:
        """Show how long the search took, or nothing."""
        shown = "" if milliseconds is None else f"{max(1, round(milliseconds)):,} ms"
        self._elapsed.setText(shown)
        self._elapsed.setAccessibleName(f"Found in {shown}" if shown else "")

    def show_marks(self, spans: Sequence[tuple[int, int]]) -> None:
        """Underline these characters, from start to end, as not understood, and no others."""
        self.underline(spans, self._theme.tokens.danger)

    @property
    def elapsed(self) -> str:
        """The time as it is shown."""
        return self._elapsed.text()

    def _tint(self) -> None:
        self._mark.setPixmap(self._theme.pixmap("search", ratio=self.devicePixelRatioF()))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._mark.setGeometry(QRect(9, (self.height() - 16) // 2, 16, 16))
        self._elapsed.setGeometry(QRect(self.width() - _RIGHT, 2, _RIGHT - 10, self.height() - 4))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._tint()
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Down:
                self.went_down.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.entered.emit()
            case Qt.Key.Key_Escape:
                self.clear()
            case _:
                super().keyPressEvent(event)
