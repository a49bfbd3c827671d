"""The fields of one foreign record, taken one by one: what fits is converted, what is odd is reported and kept."""

import math
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from memento_gui.domain.memory import clean_tags
from memento_gui.interchange.plain import plain_extra
from memento_gui.interchange.texts import fault_of, shown

MAX_COUNT: Final = 2**53
MAX_SECONDS: Final = 253_402_300_799
"""The last second of the year 9999."""

FIRST_MS: Final = -62_135_596_800_000
LAST_MS: Final = 253_402_300_799_999
"""The first and the last millisecond of the years 1 to 9999."""

_LONGEST_NUMBER: Final = 40


class Fields:
    """A record's fields. Each is taken once; what is never taken ends in `extra`, beside the raw form of odd ones."""

    def __init__(self, record: Mapping[str, object]) -> None:
        self._left = dict(record)
        self._odd: dict[str, object] = {}
        self.problems: list[str] = []

    def take(self, name: str) -> object:
        """Return the raw value, or None when it is absent."""
        return self._left.pop(name, None)

    def has(self, name: str) -> bool:
        """Whether a field that was not taken yet has a value."""
        return self._left.get(name) is not None

    def report(self, what: str) -> None:
        """Add a problem of this record."""
        self.problems.append(what)

    def keep(self, name: str, raw: object) -> None:
        """Have a raw value kept in `extra`."""
        self._odd[name] = raw

    def text(self, name: str) -> str:
        """Take a short text; empty when it is absent or cannot be kept."""
        raw = self.take(name)
        if raw is None:
            return ""
        if isinstance(raw, str):
            fault = fault_of(raw)
            if fault:
                self.report(f"{name} {fault}; it was left out")
            return "" if fault else raw
        self._unfit(name, raw, "is not text")
        return ""

    def number(self, name: str, default: float, *, low: float, high: float) -> float:
        """Take a number; outside its bounds it is moved to the nearer one, and its raw form kept."""
        raw = self.take(name)
        number = self._as_number(name, raw)
        if number is None:
            return default
        inside = min(max(number, low), high)
        if inside != number:
            self._unfit(name, raw, f"lies outside {low:g} to {high:g}; {inside:g} was taken")
        return float(inside)

    def count(self, name: str) -> int:
        """Take a whole number that is not negative; 0 when it is absent or unfit."""
        return int(self.number(name, 0, low=0, high=MAX_COUNT))

    def switch(self, name: str) -> bool:
        """Take a yes or no, also written as 0 or 1."""
        raw = self.take(name)
        if raw is None or (isinstance(raw, int) and raw in {0, 1}):
            return bool(raw)
        self._unfit(name, raw, "is neither yes nor no; no was taken")
        return False

    def seconds(self, name: str) -> int | None:
        """Take an instant given in seconds since the Unix epoch, UTC; in milliseconds, or None where there is none.

        An instant written as text is read too, as `utc_text` does, and reported.
        """
        raw = self.take(name)
        if isinstance(raw, str) and _number_in(raw) is None and _moment(raw) is not None:
            written = _utc_ms(raw)
            if written is None:
                self._unfit(name, raw, "is no time between 1970 and 9999; it was left out")
            else:
                self.report(f"{name} was the text {shown(raw)}; read as a time")
            return written
        number = self._as_number(name, raw)
        if number is None:
            return None
        if 0 <= number <= MAX_SECONDS:
            return round(number * 1000)
        if MAX_SECONDS < number <= MAX_SECONDS * 1000:
            self._unfit(name, raw, "is too late for seconds and was read as milliseconds")
            return round(number)
        self._unfit(name, raw, "is no time between 1970 and 9999; it was left out")
        return None

    def milliseconds(self, name: str) -> int | None:
        """Take an instant given in milliseconds since the Unix epoch, UTC; None where there is none."""
        raw = self.take(name)
        number = self._as_number(name, raw)
        if number is None or FIRST_MS <= number <= LAST_MS:
            return None if number is None else round(number)
        self._unfit(name, raw, "is no time between the years 1 and 9999; it was left out")
        return None

    def utc_text(self, name: str) -> int | None:
        """Take an instant written as text, UTC where it names no zone; in milliseconds, or None where there is none."""
        raw = self.take(name)
        if raw is None:
            return None
        instant = _utc_ms(raw) if isinstance(raw, str) else _numeric_ms(raw)
        if instant is None:
            self._unfit(name, raw, "is no time between 1970 and 9999; it was left out")
        return instant

    def one_of(self, name: str, choices: Iterable[str], default: str) -> str:
        """Take one of several words; anything else is kept raw, and the default taken."""
        raw = self.take(name)
        if raw is None or raw in tuple(choices):
            return default if raw is None else str(raw)
        self._unfit(name, raw, f"is not known here; {default} was taken")
        return default

    def tags(self, raw: object, *, more: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the tags of a raw list, then those of ``more``; the raw list is kept where the two differ."""
        given = [raw] if isinstance(raw, str) else raw
        if given is not None and not isinstance(given, list):
            self._unfit("tags", raw, "is no list; there are no tags")
            given = None
        listed = [self._tag(one) for one in given or ()]
        tags = clean_tags([*listed, *more])
        if given is not None and list(tags) != raw:
            self.keep("tags", raw)
        return tags

    def table(self, name: str) -> dict[str, object]:
        """Take an object of named values; empty when it is absent or something else."""
        raw = self.take(name)
        if raw is None or isinstance(raw, dict):
            return dict(raw or {})
        self._unfit(name, raw, "is no object")
        return {}

    def rest(self) -> dict[str, object]:
        """Return what was never taken, and the raw form of what was odd."""
        return {**self._left, **self._odd}

    def extra(self, more: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Return `rest` and ``more`` as plain JSON."""
        return plain_extra({**(more or {}), **self.rest()}, self.report)

    def _tag(self, raw: object) -> str:
        if isinstance(raw, str):
            fault = fault_of(raw)
            if fault:
                self.report(f"a tag {fault}; it was left out")
            return "" if fault else raw
        if isinstance(raw, int | float) and not isinstance(raw, bool):
            self.report(f"the tag {shown(raw)} was not text; read as text")
            return shown(raw)
        self.report(f"{shown(raw)} is no tag; it was left out")
        return ""

    def _as_number(self, name: str, raw: object) -> float | None:
        """Return a finite number, or None; what is none, or only looks like one, is reported."""
        if raw is None:
            return None
        number = _number_in(raw) if isinstance(raw, str) else raw
        if isinstance(number, bool) or not isinstance(number, int | float) or not _is_finite(number):
            self._unfit(name, raw, "is no number; it was left out")
            return None
        if isinstance(raw, str):
            self.report(f"{name} was the text {shown(raw)}; read as a number")
        return number

    def _unfit(self, name: str, raw: object, what: str) -> None:
        self.report(f"{name} {shown(raw)} {what}")
        self.keep(name, raw)


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number beyond the largest float
        return False


def _number_in(text: str) -> float | None:
    if len(text) > _LONGEST_NUMBER:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def _utc_ms(text: str) -> int | None:
    moment = _moment(text)
    return None if moment is None else _in_range(round(moment.timestamp() * 1000))


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def _numeric_ms(raw: object) -> int | None:
    """Seconds or, from 10^11 on, milliseconds: programs in JavaScript write the latter."""
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not _is_finite(raw):
        return None
    return _in_range(round(raw if raw >= 1e11 else raw * 1000))


def _in_range(instant_ms: int) -> int | None:
    return instant_ms if 0 <= instant_ms <= MAX_SECONDS * 1000 else None
