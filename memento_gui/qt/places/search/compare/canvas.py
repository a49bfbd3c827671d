"""The two lists of a comparison, painted side by side with lines that join moved memories."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from typing_extensions import override

from memento_gui.qt.phrases import score_text
from memento_gui.qt.places.search.compare.rows import GONE, NEW, SAME, Join, Pair
from memento_gui.qt.places.search.results.grades import grade_of_key
from memento_gui.qt.places.search.results.rows import ResultRow
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import MEDIUM
from memento_gui.qt.widgets.score_bar import paint_bar
from memento_gui.qt.widgets.type_glyph import paint_glyph

ROW_HEIGHT: Final = 60
LINES: Final = 112
MOVE: Final = 40
_RANK: Final = 32
_TEXT: Final = 50
_SCORE: Final = 56
_BAR: Final = 312
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_EMPTY: Final = Pair(left=(), right=(), joins=(), left_notes=(), right_notes=())


class CompareCanvas(QAbstractScrollArea):
    """↑ ↓ Home End move, ← → change the side, Enter opens, 0–3 grade; the same memory is marked on both sides."""

    selected = Signal(str)
    """Another memory is current (its id)."""
    opened = Signal(str)
    graded = Signal(str, object)
    cleared = Signal()
    left_at_top = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pair = _EMPTY
        self._grades: Mapping[str, int] = {}
        self._side, self._row = 0, 0
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Comparison")
        self.verticalScrollBar().setSingleStep(ROW_HEIGHT // 3)
        theme.changed.connect(self.viewport().update)

    @property
    def pair(self) -> Pair:
        """What is shown."""
        return self._pair

    @property
    def current(self) -> ResultRow | None:
        """The current row of the current side."""
        rows = self._rows(self._side)
        return rows[self._row] if 0 <= self._row < len(rows) else None

    def show_pair(self, pair: Pair) -> None:
        """Show another comparison; the current memory stays current if it is still there."""
        current = self.current
        self._pair = pair
        self._range()
        ids = [row.memory_id for row in self._rows(self._side)]
        if current is not None and current.memory_id in ids:
            self._row = ids.index(current.memory_id)
        else:
            self._side, self._row = 0 if pair.left else 1, 0
            self.verticalScrollBar().setValue(0)
        self._tell()

    def show_grades(self, grades: Mapping[str, int]) -> None:
        """Show these grades, by memory, and no other."""
        self._grades = grades
        self.viewport().update()

    def _rows(self, side: int) -> tuple[ResultRow, ...]:
        return self._pair.right if side else self._pair.left

    def _range(self) -> None:
        height = ROW_HEIGHT * max(len(self._pair.left), len(self._pair.right))
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, max(0, height - self.viewport().height()))

    def _pick(self, side: int, row: int) -> None:
        if not 0 <= row < len(self._rows(side)):
            return
        self._side, self._row = side, row
        bar, top = self.verticalScrollBar(), row * ROW_HEIGHT
        if top < bar.value():
            bar.setValue(top)
        elif top + ROW_HEIGHT > bar.value() + self.viewport().height():
            bar.setValue(top + ROW_HEIGHT - self.viewport().height())
        self._tell()

    def _tell(self) -> None:
        current = self.current
        side = "B" if self._side else "A"
        note = self._note() if current is not None else ""
        self.setAccessibleDescription(f"{side}: {current.spoken}, {note}" if current is not None else "Nothing found")
        self.selected.emit(current.memory_id if current is not None else "")
        self.viewport().update()

    def _note(self) -> str:
        return (self._pair.right_notes if self._side else self._pair.left_notes)[self._row]

    def _cross(self, side: int) -> None:
        """Go to the other side: to the same memory, or to the same rank."""
        current, rows = self.current, self._rows(side)
        if side != self._side and rows and current is not None:
            ids = [row.memory_id for row in rows]
            same = current.memory_id in ids
            self._pick(side, ids.index(current.memory_id) if same else min(self._row, len(rows) - 1))

    def _columns(self) -> tuple[QRectF, QRectF]:
        width = (self.viewport().width() - LINES) / 2
        return QRectF(0, 0, width, ROW_HEIGHT), QRectF(width + LINES, 0, width, ROW_HEIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._range()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        row = int((at.y() + self.verticalScrollBar().value()) // ROW_HEIGHT)
        for side, column in enumerate(self._columns()):
            if column.left() <= at.x() < column.right():
                self._pick(side, row)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._open()

    def _open(self) -> None:
        if self.current is not None:
            self.opened.emit(self.current.memory_id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        grades, grade = grade_of_key(event)
        if grades and self.current is not None:
            self.graded.emit(self.current.memory_id, grade)
            return
        page = max(1, self.viewport().height() // ROW_HEIGHT)
        last = len(self._rows(self._side)) - 1
        match event.key():
            case Qt.Key.Key_Up if self._row == 0:
                self.left_at_top.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down | Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key:
                steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -page, Qt.Key.Key_PageDown: page}
                self._pick(self._side, min(max(self._row + steps[Qt.Key(key)], 0), last))
            case Qt.Key.Key_Home | Qt.Key.Key_End:
                self._pick(self._side, 0 if event.key() == Qt.Key.Key_Home else last)
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self._cross(int(event.key() == Qt.Key.Key_Right))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._open()
            case Qt.Key.Key_Escape:
                self.cleared.emit()
            case _:
                super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._theme.tokens.bg_base)
        painter.translate(0, -self.verticalScrollBar().value())
        left, right = self._columns()
        for side, column in enumerate((left, right)):
            for number, row in enumerate(self._rows(side)):
                self._paint_row(painter, column.translated(0, number * ROW_HEIGHT), row, side, number)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for join in self._pair.joins:
            self._paint_join(painter, join, left.right(), right.left())
        for number, note in enumerate(self._pair.left_notes):
            if note:
                place = QRectF(left.right() + 8, number * ROW_HEIGHT, LINES - 16, ROW_HEIGHT)
                self._paint_note(painter, place, note, _LEFT)
        painter.end()

    def _marked(self, row: ResultRow) -> bool:
        return self.current is not None and self.current.memory_id == row.memory_id

    def _paint_row(self, painter: QPainter, area: QRectF, row: ResultRow, side: int, number: int) -> None:
        colours = self._theme.tokens
        ground = colours.bg_base
        if self._marked(row):
            ground = colours.bg_selected if self.hasFocus() else colours.bg_selected_inactive
            painter.fillRect(area, ground)
            if self.hasFocus() and (side, number) == (self._side, self._row):
                painter.setPen(colours.focus)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        right = area.right() - (MOVE if side else 12)
        painter.setFont(font())
        painter.setPen(colours.text_tertiary)
        painter.drawText(QRectF(area.left(), area.top(), _RANK - 8, ROW_HEIGHT), int(_RIGHT), str(row.position + 1))
        paint_glyph(painter, area.left() + _RANK, area.top() + 22, row.type.value, colours)
        ink = colours.text if row.kept else colours.text_tertiary
        painter.setPen(ink)
        words = QRectF(area.left() + _TEXT, area.top() + 12, right - _SCORE - area.left() - _TEXT - 8, 20)
        title = painter.fontMetrics().elidedText(row.title, Qt.TextElideMode.ElideRight, max(0, int(words.width())))
        painter.drawText(words, int(_LEFT), title)
        bar = QRectF(words.left(), area.top() + 38, max(1.0, min(_BAR, words.width())), 8)
        paint_bar(painter, bar, row.bar, colours, ground)
        painter.setFont(font(13, MEDIUM))
        painter.setPen(ink)
        painter.drawText(QRectF(right - _SCORE, area.top(), _SCORE - 4, ROW_HEIGHT), int(_RIGHT), score_text(row.score))
        if row.memory_id in self._grades:
            painter.setFont(font(11))
            painter.setPen(colours.text_secondary)
            below = QRectF(right - _SCORE, area.top() + 36, _SCORE - 4, 16)
            painter.drawText(below, int(_RIGHT), f"grade {self._grades[row.memory_id]}")
        if side:
            note = self._pair.right_notes[number]
            self._paint_note(painter, QRectF(right, area.top(), MOVE - 8, ROW_HEIGHT), note, _RIGHT)

    def _paint_note(self, painter: QPainter, area: QRectF, note: str, align: Qt.AlignmentFlag) -> None:
        colours = self._theme.tokens
        rises, falls = note == NEW or note.startswith("+"), note not in {SAME, NEW} and not note.startswith("+")
        shown = f"↑ {note[1:]}" if note.startswith("+") else note if note in {SAME, NEW, GONE} else f"↓ {note.lstrip('−')}"
        painter.setFont(font(12))
        painter.setPen(colours.ok if rises else colours.danger if falls else colours.text_tertiary)
        if align == _LEFT:  # over the lines
            width = painter.fontMetrics().horizontalAdvance(shown)
            painter.fillRect(QRectF(area.left() - 2, area.center().y() - 8, width + 4, 16), colours.bg_base)
        painter.drawText(area, int(align), shown)

    def _paint_join(self, painter: QPainter, join: Join, left: float, right: float) -> None:
        colours = self._theme.tokens
        colour = colours.line_strong if join.change == 0 else colours.ok if join.change > 0 else colours.danger
        marked = self._marked(self._pair.left[join.left])
        pen = QPen(colour, 2.5 if marked else 1.5 if join.change else 1.0)
        if join.change < 0:
            pen.setDashPattern([4.0 / pen.widthF(), 3.0 / pen.widthF()])
        painter.setPen(pen)
        start, end = ((place + 0.5) * ROW_HEIGHT for place in (join.left, join.right))
        points = [QPointF(left, start), QPointF(left + 8, start), QPointF(right - 8, end), QPointF(right, end)]
        painter.drawPolyline(points)
