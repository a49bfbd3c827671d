"""The right column: the days ahead, retention, the last weeks, and today so far."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from memento_gui.domain.memory import Answer
from memento_gui.model.values import ReviewQueue
from memento_gui.qt.phrases import count_text
from memento_gui.qt.places.review.loading import FORECAST_DAYS, Statistics
from memento_gui.qt.places.review.wording import LABELS
from memento_gui.qt.plots.bars import ForecastBars
from memento_gui.qt.plots.heat_map import HeatLegend, HeatMap
from memento_gui.qt.plots.legend import Legend
from memento_gui.qt.plots.retention import RetentionLine, target_entry
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import LinkButton
from memento_gui.qt.widgets.label import BOLD, label, separator

WIDTH = 344
_SECONDS = "Seconds a card"


class Side(QScrollArea):
    """Statistics of the store's reviews; it scrolls where the window is low."""

    reminder_wished = Signal()
    """When one is reminded is to be changed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.forecast = ForecastBars(theme)
        self.forecast.setFixedHeight(168)
        self.retention = RetentionLine(theme)
        self.retention.setFixedHeight(160)
        self.retention.setToolTip("The share of ok and helpful among all answers")
        self.asked = Legend(theme, ())
        self.heat = HeatMap(theme)
        self._ahead = label(size=12, tone="secondary")
        self.reminder = label(size=12, tone="secondary")
        self._counts: dict[str, QLabel] = {}
        self.setFixedWidth(WIDTH)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._column(theme))

    def _column(self, theme: Theme) -> QFrame:
        column = QFrame()
        column.setProperty("surface", "base")
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        legend = HeatLegend(theme)
        layout.addWidget(_section("Next 30 days", self._ahead, self.forecast))
        layout.addWidget(separator())
        layout.addWidget(_section("Retention by month", self.asked, self.retention))
        layout.addWidget(separator())
        layout.addWidget(_section("Last 24 weeks", legend, self.heat))
        layout.addWidget(separator())
        layout.addWidget(self._today())
        layout.addStretch(1)
        layout.addWidget(separator())
        layout.addLayout(self._reminder(theme))
        return column

    def _reminder(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(16, 8, 16, 8)
        row.addWidget(self.reminder)
        row.addStretch(1)
        change = LinkButton(theme, "Change", size=12)
        change.clicked.connect(self.reminder_wished)
        row.addWidget(change)
        return row

    def _today(self) -> QWidget:
        made = QWidget()
        layout = QVBoxLayout(made)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(4)
        layout.addWidget(label("Today so far", size=12, weight=BOLD))
        for name in (*(LABELS[answer] for answer in reversed(Answer)), _SECONDS):
            row = QHBoxLayout()
            self._counts[name] = label("0", size=12)
            row.addWidget(label(name, size=12, tone="secondary"))
            row.addStretch(1)
            row.addWidget(self._counts[name])
            layout.addLayout(row)
        return made

    def show_statistics(self, statistics: Statistics, target: float) -> None:
        """Show the plots; ``target`` is the recall that is asked for."""
        total = statistics.due.total
        a_day = f", {total / FORECAST_DAYS:.0f} a day" if total >= FORECAST_DAYS else ""
        self._ahead.setText(f"{count_text(total, 'review', 'reviews')}{a_day}")
        self.forecast.show_days(statistics.today, statistics.due.counts)
        self.retention.show_months(statistics.months, statistics.retention, target)
        self.asked.show_entries((target_entry(target),))
        self.heat.show_days(statistics.answered.first, statistics.answered.counts)

    def show_today(self, queue: ReviewQueue) -> None:
        """Show today's answers."""
        for answer in Answer:
            self._counts[LABELS[answer]].setText(f"{queue.answers.get(answer, 0):,}")
        seconds = queue.seconds_a_card
        self._counts[_SECONDS].setText("–" if seconds is None else f"{seconds:.0f}")

    def show_reminder(self, words: str) -> None:
        """Say when one is reminded."""
        self.reminder.setText(words)

    def count(self, name: str) -> str:
        """Return what stands beside a name of "today so far"."""
        return self._counts[name].text()


def _section(heading: str, note: QWidget, content: QWidget) -> QWidget:
    made = QWidget()
    top = QHBoxLayout()
    top.addWidget(label(heading, size=12, weight=BOLD))
    top.addStretch(1)
    top.addWidget(note)
    layout = QVBoxLayout(made)
    layout.setContentsMargins(16, 12, 16, 12)
    layout.setSpacing(8)
    layout.addLayout(top)
    layout.addWidget(content)
    return made
