"""The fields of the query language: what each compares, and which values it takes."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import Enum
from math import isfinite
from typing import Final

import regex

from memento_gui.domain.clock import DAY_MS, local_datetime
from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES

STATES: Final = (
    "pinned", "due", "new", "card", "suspended", "trashed", "active", "promoted", "muted", "archived", "duplicate",
    "unembedded",
)  # fmt: skip
LONGEST_PATTERN: Final = 200
_MOST_DAYS: Final = 36_500
_YEARS: Final = range(1971, 9_000)
"""Years whose every instant every computer can tell in every zone."""
_DATE: Final = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", re.ASCII)
_DAYS: Final = re.compile(r"(\d{1,5})d?", re.ASCII)


class Kind(Enum):
    """How a field's value is read."""

    CHOICE = "one of some words"
    NAME = "a name"
    NUMBER = "a number"
    DATE = "a date"
    DAYS = "a number of days"
    DATE_OR_DAYS = "a date or a number of days"
    PATTERN = "a pattern"


@dataclass(frozen=True, slots=True)
class Field:
    """A field: what it is for, an example, and the values it offers."""

    name: str
    kind: Kind
    help: str
    example: str
    choices: tuple[str, ...] = ()


_ALL: Final = (
    Field("tag", Kind.NAME, "has this tag; none for no tag", "tag:auth"),
    Field("type", Kind.CHOICE, "is of this type", "type:semantic", tuple(kind.value for kind in TYPES)),
    Field("category", Kind.CHOICE, "is about this", "category:decision", tuple(one.value for one in CATEGORIES)),
    Field("source", Kind.NAME, "came from there", "source:claude"),
    Field("project", Kind.NAME, "belongs to this project", "project:memento"),
    Field("user", Kind.NAME, "belongs to this user", "user:ines"),
    Field("scope", Kind.CHOICE, "may be seen by", "scope:private", tuple(scope.value for scope in SCOPES)),
    Field("status", Kind.CHOICE, "has this status", "status:active", tuple(status.value for status in STATUSES)),
    Field("id", Kind.NAME, "has this id, or one that begins or ends so", "id:0192f"),
    Field("is", Kind.CHOICE, "is in this state", "is:pinned", STATES),
    Field("created", Kind.DATE, "was created then", "created>2026-01"),
    Field("updated", Kind.DATE, "was last changed then", "updated<2026-01-15"),
    Field("used", Kind.DATE_OR_DAYS, "was last used then, or in the last days", "used:30"),
    Field("added", Kind.DAYS, "was created in the last days", "added:7"),
    Field("edited", Kind.DAYS, "was changed in the last days", "edited:7"),
    Field("reviewed", Kind.DAYS, "was reviewed in the last days", "reviewed:7"),
    Field("importance", Kind.NUMBER, "has this importance, 0 to 1", "importance>=0.7"),
    Field("score", Kind.NUMBER, "has this score", "score<0.2"),
    Field("strength", Kind.NUMBER, "has this strength, 0 to 2", "strength>1"),
    Field("recall", Kind.NUMBER, "would be recalled with this probability", "recall<0.7"),
    Field("later", Kind.NUMBER, "has this strength in 30 days, if it is not used", "later<0.1"),
    Field("due", Kind.NUMBER, "is asked in so many days", "due<7"),
    Field("duplicates", Kind.NUMBER, "is nearly repeated by so many others", "duplicates>=2"),
    Field("forgetting", Kind.NUMBER, "becomes a candidate for forgetting in so many days", "forgetting<30"),
    Field("uses", Kind.NUMBER, "was used so many times", "uses>=5"),
    Field("views", Kind.NUMBER, "was viewed so many times", "views=0"),
    Field("length", Kind.NUMBER, "has so many characters", "length>1000"),
    Field("re", Kind.PATTERN, "has text that fits the regular expression", r"re:RULE-\d+"),
)

FIELDS: Final = {field.name: field for field in _ALL}
"""Every field by name, in the order in which completion offers them."""


