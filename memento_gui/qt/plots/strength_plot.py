"""What strength is worth: the decay score since the last use of a memory used once, for three strengths."""

from typing import Final

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QWidget

from memento_gui.domain.parameters import DecayParameters, ParameterSet
from memento_gui.engine.curves import strength_curves
from memento_gui.engine.decay import time_to_threshold
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.labels import LEFT, RIGHT, Spot
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import STRENGTHS, Stroke
from memento_gui.qt.plots.ticks import Ticks, day_axis, time_axis
from memento_gui.qt.theme import Theme

_Y_TICKS: Final = Ticks((0.0, 0.5, 1.0, 1.5, 2.0), ("0", "0.5", "1", "1.5", "2"))
_HALF_LIVES: Final = 9.0
_UNDER: Final = 0.5
_LONGEST: Final = 3650.0
THRESHOLDS: Final = ("promote", "forget")


class StrengthPlot(Plot):
    """f(Δt) · s, with the thresholds, and written how much longer the strongest one stays above them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(32, 36, 16, 26), interactive=True, parent=parent)
        self._logarithmic = False
        self._shown: DecayParameters | None = None
        for name in THRESHOLDS:
            self.add_curve(name, Stroke(colour="threshold"), z=5.0)
            self.add_label(name)
        for name, dash in STRENGTHS.items():
            self.add_curve(name, Stroke(colour="text", width=2.0 if dash else 2.5, dash=dash))
            self.add_label(name)
        self.setAccessibleName("Decay score by strength")

    def spread(self, *, logarithmic: bool) -> None:
        """Spread time by its logarithm, or evenly."""
        self._logarithmic = logarithmic
        if self._shown is not None:
            self._draw(self._shown)

    def show_parameters(self, parameters: ParameterSet) -> None:
        """Show a set."""
        self._shown = parameters.decay
        self._draw(parameters.decay)

    def _draw(self, decay: DecayParameters) -> None:
        span = self._fit(decay)
        curves = strength_curves(decay, until_days=span.high, from_days=span.low)
        for place, curve in enumerate(curves.values()):
            self.draw(curve.label, curve.x, curve.y)
            at = len(curve.x) // 6
            spot = Spot(x=float(curve.x[at]), y=float(curve.y[at]), dx=6 + 4 * place, dy=-9, align=LEFT)
            self.write(curve.label, curve.label, spot)
        for name in THRESHOLDS:
            height = min(getattr(decay, name), 2.0)
            self.draw(name, np.array([span.low, span.high]), np.full(2, height))
            text = f"{name} {getattr(decay, name):.2f}"
            early, late = Spot(x=span.low, y=height, dx=6, dy=-9), Spot(x=span.high, y=height, dx=-4, dy=-9, align=RIGHT)
            self.write(name, text, early if height < _UNDER else late)  # where the curves are not
        told = (f"strength {strength:g} is forgotten after {_days(strength, decay)}" for strength in curves)
        self.setAccessibleDescription("; ".join(told))

    def _fit(self, decay: DecayParameters) -> Span:
        reach = min(_HALF_LIVES * decay.half_life, _LONGEST)
        if self._logarithmic:
            low, end, ticks = time_axis(min(decay.half_life, decay.half_life_fast), reach)
        else:
            low, (end, ticks) = 0.0, day_axis(reach)
        span = Span(low, end, logarithmic=self._logarithmic)
        self.set_axes(span, ticks, Span(0.0, 2.1), _Y_TICKS)
        return span


def _wait(strength: float, decay: DecayParameters) -> float:
    """Return the days until a memory of this strength, used once, is forgotten."""
    return float(time_to_threshold(strength, decay.forget, since_last_use_days=0.0, parameters=decay))


def _days(strength: float, decay: DecayParameters) -> str:
    days = _wait(strength, decay)
    return f"{days:.3g} d" if np.isfinite(days) else "no time, it is kept for ever"
