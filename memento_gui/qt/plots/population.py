"""How many memories each fate would take as a year goes by."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QWidget

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.legend import Entry
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.plots.ticks import Ticks, count_axis
from memento_gui.qt.theme import Theme

STROKES: Final[Mapping[str, Stroke]] = {
    "kept": Stroke(colour="text"),
    "promoted": Stroke(colour="text_secondary", dash=(7.0, 3.0)),
    "forgotten": Stroke(colour="threshold"),
    "soft": Stroke(colour="threshold", dash=(7.0, 3.0)),
    "hard": Stroke(colour="threshold", dash=(2.0, 3.0)),
}
_TICKS: Final = Ticks((0.0, 90.0, 180.0, 270.0, 365.0), ("today", "90 d", "180 d", "270 d", "1 y"))
_NOW: Final = Stroke(colour="accent")


def entries() -> tuple[Entry, ...]:
    """Return the plot's legend."""
    return tuple(Entry(text=name, stroke=stroke) for name, stroke in STROKES.items())


class PopulationPlot(Plot):
    """One line a fate over the days ahead, and an upright line at the day that is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(44, 8, 22, 22), parent=parent)
        self.add_curve("now", _NOW, z=5.0)
        for name, stroke in STROKES.items():
            self.add_curve(name, stroke)
        self._most, self._ahead = 1.0, 0.0
        self.set_axes(Span(0.0, 365.0), _TICKS, Span(0.0, 1.0), Ticks())
        self.setAccessibleName("Memories of each fate over the coming year")

    def show_population(self, days: FloatArray, counts: Mapping[str, IntArray]) -> None:
        """Show how many memories have each fate (names of `STROKES`) on each of these days ahead."""
        most = max((float(values.max(initial=0)) for values in counts.values()), default=1.0)
        self._most, ticks = count_axis(max(most, 1.0))
        self.set_axes(Span(0.0, 365.0), _TICKS, Span(0.0, self._most), ticks)
        for name in STROKES:
            self.draw(name, days, counts[name].astype(np.float64))
        self.show_day(self._ahead)

    def show_day(self, ahead: float) -> None:
        """Mark a day."""
        self._ahead = ahead
        self.draw("now", np.full(2, ahead), np.array([0.0, self._most]))
