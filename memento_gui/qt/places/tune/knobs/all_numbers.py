"""Every number of the set in use as one table: its name, its value, what the saved set and the default have."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from memento_gui.domain.knobs import Knob, Table, Value
from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.places.tune.knobs.groups import is_user_table, knob_of
from memento_gui.qt.places.tune.knobs.numbers import as_text, bounds_text, choice_text
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import HEADER, ROW
from memento_gui.qt.widgets.label import MEDIUM, plain_tip

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberLine:
    """One line: texts as they are shown."""

    name: str
    now: str
    saved: str
    default: str
    bounds: str
    source: str
    help: str

    @property
    def changed(self) -> bool:
        """Whether the value is not the saved one."""
        return self.now != self.saved


_COLUMNS: Final[tuple[tuple[str, Callable[[NumberLine], str], int], ...]] = (
    ("Name", lambda line: line.name, 216),
    ("Now", lambda line: line.now, 88),
    ("Saved", lambda line: line.saved, 88),
    ("Default", lambda line: line.default, 88),
    ("Bounds", lambda line: line.bounds, 136),
    ("Source", lambda line: line.source, 60),
)
_NUMBERS: Final = (1, 2, 3)


def lines_of(parameters: ParameterSet, saved: ParameterSet) -> tuple[NumberLine, ...]:
    """Return a line for every number, and for every entry of the tables that the user extends."""
    here, there = parameters.values(), saved.values()
    names = dict.fromkeys([*here, *there])
    return tuple(_line(name, here.get(name), there.get(name)) for name in names)


def _line(name: str, now: Value | None, saved: Value | None) -> NumberLine:
    knob = knob_of(name)
    return NumberLine(
        name=name,
        now=as_text(knob, now),
        saved=as_text(knob, saved),
        default=as_text(knob, _default(knob, name)),
        bounds=_bounds(knob),
        source=knob.source,
        help=knob.help,
    )


def _default(knob: Knob, name: str) -> Value | None:
    if not is_user_table(knob):
        default: Value = knob.default
        return default
    table: Table = knob.default
    return table.get(name.removeprefix(f"{knob.name}."))


def _bounds(knob: Knob) -> str:
    if knob.choices:
        return ", ".join(choice_text(choice).lower() for choice in knob.choices)
    return "on or off" if isinstance(knob.default, bool) else bounds_text(knob)


class NumberModel(QAbstractTableModel):
    """The lines."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[NumberLine, ...] = ()

    def show(self, lines: tuple[NumberLine, ...]) -> None:
        """Show other lines; the same names in the same order only get new values."""
        same = [line.name for line in lines] == [line.name for line in self._lines]
        if not same:
            self.beginResetModel()
        self._lines = lines
        if same:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(_COLUMNS) - 1))
        else:
            self.endResetModel()

    @property
    def lines(self) -> tuple[NumberLine, ...]:
        """What is shown."""
        return self._lines

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        return 0 if parent.isValid() else len(self._lines)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        return 0 if parent.isValid() else len(_COLUMNS)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self._lines):
            return None
        line, column = self._lines[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _COLUMNS[column][1](line)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(f"{_COLUMNS[column][1](line)}\n{line.help}")
            case Qt.ItemDataRole.FontRole:
                return font(13, MEDIUM) if line.changed and column <= 1 else font(13)
            case Qt.ItemDataRole.TextAlignmentRole:
                return int((Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft) | _UPRIGHT)
            case _:
                return None

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _COLUMNS[section][0]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int((Qt.AlignmentFlag.AlignRight if section in _NUMBERS else Qt.AlignmentFlag.AlignLeft) | _UPRIGHT)
        return None


_UPRIGHT: Final = Qt.AlignmentFlag.AlignVCenter


class AllNumbers(QTableView):
    """The table. Enter or a double click goes to the knob of a line."""

    picked = Signal(str)
    """Go to the knob of this name."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers = NumberModel(self)
        self.setModel(self.numbers)
        self.setAccessibleName("All numbers of the set")
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.horizontalHeader().setFixedHeight(HEADER)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setStretchLastSection(True)
        for column, (_, _, width) in enumerate(_COLUMNS):
            self.setColumnWidth(column, width)
        self.doubleClicked.connect(self._pick)
        self._theme = theme
        theme.changed.connect(self._tint)
        self._tint()

    def _tint(self) -> None:
        colours = self._theme.tokens
        self.horizontalHeader().setFont(font(12))
        self.setStyleSheet(
            "QTableView::item { padding: 0 8px; border: 0; }"
            f"QTableView::item:selected {{ background: {colours.bg_selected.name()}; color: {colours.text.name()}; }}"
            f"QHeaderView::section {{ background: {colours.bg_side.name()}; color: {colours.text_secondary.name()};"
            f" border: 0; border-bottom: 1px solid {colours.line.name()}; padding: 0 8px; }}"
        )

    def show_parameters(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        """Show a set beside the saved one."""
        self.numbers.show(lines_of(parameters, saved))

    def _pick(self, index: QModelIndex) -> None:
        if index.isValid():
            self.picked.emit(self.numbers.lines[index.row()].name)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self.currentIndex())
        else:
            super().keyPressEvent(event)
