"""A and B: which of two sets of numbers is in use, and a way to the other one."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memento_gui.qt.slots import NAMES
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import SegmentedControl, icon_button
from memento_gui.qt.widgets.label import MEDIUM, plain_tip

KEY: Final = "X"
_ROOM: Final = 98
"""Pixels that a slot's name may take."""


class SlotBar(QWidget):
    """Two names, of which one is on, and a button that copies the set in use into the other slot."""

    switched = Signal()
    """The other slot is to be used."""
    copied = Signal()
    """The waiting slot is to hold what is in use."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = SegmentedControl(theme, [(name, name) for name in NAMES])
        self.choice.setAccessibleName("Slot in use, A or B")
        self.choice.chosen.connect(lambda _name: self.switched.emit())
        self.copy = icon_button(theme, "copy", "Copy these numbers to the other slot", size=14)
        self.copy.clicked.connect(lambda _checked=False: self.copied.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 8)
        row.setSpacing(8)
        row.addWidget(self.choice)
        row.addStretch(1)
        row.addWidget(self.copy)

    def show_slots(self, titles: tuple[str, str], used: int) -> None:
        """Show what each slot holds, and which is in use."""
        metrics = QFontMetrics(font(13, MEDIUM))
        for name, title in zip(NAMES, titles, strict=True):
            self.choice.label_as(name, metrics.elidedText(f"{name} {title}", Qt.TextElideMode.ElideRight, _ROOM))
        self.choice.choose(NAMES[used])
        self.choice.setToolTip(plain_tip(f"A: {titles[0]}; B: {titles[1]} ({KEY} switches)"))
        self.choice.setAccessibleDescription(f"{NAMES[used]} is in use: {titles[used]}")
