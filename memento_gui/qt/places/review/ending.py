"""The screen without a card: done for today, nothing due, or no cards yet."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.empty_state import EmptyState


class Ending(EmptyState):
    """A heading, a sentence, and a way back to the memories."""

    browse = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "review", parent)
        self.sentence = ""
        self.button = push_button("Go to Browse")
        self.button.clicked.connect(self.browse)
        self.add_button(self.button)

    def show_text(self, heading: str, sentence: str) -> None:
        """Show other words."""
        self.sentence = sentence
        self.say(heading, sentence, "check" if heading.startswith("Done") else "review")
