"""Numbers, ages and dates as the window writes them."""

import math
from typing import Final

from PySide6.QtCore import QDateTime, QLocale, Qt

from memento_gui.domain.clock import DAY_MS

MINUS: Final = "\u2212"

_UNITS: Final = ((365.0, 365.0, "y"), (60.0, 30.44, "mo"), (14.0, 7.0, "wk"), (1.0, 1.0, "d"))
_LONG: Final = {"y": "year", "mo": "month", "wk": "week", "d": "day", "h": "hour", "min": "minute"}


def _largest(days: float) -> tuple[int, str]:
    for least, length, unit in _UNITS:
        if days >= least:
            return int(days / length), unit
    minutes = max(0, int(days * 24 * 60))
    return (minutes // 60, "h") if minutes >= 60 else (minutes, "min")


def age_text(days: float) -> str:
    """Return an age in its largest fitting unit: ``< 1 min``, ``40 min``, ``5 h``, ``9 d``, ``3 wk``, ``2 mo``, ``1 y``."""
    count, unit = _largest(days)
    return f"{count} {unit}" if count else f"< 1 {unit}"


def ago_text(days: float) -> str:
    """Return an age in words: ``3 minutes ago``, ``5 weeks ago``; under a minute ``just now``."""
    count, unit = _largest(days)
    if unit == "min" and count == 0:
        return "just now"
    return f"{count} {_LONG[unit]}{'' if count == 1 else 's'} ago"


def days_between(now_ms: int, then_ms: int) -> float:
    """Return the days from an instant until now; 0 for one in the future."""
    return max(0.0, (now_ms - then_ms) / DAY_MS)


def date_text(ms: int) -> str:
    """Return the local day of an instant: ``28 Jul 2026``."""
    return QLocale.c().toString(QDateTime.fromMSecsSinceEpoch(ms).date(), "d MMM yyyy")


def moment_text(ms: int) -> str:
    """Return the local day and time of an instant: ``28 Jul 2026, 10:24``."""
    moment = QDateTime.fromMSecsSinceEpoch(ms)
    return f"{date_text(ms)}, {QLocale.c().toString(moment.time(), 'HH:mm')}"


def instant_text(ms: int) -> str:
    """Return an instant for other programs, as exports write it: ``2026-07-28T08:24:00.000Z``; empty beyond their years."""
    return QDateTime.fromMSecsSinceEpoch(ms).toUTC().toString(Qt.DateFormat.ISODateWithMs)


def ahead_text(days: float, now_ms: int) -> str:
    """Return when something will be, as a date and a wait: ``28 Jul 2026, in 14 d``; ``never`` beyond a hundred years."""
    if math.isinf(days):
        return "never"
    if days <= 0:
        return "already"
    wait = f"in {round(days)} d" if days >= 1 else f"in {max(1, round(days * 24))} h"
    return f"{date_text(now_ms + round(days * DAY_MS))}, {wait}"


def score_text(score: float) -> str:
    """Return a score with three decimals and a real minus sign; not a number is a dash."""
    if math.isnan(score):
        return "–"
    return f"{score:.3f}".replace("-", MINUS)


def count_text(count: int, one: str, many: str) -> str:
    """Return a count with its noun: ``1 memory``, ``12,482 memories``."""
    return f"{count:,} {one if count == 1 else many}"


def memories_text(count: int) -> str:
    """Return a count of memories."""
    return count_text(count, "memory", "memories")


def type_label(name: str) -> str:
    """Return a type, category or other lower-case word as a label: ``Semantic``."""
    return name[:1].upper() + name[1:].replace("_", " ")


_MEANINGS: Final = {
    "semantic": "what is so: facts, preferences, decisions",
    "episodic": "what happened",
    "procedural": "how something is done",
    "working": "what matters for now, and fades within days",
    "active": "in use",
    "promoted": "set aside, kept as a note elsewhere",
    "archived": "set aside",
    "muted": "kept, never recalled",
}


def meaning_text(name: str) -> str:
    """Return what a type or status means: ``Episodic: what happened``; empty for other words."""
    return f"{type_label(name)}: {_MEANINGS[name]}" if name in _MEANINGS else ""
