"""What stands where there is nothing to show: what happened, what to do next, and the button for it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label

_ICON = 28
_WIDTH = 460


class EmptyState(QWidget):
    """An icon, a headline, a sentence and buttons, in the middle of the room it has."""

    def __init__(self, theme: Theme, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._headline = label(size=15, weight=BOLD, wrap=True)
        self._words = label(tone="secondary", wrap=True)
        for part in (self._headline, self._words):
            part.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(4)
        for part in (self._headline, self._words):
            column.addWidget(part)
        column.addSpacing(8)
        column.addLayout(self._buttons)
        self._holder = QWidget()
        self._holder.setLayout(column)
        column.setContentsMargins(0, 0, 0, 0)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(self._holder)  # not aligned: an aligned widget is not asked how high its wrapped words are
        across.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addStretch(1)
        layout.addLayout(across)
        layout.addStretch(1)
        theme.changed.connect(self._tint)
        self._tint()

    def say(self, headline: str, words: str = "", icon: str = "") -> None:
        """Show other words and, if named, another icon."""
        self._headline.setText(headline)
        self._words.setText(words)
        self._words.setVisible(bool(words))
        if icon:
            self._icon_name = icon
            self._tint()

    def add_button(self, button: QPushButton) -> None:
        """Offer a button under the words."""
        if not self._buttons.count():
            self._buttons.addStretch(1)
            self._buttons.addStretch(1)
        self._buttons.insertWidget(self._buttons.count() - 1, button)

    @property
    def headline(self) -> str:
        """What it says first."""
        return self._headline.text()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._holder.setFixedWidth(max(120, min(_WIDTH, self.width() - 32)))

    def _tint(self) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap(self._icon_name, self._theme.tokens.text_tertiary, size=_ICON, ratio=ratio))
