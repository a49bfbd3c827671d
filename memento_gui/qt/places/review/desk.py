"""Where a card lies: the card in the middle, under it what can be done with it."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QFrame, QScrollArea, QVBoxLayout, QWidget
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
_MOVES: Final[dict[int, QAbstractSlider.SliderAction]] = {
    Qt.Key.Key_Up: QAbstractSlider.SliderAction.SliderSingleStepSub,
    Qt.Key.Key_Down: QAbstractSlider.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_Home: QAbstractSlider.SliderAction.SliderToMinimum,
    Qt.Key.Key_End: QAbstractSlider.SliderAction.SliderToMaximum,
}


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
        for button in (self.show_button, *self.answers.buttons.values()):
            button.installEventFilter(self)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scroll a long card where a button would hand the focus on; left and right still lead to its neighbours."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.scroll_by(event.key()):
            return True
        return super().eventFilter(watched, event)

    def scroll_by(self, key: int) -> bool:
        """Scroll as a key asks, and say whether it does."""
        bar = self.verticalScrollBar()
        move = _MOVES.get(key) if bar.maximum() > 0 else None
        if move is not None:
            bar.triggerAction(move)
        return move is not None

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
