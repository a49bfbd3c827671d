"""The sidebar of Browse: parts of the store with their counts, saved searches, and the values of fields."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.model.facets import Join
from memento_gui.qt.phrases import type_label
from memento_gui.qt.places.browse.looking import (
    ALL,
    CHANGED,
    DUE,
    MORE,
    PINNED,
    SAVED,
    TAG,
    TRASH,
    TYPE,
    Counts,
    Scope,
)
from memento_gui.qt.places.browse.sidebar_item import SidebarItem
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import SIDEBAR
from memento_gui.qt.widgets.label import label
from memento_gui.qt.widgets.section import Section

_FEW: Final = 10
_MANY: Final = 400
_PARTS: Final = (
    (Scope(ALL), "All memories", "browse"),
    (Scope(PINNED), "Pinned", "pin"),
    (Scope(DUE), "Due for review", "clock"),
    (Scope(CHANGED), "Changed this week", "pencil"),
    (Scope(TRASH), "Trash", "trash"),
)
_SECTIONS: Final = (
    (SAVED, "Saved searches", "star"),
    (TYPE, "Types", ""),
    (TAG, "Tags", "tag"),
    ("category", "Categories", "browse"),
    ("source", "Sources", "import"),
    ("project", "Projects", "folder"),
    ("scope", "Scopes", ""),
    ("status", "Status", ""),
)
_PLURALS: Final = {kind: title.lower() for kind, title, _ in _SECTIONS}
_FOLDED: Final = frozenset({"category", "source", "project", "scope", "status"})
"""What is folded until the user unfolds it."""

_TYPES: Final = ("semantic", "episodic", "procedural", "working")
_AS_WRITTEN: Final = frozenset({SAVED, TAG, "source", "project"})


class ValueList(QWidget):
    """The values of one field, or the saved searches: a few, and all on demand."""

    pressed = Signal(object)
    """An item was pressed (`Scope`)."""
    joined = Signal(object, object)
    """An item was pressed so that it joins the filter line (`Scope`, `Join`)."""
    dropped = Signal(object)
    """A saved search is to be forgotten, or a tag removed everywhere (`Scope`)."""
    renamed = Signal(str)
    """A tag is to be renamed everywhere."""

    def __init__(self, theme: Theme, kind: str, icon: str, *, writing: bool) -> None:
        super().__init__()
        self._writing = writing
        self._theme, self._kind, self._icon = theme, kind, icon
        self._every = False
        self._values: dict[str, int] = {}
        self._chosen = Scope()
        self.items: list[SidebarItem] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_values(self, values: Mapping[str, int]) -> None:
        """Show other values and counts."""
        same = list(values) == list(self._values) and bool(self.items)
        self._values = dict(values)
        if not same:
            self._list()
        for item in self.items:
            item.show_count(self._values.get(item.scope.value, 0))

    def mark(self, scope: Scope) -> None:
        """Show what the sidebar is at."""
        self._chosen = scope
        for item in self.items:
            item.setChecked(item.scope == scope)

    def _list(self) -> None:
        self.items = []
        while (taken := self._column.takeAt(0)) is not None:
            old = taken.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        shown = list(self._values)[: _MANY if self._every else _FEW]
        if self._chosen.kind == self._kind and self._chosen.value in self._values and self._chosen.value not in shown:
            shown.append(self._chosen.value)
        for value in shown:
            self._column.addWidget(self._item(value))
        if len(self._values) > _FEW:
            every = f"All {len(self._values):,} {_PLURALS[self._kind]}…"
            more = SidebarItem(self._theme, Scope(MORE), "Fewer" if self._every else every, "")
            more.setCheckable(False)
            more.clicked.connect(self._toggle)
            self._column.addWidget(more)
        if not self._values:
            none = label(_NOTHING.get(self._kind, "None in use yet"), size=12, tone="tertiary", wrap=True)
            none.setContentsMargins(8, 4, 0, 0)
            self._column.addWidget(none)
        self.mark(self._chosen)

    def _item(self, value: str) -> SidebarItem:
        text = value if self._kind in _AS_WRITTEN else type_label(value)
        item = SidebarItem(self._theme, Scope(self._kind, value), text or "None", self._icon)
        item.clicked.connect(lambda: self.pressed.emit(item.scope))
        item.joined.connect(lambda how: self.joined.emit(item.scope, how))
        item.dropped.connect(lambda: self.dropped.emit(item.scope))
        item.renamed.connect(lambda: self.renamed.emit(value))
        item.writing = self._writing
        self.items.append(item)
        return item

    def _toggle(self) -> None:
        self._every = not self._every
        self._list()
        self.show_values(self._values)


_NOTHING: Final = {TAG: "No memory has a tag yet", SAVED: "Save the filter as a search (Ctrl+S)"}


class Sidebar(QFrame):
    """One item is on; up and down move between items while one has the focus."""

    chosen = Signal(object)
    """Another scope (`Scope`)."""
    joining = Signal(str, object)
    """A part of a filter line is to join it (`Join`)."""
    searched = Signal(str)
    """A saved search is to be shown (its query)."""
    dropped = Signal(object)
    """A saved search is to be forgotten, or a tag removed everywhere (`Scope`)."""
    renamed = Signal(str)
    """A tag is to be renamed everywhere."""

    def __init__(self, theme: Theme, *, writing: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._writing = writing
        self._scope = Scope()
        self._queries: dict[str, str] = {}
        self.setProperty("surface", "side")
        self.setFixedWidth(SIDEBAR)
        body = QFrame()
        body.setProperty("surface", "side")
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(0)
        self._parts = [self._part(*part) for part in _PARTS]
        for item in self._parts:
            column.addWidget(item)
        self._lists: dict[str, ValueList] = {}
        self._sections: dict[str, Section] = {}
        for kind, title, icon in _SECTIONS:
            column.addWidget(self._section(kind, title, icon))
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its rows take the focus
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)
        self._check()

    @property
    def scope(self) -> Scope:
        """What is on."""
        return self._scope

    @property
    def folded(self) -> frozenset[str]:
        """The sections of which only the heading is shown."""
        return frozenset(kind for kind, section in self._sections.items() if section.folded)

    def fold(self, kinds: frozenset[str]) -> None:
        """Fold these sections and unfold all others."""
        for kind, section in self._sections.items():
            section.fold(folded=kind in kinds)

    def choose(self, scope: Scope) -> None:
        """Turn a scope on and say so, if it was not."""
        if scope != self._scope:
            self._scope = scope
            self._check()
            self.chosen.emit(scope)

    def show_counts(self, counts: Counts) -> None:
        """Show other numbers; values that are new or gone come and go."""
        numbers = {
            ALL: counts.everything,
            PINNED: counts.pinned,
            DUE: counts.due,
            CHANGED: counts.changed,
            TRASH: counts.trash,
        }
        for item in self._parts:
            item.show_count(numbers[item.scope.kind])
        self._queries = {saved.name: saved.query for saved in counts.saved}
        types = counts.facets.get(TYPE, {})
        values = {
            **counts.facets,
            SAVED: {saved.name: saved.count for saved in counts.saved},
            TYPE: {kind: types.get(kind, 0) for kind in _TYPES},
        }
        for kind, shown in self._lists.items():
            shown.show_values(values.get(kind, {}))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        items = [item for item in self.items if item.isVisible()]
        at = next((i for i, item in enumerate(items) if item.hasFocus()), -1)
        if step and at >= 0:
            item = items[(at + step) % len(items)]
            item.setFocus(Qt.FocusReason.TabFocusReason)
            if item.scope.kind != SAVED:  # a search is a press of its own
                self.choose(item.scope)
        else:
            super().keyPressEvent(event)

    @property
    def items(self) -> list[SidebarItem]:
        """Every item, folded ones too, from top to bottom."""
        return [*self._parts, *(item for shown in self._lists.values() for item in shown.items)]

    def _part(self, scope: Scope, text: str, icon: str) -> SidebarItem:
        item = SidebarItem(self._theme, scope, text, icon)
        item.clicked.connect(lambda: self._press(scope))
        item.joined.connect(lambda how: self._join(scope, how))
        return item

    def _section(self, kind: str, title: str, icon: str) -> Section:
        shown = self._lists[kind] = ValueList(self._theme, kind, icon, writing=self._writing)
        shown.pressed.connect(self._press)
        shown.joined.connect(self._join)
        shown.dropped.connect(self.dropped)
        shown.renamed.connect(self.renamed)
        section = self._sections[kind] = Section(self._theme, title, shown, margins=(0, 10, 0, 0), inset=8)
        section.fold(folded=kind in _FOLDED)
        if kind == TAG and self._writing:
            section.say("drag onto rows")
        return section

    def _press(self, scope: Scope) -> None:
        if scope.kind == SAVED:
            self.searched.emit(self._queries[scope.value])
        else:
            self.choose(scope)
        self._check()

    def _join(self, scope: Scope, how: Join) -> None:
        part = self._queries[scope.value] if scope.kind == SAVED else scope.query
        if part:
            self.joining.emit(part, how)
        else:
            self._press(scope)

    def _check(self) -> None:
        for item in self._parts:
            item.setChecked(item.scope == self._scope)
        for shown in self._lists.values():
            shown.mark(self._scope)
