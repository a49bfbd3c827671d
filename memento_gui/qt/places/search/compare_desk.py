"""Runs a comparison: the place's set is A, another one is B."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import M1
from memento_gui.model.edits import ACTIVE_SET, PutSetting
from memento_gui.model.library import Library
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.search.chooser import SetChooser
from memento_gui.qt.places.search.compare_canvas import CompareCanvas
from memento_gui.qt.places.search.compare_panel import ComparePanel
from memento_gui.qt.places.search.compare_rows import ComparedView, compared_view, differences, terms_of
from memento_gui.qt.places.search.header import S_LEGEND, Legend
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label, separator

RUN: Final = "search.compare"
MANY: Final = "search.compare.many"
_LONG: Final = "Long memory"


class CompareView(QWidget):
    """The left side: which sets, the two lists, and what the colours mean."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first, self.second = SetChooser(theme), SetChooser(theme)
        self.canvas = CompareCanvas(theme)
        self.legend = Legend(theme)
        self.legend.show_entries(S_LEGEND, None)
        top = QHBoxLayout()
        top.setContentsMargins(16, 8, 16, 8)
        top.setSpacing(8)
        for letter, chooser in (("A", self.first), ("B", self.second)):
            top.addWidget(label(letter, weight=BOLD))
            top.addWidget(chooser)
            top.addStretch(1)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(16, 8, 16, 8)
        bottom.addWidget(self.legend)
        bottom.addStretch(1)
        bottom.addWidget(label("solid line rises · dashed falls · thin stays", size=11, tone="secondary"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(separator())
        layout.addWidget(self.canvas, 1)
        layout.addWidget(separator())
        layout.addLayout(bottom)


class CompareDesk(QObject):
    """Between the library, the view and the panel. It works only while it is on."""

    chosen = Signal(str)
    """Search with this set: it is A from now on."""

    def __init__(
        self, context: PlaceContext, view: CompareView, panel: ComparePanel, first: Callable[[], ParameterSet]
    ) -> None:
        super().__init__(panel)
        self._context, self._view, self._panel, self._first = context, view, panel, first
        self._other = ""
        self._text = ""
        self._shown: ComparedView | None = None
        self.on = False
        view.first.chosen.connect(self.chosen)
        view.second.chosen.connect(self._choose)
        view.canvas.selected.connect(self._tell_terms)
        panel.swapped.connect(self._swap)
        panel.used.connect(self._use)
        panel.asked_many.connect(self._measure)
        tasks = context.tasks
        for key in (RUN, MANY):
            panel.destroyed.connect(lambda *_, key=key: tasks.cancel(key))

    def show_sets(self, names: list[tuple[str, bool]], first: str, note: str) -> None:
        """Know which sets there are, and which is A."""
        if self._other not in {name for name, _ in names} or (self._other == first and not note):
            self._other = _LONG if first != _LONG else M1
        self._view.first.show_sets(names, first, note=note)
        self._view.second.show_sets(names, self._other)

    def follow(self, text: str) -> None:
        """Compare on this query, if on."""
        self._text = text
        if not self.on:
            return
        self._panel.show_differences(differences(self._first(), self._second()))
        if text.strip():
            library, first, second = self._context.library, self._first(), self._second()
            self._context.tasks.run(RUN, lambda _job: compared_view(library, text, first, second), self._show)
        else:
            self._context.tasks.cancel(RUN)
            self._panel.show_nothing()
        if self._panel.wants_many:
            self._measure()

    def _second(self) -> ParameterSet:
        state = self._context.state
        if self._other == state.set_name and not state.edited:
            return state.parameters
        return self._context.library.parameter_set(self._other or _LONG)

    def _show(self, view: ComparedView) -> None:
        self._shown = view
        self._panel.show_comparison(view.comparison)
        self._view.canvas.show_pair(view.pair)

    def _tell_terms(self, memory_id: str) -> None:
        shown = self._shown
        if shown is None or not memory_id:
            self._panel.show_terms("", ())
            return
        rows = (*shown.pair.left, *shown.pair.right)
        title = next((row.title for row in rows if row.memory_id == memory_id), "")
        self._panel.show_terms(title, terms_of(shown, memory_id))

    def _choose(self, name: str) -> None:
        self._other = name
        self._view.second.show_sets(self._view.second.pairs, name)
        self.follow(self._text)

    def _swap(self) -> None:
        first, self._other = self._other, self._view.first.current
        self.chosen.emit(first)

    def _use(self) -> None:
        """Make B the store's set, as a step that can be undone; unsaved turns become a step of their own."""
        state, undo = self._context.state, self._context.undo
        name, before = self._other, self._context.library.parameter_sets.active_name()
        if name == before:
            return
        if state.edited:
            undo.turn(state.saved, f"Back to {state.set_name}")
        undo.do(PutSetting(label=f"Use set {name}", key=ACTIVE_SET, before=before, after=name))

    def _measure(self) -> None:
        library, first, second = self._context.library, self._first(), self._second()
        self._context.tasks.run(
            MANY,
            lambda job: library.comparing.compare_all(_queries(library), first, second, cancel=job.token),
            self._panel.show_many,
        )


def _queries(library: Library) -> list[str]:
    """The saved searches, then the judged queries, each once."""
    saved = [search.query for search in library.saved_searches.every()]
    return list(dict.fromkeys([*saved, *(query.text for query in library.judging.queries())]))
