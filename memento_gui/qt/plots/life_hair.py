"""Tells, under the mouse, whose life a curve is."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel
from typing_extensions import override

from memento_gui.qt.plots.life_plot import LifePlot
from memento_gui.qt.theme import font

_AWAY = 14
_LONGEST = 60


class LifeHair(QObject):
    """Makes the nearest curve thick, and says its memory and when it crosses the thresholds."""

    def __init__(self, plot: LifePlot) -> None:
        super().__init__(plot)
        self._plot = plot
        self._names: Sequence[str] = ()
        self._box = QLabel(plot)
        self._box.setTextFormat(Qt.TextFormat.PlainText)
        self._box.setFont(font(12))
        self._box.setMargin(6)
        self._box.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._box.hide()
        plot.watch_mouse(self)

    def name(self, names: Sequence[str]) -> None:
        """Know the memories' titles, in their order, with what else is to be said of each."""
        self._names = names

    @property
    def text(self) -> str:
        """What the box says; empty while it is hidden."""
        return self._box.text() if self._box.isVisible() else ""

    def _show(self, at: QPoint) -> None:
        plot, area = self._plot, self._plot.area
        days = plot.ground.x_span.value((at.x() - area.left()) / area.width())
        place = plot.nearest_to(days, at.y())
        plot.emphasise(place)
        if not 0 <= place < len(self._names):
            self._box.hide()
            return
        name = self._names[place]
        title = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
        colours = plot.colours
        self._box.setStyleSheet(
            f"background: {colours.bg_raised.name()}; color: {colours.text.name()}; "
            f"border: 1px solid {colours.line_control.name()}; border-radius: 4px;"
        )
        self._box.setText(f"{title}\n{plot.sentence(place)}")
        self._box.adjustSize()
        left = at.x() + _AWAY
        if left + self._box.width() > plot.width():
            left = at.x() - _AWAY - self._box.width()
        top = min(max(at.y() - self._box.height() - 4, 0), plot.height() - self._box.height())
        self._box.move(max(left, 0), top)
        self._box.show()
        self._box.raise_()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            if self._plot.area.contains(event.position()):
                self._show(event.position().toPoint())
                return False
        elif event.type() != QEvent.Type.Leave:
            return False
        self._plot.emphasise(-1)
        self._box.hide()
        return False
