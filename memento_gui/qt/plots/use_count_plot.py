"""What repeated use is worth: the decay score two days after the last of n uses, for three strengths."""

from typing import Final

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.curves import IMPACT_AFTER_DAYS, MOST_USES, use_count_curves
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.labels import RIGHT, Spot
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import STRENGTHS, Stroke
from memento_gui.qt.plots.ticks import Ticks, count_axis
from memento_gui.qt.theme import Theme

AFTER_DAYS: Final = IMPACT_AFTER_DAYS
_X_TICKS: Final = Ticks((1.0, 3.0, 6.0, 9.0, 12.0), ("1", "3", "6", "9", "12"))


class UseCountPlot(Plot):
    """n^β · f(Δt) · s over n = 1 to 12, `AFTER_DAYS` after the last use."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(32, 36, 16, 26), interactive=True, parent=parent)
        self._said: list[tuple[str, str, Spot]] = []
        self.add_curve("promote", Stroke(colour="threshold"), z=5.0)
        for name, dash in STRENGTHS.items():
            self.add_curve(name, Stroke(colour="text", width=2.0 if dash else 2.5, dash=dash))
            self.add_label(name)
        self.add_label("promote")
        self.setAccessibleName("Decay score by use count")

    def show_parameters(self, parameters: ParameterSet) -> None:
        """Show a set."""
        decay = parameters.decay
        curves = tuple(use_count_curves(decay).values())
        most = max(float(curve.y[-1]) for curve in curves)
        shown = max(most, min(decay.promote, 2 * most))
        end, ticks = count_axis(shown, ticks=5) if shown >= 1.0 else (1.0, Ticks((0.0, 0.5, 1.0), ("0", "0.5", "1")))
        self.set_axes(Span(1.0, MOST_USES), _X_TICKS, Span(0.0, end), ticks)
        for curve in curves:
            self.draw(curve.label, curve.x, curve.y)
        height = min(decay.promote, end)
        self.draw("promote", np.array([1.0, MOST_USES]), np.full(2, height))
        ends = ((curve.label, float(curve.y[-1])) for curve in curves)
        self._said = [
            *((name, name, Spot(x=MOST_USES, y=last, dx=-2, dy=-11, align=RIGHT)) for name, last in ends),
            ("promote", f"promote {decay.promote:.2f}", Spot(x=MOST_USES, y=height, dx=-4, dy=-9, align=RIGHT)),
        ]
        self.write_apart(self._said)

    @override
    def laid_out(self) -> None:
        self.write_apart(self._said)
