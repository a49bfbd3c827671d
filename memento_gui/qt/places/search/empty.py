"""What stands in place of results: what to do, or that nothing was found."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.empty_state import EmptyState


class EmptyResults(EmptyState):
    """A heading, a sentence, and a button that clears the line."""

    cleared = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "search", parent)
        self._button = push_button("Clear the line")
        self._button.clicked.connect(self.cleared)
        self.add_button(self._button)

    def show_text(self, heading: str, sentence: str, *, clear: bool) -> None:
        """Show other words, with or without the button."""
        self.say(heading, sentence)
        self._button.setVisible(clear)
