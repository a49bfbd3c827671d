"""Recency by age: one curve for each type, with a handle at its half-life."""

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
from PySide6.QtCore import QMargins, QRectF, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.memory import MemoryType
from memento_gui.domain.parameters import TYPE_KEYS, ParameterSet, RecencyParameters
from memento_gui.engine.curves import recency_curves
from memento_gui.engine.recency import recency
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.handles import RADIUS, RoundHandle
from memento_gui.qt.plots.labels import RIGHT, Spot
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import SAVED_DASH, Stroke
from memento_gui.qt.plots.ticks import Ticks, day_axis, time_axis
from memento_gui.qt.theme import Theme

NAME: Final = "recency.half_life.{}"
"""The dotted name of a type's half-life."""

_HEADROOM: Final = 4.0 / 3.0
_LABEL_ROOM: Final = 3.0
"""How much further a logarithmic axis goes, so that the last handle's name stands beside it."""

_NEVER_REACH: Final = 365.0
_SHORTEST: Final = 0.01
_Y_TICKS: Final = Ticks((0.0, 0.25, 0.5, 0.75, 1.0), ("0", "0.25", "0.5", "0.75", "1"))
_ABOVE: Final = -12.0
_BELOW: Final = 13.0
_BESIDE: Final = 13.0
_CLEAR: Final = RADIUS + 3.0


