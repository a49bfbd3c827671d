"""The queries that numbers are tried on: those typed here, saved and recent ones, each with how many results move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from memento_gui.qt.places.tune.list_ground import paint_ground
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import BOLD, MEDIUM, plain_tip

ROW: Final = 28
_ROLE: Final = int(Qt.ItemDataRole.UserRole)
_UPRIGHT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class QueryRow:
    """A query with what it is called; without a query, a heading."""

    title: str
    query: str = ""


def rows_of(typed: Sequence[str], saved: Sequence[tuple[str, str]], recent: Sequence[str]) -> tuple[QueryRow, ...]:
    """Return headings and queries; a query stands under the first heading that has it.

    Args:
        typed: Queries typed here.
        saved: (name, query) pairs.
        recent: Queries asked in Search, newest first.
    """
    rows: list[QueryRow] = []
    known: set[str] = set()
    groups = (
        ("Typed", [(query, query) for query in typed]),
        ("Saved searches", list(saved)),
        ("Recent", [(query, query) for query in recent]),
    )
    for heading, pairs in groups:
        fresh = {query: title for title, query in reversed(pairs) if query not in known}
        if fresh:
            rows.append(QueryRow(heading))
            rows += [QueryRow(fresh[query], query) for _, query in pairs if query in fresh and query not in known]
            known |= set(fresh)
    return tuple(dict.fromkeys(rows))


class QueryModel(QAbstractListModel):
    """The rows, and how many results of each query move."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[QueryRow, ...] = ()
        self._moved: Mapping[str, int] = {}

    def show(self, rows: Sequence[QueryRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def show_moved(self, moved: Mapping[str, int]) -> None:
        """Show how many results of each query move."""
        self._moved = moved
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    @property
    def rows(self) -> tuple[QueryRow, ...]:
        """What is shown."""
        return self._rows

    def note(self, query: str) -> str:
        """Return what stands beside a query."""
        moved = self._moved.get(query)
        return "" if moved is None else "=" if moved == 0 else f"{moved} move"

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        usual = super().flags(index)
        return usual if 0 <= index.row() < len(self._rows) and self._rows[index.row()].query else Qt.ItemFlag.NoItemFlags

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(row.query) if row.query else None
            case Qt.ItemDataRole.AccessibleTextRole:
                note = self.note(row.query)
                return f"{row.title}, {note}" if row.query and note else row.title
            case _:
                return row if role == _ROLE else None


class QueryDelegate(QStyledItemDelegate):
    """Paints a heading, or a query with how many of its results move."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, model = index.data(_ROLE), index.model()
        if not isinstance(row, QueryRow) or not isinstance(model, QueryModel):
            return
        colours, area = self._theme.tokens, QRect(option.rect)
        painter.save()
        if not row.query:
            painter.setFont(font(12, BOLD))
            painter.setPen(colours.text_tertiary)
            painter.drawText(area.adjusted(16, 4, -8, 0), _UPRIGHT, row.title)
            painter.restore()
            return
        paint_ground(painter, area, option, colours)
        note = model.note(row.query)
        painter.setFont(font(12, MEDIUM) if note != "=" else font(12))
        painter.setPen(colours.accent_text if note != "=" else colours.text_tertiary)
        inside = area.adjusted(16, 0, -12, 0)
        painter.drawText(inside, _UPRIGHT | Qt.AlignmentFlag.AlignRight, note)
        inside.setRight(inside.right() - painter.fontMetrics().horizontalAdvance(note) - 8)
        painter.setFont(font(13))
        painter.setPen(colours.text)
        text = painter.fontMetrics().elidedText(row.title, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(inside, _UPRIGHT, text)
        painter.restore()


class QueryList(QListView):
    """The queries; the current one is ranked."""

    chosen = Signal(str)
    """Another query is the current one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.queries = QueryModel(self)
        self.setModel(self.queries)
        self.setItemDelegate(QueryDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Queries")
        self._current = ""
        self.selectionModel().currentChanged.connect(lambda index, _old: self._hear(index))
        theme.changed.connect(self.viewport().update)

    @property
    def current(self) -> str:
        """The query that is chosen, or an empty string."""
        return self._current

    @property
    def listed(self) -> list[str]:
        """All queries."""
        return [row.query for row in self.queries.rows if row.query]

    def show_rows(self, rows: Sequence[QueryRow]) -> None:
        """Show other rows; the chosen query stays so, or else the first is chosen."""
        if tuple(rows) == self.queries.rows:
            return
        held = self._current
        self.queries.show(rows)
        listed = self.listed
        self.choose(held if held in listed else listed[0] if listed else "")

    def choose(self, query: str) -> None:
        """Make a listed query the current one."""
        place = next((at for at, row in enumerate(self.queries.rows) if row.query and row.query == query), -1)
        if place >= 0:
            self.setCurrentIndex(self.queries.index(place))
        elif self._current:
            self._current = ""
            self.chosen.emit("")

    def _hear(self, index: QModelIndex) -> None:
        row = index.data(_ROLE)
        if isinstance(row, QueryRow) and row.query and row.query != self._current:
            self._current = row.query
            self.chosen.emit(row.query)
