"""The header of a table of memories: labels, the sort order, and how the columns stand."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QHeaderView, QWidget
from typing_extensions import override

from memento_gui.qt.tables.arrangement import FIRST, GROWS, LEAST, MOST, Arrangement, hideable
from memento_gui.qt.tables.columns import COLUMNS
from memento_gui.qt.tables.sorting import SortKey
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import HEADER
from memento_gui.qt.widgets.label import BOLD, MEDIUM

_PAD: Final = 12
_ARROW: Final = 12
_GRIP: Final = 4
"""How far from a boundary between columns it is still held, in px."""

_LEAST_WORDS: Final = 160
"""The width that the memories' words keep; beyond it the table scrolls sideways."""

_NARROW: Final = ((560, "tags"), (440, "type"), (360, "age"))
"""Widths under which a column gives way to the memory's words."""

_SECTION: Final = {column.key: section for section, column in enumerate(COLUMNS)}


class MemoryHeader(QHeaderView):
    """A click sorts, Shift+click by one more column; a dragged label moves its column, a dragged boundary widens one.

    A boundary stays under the pointer: left of the words it widens the column before it, right of them the one after it.
    """

    sorted_by = Signal(str, bool)
    """A column was clicked: its key, and whether Shift was held."""
    rearranged = Signal()
    """Columns were moved, widened, shown or hidden."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._keys: tuple[SortKey, ...] = ()
        self._arrangement = Arrangement()
        self._room = 0
        self._pressed: QPoint | None = None
        self._widening: tuple[str, int, int] | None = None
        self._arranging = False
        self.setFixedHeight(HEADER)
        self.setSectionsMovable(True)
        self.setFirstSectionMovable(False)
        self.setMinimumSectionSize(28)
        self.setHighlightSections(False)
        self.setMouseTracking(True)
        self.sectionMoved.connect(self._moved)
        theme.changed.connect(self.viewport().update)

    def show_keys(self, keys: tuple[SortKey, ...]) -> None:
        """Show by what the table is sorted."""
        self._keys = keys
        self.viewport().update()

    # How the columns stand

    @property
    def arrangement(self) -> Arrangement:
        """How the columns stand."""
        return self._arrangement

    def arrange(self, arrangement: Arrangement) -> None:
        """Let the columns stand otherwise; the table's model is set by then."""
        self._arrangement = arrangement
        self._arranging = True
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for place, key in enumerate(arrangement.order):
            self.moveSection(self.visualIndex(_SECTION[key]), place)
        self._arranging = False
        self.fit(self._room)
        self.rearranged.emit()

    def hide_columns(self, keys: Collection[str]) -> None:
        """Hide these columns and show all others."""
        self.arrange(replace(self._arrangement, hidden=hideable(keys)))

    def fit(self, room: int) -> None:
        """Give the columns their widths within so many px; those that find no room give way to the words."""
        self._room = room
        narrow = {key for width, key in _NARROW if room < width}
        taken = 0
        for section, column in enumerate(COLUMNS):
            gone = column.key in self._arrangement.hidden or column.key in narrow
            self.setSectionHidden(section, gone)
            if column.key != GROWS and not gone:
                self.resizeSection(section, self._arrangement.width(column.key))
                taken += self._arrangement.width(column.key)
        self.resizeSection(_SECTION[GROWS], max(_LEAST_WORDS, room - taken))

    def _moved(self) -> None:
        if not self._arranging:
            self._arranging = True
            self.moveSection(self.visualIndex(_SECTION[FIRST]), 0)  # Qt lets others be dropped before it
            self._arranging = False
            order = tuple(COLUMNS[self.logicalIndex(place)].key for place in range(self.count()))
            self._arrangement = replace(self._arrangement, order=order)
            self.rearranged.emit()

    def _widen(self, key: str, width: int) -> None:
        widths = {**self._arrangement.widths, key: max(LEAST, min(width, MOST))}
        self._arrangement = replace(self._arrangement, widths=widths)
        self.fit(self._room)

    def _boundary(self, at: QPoint) -> tuple[str, int] | None:
        """Return the column that the boundary at a point widens, and whether to the right (1) or to the left (-1)."""
        places = [place for place in range(self.count()) if not self.isSectionHidden(self.logicalIndex(place))]
        words = self.visualIndex(_SECTION[GROWS])
        for place, following in pairwise(places):
            section = self.logicalIndex(place)
            if abs(self.sectionViewportPosition(section) + self.sectionSize(section) - at.x()) <= _GRIP:
                key = COLUMNS[self.logicalIndex(following if place >= words else place)].key
                return None if key in {FIRST, GROWS} else (key, -1 if place >= words else 1)
        return None

    # Qt

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), HEADER)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        left = event.button() == Qt.MouseButton.LeftButton
        boundary = self._boundary(at) if left else None
        if boundary is not None:
            key, way = boundary
            self._widening = (key, way, self._arrangement.width(key) - way * at.x())
            return
        self._pressed = at if left else None
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._widening is not None:
            key, way, rest = self._widening
            self._widen(key, rest + way * at.x())
            return
        if event.buttons() == Qt.MouseButton.NoButton:
            shape = Qt.CursorShape.SplitHCursor if self._boundary(at) is not None else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._widening is not None:
            self._widening = None
            self.rearranged.emit()
            return
        super().mouseReleaseEvent(event)
        at = event.position().toPoint()
        pressed, self._pressed = self._pressed, None
        if pressed is None or (at - pressed).manhattanLength() >= QApplication.startDragDistance():
            return
        section = self.logicalIndexAt(at)
        if section == self.logicalIndexAt(pressed) and section >= 0 and COLUMNS[section].sortable:
            self.sorted_by.emit(COLUMNS[section].key, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        boundary = self._boundary(event.position().toPoint())
        if boundary is None:
            super().mouseDoubleClickEvent(event)
            return
        widths = {key: width for key, width in self._arrangement.widths.items() if key != boundary[0]}
        self.arrange(replace(self._arrangement, widths=widths))

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
