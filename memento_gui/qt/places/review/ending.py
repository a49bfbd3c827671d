"""The screen without a card: done for today, nothing due, or no cards yet."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.empty_state import EmptyState


class Ending(EmptyState):
    """A heading, a sentence, and where to go from here."""

    browse = Signal()
    ahead = Signal()
    usual = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "review", parent)
        self.sentence = ""
        self._usual = push_button("Back to today's cards")
        self._ahead = push_button("Review ahead…")
        self._browse = push_button("Go to Browse")
        for button, signal in ((self._usual, self.usual), (self._ahead, self.ahead), (self._browse, self.browse)):
            button.clicked.connect(signal)
            self.add_button(button)
        self._usual.hide()

    def show_text(self, heading: str, sentence: str, *, special: bool = False) -> None:
        """Show other words; a ``special`` session offers the way back to the usual one."""
        self.sentence = sentence
        self._usual.setVisible(special)
        self.say(heading, sentence, "check" if heading.startswith("Done") else "review")

    def take_focus(self) -> None:
        """Put the focus on the first button."""
        (self._ahead if self._usual.isHidden() else self._usual).setFocus()
