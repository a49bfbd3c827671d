"""What lies under Search's bar: results, a comparison or why there are none, and a panel beside or under them."""

from typing import Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.places.search.compare.desk import CompareView
from memento_gui.qt.places.search.empty import EmptyResults
from memento_gui.qt.places.search.header import ResultHeader
from memento_gui.qt.places.search.results.list_view import ResultList
from memento_gui.qt.places.search.side import Side
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import separator

NOTHING: Final = 0
RESULTS: Final = 1
COMPARISON: Final = 2


class Lower(QWidget):
    """One page of three, and the side."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.empty = EmptyResults(theme)
        self.header = ResultHeader(theme)
        self.list = ResultList(theme)
        self.comparison = CompareView(theme)
        self.side = Side(theme)
        results = QWidget()
        column = QVBoxLayout(results)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(separator())
        column.addWidget(self.list, 1)
        self._pages = QStackedWidget()
        for page in (self.empty, results, self.comparison):
            self._pages.addWidget(page)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self._pages, 1)
        self._layout.addWidget(self.side)

    @property
    def page(self) -> int:
        """The page that is up: `NOTHING`, `RESULTS` or `COMPARISON`."""
        return self._pages.currentIndex()

    def turn(self, page: int) -> None:
        """Show another page."""
        self._pages.setCurrentIndex(page)

    def focus_page(self) -> None:
        """Put the focus on the results or on the comparison, if there are any."""
        if self.page != NOTHING:
            (self.list if self.page == RESULTS else self.comparison.canvas).setFocus()

    def make_room(self) -> None:
        """Put the panel beside the page, or under it where the window is narrow."""
        beside = self.side.fit(self.size())
        self._layout.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.make_room()
