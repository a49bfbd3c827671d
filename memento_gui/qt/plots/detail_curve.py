"""One memory's decay since its last use: where it stands today, and when it crosses each threshold."""

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.parameters import DecayParameters, ParameterSet
from memento_gui.engine.curves import days_to
from memento_gui.engine.decay import decay_score, time_to_threshold
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.labels import Spot
from memento_gui.qt.plots.marks import Mark
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import DASHES, Stroke
from memento_gui.qt.plots.ticks import Ticks, day_axis, with_names
from memento_gui.qt.theme import Theme

THRESHOLDS: Final = ("promote", "forget")

_Y_TICKS: Final = Ticks((0.0, 0.5, 1.0), ("0", "0.5", "1"))
_HEADROOM: Final = 1.1
_SHORTEST: Final = 7.0
_LONGEST: Final = 3650.0
_TICK_ROOM: Final = 48.0
_TODAY_DASH: Final = (2.0, 2.0)


class DetailCurve(Plot):
    """The decay score against days since the last use, drawn up to 1; who shows the plot tells a higher score."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(32, 10, 62, 24), parent=parent)
        self.add_curve("score", Stroke(colour="text"))
        self.add_curve("today", Stroke(colour="text", width=1.0, dash=_TODAY_DASH), z=6.0)
        self._axis = (0.0, _SHORTEST, Ticks())
        self._marks: dict[str, Mark] = {}
        for name in THRESHOLDS:
            self.add_curve(name, Stroke(colour="threshold"), z=5.0)
            self.add_label(name)
            self._marks[name] = Mark()
            self.add_tinted(self._marks[name])
        self._crossings: dict[str, float] = {}
        self.setAccessibleName("Decay since the last use")

    @property
    def crossings(self) -> Mapping[str, float]:
        """Days from the last use to each threshold: 0 if it was never above, ``inf`` if it never falls so far."""
        return self._crossings

    def show_memory(
        self,
        uses: int,
        strength: float,
        last_used_ms: int,
        now_ms: int,
        parameters: ParameterSet,
        *,
        tag_factor: float = 1.0,
    ) -> None:
        """Show a memory.

        Args:
            uses: How often it was used after it was saved.
            strength: In [0, 2].
            last_used_ms: Its last use, or its creation, in milliseconds since the Unix epoch.
            now_ms: The present, likewise.
            parameters: Model, half-lives and thresholds.
            tag_factor: How much faster its tags make it fade.
        """
        decay = parameters.decay
        today = max((now_ms - last_used_ms) / DAY_MS, 0.0)
        first = decay_score(uses, 0.0, strength, decay, tag_factor=tag_factor)
        self._crossings = {name: _crossing(float(first), name, decay, tag_factor) for name in THRESHOLDS}
        end, ticks = day_axis(self._reach(today))
        self._axis = (today, end, ticks)
        self._set_axes()
        days = days_to(end)
        score = decay_score(uses, days, strength, decay, tag_factor=tag_factor)
        self.restroke("score", Stroke(colour="text", dash=DASHES[decay.model]))
        self.draw("score", days, np.minimum(score, 1.0))
        self.draw("today", np.full(2, today), np.array([0.0, 1.0]))
        self._show_thresholds(decay, end)

    def _reach(self, today: float) -> float:
        finite = [days for days in self._crossings.values() if math.isfinite(days)]
        return min(max([today, _SHORTEST, *finite]) * _HEADROOM, max(_LONGEST, today * _HEADROOM))

    def _set_axes(self) -> None:
        """Name the last use and today along the axis, where no curve runs."""
        today, end, ticks = self._axis
        named = {0.0: "last use", today: "today"} if today > 0.0 else {0.0: "today"}
        shown = with_names(ticks, named, pixels=self.area.width(), span=end, room=_TICK_ROOM)
        self.set_axes(Span(0.0, end), shown, Span(0.0, 1.0), _Y_TICKS)

    @override
    def laid_out(self) -> None:
        self._set_axes()

    def _show_thresholds(self, decay: DecayParameters, end: float) -> None:
        for name in THRESHOLDS:
            value: float = getattr(decay, name)
            height = min(value, 1.0)
            self.draw(name, np.array([0.0, end]), np.full(2, height))
            text = name if value <= 1.0 else f"{name} {value:.2f}"
            self._labels[name].say(text, Spot(x=end, y=height, dx=6, dy=self._nudge(name, decay)))
            crossing = self._crossings[name]
            self._marks[name].setPos(min(crossing, end), height)
            self._marks[name].setVisible(0.0 < crossing <= end and value <= 1.0)

    def _nudge(self, name: str, decay: DecayParameters) -> float:
        gap = (min(decay.promote, 1.0) - min(decay.forget, 1.0)) * self.area.height()
        if abs(gap) >= 16:
            return 0.0
        upper = "promote" if gap >= 0 else "forget"
        return (abs(gap) - 16) / 2 * (1 if name == upper else -1)


def _crossing(first: float, name: str, decay: DecayParameters, tag_factor: float) -> float:
    threshold: float = getattr(decay, name)
    return float(time_to_threshold(first, threshold, since_last_use_days=0.0, parameters=decay, tag_factor=tag_factor))
