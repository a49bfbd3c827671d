"""How a knob's value lies on its slider, and how far one step goes."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from memento_gui.domain.knobs import Knob

_FINITE_SHARE: Final = 0.94
"""Where the finite values end on a slider that also has "never"; the rest of the groove belongs to "never"."""

_NEVER_FROM: Final = 0.97
_DECADES: Final = 1000.0
"""Bounds further apart than this factor get a logarithmic slider."""

_TIME_BEND_DAYS: Final = 0.1
_SMALLEST_DAYS: Final = 0.1
_ROUNDING: Final = 1e-9

Curve = Callable[[float], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A knob's range on a groove from 0 to 1.

    ``bend`` is 0 for a linear scale, infinite for a logarithmic one; between them the scale is linear up to about ``bend``
    and logarithmic above. ``grid`` is one step; 0 means the second significant digit of the value (45 d steps by 1 d,
    180 d by 10 d), but never less than ``finest``.
    """

    low: float
    high: float
    bend: float
    grid: float
    finest: float
    never: bool

    def position(self, value: float) -> float:
        """Return where ``value`` lies on the groove, 0 to 1."""
        if math.isinf(value):
            return 1.0
        bent = self._bent
        low, high = bent(self.low), bent(self.high)
        share = (bent(min(max(value, self.low), self.high)) - low) / (high - low)
        return share * (_FINITE_SHARE if self.never else 1.0)

    def value(self, position: float) -> float:
        """Return the value at a place of the groove, rounded to a step."""
        if self.never and position > _NEVER_FROM:
            return math.inf
        share = min(max(position / (_FINITE_SHARE if self.never else 1.0), 0.0), 1.0)
        if share in (0.0, 1.0):
            return self.high if share else self.low
        bent = self._bent
        low, high = bent(self.low), bent(self.high)
        return self.rounded(self._unbent(low + share * (high - low)))

    def rounded(self, value: float) -> float:
        """Return the nearest value that steps reach, within the bounds."""
        if math.isinf(value):
            return value
        step = self._step_at(value)
        return self._clamped(_tidy(round(value / step) * step, step))

    def stepped(self, value: float, steps: int) -> float:
        """Return the value some steps up or, for negative ``steps``, down; each lands on a multiple of the step."""
        for _ in range(abs(steps)):
            value = self._up(value) if steps > 0 else self._down(value)
        return value

    def _up(self, value: float) -> float:
        if value >= self.high:
            return math.inf if self.never else self.high
        step = self._step_at(value)
        return self._clamped(_tidy((math.floor(value / step + _ROUNDING) + 1) * step, step))

    def _down(self, value: float) -> float:
        if math.isinf(value):
            return self.high
        step = self._step_at(value * (1 - _ROUNDING))
        return self._clamped(_tidy((math.ceil(value / step - _ROUNDING) - 1) * step, step))

    def _step_at(self, value: float) -> float:
        if self.grid:
            return self.grid
        size = abs(value)
        return max(10.0 ** (math.floor(math.log10(size)) - 1), self.finest) if size > 0 else self.finest

    def _clamped(self, value: float) -> float:
        return min(max(value, self.low), self.high)

    @property
    def _bent(self) -> Curve:
        if self.bend == 0:
            return float
        return math.log if math.isinf(self.bend) else partial(_bend, self.bend)

    @property
    def _unbent(self) -> Curve:
        if self.bend == 0:
            return float
        return math.exp if math.isinf(self.bend) else partial(_unbend, self.bend)


def scale_of(knob: Knob) -> Scale:
    """Return the scale that suits a number's bounds: logarithmic where they span decades, else linear."""
    whole = isinstance(knob.default, int)
    bend = _bend_of(knob)
    spanning = bend > 0 and (knob.unit in ("d", "min") or math.isinf(bend))
    finest = 1.0 if whole else 10.0 ** math.floor(math.log10(knob.low)) if knob.low > 0 else _SMALLEST_DAYS
    grid = 0.0 if spanning else _grid_of(knob.high - knob.low, whole=whole)
    return Scale(low=knob.low, high=knob.high, bend=bend, grid=grid, finest=finest, never=knob.never)


def _bend_of(knob: Knob) -> float:
    if knob.low > 0:
        return math.inf if knob.high / knob.low >= _DECADES else 0.0
    if knob.low < 0 or knob.high <= 1:
        return 0.0
    if knob.unit == "d":
        return _TIME_BEND_DAYS
    return float(knob.default) if 0 < float(knob.default) < knob.high / 10 else 0.0


def _grid_of(span: float, *, whole: bool) -> float:
    if whole:
        return 1.0
    return 0.01 if span <= 10 else 0.1


def _bend(bend: float, value: float) -> float:
    return math.log1p(value / bend)


def _unbend(bend: float, bent: float) -> float:
    return bend * math.expm1(bent)


def _tidy(value: float, step: float) -> float:
    """Take away what binary fractions add: 0.30000000000000004 is 0.3."""
    return round(value, max(0, 1 - math.floor(math.log10(step))))
