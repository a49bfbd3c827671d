"""The panel for judging: this query's figures, what is judged and what is not, and all judged queries."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from memento_gui.model.searches.judging import Figures, Quality
from memento_gui.qt.phrases import count_text
from memento_gui.qt.places.search.judge.grade_list import Entry, GradeList
from memento_gui.qt.places.search.results.grades import MEANING
from memento_gui.qt.places.search.text_table import TextTable, inset
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label, separator
from memento_gui.qt.widgets.tabs import Tabs

THIS: Final = "this"
EVERY: Final = "every"
_HELP: Final = (
    "Keys grade the current result: " + " · ".join(f"{n} {text}" for n, text in enumerate(MEANING)) + ". Del: none."
)


class FiguresBox(QWidget):
    """A few numbers side by side, each over its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(16, 4, 16, 8)
        self._layout.setSpacing(24)
        self._pairs = [(label(size=18, weight=BOLD), label(size=11, tone="secondary")) for _ in range(3)]
        for value, name in self._pairs:
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(value)
            column.addWidget(name)
            self._layout.addLayout(column)
        self._layout.addStretch(1)

    def show_figures(self, figures: tuple[tuple[str, str], ...]) -> None:
        """Show up to three (value, name) pairs, or take no room for none."""
        self.setVisible(bool(figures))
        padded = figures + (("", ""),) * (3 - len(figures))
        for (value, name), (number, meaning) in zip(self._pairs, padded, strict=True):
            value.setText(number)
            name.setText(meaning)

    @property
    def text(self) -> str:
        """What is shown."""
        return ", ".join(f"{name.text()} {value.text()}" for value, name in self._pairs if value.text())


class JudgePanel(QWidget):
    """Says what it is told and emits wishes."""

    graded = Signal(str, object)
    """Grade this memory for the query on the line: 0..3, or None to take the grade back."""
    opened = Signal(str)
    sought = Signal(str)
    """Look for a memory by these words, to judge it."""
    asked_every = Signal()
    """The figures of all judged queries are wanted."""
    queried = Signal(str)
    """Put this judged query on the line."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Tabs(theme, [(THIS, "This query"), (EVERY, "All judged queries")])
        self.figures = FiguresBox()
        self.note = label(size=12, tone="secondary", wrap=True)
        self.finder = QLineEdit()
        self.finder.setPlaceholderText("Find a missing memory")
        self.finder.setAccessibleName("Find a missing memory to judge it")
        self.finder.setClearButtonEnabled(True)
        self.finder.setMaxLength(4096)
        self._sought = ""
        self.list = GradeList(theme, "Memories to judge")
        self.means = FiguresBox()
        self.means_note = label(size=12, tone="secondary", wrap=True)
        columns = [("Query", 0), ("nDCG", 48), ("Recall", 52), ("1/rank", 52), ("Judged", 56), ("Open", 44)]
        self.table = TextTable("Judged queries", columns)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._this_page())
        self._pages.addWidget(self._every_page())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._pages, 1)
        self.tabs.chosen.connect(self._turn)
        self.finder.textChanged.connect(self.sought)
        self.finder.returnPressed.connect(self.list.setFocus)
        down = QShortcut(QKeySequence(Qt.Key.Key_Down), self.finder, context=Qt.ShortcutContext.WidgetShortcut)
        down.activated.connect(self.list.setFocus)
        self.list.graded.connect(self.graded)
        self.list.opened.connect(self.opened)
        self.table.picked.connect(self.queried)

    def _this_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.figures)
        words = QVBoxLayout()
        words.setContentsMargins(16, 0, 16, 8)
        words.setSpacing(8)
        words.addWidget(self.note)
        words.addWidget(self.finder)
        column.addLayout(words)
        column.addWidget(separator())
        column.addWidget(self.list, 1)
        column.addWidget(separator())
        hint = label(_HELP, size=12, tone="tertiary", wrap=True)
        hint.setContentsMargins(16, 6, 16, 8)
        column.addWidget(hint)
        return page

    def _every_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.means)
        self.means_note.setContentsMargins(16, 0, 16, 8)
        column.addWidget(self.means_note)
        column.addWidget(separator())
        column.addLayout(inset(self.table), 1)
        return page

    @property
    def wants_every(self) -> bool:
        """Whether the figures of all judged queries are in sight."""
        return self.isVisible() and self.tabs.current == EVERY

    def show_query(self, figures: Figures | None, entries: tuple[Entry, ...], *, sought: str = "") -> None:
        """Show a query's figures and its memories; None where no query is on the line.

        What is found by other words than before becomes current: a key is to grade it, and not what was current before.
        """
        self.list.show_entries(entries)
        if sought != self._sought:
            self._sought = sought
            self.list.go_to_first()
        if figures is None:
            self.figures.show_figures(())
            self.note.setText("Type a query; then grade its results.")
        elif not figures.judged:
            self.figures.show_figures(())
            self.note.setText("Nothing is judged for this query yet.")
        else:
            values = (figures.ndcg, figures.recall, figures.reciprocal_rank)
            names = ("nDCG@10", "Recall@10", "1/rank of the first relevant")
            self.figures.show_figures(tuple((f"{value:.3f}", name) for value, name in zip(values, names, strict=True)))
            gap = count_text(len(figures.unjudged), "result", "results")
            said = f"{figures.judged} judged, {figures.relevant} of them 1 or better."
            more = f" {gap} of the first ten not judged: counted as 0." if figures.unjudged else ""
            self.note.setText(said + more)

    def show_every(self, quality: Quality) -> None:
        """Show the figures of all judged queries, and their means."""
        counted = len(quality.counted)
        means = ((quality.ndcg, "nDCG@10"), (quality.recall, "Recall@10"), (quality.mrr, "MRR"))
        self.means.show_figures(tuple((f"{value:.3f}", name) for value, name in means) if counted else ())
        self.means_note.setText(_said(quality))
        self.table.show_cells([_cells(figures) for figures in quality.queries])

    def _turn(self, key: str) -> None:
        self._pages.setCurrentIndex(int(key == EVERY))
        if key == EVERY:
            self.asked_every.emit()


def _said(quality: Quality) -> str:
    if not quality.queries:
        return "No query is judged yet. Search, then press 0 to 3 on the results."
    counted, left = len(quality.counted), len(quality.queries) - len(quality.counted)
    said = f"Means over {count_text(counted, 'query', 'queries')}, ranked by the set in use here."
    return f"{said} {count_text(left, 'query has', 'queries have')} nothing relevant and count nowhere." if left else said


def _cells(figures: Figures) -> tuple[str, ...]:
    values = (figures.ndcg, figures.recall, figures.reciprocal_rank)
    shown = [f"{value:.2f}" if figures.relevant else "–" for value in values]
    return (figures.text, *shown, str(figures.judged), str(len(figures.unjudged)))
