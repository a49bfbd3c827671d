"""A score over the store: bars for these numbers, a stepped outline for the saved ones, and thresholds to drag."""

from collections.abc import Mapping
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

_OPACITY: Final = 0.8
_LABEL_UP: Final = -8.0
_APART: Final = 10.0
"""Pixels between two labels beside each other."""


class Histogram(Plot):
    """Counts of memories by a score. A dragged threshold tells which value is wanted."""

    pressed = Signal(str)
    """A threshold was taken (its parameter's name)."""
    turned = Signal(str, float)
    """A threshold wants this score (its parameter's name, the value)."""
    released = Signal(str)
    """A threshold was let go."""

    def __init__(
        self, theme: Theme, name: str, lines: Mapping[str, tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        """Make an empty one; ``lines`` are two thresholds by their label: the parameter, and what dragging it sets."""
        super().__init__(theme, QMargins(40, 20, 22, 24), interactive=True, parent=parent)
        self._bars = Bars(opacity=_OPACITY)
        self.add_tinted(self._bars)
        self.add_curve("saved", Stroke(colour="text", width=1.0), z=9.0)
        self._edges: FloatArray = np.zeros(1)
        self._values = dict.fromkeys(lines, 0.0)
        self._lines = {label: self._make_line(parameter, tip) for label, (parameter, tip) in lines.items()}
        self._close = sum(self.add_label(label).size_of(label).width() for label in lines) / 2 + _APART
        self.setAccessibleName(f"{name} over the store")

    def _make_line(self, parameter: str, tip: str) -> ThresholdLine:
        line = ThresholdLine(level=False)
        line.pressed.connect(lambda: self.pressed.emit(parameter))
        line.turned.connect(lambda place: self.turned.emit(parameter, self._score_at(place)))
        line.released.connect(lambda: self.released.emit(parameter))
        line.setToolTip(tip)
        self.add_tinted(line)
        return line

    def _score_at(self, place: float) -> float:
        span = self.ground.x_span
        return min(max(span.value_at(place), span.low), span.high)

    def axis(self, edges: FloatArray) -> tuple[Span, Ticks]:
        """Return how bins with these edges lie, and what is written under them."""
        raise NotImplementedError

    def bin_text(self, place: int) -> str:
        """Return which scores a bin holds."""
        raise NotImplementedError

    def show_counts(self, edges: FloatArray, now: IntArray, saved: IntArray) -> None:
        """Show counts of N bins between N + 1 ``edges``.

        Raises:
            ValueError: If the lengths do not fit.
        """
        if not len(edges) - 1 == len(now) == len(saved):
            raise ValueError(f"{len(edges)} edges, but {len(now)} and {len(saved)} counts")
        most = float(max(now.max(initial=0), saved.max(initial=0)))
        end, ticks = count_axis(most, ticks=2)
        span, score_ticks = self.axis(edges)
        self.set_axes(span, score_ticks, Span(0.0, end), ticks)
        self._edges = edges
        self._bars.stand(span.places(edges), now.astype(np.float64))
        self.draw("saved", np.repeat(edges, 2), np.concatenate([[0.0], np.repeat(saved, 2), [0.0]]))
        self._place()

    def show_thresholds(self, *values: float) -> None:
        """Show where the thresholds are, in their order."""
        self._values = dict(zip(self._lines, values, strict=True))
        self._place()

    @property
    @override
    def numbers(self) -> dict[str, tuple[FloatArray, FloatArray]]:
        """Both counts, each at its bin's score."""
        scores = self.bin_scores
        return {"these numbers": (scores, self.heights), "saved": (scores, self.saved_heights)}

    @property
    def bin_scores(self) -> FloatArray:
        """A score for each bin: its middle."""
        return np.array([self.ground.x_span.value_at(place) for place in self._bars.middles])

    @property
    def heights(self) -> FloatArray:
        """The bars' heights."""
        return self._bars.heights

    @property
    def saved_heights(self) -> FloatArray:
        """The heights of the saved numbers' outline."""
        return self.curve("saved")[1][1:-1:2]

    @property
    def thresholds(self) -> dict[str, float]:
        """Where each threshold stands."""
        return dict(self._values)

    @property
    def edges(self) -> FloatArray:
        """The edges of the bars."""
        return self._edges

    def counts_at(self, score: float) -> list[str]:
        """Return, line by line, which bin a score lies in, and both of its counts; nothing beyond the bins."""
        place = int(np.searchsorted(self._edges, score, side="right")) - 1
        if not 0 <= place < len(self.heights):
            return []
        return [
            self.bin_text(place),
            f"these numbers  {self.heights[place]:,.0f}",
            f"saved  {self.saved_heights[place]:,.0f}",
        ]

    def _place(self) -> None:
        """Show the thresholds that lie within the axis; labels of close ones lean away from each other."""
        span, top = self.ground.x_span, self.ground.y_span.high
        (first, low), (_, high) = self._values.items()
        close = abs(self.pixels(x=high)[0] - self.pixels(x=low)[0]) < self._close
        for name, line in self._lines.items():
            value = self._values[name]
            inside = span.low <= value <= span.high
            self.put(line, value, 0.0)
            line.setVisible(inside)
            self._labels[name].setVisible(inside)
            align = CENTRE if not close else RIGHT if (name == first) == (low <= high) else LEFT
            self.write(name, name, Spot(x=value, y=top, dy=_LABEL_UP, align=align))

    @override
    def laid_out(self) -> None:
        self.stretch(self._lines.values())
        self._place()
