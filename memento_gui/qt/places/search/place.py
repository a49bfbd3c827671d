"""The Search place: results follow the line as it is typed."""

from typing import ClassVar, Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.model.searches.completing import Vocabulary
from memento_gui.model.values import ChangeSet
from memento_gui.qt.actions import Action
from memento_gui.qt.place import Place, PlaceContext
from memento_gui.qt.places.search.asking import Answered, ask, ask_again, explained, names_and_count, shown
from memento_gui.qt.places.search.bar import SearchBar
from memento_gui.qt.places.search.clipboard import Clipboard
from memento_gui.qt.places.search.header import S_LEGEND, WORD_LEGEND, Remarks
from memento_gui.qt.places.search.history import History
from memento_gui.qt.places.search.line import LONGEST
from memento_gui.qt.places.search.lower import COMPARISON, NOTHING, RESULTS, Lower
from memento_gui.qt.places.search.offer import OFFER
from memento_gui.qt.places.search.panels import ABOVE, COMPARE, JUDGE, PANELS, WHY, Panels
from memento_gui.qt.places.search.remarking import Remarking
from memento_gui.qt.places.search.remarks import FILTERS_ONLY, INVITATION, NOTHING_FOUND, counts_of
from memento_gui.qt.places.search.results.arithmetic import Arithmetic
from memento_gui.qt.places.search.results.rows import threshold_of
from memento_gui.qt.places.search.set_desk import SetDesk
from memento_gui.qt.places.search.side import DETAIL
from memento_gui.qt.widgets.label import separator
from memento_gui.qt.widgets.message_bar import Message

DEBOUNCE_MS: Final = 4
"""Enough to draw the letter first; while one search is under way, only the newest of those that wait is kept."""

CUT: Final = Message(text=f"A query has at most {LONGEST:,} characters; the rest was left out.", key="search.cut")
RUN: Final = "search.run"
EXPLAIN: Final = "search.explain"
NAMES: Final = "search.names"
COPY: Final = "search.copy"
_BESIDE_RANKING: Final = frozenset({"judgement", "saved_search", "meta", "review_log", "review_state"})
"""Tables whose changes move no result."""


