"""Selected rows as arrays of places, and back."""

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel

from memento_gui.domain.arrays import IntArray
from memento_gui.qt.tables.rows import runs

_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect


def selected_places(selection: QItemSelectionModel) -> IntArray:
    """Return the selected places, ascending."""
    ranges = [np.arange(r.top(), r.bottom() + 1) for r in selection.selection().toList()]
    if len(ranges) == 1:
        return ranges[0].astype(np.int64)
    return np.unique(np.concatenate(ranges)).astype(np.int64) if ranges else np.empty(0, dtype=np.int64)


def select_places(selection: QItemSelectionModel, places: IntArray) -> None:
    """Select exactly these places (ascending), as few ranges."""
    model = selection.model()
    last_column = model.columnCount() - 1
    wanted = QItemSelection()
    for first, last in runs(places):
        wanted.select(model.index(first, 0), model.index(last, last_column))
    selection.select(wanted, _SELECT)


def make_current(selection: QItemSelectionModel, place: int, column: int) -> None:
    """Make a place the current one without selecting it."""
    index = selection.model().index(place, column)
    selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)


def choose(selection: QItemSelectionModel, place: int, column: int) -> None:
    """Make a place the current and only selected one, whatever keys are held."""
    flags = _SELECT | QItemSelectionModel.SelectionFlag.Rows
    selection.setCurrentIndex(selection.model().index(place, column), flags)
