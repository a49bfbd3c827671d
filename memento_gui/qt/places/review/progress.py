"""How far today's queue is: a segment for each card."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme

_MOST = 80
_GAP = 3.0


class Progress(QWidget):
    """Segments: done in the accent, the present one in the text colour, the rest empty; one bar where there are many."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._done = 0
        self._total = 0
        self.setFixedHeight(4)
        self.setAccessibleName("Progress")
        theme.changed.connect(self.update)

    def show_progress(self, done: int, total: int) -> None:
        """Show ``done`` of ``total`` cards."""
        self._done, self._total = done, total
        self.setAccessibleDescription(f"{done} of {total} cards answered")
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._total:
            return
        colours = self._theme.tokens
        painter = QPainter(self)
        if self._total > _MOST:
            painter.fillRect(self.rect(), colours.bg_track)
            painter.fillRect(QRectF(0, 0, self.width() * self._done / self._total, self.height()), colours.accent)
        else:
            width = (self.width() + _GAP) / self._total
            for index in range(self._total):
                colour = colours.bg_track
                if index <= self._done:
                    colour = colours.accent if index < self._done else colours.text
                painter.fillRect(QRectF(index * width, 0, width - _GAP, self.height()), colour)
        painter.end()
