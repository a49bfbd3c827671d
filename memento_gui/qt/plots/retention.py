"""Retention by month: the share of review answers that were right, against what was asked for."""

from collections.abc import Sequence
from datetime import date

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from memento_gui.domain.arrays import FloatArray
from memento_gui.qt.plots.dates import month_text
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.labels import RIGHT, Spot
from memento_gui.qt.plots.legend import Entry
from memento_gui.qt.plots.marks import Mark
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.plots.ticks import Ticks
from memento_gui.qt.theme import Theme

_HALF = Ticks((0.5, 0.75, 1.0), ("50%", "75%", "100%"))
_WHOLE = Ticks((0.0, 0.5, 1.0), ("0%", "50%", "100%"))
_EVERY = 3
_TARGET = Stroke(colour="threshold")


def target_entry(target: float) -> Entry:
    """Return what the target's line means, for a legend: beside the plot no curve can run through the words."""
    return Entry(text=f"asked for {target:.0%}", stroke=_TARGET)


class RetentionLine(Plot):
    """A dot for each month that had answers, joined where months follow each other."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(40, 12, 14, 24), parent=parent)
        self.add_curve("target", _TARGET, z=5.0)
        self.add_curve("retention", Stroke(colour="text"))
        self.add_label("last", tone="text", weight=QFont.Weight.DemiBold)
        self._dots: list[Mark] = []
        self.set_axes(Span(0.0, 1.0), Ticks(), Span(0.5, 1.0), _HALF)
        self.setAccessibleName("Retention by month")

    def show_months(self, months: Sequence[date], shares: FloatArray, target: float) -> None:
        """Show months in order.

        Args:
            months: Any day of each month.
            shares: Share of right answers in [0, 1] for each; NaN where a month had no answers.
            target: The recall that was asked for.

        Raises:
            ValueError: If the lengths differ.
        """
        x = np.arange(len(months), dtype=np.float64)
        known = np.flatnonzero(~np.isnan(shares))
        low = 0.5 if shares[known].min(initial=target) >= 0.5 else 0.0
        end = max(len(months) - 1.0, 1.0)
        self.set_axes(Span(0.0, end), _month_ticks(months), Span(low, 1.0), _HALF if low else _WHOLE)
        self.draw("retention", x, shares)
        self.draw("target", np.array([0.0, end]), np.full(2, target))
        self._show_dots(x, shares, known)
        self._show_last(shares, known, target)

    def _show_dots(self, x: FloatArray, shares: FloatArray, known: "np.ndarray[tuple[int], np.dtype[np.intp]]") -> None:
        while len(self._dots) < len(known):
            self._dots.append(Mark(dot="text"))
            self.add_tinted(self._dots[-1])
        for place, dot in enumerate(self._dots):
            dot.setVisible(place < len(known))
            if place < len(known):
                dot.setPos(x[known[place]], shares[known[place]])

    def _show_last(self, shares: FloatArray, known: "np.ndarray[tuple[int], np.dtype[np.intp]]", target: float) -> None:
        label = self._labels["last"]
        label.setVisible(bool(len(known)))
        if len(known):
            last = float(shares[known[-1]])
            under = last < target or last > 0.94
            label.say(f"{last:.0%}", Spot(x=float(known[-1]), y=last, dy=14 if under else -12, align=RIGHT))
            self.setAccessibleDescription(f"{last:.0%} right in the last month; asked for {target:.0%}")


def _month_ticks(months: Sequence[date]) -> Ticks:
    """Every third month and the last; the last but one is left out where it would touch the last."""
    last = len(months) - 1
    shown = [index for index in range(0, last, _EVERY) if last - index >= 2] + ([last] if months else [])
    return Ticks(tuple(float(index) for index in shown), tuple(month_text(months[index]) for index in shown))
