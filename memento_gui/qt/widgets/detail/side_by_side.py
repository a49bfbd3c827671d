"""Two states of a memory's words side by side, in a window of their own."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton, push_button
from memento_gui.qt.widgets.choice import Choice
from memento_gui.qt.widgets.difference import beside
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import field_label
from memento_gui.qt.widgets.markdown_view import PlainBrowser


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A memory's words at a time; ``number`` is the revision's, None for the present ones."""

    name: str
    title: str
    content: str
    number: int | None = None


class SideBySide(QDialog):
    """Any two states, the earlier at the left; an earlier one can come back."""

    restored = Signal(int)
    """The words of a revision (its number) are to become the present ones."""

    def __init__(
        self, theme: Theme, states: Sequence[State], *, left: int, right: int, writing: bool, parent: QWidget | None = None
    ) -> None:
        """Show the states at places ``left`` and ``right`` of ``states``."""
        super().__init__(parent)
        self.setWindowTitle("Side by side")
        open_as(self, 900, 620)
        self._theme = theme
        self._states = list(states)
        self._writing = writing
        self.left, self.right = Choice(), Choice()
        for choice, at, name in ((self.left, left, "Left"), (self.right, right, "Right")):
            for place, state in enumerate(states):
                choice.addItem(state.name, place)
            choice.setCurrentIndex(at)
            choice.setAccessibleName(name)
            choice.currentIndexChanged.connect(self._show)
        self.words = PlainBrowser(theme)
        self.words.setAccessibleName("Difference")
        self.restore = IconPushButton(theme, "Restore the left words", "restore")
        self.restore.clicked.connect(self._ask)
        close = push_button("Close", kind="primary")
        close.clicked.connect(self.reject)
        heads = QHBoxLayout()
        heads.setSpacing(8)
        heads.addWidget(self.left, 1)
        heads.addWidget(field_label("beside"))
        heads.addWidget(self.right, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.restore)
        buttons.addStretch(1)
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addLayout(heads)
        layout.addWidget(self.words, 1)
        layout.addLayout(buttons)
        theme.changed.connect(self._show)
        self.finished.connect(self.deleteLater)
        self._show()

    def _show(self) -> None:
        one, other = self._states[self.left.currentIndex()], self._states[self.right.currentIndex()]
        colours = self._theme.tokens
        titles = beside(one.title, other.title, colours) if one.title or other.title else ""
        self.words.setHtml(titles + beside(one.content, other.content, colours))
        self.restore.setEnabled(self._writing and one.number is not None)

    def _ask(self) -> None:
        number = self._states[self.left.currentIndex()].number
        if number is not None:
            self.restored.emit(number)
            self.accept()
