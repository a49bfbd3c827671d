"""The detail pane: one memory, the same in every place."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from memento_gui.model.surroundings import Surroundings
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.detail.form import MemoryForm
from memento_gui.qt.widgets.detail.header import DetailHeader
from memento_gui.qt.widgets.detail.history import HistoryPage
from memento_gui.qt.widgets.detail.read import ReadPage
from memento_gui.qt.widgets.detail.relations import RelationsPage
from memento_gui.qt.widgets.detail.timeline import TimelinePage
from memento_gui.qt.widgets.detail.values import Detail, Draft, draft_of
from memento_gui.qt.widgets.empty_state import EmptyState
from memento_gui.qt.widgets.tabs import Tabs

READ: Final = "read"
EDIT: Final = "edit"
HISTORY: Final = "history"
RELATIONS: Final = "relations"
TIMELINE: Final = "timeline"
_TABS: Final = ((READ, "Read"), (EDIT, "Edit"), (HISTORY, "History"), (RELATIONS, "Relations"), (TIMELINE, "Timeline"))


class DetailPane(QWidget):
    """Shows a `Detail` and emits wishes.

    Edits that were not saved are kept per memory until the window closes: another memory can be looked at meanwhile.
    """

    opened = Signal(str)
    """Another memory is to be shown."""
    wished = Signal(str)
    """A button of the header was pressed, see `DetailHeader.wished`."""
    saved = Signal(object)
    """A `Draft` is to be written."""
    restored = Signal(int)
    """A revision's words are to come back."""
    tag_pressed = Signal(str)
    relating = Signal(str)
    """A relation is to be added, see `RelationsPage.relating`."""
    unrelated = Signal(str)
    """A relation is to be removed (its id)."""
    drafting = Signal()
    """What is typed and not saved changed, see `drafts`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._detail: Detail | None = None
        self._drafts: dict[str, Draft] = {}
        self.setAutoFillBackground(True)
        self.header = DetailHeader(theme)
        self.tabs = Tabs(theme, _TABS)
        self.read = ReadPage(theme)
        self.form = MemoryForm(theme)
        self.history = HistoryPage(theme)
        self.relations = RelationsPage(theme)
        self.timeline = TimelinePage(theme)
        self._pages = QStackedWidget()
        for page in (self.read, self.form, self.history, self.relations, self.timeline):
            self._pages.addWidget(page)
        self._empty = EmptyState(theme, "memory")
        self._empty.say(
            "No memory is open", "Pick one in the list to read it, edit it and see why it ranks where it ranks."
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.header, self.tabs, self._pages, self._empty):
            layout.addWidget(part, 1 if part in {self._pages, self._empty} else 0)
        self._connect()
        self.show_nothing()

    def _connect(self) -> None:
        self.header.wished.connect(self._header_wish)
        self.header.tag_pressed.connect(self.tag_pressed)
        self.tabs.chosen.connect(self._turn_page)
        self.read.opened.connect(self.opened)
        self.read.links_wished.connect(lambda: self.tabs.choose(RELATIONS))
        self.relations.opened.connect(self.opened)
        self.relations.relating.connect(self.relating)
        self.relations.unrelated.connect(self.unrelated)
        self.history.restored.connect(self.restored)
        self.form.saved.connect(lambda: self.saved.emit(self.form.draft()))
        self.form.dropped.connect(self.drop_draft)
        self.form.edited.connect(self.drafting)
        self.form.turned.connect(lambda dirty: self.tabs.note(EDIT, "•" if dirty else ""))

    @property
    def memory_id(self) -> str:
        """The id of the memory that is shown, or an empty string."""
        return self._detail.memory.id if self._detail is not None else ""

    @property
    def detail(self) -> Detail | None:
        """What is shown."""
        return self._detail

    def show_nothing(self, headline: str = "", words: str = "") -> None:
        """Show that no memory is open, or why."""
        self._keep_draft()
        self._detail = None
        if headline:
            self._empty.say(headline, words)
        for part in (self.header, self.tabs, self._pages):
            part.hide()
        self._empty.show()

    def show_detail(self, detail: Detail) -> None:
        """Show a memory, or the same one as it is now; a draft that was begun stays."""
        fresh = detail.memory.id != self.memory_id
        if fresh:
            self._keep_draft()
        self._detail = detail
        self.header.show_detail(detail)
        self.read.show_detail(detail, fresh=fresh)
        self.history.show_detail(detail)
        self.relations.show_detail(detail)
        self.timeline.show_detail(detail)
        if fresh or not self.form.dirty:
            clean = draft_of(detail.memory)
            self.form.fill(self._drafts.pop(detail.memory.id, clean), clean=clean)
        self.form.allow(writing=not detail.read_only and not detail.memory.in_trash)
        self.tabs.note(EDIT, "•" if self.form.dirty else "")
        self.tabs.note(HISTORY, str(len(detail.revisions) or ""))
        self.tabs.note(RELATIONS, str(len(detail.relations) or ""))
        self._empty.hide()
        for part in (self.header, self.tabs, self._pages):
            part.show()

    @property
    def shows_around(self) -> bool:
        """Whether the open tab shows what lies around the memory; it is not computed for the others."""
        return self.tabs.current in {RELATIONS, TIMELINE}

    def show_surroundings(self, around: Surroundings) -> None:
        """Show what was found around the memory, if it is still the one that is shown."""
        if around.memory_id == self.memory_id:
            self.relations.show_surroundings(around)
            self.timeline.show_surroundings(around)

    def begin_reading(self) -> None:
        """Turn to the Read tab."""
        self.tabs.choose(READ)

    def begin_edit(self) -> None:
        """Turn to the Edit tab and put the cursor into the words."""
        if self._detail is not None:
            self.tabs.choose(EDIT)
            self.form.content.setFocus()

    def drop_draft(self) -> None:
        """Show the memory's own words in the form again."""
        if self._detail is not None:
            self.drop_draft_of(self.memory_id)

    def drop_draft_of(self, memory_id: str) -> None:
        """Forget what was typed for a memory, shown or not."""
        self._drafts.pop(memory_id, None)
        if self._detail is not None and memory_id == self.memory_id:
            self.form.fill(draft_of(self._detail.memory))
        self.drafting.emit()

    def settle(self) -> None:
        """Count the form as clean: what it holds was written, and will be read again."""
        self._drafts.pop(self.memory_id, None)
        written = self.form.draft()
        self.form.fill(written)

    def put_draft(self, draft: Draft) -> None:
        """Show a draft of the memory that is open, as changes of the one that it was made from."""
        if draft.base is not None and draft.base.id == self.memory_id:
            self.form.fill(draft, clean=draft_of(draft.base))

    def drafts(self) -> dict[str, Draft]:
        """Return the edits that were not saved, by their memory's id."""
        self._keep_draft()
        return dict(self._drafts)

    def put_drafts(self, drafts: Mapping[str, Draft]) -> None:
        """Take in edits from an earlier time; what was typed since stays."""
        here = self.memory_id
        for memory_id, draft in drafts.items():
            if memory_id == here and self._detail is not None and not self.form.dirty:
                self.form.fill(draft, clean=draft_of(self._detail.memory))
            elif memory_id != here:
                self._drafts.setdefault(memory_id, draft)

    def _keep_draft(self) -> None:
        if self._detail is not None and self.form.dirty:
            self._drafts[self.memory_id] = self.form.draft()
        elif self._detail is not None:
            self._drafts.pop(self.memory_id, None)

    def _header_wish(self, wish: str) -> None:
        if wish == "edit":
            self.begin_edit()
        else:
            self.wished.emit(wish)

    def _turn_page(self, key: str) -> None:
        self._pages.setCurrentIndex([known for known, _ in _TABS].index(key))
