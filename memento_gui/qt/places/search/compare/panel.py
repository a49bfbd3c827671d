"""The panel beside a comparison: figures, what differs between the sets, one memory's terms, many queries."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from memento_gui.engine.explain import signed
from memento_gui.model.searches.comparing import Comparison
from memento_gui.qt.phrases import count_text
from memento_gui.qt.places.search.compare.rows import Term
from memento_gui.qt.places.search.judge.panel import FiguresBox
from memento_gui.qt.places.search.text_table import ROW_HEIGHT, TextTable, inset
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.label import BOLD, ElidedLabel, label, separator
from memento_gui.qt.widgets.tabs import Tabs

THIS = "this"
MANY = "many"


class ComparePanel(QWidget):
    """Says what it is told and emits wishes."""

    used = Signal()
    """Make B the set in use."""
    swapped = Signal()
    """Let A and B change places."""
    asked_many = Signal()
    """The figures of the saved and judged queries are wanted."""
    queried = Signal(str)
    """Put this query on the line."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Tabs(theme, [(THIS, "On this query"), (MANY, "Saved queries")])
        self.figures = FiguresBox()
        self.note = label(size=12, tone="secondary", wrap=True)
        self.differs = TextTable("What differs between the sets", [("What differs", 0), ("A", 72), ("B", 72)])
        self.title = ElidedLabel(weight=BOLD)
        self.terms = TextTable("Terms of the score", [("Term", 0), ("A", 64), ("B", 64), ("Change", 68)])
        self.many_note = label(size=12, tone="secondary", wrap=True)
        columns = [("Query", 0), ("Same", 44), ("τ", 44), ("Moved", 52), ("nDCG A", 64), ("nDCG B", 64)]
        self.many = TextTable("Saved and judged queries", columns)
        self.use = IconPushButton(theme, "Use B", kind="primary")
        self.swap = IconPushButton(theme, "Swap", "swap")
        self._pages = QStackedWidget()
        self._pages.addWidget(self._this_page())
        self._pages.addWidget(self._many_page())
        buttons = QHBoxLayout()
        buttons.setContentsMargins(16, 10, 16, 10)
        buttons.setSpacing(8)
        buttons.addWidget(self.use)
        buttons.addWidget(self.swap)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._pages, 1)
        layout.addWidget(separator())
        layout.addLayout(buttons)
        self.tabs.chosen.connect(self._turn)
        self.use.clicked.connect(self.used)
        self.swap.clicked.connect(self.swapped)
        self.many.picked.connect(self.queried)
        self.show_nothing()

    def _this_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(6)
        column.addWidget(self.figures)
        self.note.setContentsMargins(16, 0, 16, 6)
        column.addWidget(self.note)
        column.addLayout(inset(self.differs))
        self.title.setContentsMargins(16, 10, 16, 0)
        column.addWidget(self.title)
        column.addLayout(inset(self.terms))
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setAccessibleName("On this query")
        scroll.setWidget(page)
        for table in (self.differs, self.terms):
            table.selectionModel().currentRowChanged.connect(partial(_follow, scroll, table))
        return scroll

    def _many_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 10, 0, 0)
        self.many_note.setContentsMargins(16, 0, 16, 4)
        column.addWidget(self.many_note)
        column.addLayout(inset(self.many), 1)
        return page

    @property
    def wants_many(self) -> bool:
        """Whether the figures of many queries are in sight."""
        return self.isVisible() and self.tabs.current == MANY

    def show_nothing(self) -> None:
        """Say that there is nothing to compare yet."""
        self.figures.show_figures(())
        self.note.setText("Type a query to see where the two sets put each memory.")
        self.show_terms("", ())

    def show_comparison(self, told: Comparison) -> None:
        """Show the figures of one query."""
        shown = [(f"{told.overlap:.2f}", "overlap@10"), (f"{told.tau:.2f}".replace("-", "−"), "Kendall τ")]
        if told.figures is not None:
            first, second = told.figures
            judged = count_text(first.judged, "judged", "judged")
            shown.append((f"{first.ndcg:.3f} → {second.ndcg:.3f}", f"nDCG@10, {judged}"))
        self.figures.show_figures(tuple(shown))
        moved = "No memory of A's first ten stands elsewhere in B."
        if told.moved:
            moved = f"{count_text(told.moved, 'memory', 'memories')} of A's first ten moved or went in B."
        hint = "" if told.figures is not None else " Judge results with 0 to 3 to see which set ranks better."
        self.note.setText(moved + hint)

    def show_differences(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Show what differs between the sets."""
        _fill(self.differs, rows or [("Nothing: both rank alike", "", "")])

    def show_terms(self, title: str, terms: Sequence[Term]) -> None:
        """Show one memory's terms under both sets."""
        self.title.setText(title)
        self.title.setVisible(bool(terms))
        self.terms.setVisible(bool(terms))
        _fill(self.terms, [_cells(term) for term in terms])

    def show_many(self, comparisons: Sequence[Comparison]) -> None:
        """Show the figures of many queries, and their means."""
        self.many.show_cells([_figures(told) for told in comparisons])
        if not comparisons:
            self.many_note.setText("No search is saved and no query is judged yet. Ctrl+S saves the query on the line.")
            return
        count = len(comparisons)
        overlap, tau = (sum(values) / count for values in zip(*((c.overlap, c.tau) for c in comparisons), strict=True))
        said = f"{count_text(count, 'query', 'queries')}: mean overlap@10 {overlap:.2f}, mean τ {tau:.2f}"
        pairs = [told.figures for told in comparisons if told.figures is not None]
        if pairs:
            first, second = (sum(pair[side].ndcg for pair in pairs) / len(pairs) for side in (0, 1))
            said += f", mean nDCG@10 {first:.3f} → {second:.3f} over {len(pairs)} judged"
        self.many_note.setText(f"{said}.".replace("-", "−"))

    def _turn(self, key: str) -> None:
        self._pages.setCurrentIndex(int(key == MANY))
        if key == MANY:
            self.asked_many.emit()


def _fill(table: TextTable, rows: Sequence[Sequence[str]]) -> None:
    """Show rows in a table that is as high as they are: only the panel around it scrolls."""
    table.show_cells(rows)
    table.setFixedHeight(ROW_HEIGHT * (len(rows) + 1) + 4)


def _follow(scroll: QScrollArea, table: TextTable, current: QModelIndex, _before: QModelIndex) -> None:
    """Bring the row that the arrow keys reach into sight."""
    if table.window().focusWidget() is table:  # also where the window itself is not the active one
        row = table.visualRect(current)
        middle = scroll.viewport().mapFromGlobal(table.viewport().mapToGlobal(row.center())).y()
        scroll.ensureVisible(0, scroll.verticalScrollBar().value() + middle, 0, row.height())


def _cells(term: Term) -> tuple[str, str, str, str]:
    first, second = ("–" if value is None else signed(value) for value in (term.first, term.second))
    change = "–" if term.first is None or term.second is None else signed(term.second - term.first)
    return (term.label, first, second, change)


def _figures(told: Comparison) -> tuple[str, ...]:
    tau = f"{told.tau:.2f}".replace("-", "−")
    pair = ("–", "–") if told.figures is None else tuple(f"{figures.ndcg:.2f}" for figures in told.figures)
    return (told.text, f"{told.overlap:.2f}", tau, str(told.moved), *pair)
