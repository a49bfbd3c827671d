"""Which memories fit a field of a query, as far as columns can tell."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES, Status
from memento_gui.search.fields import FIELDS, Kind, days, number, period
from memento_gui.search.known import Known
from memento_gui.search.terms import NONE, Term

_COMPARED: Final[Mapping[str, Callable[[FloatArray, float], BoolArray]]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">=": np.greater_equal,
    ">": np.greater,
}
_COLUMNS: Final = frozenset({"importance", "strength", "uses", "views", "length"})
_CODED: Final[Mapping[str, Sequence[str]]] = {"type": TYPES, "category": CATEGORIES, "scope": SCOPES, "status": STATUSES}
_NAMED: Final = {"source": "sources", "project": "projects", "user": "users"}
_TIMED: Final = {
    "created": "created_ms",
    "added": "created_ms",
    "updated": "updated_ms",
    "edited": "updated_ms",
    "used": "last_used_ms",
}
_LEAST_DIFFERENCE: Final = 1e-9


def rows_fitting(term: Term, known: Known) -> BoolArray:
    """Return which of N memories fit a known field other than a pattern, the term's negation apart."""
    kind = FIELDS[term.field].kind
    if kind is Kind.NUMBER:
        return _number(term, known)
    if kind in {Kind.DATE, Kind.DAYS, Kind.DATE_OR_DAYS}:
        return _time(term, known)
    return _state(term.value, known) if term.field == "is" else _name(term, known)


def compared(term: Term, values: FloatArray) -> BoolArray:
    """Return which values compare with the term's number as its sign says; NaN never does."""
    wanted = number(term.value)
    assert wanted is not None, "parsing lets only numbers through"
    if term.sign in _COMPARED:
        return _COMPARED[term.sign](values, wanted)
    return np.asarray(np.abs(values - wanted) <= _LEAST_DIFFERENCE)


def _number(term: Term, known: Known) -> BoolArray:
    if term.field in _COLUMNS:
        return compared(term, np.asarray(getattr(known.table, term.field), dtype=np.float64))
    return compared(term, known.numbers[term.field]()) if term.field in known.numbers else known.nobody()


def _time(term: Term, known: Known) -> BoolArray:
    recent = days(term.value)
    if term.field == "reviewed":
        ago = known.numbers["reviewed"]() if "reviewed" in known.numbers else np.full(len(known.table), np.nan)
        return np.asarray(ago <= (recent or 0))
    times: IntArray = getattr(known.table, _TIMED[term.field])
    whole = None if FIELDS[term.field].kind is Kind.DAYS else period(term.value, now_ms=known.now, zone=known.zone)
    if whole is not None:
        return _within(term.sign, times, *whole)
    lately = times >= known.now - (recent or 0) * DAY_MS
    return lately & (known.table.updated_ms > known.table.created_ms) if term.field == "edited" else lately


def _within(sign: str, times: IntArray, start: int, end: int) -> BoolArray:
    """Compare with a whole period: after it, from its start, within it, up to its end, before it."""
    match sign:
        case ">":
            return times >= end
        case ">=":
            return times >= start
        case "<":
            return times < start
        case "<=":
            return times < end
        case _:
            return (times >= start) & (times < end)


def _state(state: str, known: Known) -> BoolArray:
    table = known.table
    match state:
        case "pinned":
            return table.pinned
        case "trashed":
            return table.trashed
        case "duplicate":
            return np.asarray(table.duplicates > 0)
        case "active" | "promoted" | "archived" | "muted":
            return np.asarray(table.status == STATUSES.index(Status(state)))
        case _:
            return known.states[state]() if state in known.states else known.nobody()


def _name(term: Term, known: Known) -> BoolArray:
    table, wanted = known.table, term.value.casefold()
    if term.field in _CODED:
        return np.asarray(getattr(table, term.field) == list(_CODED[term.field]).index(wanted))
    if term.field in _NAMED:
        names: tuple[str, ...] = getattr(table, _NAMED[term.field])
        fitting = [code for code, name in enumerate(names) if _fits(name, wanted, literal=term.literal)]
        return np.isin(getattr(table, term.field), fitting)
    if term.field == "tag":
        return _tagged(wanted, known, literal=term.literal)
    return known.rows_named([one for one in table.ids if _is_short_for(wanted, one.casefold())])


def _tagged(wanted: str, known: Known, *, literal: bool) -> BoolArray:
    if wanted == NONE and not literal:
        return ~known.rows_named([identity for identity, tags in known.tags.items() if tags])
    fitting = {tag for tag in known.distinct_tags if _fits(tag, wanted, literal=literal)}
    return known.rows_named([identity for identity, tags in known.tags.items() if not fitting.isdisjoint(tags)])


def _fits(name: str, wanted: str, *, literal: bool) -> bool:
    """Whether a name is the wanted one, or begins so where the wanted one ends with a star; both without case."""
    held = name.casefold()
    if literal:
        return held == wanted
    if wanted == NONE:
        return not name
    return held.startswith(wanted[:-1]) if wanted.endswith("*") else held == wanted


def _is_short_for(wanted: str, identity: str) -> bool:
    return identity.startswith(wanted) or identity.endswith(wanted)
