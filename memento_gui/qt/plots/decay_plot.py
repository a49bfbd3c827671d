"""Decay since the last use: the three models told apart by dash, the two thresholds, and two curves to compare with."""

import math
from typing import Final

import numpy as np
from PySide6.QtCore import QMargins, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.parameters import DECAY_MODELS, DecayParameters, ParameterSet
from memento_gui.engine.curves import decay_curves, fixed_lifetime_curve, linear_curve, memory_curves
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.handles import ThresholdLine
from memento_gui.qt.plots.labels import CENTRE, LEFT, Spot
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import DASHES, SAVED_DASH, Stroke
from memento_gui.qt.plots.ticks import Ticks, day_axis, time_axis
from memento_gui.qt.theme import Theme

THRESHOLDS: Final = ("promote", "forget")

_Y_TICKS: Final = Ticks((0.0, 0.5, 1.0), ("0", "0.5", "1"))
_HIGHEST: Final = 10.0
_IN_USE: Final = 2.5
_OTHER: Final = 1.5


class DecayPlot(Plot):
    """Decay of a memory used once, of strength 1, and thin the own curves of some memories.

    A dragged threshold tells which value is wanted.
    """

    pressed = Signal(str)
    """A threshold was taken (its parameter's name)."""
    turned = Signal(str, float)
    """A threshold wants this score (its parameter's name, the value)."""
    released = Signal(str)
    """A threshold was let go."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(51, 36, 66, 26), interactive=True, parent=parent)
        self._lines = {name: self._make_line(name) for name in THRESHOLDS}
        self._own: tuple[IntArray, FloatArray, FloatArray] | None = None
        self._shown: tuple[ParameterSet, ParameterSet] | None = None
        self._logarithmic = False
        self.add_curve("selected", Stroke(colour="accent", width=1.0), z=5.0, smooth=False)
        self.add_curve("linear", Stroke(colour="text_tertiary", width=1.0, dash=(1.0, 3.0)), z=7.0)
        self.add_curve("fixed_ttl", Stroke(colour="text_tertiary", width=1.0, dash=(6.0, 3.0)), z=7.0)
        self.add_curve("saved", Stroke(colour="text_tertiary", width=1.5, dash=SAVED_DASH), z=11.0)
        for model in DECAY_MODELS:
            self.add_curve(model, Stroke(colour="text", dash=DASHES[model]))
        for name in (*THRESHOLDS, "fixed_ttl", "linear"):
            self.add_label(name)
        self.setAccessibleName("Decay since the last use")

    def _make_line(self, name: str) -> ThresholdLine:
        line = ThresholdLine()
        parameter = f"decay.{name}"
        line.pressed.connect(lambda: self.pressed.emit(parameter))
        line.turned.connect(lambda score: self.turned.emit(parameter, min(max(score, 0.0), 1.0)))
        line.released.connect(lambda: self.released.emit(parameter))
        line.setToolTip(
            f"Drag to set the score at which a memory is {name.removesuffix('e')}{'ten' if name == 'forget' else 'ed'}."
        )
        self.add_tinted(line)
        return line

    def spread(self, *, logarithmic: bool) -> None:
        """Spread time by its logarithm, or evenly."""
        self._logarithmic = logarithmic
        if self._shown is not None:
            self.show_parameters(*self._shown)

    def show_parameters(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        """Show a set, and dashed what the model in use is in the saved one."""
        self._shown = (parameters, saved)
        decay, before = parameters.decay, saved.decay
        span = self._fit(decay)
        start, end = span.low, span.high
        curves = decay_curves(decay, until_days=end, from_days=start)
        for model in DECAY_MODELS:
            in_use = model == decay.model
            self.restroke(model, Stroke(colour="text", width=_IN_USE if in_use else _OTHER, dash=DASHES[model]))
            self.draw(model, curves[model].x, curves[model].y)
        was = decay_curves(before, until_days=end, from_days=start)[before.model]
        if np.array_equal(was.y, curves[decay.model].y):
            self.hide_curve("saved")
        else:
            self.draw("saved", was.x, was.y)
        self._compare(decay, span)
        self._show_thresholds(decay, span)
        self._draw_own()

    def _fit(self, decay: DecayParameters) -> Span:
        if self._logarithmic:
            low, end, ticks = time_axis(min(decay.half_life, decay.half_life_fast), _reach(decay))
        else:
            low, (end, ticks) = 0.0, day_axis(_reach(decay))
        span = Span(low, end, logarithmic=self._logarithmic)
        self.set_axes(span, ticks, Span(0.0, 1.0), _Y_TICKS)
        return span

    def show_memories(self, uses: IntArray, strength: FloatArray, tag_factor: FloatArray) -> None:
        """Show the own curves of K memories too: K use counts, strengths and tag factors; none for empty arrays."""
        self._own = (uses, strength, tag_factor) if len(uses) else None
        self._draw_own()

    def _draw_own(self) -> None:
        """All in one item: two hundred items would each cost a frame their own."""
        if self._own is None or self._shown is None:
            self.hide_curve("selected")
            return
        (uses, strength, factors), span = self._own, self.ground.x_span
        own = memory_curves(
            self._shown[0].decay,
            uses=uses,
            strength=strength,
            tag_factor=factors,
            until_days=span.high,
            from_days=span.low,
        )
        self.draw("selected", own.x, np.minimum(own.y, 1.0))

    def _compare(self, decay: DecayParameters, span: Span) -> None:
        end = span.high
        fixed = fixed_lifetime_curve(decay, until_days=end)
        linear = linear_curve(decay, until_days=end, from_days=span.low)
        self.draw("fixed_ttl", fixed.x, fixed.y)
        self.draw("linear", linear.x, linear.y)
        self.write("fixed_ttl", fixed.label, Spot(x=min(decay.fixed_ttl, end), y=1.0, dx=5, align=LEFT))
        middle = min(decay.linear_span * 0.45, end * 0.8)
        spot = Spot(x=middle, y=max(1.0 - middle / decay.linear_span, 0.0), align=CENTRE)
        self.write("linear", linear.label, spot)

    def _show_thresholds(self, decay: DecayParameters, span: Span) -> None:
        """A threshold above 1 rests on the upper edge and says its value: this memory never reaches it."""
        for name, line in self._lines.items():
            self.put(line, span.low, min(getattr(decay, name), 1.0))
        self._name_thresholds(decay, span)

    def _name_thresholds(self, decay: DecayParameters, span: Span) -> None:
        values: dict[str, float] = {name: getattr(decay, name) for name in self._lines}
        self.write_apart(
            (name, name if value <= 1.0 else f"{name} {value:.2f}", Spot(x=span.high, y=min(value, 1.0), dx=6))
            for name, value in values.items()
        )

    @override
    def laid_out(self) -> None:
        self.stretch(self._lines.values())
        if self._shown is not None:
            self._name_thresholds(self._shown[0].decay, self.ground.x_span)

    @property
    def heights(self) -> dict[str, float]:
        """Where each threshold line lies."""
        return {name: line.y() for name, line in self._lines.items()}


def _reach(decay: DecayParameters) -> float:
    """Nine half-lives of the first models, four of the slow component, and all of the comparison curves."""
    finite = [
        days
        for days in (9 * decay.half_life, 4 * decay.half_life_slow, 1.3 * decay.fixed_ttl, 1.3 * decay.linear_span)
        if math.isfinite(days)
    ]
    return max(finite)
