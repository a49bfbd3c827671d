"""A field's value is dragged onto rows: which rows would get it, how that is seen, and the drop."""

import json
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QMimeData, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QPainter
from PySide6.QtWidgets import QTableView
from typing_extensions import override

from memento_gui.domain.arrays import IntArray
from memento_gui.qt.tables.selection import RowSelection
from memento_gui.qt.theme import Theme

FORMAT: Final = "application/x-memento-field"
_TINT: Final = 40
"""Opacity of the ground of a row that would get the value, of 255."""


def field_data(field: str, value: str) -> QMimeData:
    """Return what is dragged: a field's value, which is also text for other programs."""
    data = QMimeData()
    data.setData(FORMAT, json.dumps([field, value]).encode())
    data.setText(value)
    return data


def field_of(data: QMimeData) -> tuple[str, str] | None:
    """Return the field and the value that are dragged; None for anything else."""
    if not data.hasFormat(FORMAT):
        return None
    field, value = json.loads(bytes(data.data(FORMAT).data()))
    return str(field), str(value)


class FieldDrops(QObject):
    """Lets a table take values that are dragged onto it.

    Over a selected row all selected rows would get the value, over another one that row alone.
    """

    dropped = Signal(str, str, object)
    """A field, its value, and the places of the rows that get it (an ascending array)."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table
        self.enabled = True
        self.places: IntArray = np.empty(0, dtype=np.int64)
        """The rows that would get the value if it were dropped now."""
        table.setAcceptDrops(True)
        table.viewport().setAcceptDrops(True)
        table.viewport().installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent):  # entering and moving are drops, too
            return self._take(event)
        if event.type() == QEvent.Type.DragLeave:
            self._show(np.empty(0, dtype=np.int64))
            return True
        return False

    def _take(self, event: QDropEvent) -> bool:
        given = field_of(event.mimeData()) if self.enabled else None
        if given is None:
            event.ignore()  # a file, say, which the window takes
            return True
        places = self._under(event)
        if isinstance(event, QDragEnterEvent | QDragMoveEvent):
            self._show(places)
        else:
            self._show(np.empty(0, dtype=np.int64))
            if len(places):
                self.dropped.emit(*given, places)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(bool(len(places)) or isinstance(event, QDragEnterEvent))
        return True

    def _under(self, event: QDropEvent) -> IntArray:
        place = self._table.rowAt(event.position().toPoint().y())
        if place < 0:
            return np.empty(0, dtype=np.int64)
        selection = self._table.selectionModel()
        if isinstance(selection, RowSelection) and selection.holds(place):
            return selection.places
        return np.array([place], dtype=np.int64)

    def _show(self, places: IntArray) -> None:
        if not np.array_equal(places, self.places):
            self.places = places
            self._table.viewport().update()

    def paint(self, painter: QPainter) -> None:
        """Mark the rows in sight that would get the value."""
        viewport = self._table.viewport()
        first, last = self._table.rowAt(0), self._table.rowAt(viewport.height() - 1)
        last = self._table.model().rowCount() - 1 if last < 0 else last
        start, end = np.searchsorted(self.places, [first, last + 1])
        ground = QColor(self._theme.tokens.accent)
        ground.setAlpha(_TINT)
        painter.setPen(self._theme.tokens.focus)
        for place in self.places[start:end]:
            top, height = self._table.rowViewportPosition(int(place)), self._table.rowHeight(int(place))
            row = QRect(0, top, viewport.width() - 1, height - 1)
            painter.fillRect(row, ground)
            painter.drawRect(row)
