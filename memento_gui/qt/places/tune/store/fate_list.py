"""The memories whose fate the numbers change: a list of two-line rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from memento_gui.model.values import Headline
from memento_gui.qt.phrases import age_text, score_text
from memento_gui.qt.places.tune.list_ground import paint_ground
from memento_gui.qt.places.tune.store.fates import Fate
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import MEDIUM, plain_tip
from memento_gui.qt.widgets.type_glyph import paint_glyph

ROW: Final = 40
FIRST: Final = 40
"""So many rows are fetched while a number turns."""
CHUNK: Final = 100
"""So many more at a time, for who scrolls on."""

_LEFT: Final = 16
_TEXT: Final = 34
_ARROW: Final = "→"
_FATE_ROLE: Final = int(Qt.ItemDataRole.UserRole)


Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class FateRow:
    """One row: what the numbers do to a memory, and the memory's title."""

    fate: Fate
    title: str

    @property
    def turn(self) -> str:
        """``kept → soft``."""
        return f"{self.fate.before} {_ARROW} {self.fate.after}"

    @property
    def beside(self) -> str:
        """By how much, and how old: `` by 0.001, 6 mo old``."""
        fate = self.fate
        if fate.idle_days is not None:
            return f", unused {age_text(fate.idle_days)}"
        by = "" if fate.distance is None else f" by {fate.distance:.3f}"
        return f"{by}, {age_text(fate.age_days)} old"


def rows_of(fates: Sequence[Fate], headlines: Mapping[str, Headline]) -> tuple[FateRow, ...]:
    """Return the rows of fates; a memory without words is called so."""
    titles = {fate.id: headlines[fate.id].title if fate.id in headlines else "" for fate in fates}
    return tuple(FateRow(fate, titles[fate.id] or "(no words)") for fate in fates)


class FateModel(QAbstractListModel):
    """Rows that are there already, of all there are; the rest is asked for when the list is scrolled to its end."""

    wanted = Signal(int)
    """The rows from this one on are wanted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[FateRow] = []
        self._total = 0
        self._asked = False

    def show(self, rows: Sequence[FateRow], total: int) -> None:
        """Show other rows, the first of ``total``."""
        self.beginResetModel()
        self._rows, self._total, self._asked = list(rows), total, False
        self.endResetModel()

    def append(self, rows: Sequence[FateRow]) -> None:
        """Show more rows."""
        self._asked = False
        if rows:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    @property
    def rows(self) -> Sequence[FateRow]:
        """What is there already."""
        return tuple(self._rows)

    def row_of(self, memory_id: str) -> int:
        """Return the row of a memory, or -1."""
        return next((place for place, row in enumerate(self._rows) if row.fate.id == memory_id), -1)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    @override
    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and not self._asked and len(self._rows) < self._total

    @override
    def fetchMore(self, parent: Index) -> None:
        self._asked = True
        self.wanted.emit(len(self._rows))

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        fate = row.fate
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(f"{row.title}\n{fate.reason}".strip())
            case Qt.ItemDataRole.AccessibleTextRole:
                scores = " to ".join(_score(score) for score in (fate.score_before, fate.score_after))
                return f"{row.title}, {row.turn}, {scores}. {fate.reason}".strip()
            case _:
                return row if role == _FATE_ROLE else None


class FateDelegate(QStyledItemDelegate):
    """Paints a row: shape, title, what happens to it, and its score before and after."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(_FATE_ROLE)
        area: QRect = option.rect
        if not isinstance(row, FateRow):
            return
        painter.save()
        paint_ground(painter, area, option, self._theme.tokens)
        paint_glyph(painter, area.left() + _LEFT, area.top() + ROW / 2, row.fate.type, self._theme.tokens)
        right = self._paint_scores(painter, area, row.fate)
        self._paint_words(painter, area, row, right)
        painter.restore()

    def _paint_scores(self, painter: QPainter, area: QRect, fate: Fate) -> int:
        """Paint both scores at the right edge and return where they begin."""
        colours = self._theme.tokens
        upright = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextSingleLine
        right = area.right() - _LEFT + 1
        for text, ink, weight, width in (
            (score_text(fate.score_after), colours.text, MEDIUM, 42),
            ("" if fate.score_before is None else _ARROW, colours.text_tertiary, None, 24),
            (_score(fate.score_before), colours.text_secondary, None, 42),
        ):
            if not text:
                continue
            painter.setFont(font(13, weight) if weight else font(13))
            painter.setPen(ink)
            shift = 6 if text == _ARROW else 0
            painter.drawText(QRect(right - width - 8, area.top(), width + 8 - shift, ROW), upright, text)
            right -= max(width, painter.fontMetrics().horizontalAdvance(text))
        return right

    def _paint_words(self, painter: QPainter, area: QRect, row: FateRow, right: int) -> None:
        colours = self._theme.tokens
        left = area.left() + _TEXT
        width = right - 8 - left
        upright = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.setFont(font(13))
        painter.setPen(colours.text)
        title = painter.fontMetrics().elidedText(row.title, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(left, area.top() + 2, width, 19), upright, title)
        for text, weight in ((f"{row.fate.before} {_ARROW} ", None), (row.fate.after, MEDIUM), (row.beside, None)):
            used = font(11, weight) if weight else font(11)
            painter.setFont(used)
            painter.setPen(colours.text if weight else colours.text_secondary)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, max(right - 8 - left, 0))
            painter.drawText(QRect(left, area.top() + 20, width, 16), upright, shown)
            left += QFontMetrics(used).horizontalAdvance(text)


def _score(score: float | None) -> str:
    return "" if score is None else score_text(score)


class FateList(QListView):
    """The rows. A click or Enter opens a memory."""

    opened = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fates = FateModel(self)
        self.setModel(self.fates)
        self.setItemDelegate(FateDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Memories that change fate")
        self.clicked.connect(self._open)
        theme.changed.connect(self.viewport().update)

    def show_rows(self, rows: Sequence[FateRow], total: int) -> None:
        """Show other rows; the current memory and the scroll position stay."""
        held = self.currentIndex().data(_FATE_ROLE)
        scroll = self.verticalScrollBar().value()
        self.fates.show(rows, total)
        place = self.fates.row_of(held.fate.id) if isinstance(held, FateRow) else -1
        if place >= 0:
            self.setCurrentIndex(self.fates.index(place))
        self.verticalScrollBar().setValue(scroll)

    def _open(self, index: QModelIndex) -> None:
        row = index.data(_FATE_ROLE)
        if isinstance(row, FateRow):
            self.opened.emit(row.fate.id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)
