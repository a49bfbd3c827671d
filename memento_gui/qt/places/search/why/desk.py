"""Runs "Why not?" and "Why A above B?": asks in a worker, shows the answer, and applies the change that is pressed."""

from typing import Final

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import MementoError
from memento_gui.model import edits
from memento_gui.model.library import Library
from memento_gui.model.searches.inquiring import Above
from memento_gui.model.searches.reranking import IMPORTANCE, Change
from memento_gui.model.searches.stages import Refusal
from memento_gui.model.values import SearchOutcome
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.search.results.rows import bar_of
from memento_gui.qt.places.search.why.above_panel import ASK as ASK_TWO
from memento_gui.qt.places.search.why.above_panel import AbovePanel
from memento_gui.qt.places.search.why.change_rows import step_text
from memento_gui.qt.places.search.why.panel import ASK, Told, WhyPanel
from memento_gui.qt.tasks import Job
from memento_gui.qt.widgets.memory_picker import suggestions

WHY: Final = "search.why"
ABOVE: Final = "search.above"
SEEK: Final = "search.pick"
_NO_QUERY: Final = "Type a query first; then pick a memory you expected."


class WhyDesk(QObject):
    """Between the library and the two panels. Answers follow every new search."""

    told = Signal(object)
    """Something to tell (`MementoError`)."""
    queried = Signal(str)
    """Search for this text instead."""

    def __init__(self, context: PlaceContext, panel: WhyPanel, above: AbovePanel) -> None:
        super().__init__(panel)
        self._context, self.panel, self.above = context, panel, above
        self._outcome: SearchOutcome | None = None
        self._memory = ""
        self._pair: tuple[str, str] | None = None
        panel.picker.sought.connect(self._seek)
        panel.picker.picked.connect(self.ask)
        panel.pressed.connect(lambda change: self._apply(change, self._memory))
        panel.dropped.connect(self._drop)
        panel.restored.connect(self._restore)
        above.pressed.connect(self._apply_to_pair)
        tasks = context.tasks
        for key in (WHY, ABOVE, SEEK):
            panel.destroyed.connect(lambda *_, key=key: tasks.cancel(key))

    def follow(self, outcome: SearchOutcome | None) -> None:
        """Ask the same of another search; None where there is none."""
        self._outcome = outcome
        if outcome is None:
            self.panel.ask(_NO_QUERY)
            self.above.ask()
            return
        self._ask()
        self._compare()

    def ask(self, memory_id: str) -> None:
        """Say why this memory is not among the results; without one, wait until it is picked."""
        self._memory = memory_id
        self._ask()

    def compare(self, one: str, other: str) -> None:
        """Say why one of two results stands above the other."""
        self._pair = (one, other) if one and other else None
        self._compare()

    def _ask(self) -> None:
        outcome, memory_id, library = self._outcome, self._memory, self._context.library
        if outcome is None or not memory_id:
            self.panel.ask(_NO_QUERY if outcome is None else ASK)
            return
        self._context.tasks.run(
            WHY,
            lambda job: answered(library, outcome, memory_id, job.token),
            self.panel.show_answer,
            failed=self._missing,
        )

    def _missing(self, error: MementoError) -> None:
        self._memory = ""
        self.panel.ask(error.sentence)

    def _compare(self) -> None:
        outcome, pair, library = self._outcome, self._pair, self._context.library
        if outcome is None or pair is None:
            self.above.ask(ASK_TWO)
            return

        def work(job: Job[tuple[Above, tuple[str, str]]]) -> tuple[Above, tuple[str, str]]:
            told = library.inquiries.above(outcome.text, *pair, outcome.parameters, cancel=job.token)
            lines = library.headlines([told.upper, told.lower])
            return told, (lines[told.upper].title, lines[told.lower].title)

        def show(told: tuple[Above, tuple[str, str]]) -> None:
            self.above.show_answer(*told, writable=not library.read_only)

        self._context.tasks.run(ABOVE, work, show, failed=lambda error: self.above.ask(error.sentence))

    def _seek(self, text: str) -> None:
        library = self._context.library
        self._context.tasks.run(SEEK, lambda _job: suggestions(library, text), self.panel.picker.offer)

    # What is pressed

    def _apply_to_pair(self, change: Change) -> None:
        if self.above.answer is not None:
            self._apply(change, self.above.answer.lower)

    def _apply(self, change: Change, memory_id: str) -> None:
        """Apply a change as a step that can be undone; the search that follows shows the new ranking."""
        outcome = self._outcome
        if outcome is None:
            return
        label = step_text(change)
        if change.name != IMPORTANCE:
            self._context.undo.turn(outcome.parameters.with_value(change.name, change.value), label)
            return
        try:
            edit = self._context.library.edit_of(memory_id, importance=float(change.value))
        except MementoError as error:
            self.told.emit(error)
            return
        self._context.undo.do(edit)

    def _drop(self, refusal: Refusal) -> None:
        if self._outcome is not None:
            text = self._outcome.text
            self.queried.emit(" ".join((text[: refusal.start] + text[refusal.end :]).split()))

    def _restore(self, memory_id: str) -> None:
        library, now = self._context.library, self._context.clock.now_ms()
        self._context.undo.do_many(lambda: edits.restore([library.get(memory_id)], now_ms=now), 1)


def answered(library: Library, outcome: SearchOutcome, memory_id: str, cancel: CancelToken) -> Told:
    """Ask, and fetch what the panel shows besides."""
    answer = library.inquiries.why_not(outcome.text, memory_id, outcome.parameters, cancel=cancel)
    memory = library.get(memory_id)
    line = library.headlines([memory_id])[memory_id]
    bar = None if answer.ranking is None else bar_of(answer.ranking, answer.position, outcome.parameters.ranking)
    return Told(
        answer=answer,
        title=line.title or line.snippet or memory_id,
        bar=bar,
        trashed=memory.in_trash,
        writable=not library.read_only,
    )
