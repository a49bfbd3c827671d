"""The screen without a card: done for today, nothing due, or no cards yet."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.empty_state import EmptyState


class Ending(EmptyState):
    """A heading, a sentence, and where to go from here. Whoever goes on pressing Space presses no button."""

    wished = Signal(str)
    """``usual``, ``ahead``, ``rules`` or ``browse``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "review", parent)
        self.sentence = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.buttons = {
            "usual": IconPushButton(theme, "Back to today's cards"),
            "ahead": IconPushButton(theme, "Review ahead…", keys="A"),
            "rules": IconPushButton(theme, "Review rules…", keys="R"),
            "browse": IconPushButton(theme, "Go to Browse"),
        }
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, name=name: self.wished.emit(name))
            self.add_button(button)
            button.hide()

    def show_text(self, heading: str, sentence: str, *, special: bool = False, cards: bool = True) -> None:
        """Show other words.

        Args:
            heading: What became of the session.
            sentence: What changed, and what comes.
            special: Whether it was not the usual session: there is a way back to that.
            cards: Whether there are cards at all; without them, the rules say what becomes one.
        """
        self.sentence = sentence
        self.setAccessibleName(f"{heading}. {sentence}")
        offered = {"usual": special, "ahead": cards, "rules": not cards, "browse": True}
        for name, button in self.buttons.items():
            button.setVisible(offered[name])
        self.say(heading, sentence, "check" if heading.startswith("Done") else "review")
