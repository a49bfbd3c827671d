"""Paints the cells of a table of memories straight from the arrays."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from memento_gui.domain.memory import TYPES
from memento_gui.qt.phrases import score_text
from memento_gui.qt.tables.columns import COLUMNS, Column
from memento_gui.qt.tables.memories import MemoryModel
from memento_gui.qt.tables.rows import Rows
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import ROW, Tokens
from memento_gui.qt.widgets.chips import paint_chips
from memento_gui.qt.widgets.label import MEDIUM
from memento_gui.qt.widgets.score_bar import ScoreBar, paint_bar
from memento_gui.qt.widgets.type_glyph import SIZE, paint_glyph

Index = QModelIndex | QPersistentModelIndex

FULL: Final = 0.5
"""Score at a bar's full width: what a memory can reach without a query under the default weights."""

_BAR: Final = 8
_PAD: Final = 12
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_ISOLATE: Final = ("\u2068", "\u2069")


class MemoryDelegate(QStyledItemDelegate):
    """One row as in a printed list: flat ground, one line of text, shapes for what is not text."""

    def __init__(
        self, theme: Theme, model: MemoryModel, selected: Callable[[int], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._selected = selected
        self.hovered = -1
        self.focused = False
        self._body = font(13)
        self._strong = font(13, MEDIUM)
        self._small = font(11)
        self._number_width = QFontMetrics(self._strong).horizontalAdvance("0.000") + 2
        self._painters: dict[str, Callable[[QPainter, QRect, int, _Look], None]] = {
            "pin": self._pin,
            "memory": self._memory,
            "type": self._type,
            "tags": self._tags,
            "score": self._score,
        }

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rows = self._model.rows
        if rows is None or index.row() >= len(rows):
            return
        area: QRect = option.rect
        look = _Look(self._theme.tokens, rows, selected=self._selected(index.row()))
        ground = self._ground(look, index.row())
        look.ground = ground
        painter.save()
        painter.fillRect(area, ground)
        column = COLUMNS[index.column()]
        special = self._painters.get(column.key)
        if special is not None:
            special(painter, area, index.row(), look)
        else:
            self._plain(painter, area, index.row(), look, column)
        painter.restore()

    def _ground(self, look: "_Look", place: int) -> QColor:
        if look.selected:
            return look.colours.bg_selected if self.focused else look.colours.bg_selected_inactive
        return look.colours.bg_hover if place == self.hovered else look.colours.bg_base

    def _pin(self, painter: QPainter, area: QRect, place: int, look: "_Look") -> None:
        if not look.rows.table.pinned[self._model.row_at(place)]:
            return
        ratio = painter.device().devicePixelRatio()
        drawing = self._theme.pixmap("pin", look.colours.text_secondary, size=14, ratio=ratio)
        painter.drawPixmap(area.left() + 8, area.top() + (area.height() - 14) // 2, drawing)

    def _memory(self, painter: QPainter, area: QRect, place: int, look: "_Look") -> None:
        words = self._model.headline(place)
        inside = area.adjusted(0, 0, -_PAD, 0)
        if words is None:
            width = inside.width() * (40 + self._model.row_at(place) * 7 % 30) // 100
            painter.fillRect(QRect(inside.left(), inside.center().y() - 3, width, 7), look.colours.bg_track)
            return
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        title_font = self._strong if look.selected else self._body
        used = self._line(painter, inside, words.title or "(no words)", title_font, look.colours.text)
        rest = inside.adjusted(used + 4, 0, 0, 0)
        if rest.width() > 24 and words.snippet:
            self._line(painter, rest, words.snippet, self._body, look.colours.text_tertiary)

    def _line(self, painter: QPainter, area: QRect, text: str, used: QFont, ink: QColor) -> int:
        """Draw text on one line, elided at the right, and return its width."""
        metrics = QFontMetrics(used)
        width = metrics.horizontalAdvance(text) if len(text) < 200 else area.width() + 1
        shown = text if width <= area.width() else metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.setFont(used)
        painter.setPen(ink)
        painter.drawText(area, _LEFT, f"{_ISOLATE[0]}{shown}{_ISOLATE[1]}")
        return min(width, area.width())

    def _type(self, painter: QPainter, area: QRect, place: int, look: "_Look") -> None:
        kind = TYPES[look.rows.table.type[self._model.row_at(place)]].value
        paint_glyph(painter, area.left(), area.top() + area.height() / 2, kind, look.colours)
        painter.setFont(self._body)
        painter.setPen(look.colours.text_secondary)
        painter.drawText(area.adjusted(SIZE + 6, 0, -2, 0), _LEFT, kind.capitalize())

    def _tags(self, painter: QPainter, area: QRect, place: int, look: "_Look") -> None:
        words = self._model.headline(place)
        if words is not None and words.tags:
            painter.setFont(self._small)
            chip = look.colours.bg_base if look.selected else look.colours.bg_track
            paint_chips(painter, area.adjusted(0, 0, -_PAD, 0), words.tags, chip, look.colours.text_secondary)

    def _score(self, painter: QPainter, area: QRect, place: int, look: "_Look") -> None:
        rows, row = look.rows, self._model.row_at(place)
        standing, (recency, importance, usage) = rows.standing, rows.weights
        bar = ScoreBar(
            parts=(
                ("recency", recency * float(standing.recency[row])),
                ("importance", importance * float(standing.importance[row])),
                ("usage", usage * float(standing.usage[row])),
            ),
            full=max(FULL, recency + importance + usage),
        )
        number = area.right() + 1 - 6
        width = max(16, area.width() - self._number_width - 14)
        box = QRectF(area.left(), area.top() + (area.height() - _BAR) / 2, width, _BAR)
        paint_bar(painter, box, bar, look.colours, look.ground)
        painter.setFont(self._strong if look.selected else self._body)
        painter.setPen(look.colours.text)
        painter.drawText(QRect(area.left(), area.top(), number - area.left(), area.height()), _RIGHT, score_text(bar.whole))

    def _plain(self, painter: QPainter, area: QRect, place: int, look: "_Look", column: Column) -> None:
        assert column.text is not None
        text = column.text(look.rows, self._model.row_at(place))
        inside = area.adjusted(0, 0, -_PAD, 0)
        painter.setFont(self._body)
        painter.setPen(look.colours.text_secondary)
        shown = QFontMetrics(self._body).elidedText(text, Qt.TextElideMode.ElideRight, inside.width() + 1)
        painter.drawText(inside, _RIGHT if column.right else _LEFT, shown)


class _Look:
    """What the cells of one row have in common while they are painted."""

    __slots__ = ("colours", "ground", "rows", "selected")

    def __init__(self, colours: Tokens, rows: Rows, *, selected: bool) -> None:
        self.colours = colours
        self.rows = rows
        self.selected = selected
        self.ground = colours.bg_base
