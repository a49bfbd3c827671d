"""Runs a comparison: the numbers in use are A; another set, or one of Tune's slots, is B."""

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import LONG_MEMORY, M1
from memento_gui.model.library import Library
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.search.chooser import SetChooser, SetKey
from memento_gui.qt.places.search.compare.canvas import LINES, CompareCanvas
from memento_gui.qt.places.search.compare.panel import ComparePanel
from memento_gui.qt.places.search.compare.rows import ComparedView, compared_view, differences, kept_text, terms_of
from memento_gui.qt.places.search.header import S_LEGEND, WORD_LEGEND, Legend
from memento_gui.qt.places.search.set_desk import SetDesk
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label, separator

RUN: Final = "search.compare"
MANY: Final = "search.compare.many"


class CompareView(QWidget):
    """The left side: which sets, the two lists, and what the colours mean."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first, self.second = SetChooser(theme), SetChooser(theme)
        self.canvas = CompareCanvas(theme)
        self.legend = Legend(theme)
        top = QHBoxLayout()
        top.setContentsMargins(0, 8, 0, 8)
        top.setSpacing(0)
        top.addWidget(_headed("A", self.first), 1)
        top.addSpacing(LINES)
        top.addWidget(_headed("B", self.second), 1)
        bottom = QVBoxLayout()
        bottom.setContentsMargins(16, 8, 16, 8)
        bottom.setSpacing(2)
        bottom.addWidget(self.legend, 0, Qt.AlignmentFlag.AlignLeft)
        bottom.addWidget(label("solid line rises · dashed falls · thin stays", size=11, tone="secondary"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(separator())
        layout.addWidget(self.canvas, 1)
        layout.addWidget(separator())
        layout.addLayout(bottom)

    def show_view(self, view: ComparedView) -> None:
        """Show both lists, and what their bars mean."""
        by_words = view.first.ranking is None and view.second.ranking is None
        self.legend.show_entries(WORD_LEGEND if by_words else S_LEGEND, kept_text(view))
        self.canvas.show_pair(view.pair)


def _headed(letter: str, chooser: SetChooser) -> QWidget:
    """Return the head of one list, as wide as the list."""
    head = QWidget()
    head.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    row = QHBoxLayout(head)
    row.setContentsMargins(16, 0, 0, 0)
    row.setSpacing(8)
    row.addWidget(label(letter, weight=BOLD))
    row.addWidget(chooser)
    row.addStretch(1)
    return head


class CompareDesk(QObject):
    """Between the library, the view and the panel. It works only while it is on."""

    def __init__(self, context: PlaceContext, view: CompareView, panel: ComparePanel, sets: SetDesk) -> None:
        super().__init__(panel)
        self._context, self._view, self._panel, self._sets = context, view, panel, sets
        self._other: SetKey = LONG_MEMORY
        self._kept: ParameterSet | None = None
        self._text = ""
        self._shown: ComparedView | None = None
        self.on = False
        view.first.chosen.connect(sets.choose)
        view.second.chosen.connect(self._choose)
        view.canvas.selected.connect(self._tell_terms)
        panel.swapped.connect(self._swap)
        panel.used.connect(self._use)
        panel.asked_many.connect(self._measure)
        context.state.slotted.connect(self._follow_slots)
        tasks = context.tasks
        for key in (RUN, MANY):
            panel.destroyed.connect(lambda *_, key=key: tasks.cancel(key))

    def follow(self, text: str) -> None:
        """Compare on this query, if on."""
        self._text = text
        if not self.on:
            return
        self._show_sets()
        self._panel.show_differences(differences(self._sets.parameters, self._second()))
        if text.strip():
            library, first, second = self._context.library, self._sets.parameters, self._second()
            self._context.tasks.run(RUN, lambda _job: compared_view(library, text, first, second), self._show)
        else:
            self._context.tasks.cancel(RUN)
            self._panel.show_nothing()
        if self._panel.wants_many:
            self._measure()

    def _show_sets(self) -> None:
        """Show which sets there are; where B is gone, or is A itself, another one is B."""
        sets = self._sets
        (first, note), names = sets.current, [name for name, _ in sets.names]
        if isinstance(self._other, str) and (self._other not in names or (self._other == first and not note)):
            self._other = LONG_MEMORY if first != LONG_MEMORY else M1
        self._view.first.show_sets(sets.names, first, note=note, slots=sets.slots)
        kept = () if self._kept is None else (sets.title_of(self._kept),)
        self._view.second.show_sets(sets.names, self._other, slots=(*sets.slots, *kept))

    def _second(self) -> ParameterSet:
        if isinstance(self._other, str):
            return self._sets.named(self._other)
        slots = self._context.state.slots.sets
        return slots[self._other] if self._other < len(slots) or self._kept is None else self._kept

    def _show(self, view: ComparedView) -> None:
        self._shown = view
        self._panel.show_comparison(view.comparison)
        self._view.show_view(view)

    def _tell_terms(self, memory_id: str) -> None:
        shown = self._shown
        if shown is None or not memory_id:
            self._panel.show_terms("", ())
            return
        rows = (*shown.pair.left, *shown.pair.right)
        title = next((row.title for row in rows if row.memory_id == memory_id), "")
        self._panel.show_terms(title, terms_of(shown, memory_id))

    def _follow_slots(self) -> None:
        if isinstance(self._other, int) and self._view.isVisible():
            self.follow(self._text)

    def _choose(self, key: SetKey) -> None:
        self._other = key
        self.follow(self._text)

    def _swap(self) -> None:
        """Let A and B change places; numbers of A that are no set are kept as B."""
        second, (name, note) = self._second(), self._sets.current
        if note:
            self._kept = self._sets.parameters
        self._other = len(self._context.state.slots.sets) if note else name
        self._sets.try_numbers(second)
        self.follow(self._text)

    def _use(self) -> None:
        """Make B the store's set; numbers that are no set are used unsaved."""
        if isinstance(self._other, str):
            self._sets.use(self._other)
        else:
            self._sets.try_numbers(self._second())

    def _measure(self) -> None:
        library, first, second = self._context.library, self._sets.parameters, self._second()
        self._context.tasks.run(
            MANY,
            lambda job: library.comparing.compare_all(_queries(library), first, second, cancel=job.token),
            self._panel.show_many,
        )


def _queries(library: Library) -> list[str]:
    """The saved searches, then the judged queries, each once."""
    saved = [search.query for search in library.saved_searches.every()]
    return list(dict.fromkeys([*saved, *(query.text for query in library.judging.queries())]))
