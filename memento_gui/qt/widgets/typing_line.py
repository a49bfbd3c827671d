"""A line to type in that does not keep the window's undo from its user, and can underline what it could not read."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QColor, QInputMethodEvent, QKeyEvent, QKeySequence, QTextCharFormat
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override


class TypingLine(QLineEdit):
    """Takes Ctrl+Z for its own words only while it has words to take back; then it is the window's step that is undone.

    Qt's own line takes the key in any case, even when it is empty.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._composing = False
        self._spans: tuple[tuple[int, int], ...] = ()
        self._colour = QColor()

    @property
    def marks(self) -> tuple[tuple[int, int], ...]:
        """What is underlined."""
        return self._spans

    def underline(self, spans: Sequence[tuple[int, int]], colour: QColor) -> None:
        """Underline characters ``start`` to ``end`` with a wave, and no others; the text stays as it is.

        While a syllable is being composed the marks wait: drawing them would take it out of sight.
        """
        if tuple(spans) != self._spans:
            self._spans, self._colour = tuple(spans), colour
            if not self._composing:
                self._draw_marks()

    def _draw_marks(self) -> None:
        wave = QTextCharFormat()
        wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        wave.setUnderlineColor(self._colour)
        kind, cursor = QInputMethodEvent.AttributeType.TextFormat, self.cursorPosition()
        drawn = [QInputMethodEvent.Attribute(kind, start - cursor, end - start, wave) for start, end in self._spans]
        QCoreApplication.sendEvent(self, QInputMethodEvent("", drawn))

    @override
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        composed = self._composing
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)
        if composed and not self._composing and self._spans:
            self._draw_marks()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable()
            redo = event.matches(QKeySequence.StandardKey.Redo) and not self.isRedoAvailable()
            if undo or redo:
                event.ignore()
                return False
        return super().event(event)
