"""What repeated use is worth: the decay score two days after the last of n uses, for three strengths."""

from typing import Final

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QWidget

from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import decay_score
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.labels import RIGHT, Spot
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.plots.ticks import Ticks, count_axis
from memento_gui.qt.theme import Theme

AFTER_DAYS: Final = 2.0
MOST_USES: Final = 12

_STRENGTHS: Final = {"1": (), "1.5": (2.0, 3.0), "2": (7.0, 3.0)}
_X_TICKS: Final = Ticks((1.0, 3.0, 6.0, 9.0, 12.0), ("1", "3", "6", "9", "12"))


class UseCountPlot(Plot):
    """n^β · f(2 d) · s over n = 1 to 12."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(32, 36, 16, 26), parent=parent)
        self.add_curve("promote", Stroke(colour="threshold"), z=5.0)
        for strength, dash in _STRENGTHS.items():
            self.add_curve(f"s = {strength}", Stroke(colour="text", width=2.5 if strength == "1" else 2.0, dash=dash))
            self.add_label(f"s = {strength}")
        self.add_label("promote")
        self.setAccessibleName("Decay score by use count")

    def show_parameters(self, parameters: ParameterSet) -> None:
        """Show a set."""
        decay = parameters.decay
        uses = np.linspace(0.0, MOST_USES - 1.0, 100)
        scores = {s: decay_score(uses, AFTER_DAYS, float(s), decay) for s in _STRENGTHS}
        most = float(scores["2"][-1])
        shown = max(most, min(decay.promote, 2 * most))
        end, ticks = count_axis(shown, ticks=5) if shown >= 1.0 else (1.0, Ticks((0.0, 0.5, 1.0), ("0", "0.5", "1")))
        self.set_axes(Span(1.0, MOST_USES), _X_TICKS, Span(0.0, end), ticks)
        for strength, score in scores.items():
            name = f"s = {strength}"
            self.draw(name, uses + 1.0, score)
            self._labels[name].say(name, Spot(x=MOST_USES, y=float(score[-1]), dx=-2, dy=-11, align=RIGHT))
        ends = np.array([1.0, MOST_USES])
        height = min(decay.promote, end)
        self.draw("promote", ends, np.full(2, height))
        self._labels["promote"].say(f"promote {decay.promote:.2f}", Spot(x=MOST_USES, y=height, dx=-4, dy=-9, align=RIGHT))
