"""A review card's recall since its last review: the target, today, and the moment it is due."""

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.clock import DAY_MS
from memento_gui.engine.curves import recall_curve
from memento_gui.engine.review import due_after, recall
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.labels import RIGHT, Spot
from memento_gui.qt.plots.marks import Mark
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.plots.ticks import Ticks, day_axis, with_names
from memento_gui.qt.theme import Theme

_Y_TICKS = Ticks((0.0, 1.0), ("0", "1"))
_TICK_ROOM = 52.0
_HEADROOM = 1.3


class RecallCurve(Plot):
    """exp(−t/τ) against days since the last review."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(31, 10, 16, 24), parent=parent)
        self.add_curve("target", Stroke(colour="threshold"), z=5.0)
        self.add_curve("recall", Stroke(colour="text"))
        self._today = Mark()
        self._due = Mark(dot="threshold")
        self.add_tinted(self._due)
        self.add_tinted(self._today)
        self._today.setZValue(21)
        self.add_label("target")
        self.add_label("recall", tone="text", weight=QFont.Weight.DemiBold)
        self._shown = (1.0, 0.0, 0.7, True)
        self.setAccessibleName("Recall since the last review")

    def show_card(self, tau_days: float, last_review_ms: int | None, now_ms: int, target: float) -> None:
        """Show a card; without a last review the curve begins now."""
        elapsed = 0.0 if last_review_ms is None else max((now_ms - last_review_ms) / DAY_MS, 0.0)
        self._shown = (tau_days, elapsed, target, last_review_ms is None)
        self._draw()

    @property
    def today_at(self) -> tuple[float, float]:
        """Days since the last review, and the recall now."""
        return self._today.x(), self._today.y()

    @property
    def due_at(self) -> float:
        """Days from the last review until recall reaches the target."""
        return self._due.x()

    @override
    def laid_out(self) -> None:
        self._draw()

    def _draw(self) -> None:
        tau, elapsed, target, fresh = self._shown
        due = float(due_after(tau, target))
        now = float(recall(elapsed, tau))
        end, ticks = day_axis(max(1.5 * tau, due * _HEADROOM, elapsed * _HEADROOM))
        self.set_axes(Span(0.0, end), self._ticks(ticks, elapsed, end, fresh=fresh), Span(0.0, 1.0), _Y_TICKS)
        curve = recall_curve(tau, target, until_days=end).curve
        self.draw("recall", curve.x, curve.y)
        self.draw("target", np.array([0.0, end]), np.full(2, target))
        self._today.setPos(elapsed, now)
        self._due.setPos(due, target)
        self._labels["target"].say(f"due at {target:.2f}", Spot(x=end, y=target, dx=-4, dy=-10, align=RIGHT))
        spot = (
            Spot(x=elapsed, y=now, dx=10, dy=20 + 10 * (now > 0.9)) if now > 0.4 else Spot(x=elapsed, y=now, dx=4, dy=-16)
        )
        if elapsed > end * 0.8:
            spot = Spot(x=elapsed, y=now, dx=-6, dy=-16, align=RIGHT)
        self._labels["recall"].say(f"recall {now:.2f}", spot)
        self.setAccessibleDescription(f"Recall {now:.2f} now; due at {target:.2f}, {due:.3g} days after the last review")

    def _ticks(self, ticks: Ticks, elapsed: float, end: float, *, fresh: bool) -> Ticks:
        named = {0.0: "today"} if fresh else {0.0: "last review", elapsed: "today"}
        return with_names(ticks, named, pixels=self.area.width(), span=end, room=_TICK_ROOM)
