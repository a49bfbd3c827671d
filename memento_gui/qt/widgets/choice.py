"""A combo box that draws its own arrow in the theme's colour, and a number field without arrows."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QWidget
from typing_extensions import override

from memento_gui.qt.phrases import type_label
from memento_gui.qt.theme import Theme


class Choice(QComboBox):
    """One of a few words. The mouse wheel scrolls what lies around it and never changes it unawares."""

    def __init__(self, theme: Theme, values: Sequence[str] = (), parent: QWidget | None = None) -> None:
        """Offer ``values`` by their labels; each item's data is its value."""
        super().__init__(parent)
        self._theme = theme
        for value in values:
            self.addItem(type_label(value), value)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(6)
        theme.changed.connect(self.update)

    def choose(self, value: str) -> None:
        """Choose by value."""
        self.setCurrentIndex(self.findData(value))

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        colours = self._theme.tokens
        ink = colours.text_secondary if self.isEnabled() else colours.line_control
        drawing = self._theme.pixmap("chevron-down", ink, size=12, ratio=self.devicePixelRatioF())
        painter.drawPixmap(self.width() - 20, (self.height() - 12) // 2, drawing)
        painter.end()


class NumberField(QDoubleSpinBox):
    """A number from ``low`` to ``high``; the arrow keys step, the wheel does not."""

    def __init__(self, *, low: float, high: float, step: float, decimals: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setDecimals(decimals)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
