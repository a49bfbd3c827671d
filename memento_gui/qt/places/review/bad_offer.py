"""What is offered after a bad answer: mend the memory, make it less important, or drop it."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memento_gui.domain.memory import Memory
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.label import ElidedLabel

_OFFERS: Final = (("edit", "Edit", "Shift+E"), ("lower", "Less important", "Shift+L"), ("trash", "Trash", "Shift+Del"))


class BadOffer(QFrame):
    """A strip above the next card, about the one before it."""

    chosen = Signal(str)
    """``edit``, ``lower`` or ``trash``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "side")
        self.memory: Memory | None = None
        self._words = ElidedLabel(size=12, tone="secondary")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for name, text, keys in _OFFERS:
            button = IconPushButton(theme, text, keys=keys)
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(8)
        layout.addWidget(self._words)
        layout.addLayout(buttons)
        self.hide()

    def offer(self, memory: Memory | None, *, leech: bool = False) -> None:
        """Offer it for a memory, or nothing."""
        self.memory = memory
        if memory is not None:
            said = "Bad again and again, a leech" if leech else "That was bad"
            self._words.setText(f"{said}. Is it still right? “{memory.headline}”")
        self.setVisible(memory is not None)
