"""What stands above Search's results: the line, the panels, and by what the results are ranked."""

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.actions import shown_keys
from memento_gui.qt.places.search.chooser import SetChooser
from memento_gui.qt.places.search.line import QueryLine
from memento_gui.qt.places.search.ranking_button import RankingButton
from memento_gui.qt.places.search.schemes import SCHEMES
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import SegmentedControl, icon_button

_MARGIN = 16
_GAP = 8


class SearchBar(QWidget):
    """Two rows. What does not fit a narrow window is said shorter, or moves into the menu of the calibrations."""

    def __init__(self, theme: Theme, panels: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QueryLine(theme)
        self.past = icon_button(theme, "history", f"Recent and saved searches ({shown_keys('Alt+Down')})")
        self.panels = SegmentedControl(theme, panels)
        self.scheme = SegmentedControl(theme, SCHEMES)
        self.ranking = RankingButton(theme)
        self.chooser = SetChooser(theme)
        self.panels.setMinimumWidth(1)  # a bar too narrow is no reason for the window to be wider than the screen
        asked = QHBoxLayout()
        asked.setContentsMargins(_MARGIN, 10, _MARGIN, 8)
        asked.setSpacing(_GAP)
        asked.addWidget(self.line, 1)
        asked.addWidget(self.past)
        choices = QHBoxLayout()  # below the line: beside it they would leave a question a dozen letters
        choices.setContentsMargins(_MARGIN, 0, _MARGIN, 10)
        choices.setSpacing(_GAP)
        choices.addWidget(self.panels)  # at the left, where it stays when a panel takes the detail pane's room
        choices.addStretch(1)
        for one in (self.scheme, self.ranking, self.chooser):
            choices.addWidget(one)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(asked)
        layout.addLayout(choices)

    def choose_here(self, *, here: bool) -> None:
        """Let the set be chosen here, or elsewhere."""
        self.chooser.setVisible(here)
        self.fit()

    def fit(self) -> None:
        """Say as much as there is room for."""
        room = self.width() - 2 * _MARGIN
        self.chooser.most = None
        for short, scheme in ((False, True), (True, True), (True, False)):
            self.ranking.short = short
            self.scheme.setVisible(scheme)
            if self._needs() <= room:
                return
        if not self.chooser.isHidden():
            self.chooser.most = room - self._needs() + self.chooser.sizeHint().width()

    def _needs(self) -> int:
        shown = [one for one in (self.panels, self.scheme, self.ranking, self.chooser) if not one.isHidden()]
        return sum(one.sizeHint().width() for one in shown) + _GAP * (len(shown) - 1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
