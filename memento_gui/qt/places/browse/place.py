"""The Browse place: filter line, sidebar, table and footer, connected."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.arrays import IntArray
from memento_gui.model.facets import Join, both, joined
from memento_gui.model.values import ChangeSet
from memento_gui.qt.actions import shown_keys
from memento_gui.qt.curating import Curator
from memento_gui.qt.place import Place, PlaceContext
from memento_gui.qt.places.browse.counting import Counting
from memento_gui.qt.places.browse.duplicates import DuplicatesDialog
from memento_gui.qt.places.browse.listing import Listing
from memento_gui.qt.places.browse.looking import ALL, TAG, TRASH, Counts, Found, Scope
from memento_gui.qt.places.browse.menu import MemoryMenu
from memento_gui.qt.places.browse.offer import OFFER
from memento_gui.qt.places.browse.rename_tag import RenameTag
from memento_gui.qt.places.browse.replace import ReplaceDialog
from memento_gui.qt.places.browse.sidebar import Sidebar
from memento_gui.qt.state import MOST_MARKED
from memento_gui.qt.tables.sorting import read, written
from memento_gui.qt.tokens import FOLD_BELOW
from memento_gui.qt.widgets.buttons import IconPushButton, icon_button
from memento_gui.qt.widgets.message_bar import DONE, Message
from memento_gui.qt.widgets.save_search import search_name_dialog

_VECTORS: Final = frozenset({"embedding"})
"""What changes while vectors are computed: nothing that is shown here."""


class Browse(Place):
    """A table of all memories. What it shows is computed in workers; what it does goes through the undo stack."""

    key = "browse"
    label = "Browse"
    icon = "browse"
    docks_detail = True
    offer = OFFER

    def __init__(self, context: PlaceContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        theme = context.theme
        self.curator = Curator(context, self)
        self.sidebar = Sidebar(theme, writing=not context.library.read_only)
        self.listing = Listing(context)
        self.line, self.table = self.listing.line, self.listing.table
        self.counting = Counting(context, self._show_counts, self)
        self._fold = icon_button(theme, "sidebar", f"Show or fold the sidebar ({shown_keys('Ctrl+B')})")
        self._columns = icon_button(theme, "columns", "Choose columns")
        self._new = IconPushButton(theme, "New", "plus", kind="primary", keys=shown_keys("Ctrl+N"))
        self._unfolded: bool | None = None
        self._lay_out()
        self._connect()

    # Place

    @override
    def enter(self) -> None:
        self.listing.take_focus()

    @override
    def refresh(self, changes: ChangeSet) -> None:
        if (dialog := self._duplicates()) is not None:
            dialog.catch_up(changes)
        if changes.tables == _VECTORS and not changes.everything and not self.listing.shows_vectors:
            return
        self.listing.catch_up(changes)
        self.counting.ask()

    @override
    def search_for(self, text: str) -> None:
        self.line.put(text)

    @override
    def look(self) -> dict[str, str]:
        return {"folded": " ".join(sorted(self.sidebar.folded)) or "-", "sorted": written(self.table.sort_keys)}

    @override
    def put_look(self, look: Mapping[str, str]) -> None:
        if "folded" in look:
            self.sidebar.fold(frozenset(look["folded"].split()))
        if keys := read(look.get("sorted", "")):
            self.table.sort_by(keys)

    # Actions

    def filter(self) -> None:
        """Put the cursor into the filter line."""
        self.line.setFocus()
        self.line.selectAll()

    def open_current(self) -> None:
        """Show the current memory in the detail pane."""
        if self.table.current_id:
            self.opened.emit(self.table.current_id)

    def edit_current(self) -> None:
        """Edit the current memory."""
        if self.table.current_id:
            self.editing.emit(self.table.current_id)

    def toggle_pin(self) -> None:
        """Pin the selected memories, or unpin them if all are pinned."""
        rows, ids = self.table.memories.rows, self.table.selected_ids()
        if rows is not None and ids:
            pinned = all(rows.table.pinned[rows.table.row_of[identity]] for identity in ids)
            self.curator.pin(ids, pinned=not pinned)

    def trash(self) -> None:
        """Move the selected memories to the trash."""
        if self.sidebar.scope.kind != TRASH:
            self.curator.trash(self.table.selected_ids())

    def restore(self) -> None:
        """Take the selected memories out of the trash."""
        if self.sidebar.scope.kind == TRASH:
            self.curator.restore(self.table.selected_ids())

    def purge(self) -> None:
        """Remove the selected memories of the trash for good."""
        if self.sidebar.scope.kind == TRASH:
            self.curator.ask_to_purge(self.table.selected_ids(), self)

    def empty_trash(self) -> None:
        """Remove everything in the trash for good."""
        table = self.context.library.features()
        self.curator.ask_to_purge([str(identity) for identity in table.ids[table.trashed]], self)

    def replace(self) -> None:
        """Find and replace in the selected memories, if they are several; else in all that are listed."""
        rows = self.table.memories.rows
        ids = self.table.selected_ids()
        if rows is not None and len(ids) < 2:
            ids = [str(identity) for identity in rows.table.ids[rows.order]]
        ReplaceDialog(self.context, ids, self._tell_done, self).open()

    def find_duplicates(self) -> None:
        """Show the groups of memories that say nearly the same."""
        dialog = self._duplicates()
        if dialog is None:
            dialog = DuplicatesDialog(self.context, self)
            dialog.opened.connect(self.opened)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def _duplicates(self) -> DuplicatesDialog | None:
        return next((child for child in self.findChildren(DuplicatesDialog) if child.isVisible()), None)

    def rename_tag(self) -> None:
        """Ask for a tag and its new name."""
        self._ask_for_name(self.sidebar.scope.value if self.sidebar.scope.kind == TAG else "")

    def copy_markdown(self) -> None:
        """Copy the selected memories as Markdown."""
        self._copy("markdown")

    def copy_json(self) -> None:
        """Copy the selected memories as JSON."""
        self._copy("json")

    def export(self) -> None:
        """Write the selected memories to a file."""
        ids = self.table.selected_ids()
        if ids:
            self.exporting.emit(list(ids))

    def copy_id(self) -> None:
        """Copy the selected memories' ids."""
        self._copy("id")

    def save_search(self) -> None:
        """Ask for a name and keep the filter line, and what the sidebar is at, as a saved search."""
        query = self._whole_query().strip()
        if not query:
            self.reported.emit(Message(text="There is no filter to save. Type one, or choose something at the left."))
            return
        saved = self.context.library.saved_searches
        dialog = search_name_dialog(query, {search.name for search in saved.every()}, self)
        dialog.named.connect(lambda name: self.context.undo.do(saved.save_edit(name, query)))
        dialog.open()

    def choose_columns(self) -> None:
        """Choose which columns the table shows."""
        self.table.columns_menu().popup(self._columns.mapToGlobal(QPoint(0, self._columns.height())))

    def toggle_sidebar(self) -> None:
        """Show the sidebar, or fold it away."""
        self._unfolded = self.sidebar.isHidden()
        self._fit()

    def show_all(self) -> None:
        """Show everything that is not in the trash."""
        self.line.clear_filter()
        self.sidebar.choose(Scope(ALL))

    def show_trash(self) -> None:
        """Show what waits in the trash."""
        self.line.clear_filter()
        self.sidebar.choose(Scope(TRASH))

    def show_tag(self, tag: str) -> None:
        """Show the memories with a tag."""
        self.line.clear_filter()
        self.sidebar.choose(Scope(TAG, tag))

    def _tell_done(self, said: str) -> None:
        self.reported.emit(Message(text=said, kind=DONE, undoable=True))

    def review(self) -> None:
        """Ask what is shown as review cards, whether due or not."""
        self.reviewing.emit(self._whole_query())

    # What joins the filter line

    def _whole_query(self) -> str:
        """The filter line that alone asks for what is shown now; the trash and the past week stay with the sidebar."""
        here, text = self.sidebar.scope.query, self.line.text()
        return both(text, here) if here else text

    def _join(self, part: str, how: Join) -> None:
        text = joined(self._whole_query(), part, how)
        if self.sidebar.scope.query:
            self.sidebar.choose(Scope(ALL))
        self.line.put(text)

    def _show_search(self, query: str) -> None:
        self.sidebar.choose(Scope(ALL))
        self.line.put(query)

    def _drop(self, scope: Scope) -> None:
        """Forget a saved search, or take a tag from every memory."""
        if scope.kind == TAG:
            self.curator.drop_tag(scope.value)
        else:
            self.context.undo.do(self.context.library.saved_searches.remove_edit(scope.value))

    def _ask_for_name(self, tag: str) -> None:
        tags = Counter(tag for held in self.context.library.tags().values() for tag in held)
        RenameTag(tags, tag, self.curator.rename_tag, self).open()

    # Layout

    def _lay_out(self) -> None:
        self.listing.add_left(self._fold)
        self.listing.add_right(self._columns)
        self.listing.add_right(self._new)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.sidebar)
        layout.addSpacing(1)
        layout.addWidget(self.listing, 1)

    def _connect(self) -> None:
        state, table = self.context.state, self.table
        self.sidebar.chosen.connect(self.listing.look_at)
        self.sidebar.joining.connect(self._join)
        self.sidebar.searched.connect(self._show_search)
        self.sidebar.dropped.connect(self._drop)
        self.sidebar.renamed.connect(self._ask_for_name)
        self.listing.empty.cleared.connect(self.show_all)
        self.listing.empty.wished.connect(self.wished)
        self.curator.told.connect(self.reported)
        self._fold.clicked.connect(self.toggle_sidebar)
        self._columns.clicked.connect(self.choose_columns)
        self._new.clicked.connect(lambda: self.wished.emit("memory.new"))
        self._new.setEnabled(not self.context.library.read_only)
        table.current_changed.connect(self._show_current)
        table.selection_changed.connect(self._mark)
        table.activated_memory.connect(self.opened)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._show_menu)
        table.drops.dropped.connect(self._give)
        state.tuned.connect(self.listing.look)
        state.selected.connect(self._follow)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.line.text():
            self.line.clear_filter()  # from the rows and the sidebar too, as the help says
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.sidebar.isHidden():
            painter = QPainter(self)
            painter.fillRect(self.sidebar.width(), 0, 1, self.height(), self.context.theme.tokens.line)
            painter.end()

    def _fit(self) -> None:
        narrow = self.window().width() < FOLD_BELOW
        self._fold.setVisible(narrow or self._unfolded is False)
        self.sidebar.setVisible(not narrow if self._unfolded is None else self._unfolded)
        self._new.setVisible(self.width() > 420)

    @property
    def shown(self) -> Found | None:
        """What is shown; None until the first time."""
        return self.listing.shown

    def _show_counts(self, counts: Counts) -> None:
        self.sidebar.show_counts(counts)
        self.line.completing.know(counts.names)

    # Selection

    def _show_current(self, memory_id: str) -> None:
        if memory_id:
            self.context.state.select(memory_id)

    def _mark(self) -> None:
        places = self.table.selected_places()[:MOST_MARKED]
        self.context.state.mark(self.table.memories.ids_at(places))

    def _follow(self, memory_id: str) -> None:
        if memory_id != self.table.current_id and not self.table.go_to(memory_id):
            self.table.clear_current()  # no key acts on another memory than the one that is read; `_show` may find it

    def _give(self, field: str, value: str, places: IntArray) -> None:
        """Give a tag or a project that was dropped on rows to their memories."""
        ids = self.table.memories.ids_at(places)
        if field == TAG:
            self.curator.add_tag(ids, value)
        else:
            self.curator.set_fields(ids, "project", {"project": value})

    def _copy(self, form: str) -> None:
        ids = self.table.selected_ids()
        if ids:
            self.curator.copy(ids, form)

    def _show_menu(self, at: QPoint) -> None:
        ids = self.table.selected_ids()
        if not ids:
            return
        writing = not self.context.library.read_only
        menu = MemoryMenu(self.curator, ids, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        last = "browse.restore" if self.sidebar.scope.kind == TRASH else "browse.trash"
        offered = (
            "browse.open",
            "browse.edit",
            "browse.pin",
            "browse.copy_markdown",
            "browse.copy_json",
            "browse.copy_id",
            "browse.export",
        )
        menu.offer([self.bound[key] for key in (*offered, last, *(["browse.purge"] if last == "browse.restore" else []))])
        held = self.context.library.tags()
        tags = list(dict.fromkeys(tag for identity in ids[:200] for tag in held.get(identity, ())))
        menu.offer_fields(tags, writing=writing)
        menu.popup(self.table.viewport().mapToGlobal(at))
