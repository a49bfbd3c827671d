"""A chart of named bars that can be pressed, with a line over them where there is one to compare with."""

from typing import Final

import numpy as np
from PySide6.QtCore import QMargins, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from memento_gui.model.reviews.statistics import Chart
from memento_gui.qt.plots.bars import Bars
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.plots.ticks import Ticks, count_axis
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.focus_ring import FocusRing

_SHARES: Final = Ticks((0.0, 0.5, 1.0), ("0%", "50%", "100%"))
_LABELS: Final = 9
_SLOTS: Final = 6
"""For how many bars there is room at least: a single one is no wall."""


class BarChart(Plot):
    """Bars beside each other; the mouse, or the arrow keys and Enter, pick one."""

    pressed = Signal(int)
    """A bar was picked (its place)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(40, 10, 12, 24), parent=parent)
        self._bars = Bars()
        self.add_tinted(self._bars)
        self.add_curve("line", Stroke(colour="threshold"), z=14.0)
        self.set_axes(Span(0.0, 1.0), Ticks(), Span(0.0, 1.0), Ticks((0.0,), ("0",)))
        self._chart: Chart | None = None
        self._slots = _SLOTS
        self._picked = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        FocusRing(theme, self)

    def show_chart(self, chart: Chart) -> None:
        """Show other bars."""
        self._chart, self._picked = chart, -1
        heights = np.nan_to_num(chart.heights)
        count = max(len(heights), 1)
        step = -(-count // _LABELS)
        marked = range(0, len(chart.names), step)
        x_ticks = Ticks(tuple(n + 0.5 for n in marked), tuple(chart.names[n] for n in marked), even=True)
        end, ticks = (1.0, _SHARES) if chart.share else count_axis(float(heights.max(initial=0.0)), ticks=3)
        self._slots = max(count, _SLOTS)
        self.set_axes(Span(0.0, float(self._slots)), x_ticks, Span(0.0, end), ticks)
        self._stand()
        if chart.line is None or np.isnan(chart.line).all():
            self.hide_curve("line")
        else:
            self.draw("line", np.arange(len(heights), dtype=np.float64) + 0.5, chart.line)
        self.setAccessibleName(chart.title)
        told = ", ".join(self._said(n) for n in range(min(len(heights), 40)) if heights[n])
        self.setAccessibleDescription(f"{chart.note}. {told}" if told else f"{chart.note}. Nothing yet.")

    @property
    def picked(self) -> int:
        """The bar that was picked, or -1."""
        return self._picked

    def pick(self, place: int) -> None:
        """Single out a bar and tell it."""
        if self._chart is not None and 0 <= place < len(self._chart.names):
            self._picked = place
            self._stand()
            self.pressed.emit(place)

    def _stand(self) -> None:
        if self._chart is not None:
            heights = np.nan_to_num(self._chart.heights)
            self._bars.stand(np.arange(len(heights) + 1, dtype=np.float64), heights, singled=self._picked)

    def _said(self, place: int) -> str:
        assert self._chart is not None
        height = float(self._chart.heights[place])
        value = f"{height:.0%}" if self._chart.share else f"{height:.1f}".removesuffix(".0")
        return f"{self._chart.names[place]}: {value}"

    def place_at(self, point: QPoint) -> int:
        """Return the bar at a point of the widget, or -1."""
        area = self.area
        if self._chart is None or not area.contains(point.toPointF()) or not self._chart.names:
            return -1
        place = int((point.x() - area.left()) / area.width() * self._slots)
        return place if place < len(self._chart.names) else -1

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        place = self.place_at(event.position().toPoint())
        if place >= 0:
            self.pick(place)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position().toPoint())
        if place >= 0:
            QToolTip.showText(event.globalPosition().toPoint(), self._said(place), self)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Left:
                self.pick(max(self._picked - 1, 0))
            case Qt.Key.Key_Right:
                self.pick(self._picked + 1)
            case _:
                super().keyPressEvent(event)
