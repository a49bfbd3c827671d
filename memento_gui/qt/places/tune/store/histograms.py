"""ForgetScore or the decay score over the store: one histogram at a time, and only that one is counted."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.places.tune.store.bins import DECAY, FORGET
from memento_gui.qt.places.tune.store.fates import Outlook
from memento_gui.qt.plots.histogram import Histogram
from memento_gui.qt.plots.histogram_hair import HistogramHair
from memento_gui.qt.plots.legend import Entry, Legend
from memento_gui.qt.plots.score_histograms import DecayHistogram, ForgetHistogram
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.tabs import Tabs

_HEIGHT: Final = 158
_ENTRIES: Final = (Entry(text="these numbers", box="line_control"), Entry(text="saved"))


class Histograms(QWidget):
    """A histogram under each tab; thresholds that are dragged say what they want."""

    pressed = Signal(str)
    """A threshold was taken (its parameter's name)."""
    turned = Signal(str, float)
    """A threshold wants this score (its parameter's name, the value)."""
    released = Signal(str)
    """A threshold was let go."""
    chosen = Signal(str)
    """Another score is shown, and to be counted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Tabs(theme, [(FORGET, "ForgetScore"), (DECAY, "Decay")])
        self.tabs.setAccessibleName("Histogram of ForgetScore, or of decay score")
        self._plots: dict[str, Histogram] = {FORGET: ForgetHistogram(theme), DECAY: DecayHistogram(theme)}
        self.hairs = {measure: HistogramHair(plot) for measure, plot in self._plots.items()}
        self._stack = QStackedWidget()
        self._stack.setFixedHeight(_HEIGHT)
        for plot in self._plots.values():
            self._stack.addWidget(plot)
            plot.pressed.connect(self.pressed)
            plot.turned.connect(self.turned)
            plot.released.connect(self.released)
        beside = QHBoxLayout(self.tabs)
        beside.setContentsMargins(0, 13, 16, 0)
        beside.addStretch(1)
        beside.addWidget(Legend(theme, _ENTRIES))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._stack)
        self.tabs.chosen.connect(self._turn_over)

    @property
    def measure(self) -> str:
        """Which score is shown."""
        return self.tabs.current

    @property
    def plot(self) -> Histogram:
        """The histogram that is shown."""
        return self._plots[self.measure]

    def show_thresholds(self, parameters: ParameterSet) -> None:
        """Show where the rules and decisions begin."""
        rules, decay = parameters.forgetting, parameters.decay
        self._plots[FORGET].show_thresholds(rules.soft_threshold, rules.hard_threshold)
        self._plots[DECAY].show_thresholds(decay.forget, decay.promote)

    def show_outlook(self, outlook: Outlook) -> None:
        """Show the score that was counted."""
        self._plots[outlook.measure].show_counts(outlook.edges, outlook.now_bins, outlook.saved_bins)

    def _turn_over(self, key: str) -> None:
        self._stack.setCurrentWidget(self._plots[key])
        self.chosen.emit(key)