class SearchPlace(Place):
    """A line, a scheme, a set, and results as stacked bars."""

    key = "search"
    label = "Search"
    icon = "search"
    docks_detail = True
    offer: ClassVar[tuple[Action, ...]] = OFFER

    def __init__(self, context: PlaceContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        theme = context.theme
        self._answered: Answered | None = None
        self._stale = True
        self._count: int | None = None
        self.bar = SearchBar(theme, PANELS)
        self.line, self.panels = self.bar.line, self.bar.panels
        self.sets = SetDesk(context, self.bar)
        self.remarks = Remarks(theme)
        self.remarking = Remarking(self.line, self.remarks)
        self.body = Lower(theme)
        self.list, self.header, self.side = self.body.list, self.body.header, self.body.side
        self.empty, self.comparison = self.body.empty, self.body.comparison
        self.clipboard = Clipboard(context, self.list)
        self.panes = Panels(context, self.body, self.sets)
        self.history = History(context, self.line.text, self)
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(DEBOUNCE_MS)
        self._lay_out()
        self._connect()
        self._connect_panels()
        self._show_nothing()

    def _connect(self) -> None:
        self._typed.timeout.connect(self._run)
        self.line.textChanged.connect(lambda _text: self._typed.start())
        self.line.textChanged.connect(lambda _text: self.history.typed())
        self.line.went_down.connect(self.history.keep)
        self.line.entered.connect(self.history.keep)
        self.line.inputRejected.connect(lambda: self.reported.emit(CUT))
        self.list.opened.connect(lambda _id: self.history.keep())
        self.history.wanted.connect(self.search_for)
        self.history.told.connect(self.reported)
        self.bar.past.clicked.connect(self.show_history)
        self.line.went_down.connect(self.body.focus_page)
        self.line.entered.connect(self._open_current)
        self.list.opened.connect(self.opened)
        self.list.rested.connect(self.context.state.select)
        self.list.unfolded.connect(self._explain_at)
        self.list.more.connect(self.show_all)
        self.list.cleared.connect(self._clear)
        self.list.left_at_top.connect(self.focus_line)
        self.empty.cleared.connect(self._clear)
        self.empty.wished.connect(self.wished)
        self.empty.relaxed.connect(self.search_for)
        self.empty.listed.connect(lambda: self.browsing.emit(self.line.text()))
        self.sets.changed.connect(self._rank_again)

    def _connect_panels(self) -> None:
        self.remarks.followed.connect(self.sets.use_long_memory)
        self.panels.chosen.connect(self._choose_panel)
        self.side.turned.connect(self._turn_side)
        canvas = self.comparison.canvas
        canvas.cleared.connect(self._clear)
        canvas.left_at_top.connect(self.focus_line)
        self.list.copied.connect(lambda position, form: self.clipboard.copy_explanation(self._answered, position, form))
        self.clipboard.told.connect(self.reported)
        self.list.copied_all.connect(self.copy_results)
        self.panes.opened.connect(self.opened)
        self.panes.queried.connect(self.search_for)
        self.panes.told.connect(self.reported)
        self.panes.tuning.connect(lambda: self.wished.emit("go.tune"))

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(separator())
        layout.addWidget(self.remarks)
        layout.addWidget(self.body, 1)

    @override
    def enter(self) -> None:
        self.line.setFocus()
        self.line.selectAll()
        if self._stale:
            self._run()
        self._learn_names()

    @override
    def leave(self) -> None:
        self._stale = True

    @override
    def refresh(self, changes: ChangeSet) -> None:
        if "parameter_set" in changes.tables or changes.everything:
            self.sets.read()
        if changes.everything or changes.tables & {"memory", "memory_tag"}:
            self._learn_names()
        if changes.everything or changes.tables - _BESIDE_RANKING:
            self._run()
        elif "judgement" in changes.tables:
            self.panes.judge_desk.read()

    @override
    def search_for(self, text: str) -> None:
        self.line.setText(text)

    def _turn_side(self, key: str) -> None:
        self.panels.choose(key)
        self.docks_detail = key == DETAIL
        self.docking.emit(self.docks_detail)
        self.panes.compare_desk.on = key == COMPARE
        self.bar.choose_here(here=key != COMPARE)
        self._turn_page()
        self.panes.compare_desk.follow(self.line.text())
        self.body.make_room()

    def _learn_names(self) -> None:
        """Know the tags, sources and projects of the store, for completion."""
        library = self.context.library

        def know(known: tuple[Vocabulary, int]) -> None:
            vocabulary, count = known
            self.line.completing.know(vocabulary)
            self._count = count
            self._explain_emptiness()

        self.context.tasks.run(NAMES, lambda _job: names_and_count(library), know)

    def focus_line(self) -> None:
        """Put the caret on the line."""
        self.line.setFocus()

    def explain(self) -> None:
        """Unfold the arithmetic of the current result."""
        self.list.unfold()

    def copy_explanation(self, form: str) -> None:
        """Put the current result's arithmetic on the clipboard."""
        self.list.copy_explanation(form)

    def judge(self) -> None:
        """Show the panel for judging, or the detail pane again."""
        self.side.turn(DETAIL if self.side.current == JUDGE else JUDGE)
        self.body.focus_page()

    def why_not(self) -> None:
        """Say why the memory in the detail pane is not among the results; the current result's place where it is."""
        current, opened = self.list.current, self.context.state.memory
        self.ask_why(opened if current is None or (opened and not self.list.keeps(opened)) else current.memory_id)

    def ask_why(self, memory_id: str) -> None:
        """Say why this memory is not among the results."""
        self.panes.ask_why(memory_id)

    def why_above(self) -> None:
        """Say why one of two selected results stands above the other, or the current one under the one above it."""
        self.panes.why_above()

    def _choose_panel(self, key: str) -> None:
        if key == WHY and self.panes.missing.told is None:
            self.why_not()
        elif key == ABOVE:
            self.why_above()
        else:
            self.side.turn(key)

    def compare(self) -> None:
        """Put two parameter sets side by side, or show the results again."""
        self.side.turn(DETAIL if self.side.current == COMPARE else COMPARE)
        self.body.focus_page()

    def rank_with(self, choice: str) -> None:
        """Rank with a scheme or a calibration: ``ranking.scheme=search_score``."""
        name, _, value = choice.partition("=")
        self.sets.turn(name, value)

    def go_back(self) -> None:
        """Put the query asked before on the line."""
        self.history.step(-1)

    def go_forward(self) -> None:
        """Put the query asked after this one on the line."""
        self.history.step(1)

    def save_search(self) -> None:
        """Ask under which name to keep the query."""
        self.history.save()

    def show_history(self) -> None:
        """Show the recent and the saved searches."""
        self.history.show_menu(self.bar.past)

    def copy_results(self, name: str) -> None:
        """Put the results that are shown on the clipboard, in a format."""
        self.clipboard.copy_results(self._answered, name)

    def grade(self, grade: str) -> None:
        """Grade the current result."""
        self.list.grade(int(grade))

    def ungrade(self) -> None:
        """Take the current result's grade back."""
        self.list.grade(None)

    def show_all(self) -> None:
        """Show the results that are still hidden."""
        answered = self._answered
        if answered is not None and not answered.everything:
            findings, vectors, library = answered.findings, answered.vectors, self.context.library
            self.context.tasks.run(RUN, lambda _job: shown(library, findings, vectors, everything=True), self._show)

    def _run(self) -> None:
        self._stale = False
        text, parameters = self.line.text(), self.sets.parameters
        if not text.strip():
            self._show_nothing()
            return
        library, answered = self.context.library, self._answered
        everything = answered is not None and answered.everything and answered.outcome.text == text
        self.context.tasks.run(RUN, lambda _job: ask(library, text, parameters, everything=everything), self._show)

    def _rank_again(self) -> None:
        """Rank what was found by the numbers in use; search where the line says something else by now."""
        answered, library, parameters = self._answered, self.context.library, self.sets.parameters
        if not self.isVisible():
            self._stale = True
            return
        if self._stale or answered is None or answered.outcome.text != self.line.text():
            self._run()
        else:
            self.context.tasks.run(RUN, lambda _job: ask_again(library, answered, parameters), self._show)

    def _show(self, answered: Answered) -> None:
        same = self._answered is not None and self._answered.outcome.text == answered.outcome.text
        self._answered = answered
        outcome = answered.outcome
        self.line.show_elapsed(outcome.elapsed_ms)
        self.remarking.tell(answered)
        self.header.show_counts(*counts_of(outcome))
        legend = S_LEGEND if outcome.ranking is not None else WORD_LEGEND
        threshold = threshold_of(outcome)
        self.header.legend.show_entries(legend, "" if threshold is None else f"Keep {threshold:.2f}")
        unfolded = self.list.current if same else None
        self.list.show_rows(answered.rows, keep=same)
        if unfolded is not None and unfolded.arithmetic is not None:
            self.list.unfold()
        if not answered.rows:
            self._explain_emptiness()
        self._turn_page()
        self.panes.follow(outcome)

    def _show_nothing(self) -> None:
        self.context.tasks.cancel(RUN)
        self._answered = None
        self.line.show_elapsed(None)
        self.remarking.tell(None)
        self.list.show_rows((), keep=False)
        self._explain_emptiness()
        self._turn_page()
        self.panes.follow(None)

    def _explain_emptiness(self) -> None:
        """Say, in place of results, what there is to do."""
        answered = self._answered
        if self._count == 0:
            self.empty.show_empty_store(writable=not self.context.library.read_only)
        elif answered is None:
            self.empty.show_text(*INVITATION, clear=False)
        elif answered.filters_only:
            self.empty.show_filters_only(FILTERS_ONLY)
        else:
            self.empty.show_nothing_found(NOTHING_FOUND, answered.way_out)

    def _turn_page(self) -> None:
        """Show the comparison, the results, or why there are none."""
        found = self._answered is not None and bool(self._answered.rows)
        self.body.turn(NOTHING if not found else COMPARISON if self.panes.compare_desk.on else RESULTS)

    def _explain_at(self, position: int) -> None:
        answered, library = self._answered, self.context.library
        if answered is None:
            return
        identity = answered.outcome.ids[position]

        def deliver(told: Arithmetic) -> None:
            self.list.explain(identity, told)

        self.context.tasks.run(EXPLAIN, lambda _job: explained(library, answered, position), deliver)

    def _open_current(self) -> None:
        current = self.list.current
        if current is not None:
            self.opened.emit(current.memory_id)

    def _clear(self) -> None:
        self.line.clear()
        self.line.setFocus()