def checked(name: str, sign: str, value: str) -> tuple[str, str, str]:
    """Return sign and value in their usual form, and what is wrong with them; empty if nothing is.

    Args:
        name: A key of `FIELDS`.
        sign: ``:``, ``=``, ``<``, ``<=``, ``>`` or ``>=``.
        value: What was typed, not empty.
    """
    kind = FIELDS[name].kind
    if kind is Kind.NUMBER:
        return sign, value, "" if number(value) is not None else f"{name} wants a number."
    if kind is Kind.DATE:
        return sign, value, "" if _is_date(value) else f"{name} wants a date: a year, a month or a day."
    if kind is Kind.DATE_OR_DAYS and _is_date(value):
        return sign, value, ""
    if sign not in {":", "="}:
        return sign, value, f"{name} cannot be compared with {sign}; it wants a colon."
    return ":", *_checked_word(FIELDS[name], value)


def _checked_word(field: Field, value: str) -> tuple[str, str]:
    if field.kind is Kind.CHOICE:
        chosen = value.casefold()
        return chosen, "" if chosen in field.choices else f"{field.name} is one of {', '.join(field.choices)}."
    if field.kind is Kind.PATTERN:
        return value, _wrong_pattern(value)
    if field.kind is Kind.NAME:
        return value, ""
    return value, "" if days(value) is not None else f"{field.name} wants a whole number of days."


def number(value: str) -> float | None:
    """Return the number that is written, or None."""
    try:
        found = float(value) if value.isascii() and "_" not in value else None
    except ValueError:
        return None
    return found if found is not None and isfinite(found) else None


def days(value: str) -> int | None:
    """Return the days that are written (``7`` or ``7d``), or None."""
    found = _DAYS.fullmatch(value)
    return int(found[1]) if found and int(found[1]) <= _MOST_DAYS else None


def period(value: str, *, now_ms: int, zone: tzinfo | None) -> tuple[int, int] | None:
    """Return the first millisecond of a year, month or day, and that after it; None for anything else.

    Args:
        value: ``2026``, ``2026-01``, ``2026-01-15``, ``today`` or ``yesterday``.
        now_ms: Which day is today.
        zone: Where; the computer's own time zone, if None.
    """
    first = _first_day(value, now_ms=now_ms, zone=zone)
    if first is None:
        return None
    day, parts = first
    if parts == 1:
        after = date(day.year + 1, 1, 1)
    elif parts == 2:
        after = (day + timedelta(days=31)).replace(day=1)
    else:
        after = day + timedelta(days=1)
    return _start_ms(day, zone), _start_ms(after, zone)


def _first_day(value: str, *, now_ms: int, zone: tzinfo | None) -> tuple[date, int] | None:
    """Return the first day, and whether a year (1), a month (2) or a day (3) was given."""
    if value.casefold() in {"today", "yesterday"}:
        now = local_datetime(now_ms) if zone is None else datetime.fromtimestamp(now_ms / 1000, zone)
        return now.date() - timedelta(days=value.casefold() == "yesterday"), 3
    found = _DATE.fullmatch(value)
    if found is None:
        return None
    given = [int(part) for part in found.groups() if part is not None]
    try:
        day = date(*[*given, 1, 1][:3])
    except ValueError:
        return None
    return (day, len(given)) if day.year in _YEARS else None


def _start_ms(day: date, zone: tzinfo | None) -> int:
    midnight = datetime(day.year, day.month, day.day, tzinfo=zone or UTC)
    if zone is None:
        midnight = midnight.replace(tzinfo=None).astimezone()
    return round(midnight.timestamp() * 1000)


def _is_date(value: str) -> bool:
    return _first_day(value, now_ms=DAY_MS, zone=UTC) is not None


def _wrong_pattern(pattern: str) -> str:
    if len(pattern) > LONGEST_PATTERN:
        return f"A pattern has at most {LONGEST_PATTERN} characters."
    try:
        regex.compile(pattern, regex.IGNORECASE)
    except (regex.error, ValueError, OverflowError, RecursionError) as error:
        return f"The pattern cannot be read: {error}."
    return ""
