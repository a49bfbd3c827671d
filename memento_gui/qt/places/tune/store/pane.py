"""Your store under these numbers: the distribution of a score, the counts, and whose fate changes."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.places.tune.flat_button import FlatButton
from memento_gui.qt.places.tune.store.counts_table import CountsTable
from memento_gui.qt.places.tune.store.fate_list import FateRow
from memento_gui.qt.places.tune.store.fate_tabs import FateTabs
from memento_gui.qt.places.tune.store.fates import Outlook
from memento_gui.qt.places.tune.store.histograms import Histograms
from memento_gui.qt.places.tune.store.time_bar import TimeBar
from memento_gui.qt.plots.histogram import Histogram
from memento_gui.qt.plots.legend import Legend
from memento_gui.qt.plots.population import PopulationPlot, entries
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton, cap_width
from memento_gui.qt.widgets.label import BOLD, label, plain_tip, separator

WIDTH: Final = 360
_POPULATION: Final = 110
_FOOT: Final = 12
_GAP: Final = 8
_SAVE_KEYS: Final = "Ctrl+S"


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
        self.histograms = Histograms(theme)
        self.counts = CountsTable()
        self.time = TimeBar(theme)
        self.population = PopulationPlot(theme)
        self.population.setFixedHeight(_POPULATION)
        self.time.moved.connect(self.population.show_day)
        self.fates = FateTabs(theme)
        self.save = IconPushButton(theme, "Save as…", kind="primary", keys=_SAVE_KEYS)
        self.save.setFixedWidth(self.save.fontMetrics().horizontalAdvance("Save as…") + cap_width(_SAVE_KEYS) + 30)
        self.undo = IconPushButton(theme, "Undo", "undo")
        self.undo.setAccessibleName("Undo")
        self.back = FlatButton(theme, "restore")
        self._lay_out(theme)
        self.histograms.pressed.connect(self.pressed)
        self.histograms.turned.connect(self.turned)
        self.histograms.released.connect(self.released)
        self.fates.opened.connect(self.opened)
        for button, wish in ((self.save, self.save_wished), (self.undo, self.undo_wished), (self.back, self.back_wished)):
            button.clicked.connect(lambda _checked=False, wish=wish: wish.emit())

    def _lay_out(self, theme: Theme) -> None:
        title = label("Your store under these numbers", size=15, weight=BOLD)
        title.setContentsMargins(16, 14, 16, 4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(title)
        column.addWidget(self.time)
        column.addWidget(separator())
        column.addWidget(self.histograms)
        column.addSpacing(8)
        column.addWidget(separator())
        column.addWidget(self.counts)
        column.addWidget(separator())
        column.addLayout(_line(label("Coming year", weight=BOLD), Legend(theme, entries())))
        column.addWidget(self.population)
        column.addWidget(separator())
        column.addWidget(self.fates, 1)
        column.addWidget(separator())
        column.addLayout(self._foot())

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setContentsMargins(_FOOT, 10, _FOOT, 10)
        foot.setSpacing(_GAP)
        foot.addWidget(self.save)
        foot.addWidget(self.undo)
        foot.addWidget(self.back)
        foot.addStretch(1)
        return foot

    @property
    def histogram(self) -> Histogram:
        """The histogram that is shown."""
        return self.histograms.plot

    def name_saved(self, name: str) -> None:
        """Say which set "back" goes to, in as many words as there is room for."""
        for undo, back in (("Undo", f"Back to {name}"), ("", f"Back to {name}"), ("", "Back to saved"), ("", "Back")):
            self.undo.setText(undo)
            self.back.say(back)
            wanted = self.save.width() + self.undo.sizeHint().width() + self.back.sizeHint().width()
            if wanted <= WIDTH - 2 * _FOOT - 2 * _GAP:
                break
        self.back.setToolTip(plain_tip(f"Back to the saved numbers of {name}"))

    def show_thresholds(self, parameters: ParameterSet) -> None:
        """Show where rules and decisions begin; at once, before anything is counted."""
        self.histograms.show_thresholds(parameters)

    def show_outlook(self, outlook: Outlook, rows: tuple[FateRow, ...], parameters: ParameterSet) -> None:
        """Show what was counted with these parameters, and the first memories whose fate changes."""
        self.histograms.show_outlook(outlook)
        self.counts.show_outlook(outlook, parameters.decay.forget)
        self.fates.show_changing(rows, len(outlook.fates))


def _line(left: QWidget, right: QWidget) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setContentsMargins(16, 12, 16, 0)
    line.addWidget(left)
    line.addStretch(1)
    line.addWidget(right)
    return line
