"""Where a card lies: the card in the middle, under it what can be done with it."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.places.review.answers import Answers
from memento_gui.qt.places.review.bad_offer import BadOffer
from memento_gui.qt.places.review.card import WIDTH, CardView
from memento_gui.qt.places.review.hints import Hints
from memento_gui.qt.places.review.loading import Asked
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton

LEAST: Final = 520
"""The narrowest card, in pixels."""
_MARGIN: Final = 16


class Desk(QScrollArea):
    """The card and its answers, 656 px wide where there is room and centred; it scrolls when the memory is long."""

    shown = Signal()
    """The whole memory is wanted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card = CardView(theme)
        self.answers = Answers(theme)
        self.bad = BadOffer(theme)
        self.hints = Hints(theme)
        self.show_button = IconPushButton(theme, "Show the memory", kind="primary", keys="Space")
        self.show_button.clicked.connect(self.shown)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(_MARGIN, 16, _MARGIN, 16)
        layout.setSpacing(16)
        layout.addStretch(1)
        for widget in (self.bad, self.card, self.show_button, self.answers, self.hints):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Let everything be as wide as a card: narrower than usual where the window is."""
        width = max(LEAST, min(WIDTH, self.viewport().width() - 2 * _MARGIN))
        if width != self.card.width():
            self.card.set_width(width)
        for widget in (self.answers, self.bad, self.hints):
            widget.setFixedWidth(width)

    def lay(self, asked: Asked, *, now_ms: int, target: float, cue: str) -> None:
        """Lay another card down, its text hidden."""
        self.card.show_cue(asked, now_ms=now_ms, target=target, cue=cue)
        self.answers.show_outlook(asked.outlook, now_ms)
        self.hints.show_pinned(pinned=asked.card.memory.pinned)
        self.answers.hide()
        self.show_button.show()
        self.verticalScrollBar().setValue(0)

    def reveal(self) -> None:
        """Show the whole memory and offer the answers."""
        self.card.reveal()
        self.show_button.hide()
        self.answers.show()

    def take_focus(self) -> None:
        """Put the focus where Space goes on."""
        if self.card.revealed:
            self.answers.offer()
        else:
            self.show_button.setFocus()
