"""Reviews a day under other rules: filled bars, over the stepped outline of what is now."""

from datetime import date, timedelta
from typing import Final

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QWidget

from memento_gui.domain.arrays import IntArray
from memento_gui.qt.plots.bars import Bars
from memento_gui.qt.plots.dates import day_text
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.plots.ticks import Ticks, count_axis
from memento_gui.qt.theme import Theme

_TICK_DAYS: Final = 21


class PlanBars(Plot):
    """Expected answers a day: with the plan, and as it is now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(34, 10, 12, 24), parent=parent)
        self._bars = Bars()
        self.add_tinted(self._bars)
        self.add_curve("now", Stroke(colour="text"), z=9.0)
        self.set_axes(Span(0.0, 1.0), Ticks(), Span(0.0, 1.0), Ticks((0.0,), ("0",)))
        self.setAccessibleName("Expected reviews a day")

    def show_plans(self, first_day: date, now: IntArray, planned: IntArray) -> None:
        """Show two counts for each day, beginning with today."""
        days = max(len(planned), 1)
        top = float(max(now.max(initial=0), planned.max(initial=0)))
        end, ticks = count_axis(top, ticks=3)
        marked = range(0, days, _TICK_DAYS)
        names = tuple(day_text(first_day + timedelta(days=day)) for day in marked)
        self.set_axes(Span(0.0, float(days)), Ticks(tuple(d + 0.5 for d in marked), names), Span(0.0, end), ticks)
        self._bars.stand(np.arange(len(planned) + 1, dtype=np.float64), planned.astype(np.float64))
        edges = np.repeat(np.arange(len(now) + 1, dtype=np.float64), 2)[1:-1]
        self.draw("now", edges, np.repeat(now.astype(np.float64), 2))
        self.setAccessibleDescription(f"{int(planned.sum())} reviews in {days} days; as it is now, {int(now.sum())}")

    @property
    def heights(self) -> IntArray:
        """The bars' heights."""
        return self._bars.heights.astype(np.int64)
