"""Where a card lies: the card in the middle, under it what can be done with it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QMargins, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSlider, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
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


class _Scroll(QScrollArea):
    """As high as what lies in it, where there is room."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        content.installEventFilter(self)

    @override
    def sizeHint(self) -> QSize:
        return self._content.sizeHint()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


class Desk(QWidget):
    """The card and its answers, 656 px wide where there is room and centred; a long card scrolls over its answers."""

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
        self.ground = _Scroll(_column((self.bad, self.card), QMargins(_MARGIN, 16, _MARGIN, 8)))
        self._foot = _column((self.show_button, self.answers, self.hints), QMargins(_MARGIN, 8, _MARGIN, 16))
        self._foot.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addStretch(1)
        layout.addWidget(self.ground)
        layout.addWidget(self._foot)
        layout.addStretch(1)
        for watched in (self.ground.viewport(), self.show_button, *self.answers.buttons.values()):
            watched.installEventFilter(self)
        self._fit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scroll a long card where a button would hand the focus on; left and right still lead to its neighbours."""
        if watched is self.ground.viewport():
            if event.type() == QEvent.Type.Resize:
                self._fit()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.scroll_by(event.key()):
            return True
        return super().eventFilter(watched, event)

    def scroll_by(self, key: int) -> bool:
        """Scroll as a key asks, and say whether it does."""
        bar = self.ground.verticalScrollBar()
        move = _MOVES.get(key) if bar.maximum() > 0 else None
        if move is not None:
            bar.triggerAction(move)
        return move is not None

    def _fit(self) -> None:
        """Let everything be as wide as a card: narrower than usual where the window is."""
        room = self.ground.viewport().width()
        width = max(LEAST, min(WIDTH, room - 2 * _MARGIN))
        if width != self.card.width():
            self.card.set_width(width)
        for widget in (self.answers, self.bad, self.hints):
            widget.setFixedWidth(width)
        beside = max(0, self.ground.width() - room)  # the scroll bar
        self._foot.setContentsMargins(0, 0, beside, 0)

    def lay(self, asked: Asked, *, now_ms: int, target: float, cue: str) -> None:
        """Lay another card down, its text hidden."""
        self.card.show_cue(asked, now_ms=now_ms, target=target, cue=cue)
        self.answers.show_outlook(asked.outlook, now_ms)
        self.hints.show_pinned(pinned=asked.card.memory.pinned)
        self.answers.hide()
        self.show_button.show()
        self.ground.verticalScrollBar().setValue(0)

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


def _column(widgets: Sequence[QWidget], margins: QMargins) -> QWidget:
    """Return widgets under each other, centred."""
    made = QWidget()
    layout = QVBoxLayout(made)
    layout.setContentsMargins(margins)
    layout.setSpacing(16)
    for widget in widgets:
        layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
    return made
