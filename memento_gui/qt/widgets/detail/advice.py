"""What is suggested for a memory in a form: a title from its words, a strength from its tags and category."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.memory import Category
from memento_gui.engine.strength import StrengthSuggestion
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import LinkButton


@dataclass(frozen=True, slots=True)
class Adviser:
    """Where suggestions come from: quick enough to be asked at every key."""

    title: Callable[[str], str]
    """From a memory's words to a title, or nothing."""
    strength: Callable[[Collection[str], Category], StrengthSuggestion]
    """From tags and category to a strength and its reason."""
    tags: Callable[[], Iterable[str]]
    """The tags that are used already, most frequent first."""


class Advice(QObject):
    """Two small buttons that show a suggestion and take it when they are pressed; without an adviser they say nothing."""

    title_taken = Signal(str)
    """Use this title."""
    strength_taken = Signal(float)
    """Use this strength."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._adviser: Adviser | None = None
        self._title = ""
        self.suggested: StrengthSuggestion | None = None
        self.title_button = LinkButton(theme, "", size=12)
        self.strength_button = LinkButton(theme, "", size=12)
        for button in (self.title_button, self.strength_button):
            kept = button.sizePolicy()
            kept.setRetainSizeWhenHidden(True)
            button.setSizePolicy(kept)
            button.hide()
        self.title_button.clicked.connect(lambda: self.title_taken.emit(self._title))
        self.strength_button.clicked.connect(self._take_strength)

    def ask(self, adviser: Adviser) -> None:
        """Take suggestions from here from now on."""
        self._adviser = adviser

    def advise_title(self, title: str, content: str) -> None:
        """Suggest a title for these words, unless they have it already."""
        self._title = self._adviser.title(content) if self._adviser is not None else ""
        self.title_button.say(f"Use “{self._title}”")
        self.title_button.setVisible(self._title not in {"", title})

    def advise_strength(self, strength: float | None, tags: Collection[str], category: Category) -> None:
        """Suggest a strength for these tags and this category; None stands for the suggested one."""
        if self._adviser is None:
            return
        self.suggested = self._adviser.strength(tags, category)
        value, same = (
            f"{self.suggested.value:.2f}",
            strength is None or round(strength, 2) == round(self.suggested.value, 2),
        )
        self.strength_button.say(
            f"{f'Strength {value} as suggested:' if same else f'Use strength {value}:'} {self.suggested.reason}"
        )
        self.strength_button.setEnabled(not same)
        self.strength_button.show()

    def allow(self, *, writing: bool) -> None:
        """Offer suggestions only where they can be taken."""
        if not writing:
            self.title_button.hide()
            self.strength_button.hide()

    def _take_strength(self) -> None:
        if self.suggested is not None:
            self.strength_taken.emit(self.suggested.value)
