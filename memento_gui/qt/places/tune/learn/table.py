"""A small table of measures: what they are with the numbers in use, with the learned ones, and what that changes."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from memento_gui.qt.widgets.label import BOLD, MEDIUM, label

Line = tuple[str, ...]


class LearnTable(QWidget):
    """Rows of text under a head; the first column takes the rest, the others stand at the right."""

    def __init__(self, head: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = tuple(head)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(20)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self.lines: tuple[Line, ...] = ()

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show these rows; the last cell but for the first is set in bold."""
        self.lines = tuple(lines)
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for column, text in enumerate(self._head):
            self._put(0, column, text, head=True)
        for row, line in enumerate(lines, start=1):
            for column, text in enumerate(line):
                self._put(row, column, text, head=False)

    def _put(self, row: int, column: int, text: str, *, head: bool) -> None:
        if head:
            cell = label(text, size=11, tone="secondary")
        elif column == 2:
            cell = label(text, weight=BOLD)
        else:
            cell = label(text, weight=MEDIUM) if column == 0 else label(text)
        side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
        cell.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(cell, row, column)
