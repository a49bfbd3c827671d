"""Two lists of memories, one shown at a time: whose fate the numbers change, and what LRU would forget instead."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from memento_gui.qt.places.tune.store.fate_list import FateList, FateRow
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import label
from memento_gui.qt.widgets.tabs import Tabs

CHANGING: Final = "changing"
LRU: Final = "lru"
_UNCHANGED: Final = "No memory changes its fate. Turn a number, and those that do are listed here."
_SAME: Final = "LRU would forget the same memories."
_NONE: Final = "These numbers forget no memory, and a cache of the same size evicts none."


class FateTabs(QWidget):
    """A list under each tab, or a sentence where it is empty."""

    opened = Signal(str)
    """Show this memory."""
    chosen = Signal(str)
    """Another list is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Tabs(theme, [(CHANGING, "Changing fate"), (LRU, "Against LRU")])
        self.tabs.setToolTip("By importance. LRU is a cache of equal size that forgets what was used longest ago.")
        self.changing = FateList(theme)
        self.lru = FateList(theme)
        self.lru.setAccessibleName("Memories that LRU forgets and these numbers do not, or the other way round")
        self._empty = {CHANGING: label(_UNCHANGED, size=12, tone="secondary", wrap=True)}
        self._empty[LRU] = label(_SAME, size=12, tone="secondary", wrap=True)
        self._stack = QStackedWidget()
        for one in (self.changing, self.lru):
            self._stack.addWidget(one)
            one.opened.connect(self.opened)
        for words in self._empty.values():
            words.setContentsMargins(16, 4, 16, 0)
            words.setAlignment(Qt.AlignmentFlag.AlignTop)
            self._stack.addWidget(words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.tabs)
        layout.addWidget(self._stack, 1)
        self._totals = {CHANGING: 0, LRU: 0}
        self.tabs.chosen.connect(self._turn_over)
        self._show()

    @property
    def shown(self) -> str:
        """Which list is shown."""
        return self.tabs.current

    def show_changing(self, rows: Sequence[FateRow], total: int) -> None:
        """Show the first memories whose fate changes, of so many."""
        self.changing.show_rows(rows, total)
        self._totals[CHANGING] = total
        self.tabs.note(CHANGING, f"{total:,}" if total else "none")
        self._show()

    def show_lru(self, rows: Sequence[FateRow], total: int, alone: int, forgotten: int) -> None:
        """Show the first memories on which LRU differs; of ``forgotten`` it would forget ``alone`` others."""
        self.lru.show_rows(rows, total)
        self._totals[LRU] = total
        self.tabs.note(LRU, f"{alone:,} of {forgotten:,} differ" if forgotten else "none")
        self._empty[LRU].setText(_SAME if forgotten else _NONE)
        self._show()

    def _turn_over(self, key: str) -> None:
        self._show()
        self.chosen.emit(key)

    def _show(self) -> None:
        key = self.tabs.current
        lists = {CHANGING: self.changing, LRU: self.lru}
        self._stack.setCurrentWidget(lists[key] if self._totals[key] else self._empty[key])
