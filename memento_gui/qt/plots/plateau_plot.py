"""How good the ranking is along one weight: the stretch that is as good as the best, the number in use, the learned one."""

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QWidget

from memento_gui.engine.learning.ranking import Plateau
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import SAVED_DASH, Stroke
from memento_gui.qt.plots.ticks import Ticks
from memento_gui.qt.theme import Theme

HEIGHT = 104


class PlateauPlot(Plot):
    """Mean nDCG@10 by weight. The plateau is the thick part of the curve; dashed is the number in use."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(42, 8, 12, 22), parent=parent)
        self.setFixedHeight(HEIGHT)
        self.add_curve("old", Stroke(colour="text_secondary", width=1.5, dash=SAVED_DASH), z=5.0)
        self.add_curve("new", Stroke(colour="text", width=1.5), z=6.0)
        self.add_curve("quality", Stroke(colour="text_secondary", width=1.5))
        self.add_curve("plateau", Stroke(colour="text", width=4.0), z=14.0)

    def show_plateau(self, plateau: Plateau, span: Span) -> None:
        """Show one weight's line; ``span`` is the range of nDCG that all plots share."""
        low, high = float(plateau.x[0]), float(plateau.x[-1])
        x = Span(min(low, plateau.old), max(high, plateau.old))
        ends = (x.low, x.high)
        levels = (span.low, (span.low + span.high) / 2.0, span.high)
        self.set_axes(x, Ticks(ends, tuple(f"{end:.2f}" for end in ends)), span, Ticks(levels, tuple(map(_level, levels))))
        self.draw("quality", plateau.x, plateau.y)
        inside = (plateau.x >= plateau.low) & (plateau.x <= plateau.high)
        self.draw("plateau", plateau.x[inside], plateau.y[inside])
        height = np.array([span.low, span.high])
        self.draw("old", np.full(2, plateau.old), height)
        self.draw("new", np.full(2, plateau.new), height)
        self.setAccessibleDescription(
            f"In use {plateau.old:.2f}, learned {plateau.new:.2f}; as good from {plateau.low:.2f} to {plateau.high:.2f}"
        )


def shared_span(plateaus: "list[Plateau]") -> Span:
    """Return the range of nDCG that shows all of some plots: whole twentieths."""
    low = min(float(one.y.min()) for one in plateaus)
    high = max(float(one.y.max()) for one in plateaus)
    bottom, top = np.floor(low * 20.0) / 20.0, np.ceil(high * 20.0) / 20.0
    return Span(float(bottom), float(max(top, bottom + 0.05)))


def _level(value: float) -> str:
    return f"{value:.2f}" if round(value * 100) == round(value * 100, 6) else f"{value:.3f}"
