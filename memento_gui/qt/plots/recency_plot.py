"""Recency by age: one curve for each type, with a handle at its half-life."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QMargins, QPointF, QRectF, QSizeF, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.memory import MemoryType
from memento_gui.domain.parameters import TYPE_KEYS, ParameterSet, RecencyParameters
from memento_gui.engine.curves import recency_curves
from memento_gui.engine.recency import recency
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.handles import RADIUS, RING, RoundHandle
from memento_gui.qt.plots.labels import Spot
from memento_gui.qt.plots.placing import Points, best_box, boxes_along
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
_CLEAR: Final = 6.0


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

    # --- labels: beside their handle, where no other label or handle is, and no curve if it can be ---

    def _write(self) -> None:
        kinds = sorted(TYPE_KEYS, key=lambda kind: self._half_lives[kind])
        taken = [self._around_handle(kind) for kind in kinds if self._handles[kind].isVisible()]
        curves = {name: self._in_pixels(name) for name in self.shown_curves if name != "half"}
        for rank, kind in enumerate(kinds):
            self._labels[kind].embolden(bold=self._is_edited(kind))
            days = _half_life(self._half_lives[kind])
            texts = [f"{kind.capitalize()} {days}", days]
            taken.append(self._put(kind, texts, self._point(kind), (taken, curves), below=rank == 0))
        for kind in kinds:
            name = f"saved {kind}"
            shown = self._is_edited(kind) and name in curves and self._handles[kind].isVisible()
            self._labels[name].setVisible(shown)
            if shown:
                texts = [f"saved {_half_life(self._saved[kind])}"]
                taken.append(self._put(name, texts, self._point(kind), (taken, curves), below=True))

    def _point(self, kind: str) -> tuple[float, float]:
        """Return the point that a type's labels belong to: its handle, or else the right end of its curve."""
        days, end = self._half_lives[kind], self.ground.x_span.high
        return (days, 0.5) if self._handles[kind].isVisible() else (end, float(recency(np.array(end), days)))

    def _put(
        self,
        name: str,
        texts: Sequence[str],
        point: tuple[float, float],
        around: tuple[list[QRectF], Mapping[str, Points]],
        *,
        below: bool,
    ) -> QRectF:
        """Write the first of some texts that has room near a point, and return the box that is written in."""
        taken, curves = around
        at, curve = QPointF(*self.pixels(x=point[0], y=point[1])), curves[name.removeprefix("saved ")]
        rows = 1 if self._handles[name.removeprefix("saved ")].isVisible() else len(TYPE_KEYS)
        room = self.area.adjusted(0.0, 0.0, self.width() - self.area.right(), 0.0)
        boxes, said = [], []
        for text in texts:
            size = self._labels[name].size_of(text)
            found = boxes_along(_beside(at, size, below=below, rows=rows), size, curve, room)
            boxes.append(found)
            said += [text] * len(found)
        every = np.concatenate(boxes)
        best = best_box(every, taken, curves.values())
        left, top, right, bottom = every[best]
        spot = Spot(x=point[0], y=point[1], dx=left - at.x(), dy=(top + bottom) / 2 - at.y())
        self.write(name, said[best], spot)
        return QRectF(left, top, right - left, bottom - top)

    def _in_pixels(self, name: str) -> Points:
        x, y = self.curve(name)
        area, span = self.area, self.ground.x_span
        first, last = span.place(span.low), span.place(span.high)
        return area.left() + (span.places(x) - first) / (last - first) * area.width(), area.bottom() - y * area.height()

    def _around_handle(self, kind: str) -> QRectF:
        x, y = self.pixels(x=self._half_lives[kind], y=0.5)
        radius = (RING if self._is_edited(kind) else RADIUS) + _CLEAR
        return QRectF(x - radius, y - radius, 2 * radius, 2 * radius)


def _beside(at: QPointF, size: QSizeF, *, below: bool, rows: int) -> list[QPointF]:
    """Return the upper left corners of a text right and left of a point, in so many rows above and below it."""
    heights = (_BELOW, _ABOVE) if below else (_ABOVE, _BELOW)
    lefts = (at.x() + _BESIDE, at.x() - _BESIDE - size.width())
    middle = at.y() - size.height() / 2
    return [QPointF(left, middle + row * dy) for row in range(1, rows + 1) for left in lefts for dy in heights]


def _half_life(days: float) -> str:
    if math.isinf(days):
        return "never"
    return f"{days:,.0f} d" if days >= 1000 else f"{days:.3g} d"
