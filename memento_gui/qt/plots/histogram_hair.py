"""Tells, under the mouse, which scores a bar holds and how many memories have them."""

from typing_extensions import override

from memento_gui.qt.plots.cross_hair import CrossHair
from memento_gui.qt.plots.histogram import Histogram


class HistogramHair(CrossHair):
    """A cross-hair that reads bars instead of curves."""

    def __init__(self, plot: Histogram) -> None:
        super().__init__(plot, {})
        self._histogram = plot

    @override
    def lines_at(self, x: float) -> list[str]:
        return self._histogram.counts_at(x)
