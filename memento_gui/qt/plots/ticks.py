"""Where an axis ends and what is written along it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

YEAR_DAYS: Final = 365.0

_HOUR: Final = 1.0 / 24.0
_MINUTE: Final = _HOUR / 60.0
_SHORT: Final = 4.0 * _HOUR
_TIMES: Final = (
    (_MINUTE, "1 min"),
    (10 * _MINUTE, "10 min"),
    (_HOUR, "1 h"),
    (6 * _HOUR, "6 h"),
    (1.0, "1 d"),
    (7.0, "1 w"),
    (30.0, "1 mo"),
    (91.0, "3 mo"),
    (YEAR_DAYS, "1 y"),
    (3 * YEAR_DAYS, "3 y"),
    (10 * YEAR_DAYS, "10 y"),
    (30 * YEAR_DAYS, "30 y"),
    (100 * YEAR_DAYS, "100 y"),
    (300 * YEAR_DAYS, "300 y"),
)
"""Ticks of a logarithmic axis: about three times apart."""

_DAY_STEPS: Final = (
    (0.5, 0.1),
    (1.0, 0.2),
    (2.0, 0.5),
    (4.0, 0.5),
    (7.0, 1.0),
    (15.0, 3.0),
    (30.0, 5.0),
    (60.0, 10.0),
    (120.0, 20.0),
    (180.0, 30.0),
    (240.0, 30.0),
    (360.0, 60.0),
    (480.0, 60.0),
    (720.0, 90.0),
)
_YEAR_STEPS: Final = (
    (3.0, 0.5),
    (5.0, 1.0),
    (8.0, 1.0),
    (15.0, 3.0),
    (25.0, 5.0),
    (50.0, 10.0),
    (100.0, 20.0),
    (150.0, 25.0),
)
_COUNT_STEPS: Final = (1.0, 2.0, 5.0)
_UNITS: Final = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


@dataclass(frozen=True, slots=True)
class Ticks:
    """Places on an axis, and what is written at each; an empty text leaves only the line.

    Where there is no room for all, only every so many of ``even`` ones are shown, beginning with the first.
    """

    values: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    even: bool = False

    def __post_init__(self) -> None:
        """Refuse unequal lengths."""
        if len(self.values) != len(self.texts):
            raise ValueError(f"{len(self.values)} ticks, but {len(self.texts)} texts")


def day_axis(reach: float) -> tuple[float, Ticks]:
    """Return where an axis of days ends that shows at least ``reach`` days, and its ticks; whole years beyond two."""
    for end, step in _DAY_STEPS:
        if reach <= end * (1 + 1e-9):
            return end, every(step, end, "d")
    years, step = next((pair for pair in _YEAR_STEPS if reach <= pair[0] * YEAR_DAYS), _YEAR_STEPS[-1])
    ticks = every(step, years, "y")
    return years * YEAR_DAYS, Ticks(tuple(value * YEAR_DAYS for value in ticks.values), ticks.texts, even=True)


def time_axis(shortest: float, reach: float) -> tuple[float, float, Ticks]:
    """Return both ends of a logarithmic axis of days that shows ``shortest`` to ``reach`` days, and its ticks.

    It begins at an hour, or at a minute where ``shortest`` is less than four hours.
    """
    low = _MINUTE if shortest < _SHORT else _HOUR
    end = next((days for days, _ in _TIMES if days >= reach * (1 - 1e-9)), _TIMES[-1][0])
    shown = [(days, text) for days, text in _TIMES if low <= days <= end]
    return low, end, Ticks(tuple(days for days, _ in shown), tuple(text for _, text in shown))


def every(step: float, end: float, unit: str = "") -> Ticks:
    """Return ticks from 0 to ``end``, each ``step`` apart, with their unit."""
    count = math.floor(end / step + 1e-9)
    values = tuple(round(index * step, 6) for index in range(count + 1))
    return Ticks(values, tuple(f"{value:g} {unit}".strip() for value in values), even=True)


def count_axis(most: float, *, ticks: int = 3) -> tuple[float, Ticks]:
    """Return where an axis of counts ends that shows at least ``most``, in about ``ticks`` (2 or more) steps."""
    wanted = max(most, 1.0) / ticks
    magnitude = 10.0 ** math.floor(math.log10(wanted))
    step = next((magnitude * factor for factor in _COUNT_STEPS if magnitude * factor >= 0.8 * wanted), magnitude * 10)
    step = max(step, 1.0)
    values = tuple(index * step for index in range(math.floor(max(most, 1.0) / step + 1e-9) + 1))
    end = max(most * 1.06, values[-1], 1.0)
    return end, Ticks(values, tuple(count_text(value) for value in values))


def count_text(count: float) -> str:
    """Return a round count in few letters, beside an axis: 500, 1.5k, 20k, 1M."""
    unit, letter = next((pair for pair in _UNITS if count >= pair[0]), (1.0, ""))
    return f"{count / unit:g}{letter}"


def strided(ticks: Ticks, stride: int) -> Ticks:
    """Return every ``stride``-th tick, beginning with the first."""
    return Ticks(ticks.values[::stride], ticks.texts[::stride], even=ticks.even)


def stride_for(ticks: Ticks, pixels: float, room: float) -> int:
    """Return which every n-th tick to show so that each has ``room``, if all of them spread over ``pixels``."""
    gaps = max(len(ticks.values) - 1, 1)
    return max(1, math.ceil(room * gaps / max(pixels, 1.0)))


def with_names(ticks: Ticks, named: Mapping[float, str], *, pixels: float, span: float, room: float) -> Ticks:
    """Return the named places as ticks, and of the others those that leave each its room.

    Args:
        ticks: Evenly spaced ones.
        named: Places and what they are called; those too close to the one before are left out, except the first.
        pixels: How wide the axis is.
        span: What it shows, in its own unit.
        room: Pixels that a text needs.
    """
    distance = room / max(pixels, 1.0) * span
    kept: dict[float, str] = {}
    for place in sorted(named):
        if not kept or place - max(kept) > distance * 1.2:
            kept[place] = named[place]
    rest = apart(strided(ticks, stride_for(ticks, pixels, room)), kept, distance)
    return Ticks((*kept, *rest.values), (*kept.values(), *rest.texts))


def apart(ticks: Ticks, taken: Iterable[float], distance: float) -> Ticks:
    """Return the ticks that are at least ``distance`` from every taken place."""
    places = tuple(taken)
    kept = [index for index, value in enumerate(ticks.values) if all(abs(value - place) >= distance for place in places)]
    return Ticks(tuple(ticks.values[index] for index in kept), tuple(ticks.texts[index] for index in kept))
