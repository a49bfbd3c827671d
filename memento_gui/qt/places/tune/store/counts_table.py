"""How many memories each rule takes: saved, now, and the difference."""

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from memento_gui.qt.phrases import MINUS
from memento_gui.qt.places.tune.store.fates import Counts, Outlook
from memento_gui.qt.theme import font
from memento_gui.qt.widgets.label import BOLD, MEDIUM, label, plain_tip

_ROWS: Final[tuple[tuple[str, Callable[[Counts], int]], ...]] = (
    ("Soft candidates", lambda counts: counts.soft),
    ("Hard candidates", lambda counts: counts.hard),
    ("Forgotten", lambda counts: counts.forgotten),
    ("Kept", lambda counts: counts.kept),
    ("Promoted", lambda counts: counts.promoted),
)
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def change_text(change: int) -> str:
    """Return a difference with its sign; 0 has none."""
    return f"+{change:,}" if change > 0 else f"{MINUS}{-change:,}" if change < 0 else "0"


def _counted(set_aside: Mapping[str, int]) -> str:
    """Say which memories are counted and which are not."""
    others = [f"{count:,} {'in the trash' if why == 'trash' else why}" for why, count in set_aside.items()]
    return f"Active memories are counted. Not counted: {', '.join(others)}." if others else "All memories are counted."


class CountsTable(QWidget):
    """Five lines of three numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 10, 16, 8)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        for column in (1, 2, 3):
            self._grid.setColumnMinimumWidth(column, 46)
        self.counted = ("", "")
        """What is said of how many memories are counted, and which."""
        self._total = label(size=12, tone="tertiary")
        self._grid.addWidget(self._total, 0, 0)
        for column, text in enumerate(("saved", "now", "change"), start=1):
            heading = label(text, size=12, tone="tertiary")
            heading.setAlignment(_RIGHT)
            self._grid.addWidget(heading, 0, column)
        self._under = label(size=11, tone="tertiary")
        self._cells = [self._add_row(place, text) for place, (text, _) in enumerate(_ROWS, start=1)]

    def _add_row(self, row: int, text: str) -> tuple[QLabel, QLabel, QLabel]:
        self._grid.setRowMinimumHeight(row, 26)
        name = QGridLayout()
        name.setHorizontalSpacing(4)
        name.addWidget(label(text), 0, 0)
        if text == "Forgotten":
            name.addWidget(self._under, 0, 1)
        name.setColumnStretch(2, 1)
        self._grid.addLayout(name, row, 0)
        cells = (label(tone="secondary"), label(weight=MEDIUM), label())
        for column, cell in enumerate(cells, start=1):
            cell.setAlignment(_RIGHT)
            self._grid.addWidget(cell, row, column)
        return cells

    def show_outlook(self, outlook: Outlook, forget_under: float) -> None:
        """Show the counts of a store."""
        self.counted = (f"of {outlook.total:,} active", _counted(outlook.set_aside))
        self._total.setText(self.counted[0])
        self._total.setToolTip(plain_tip(self.counted[1]))
        self._under.setText(f"decay under {forget_under:.2f}")
        for (saved, now, change), (_, count) in zip(self._cells, _ROWS, strict=True):
            before, after = count(outlook.saved), count(outlook.now)
            saved.setText(f"{before:,}")
            now.setText(f"{after:,}")
            change.setText(change_text(after - before))
            tone = "tertiary" if after == before else ""
            if change.property("tone") != tone:
                change.setProperty("tone", tone)
                change.setFont(font(13, BOLD) if not tone else font())
                change.style().unpolish(change)
                change.style().polish(change)

    def texts(self) -> dict[str, tuple[str, str, str]]:
        """Return what each line says: saved, now, change."""
        return {
            name: (saved.text(), now.text(), change.text())
            for (name, _), (saved, now, change) in zip(_ROWS, self._cells, strict=True)
        }
