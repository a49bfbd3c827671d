"""What stands in place of results: what to do, that nothing was found, or that there is nothing to find yet."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memento_gui.model.searches.ways_out import WayOut
from memento_gui.qt.actions import shown_keys
from memento_gui.qt.phrases import count_text
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.empty_state import EmptyState

_LONGEST = 40


class EmptyResults(EmptyState):
    """A heading, a sentence, and buttons: one that clears the line, or those that fill an empty store."""

    cleared = Signal()
    listed = Signal()
    """Show in Browse what the filters let through."""
    relaxed = Signal(str)
    """Search for this text instead."""
    wished = Signal(str)
    """Perform an action of the window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "search", parent)
        self._rest = ""
        self.relax = IconPushButton(theme, "Drop a filter", kind="primary")
        self.browse = IconPushButton(theme, "Show in Browse", "browse", kind="primary")
        self.clear = IconPushButton(theme, "Clear the line", keys=shown_keys("Esc"))
        self.new = IconPushButton(theme, "New memory", "plus", kind="primary", keys=shown_keys("Ctrl+N"))
        self.bring = IconPushButton(theme, "Import a file…", "import")
        for button in (self.relax, self.browse, self.clear, self.new, self.bring):
            self.add_button(button)
        self.relax.clicked.connect(lambda: self.relaxed.emit(self._rest))
        self.browse.clicked.connect(self.listed)
        self.clear.clicked.connect(self.cleared)
        self.new.clicked.connect(lambda: self.wished.emit("memory.new"))
        self.bring.clicked.connect(lambda: self.wished.emit("file.import"))
        self.show_text("", "", clear=False)

    def show_text(self, heading: str, sentence: str, *, clear: bool) -> None:
        """Show other words, with or without the button that clears the line."""
        self._show(heading, sentence, "search", clear=clear, fill=False)

    def show_nothing_found(self, sentence: str, way: WayOut | None) -> None:
        """Say that nothing was found, and offer to drop the filter that stands in the way."""
        if way is None:
            self.show_text("Nothing found", sentence, clear=True)
            return
        dropped = way.dropped if len(way.dropped) <= _LONGEST else f"{way.dropped[: _LONGEST - 1]}…"
        self._rest = way.rest
        self.relax.setText(f"Drop {dropped}".replace("&", "&&"))
        would = count_text(way.count, "result", "results")
        self._show("Nothing found", f"Without {dropped} there would be {would}.", "search", clear=True, fill=False)
        self.relax.show()

    def show_filters_only(self, sentence: str) -> None:
        """Say that filters alone rank nothing, and offer to list what they let through."""
        self._show("No word to rank by", sentence, "search", clear=True, fill=False)
        self.browse.show()

    def show_empty_store(self, *, writable: bool) -> None:
        """Say that there is nothing to find yet, and offer to write or to import."""
        said = "Write a first memory, or import what another program remembers; then it is found here."
        read_only = "This store holds no memories, and it can only be read. Open another one."
        self._show("Nothing to find yet", said if writable else read_only, "memory", clear=False, fill=writable)

    def _show(self, heading: str, sentence: str, icon: str, *, clear: bool, fill: bool) -> None:
        self.say(heading, sentence, icon)
        self.relax.hide()
        self.browse.hide()
        self.clear.setVisible(clear)
        self.new.setVisible(fill)
        self.bring.setVisible(fill)
