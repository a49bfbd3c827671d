"""The item model of the result list."""

from collections.abc import Mapping

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from memento_gui.qt.phrases import moment_text
from memento_gui.qt.places.search.results.arithmetic import Arithmetic
from memento_gui.qt.places.search.results.rows import BandRow, ResultRow, Row
from memento_gui.qt.widgets.label import plain_tip

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_NONE = QModelIndex()


class ResultModel(QAbstractListModel):
    """The rows of one search."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown."""
        return self._rows

    def show(self, rows: tuple[Row, ...]) -> None:
        """Show the rows of another search."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row_at(self, index: Index) -> Row | None:
        """Return the row of an index, or None."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def result_at(self, index: Index) -> ResultRow | None:
        """Return the result of an index, or None if it is none."""
        row = self.row_at(index)
        return row if isinstance(row, ResultRow) else None

    def index_of(self, memory_id: str) -> QModelIndex:
        """Return the index of a memory's result, invalid if it is not shown."""
        for number, row in enumerate(self._rows):
            if isinstance(row, ResultRow) and row.memory_id == memory_id:
                return self.index(number)
        return QModelIndex()

    def unfold(self, index: Index, arithmetic: Arithmetic | None) -> None:
        """Show a result's arithmetic under it, or fold it."""
        row = self.result_at(index)
        if row is None or row.arithmetic == arithmetic:
            return
        number = index.row()
        self._rows = (*self._rows[:number], row.unfolded(arithmetic), *self._rows[number + 1 :])
        self.dataChanged.emit(self.index(number), self.index(number))

    def show_grades(self, grades: Mapping[str, int]) -> None:
        """Show these grades, by memory, and no other."""
        for number, row in enumerate(self._rows):
            if isinstance(row, ResultRow) and row.grade != grades.get(row.memory_id):
                graded = row.graded(grades.get(row.memory_id))
                self._rows = (*self._rows[:number], graded, *self._rows[number + 1 :])
                self.dataChanged.emit(self.index(number), self.index(number))

    @override
    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.row_at(index), BandRow):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        result = row if isinstance(row, ResultRow) else None
        match role:
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return row.text if not isinstance(row, ResultRow) else row.spoken
            case Qt.ItemDataRole.ToolTipRole if result is not None:
                return plain_tip(f"{result.title}\nCreated {moment_text(result.created_ms)}")
            case _:
                return None
