"""The filter line: a query with completion of its fields, types, states and tags."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.qt.actions import shown_keys
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import cap_width, icon_button, paint_cap
from memento_gui.qt.widgets.query_completer import QueryCompleter
from memento_gui.qt.widgets.typing_line import TypingLine

DELAY_MS: Final = 120
_PLACEHOLDER: Final = 'Filter: words, "exact words", tag:auth type:semantic is:due score<0.2 -draft'


class FilterLine(TypingLine):
    """Emits ``asked`` when the typing pauses, at once for Enter."""

    asked = Signal(str)
    left = Signal()
    """Down or Enter: the focus should go to the rows."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.completing = QueryCompleter(self)
        self.setPlaceholderText(_PLACEHOLDER)
        self.setAccessibleName("Filter")
        self.setFixedHeight(32)
        self._clear = icon_button(theme, "close", "Clear the filter (Esc)", size=14, parent=self)
        self._clear.setFixedSize(24, 24)
        self._clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._clear.hide()
        self._clear.clicked.connect(self.clear_filter)
        self._cap = shown_keys("Ctrl+F")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._ask)
        self._said = ""
        self.textChanged.connect(self._changed)
        self.setTextMargins(24, 0, max(28, cap_width(self._cap) + 8), 0)
        theme.changed.connect(self.update)

    def show_marks(self, spans: Sequence[tuple[int, int]]) -> None:
        """Underline these characters, from start to end, as not understood, and no others."""
        self.underline(spans, self._theme.tokens.danger)

    def put(self, text: str) -> None:
        """Put a filter on the line and ask for it at once."""
        self.setText(text)
        self._timer.stop()
        self._ask()

    def clear_filter(self) -> None:
        """Filter no more."""
        self.put("")

    def _changed(self) -> None:
        self.show_marks(())
        self._clear.setVisible(bool(self.text()))
        self._timer.start()

    def _ask(self) -> None:
        if self.text() != self._said:
            self._said = self.text()
            self.asked.emit(self._said)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear_filter()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down}:
            self._timer.stop()
            self._ask()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._clear.move(self.width() - 28, (self.height() - 24) // 2)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        colours = self._theme.tokens
        painter = QPainter(self)
        drawing = self._theme.pixmap("search", ratio=self.devicePixelRatioF())
        painter.drawPixmap(9, (self.height() - 16) // 2, drawing)
        if not self.text():
            width = cap_width(self._cap)
            area = QRectF(self.width() - width - 8, (self.height() - 18) / 2, width, 18)
            paint_cap(painter, area, self._cap, colours.text_secondary, colours.line_strong)
        painter.end()
