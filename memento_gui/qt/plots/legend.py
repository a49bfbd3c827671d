"""What the marks of a plot mean: small samples of lines and shapes, each with its name."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import MEDIUM
from memento_gui.qt.widgets.type_glyph import SIZE, paint_glyph

_LINE = 20
_BOX = 10
_STEP = 18
_GAP = 6
_BETWEEN = 14


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
    """Entries in a row, right-aligned by whoever lays it out; those without room are left out from the left."""

    def __init__(self, theme: Theme, entries: Sequence[Entry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries = tuple(entries)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
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
        metrics = QFontMetrics(font(12, MEDIUM))
        texts = sum(e.sample_width + _GAP + metrics.horizontalAdvance(e.text) for e in self._entries)
        return QSize(texts + _BETWEEN * max(len(self._entries) - 1, 0), 16)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(24, 16)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        right = self.width()
        for entry in reversed(self._entries):
            painter.setFont(font(12, MEDIUM) if entry.strong else font(12))
            width = painter.fontMetrics().horizontalAdvance(entry.text)
            left = right - width - _GAP - entry.sample_width
            if left < 0:
                break
            painter.setPen(colours.text if entry.strong else colours.text_secondary)
            area = QRectF(right - width, 0, width + 2, self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, entry.text)
            self._paint_sample(painter, entry, left)
            right = left - _BETWEEN
        painter.end()

    def _paint_sample(self, painter: QPainter, entry: Entry, left: float) -> None:
        colours = self._theme.tokens
        middle = self.height() / 2
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
