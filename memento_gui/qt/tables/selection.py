"""Which rows are selected: a mask, so that a million scattered rows are as quick as one."""

from typing import Final

import numpy as np
from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Signal,
)
from typing_extensions import override

from memento_gui.domain.arrays import BoolArray, IntArray
from memento_gui.qt.tables.rows import runs

Flag = QItemSelectionModel.SelectionFlag
_SELECT: Final = Flag.ClearAndSelect
_TOLD: Final = 500
"""Runs of rows up to which Qt is told of all of them: its time grows with their square."""


class RowSelection(QItemSelectionModel):
    """Selects whole rows. Qt's own selection, which screen readers ask, follows as long as it has few runs of rows.

    The flags mean what they mean to Qt: with ``Current``, the rows of the last command are replaced.
    """

    turned = Signal()
    """Other rows are selected."""

    def __init__(self, model: QAbstractItemModel, parent: QObject) -> None:
        super().__init__(model, parent)
        self._base: BoolArray = np.zeros(0, dtype=np.bool_)
        self._last: list[tuple[int, int]] = []
        self._command = Flag.NoUpdate
        self.mask: BoolArray = self._base
        """Which places are selected; not changed once it is here."""

    @property
    def places(self) -> IntArray:
        """The selected places, ascending."""
        return np.flatnonzero(self.mask).astype(np.int64)

    @property
    def count(self) -> int:
        """How many places are selected."""
        return int(np.count_nonzero(self.mask))

    def holds(self, place: int) -> bool:
        """Whether a place is selected."""
        return 0 <= place < len(self.mask) and bool(self.mask[place])

    def put(self, places: IntArray) -> None:
        """Select exactly these places (ascending)."""
        self._base = np.zeros(self.model().rowCount(QModelIndex()), dtype=np.bool_)
        self._base[places] = True
        self._last, self._command = [], Flag.NoUpdate
        self._take(self._base)

    @override
    def select(self, what: "QItemSelection | QModelIndex | QPersistentModelIndex", flags: Flag) -> None:
        if not isinstance(what, QItemSelection):
            super().select(what, flags)  # which comes back here with a selection
            return
        if flags == Flag.NoUpdate:
            return
        if len(self._base) != self.model().rowCount(QModelIndex()):
            self._base, self._last = np.zeros(self.model().rowCount(QModelIndex()), dtype=np.bool_), []
        if flags & Flag.Clear:
            self._base, self._last = np.zeros_like(self._base), []
        if not flags & Flag.Current:
            self._base, self._last = self._with_last(), []
        if flags & (Flag.Select | Flag.Deselect | Flag.Toggle):
            self._command = flags
            self._last = [(one.top(), one.bottom()) for one in what.toList()]
        self._take(self._with_last())

    @override
    def reset(self) -> None:
        self._base, self._last = np.zeros(0, dtype=np.bool_), []
        self.mask = self._base
        super().reset()

    def _with_last(self) -> BoolArray:
        """Return the rows as they are with the last command carried out."""
        if not self._last:
            return self._base
        mask = self._base.copy()
        for first, last in self._last:
            part = slice(first, last + 1)
            if self._command & Flag.Toggle:
                mask[part] = ~self._base[part]
            else:
                mask[part] = bool(self._command & Flag.Select)
        return mask

    def _take(self, mask: BoolArray) -> None:
        changed = not np.array_equal(mask, self.mask)
        self.mask = mask
        held = runs(self.places) if self._few(mask) else []
        last_column = self.model().columnCount(QModelIndex()) - 1
        wanted = QItemSelection()
        for first, last in held:
            wanted.select(self.model().index(first, 0), self.model().index(last, last_column))
        super().select(wanted, _SELECT)
        if changed:
            self.turned.emit()

    @staticmethod
    def _few(mask: BoolArray) -> bool:
        return int(np.count_nonzero(mask[1:] != mask[:-1])) <= 2 * _TOLD


def make_current(selection: QItemSelectionModel, place: int, column: int) -> None:
    """Make a place the current one without selecting it."""
    index = selection.model().index(place, column)
    selection.setCurrentIndex(index, Flag.NoUpdate)


def choose(selection: QItemSelectionModel, place: int, column: int) -> None:
    """Make a place the current and only selected one, whatever keys are held."""
    selection.setCurrentIndex(selection.model().index(place, column), _SELECT | Flag.Rows)
