"""All that was found about the numbers: warnings with the change that mends each, and what is worth knowing."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memento_gui.qt.places.tune.advice.bar import AdviceBars
from memento_gui.qt.places.tune.advice.findings import Advice
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, MEDIUM, label


class CheckList(QWidget):
    """A section of the Learn tab."""

    followed = Signal(object)
    """A button was pressed (its `Advice`)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars = AdviceBars(theme)
        self.nothing = label("Nothing is wrong with these numbers.", size=12, tone="secondary")
        self.known: tuple[Advice, ...] = ()
        self._notes = QVBoxLayout()
        self._notes.setContentsMargins(16, 8, 16, 16)
        self._notes.setSpacing(2)
        title = label("Checks", size=15, weight=BOLD)
        for part in (title, self.nothing):
            part.setContentsMargins(16, 0, 16, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 16, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(title)
        layout.addWidget(self.nothing)
        layout.addWidget(self.bars)
        layout.addLayout(self._notes)
        self.bars.followed.connect(self.followed)

    def show_advice(self, advice: tuple[Advice, ...]) -> None:
        """Show every finding."""
        warnings = tuple(one for one in advice if not one.information)
        self.bars.show_advice(warnings)
        self.nothing.setVisible(not warnings)
        known = tuple(one for one in advice if one.information)
        if known == self.known:
            return
        self.known = known
        while (item := self._notes.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for one in known:
            self._notes.addWidget(label(one.text, size=12, weight=MEDIUM))
            self._notes.addWidget(label(one.detail, size=12, tone="secondary", wrap=True))
