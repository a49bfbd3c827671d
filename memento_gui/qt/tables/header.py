"""The header of a table of memories: labels, the sort order, clicks that change it."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget
from typing_extensions import override

from memento_gui.qt.tables.columns import COLUMNS
from memento_gui.qt.tables.sorting import SortKey
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import HEADER
from memento_gui.qt.widgets.label import BOLD, MEDIUM

_PAD = 12
_ARROW = 12


class MemoryHeader(QHeaderView):
    """A click sorts, Shift+click sorts by one more column; a resized column keeps its width."""

    sorted_by = Signal(str, bool)
    """A column was clicked: its key, and whether Shift was held."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._keys: tuple[SortKey, ...] = ()
        self._pressed = -1
        self.setFixedHeight(HEADER)
        self.setSectionsMovable(False)
        self.setMinimumSectionSize(28)
        self.setHighlightSections(False)
        theme.changed.connect(self.viewport().update)

    def show_keys(self, keys: tuple[SortKey, ...]) -> None:
        """Show by what the table is sorted."""
        self._keys = keys
        self.viewport().update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), HEADER)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self.logicalIndexAt(event.position().toPoint())
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        resizing = self.cursor().shape() == Qt.CursorShape.SplitHCursor
        super().mouseReleaseEvent(event)
        section = self.logicalIndexAt(event.position().toPoint())
        pressed, self._pressed = self._pressed, -1
        clicked = event.button() == Qt.MouseButton.LeftButton and section == pressed and section >= 0 and not resizing
        if clicked and COLUMNS[section].sortable:
            self.sorted_by.emit(COLUMNS[section].key, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        colours = self._theme.tokens
        column = COLUMNS[logicalIndex]
        painter.fillRect(rect, colours.bg_side)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colours.line)
        place = next((i for i, key in enumerate(self._keys) if key.column == column.key), -1)
        used = font(12, BOLD if place >= 0 else MEDIUM)
        metrics = QFontMetrics(used)
        painter.setFont(used)
        painter.setPen(colours.text if place >= 0 else colours.text_secondary)
        room = (_ARROW + 2 if place >= 0 else 0) + (metrics.horizontalAdvance("2") if self._numbered(place) else 0)
        right = _PAD if column.right else 2
        inside = rect.adjusted(0, 0, -right - room, 0)
        text = metrics.elidedText(column.label, Qt.TextElideMode.ElideRight, inside.width())
        side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(inside, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        if place >= 0:
            end = inside.right() + 3 if column.right else inside.left() + metrics.horizontalAdvance(text) + 3
            self._arrow(painter, QRect(end, rect.top(), room, rect.height()), place)

    def _numbered(self, place: int) -> bool:
        return place >= 0 and len(self._keys) > 1

    def _arrow(self, painter: QPainter, area: QRect, place: int) -> None:
        name = "chevron-down" if self._keys[place].down else "chevron-up"
        ratio = self.devicePixelRatioF()
        drawing = self._theme.pixmap(name, self._theme.tokens.text, size=_ARROW, ratio=ratio)
        painter.drawPixmap(area.left(), area.top() + (area.height() - _ARROW) // 2, drawing)
        if self._numbered(place):
            painter.setFont(font(11))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(area.adjusted(_ARROW, 0, 8, 0), flags, str(place + 1))
