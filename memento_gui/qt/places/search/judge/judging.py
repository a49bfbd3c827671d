"""Runs judging: a key becomes an edit, and what is judged is shown on the results and in the panel."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from memento_gui.domain.errors import MementoError
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library
from memento_gui.model.searches.judging import DEPTH, Figures
from memento_gui.model.values import SearchOutcome
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.search.judge.grade_list import Entry, Head, Line
from memento_gui.qt.places.search.judge.panel import JudgePanel

READ: Final = "search.judge"
EVERY: Final = "search.judge.every"
_FOUND: Final = 8
_PAUSE_MS: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What is judged for one query, and what was found by other words, read in a worker."""

    grades: Mapping[str, int]
    figures: Figures
    entries: tuple[Entry, ...]
    sought: str


class JudgeDesk(QObject):
    """Between the library and the panel."""

    marked = Signal(object)
    """Show these grades (a mapping by memory) on the results."""
    told = Signal(object)
    """Something to tell (`MementoError`)."""

    def __init__(self, context: PlaceContext, panel: JudgePanel) -> None:
        super().__init__(panel)
        self._context, self._panel = context, panel
        self._outcome: SearchOutcome | None = None
        self._grades: Mapping[str, int] = {}
        self._sought = QTimer(self)
        self._sought.setSingleShot(True)
        self._sought.setInterval(_PAUSE_MS)
        self._sought.timeout.connect(self.read)
        panel.graded.connect(self.grade)
        panel.sought.connect(lambda _text: self._sought.start())
        panel.asked_every.connect(self._measure)
        context.undo.applied.connect(self.read)
        tasks = context.tasks
        for key in (READ, EVERY):
            panel.destroyed.connect(lambda *_, key=key: tasks.cancel(key))
        panel.show_query(None, ())

    def follow(self, outcome: SearchOutcome | None) -> None:
        """Judge for the query of another search; None where there is none."""
        if outcome is None or self._outcome is None or outcome.text != self._outcome.text:
            self._grades = {}
        self.marked.emit(self._grades)
        self._outcome = outcome
        self.read()

    def grade(self, memory_id: str, grade: int | None) -> None:
        """Grade a memory for the query that was searched, as one step that can be undone."""
        outcome = self._outcome
        if outcome is None:
            return
        try:
            edit = self._context.library.judging.rate_edit(outcome.text, memory_id, grade)
        except MementoError as error:
            self.told.emit(error)
            return
        self._context.undo.do(edit)

    def read(self) -> None:
        """Show what is judged now."""
        outcome, library = self._outcome, self._context.library
        if outcome is None:
            self._context.tasks.cancel(READ)
            self._panel.show_query(None, ())
        else:
            sought = self._panel.finder.text()
            self._context.tasks.run(READ, lambda _job: judged(library, outcome, sought), self._show)
        if self._panel.wants_every:
            self._measure()

    def _show(self, known: Judged) -> None:
        self._grades = known.grades
        self.marked.emit(known.grades)
        self._panel.show_query(known.figures, known.entries, sought=known.sought)

    def _measure(self) -> None:
        library, used = self._context.library, self._parameters()
        self._context.tasks.run(EVERY, lambda job: library.judging.quality(used, cancel=job.token), self._panel.show_every)

    def _parameters(self) -> ParameterSet:
        return self._context.state.parameters if self._outcome is None else self._outcome.parameters


def judged(library: Library, outcome: SearchOutcome, sought: str) -> Judged:
    """Read what is judged for a search's query, and look for memories by other words."""
    figures = library.judging.figures(outcome)
    grades = library.judging.grades(outcome.text)
    found = library.search(sought, parameters=outcome.parameters).ids[:_FOUND] if sought.strip() else ()
    known = sorted(grades, key=lambda identity: (-grades[identity], _rank(outcome, identity), identity))
    titles = library.headlines([*found, *figures.unjudged, *known])

    def line(identity: str) -> Line:
        title = titles[identity].title if identity in titles else identity
        rank = _rank(outcome, identity)
        note = f"rank {rank}" if rank <= len(outcome.ids) else "not found"
        return Line(memory_id=identity, title=title, note=note, grade=grades.get(identity))

    groups = (
        (f"Found by other words: {len(found)}" if found or sought.strip() else "", found),
        (f"Not judged, of the first {DEPTH}: {len(figures.unjudged)}" if figures.unjudged else "", figures.unjudged),
        (f"Judged for this query: {len(known)}" if known else "", known),
    )
    entries: list[Entry] = []
    for heading, ids in groups:
        if heading:
            entries += [Head(heading), *(line(identity) for identity in ids)]
    return Judged(grades=grades, figures=figures, entries=tuple(entries), sought=sought)


def _rank(outcome: SearchOutcome, identity: str) -> int:
    return outcome.ids.index(identity) + 1 if identity in outcome.ids else len(outcome.ids) + 1
