"""What Browse shows instead of rows: an empty store, an empty scope, or a filter that lets nothing through."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memento_gui.qt.actions import shown_keys
from memento_gui.qt.places.browse.looking import ALL, CHANGED, DUE, PINNED, TAG, TRASH, TYPE, Found
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.empty_state import EmptyState

_SCOPES = {
    PINNED: ("Nothing is pinned", "A pinned memory ranks higher and is never forgotten. Select one and press P."),
    DUE: ("Nothing is due for review", "Cards come back when you are about to forget them."),
    CHANGED: ("Nothing changed this week", "New and edited memories appear here for seven days."),
    TRASH: ("The trash is empty", "What you delete waits here and can be restored."),
    TYPE: ("No memory of this type", "Types decide how fast a memory fades."),
    TAG: ("No memory has this tag", "Tags are edited in the detail pane."),
}


class NothingHere(QWidget):
    """Says why there is nothing, and offers the way out."""

    cleared = Signal()
    narrowed = Signal(str)
    """Another filter line would show something."""
    wished = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rest = ""
        self.state = EmptyState(theme, "search")
        self._relax = IconPushButton(theme, "Drop a term", kind="primary")
        self._clear = IconPushButton(theme, "Clear filter", keys=shown_keys("Esc"))
        self._new = IconPushButton(theme, "New memory", "plus", kind="primary", keys=shown_keys("Ctrl+N"))
        self._import = IconPushButton(theme, "Import a file…", "import")
        self._all = IconPushButton(theme, "Show all memories", "browse")
        for button in (self._relax, self._clear, self._new, self._import, self._all):
            self.state.add_button(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.state)
        self._relax.clicked.connect(lambda: self.narrowed.emit(self._rest))
        self._clear.clicked.connect(self.cleared)
        self._all.clicked.connect(self.cleared)
        self._new.clicked.connect(lambda: self.wished.emit("memory.new"))
        self._import.clicked.connect(lambda: self.wished.emit("file.import"))

    def show_found(self, found: Found) -> None:
        """Explain why ``found`` has no rows."""
        filtered = bool(found.asked.text.strip())
        empty_store = not filtered and found.asked.scope.kind == ALL
        for button, shown in (
            (self._relax, filtered and found.way_out is not None),
            (self._clear, filtered),
            (self._new, empty_store),
            (self._import, empty_store),
            (self._all, not filtered and not empty_store),
        ):
            button.setVisible(shown)
        if filtered:
            self._show_filter(found)
        elif empty_store:
            self.state.say(
                "This store is empty", "Write a first memory, or import what another program remembers.", "memory"
            )
        else:
            self.state.say(*_SCOPES[found.asked.scope.kind], "filter")

    def _show_filter(self, found: Found) -> None:
        way = found.way_out
        words = f"None of {found.total:,} memories passes the filter."
        if way is not None:
            dropped = way.dropped if len(way.dropped) <= 40 else f"{way.dropped[:39]}…"
            words = f"Without {dropped} there would be {way.count:,}."
            self._rest = way.rest
            self._relax.setText(f"Drop {dropped}, show {way.count:,}".replace("&", "&&"))
        self.state.say("No memory matches", words, "search")
