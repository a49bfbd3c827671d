"""Your store under these numbers: the distribution of ForgetScore, the counts, and whose fate changes."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.phrases import memories_text
from memento_gui.qt.places.tune.counts_table import CountsTable
from memento_gui.qt.places.tune.fate_list import FateList, FateRow
from memento_gui.qt.places.tune.fates import Outlook
from memento_gui.qt.plots.histogram import Histogram
from memento_gui.qt.plots.legend import Entry, Legend
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.label import BOLD, label, separator

WIDTH: Final = 360
_HISTOGRAM: Final = 158
_NOTHING: Final = "No memory changes its fate. Turn a number, and those that do are listed here."


class StorePane(QFrame):
    """What the numbers do to the memories that are there."""

    pressed = Signal(str)
    turned = Signal(str, float)
    released = Signal(str)
    opened = Signal(str)
    """Show this memory."""
    save_wished = Signal()
    undo_wished = Signal()
    back_wished = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "base")
        self.setFixedWidth(WIDTH)
        self.histogram = Histogram(theme)
        self.histogram.setFixedHeight(_HISTOGRAM)
        self.counts = CountsTable()
        self.list = FateList(theme)
        self._how_many = label(size=12, tone="secondary")
        self.save = IconPushButton(theme, "Save as…", kind="primary", keys="Ctrl+S")
        self.undo = IconPushButton(theme, "Undo", "undo")
        self.back = IconPushButton(theme, "Back to M1", "restore", kind="flat")
        self._lay_out(theme)
        self.histogram.pressed.connect(self.pressed)
        self.histogram.turned.connect(self.turned)
        self.histogram.released.connect(self.released)
        self.list.opened.connect(self.opened)
        for button, wish in ((self.save, self.save_wished), (self.undo, self.undo_wished), (self.back, self.back_wished)):
            button.clicked.connect(lambda _checked=False, wish=wish: wish.emit())

    def _lay_out(self, theme: Theme) -> None:
        title = label("Your store under these numbers", size=15, weight=BOLD)
        title.setContentsMargins(16, 14, 16, 12)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(title)
        column.addWidget(separator())
        legend = Legend(theme, (Entry(text="these numbers", box="line_control"), Entry(text="saved")))
        column.addLayout(_line(label("ForgetScore", weight=BOLD), legend))
        column.addSpacing(4)
        column.addWidget(self.histogram)
        column.addSpacing(8)
        column.addWidget(separator())
        column.addWidget(self.counts)
        column.addWidget(separator())
        column.addLayout(_line(label("Changing fate", weight=BOLD), self._how_many))
        column.addSpacing(6)
        column.addLayout(self._fates(), 1)
        column.addWidget(separator())
        column.addLayout(self._foot())

    def _fates(self) -> QStackedLayout:
        nothing = label(_NOTHING, size=12, tone="secondary", wrap=True)
        nothing.setContentsMargins(16, 4, 16, 0)
        holder = QWidget()
        inside = QVBoxLayout(holder)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(nothing)
        inside.addStretch(1)
        self._stack = QStackedLayout()
        self._stack.addWidget(holder)
        self._stack.addWidget(self.list)
        return self._stack

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 10, 16, 10)
        foot.setSpacing(8)
        foot.addWidget(self.save)
        foot.addWidget(self.undo)
        foot.addWidget(self.back)
        foot.addStretch(1)
        return foot

    def show_thresholds(self, parameters: ParameterSet) -> None:
        """Show where the forgetting rules begin; at once, before anything is counted."""
        self.histogram.show_thresholds(parameters.forgetting.soft_threshold, parameters.forgetting.hard_threshold)

    def show_outlook(self, outlook: Outlook, rows: tuple[FateRow, ...], parameters: ParameterSet) -> None:
        """Show what was counted with these parameters, and the first memories whose fate changes."""
        self.histogram.show_counts(outlook.edges, outlook.now_bins, outlook.saved_bins)
        self.counts.show_outlook(outlook, parameters.decay.forget)
        total = len(outlook.fates)
        self.list.show_rows(rows, total)
        self._how_many.setText(f"{memories_text(total)}, by importance" if total else "none")
        self._stack.setCurrentIndex(1 if total else 0)


def _line(left: QWidget, right: QWidget) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setContentsMargins(16, 12, 16, 0)
    line.addWidget(left)
    line.addStretch(1)
    line.addWidget(right)
    return line