class RecencyPlot(Plot):
    """Four curves and their handles. A drag tells which half-life is wanted; the plot moves when it is told the new set."""

    pressed = Signal(str)
    """A handle was taken (its parameter's name)."""
    turned = Signal(str, float)
    """A handle wants this half-life, in days (its parameter's name, the value)."""
    released = Signal(str)
    """A handle was let go."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(51, 10, 28, 26), interactive=True, parent=parent)
        self._now: RecencyParameters | None = None
        self._before = RecencyParameters()
        self._held = ""
        self._marked = ""
        self._logarithmic = False
        self._handles = {kind: self._make_handle(kind) for kind in TYPE_KEYS}
        self.add_curve("half", Stroke(colour="line_strong", width=1.0, dash=(3.0, 3.0)), z=1.0)
        for kind in TYPE_KEYS:
            self.add_curve(kind, Stroke(colour=kind))
            self.add_curve(f"saved {kind}", Stroke(colour=kind, width=1.5, dash=SAVED_DASH), z=11.0)
            self.add_label(kind, tone="text", weight=QFont.Weight.Medium)
            self.add_label(f"saved {kind}")
        self.setAccessibleName("Recency by age")

    def _make_handle(self, kind: str) -> RoundHandle:
        handle = RoundHandle(kind)
        name = NAME.format(kind)
        handle.pressed.connect(lambda: self._take(kind))
        handle.turned.connect(lambda place: self.turned.emit(name, self._days_at(place)))
        handle.released.connect(self._let_go)
        handle.setToolTip(f"Drag to set the half-life of {kind} memories.")
        self.add_tinted(handle)
        return handle

    def _days_at(self, place: float) -> float:
        span = self.ground.x_span
        return min(max(span.value_at(place), _SHORTEST), span.high)

    def spread(self, *, logarithmic: bool) -> None:
        """Spread time by its logarithm, or evenly."""
        self._logarithmic = logarithmic
        if self._now is not None:
            self._fit()
            self._draw()

    def show_parameters(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        """Show a set, and dashed what the saved one has otherwise."""
        self._now, self._before = parameters.recency, saved.recency
        if not self._held:
            self._fit()
        self._draw()

    def mark(self, name: str) -> None:
        """Show that this parameter's knob has the focus; the name of another parameter takes the mark away."""
        self._marked = name
        for kind, handle in self._handles.items():
            handle.mark(marked=NAME.format(kind) == name)
        self._draw()

    @property
    def handle_places(self) -> dict[str, float]:
        """Where each type's handle stands, in days; types whose half-life is "never" have none."""
        return {
            kind: self.ground.x_span.value_at(handle.x()) for kind, handle in self._handles.items() if handle.isVisible()
        }

    def _take(self, kind: str) -> None:
        self._held = kind
        self.pressed.emit(NAME.format(kind))

    def _let_go(self) -> None:
        held, self._held = self._held, ""
        self.released.emit(NAME.format(held))
        self._fit()
        self._draw()

    def _fit(self) -> None:
        """Let the longest half-life lie at three quarters; not during a drag, when the axis must not move."""
        longest = [days for days in self._half_lives.values() if math.isfinite(days)]
        reach = max(longest, default=0.0) * _HEADROOM or _NEVER_REACH
        if any(math.isinf(days) for days in self._half_lives.values()):
            reach = max(reach, _NEVER_REACH)
        if self._logarithmic:
            low, end, ticks = time_axis(min(longest, default=reach), reach * _LABEL_ROOM)
            self.set_axes(Span(low, end, logarithmic=True), ticks, Span(0.0, 1.0), _Y_TICKS)
        else:
            end, ticks = day_axis(reach)
            self.set_axes(Span(0.0, end), ticks, Span(0.0, 1.0), _Y_TICKS)

    def _draw(self) -> None:
        if self._now is None:
            return
        span = self.ground.x_span
        start, end = (span.low, span.high)
        self.draw("half", np.array([start, end]), np.full(2, 0.5))
        curves = recency_curves(self._now, until_days=end, from_days=start)
        saved = recency_curves(self._before, until_days=end, from_days=start)
        for kind in TYPE_KEYS:
            now, code = self._half_lives[kind], MemoryType(kind)
            self.restroke(kind, Stroke(colour=kind, width=2.5 if self._is_edited(kind) else 2.0))
            self.draw(kind, curves[code].x, curves[code].y)
            if now == self._saved[kind]:
                self.hide_curve(f"saved {kind}")
            else:
                self.draw(f"saved {kind}", saved[code].x, saved[code].y)
            self.put(self._handles[kind], now if math.isfinite(now) else start, 0.5)
            self._handles[kind].setVisible(math.isfinite(now) and now <= end)
        self._write()
        self.setAccessibleDescription("; ".join(f"{kind} {_half_life(self._half_lives[kind])}" for kind in TYPE_KEYS))

    @property
    def _half_lives(self) -> Mapping[str, float]:
        return self._now.half_life if self._now is not None else {}

    @property
    def _saved(self) -> Mapping[str, float]:
        return self._before.half_life

    def _is_edited(self, kind: str) -> bool:
        return kind == self._held or NAME.format(kind) == self._marked

    @override
    def laid_out(self) -> None:
        if self._half_lives:
            self._write()

    # --- labels: beside their handle, where no other label or handle is ---

    def _write(self) -> None:
        inside = sorted((k for k in TYPE_KEYS if self._handles[k].isVisible()), key=lambda k: self._half_lives[k])
        taken = [self._around_handle(kind) for kind in inside]
        for rank, kind in enumerate(inside):
            label = self._labels[kind]
            label.embolden(bold=self._is_edited(kind))
            text = f"{kind.capitalize()} {_half_life(self._half_lives[kind])}"
            spots = self._spots(kind)
            taken.append(self._put(kind, text, [spots[1], spots[0], *spots[2:]] if rank == 0 else spots, taken))
        for kind in inside:
            self._write_saved(kind, taken)
        self._write_never(set(TYPE_KEYS).difference(inside))

    def _spots(self, kind: str) -> list[Spot]:
        x = self._half_lives[kind]
        return [
            Spot(x=x, y=0.5, dx=_BESIDE, dy=_ABOVE),
            Spot(x=x, y=0.5, dx=_BESIDE, dy=_BELOW),
            Spot(x=x, y=0.5, dx=-_BESIDE, dy=_BELOW, align=RIGHT),
            Spot(x=x, y=0.5, dx=-_BESIDE, dy=_ABOVE, align=RIGHT),
            Spot(x=x, y=0.5, dx=_BESIDE, dy=2 * _ABOVE),
            Spot(x=x, y=0.5, dx=_BESIDE, dy=2 * _BELOW),
            Spot(x=x, y=0.5, dx=-_BESIDE, dy=2 * _ABOVE, align=RIGHT),
            Spot(x=x, y=0.5, dx=-_BESIDE, dy=2 * _BELOW, align=RIGHT),
            Spot(x=x, y=0.5, dx=_BESIDE, dy=3 * _ABOVE),
            Spot(x=x, y=0.5, dx=-_BESIDE, dy=3 * _ABOVE, align=RIGHT),
        ]

    def _write_saved(self, kind: str, taken: list[QRectF]) -> None:
        name = f"saved {kind}"
        if self._half_lives[kind] == self._saved[kind] or not self._is_edited(kind):
            self._labels[name].setVisible(False)
            return
        spots = self._spots(kind)
        taken.append(self._put(name, f"saved {_half_life(self._saved[kind])}", [spots[1], *spots[2:]], taken))

    def _write_never(self, kinds: set[str]) -> None:
        """Types that never fade stay on top; their names stand at the right end of their line."""
        for rank, kind in enumerate(kind for kind in TYPE_KEYS if kind in kinds):
            self._labels[f"saved {kind}"].setVisible(False)
            end = self.ground.x_span.high
            days = self._half_lives[kind]
            height = float(recency(np.array(end), days))
            spot = Spot(x=end, y=height, dx=-4, dy=_BELOW + 16 * rank, align=RIGHT)
            self.write(kind, f"{kind.capitalize()} {_half_life(days)}", spot)
            self._labels[kind].setVisible(True)

    def _put(self, name: str, text: str, spots: list[Spot], taken: list[QRectF]) -> QRectF:
        self._labels[name].setVisible(True)
        inside = [spot for spot in spots if self._is_inside(name, text, spot)]
        for spot in inside:
            box = self._say(name, text, spot)
            if not any(map(box.intersects, taken)):
                return box
        return self._say(name, text, (inside or spots)[0])

    def _say(self, name: str, text: str, spot: Spot) -> QRectF:
        self.write(name, text, spot)
        return self._labels[name].text_rect.translated(*self.pixels(x=spot.x, y=spot.y))

    def _is_inside(self, name: str, text: str, spot: Spot) -> bool:
        box = self._say(name, text, spot)
        return box.left() >= self.area.left() and box.right() <= self.width()

    def _around_handle(self, kind: str) -> QRectF:
        x, y = self.pixels(x=self._half_lives[kind], y=0.5)
        return QRectF(x - _CLEAR, y - _CLEAR, 2 * _CLEAR, 2 * _CLEAR)


def _half_life(days: float) -> str:
    if math.isinf(days):
        return "never"
    return f"{days:,.0f} d" if days >= 1000 else f"{days:.3g} d"
