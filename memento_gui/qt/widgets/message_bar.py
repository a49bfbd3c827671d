"""The message bar: what happened, what was kept, what to do, above the place it concerns."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.errors import MementoError
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import icon_button, push_button
from memento_gui.qt.widgets.label import MEDIUM, label

ERROR: Final = "error"
WARNING: Final = "warning"
INFO: Final = "info"
DONE: Final = "done"
"""Told in passing: the window shows it as a toast."""

_LOOKS: Final = {ERROR: ("danger_bg", "error", "danger"), WARNING: ("warning_bg", "warning", "warning")}
_AT_MOST: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something to tell.

    ``text`` is the sentence, ``detail`` what follows it. ``choices`` are (label, call) pairs: buttons that close the bar.
    A message replaces an earlier one with the same non-empty ``key``. ``undoable`` offers to take back what was done.
    """

    text: str
    detail: str = ""
    kind: str = INFO
    choices: tuple[tuple[str, Callable[[], object]], ...] = ()
    key: str = ""
    undoable: bool = False


def message_of(told: object) -> Message:
    """Return what a place reported as a message; a `MementoError` becomes its sentence."""
    if isinstance(told, Message):
        return told
    if isinstance(told, MementoError):
        first, dot, rest = told.sentence.partition(". ")
        return Message(text=first + ("." if dot else ""), detail=rest, kind=ERROR)
    return Message(text=str(told))


class MessageBar(QWidget):
    """One message, with its buttons and a cross."""

    closed = Signal()

    def __init__(self, theme: Theme, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = message
        self._theme = theme
        self._icon = QLabel()
        self._icon.setFixedSize(16, 20)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 12, 8)
        layout.setSpacing(12)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(self._words(), 1)
        for text, call in message.choices:
            button = push_button(text)
            button.clicked.connect(lambda _checked=False, call=call: self._choose(call))
            layout.addWidget(button)
        self._cross = icon_button(theme, "close", "Close this message")
        self._cross.clicked.connect(self.closed)
        layout.addWidget(self._cross, 0, Qt.AlignmentFlag.AlignTop)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        theme.changed.connect(self._tint)
        self._tint()

    def _words(self) -> QVBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(2)
        headline = label(self.message.text, weight=MEDIUM, wrap=True)
        headline.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.addWidget(headline)
        if self.message.detail:
            detail = label(self.message.detail, size=12, tone="secondary", wrap=True)
            detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.addWidget(detail)
        return words

    def _choose(self, call: Callable[[], object]) -> None:
        self.closed.emit()
        call()

    def _tint(self) -> None:
        _, icon, tone = _LOOKS.get(self.message.kind, ("", "info", "accent_text"))
        self._icon.setPixmap(self._theme.pixmap(icon, self._theme.tokens.colour(tone), ratio=self.devicePixelRatioF()))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        background, _, _ = _LOOKS.get(self.message.kind, ("bg_selected", "", ""))
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.colour(background))
        line: QColor = colours.line
        painter.fillRect(0, self.height() - 1, self.width(), 1, line)
        painter.end()


class MessageBars(QWidget):
    """The messages that are up, newest last; at most four."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: list[MessageBar] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_message(self, message: Message) -> None:
        """Put a message up; one that says the same, or has the same key, is replaced."""
        for bar in list(self._bars):
            if bar.message == message or (message.key and bar.message.key == message.key):
                self._take_down(bar)
        if len(self._bars) == _AT_MOST:
            self._take_down(self._bars[0])
        bar = MessageBar(self._theme, message)
        bar.closed.connect(lambda: self._take_down(bar))
        self._bars.append(bar)
        self._layout.addWidget(bar)

    def dismiss(self, key: str) -> None:
        """Take down the message with this key, if it is up."""
        for bar in [bar for bar in self._bars if bar.message.key == key]:
            self._take_down(bar)

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is up."""
        return tuple(bar.message for bar in self._bars)

    def _take_down(self, bar: MessageBar) -> None:
        if bar in self._bars:
            self._bars.remove(bar)
            self._layout.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
