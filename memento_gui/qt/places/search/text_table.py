"""A table of finished texts: a name that takes the room, and numbers at the right."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QTableView, QWidget
from typing_extensions import override

from memento_gui.qt.theme import font
from memento_gui.qt.widgets.label import plain_tip

ROW_HEIGHT: Final = 28
Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


class TextModel(QAbstractTableModel):
    """Rows of texts; the first column is the row's name."""

    def __init__(self, titles: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles = tuple(titles)
        self.cells: tuple[tuple[str, ...], ...] = ()

    def show(self, cells: Sequence[Sequence[str]]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.cells = tuple(tuple(row) for row in cells)
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.cells)

    @override
    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self._titles)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._titles):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return self._titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.cells):
            return None
        text = self.cells[index.row()][index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return text
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(index.column())
            case Qt.ItemDataRole.ToolTipRole if index.column() == 0:
                return plain_tip(text)
            case _:
                return None


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


class TextTable(QTableView):
    """Arrows move between rows; Enter or a double click picks one."""

    picked = Signal(str)
    """The name in the first column."""

    def __init__(self, name: str, columns: Sequence[tuple[str, int]], parent: QWidget | None = None) -> None:
        """Show no row yet; ``columns`` are (title, width) pairs, of which the first takes what is left."""
        super().__init__(parent)
        self.texts = TextModel([title for title, _ in columns], self)
        self.setModel(self.texts)
        self.setFont(font(12))
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(24)
        for column, (_, width) in enumerate(columns):
            mode = QHeaderView.ResizeMode.Fixed if column else QHeaderView.ResizeMode.Stretch
            header.setSectionResizeMode(column, mode)
            if column:
                header.resizeSection(column, width)
        self.doubleClicked.connect(self._pick)

    def show_cells(self, cells: Sequence[Sequence[str]]) -> None:
        """Show other rows; the current name stays current."""
        current = self.current
        self.texts.show(cells)
        names = [row[0] for row in self.texts.cells]
        if names:
            self.selectRow(names.index(current) if current in names else 0)

    @property
    def current(self) -> str:
        """The name of the current row, or an empty string."""
        row = self.currentIndex().row()
        return self.texts.cells[row][0] if 0 <= row < len(self.texts.cells) else ""

    def _pick(self, index: QModelIndex) -> None:
        if index.isValid():
            self.picked.emit(self.texts.cells[index.row()][0])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._pick(self.currentIndex())
        else:
            super().keyPressEvent(event)


def inset(table: TextTable) -> QHBoxLayout:
    """Return a layout that keeps a table clear of a panel's edges, as its labels are."""
    row = QHBoxLayout()
    row.setContentsMargins(13, 0, 13, 0)
    row.addWidget(table)
    return row
