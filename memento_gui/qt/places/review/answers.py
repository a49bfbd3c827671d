"""The four answers, each with the interval it leads to and the day it ends."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.domain.memory import Answer
from memento_gui.model.values import Outlook
from memento_gui.qt.places.review.wording import HINTS, LABELS, due_text, interval_text
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import PushButton, paint_cap
from memento_gui.qt.widgets.label import MEDIUM

_HEIGHT: Final = 56
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class AnswerButton(PushButton):
    """One answer: its key, its name, what it means, and where it leads."""

    def __init__(self, theme: Theme, answer: Answer, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.answer = answer
        self._theme = theme
        self._interval = ""
        self._due = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)
        theme.changed.connect(self.update)

    def show_outlook(self, outlook: Outlook, now_ms: int) -> None:
        """Show where this answer leads."""
        self._interval, self._due = interval_text(outlook.interval_days), due_text(outlook.due_ms, now_ms)
        label, hint = LABELS[self.answer], HINTS[self.answer]
        self.setAccessibleName(f"{self.answer.rating} {label}, {hint}: {self._interval}, due {self._due}")
        self.update()

    @property
    def told(self) -> tuple[str, str]:
        """Interval and due day as shown."""
        return self._interval, self._due

    @override
    def sizeHint(self) -> QSize:
        return QSize(158, _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(112, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        inset = 1.0 if focused else 0.5
        painter.setPen(QPen(colours.focus if focused else colours.line_strong, 2.0 if focused else 1.0))
        fill = colours.bg_selected if self.isDown() else colours.bg_hover if self.underMouse() else colours.bg_raised
        painter.setBrush(fill)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), 4, 4)
        paint_cap(painter, QRectF(12, 10, 16, 18), str(self.answer.rating), colours.text_secondary, colours.line_strong)
        upper, lower = QRect(36, 9, self.width() - 48, 20), QRect(12, 30, self.width() - 24, 18)
        painter.setFont(font(13, MEDIUM))
        painter.setPen(colours.text)
        painter.drawText(upper, _LEFT, LABELS[self.answer])
        painter.drawText(upper, _RIGHT, self._interval)
        painter.setFont(font(11))
        painter.setPen(colours.text_secondary)
        due = painter.fontMetrics().horizontalAdvance(self._due) + 6
        hint = painter.fontMetrics().elidedText(HINTS[self.answer], Qt.TextElideMode.ElideRight, lower.width() - due)
        painter.drawText(lower, _LEFT, hint)
        painter.drawText(lower, _RIGHT, self._due)
        painter.end()


class Answers(QWidget):
    """Four buttons of equal width."""

    answered = Signal(object)
    """The chosen `Answer`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {answer: AnswerButton(theme, answer) for answer in Answer}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for answer, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, answer=answer: self.answered.emit(answer))
            layout.addWidget(button, 1)

    def show_outlook(self, outlook: Mapping[Answer, Outlook], now_ms: int) -> None:
        """Show where each answer leads."""
        for answer, leads in outlook.items():
            self.buttons[answer].show_outlook(leads, now_ms)

    def offer(self) -> None:
        """Put the focus on Ok."""
        self.buttons[Answer.OK].setFocus()
