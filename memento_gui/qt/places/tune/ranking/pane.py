"""The Ranking tab of Tune: chosen queries under the saved and the edited numbers."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.model.searches.trials import DEPTH, Trial
from memento_gui.qt.places.tune.ranking.query_list import QueryList, QueryRow
from memento_gui.qt.places.tune.ranking.trial_list import TrialList, TrialRow
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label, separator
from memento_gui.qt.widgets.typing_line import TypingLine

_QUERIES: Final = 240
_FEWEST: Final = 110
_SHARE: Final = 0.36
_LONGEST: Final = 500
_NOTHING: Final = (
    "Type a query above. Queries asked in Search and saved searches are listed here too; "
    "every number you turn shows at once what becomes of their results."
)
_EMPTY: Final = "Nothing ranks for this query."


class RankingPane(QWidget):
    """A line to type in and the queries at the left, the results of the chosen one at the right."""

    typed = Signal(str)
    """This query was typed."""
    opened = Signal(str)
    """Show this memory."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = TypingLine()
        self.line.setPlaceholderText("Try another query")
        self.line.setAccessibleName("Query to try the numbers on")
        self.line.setMaxLength(_LONGEST)
        self.line.returnPressed.connect(self._take)
        self.queries = QueryList(theme)
        self.results = TrialList(theme)
        self.results.opened.connect(self.opened)
        self._title = label(weight=BOLD)
        self._note = label(size=12, tone="secondary")
        self._empty = label(_NOTHING, size=12, tone="secondary", wrap=True)
        self._empty.setContentsMargins(16, 16, 16, 0)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._left())
        layout.addWidget(separator(upright=True))
        layout.addLayout(self._right(), 1)

    def _left(self) -> QWidget:
        side = self._side = QWidget()
        side.setFixedWidth(_QUERIES)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(4)
        line = QHBoxLayout()
        line.setContentsMargins(12, 0, 12, 0)
        line.addWidget(self.line)
        column.addLayout(line)
        column.addWidget(self.queries, 1)
        return side

    def _right(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        heading = QHBoxLayout()
        heading.setContentsMargins(16, 0, 16, 0)
        heading.setSpacing(12)
        heading.addWidget(self._title)
        heading.addWidget(self._note)
        heading.addStretch(1)
        column.addLayout(heading)
        inside = QWidget(self)
        self._stack = QStackedLayout(inside)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.results)
        column.addWidget(inside, 1)
        return column

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._side.setFixedWidth(min(_QUERIES, max(_FEWEST, int(self.width() * _SHARE))))

    def _take(self) -> None:
        query = " ".join(self.line.text().split())
        if query:
            self.line.clear()
            self.typed.emit(query)

    def show_queries(self, rows: Sequence[QueryRow]) -> None:
        """Show the queries there are."""
        self.queries.show_rows(rows)
        if not rows:
            self._show_empty(_NOTHING)

    def show_moved(self, moved: Mapping[str, int]) -> None:
        """Show how many results of each query move."""
        self.queries.queries.show_moved(moved)

    def show_trial(self, trial: Trial, titles: Mapping[str, str], saved: str) -> None:
        """Show one query under both sets; ``saved`` names the saved one."""
        self.results.show_rows([TrialRow(step, titles.get(step.memory_id) or "(no words)") for step in trial.steps])
        if not trial.steps:
            self._show_empty(_EMPTY)
            return
        self._title.setText(f"First {DEPTH}")
        moved = f"{trial.moved} of these moved" if trial.moved else "as saved"
        self._note.setText(f"against {saved}: {moved}" + (", by words only" if trial.words_only else ""))
        self._stack.setCurrentIndex(1)

    def _show_empty(self, words: str) -> None:
        self._empty.setText(words)
        self._title.setText("")
        self._note.setText("")
        self._stack.setCurrentIndex(0)

    @property
    def note(self) -> str:
        """What is said of the results that are shown."""
        return self._note.text()
