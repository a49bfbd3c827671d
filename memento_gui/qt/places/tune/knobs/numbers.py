"""A knob's value as text, and text as a knob's value."""

import math
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.knobs import Knob, Table, Value

MINUS: Final = "\N{MINUS SIGN}"
NEVER: Final = "never"

_NAMED: Final = 4
"""Changes that are named; a slider may have dozens."""

_QUERY: Final = 40
_NEVER_WORDS: Final = frozenset({"never", "inf", "infinite", "infinity", "∞"})
_NUMBER: Final = re.compile(r"\s*([-+−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d+)?)\s*([^\d\s.,]*)\s*")
_DAYS: Final[Mapping[str, float]] = MappingProxyType(
    {"min": 1 / 1440, "minute": 1 / 1440, "h": 1 / 24, "hour": 1 / 24, "d": 1.0, "day": 1.0}
    | {"w": 7.0, "wk": 7.0, "week": 7.0, "mo": 30.0, "month": 30.0, "y": 365.0, "year": 365.0}
)
_CHOICES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "memento_s": "Memento S",
        "search_score": "SearchScore",
        "power_law": "Power law",
        "exponential": "Exponential",
        "two_component": "Two-component",
        "tau": "τ model",
        "preset": "Fixed steps",
        "fsrs": "FSRS-6",
        "max": "Share of the best",
        "raw": "Raw cosine",
        "saturating": "Saturating",
        "lowest_recall": "Lowest recall",
        "danger_zone": "Danger zone",
        "due": "Due date",
        "random": "Random",
    }
)


def choice_text(choice: str) -> str:
    """Return how a choice is shown."""
    return _CHOICES.get(choice, choice.replace("_", " ").capitalize())


def as_text(knob: Knob, value: Value | Table | None) -> str:
    """Return a value as it is shown, with its unit: ``0.54``, ``45 d``, ``never``."""
    if value is None:
        return "none"
    if isinstance(value, Table):
        return f"{len(value)} entries" if len(value) != 1 else "1 entry"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return choice_text(value)
    number = number_text(knob, value)
    return f"{number} {knob.unit}" if knob.unit and number != NEVER else number


def number_text(knob: Knob, value: float) -> str:
    """Return a number without its unit: weights with at least two decimals, times with at most four digits."""
    if math.isinf(value):
        return NEVER
    if isinstance(knob.default, int):
        text = f"{value:.0f}"
    elif knob.unit:
        text = _short(value, decimals=max(0, min(4, 3 - _magnitude(value))))
    else:
        text = _short(value, decimals=4, at_least=2)
    return text.replace("-", MINUS)


def change_text(knob: Knob, before: Value | Table | None, after: Value | Table | None) -> str:
    """Return ``30 → 45 d``: both values, the unit once where it is the same."""
    first, second = as_text(knob, before), as_text(knob, after)
    unit = f" {knob.unit}" if knob.unit else ""
    if unit and first.endswith(unit) and second.endswith(unit):
        first = first.removesuffix(unit)
    return f"{first} → {second}"


def changes_text(knob: Knob, now: float, changes: Sequence[float], query: str) -> str:
    """Return at which values the first ten results of a query change: the nearest ones, and how many more."""
    if not changes or not query:
        return ""
    near = sorted(sorted(changes, key=lambda change: abs(change - now))[:_NAMED])
    named = ", ".join(as_text(knob, round(change, 3)) for change in near)
    more = f" and {len(changes) - len(near)} more" if len(changes) > len(near) else ""
    shown = query if len(query) <= _QUERY else f"{query[: _QUERY - 1]}…"
    return f"The first ten of “{shown}” change at {named}{more}."


def from_text(knob: Knob, text: str) -> float | int:
    """Read a number as people type it: ``45``, ``6 weeks``, ``0,5``, ``50%``, ``never``.

    Raises:
        InvalidParameter: If it is no number or outside the bounds; the message says what may be typed.
    """
    if text.strip().casefold() in _NEVER_WORDS:
        return _checked(knob, math.inf, text)
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise InvalidParameter(_sentence(knob, text))
    number = float(match[1].replace(",", ".").replace(MINUS, "-"))
    return _checked(knob, number * _factor(knob, match[2], text), text)


def bounds_text(knob: Knob) -> str:
    """Return the bounds in words: ``0.01 to 36500 d, or never``."""
    unit = f" {knob.unit}" if knob.unit else ""
    low, high = (_short(bound, decimals=4).replace("-", MINUS) for bound in (knob.low, knob.high))
    return f"{low} to {high}{unit}{', or never' if knob.never else ''}"


def _checked(knob: Knob, number: float, text: str) -> float | int:
    try:
        value = knob.checked(number)
    except InvalidParameter:
        raise InvalidParameter(_sentence(knob, text)) from None
    assert isinstance(value, int | float)
    return value


def _sentence(knob: Knob, text: str) -> str:
    kind = "a whole number" if isinstance(knob.default, int) else "a number"
    given = text.strip()
    return f"Type {kind}, {bounds_text(knob)}." if not given else f"{given[:40]!r} is not {kind}, {bounds_text(knob)}."


def _factor(knob: Knob, unit: str, text: str) -> float:
    name = unit.casefold()
    singular = name if name in _DAYS else name.removesuffix("s")
    if not unit or name == knob.unit:
        return 1.0
    if unit == "%" and not knob.unit:
        return 0.01
    if knob.unit in _DAYS and singular in _DAYS:
        return _DAYS[singular] / _DAYS[knob.unit]
    raise InvalidParameter(_sentence(knob, text))


def _magnitude(value: float) -> int:
    return math.floor(math.log10(abs(value))) if value else 0


def _short(value: float, *, decimals: int, at_least: int = 0) -> str:
    """Write without trailing zeros beyond ``at_least`` decimals and without an exponent."""
    whole, _, fraction = f"{value:.{decimals}f}".partition(".")
    kept = fraction.rstrip("0").ljust(at_least, "0")
    return f"{whole}.{kept}" if kept else whole
