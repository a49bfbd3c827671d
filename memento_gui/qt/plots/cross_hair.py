"""A cross-hair: where the mouse is, and what every curve has there."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel
from typing_extensions import override

from memento_gui.domain.arrays import FloatArray
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.theme import font

_AWAY: Final = 14


class CrossHair(QObject):
    """Follows the mouse over a plot's area; the values stand in a small box beside it."""

    def __init__(self, plot: Plot, names: Mapping[str, str], unit: str = "d") -> None:
        """Read the curves ``names`` (curve to what it is called) of a plot whose x has this unit."""
        super().__init__(plot)
        self._plot = plot
        self._names = names
        self._unit = unit
        self._line = QFrame(plot)
        self._box = QLabel(plot)
        self._box.setTextFormat(Qt.TextFormat.PlainText)
        self._box.setFont(font(12))
        self._box.setMargin(6)
        for part in (self._line, self._box):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            part.hide()
        plot.watch_mouse(self)

    @property
    def text(self) -> str:
        """What the box says; empty while it is hidden."""
        return self._box.text() if self._box.isVisible() else ""

    def show_at(self, x: float, at: QPoint) -> None:
        """Show the values at ``x``; the mouse is at this place of the plot."""
        colours, area = self._plot.colours, self._plot.area
        self._line.setGeometry(at.x(), round(area.top()), 1, round(area.height()))
        self._line.setStyleSheet(f"background: {colours.line_strong.name()};")
        self._box.setStyleSheet(
            f"background: {colours.bg_raised.name()}; color: {colours.text.name()}; "
            f"border: 1px solid {colours.line_control.name()}; border-radius: 4px;"
        )
        self._box.setText("\n".join(self.lines_at(x)))
        self._box.adjustSize()
        left = at.x() + _AWAY
        if left + self._box.width() > self._plot.width():
            left = at.x() - _AWAY - self._box.width()
        top = min(max(at.y() - self._box.height() // 2, 0), max(self._plot.height() - self._box.height(), 0))
        self._box.move(max(left, 0), top)
        self._line.show()
        self._box.show()
        self._box.raise_()

    def lines_at(self, x: float) -> list[str]:
        """Return what the box says of a place, line by line."""
        found = {shown: value_at(*self._plot.curve(name), x) for name, shown in self._names.items()}
        return [self._at_text(x), *(f"{shown}  {value:.3f}" for shown, value in found.items() if value is not None)]

    def _at_text(self, x: float) -> str:
        """Return where it is; the first day of a logarithmic axis is most of it, so there in minutes and hours."""
        if self._unit != "d" or x >= 1 or not self._plot.ground.x_span.logarithmic:
            return f"{x:.1f} {self._unit}"
        return f"{x * 24:.1f} h" if x * 24 >= 1 else f"{x * 24 * 60:.0f} min"

    def hide(self) -> None:
        """Show nothing."""
        self._line.hide()
        self._box.hide()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            at, area = event.position(), self._plot.area
            if area.contains(at) and not event.buttons():
                span = self._plot.ground.x_span
                share = (at.x() - area.left()) / area.width()
                self.show_at(span.value(share), at.toPoint())
            else:
                self.hide()
        elif event.type() == QEvent.Type.Leave:
            self.hide()
        return False


def value_at(x: FloatArray, y: FloatArray, at: float) -> float | None:
    """Return a curve's value at a place, read between its points; None where it has none."""
    if not len(x) or not x[0] <= at <= x[-1]:
        return None
    value = float(np.interp(at, x, y))
    return None if np.isnan(value) else value
