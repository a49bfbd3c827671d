"""Reviews a day as a map of weeks: one column a week, one row a weekday, Monday on top."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from memento_gui.domain.arrays import IntArray
from memento_gui.qt.plots.dates import WEEKDAYS, full_text
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.focus_ring import FocusRing

MANY: Final = 20
"""So many reviews a day, and more, get the strongest colour."""

_CELL: Final = 10
_PITCH: Final = 12
_LEFT: Final = 30
_LABELLED: Final = (0, 3, 6)
_MONTHS: Final = 18
"""Height of the line that names the months."""
_STEPS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -7, Qt.Key.Key_Right: 7}


def level(count: int) -> int:
    """Return the step of the colour scale for a day's reviews: 0 for none, 4 from twenty."""
    return 0 if count <= 0 else min(4, 1 + count * 3 // MANY)


class HeatMap(QWidget):
    """A square for each day; what does not fit is left out at the old end.

    One from which days are picked, by the mouse or the arrow keys, names the months above.
    """

    picked = Signal(object)
    """A day (`date`) was pressed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, picks: bool = False) -> None:
        super().__init__(parent)
        self._theme = theme
        self._top = _MONTHS if picks else 0
        self._picked = -1
        if picks:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            FocusRing(theme, self)
        self._first = date(2000, 1, 3)
        self._counts: IntArray = np.zeros(0, dtype=np.int64)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(self._top + 7 * _PITCH)
        self.setAccessibleName("Reviews a day")
        theme.changed.connect(self.update)

    def show_days(self, first_day: date, counts: IntArray | Sequence[int]) -> None:
        """Show a count for each day in a row, beginning with ``first_day``; the last one is today."""
        self._first, self._counts, self._picked = first_day, np.asarray(counts, dtype=np.int64), -1
        self.setAccessibleDescription(f"{int(self._counts.sum())} reviews in {len(self._counts)} days")
        self.updateGeometry()
        self.update()

    @property
    def counts(self) -> IntArray:
        """What is shown, oldest first."""
        return self._counts

    def cell(self, index: int) -> QRect:
        """Return the square of a day by its place in ``counts``; left of the map where it does not fit."""
        week, weekday = divmod(self._first.weekday() + index, 7)
        left = _LEFT + (week - self._hidden_weeks()) * _PITCH
        return QRect(left, self._top + weekday * _PITCH, _CELL, _CELL)

    def day_at(self, point: QPoint) -> tuple[date, int] | None:
        """Return the day under a point, and its reviews."""
        for index, count in enumerate(self._counts):
            if point.x() >= _LEFT and self.cell(index).contains(point):
                return self._first + timedelta(days=index), int(count)
        return None

    def _weeks(self) -> int:
        return -(-(self._first.weekday() + len(self._counts)) // 7)

    def _hidden_weeks(self) -> int:
        return max(0, self._weeks() - (self.width() - _LEFT + _PITCH - _CELL) // _PITCH)

    @override
    def sizeHint(self) -> QSize:
        return QSize(_LEFT + max(1, self._weeks()) * _PITCH, self.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_LEFT + 8 * _PITCH, self.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setFont(font(11))
        painter.setPen(colours.text_tertiary)
        for weekday in _LABELLED:
            area = QRect(0, self._top + weekday * _PITCH - 2, _LEFT - 4, _CELL + 4)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, WEEKDAYS[weekday])
        for index, count in enumerate(self._counts):
            cell = self.cell(index)
            if cell.left() >= _LEFT:
                painter.fillRect(cell, colours.heat[level(int(count))])
                if index == self._picked:
                    painter.setPen(QPen(colours.text, 1.0))
                    painter.drawRect(cell.adjusted(-1, -1, 0, 0))
        if self._top:
            self._name_months(painter)
        painter.end()

    def _name_months(self, painter: QPainter) -> None:
        """Write the name of each month above the week in which it begins, where it has room."""
        painter.setPen(self._theme.tokens.text_tertiary)
        for index in range(len(self._counts)):
            day, left = self._first + timedelta(days=index), self.cell(index).left()
            if day.day == 1 and left >= _LEFT and left + 2 * _PITCH <= self.width():
                painter.drawText(left, _MONTHS - 5, f"{day:%b}")

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.day_at(event.position().toPoint())
        if found is not None:
            self.pick((found[0] - self._first).days)

    def pick(self, index: int) -> None:
        """Single out a day by its place in ``counts`` and tell it."""
        if 0 <= index < len(self._counts) and self.cell(index).left() >= _LEFT:
            self._picked = index
            self.update()
            self.picked.emit(self._first + timedelta(days=index))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not self._top:
            super().keyPressEvent(event)
        else:
            self.pick(len(self._counts) - 1 if self._picked < 0 else self._picked + step)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self.day_at(event.pos())
            if found is None:
                QToolTip.hideText()
            else:
                reviews = "1 review" if found[1] == 1 else f"{found[1]} reviews"
                QToolTip.showText(event.globalPos(), f"{full_text(found[0])}: {reviews}", self)
            return True
        return super().event(event)


class HeatLegend(QWidget):
    """What the colours mean: from 0 to 20+."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedSize(16 + 5 * _PITCH + 30, 16)
        self.setAccessibleName(f"From 0 to {MANY} and more reviews a day")
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setFont(font(11))
        painter.setPen(colours.text_tertiary)
        upright = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRect(0, 0, 10, 16), Qt.AlignmentFlag.AlignRight | upright, "0")
        for step, colour in enumerate(colours.heat):
            painter.fillRect(15 + step * _PITCH, 3, _CELL, _CELL, colour)
        painter.drawText(QRect(18 + 5 * _PITCH, 0, 28, 16), Qt.AlignmentFlag.AlignLeft | upright, f"{MANY}+")
        painter.end()
