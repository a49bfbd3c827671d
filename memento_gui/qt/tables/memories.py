"""The item model of a table of memories: finished values in arrays, words as they arrive."""

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from typing_extensions import override

from memento_gui.domain.arrays import IntArray
from memento_gui.model.values import Headline
from memento_gui.qt.phrases import age_text, days_between, score_text, type_label
from memento_gui.qt.tables.columns import COLUMNS, Column
from memento_gui.qt.tables.rows import Rows
from memento_gui.qt.widgets.label import plain_tip

Index = QModelIndex | QPersistentModelIndex

_NONE: Final = QModelIndex()
_KEPT_WORDS: Final = 20_000
"""Headlines that are kept; beyond it the oldest ones are dropped."""


class MemoryModel(QAbstractTableModel):
    """Rows of memories. ``data`` reads arrays and headlines that are there; it never asks the store."""

    wordless = Signal()
    """A visible row has no words yet, see `missing`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Rows | None = None
        self._words: dict[str, Headline] = {}
        self._stale: set[str] = set()

    @property
    def rows(self) -> Rows | None:
        """What is shown; None before the first time."""
        return self._rows

    def show(self, rows: Rows) -> None:
        """Show other rows. The view keeps selection, current row and scroll position."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def forget_words(self, ids: Iterable[str], *, everything: bool = False) -> None:
        """Read these memories' words again; until they are there the old ones stay."""
        self._stale.update(self._words if everything else self._words.keys() & set(ids))

    def take_words(self, words: Mapping[str, Headline]) -> None:
        """Take in words that arrived."""
        self._stale -= words.keys()
        for identity in words:
            self._words.pop(identity, None)
        self._words |= words
        for identity in list(self._words)[: max(0, len(self._words) - _KEPT_WORDS)]:
            del self._words[identity]

    def missing(self, first: int, last: int) -> list[str]:
        """Return the ids at places ``first`` to ``last`` whose words are to be read."""
        if self._rows is None:
            return []
        ids = self._rows.table.ids[self._rows.order[max(0, first) : last + 1]]
        return [str(identity) for identity in ids if identity not in self._words or identity in self._stale]

    def headline(self, place: int) -> Headline | None:
        """Return the words at a place, or None while they are being read."""
        assert self._rows is not None
        return self._words.get(self._rows.id_at(place))

    def ids_at(self, places: IntArray) -> list[str]:
        """Return the ids at these places."""
        if self._rows is None or not len(places):
            return []
        ids: list[str] = self._rows.table.ids[self._rows.order[places]].tolist()
        return ids

    def row_at(self, place: int) -> int:
        """Return the row of the feature table at a place."""
        assert self._rows is not None
        return int(self._rows.order[place])

    @override
    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() or self._rows is None else len(self._rows)

    @override
    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section].label
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if self._rows is None or not index.isValid() or index.row() >= len(self._rows):
            return None
        column = COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(column, index.row())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._tip(column, index.row()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(index.row()) if column.key == "memory" else self._text(column, index.row())
        return None

    def spoken(self, place: int) -> str:
        """Return a row as a screen reader reads it."""
        rows, words = self._rows, self.headline(place)
        assert rows is not None
        row = self.row_at(place)
        parts = [
            words.title if words else "loading",
            "pinned" if rows.table.pinned[row] else "",
            self._text(COLUMNS[2], place),
            f"tags {', '.join(words.tags)}" if words and words.tags else "",
            f"score {score_text(float(rows.standing.score[row]))}",
            f"{age_text(days_between(rows.now_ms, int(rows.table.created_ms[row])))} old",
        ]
        return ", ".join(part for part in parts if part)

    def _text(self, column: Column, place: int) -> str:
        rows = self._rows
        assert rows is not None
        if column.text is not None:
            return column.text(rows, self.row_at(place))
        words = self.headline(place)
        if column.key == "pin":
            return type_label("pinned") if rows.table.pinned[self.row_at(place)] else ""
        if words is None:
            return ""
        return ", ".join(words.tags) if column.key == "tags" else words.title

    def _tip(self, column: Column, place: int) -> str:
        rows = self._rows
        assert rows is not None
        if column.tip is not None:
            return column.tip(rows, self.row_at(place))
        words = self.headline(place)
        if words is None or column.key not in {"memory", "tags"}:
            return ""
        return ", ".join(words.tags) if column.key == "tags" else f"{words.title}\n{words.snippet}".strip()
