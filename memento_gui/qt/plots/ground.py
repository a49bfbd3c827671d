"""The ground of a plot: grid, axes and what is written along them."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from memento_gui.domain.arrays import FloatArray
from memento_gui.qt.plots.ticks import Ticks, stride_for, strided
from memento_gui.qt.theme import font
from memento_gui.qt.tokens import Tokens

_TICK: Final = 4.0
_LINE: Final = 16.0
_GAP: Final = 7.0
_BETWEEN: Final = 10.0


@dataclass(frozen=True, slots=True)
class Span:
    """A visible range, spread evenly or by the logarithm; a logarithmic one begins above 0.

    A place is the coordinate at which a value is drawn: the value itself, or its common logarithm. What lies left of a
    logarithmic range (such as 0) is drawn at its beginning.
    """

    low: float
    high: float
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """Return how far along the range a value lies: 0 to 1."""
        first, last = self.place(self.low), self.place(self.high)
        return (self.place(value) - first) / (last - first)

    def value(self, share: float) -> float:
        """Return the value that lies so far along the range."""
        first, last = self.place(self.low), self.place(self.high)
        return self.value_at(first + share * (last - first))

    def place(self, value: float) -> float:
        """Return where a value is drawn."""
        return math.log10(max(value, self.low)) if self.logarithmic else value

    def places(self, values: FloatArray) -> FloatArray:
        """Return where values are drawn."""
        return np.log10(np.maximum(values, self.low)) if self.logarithmic else values

    def value_at(self, place: float) -> float:
        """Return the value that is drawn at a place."""
        return float(10.0**place) if self.logarithmic else place


class Ground(QGraphicsItem):
    """Paints lines at the y ticks, the x axis with its ticks, and both axes' texts; lies under everything else."""

    def __init__(self, colours: Tokens) -> None:
        super().__init__()
        self.setZValue(-10)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._colours = colours
        self._area = QRectF()
        self._around = QRectF()
        self.x_span = Span(0.0, 1.0)
        self.y_span = Span(0.0, 1.0)
        self.x_ticks = Ticks()
        self.y_ticks = Ticks()

    def repaint_with(self, colours: Tokens) -> None:
        """Take over a theme's colours."""
        self._colours = colours
        self.update()

    def lie(self, area: QRectF, around: QRectF) -> None:
        """Lie under the plotting ``area``, with room for texts in ``around``; both in scene coordinates."""
        self.prepareGeometryChange()
        self._area, self._around = area, around

    @override
    def boundingRect(self) -> QRectF:
        return self._around

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setFont(font(11))
        self._paint_rows(painter)
        self._paint_columns(painter)

    def _paint_rows(self, painter: QPainter) -> None:
        area = self._area
        texts = QRectF(self._around.left(), 0, area.left() - self._around.left() - _GAP, _LINE)
        for value, text in zip(self.y_ticks.values, self.y_ticks.texts, strict=True):
            y = round(area.bottom() - self.y_span.share(value) * area.height()) + 0.5
            painter.setPen(QPen(self._colours.line, 1.0))
            painter.drawLine(QLineF(area.left(), y, area.right(), y))
            painter.setPen(self._colours.text_tertiary)
            texts.moveTop(y - _LINE / 2)
            painter.drawText(texts, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_columns(self, painter: QPainter) -> None:
        area = self._area
        floor = round(area.bottom()) + 0.5
        painter.setPen(QPen(self._colours.line_strong, 1.0))
        painter.drawLine(QLineF(area.left(), floor, area.right(), floor))
        ticks = self._fitting(painter)
        for value, text in zip(ticks.values, ticks.texts, strict=True):
            x = round(area.left() + self.x_span.share(value) * area.width()) + 0.5
            painter.setPen(QPen(self._colours.line_strong, 1.0))
            painter.drawLine(QLineF(x, floor, x, floor + _TICK))
            painter.setPen(self._colours.text_tertiary)
            self._write_under(painter, QPointF(x, floor + _TICK + 1), text)

    def _fitting(self, painter: QPainter) -> Ticks:
        """Return the x ticks that have room for their texts."""
        ticks = self.x_ticks
        if not ticks.even or not ticks.values:
            return ticks
        pixels = self._area.width() * (self.x_span.share(ticks.values[-1]) - self.x_span.share(ticks.values[0]))
        widest = max(painter.fontMetrics().horizontalAdvance(text) for text in ticks.texts)
        return strided(ticks, stride_for(ticks, pixels, widest + _BETWEEN))

    def _write_under(self, painter: QPainter, point: QPointF, text: str) -> None:
        """Write centred under a point, but not over the edge of the plot."""
        width = painter.fontMetrics().horizontalAdvance(text)
        left = min(max(point.x() - width / 2, self._around.left()), self._around.right() - width)
        painter.drawText(QRectF(left, point.y(), width, _LINE), Qt.AlignmentFlag.AlignCenter, text)
