"""Bars of counts, and the forecast of reviews made of them."""

from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np
from PySide6.QtCore import QMargins, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.qt.plots.dates import day_text
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.ticks import Ticks, count_axis
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import Tokens


class Bars(QGraphicsItem):
    """Bars over given edges, painted on whole pixels with one pixel between them; one of them may be in the accent."""

    def __init__(self, colour: str = "line_control", *, opacity: float = 1.0) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(8)
        self._token = colour
        self._opacity = opacity
        self._fill = QColor()
        self._accent = QColor()
        self._edges: FloatArray = np.zeros(1)
        self._heights: FloatArray = np.zeros(0)
        self._singled = -1

    def stand(self, edges: FloatArray, heights: FloatArray, *, singled: int = -1) -> None:
        """Show bars of ``heights`` (N) between ``edges`` (N + 1); bar ``singled`` in the accent."""
        self.prepareGeometryChange()
        self._edges, self._heights, self._singled = edges, heights, singled
        self.update()

    @property
    def middles(self) -> FloatArray:
        """Where the middle of each bar is."""
        middles: FloatArray = (self._edges[:-1] + self._edges[1:]) / 2
        return middles

    @property
    def heights(self) -> FloatArray:
        """The bars' heights."""
        return self._heights

    def repaint_with(self, colours: Tokens) -> None:
        """Take over a theme's colours."""
        self._fill = QColor(colours.colour(self._token))
        self._fill.setAlphaF(self._opacity)
        self._accent = QColor(colours.accent)
        self.update()

    @override
    def boundingRect(self) -> QRectF:
        top = float(self._heights.max()) if self._heights.size else 0.0
        return QRectF(self._edges[0], 0.0, self._edges[-1] - self._edges[0], top)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        to_pixels = painter.transform()
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        floor = round(to_pixels.map(QPointF(0.0, 0.0)).y())
        lefts = [round(to_pixels.map(QPointF(edge, 0.0)).x()) for edge in self._edges]
        for index in np.flatnonzero(self._heights > 0):
            top = min(round(to_pixels.map(QPointF(0.0, self._heights[index])).y()), floor - 1)
            width = max(1, lefts[index + 1] - lefts[index] - 1)
            colour = self._accent if index == self._singled else self._fill
            painter.fillRect(lefts[index], top, width, floor - top, colour)
        painter.restore()


class ForecastBars(Plot):
    """How many cards fall due on each of the next days; today's bar is in the accent."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(34, 10, 12, 24), parent=parent)
        self._bars = Bars()
        self.add_tinted(self._bars)
        self.set_axes(Span(0.0, 1.0), Ticks(), Span(0.0, 1.0), Ticks((0.0,), ("0",)))
        self.setAccessibleName("Reviews due")

    def show_days(self, first_day: date, counts: IntArray | Sequence[int]) -> None:
        """Show a count for each day, beginning with today."""
        heights = np.asarray(counts, dtype=np.float64)
        days = max(len(heights), 1)
        end, ticks = count_axis(float(heights.max(initial=0.0)), ticks=2)
        weeks = range(0, days, 7)
        week_ticks = Ticks(
            tuple(day + 0.5 for day in weeks), tuple(day_text(first_day + timedelta(days=day)) for day in weeks)
        )
        self.set_axes(Span(0.0, float(days)), week_ticks, Span(0.0, end), ticks)
        self._bars.stand(np.arange(len(heights) + 1, dtype=np.float64), heights, singled=0)
        total = int(heights.sum())
        self.setAccessibleDescription(f"{total} reviews in {days} days, {int(heights[:1].sum())} today")

    @property
    def heights(self) -> FloatArray:
        """The bars' heights."""
        return self._bars.heights
