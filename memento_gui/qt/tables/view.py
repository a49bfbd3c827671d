"""The table of memories: keeps selection, current row and scroll position whatever happens to its rows."""

from collections.abc import Collection
from typing import Final, Literal

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from memento_gui.domain.arrays import IntArray
from memento_gui.qt.tables.arrangement import Arrangement, moved
from memento_gui.qt.tables.column_menu import ColumnMenu
from memento_gui.qt.tables.columns import COLUMNS
from memento_gui.qt.tables.delegate import MemoryDelegate
from memento_gui.qt.tables.dropping import FieldDrops
from memento_gui.qt.tables.header import MemoryHeader
from memento_gui.qt.tables.memories import MemoryModel
from memento_gui.qt.tables.rows import Rows, carried, places_of
from memento_gui.qt.tables.selection import Flag, RowSelection, choose, make_current
from memento_gui.qt.tables.sorting import DEFAULT, SortKey, clicked
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import ROW

Scroll = Literal["stay", "current", "top"]

_AHEAD: Final = 40
"""Rows above and below the visible ones whose words are read with them."""

_WORDS: Final = 1
"""The column of a memory's words, where the current cell stays."""


class MemoryTable(QTableView):
    """Shows a `MemoryModel`; emits what the user does with rows."""

    current_changed = Signal(str)
    """Another memory is the current one (its id, or an empty string)."""
    selection_changed = Signal()
    """Other rows are selected."""
    activated_memory = Signal(str)
    """A memory was opened by Enter or a double click."""
    words_wanted = Signal(object)
    """The words of these ids (a list) are to be read."""
    sorting_changed = Signal(object)
    """The sort keys were changed by a click (a tuple of `SortKey`)."""

    columns_changed = Signal()
    """Columns were moved, widened, shown or hidden."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.memories = MemoryModel(self)
        self._selection = RowSelection(self.memories, self)
        self._delegate = MemoryDelegate(theme, self.memories, self._selection.holds, self)
        self._keys = DEFAULT
        self._restoring = False
        self._header = MemoryHeader(theme, self)
        self.setHorizontalHeader(self._header)
        self.setModel(self.memories)
        self.setSelectionModel(self._selection)
        self.setItemDelegate(self._delegate)
        self._behave()
        self.drops = FieldDrops(theme, self)
        self._header.show_keys(self._keys)
        self._header.arrange(Arrangement())
        self._header.sorted_by.connect(self._sort)
        self._header.rearranged.connect(self.columns_changed)
        self._header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._header.customContextMenuRequested.connect(self._show_columns)
        self._selection.currentRowChanged.connect(self._moved)
        self._selection.turned.connect(self._selected)
        self.verticalScrollBar().valueChanged.connect(self.ask_for_words)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self.viewport().update)

    def _behave(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setAccessibleName("Memories")
        vertical = self.verticalHeader()
        vertical.hide()
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setMinimumSectionSize(ROW)
        vertical.setDefaultSectionSize(ROW)
        self.verticalScrollBar().setSingleStep(ROW)

    # Rows

    def show_rows(self, rows: Rows, *, scroll: Scroll = "stay") -> None:
        """Show other rows; selection and current row stay with their memories.

        Args:
            rows: What to show.
            scroll: ``stay`` keeps the first visible memory where it is, as after a change of the store; ``current`` brings
                the current memory into sight, as after another filter; ``top`` shows the first row, as after sorting.
        """
        before, places = self.memories.rows, self._selection.places
        current, anchor = self.current_id, self._anchor()
        self._restoring = True
        self.memories.show(rows)
        if before is not None:
            self._selection.put(carried(before, places, rows))
        for place in places_of(rows, {current}):
            make_current(self._selection, int(place), _WORDS)
        self._restoring = False
        self._scroll_back(rows, anchor, scroll)
        self.selection_changed.emit()
        if self.current_id != current:
            self.current_changed.emit(self.current_id)
        self.ask_for_words()

    @property
    def current_id(self) -> str:
        """The id of the current memory, or an empty string."""
        index, rows = self.currentIndex(), self.memories.rows
        return rows.id_at(index.row()) if index.isValid() and rows is not None and index.row() < len(rows) else ""

    def selected_places(self) -> IntArray:
        """Return the selected places, ascending."""
        return self._selection.places

    def selected_count(self) -> int:
        """Return how many rows are selected."""
        return self._selection.count

    def selected_ids(self) -> list[str]:
        """Return the ids of the selected memories in their order."""
        return self.memories.ids_at(self.selected_places())

    def go_to(self, memory_id: str) -> bool:
        """Make a memory the current and only selected one; False if it is not shown."""
        rows = self.memories.rows
        for place in () if rows is None else places_of(rows, {memory_id}):
            index, hint = self.memories.index(int(place), _WORDS), QAbstractItemView.ScrollHint
            seen = self.viewport().rect().contains(self.visualRect(index).center())
            choose(self._selection, int(place), _WORDS)
            self.scrollTo(index, hint.EnsureVisible if seen else hint.PositionAtCenter)  # at the edge a toast covers it
            return True
        return False

    def go_to_place(self, place: int) -> None:
        """Make the row at a place (or the last one) the current and only selected one."""
        count = self.memories.rowCount()
        if count:
            choose(self._selection, min(max(place, 0), count - 1), _WORDS)

    def clear_current(self) -> None:
        """Select nothing."""
        self.clearSelection()
        self.setCurrentIndex(QModelIndex())

    # Columns

    @property
    def arrangement(self) -> Arrangement:
        """How the columns stand."""
        return self._header.arrangement

    def arrange(self, arrangement: Arrangement) -> None:
        """Let the columns stand otherwise."""
        self._header.arrange(arrangement)

    def reset_columns(self) -> None:
        """Show the columns, and the rows, in the order that a new table has."""
        self.arrange(Arrangement())
        self.sort_by(DEFAULT)

    @property
    def needed_columns(self) -> frozenset[str]:
        """The columns whose values are shown or sorted by."""
        shown = {column.key for column in COLUMNS if column.key not in self.arrangement.hidden}
        return frozenset(shown | {key.column for key in self._keys})

    def hide_columns(self, keys: Collection[str]) -> None:
        """Hide these columns and show all others."""
        self._header.hide_columns(keys)

    def columns_menu(self) -> ColumnMenu:
        """Return a menu in which columns are chosen, moved, and put back as they were at first."""
        menu = ColumnMenu(self.arrangement, self)
        menu.toggled.connect(lambda key, on: self._toggle_column(key, on=on))
        menu.moved.connect(lambda key, way: self.arrange(moved(self.arrangement, key, way)))
        menu.reset.connect(self.reset_columns)
        return menu

    def set_row_height(self, height: int) -> None:
        """Make every row this high: 24, 28 or 36 px."""
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self.verticalScrollBar().setSingleStep(height)

    @property
    def sort_keys(self) -> tuple[SortKey, ...]:
        """By what the table is sorted."""
        return self._keys

    def ask_for_words(self) -> None:
        """Ask for the words of the rows in sight, and of some around them."""
        count = self.memories.rowCount()
        if not count or not self.isVisible():
            return
        first = max(0, self.rowAt(0))
        last = self.rowAt(self.viewport().height() - 1)
        last = count - 1 if last < 0 else last
        if self.memories.missing(first, last):
            self.words_wanted.emit(self.memories.missing(first - _AHEAD, min(last + _AHEAD, count - 1)))

    # Qt

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.current_id:
            self.activated_memory.emit(self.current_id)
        elif event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End} and not event.modifiers():
            self.go_to_place(0 if event.key() == Qt.Key.Key_Home else self.memories.rowCount() - 1)
        else:
            super().keyPressEvent(event)

    @override
    def selectionCommand(self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None) -> Flag:
        right = isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.RightButton
        if right and self._selection.holds(index.row()):
            return Flag.NoUpdate  # the menu is about all that are selected
        return super().selectionCommand(index, event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.rowAt(event.position().toPoint().y()))
        super().mouseMoveEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        if self.currentIndex().isValid() and not by_mouse and not self._selection.count:
            choose(
                self._selection, self.currentIndex().row(), _WORDS
            )  # Qt makes the first row current, but does not select it
        self._show_focus()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._header.fit(self.viewport().width())
        self.ask_for_words()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if len(self.drops.places):
            painter = QPainter(self.viewport())
            self.drops.paint(painter)
            painter.end()
        index = self.currentIndex()
        if not (index.isValid() and self._delegate.focused):
            return
        top, height = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
        painter = QPainter(self.viewport())
        painter.setPen(self._theme.tokens.focus)
        painter.drawRect(QRect(0, top, self.viewport().width() - 1, height - 1))
        painter.end()

    # Inside

    def _anchor(self) -> tuple[str, int]:
        """The first visible memory and where it begins."""
        place, rows = self.rowAt(0), self.memories.rows
        if place < 0 or rows is None:
            return "", 0
        return rows.id_at(place), self.rowViewportPosition(place)

    def _scroll_back(self, rows: Rows, anchor: tuple[str, int], scroll: Scroll) -> None:
        bar = self.verticalScrollBar()
        if scroll == "current" and self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
        elif scroll != "stay":
            bar.setValue(0)
        else:
            for place in places_of(rows, {anchor[0]}):
                bar.setValue(int(place) * self.verticalHeader().defaultSectionSize() - anchor[1])

    def _sort(self, column: str, adding: bool) -> None:  # noqa: FBT001  # a signal's argument
        self.sort_by(clicked(self._keys, column, adding=adding))

    def sort_by(self, keys: tuple[SortKey, ...]) -> None:
        """Ask for another order."""
        self._keys = keys
        self._header.show_keys(keys)
        self.sorting_changed.emit(keys)

    def _toggle_column(self, key: str, *, on: bool) -> None:
        hidden = self.arrangement.hidden
        self.hide_columns(hidden - {key} if on else hidden | {key})

    def _show_columns(self, at: QPoint) -> None:
        self.columns_menu().popup(self._header.mapToGlobal(at))

    def _hover(self, place: int) -> None:
        if place != self._delegate.hovered:
            for row in (self._delegate.hovered, place):
                if row >= 0:
                    top = self.rowViewportPosition(row)
                    self.viewport().update(0, top, self.viewport().width(), self.rowHeight(row))
            self._delegate.hovered = place

    def _show_focus(self) -> None:
        self._delegate.focused = self.hasFocus()
        self.viewport().update()

    def _moved(self) -> None:
        if not self._restoring:
            self.viewport().update()
            self.current_changed.emit(self.current_id)

    def _selected(self) -> None:
        self.viewport().update()
        if not self._restoring:
            self.selection_changed.emit()

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.activated_memory.emit(self.current_id)
