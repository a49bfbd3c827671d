"""The lives of some memories: their scores over time, a dot at each use, and the day on which each threshold is crossed."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Final

import numpy as np
from PySide6.QtCore import QMargins, QRectF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.parameters import DecayParameters
from memento_gui.engine.lives import Lives, falls_to, life_curves, scores_at, scores_when_used
from memento_gui.qt.plots.dates import MONTHS, day_text
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.labels import CENTRE, LEFT, RIGHT, Spot
from memento_gui.qt.plots.marks import Mark
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.plots.ticks import Ticks
from memento_gui.qt.theme import Theme

THRESHOLDS: Final = ("promote", "forget")
LABELLED: Final = 3
"""Up to so many memories have the days written at their crossings; of more, the one under the mouse tells its own."""

_SCORES: Final = (0.001, 0.01, 0.1, 1.0, 10.0)
_LOWEST: Final = 0.001
_HEADROOM: Final = 1.25
_CLEAR: Final = 12
"""Of more memories the curves are pale, so that uses, thresholds and the one under the mouse stand out."""

_NEAR: Final = 14.0
_FUTURE: Final = 30.0
_LONGEST_PAST: Final = 1095.0
_LONGEST_FUTURE: Final = 730.0
_MONTH_STEPS: Final = (1, 2, 3, 6, 12, 24)
_MOST_TICKS: Final = 7


class LifePlot(Plot):
    """Scores against dates, as one item for all memories; today is marked.

    Scores are spread by their logarithm: they peak at ten times the one threshold and are forgotten at a twentieth of it.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(51, 36, 66, 26), interactive=True, parent=parent)
        self._lives: Lives | None = None
        self._decay = DecayParameters()
        self._now_ms = 0
        self._falls: Mapping[str, FloatArray] = {}
        self._rings: list[Mark] = []
        self.add_curve("today", Stroke(colour="text_tertiary", width=1.0, dash=(2.0, 2.0)), z=4.0)
        self.add_curve("lives", Stroke(colour="accent", width=1.0), z=6.0, smooth=False)
        self.add_curve("nearest", Stroke(colour="text", width=2.0), z=13.0)
        self.add_dots("uses", "accent")
        self.add_label("today")
        for name in THRESHOLDS:
            self.add_curve(name, Stroke(colour="threshold"), z=5.0)
            self.add_label(name)
            for place in range(LABELLED):
                self.add_label(f"{name} {place}", tone="text", weight=QFont.Weight.Medium)
        self.setAccessibleName("Scores of the selected memories over time")

    def show_lives(self, lives: Lives, now_ms: int, decay: DecayParameters) -> None:
        """Show K lives under some numbers."""
        self._lives, self._now_ms, self._decay = lives, now_ms, decay
        self._falls = {name: falls_to(decay, lives, getattr(decay, name)) for name in THRESHOLDS}
        self._draw()

    @property
    def falls(self) -> Mapping[str, FloatArray]:
        """Days from today on which each memory falls to each threshold, as `falls_to` returns them."""
        return self._falls

    def date_of(self, days: float) -> date:
        """Return the date some days from today."""
        return datetime.fromtimestamp((self._now_ms + days * DAY_MS) / 1000, UTC).astimezone().date()

    def _draw(self) -> None:
        lives, decay = self._lives, self._decay
        if lives is None:
            return
        span = self._reach(lives)
        curve = life_curves(decay, lives, until_days=span.high)
        peaks = scores_when_used(decay, lives)
        end = max(1.0, float(peaks.max(initial=0.0)), decay.promote) * _HEADROOM
        low = min(max(min(decay.forget, decay.promote) / 4.0, _LOWEST), 0.1)
        shown = tuple(value for value in _SCORES if low <= value <= end)
        scores = Span(low, end, logarithmic=True)
        self.set_axes(span, self._ticks(span), scores, Ticks(shown, tuple(f"{value:g}" for value in shown)))
        self.draw("lives", curve.x, curve.y)
        self.restroke("lives", Stroke(colour="accent" if len(lives) <= _CLEAR else "heat_1", width=1.0))
        self.draw_dots("uses", lives.start, peaks)
        self.draw("today", np.zeros(2), np.array([low, end]))
        self.write("today", "today", Spot(x=0.0, y=end, dy=-9, align=CENTRE))
        for name in THRESHOLDS:
            value: float = getattr(decay, name)
            self.draw(name, np.array([span.low, span.high]), np.full(2, value))
            self.write(name, name, Spot(x=span.high, y=value, dx=6))
        self._mark_falls(lives, span)
        self.hide_curve("nearest")
        self.setAccessibleDescription("; ".join(self.sentence(place) for place in range(min(len(lives), LABELLED))))

    def _reach(self, lives: Lives) -> Span:
        """From the first use to a while after the last crossing, each within bounds."""
        ends = np.concatenate([self._falls[name] for name in THRESHOLDS]) if len(lives) else np.zeros(0)
        ahead = float(ends[np.isfinite(ends)].max(initial=0.0))
        low = max(lives.first_day, -_LONGEST_PAST)
        return Span(min(low * 1.02, -1.0), min(max(ahead * 1.1, _FUTURE, -0.1 * low), _LONGEST_FUTURE))

    def _ticks(self, span: Span) -> Ticks:
        """Return the first days of months, as many as there is room for; a January says its year."""
        first, last = self.date_of(span.low), self.date_of(span.high)
        months = [(year, month) for year in range(first.year, last.year + 1) for month in range(1, 13)]
        shown: list[date] = []
        for step in _MONTH_STEPS:
            days = [date(year, month, 1) for year, month in months if (month - 1 + 12 * (year % 2)) % step == 0]
            shown = [day for day in days if first <= day <= last]
            if len(shown) <= _MOST_TICKS:
                break
        today = self.date_of(0.0)
        texts = tuple(str(day.year) if day.month == 1 else MONTHS[day.month - 1] for day in shown)
        return Ticks(tuple(float((day - today).days) for day in shown), texts)

    def _mark_falls(self, lives: Lives, span: Span) -> None:
        points = [
            (name, place, float(days))
            for name in THRESHOLDS
            for place, days in enumerate(self._falls[name])
            if len(lives) <= LABELLED and span.low <= days <= span.high
        ]
        while len(self._rings) < len(points):
            self._rings.append(Mark())
            self.add_tinted(self._rings[-1])
        for ring in self._rings:
            ring.setVisible(False)
        for name in THRESHOLDS:
            for place in range(LABELLED):
                self._labels[f"{name} {place}"].setVisible(False)
        taken: list[QRectF] = []
        for ring, (name, place, days) in zip(self._rings, points, strict=False):
            height: float = getattr(self._decay, name)
            self.put(ring, days, height)
            ring.setVisible(True)
            self._write_day(f"{name} {place}", days, height, taken)

    def _write_day(self, name: str, days: float, height: float, taken: list[QRectF]) -> None:
        """Write a date where there is room around its ring; where there is none the mouse tells it."""
        right = self.ground.x_span.share(days) < 0.75
        label = self._labels[name]
        for dy in (-11.0, 12.0, -25.0, 26.0):
            spot = Spot(x=days, y=height, dx=5 if right else -5, dy=dy, align=LEFT if right else RIGHT)
            self.write(name, self.day_said(days), spot)
            box = label.text_rect.translated(*self.pixels(x=days, y=height))
            if box.bottom() < self.area.bottom() and not any(map(box.intersects, taken)):
                taken.append(box)
                label.setVisible(True)
                return

    def day_said(self, days: float) -> str:
        """Return a date; with its year where that is not this one."""
        day = self.date_of(days)
        return day_text(day) if day.year == self.date_of(0.0).year else f"{day_text(day)} {day.year}"

    def sentence(self, place: int) -> str:
        """Say when one memory falls to the thresholds."""
        promote, forget = (float(self._falls[name][place]) for name in THRESHOLDS)
        parts = [] if np.isinf(promote) and promote < 0 else [f"promoted {self._until(promote)}"]
        if np.isinf(forget):
            return ", ".join([*parts, "forgotten now" if forget < 0 else "never forgotten"])
        return ", ".join([*parts, f"forgotten {'since' if forget <= 0 else 'from'} {self.day_said(forget)}"])

    def _until(self, days: float) -> str:
        return "for ever" if np.isinf(days) else f"until {self.day_said(days)}"

    def nearest_to(self, days: float, pixels_y: float) -> int:
        """Return the memory whose curve passes nearest, within some pixels of a height in the widget, on a day; else −1."""
        if self._lives is None or not len(self._lives):
            return -1
        scores = scores_at(self._decay, self._lives, days)
        if np.isnan(scores).all():
            return -1
        span, area = self.ground.y_span, self.area
        low, high = span.place(span.low), span.place(span.high)
        heights = area.bottom() - (span.places(scores) - low) / (high - low) * area.height()
        away = np.abs(heights - pixels_y)
        place = int(np.nanargmin(away))
        return place if away[place] <= _NEAR else -1

    def emphasise(self, place: int) -> None:
        """Draw one memory's curve thick, or (−1) none."""
        if place < 0 or self._lives is None:
            self.hide_curve("nearest")
            return
        x, y = self.curve("lives")
        ends = np.flatnonzero(np.isnan(y))
        first = 0 if place == 0 else int(ends[place - 1]) + 1
        self.draw("nearest", x[first : ends[place]], y[first : ends[place]])
