"""A combo box and a number field that leave the mouse wheel to what lies around them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QWidget
from typing_extensions import override

from memento_gui.qt.phrases import type_label
from memento_gui.qt.widgets.label import FIELD_HEIGHT
from memento_gui.qt.widgets.menu import KeysKept


class Choice(QComboBox):
    """One of a few words. The mouse wheel scrolls what lies around it and never changes it unawares."""

    def __init__(self, values: Sequence[str] = (), parent: QWidget | None = None) -> None:
        """Offer ``values`` by their labels; each item's data is its value."""
        super().__init__(parent)
        for value in values:
            self.addItem(type_label(value), value)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(6)
        self.view().installEventFilter(KeysKept(self))

    def choose(self, value: str) -> None:
        """Choose by value."""
        self.setCurrentIndex(self.findData(value))

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class NumberField(QDoubleSpinBox):
    """A number from ``low`` to ``high``; the arrow keys step, the wheel does not."""

    def __init__(self, *, low: float, high: float, step: float, decimals: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setDecimals(decimals)
        self.lineEdit().setTextMargins(6, 0, 6, 0)
        self.setFixedHeight(FIELD_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
