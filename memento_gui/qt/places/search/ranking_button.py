"""The button that chooses how signals are calibrated, and the scheme where the bar has no room for that."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.places.search.menus import add_heading
from memento_gui.qt.places.search.schemes import OPTIONS, SCHEME, calibration_text
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.label import plain_tip
from memento_gui.qt.widgets.menu import Menu


class RankingButton(IconPushButton):
    """Says how meaning and words are calibrated; its menu offers every other way."""

    turned = Signal(str, str)
    """Rank with this value (second) of this parameter (its dotted name)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Calibration", parent=parent)
        self._short = False
        self._told = ""
        self._menu = Menu(self)
        self.setMenu(self._menu)
        self._actions: dict[tuple[str, str], QAction] = {}
        for options in OPTIONS:
            add_heading(self._menu, options.heading)
            group = QActionGroup(self._menu)
            for one in options.options:
                action = self._menu.addAction(one.label)
                action.setCheckable(True)
                group.addAction(action)
                action.triggered.connect(lambda _on=False, one=one: self.turned.emit(one.name, one.value))
                self._actions[one.name, one.value] = action

    def show_parameters(self, parameters: ParameterSet) -> None:
        """Show what these numbers have chosen; SearchScore has no calibration."""
        by_words = parameters.value(SCHEME) == "search_score"
        for (name, value), action in self._actions.items():
            action.setChecked(parameters.value(name) == value)
            action.setEnabled(name == SCHEME or not by_words)
        self._told = "none" if by_words else calibration_text(parameters)
        self.setAccessibleName(f"Calibration: {self._told}")
        tip = "SearchScore has no calibration" if by_words else f"Calibration of meaning and words: {self._told}"
        self.setToolTip(plain_tip(tip))
        self._say()

    @property
    def short(self) -> bool:
        """Whether only the word for it is shown."""
        return self._short

    @short.setter
    def short(self, short: bool) -> None:
        self._short = short
        self._say()

    def _say(self) -> None:
        self.setText("Calibration" if self._short or not self._told else f"Calibration: {self._told}")
