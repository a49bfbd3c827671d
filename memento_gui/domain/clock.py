"""The one reader of the time; everything else takes ``now`` as an argument.

The store counts integer milliseconds since the Unix epoch, UTC; the engine counts days as floats.
"""

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray

DAY_MS: Final = 86_400_000
MINUTE_MS: Final = 60_000


class Clock(Protocol):
    """Tells the time; tests hand in their own."""

    def now_ms(self) -> int:
        """Milliseconds since the Unix epoch, UTC."""
        ...


class SystemClock:
    """The computer's clock."""

    def now_ms(self) -> int:
        """Milliseconds since the Unix epoch, UTC."""
        return time.time_ns() // 1_000_000


class FixedClock:
    """A clock that stands still until it is moved; for tests, demos and the time machine."""

    def __init__(self, now_ms: int) -> None:
        self._now_ms = now_ms

    def now_ms(self) -> int:
        """Milliseconds since the Unix epoch, UTC."""
        return self._now_ms

    def advance(self, *, days: float = 0.0, ms: int = 0) -> None:
        """Move on (or back, for negative values)."""
        self._now_ms += ms + round(days * DAY_MS)


def age_days(now_ms: int, since_ms: IntArray) -> FloatArray:
    """Return the days from ``since_ms`` to ``now_ms``; a future time (clock skew) counts as 0."""
    return np.maximum((now_ms - since_ms) / DAY_MS, 0.0)


def local_datetime(ms: int) -> datetime:
    """Return the instant in the computer's time zone, with its offset."""
    return datetime.fromtimestamp(ms / 1000).astimezone()


def local_zone_name() -> str:
    """Return the IANA name of the computer's time zone where it tells one, else its offset from UTC, as ``+02:00``."""
    given = os.environ.get("TZ", "").lstrip(":")
    if "/" in given and not given.startswith("/"):
        return given
    parts = Path("/etc/localtime").resolve().parts
    if "zoneinfo" in parts:
        return "/".join(parts[parts.index("zoneinfo") + 1 :])
    return datetime.now(UTC).astimezone().isoformat()[-6:]  # here the time is read
