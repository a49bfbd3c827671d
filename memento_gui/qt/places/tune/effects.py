"""Beside the decay curves: what repeated use is worth, what strength is worth, and when a review is due."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.plots.cross_hair import CrossHair
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.review_plot import ReviewPlot
from memento_gui.qt.plots.strength_plot import StrengthPlot
from memento_gui.qt.plots.strokes import STRENGTHS
from memento_gui.qt.plots.use_count_plot import AFTER_DAYS, UseCountPlot
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import label
from memento_gui.qt.widgets.tabs import Tabs

USES: Final = "uses"
STRENGTH: Final = "strength"
REVIEW: Final = "review"
_KEYS: Final = (USES, STRENGTH, REVIEW)
_RECALLED: Final = {"first": "At first", "helpful": "After helpful", "good": "After good", "bad": "After bad"}


class Effects(QWidget):
    """One of three plots at a time; only the one that is seen is drawn."""

    pressed = Signal(str)
    turned = Signal(str, float)
    released = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Tabs(theme, [(USES, "Use count"), (STRENGTH, "Strength"), (REVIEW, "Recall")], left=12)
        self.uses = UseCountPlot(theme)
        self.strength = StrengthPlot(theme)
        self.review = ReviewPlot(theme)
        self.hairs = {
            USES: CrossHair(self.uses, dict(zip(STRENGTHS, STRENGTHS, strict=True)), "uses"),
            STRENGTH: CrossHair(self.strength, dict(zip(STRENGTHS, STRENGTHS, strict=True))),
            REVIEW: CrossHair(self.review, _RECALLED),
        }
        self._note = label(size=12, tone="secondary")
        self._note.setContentsMargins(12, 6, 12, 0)
        self._stack = QStackedWidget()
        for plot in (self.uses, self.strength, self.review):
            self._stack.addWidget(plot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._note)
        layout.addWidget(self._stack, 1)
        self._shown: tuple[ParameterSet, ParameterSet] | None = None
        self.tabs.chosen.connect(self._turn_over)
        self.review.pressed.connect(self.pressed)
        self.review.turned.connect(self.turned)
        self.review.released.connect(self.released)

    @property
    def plot(self) -> Plot:
        """The plot that is shown."""
        plots: dict[str, Plot] = {USES: self.uses, STRENGTH: self.strength, REVIEW: self.review}
        return plots[self.tabs.current]

    @property
    def note(self) -> str:
        """What is said above the plot."""
        return self._note.text()

    def spread(self, *, logarithmic: bool) -> None:
        """Spread time by its logarithm, or evenly; recall stays even, as it is a matter of days."""
        self.strength.spread(logarithmic=logarithmic)

    def show_parameters(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        """Show a set, and what the saved one has otherwise."""
        self._shown = (parameters, saved)
        match self.tabs.current:
            case "uses":
                self.uses.show_parameters(parameters)
                self._note.setText(f"score {AFTER_DAYS:g} d after, β {parameters.decay.beta:.2f}".removesuffix("0"))
            case "strength":
                self.strength.show_parameters(parameters)
                self._note.setText("score since the only use, by strength s")
            case _:
                self.review.show_parameters(parameters, saved)
                others = {"fsrs": "τ model; reviews follow FSRS-6 now", "preset": "τ model; reviews follow fixed steps now"}
                said = others.get(parameters.review.scheduler, "by the last answer; importance 0.5")
                self._note.setText(said)

    def _turn_over(self, key: str) -> None:
        self._stack.setCurrentIndex(_KEYS.index(key))
        if self._shown is not None:
            self.show_parameters(*self._shown)
