"""The look of a result: rank, type, words, stacked bar, score and age; unfolded, the arithmetic under them."""

from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from memento_gui.qt.phrases import score_text
from memento_gui.qt.places.search.results.arithmetic import ABOVE, HEIGHTS, PART, SUM, Arithmetic, ArithmeticRow
from memento_gui.qt.places.search.results.grades import cells_in, paint_grades
from memento_gui.qt.places.search.results.list_model import ROW_ROLE
from memento_gui.qt.places.search.results.painting import paint_words
from memento_gui.qt.places.search.results.rows import BandRow, MoreRow, ResultRow
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import Tokens
from memento_gui.qt.widgets.label import BOLD, MEDIUM
from memento_gui.qt.widgets.score_bar import ScoreBar, paint_bar
from memento_gui.qt.widgets.type_glyph import paint_glyph

RESULT_HEIGHT: Final = 44
BAND_HEIGHT: Final = 24
MORE_HEIGHT: Final = 44
BAR_WIDTH: Final = 264
_BAR_HEIGHT: Final = 10
_PADDING: Final = 16
_RANK: Final = 36
_TEXT: Final = 54
_SCORE: Final = 56
_AGE: Final = 44
_GAP: Final = 12
_TITLE_HEIGHT: Final = 19
_ROOMY: Final = 560
"""Width of a row from which the grades have room."""

Index = QModelIndex | QPersistentModelIndex
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def _bar_width(room: float) -> float:
    """Return how much of the room for words and bar the bar takes: as designed, or less than the words have."""
    return min(BAR_WIDTH, max(0.0, room * 0.42))


def grade_cells(row: QRectF) -> QRectF:
    """Return where a result's grades lie; of no width where there is no room for them."""
    cells = cells_in(QRectF(row.left(), row.top(), row.width(), RESULT_HEIGHT), margin=_PADDING)
    return cells if row.width() >= _ROOMY else QRectF(cells.right(), cells.top(), 0, cells.height())


class ResultDelegate(QStyledItemDelegate):
    """Paints results, the threshold band and the row that shows more."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW_ROLE)
        if isinstance(row, BandRow):
            return QSize(0, BAND_HEIGHT)
        if isinstance(row, ResultRow) and row.arithmetic is not None:
            return QSize(0, RESULT_HEIGHT + row.arithmetic.height)
        return QSize(0, RESULT_HEIGHT if isinstance(row, ResultRow) else MORE_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        area = QRectF(option.rect)
        painter.save()
        painter.setClipRect(area)
        if isinstance(row, ResultRow):
            background = self._ground(painter, area, option)
            self._result(painter, area, row, background)
        elif isinstance(row, BandRow):
            self._band(painter, area, row)
        elif isinstance(row, MoreRow):
            self._ground(painter, area, option)
            painter.setPen(self._theme.tokens.accent_text)
            painter.setFont(font())
            painter.drawText(area.adjusted(_TEXT, 0, 0, 0), int(_LEFT), row.text)
        painter.restore()

    def _ground(self, painter: QPainter, area: QRectF, option: QStyleOptionViewItem) -> QColor:
        """Fill the row's background and outline the current one; return the background."""
        colours, state = self._theme.tokens, option.state
        active = bool(state & QStyle.StateFlag.State_Active)
        colour = colours.bg_base
        if state & QStyle.StateFlag.State_Selected:
            colour = colours.bg_selected if active else colours.bg_selected_inactive
        elif state & QStyle.StateFlag.State_MouseOver:
            colour = colours.bg_hover
        painter.fillRect(area, colour)
        if state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(colours.focus)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        return colour

    def _result(self, painter: QPainter, area: QRectF, row: ResultRow, background: QColor) -> None:
        colours = self._theme.tokens
        top = area.top()
        grades = grade_cells(area)
        right = grades.left() - _GAP if area.width() >= _ROOMY else area.right() - _PADDING
        age, score = right - _AGE, right - _AGE - _SCORE
        bar = score - _bar_width(score - area.left() - _TEXT)
        width = bar - _TEXT - area.left() - 12
        painter.setFont(font())
        painter.setPen(colours.text_tertiary)
        painter.drawText(QRectF(area.left(), top, _RANK - 8, RESULT_HEIGHT), int(_RIGHT), str(row.position + 1))
        alone = not (row.snippet or row.held or row.pending)
        title = top + (RESULT_HEIGHT - _TITLE_HEIGHT) / 2 if alone else top + 4
        paint_glyph(painter, area.left() + _RANK, title + 10, row.type.value, colours)
        words = QRectF(area.left() + _TEXT, title, width, _TITLE_HEIGHT)
        ink = colours.text if row.kept else colours.text_tertiary
        paint_words(painter, words, row.title, row.title_spans, font=font(13, MEDIUM), ink=ink, colours=colours)
        if not alone:
            self._snippet(painter, QRectF(words.left(), top + 23, width, 16), row)
        if width > 0:
            place = QRectF(bar, top + (RESULT_HEIGHT - _BAR_HEIGHT) / 2, score - bar, _BAR_HEIGHT)
            paint_bar(painter, place, row.bar, colours, background)
        painter.setFont(font(13, MEDIUM))
        painter.setPen(ink)
        painter.drawText(QRectF(score, top, _SCORE - 8, RESULT_HEIGHT), int(_RIGHT), score_text(row.score))
        painter.setFont(font(12))
        painter.setPen(colours.text_tertiary)
        painter.drawText(QRectF(age, top, _AGE, RESULT_HEIGHT), int(_RIGHT), row.age)
        if area.width() >= _ROOMY:
            paint_grades(painter, grades, row.grade, colours)
        if row.arithmetic is not None:
            self._arithmetic(painter, area.adjusted(_RANK, RESULT_HEIGHT, -_PADDING, 0), row.arithmetic, background)

    def _snippet(self, painter: QPainter, area: QRectF, row: ResultRow) -> None:
        colours = self._theme.tokens
        for said in ("held back by recency" if row.held else "", "no vector yet" if row.pending else ""):
            if said:
                painter.setFont(font(12))
                painter.setPen(colours.warning)
                painter.drawText(area, int(_LEFT), said)
                area = area.adjusted(painter.fontMetrics().horizontalAdvance(said) + 8, 0, 0, 0)
        ink = colours.text_secondary if row.kept else colours.text_tertiary
        paint_words(painter, area, row.snippet, row.snippet_spans, font=font(12), ink=ink, colours=colours)

    def _band(self, painter: QPainter, area: QRectF, row: BandRow) -> None:
        colours = self._theme.tokens
        painter.fillRect(area, colours.bg_side)
        painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), colours.line)
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), colours.line)
        painter.fillRect(QRectF(area.left() + _PADDING, area.top() + 5, 3, area.height() - 10), colours.threshold)
        painter.setPen(colours.text_secondary)
        painter.setFont(font(12, MEDIUM))
        painter.drawText(area.adjusted(_PADDING + 12, 0, 0, 0), int(_LEFT), row.text)
        painter.setFont(font(12))
        painter.drawText(area.adjusted(0, 0, -_PADDING, 0), int(_RIGHT), row.note)

    def _arithmetic(self, painter: QPainter, area: QRectF, told: Arithmetic, background: QColor) -> None:
        colours = self._theme.tokens
        painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), colours.line_strong)
        top = area.top() + ABOVE
        for row in told.rows:
            line = QRectF(area.left(), top, area.width(), HEIGHTS[row.kind])
            if row.kind == SUM:
                _sum(painter, line, row, colours)
            elif row.kind == PART:
                _part(painter, line, row, colours)
            else:
                _term(painter, line, row, colours, background)
            top += line.height()


