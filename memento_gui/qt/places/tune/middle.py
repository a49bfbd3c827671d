"""The middle of Tune: tabs over the curves, what can be learned and the table of all numbers, with warnings underneath."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.places.tune.advice.bar import AdviceBars
from memento_gui.qt.places.tune.advice.findings import Advice
from memento_gui.qt.places.tune.curves_pane import CurvesPane
from memento_gui.qt.places.tune.flat_button import FlatButton
from memento_gui.qt.places.tune.knobs.all_numbers import AllNumbers
from memento_gui.qt.places.tune.learn.pane import LearnPane
from memento_gui.qt.places.tune.ranking.pane import RankingPane
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import SegmentedControl
from memento_gui.qt.widgets.label import plain_tip
from memento_gui.qt.widgets.tabs import Tabs

CURVES = "curves"
RANKING = "ranking"
LEARN = "learn"
NUMBERS = "numbers"

LINEAR = "linear"
LOG = "log"

_LEAST = 300
_ROOM_FOR_TIME = 600
_ROOM_FOR_WORDS = 460
_STORE = "Your store"
_MOST_BARS = 2
_HEIGHT_FOR_PLOTS = 470
"""What the tabs and plots keep; a warning that leaves them less is read in the Learn tab, which lists all."""


class Middle(QWidget):
    """One tab at a time; the numbers are written only while they are seen."""

    store_wished = Signal()
    """Show, or hide, the store under these numbers; only a narrow window asks."""
    turned_over = Signal(str)
    """Another tab is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Tabs(theme, [(CURVES, "Curves"), (RANKING, "Ranking"), (LEARN, "Learn"), (NUMBERS, "All numbers")])
        self.curves = CurvesPane(theme)
        self.ranking = RankingPane(theme)
        self.learn = LearnPane(theme)
        self.numbers = AllNumbers(theme)
        self.advice = AdviceBars(theme)
        self.time = SegmentedControl(theme, [(LINEAR, "Linear time"), (LOG, "Log")])
        self.time.setAccessibleName("Time axis, linear or logarithmic")
        self.time.setToolTip(plain_tip("Spread the curves' time evenly, or by its logarithm (L)"))
        self.time.chosen.connect(lambda key: self.curves.spread(logarithmic=key == LOG))
        self.store_button = FlatButton(theme, "sidebar", _STORE)
        self.store_button.setToolTip("Your store under these numbers")
        self.store_button.setCheckable(True)
        self.store_button.clicked.connect(self.store_wished)
        self.store_button.hide()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.curves)
        self._stack.addWidget(self.ranking)
        self._stack.addWidget(self.learn)
        self._stack.addWidget(self.numbers)
        self._advice: tuple[Advice, ...] = ()
        self._shown = (ParameterSet(), ParameterSet())
        self.setMinimumWidth(_LEAST)
        beside = QHBoxLayout(self.tabs)
        beside.setContentsMargins(0, 0, 8, 8)
        beside.setSpacing(8)
        beside.addStretch(1)
        beside.addWidget(self.time)
        beside.addWidget(self.store_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.advice)
        self.tabs.chosen.connect(self._turn_over)

    def choose_time(self, key: str) -> None:
        """Spread the curves' time evenly (`LINEAR`) or by its logarithm (`LOG`)."""
        self.time.choose(key)
        self.curves.spread(logarithmic=self.time.current == LOG)

    def show_parameters(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        """Show a set, and what the saved one has otherwise."""
        self._shown = (parameters, saved)
        if self.tabs.current == CURVES:
            self.curves.show_parameters(parameters, saved)
        elif self.tabs.current == NUMBERS:
            self.numbers.show_parameters(parameters, saved)

    def show_advice(self, advice: tuple[Advice, ...]) -> None:
        """Show the first warnings under the tabs, and everything that was found in the Learn tab."""
        self._advice = advice
        self.learn.checks.show_advice(advice)
        self._show_bars()

    def _show_bars(self) -> None:
        warnings = tuple(one for one in self._advice if not one.information)
        self.advice.show_advice(warnings[:_MOST_BARS] if self.tabs.current != LEARN else ())
        self.advice.fit(self.width(), self.height() - _HEIGHT_FOR_PLOTS)

    def show_judged(self, queries: int) -> None:
        """Say beside the tab how much there is to learn from."""
        self.tabs.note(LEARN, f"{queries:,} judged {'query' if queries == 1 else 'queries'}" if queries else "")

    def _fit(self) -> None:
        """Leave the tabs their room: the time axis has a key too, and the store's button an icon."""
        self.time.setVisible(self.tabs.current == CURVES and self.width() >= _ROOM_FOR_TIME)
        self.store_button.say(_STORE if self.width() >= _ROOM_FOR_WORDS else "")
        self.store_button.setAccessibleName(_STORE)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._show_bars()

    def show_moved(self, results: int) -> None:
        """Say beside the tab how many results of the chosen query move."""
        self.tabs.note(RANKING, f"{results} move" if results else "")

    def _turn_over(self, key: str) -> None:
        self._fit()
        self._stack.setCurrentIndex((CURVES, RANKING, LEARN, NUMBERS).index(key))
        self._show_bars()
        self.show_parameters(*self._shown)
        self.turned_over.emit(key)
