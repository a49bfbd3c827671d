"""A row of tabs with an underline, and a small count after a label."""

from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import BOLD

HEIGHT = 36
_GAP = 20
_LEAST_GAP = 8


class Tabs(QWidget):
    """One tab is on; left and right move, the mouse picks."""

    chosen = Signal(str)

    def __init__(
        self, theme: Theme, tabs: Sequence[tuple[str, str]], *, left: int = 16, parent: QWidget | None = None
    ) -> None:
        """Show ``tabs``: (key, label) pairs; the first is on."""
        super().__init__(parent)
        self._theme = theme
        self._tabs = list(tabs)
        self._notes: dict[str, str] = {}
        self._current = 0
        self._hovered = -1
        self._left = left
        self.setFixedHeight(HEIGHT)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(", ".join(text for _, text in tabs))
        theme.changed.connect(self.update)

    @property
    def current(self) -> str:
        """The key of the tab that is on."""
        return self._tabs[self._current][0]

    def choose(self, key: str) -> None:
        """Turn a tab on and say so, if it was not."""
        self._pick(next((i for i, (known, _) in enumerate(self._tabs) if known == key), -1))

    def note(self, key: str, text: str) -> None:
        """Show a small text after a label, such as a count, or none."""
        if self._notes.get(key, "") != text:
            self._notes[key] = text
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._cells()[-1].right() + 16, HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    def _cells(self) -> list[QRect]:
        label_metrics, note_metrics = QFontMetrics(font(13, BOLD)), QFontMetrics(font(11))
        widths = []
        for key, text in self._tabs:
            note = self._notes.get(key, "")
            widths.append(label_metrics.horizontalAdvance(text) + (note_metrics.horizontalAdvance(note) + 6 if note else 0))
        spare = self.width() - self._left - 4 - sum(widths)
        gap = max(_LEAST_GAP, min(_GAP, spare // max(1, len(widths) - 1)))
        lefts = accumulate((width + gap for width in widths[:-1]), initial=self._left)
        return [QRect(left, 0, width, HEIGHT) for left, width in zip(lefts, widths, strict=True)]

    def _at(self, x: int) -> int:
        reach = _GAP // 2
        return next((i for i, c in enumerate(self._cells()) if c.left() - reach <= x <= c.right() + reach), -1)

    def _pick(self, index: int) -> None:
        if 0 <= index < len(self._tabs) and index != self._current:
            self._current = index
            self.update()
            self.chosen.emit(self.current)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pick(self._at(event.position().toPoint().x()))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._at(event.position().toPoint().x())
        if over != self._hovered:
            self._hovered = over
            self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = -1
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self._pick(self._current + step)
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, colours.line)
        for index, cell in enumerate(self._cells()):
            on = index == self._current
            key, text = self._tabs[index]
            used = font(13, BOLD if on else font().weight())
            painter.setFont(used)
            painter.setPen(colours.text if on or index == self._hovered else colours.text_secondary)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
            painter.drawText(cell, flags, text)
            note = self._notes.get(key, "")
            if note:
                painter.setFont(font(11))
                painter.setPen(colours.text_tertiary)
                offset = QFontMetrics(font(13, BOLD)).horizontalAdvance(text) + 6
                painter.drawText(cell.adjusted(offset, 1, 4, 1), flags, note)
            if on:
                painter.fillRect(cell.left(), self.height() - 2, cell.width(), 2, colours.accent_text)
            if on and self.hasFocus():
                painter.setPen(colours.focus)
                painter.drawRect(cell.adjusted(-4, 5, 3, -6))
        painter.end()
