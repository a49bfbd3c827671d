"""What the marks of a plot mean: small samples of lines and shapes, each with its name."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import MEDIUM
from memento_gui.qt.widgets.type_glyph import SIZE, paint_glyph

_LINE = 18
_BOX = 10
_STEP = 18
_GAP = 5
_BETWEEN = 12
_ROW = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One sample: a memory type's shape (``kind``), a line (``stroke``), a filled box (``box``) or the edge of a step."""

    text: str
    kind: str = ""
    stroke: Stroke | None = None
    box: str = ""
    strong: bool = False

    @property
    def sample_width(self) -> int:
        """How many pixels the sample takes."""
        if self.kind:
            return SIZE
        return _LINE if self.stroke is not None else _BOX if self.box else _STEP


class Legend(QWidget):
    """Entries in a row, to the right; in as many rows as they need where there is less room."""

    def __init__(self, theme: Theme, entries: Sequence[Entry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries = tuple(entries)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._name()
        theme.changed.connect(self.update)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is explained."""
        return self._entries

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Explain other marks."""
        if tuple(entries) != self._entries:
            self._entries = tuple(entries)
            self._name()
            self.updateGeometry()
            self.update()

    def _name(self) -> None:
        self.setAccessibleName(", ".join(entry.text for entry in self._entries))

    @override
    def sizeHint(self) -> QSize:
        return QSize(_width_of(self._entries), _ROW)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(max((_width_of([entry]) for entry in self._entries), default=0), _ROW)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return _ROW * len(self.rows(width))

    def rows(self, width: int) -> list[list[Entry]]:
        """Return which entries stand in which row."""
        made: list[list[Entry]] = [[]]
        for entry in self._entries:
            if made[-1] and _width_of([*made[-1], entry]) > width:
                made.append([])
            made[-1].append(entry)
        return made

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        for line, entries in enumerate(self.rows(self.width())):
            left = float(self.width() - _width_of(entries))
            for entry in entries:
                self._paint_sample(painter, entry, left, line * _ROW + _ROW / 2)
                painter.setFont(_font_of(entry))
                painter.setPen(colours.text if entry.strong else colours.text_secondary)
                area = QRectF(left + entry.sample_width + _GAP, line * _ROW, self.width(), _ROW)
                painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, entry.text)
                left += _width_of([entry]) + _BETWEEN
        painter.end()

    def _paint_sample(self, painter: QPainter, entry: Entry, left: float, middle: float) -> None:
        colours = self._theme.tokens
        if entry.kind:
            paint_glyph(painter, left, middle, entry.kind, colours)
        elif entry.stroke is not None:
            painter.setPen(entry.stroke.pen(colours))
            painter.drawLine(QLineF(left, middle, left + _LINE, middle))
        elif entry.box:
            painter.fillRect(QRectF(left, middle - _BOX / 2, _BOX, _BOX), colours.colour(entry.box))
        else:
            painter.setPen(QPen(colours.text, 1.0))
            step = [QPointF(left, middle + 4), QPointF(left, middle - 2.5), QPointF(left + _STEP, middle - 2.5)]
            painter.drawPolyline(step)


def _font_of(entry: Entry) -> QFont:
    return font(11, MEDIUM) if entry.strong else font(11)


def _width_of(entries: Sequence[Entry]) -> int:
    """How many pixels entries take in one row."""
    widths = (e.sample_width + _GAP + QFontMetrics(_font_of(e)).horizontalAdvance(e.text) for e in entries)
    return sum(widths) + _BETWEEN * max(len(entries) - 1, 0)
