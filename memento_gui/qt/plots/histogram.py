"""The ForgetScore over the store: bars for these numbers, a stepped outline for the saved ones, and both thresholds."""

from typing import Final

import numpy as np
from PySide6.QtCore import QMargins, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.qt.plots.bars import Bars
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.handles import ThresholdLine
from memento_gui.qt.plots.labels import CENTRE, LEFT, RIGHT, Spot
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.plots.ticks import Ticks, count_axis
from memento_gui.qt.theme import Theme

THRESHOLDS: Final = ("soft", "hard")

_OPACITY: Final = 0.8
_LABEL_UP: Final = -8.0


class Histogram(Plot):
    """Counts of memories by ForgetScore. A dragged threshold tells which value is wanted."""

    pressed = Signal(str)
    """A threshold was taken (its parameter's name)."""
    turned = Signal(str, float)
    """A threshold wants this score (its parameter's name, the value)."""
    released = Signal(str)
    """A threshold was let go."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(40, 20, 8, 24), interactive=True, parent=parent)
        self._bars = Bars(opacity=_OPACITY)
        self.add_tinted(self._bars)
        self.add_curve("saved", Stroke(colour="text", width=1.0), z=9.0)
        self._lines = {name: self._make_line(name) for name in THRESHOLDS}
        for name in THRESHOLDS:
            self.add_label(name)
        self._held = False
        self.set_axes(Span(-0.4, 1.0), Ticks(), Span(0.0, 1.0), Ticks((0.0,), ("0",)))
        self.setAccessibleName("ForgetScore over the store")

    def _make_line(self, name: str) -> ThresholdLine:
        line = ThresholdLine(level=False)
        parameter = f"forgetting.{name}_threshold"
        line.pressed.connect(lambda: self.pressed.emit(parameter))
        line.turned.connect(lambda score: self.turned.emit(parameter, self._within(score)))
        line.released.connect(lambda: self.released.emit(parameter))
        line.setToolTip(f"Drag to set the score from which a memory is a {name} candidate.")
        self.add_tinted(line)
        return line

    def _within(self, score: float) -> float:
        return min(max(score, self.ground.x_span.low), self.ground.x_span.high)

    def show_counts(self, edges: FloatArray, now: IntArray, saved: IntArray) -> None:
        """Show counts of N bins between N + 1 ``edges``.

        Raises:
            ValueError: If the lengths do not fit.
        """
        if not len(edges) - 1 == len(now) == len(saved):
            raise ValueError(f"{len(edges)} edges, but {len(now)} and {len(saved)} counts")
        most = float(max(now.max(initial=0), saved.max(initial=0)))
        end, ticks = count_axis(most, ticks=2)
        low, high = float(edges[0]), float(edges[-1])
        self.set_axes(Span(low, high), _score_ticks(low, high), Span(0.0, end), ticks)
        self._bars.stand(edges, now.astype(np.float64))
        self.draw("saved", np.repeat(edges, 2), np.concatenate([[0.0], np.repeat(saved, 2), [0.0]]))
        self._place()

    def show_thresholds(self, soft: float, hard: float) -> None:
        """Show where the two rules begin."""
        for name, value in zip(THRESHOLDS, (soft, hard), strict=True):
            self._lines[name].setPos(value, 0.0)
        self._place()

    @property
    @override
    def numbers(self) -> dict[str, tuple[FloatArray, FloatArray]]:
        """Both counts, each at the middle of its bin."""
        saved = self.curve("saved")[1][1:-1:2]
        return {"these numbers": (self._bars.middles, self.heights), "saved": (self._bars.middles, saved)}

    @property
    def heights(self) -> FloatArray:
        """The bars' heights."""
        return self._bars.heights

    @property
    def thresholds(self) -> dict[str, float]:
        """Where each threshold stands."""
        return {name: line.x() for name, line in self._lines.items()}

    def _place(self) -> None:
        """Show the thresholds that lie within the axis; labels of close ones lean away from each other."""
        span, top = self.ground.x_span, self.ground.y_span.high
        soft, hard = (self._lines[name].x() for name in THRESHOLDS)
        close = abs(self.pixels(x=hard)[0] - self.pixels(x=soft)[0]) < 34
        for name, line in self._lines.items():
            inside = span.low <= line.x() <= span.high
            line.setVisible(inside)
            self._labels[name].setVisible(inside)
            align = CENTRE if not close else RIGHT if (name == "soft") == (soft <= hard) else LEFT
            self._labels[name].say(name, Spot(x=line.x(), y=top, dy=_LABEL_UP, align=align))

    @override
    def laid_out(self) -> None:
        self.stretch(self._lines.values())
        self._place()


def _score_ticks(low: float, high: float) -> Ticks:
    step = 0.2 if high - low <= 1.8 else 0.5
    values = tuple(round(step * index, 1) for index in range(-20, 21) if low - 1e-9 <= step * index <= high + 1e-9)
    return Ticks(values, tuple(f"{value:g}".replace("-", "\N{MINUS SIGN}") for value in values))
