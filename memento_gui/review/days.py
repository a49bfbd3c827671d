"""Review days: local days that begin at a rollover hour, right across clock changes.

A zone of ``None`` is the computer's own. Where a clock change skips the rollover hour, the day begins at the change; where
it repeats it, at the first of the two. So days never overlap and never leave a gap, whatever their length.
"""

from datetime import date, datetime, timedelta, tzinfo

import numpy as np

from memento_gui.domain.arrays import IntArray

_ONE_DAY = timedelta(days=1)


def boundary_ms(day: date, zone: tzinfo | None, rollover_hour: int) -> int:
    """Return the instant at which a review day begins, in milliseconds since the Unix epoch."""
    return round(datetime(day.year, day.month, day.day, rollover_hour, tzinfo=zone).timestamp() * 1000)


def day_of(now_ms: int, zone: tzinfo | None, rollover_hour: int) -> date:
    """Return the review day of an instant: the local date, or the one before while the rollover hour is still ahead."""
    day = datetime.fromtimestamp(now_ms / 1000, tz=zone).date()
    while boundary_ms(day, zone, rollover_hour) > now_ms:
        day -= _ONE_DAY
    while boundary_ms(day + _ONE_DAY, zone, rollover_hour) <= now_ms:
        day += _ONE_DAY
    return day


def day_start_ms(now_ms: int, zone: tzinfo | None, rollover_hour: int) -> int:
    """Return when the review day of an instant began."""
    return boundary_ms(day_of(now_ms, zone, rollover_hour), zone, rollover_hour)


def day_end_ms(now_ms: int, zone: tzinfo | None, rollover_hour: int) -> int:
    """Return when the next review day begins: always later than ``now_ms``."""
    return boundary_ms(day_of(now_ms, zone, rollover_hour) + _ONE_DAY, zone, rollover_hour)


def day_boundaries_ms(first: date, days: int, zone: tzinfo | None, rollover_hour: int) -> IntArray:
    """Return where each of ``days`` review days from ``first`` on begins, and where the last ends: days + 1 instants."""
    listed = [boundary_ms(first + n * _ONE_DAY, zone, rollover_hour) for n in range(days + 1)]
    return np.array(listed, dtype=np.int64)


def count_by_day(instants_ms: IntArray, boundaries_ms: IntArray) -> IntArray:
    """Return how many instants fall in each of the days between ``boundaries_ms``; those outside are left out."""
    day = np.searchsorted(boundaries_ms, instants_ms, side="right") - 1
    days = len(boundaries_ms) - 1
    inside = (day >= 0) & (day < days)
    return np.bincount(day[inside], minlength=days).astype(np.int64)
