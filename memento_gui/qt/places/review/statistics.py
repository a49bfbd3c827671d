"""Statistics: the days ahead and behind as charts, and the memories behind a bar."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from memento_gui.model.reviews.statistics import Chart, ReviewStatistics
from memento_gui.qt.phrases import count_text, memories_text
from memento_gui.qt.plots.bar_chart import BarChart
from memento_gui.qt.plots.heat_map import HeatLegend, HeatMap
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton, SegmentedControl
from memento_gui.qt.widgets.label import BOLD, ElidedLabel, label, separator

_HEIGHT: Final = 150
_LIST: Final = 300
_NARROW: Final = 900
_LOW: Final = 170
_ANY: Final = 16_777_215  # what Qt takes for no limit
_ROLE: Final = Qt.ItemDataRole.UserRole


class StatisticsPage(QWidget):
    """Charts on the left, on the right the memories behind what was picked."""

    left = Signal()
    wanted = Signal(object)
    """Titles of these memories (ids) are wanted: `show_memories`."""
    opened = Signal(str)
    """Show this memory."""
    resumed = Signal(str)
    """Ask this suspended card again."""
    ahead = Signal(int)
    """A forecast of so many days is wanted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._statistics: ReviewStatistics | None = None
        self.charts: list[BarChart] = []
        self._notes: list[ElidedLabel] = []
        self.year = HeatMap(theme, picks=True)
        self.list = QListWidget()
        self.list.setAccessibleName("Memories behind the bar")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._what = label("Pick a bar to see its memories", size=12, weight=BOLD, wrap=True)
        self.suspended = IconPushButton(theme, "Suspended cards")
        self.again = IconPushButton(theme, "Ask it again")
        self._days = SegmentedControl(theme, [("30", "30 days"), ("90", "90 days")])
        self._back = IconPushButton(theme, "Back to the cards", keys="Esc")
        self._suspended_shown = False
        self._grid = QGridLayout()
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._edge = separator(upright=True)
        self._beside = QWidget()
        self._lay_out(theme)
        self.year.picked.connect(self._pick_day)
        self.list.itemActivated.connect(lambda item: self.opened.emit(item.data(_ROLE)))
        self.suspended.clicked.connect(self._show_suspended)
        self.again.clicked.connect(self._resume)
        self._days.chosen.connect(lambda days: self.ahead.emit(int(days)))
        self.again.hide()

    def _lay_out(self, theme: Theme) -> None:
        back = self._back
        back.clicked.connect(self.left)
        bar = QHBoxLayout()
        bar.setContentsMargins(0, 4, 16, 4)
        bar.addWidget(back)
        bar.addWidget(self._days)
        bar.addStretch(1)
        bar.addWidget(self.suspended)
        heat = QHBoxLayout()
        heat.addWidget(label("The last year", size=12, weight=BOLD))
        heat.addStretch(1)
        heat.addWidget(HeatLegend(theme))
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        column = QFrame()
        column.setProperty("surface", "base")
        inside = QVBoxLayout(column)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.setSpacing(8)
        inside.addLayout(heat)
        inside.addWidget(self.year)
        inside.addLayout(self._grid)
        inside.addStretch(1)
        area = QScrollArea()
        area.setWidget(column)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        side = QVBoxLayout()
        side.setContentsMargins(12, 12, 12, 12)
        side.addWidget(self._what)
        side.addWidget(self.list, 1)
        side.addWidget(self.again)
        self._beside.setLayout(side)
        self._both.setSpacing(0)
        self._both.addWidget(area, 1)
        self._both.addWidget(self._edge)
        self._both.addWidget(self._beside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 4, 0, 0)
        layout.addLayout(bar)
        layout.addLayout(self._both, 1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where two columns would be too narrow, put the list below them."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self._both.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self._edge.setVisible(not narrow)
        self._beside.setMinimumSize(0 if narrow else _LIST, _LOW if narrow else 0)
        self._beside.setMaximumSize(_ANY if narrow else _LIST, _LOW if narrow else _ANY)

    def show_statistics(self, statistics: ReviewStatistics) -> None:
        """Show other numbers."""
        self._statistics = statistics
        self.year.show_days(statistics.year.first, statistics.year.counts)
        self.suspended.setText(count_text(len(statistics.suspended), "suspended card", "suspended cards"))
        self.suspended.setEnabled(bool(statistics.suspended))
        for place, chart in enumerate(statistics.charts):
            if place == len(self.charts):
                self._add(place)
            self.charts[place].show_chart(chart)
            self._notes[place].setText(chart.note if not chart.empty else f"{chart.note}: nothing yet")
        self._order_tabs()
        if self._suspended_shown:
            self._show_suspended()

    def _order_tabs(self) -> None:
        """Let Tab go as one reads, whatever was made first."""
        order = (self._back, self._days, self.suspended, self.year, *self.charts, self.list, self.again)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _add(self, place: int) -> None:
        assert self._statistics is not None
        chart = BarChart(self._theme)
        chart.setFixedHeight(_HEIGHT)
        chart.pressed.connect(lambda bar, place=place: self._pick(place, bar))
        note = ElidedLabel("", size=12, tone="secondary")
        head = QHBoxLayout()
        head.addWidget(label(self._statistics.charts[place].title, size=12, weight=BOLD))
        head.addSpacing(8)
        head.addWidget(note, 1)
        row, column = divmod(place, 2)
        self._grid.addLayout(head, 2 * row, column)
        self._grid.addWidget(chart, 2 * row + 1, column)
        self._grid.setColumnStretch(column, 1)
        self.charts.append(chart)
        self._notes.append(note)

    def _pick(self, place: int, bar: int) -> None:
        assert self._statistics is not None
        chart: Chart = self._statistics.charts[place]
        self._tell(f"{chart.title}, {chart.names[bar]}", chart.ids[bar])

    def _pick_day(self, day: date) -> None:
        if self._statistics is not None:
            self._tell(f"Answered on {day.day} {day:%b %Y}", self._statistics.of_day.get(day, ()))

    def _show_suspended(self) -> None:
        if self._statistics is not None:
            self._tell("Suspended", self._statistics.suspended)
            self._suspended_shown = True
            self.again.setVisible(bool(self._statistics.suspended))

    def _tell(self, what: str, ids: Sequence[str]) -> None:
        self._suspended_shown = False
        self.again.hide()
        self._what.setText(f"{what}: {memories_text(len(ids))}")
        self.wanted.emit(tuple(ids))

    def show_memories(self, titles: Sequence[tuple[str, str]]) -> None:
        """List memories: ids and titles."""
        self.list.clear()
        for identity, title in titles:
            item = QListWidgetItem(title)
            item.setData(_ROLE, identity)
            self.list.addItem(item)
        if titles:
            self.list.setCurrentRow(0)

    def _resume(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.resumed.emit(item.data(_ROLE))
