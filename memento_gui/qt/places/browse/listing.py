"""The list of Browse: filter line, table and footer, and the worker that finds what they show."""

from typing import Final

from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memento_gui.model.prospects import PROSPECTS
from memento_gui.model.values import ChangeSet, Diagnostic, Headline
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.browse.empty import NothingHere
from memento_gui.qt.places.browse.filter_line import FilterLine
from memento_gui.qt.places.browse.footer import Footer
from memento_gui.qt.places.browse.looking import TRASH, Asked, Found, Scope, look
from memento_gui.qt.tables.view import MemoryTable, Scroll
from memento_gui.qt.tokens import TOOLBAR
from memento_gui.qt.widgets.label import ElidedLabel

ROWS: Final = "browse.rows"
_WORDS: Final = "browse.words"


class Listing(QWidget):
    """Shows the memories of a scope that pass the filter line. What it shows is computed in a worker."""

    def __init__(self, context: PlaceContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = context.theme
        self._context = context
        self.scope = Scope()
        self.line = FilterLine(theme)
        self.table = MemoryTable(theme)
        self.footer = Footer(theme)
        self.empty = NothingHere(theme)
        self.remark = ElidedLabel(size=12)
        self.remark.setContentsMargins(16, 3, 16, 3)
        self.remark.hide()
        self.shown: Found | None = None
        """What is shown; None until the first time."""
        self._changed = False
        self._bar = QHBoxLayout()
        self._middle = QStackedWidget()
        self._lay_out()
        self._connect()

    def add_left(self, widget: QWidget) -> None:
        """Put a button before the filter line."""
        self._bar.insertWidget(0, widget)

    def add_right(self, widget: QWidget) -> None:
        """Put a button behind the filter line."""
        self._bar.addWidget(widget)

    def take_focus(self) -> None:
        """Put the focus where work begins."""
        (self.table if self._middle.currentWidget() is self.table else self.line).setFocus()

    def _lay_out(self) -> None:
        toolbar = QWidget()
        toolbar.setFixedHeight(TOOLBAR)
        toolbar.setLayout(self._bar)
        self._bar.setContentsMargins(12, 0, 12, 0)
        self._bar.setSpacing(8)
        self._bar.addWidget(self.line, 1)
        self._middle.addWidget(self.table)
        self._middle.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (toolbar, self.remark, self._middle, self.footer):
            column.addWidget(part, 1 if part is self._middle else 0)

    def _connect(self) -> None:
        table = self.table
        self.line.asked.connect(self.look)
        self.line.left.connect(self._enter_rows)
        self.footer.cleared.connect(self.line.clear_filter)
        self.empty.narrowed.connect(self.line.put)
        table.sorting_changed.connect(self.look)
        table.columns_changed.connect(self._look_for_prospects)
        table.words_wanted.connect(self._read_words)
        table.selection_changed.connect(self._say)

    # Looking

    def look(self) -> None:
        """Find again what is to be shown; what was being found is given up."""
        self._changed = False
        asked, library = self.asked(), self._context.library
        self._context.tasks.run(ROWS, lambda _job: look(library, asked), self._show)

    def look_at(self, scope: Scope) -> None:
        """Show another part of the store."""
        self.scope = scope
        self.look()

    def catch_up(self, changes: ChangeSet) -> None:
        """Follow changes of the store.

        What is being found is finished first: under a stream of changes nothing would ever be shown.
        """
        self.table.memories.forget_words(changes.ids, everything=changes.everything)
        if self._context.tasks.is_busy(ROWS):
            self._changed = True
        else:
            self.look()

    @property
    def shows_vectors(self) -> bool:
        """Whether what is shown depends on which memories have a vector."""
        return "is:" in self.line.text() or bool(self.table.needed_columns & PROSPECTS)

    def asked(self) -> Asked:
        """Return everything that decides what is to be shown now."""
        return Asked(
            scope=self.scope,
            text=self.line.text(),
            keys=self.table.sort_keys,
            prospects=self.table.needed_columns & PROSPECTS,
            parameters=self._context.state.parameters,
        )

    def _look_for_prospects(self) -> None:
        """Compute columns that are shown from now on."""
        if self.shown is not None and not self.asked().prospects <= self.shown.asked.prospects:
            self.look()

    # Showing

    def _show(self, found: Found) -> None:
        before, place = self.shown, self.table.currentIndex().row()
        had = self.table.current_id
        self.shown = found
        same = before is not None and (before.asked.scope, before.asked.text) == (found.asked.scope, found.asked.text)
        self.table.show_rows(found.rows, scroll=_scroll(before, found, same=same))
        if same and had and not self.table.current_id:
            self.table.go_to_place(place)  # the current memory went away: the next one takes its place
        elif not self.table.current_id and self._context.state.memory:
            self.table.go_to(self._context.state.memory)
        elif before is None:
            self.table.go_to_place(0)
        self.table.drops.enabled = not self._context.library.read_only and found.asked.scope.kind != TRASH
        self._turn(rows=bool(len(found.rows)))
        if not len(found.rows):
            self.empty.show_found(found)
        self._show_remarks(found.diagnostics)
        self._say()
        if self._changed:
            self.look()

    def _turn(self, *, rows: bool) -> None:
        """Show the table, or the reason why there is nothing; the focus does not get lost on the way."""
        lost = self.table.hasFocus() or QApplication.focusWidget() is None
        self._middle.setCurrentWidget(self.table if rows else self.empty)
        if lost and self.isVisible():
            (self.table if rows else self.line).setFocus()

    def _show_remarks(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.remark.setVisible(bool(diagnostics))
        self.remark.setText(" ".join(remark.message for remark in diagnostics))
        self.line.show_marks([(remark.start, remark.end) for remark in diagnostics])

    def _say(self) -> None:
        found = self.shown
        if found is not None:
            filtered = bool(found.asked.text.strip())
            self.footer.say(self.table.selected_count(), len(found.rows), found.total, filtered=filtered)
            full = max(0.5, sum(found.rows.weights))
            self.footer.legend.say(f"full bar {full:g}")

    def _read_words(self, ids: list[str]) -> None:
        library = self._context.library
        self._context.tasks.run(_WORDS, lambda _job: library.headlines(ids), self._take_words)

    def _take_words(self, words: dict[str, Headline]) -> None:
        self.table.memories.take_words(words)
        self.table.viewport().update()
        self.table.ask_for_words()

    def _enter_rows(self) -> None:
        self.table.setFocus()
        if not self.table.current_id:
            self.table.go_to_place(0)


def _scroll(before: Found | None, found: Found, *, same: bool) -> Scroll:
    if not same:
        return "current"
    return "stay" if before is not None and before.asked.keys == found.asked.keys else "top"
