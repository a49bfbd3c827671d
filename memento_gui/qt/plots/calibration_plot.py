"""Predicted recall against what happened: on the diagonal a prediction is as sure as it may be."""

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QWidget

from memento_gui.engine.learning.reviews import Calibration
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.marks import Mark
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import SAVED_DASH, Stroke
from memento_gui.qt.plots.ticks import Ticks
from memento_gui.qt.theme import Theme

_SHARES = Ticks((0.0, 0.25, 0.5, 0.75, 1.0), ("0%", "25%", "50%", "75%", "100%"))


class CalibrationPlot(Plot):
    """Bins of equally many reviews: dots joined are the learned numbers, dashed are those in use."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(44, 12, 24, 26), parent=parent)
        self.setFixedHeight(220)
        self.add_curve("diagonal", Stroke(colour="line_strong", width=1.0), z=4.0)
        self.add_curve("before", Stroke(colour="text_secondary", width=1.5, dash=SAVED_DASH), z=6.0)
        self.add_curve("after", Stroke(colour="text"))
        self._dots: list[Mark] = []
        self.set_axes(Span(0.0, 1.0), _SHARES, Span(0.0, 1.0), _SHARES)
        self.draw("diagonal", np.array([0.0, 1.0]), np.array([0.0, 1.0]))
        self.setAccessibleName("Predicted recall and what happened")

    def show_calibration(self, before: Calibration, after: Calibration) -> None:
        """Show both sets of numbers on the same reviews."""
        self.draw("before", before.predicted, before.recalled)
        self.draw("after", after.predicted, after.recalled)
        while len(self._dots) < len(after.count):
            self._dots.append(Mark(dot="text"))
            self.add_tinted(self._dots[-1])
        for place, dot in enumerate(self._dots):
            dot.setVisible(place < len(after.count))
            if place < len(after.count):
                dot.setPos(after.predicted[place], after.recalled[place])
        pairs = zip(after.predicted, after.recalled, strict=True)
        self.setAccessibleDescription(", ".join(f"predicted {p:.0%}, recalled {r:.0%}" for p, r in pairs))