def _term(painter: QPainter, line: QRectF, row: ArithmeticRow, colours: Tokens, background: QColor) -> None:
    box = QRectF(line.left(), line.center().y() - 5, 10, 10)
    if row.hue == "duplication":
        hatched = ScoreBar(parts=(("relevance", 1.0),), taken=1.0)
        paint_bar(painter, box, hatched, colours, background)
    else:
        painter.fillRect(box, colours.colour(row.hue))
    painter.setPen(colours.text)
    painter.setFont(font())
    painter.drawText(line.adjusted(18, 0, 0, 0), int(_LEFT), row.label)
    painter.drawText(line, int(_RIGHT), row.product)
    painter.setPen(colours.text_secondary)
    told = f"{row.formula}, {row.text}" if row.text else row.formula
    room = line.adjusted(110, 0, -72, 0)
    shown = painter.fontMetrics().elidedText(told, Qt.TextElideMode.ElideRight, int(room.width()))
    painter.drawText(room, int(_LEFT), shown)


def _part(painter: QPainter, line: QRectF, row: ArithmeticRow, colours: Tokens) -> None:
    painter.setPen(colours.text_secondary)
    painter.setFont(font(11))
    painter.drawText(line.adjusted(110, 0, 0, 0), int(_LEFT), row.formula)
    painter.drawText(QRectF(line.left(), line.top(), 300, line.height()), int(_RIGHT), row.product)
    room = line.adjusted(316, 0, -72, 0)
    shown = painter.fontMetrics().elidedText(row.text, Qt.TextElideMode.ElideRight, int(room.width()))
    painter.drawText(room, int(_LEFT), shown)


def _sum(painter: QPainter, line: QRectF, row: ArithmeticRow, colours: Tokens) -> None:
    painter.fillRect(QRectF(line.left(), line.top() + 2, line.width(), 1), colours.line_strong)
    painter.setPen(colours.text)
    painter.setFont(font(13, BOLD))
    inner = line.adjusted(0, 3, 0, 0)
    painter.drawText(inner, int(_LEFT), row.label)
    painter.drawText(inner, int(_RIGHT), row.product)
