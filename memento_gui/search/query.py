"""The query language: words that rank, and terms that filter; nothing a person types is ever an error."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES, Status
from memento_gui.domain.texts import Text
from memento_gui.search.words import words

NUMBERS: Final = ("importance", "strength", "uses", "views", "length", "score", "recall")
WORDS: Final = ("tag", "type", "category", "source", "project", "scope", "status", "id", "is")
STATES: Final = ("pinned", "due", "new", "trashed", "promoted", "archived", "muted", "unembedded", "duplicate")

_TOKEN: Final = re.compile(
    r"""(?P<space>\s+)
    |(?P<minus>-(?=\S))
    |(?P<phrase>"(?P<inside>[^"]*)")
    |(?P<hash>\#(?P<hashed>[^\s"]+))
    |(?P<field>[a-z]+)(?P<sign><=|>=|<|>|=|:)(?P<value>"[^"]*"|\S+)
    |(?P<word>\S+)""",
    re.VERBOSE | re.IGNORECASE,
)
_COMPARE: Final[Mapping[str, Callable[[FloatArray, float], BoolArray]]] = {
    "<": np.less,
    "<=": np.less_equal,
    "=": np.equal,
    ":": np.equal,
    ">=": np.greater_equal,
    ">": np.greater,
}
_CHOICES: Final = {
    "type": tuple(t.value for t in TYPES),
    "category": tuple(c.value for c in CATEGORIES),
    "scope": tuple(s.value for s in SCOPES),
    "status": tuple(s.value for s in STATUSES),
    "is": STATES,
}


@dataclass(frozen=True, slots=True)
class Term:
    """One filtering term: ``field sign value``; a ``phrase`` or a ``word`` (Browse) has that as its field."""

    field: str
    sign: str
    value: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong with characters ``start`` to ``end`` of a query; they count as text."""

    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query taken apart: the text that ranks, the terms that filter, the ``#tags`` that weigh, and remarks."""

    ranking: str = ""
    terms: tuple[Term, ...] = ()
    hash_tags: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What filters look at: N memories, their tags and words on demand, and numbers that others computed, N each."""

    table: FeatureTable
    tags: Mapping[str, tuple[str, ...]]
    texts: Callable[[Sequence[str]], Mapping[str, Text]]
    numbers: Mapping[str, Callable[[], FloatArray]]
    states: Mapping[str, Callable[[], BoolArray]]


def parse(text: str, *, browsing: bool = False) -> Query:
    """Take a query apart. While ``browsing`` bare words filter; else they rank."""
    ranking, terms, hashes, remarks = [], [], [], []
    negated = False
    for found in _TOKEN.finditer(text):
        if found["space"] or found["minus"]:
            negated = bool(found["minus"])
            continue
        term, remark = _term(found, negated=negated)
        remarks += [] if remark is None else [remark]
        if term is not None:
            terms.append(term)
        elif found["hash"] and not negated:
            hashes.append(found["hashed"])
            ranking.append(found["hashed"])
        elif negated or browsing:
            terms.append(Term("word", ":", found[0], negated=negated))
        else:
            ranking.append(found[0])
        if found["phrase"] and not negated:
            ranking.append(found["inside"])
        negated = False
    return Query(ranking=" ".join(ranking), terms=tuple(terms), hash_tags=tuple(hashes), remarks=tuple(remarks))


def _term(found: "re.Match[str]", *, negated: bool) -> tuple[Term | None, Remark | None]:
    if found["phrase"]:
        return Term("phrase", ":", found["inside"], negated=negated), None
    if not found["field"] or found["field"].lower() not in (*NUMBERS, *WORDS):
        return None, None
    field, sign, value = found["field"].lower(), found["sign"], found["value"].strip('"')
    wrong = _wrong(field, sign, value)
    if wrong:
        return None, Remark(*found.span(), wrong)
    return Term(field, sign, value, negated=negated), None


def _wrong(field: str, sign: str, value: str) -> str:
    if field in NUMBERS:
        return "" if _number(value) is not None else f"{field} wants a number, such as {field}<0.5; this is taken as text."
    if sign not in {":", "="}:
        return f"{field} wants a colon, such as {field}:x; this is taken as text."
    choices = _CHOICES.get(field)
    if choices and value.lower() not in choices:
        return f"{field} is one of {', '.join(choices)}; this is taken as text."
    return ""


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def filter_rows(query: Query, known: Known) -> BoolArray:
    """Return which of N memories every filtering term lets through.

    The trash is left out unless a term asks for it (``is:trashed``).
    """
    table = known.table
    asks_for_trash = any(term.field == "is" and term.value.lower() == "trashed" for term in query.terms)
    passed: BoolArray = np.ones(len(table), dtype=np.bool_) if asks_for_trash else ~table.trashed
    for term in sorted(query.terms, key=lambda term: term.field in {"word", "phrase"}):
        found = _matching(term, known, passed)
        passed = passed & (~found if term.negated else found)
    return passed


def _matching(term: Term, known: Known, among: BoolArray) -> BoolArray:
    if term.field in {"word", "phrase"}:
        return _holding(term, known, among)
    if term.field in NUMBERS:
        return _compared(term, known)
    if term.field == "is":
        return _in_state(term.value.lower(), known)
    return _named(term, known)


def _compared(term: Term, known: Known) -> BoolArray:
    table = known.table
    columns = {
        "importance": table.importance,
        "strength": table.strength,
        "uses": table.uses,
        "views": table.views,
        "length": table.length,
    }
    values = columns[term.field] if term.field in columns else known.numbers[term.field]()
    wanted = _number(term.value)
    assert wanted is not None
    return np.asarray(_COMPARE[term.sign](np.asarray(values, dtype=np.float64), wanted))


def _in_state(state: str, known: Known) -> BoolArray:
    table = known.table
    match state:
        case "pinned":
            return table.pinned
        case "trashed":
            return table.trashed
        case "duplicate":
            return table.duplicates > 0
        case "promoted" | "archived" | "muted":
            return np.asarray(table.status == STATUSES.index(Status(state)))
        case _:
            return known.states[state]()


def _named(term: Term, known: Known) -> BoolArray:
    table, value = known.table, term.value.casefold()
    codes = {"type": table.type, "category": table.category, "scope": table.scope, "status": table.status}
    if term.field in codes:
        return np.asarray(codes[term.field] == _CHOICES[term.field].index(value))
    vocabularies = {"source": (table.source, table.sources), "project": (table.project, table.projects)}
    if term.field in vocabularies:
        column, names = vocabularies[term.field]
        fits = [code for code, name in enumerate(names) if name.casefold() == ("" if value == "none" else value)]
        return np.isin(column, fits)
    if term.field == "id":
        return _each(table, lambda i: i.casefold().startswith(value) or i.casefold().endswith(value))
    if value == "none":
        return _each(table, lambda i: not known.tags.get(i))
    return _each(table, lambda i: any(tag.casefold() == value for tag in known.tags.get(i, ())))


def _each(table: FeatureTable, fits: Callable[[str], bool]) -> BoolArray:
    return np.fromiter((fits(identity) for identity in table.ids), dtype=np.bool_, count=len(table))


def _holding(term: Term, known: Known, among: BoolArray) -> BoolArray:
    """Which memories hold a phrase to the letter (case apart), or a word by its beginning."""
    rows = np.flatnonzero(among)
    ids = [str(known.table.ids[row]) for row in rows]
    texts = known.texts(ids)
    needle = term.value.casefold()
    stems = [] if term.field == "phrase" else words(term.value)
    found = np.zeros(len(known.table), dtype=np.bool_)
    for row, identity in zip(rows, ids, strict=True):
        held = texts.get(identity)
        if held is None:
            continue
        whole = "\n".join((held.title, held.content, *held.tags))
        found[row] = needle in whole.casefold() or (bool(stems) and set(stems) <= set(words(whole)))
    return found
