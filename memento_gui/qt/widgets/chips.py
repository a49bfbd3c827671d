"""Chips: tags in small boxes, painted in table cells or laid out in panes."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import plain_tip

HEIGHT: Final = 18
PADDING: Final = 6
GAP: Final = 4
_LEAST: Final = 28
_LEAST_NEXT: Final = 52
"""A chip after the first is left out rather than elided to less."""


def chip_width(text: str, metrics: QFontMetrics) -> int:
    """Return how wide a chip is."""
    return metrics.horizontalAdvance(text) + 2 * PADDING


def paint_chips(painter: QPainter, area: QRect, tags: Sequence[str], ground: QColor, ink: QColor) -> None:
    """Paint as many chips as fit, and how many more there are.

    The last one that is shown may be elided. The painter's font is used; pen and brush are changed.
    """
    metrics = painter.fontMetrics()
    left, top = area.left(), area.top() + (area.height() - HEIGHT) // 2
    for index, tag in enumerate(tags):
        rest = len(tags) - index - 1
        reserve = metrics.horizontalAdvance(f"+{rest}") + GAP if rest else 0
        room = area.right() + 1 - left - reserve
        width = min(chip_width(tag, metrics), room)
        least = _LEAST_NEXT if index else _LEAST
        if width < least and width < chip_width(tag, metrics):
            painter.setPen(ink)
            painter.drawText(QRect(left, top, area.right() + 1 - left, HEIGHT), _LEFT, f"+{rest + 1}")
            return
        paint_chip(painter, QRect(left, top, width, HEIGHT), tag, ground, ink)
        left += width + GAP


def paint_chip(painter: QPainter, area: QRect, text: str, ground: QColor, ink: QColor) -> None:
    """Paint one chip with its text elided to fit."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(QRectF(area), 3, 3)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(ink)
    inside = area.adjusted(PADDING, 0, -PADDING, 0)
    metrics = painter.fontMetrics()
    shown = text if metrics.horizontalAdvance(text) <= inside.width() + 1 else _elided(text, metrics, inside.width())
    painter.drawText(inside.adjusted(0, 0, 2, 0), _LEFT, shown)


_LEFT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine


def _elided(text: str, metrics: QFontMetrics, width: int) -> str:
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)


class Chip(QWidget):
    """One chip in a pane; pressing it asks for all memories with the tag."""

    pressed = Signal(str)

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = text
        self.setFont(font(11))
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        self.setToolTip(plain_tip(f"Show memories with the tag {text}"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(min(220, chip_width(self._text, QFontMetrics(self.font()))), HEIGHT)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.pressed.emit(self._text)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        paint_chip(painter, self.rect(), self._text, self._theme.tokens.bg_track, self._theme.tokens.text_secondary)
        painter.end()


class Flow(QLayout):
    """Lays widgets out in rows, as words in a paragraph."""

    def __init__(self, *, gap: int = GAP, line_gap: int = GAP) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._line_gap = line_gap
        self.setContentsMargins(0, 0, 0, 0)

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def clear(self) -> None:
        """Remove every widget."""
        while self._items:
            widget = self._items.pop().widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        widths = [item.minimumSize().width() for item in self._items]
        return QSize(max(widths, default=0), max((item.sizeHint().height() for item in self._items), default=0))

    @override
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def _place(self, rect: QRect, *, move: bool) -> int:
        lines: list[list[tuple[QLayoutItem, QSize]]] = [[]]
        left = 0
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(rect.width(), 1000))
            if left and left + size.width() > rect.width():
                lines.append([])
                left = 0
            lines[-1].append((item, size))
            left += size.width() + self._gap
        top = rect.top()
        for line in lines:
            height = max((size.height() for _, size in line), default=0)
            x = rect.left()
            for item, size in line:
                if move:
                    item.setGeometry(QRect(QPoint(x, top + (height - size.height()) // 2), size))
                x += size.width() + self._gap
            top += height + self._line_gap
        return top - rect.top() - self._line_gap
