"""Which memories Browse shows: a scope of the sidebar, a filter line, an order; computed in a worker."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, IntArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.standing import standing
from memento_gui.model.facets import FIELDS, field_term
from memento_gui.model.library import Library
from memento_gui.model.searches.completing import Vocabulary
from memento_gui.model.values import Diagnostic
from memento_gui.qt.tables.rows import Rows
from memento_gui.qt.tables.sorting import SortKey, sorted_rows

ALL: Final = "all"
PINNED: Final = "pinned"
DUE: Final = "due"
CHANGED: Final = "changed"
TRASH: Final = "trash"
TYPE: Final = "type"
TAG: Final = "tag"
PROJECT: Final = "project"
SAVED: Final = "saved"
MORE: Final = "more"

WEEK_MS: Final = 7 * DAY_MS
_TOKENS: Final = re.compile(r'-?(?:[a-z]+[:<>=]+"(?:[^"\\]|\\.)*"|"[^"]*")|\S+', re.IGNORECASE | re.DOTALL)
_MOST_TERMS: Final = 6
_TITLES: Final = 1_000


@dataclass(frozen=True, slots=True)
class Scope:
    """What the sidebar is at: a kind, which may be a field, and the type, tag or other value it names."""

    kind: str = ALL
    value: str = ""

    @property
    def query(self) -> str:
        """The filter line that asks for the same, or an empty string where there is none."""
        if self.kind in {PINNED, DUE}:
            return f"is:{self.kind}"
        return field_term(self.kind, self.value) if self.kind in FIELDS else ""


@dataclass(frozen=True, slots=True)
class WayOut:
    """A term without which the filter would show something."""

    dropped: str
    rest: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Everything that decides what is shown."""

    scope: Scope = Scope()
    text: str = ""
    keys: tuple[SortKey, ...] = ()
    prospects: frozenset[str] = frozenset()
    parameters: ParameterSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What is shown: ``total`` memories lie in the scope, ``rows`` of them pass the filter line."""

    asked: Asked
    rows: Rows
    total: int
    diagnostics: tuple[Diagnostic, ...] = ()
    way_out: WayOut | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved search, and how many memories it lets through as a filter."""

    name: str
    query: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The numbers of the sidebar, and the names that the filter line completes."""

    everything: int = 0
    pinned: int = 0
    due: int = 0
    changed: int = 0
    trash: int = 0
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    saved: tuple[Saved, ...] = ()
    names: Vocabulary = field(default_factory=Vocabulary)


def look(library: Library, asked: Asked) -> Found:
    """Filter, score and sort, all at one moment of the store."""
    with library.steady():
        return _look(library, asked)


def _look(library: Library, asked: Asked) -> Found:
    table = library.features()
    in_scope = _scope_mask(library, table, asked.scope)
    passed, diagnostics = _filtered(library, asked, len(table))
    prospects = library.prospects.columns(asked.prospects, asked.parameters) if asked.prospects else {}
    now = library.clock.now_ms()
    ranking = asked.parameters.ranking
    rows = Rows(
        table=table,
        standing=standing(table, asked.parameters, now_ms=now),
        order=np.flatnonzero(in_scope & passed).astype(np.int64),
        now_ms=now,
        weights=(ranking.recency, ranking.importance, ranking.usage),
        prospects=prospects,
    )
    rows = sorted_rows(rows, asked.keys, lambda ids: _titles(library, ids))
    _ = table.row_of  # built here, not in the GUI thread
    found = Found(asked=asked, rows=rows, total=int(np.count_nonzero(in_scope)), diagnostics=diagnostics)
    return found if len(rows) else replace(found, way_out=_way_out(library, asked, in_scope))


def count(library: Library) -> Counts:
    """Return the sidebar's numbers, all of one moment."""
    with library.steady():
        return _count(library)


def _count(library: Library) -> Counts:
    table = library.features()
    there = ~table.trashed
    recent = table.updated_ms >= library.clock.now_ms() - WEEK_MS
    return Counts(
        everything=int(np.count_nonzero(there)),
        pinned=int(np.count_nonzero(there & table.pinned)),
        due=len(library.filter("is:due").rows),
        changed=int(np.count_nonzero(there & recent)),
        trash=int(np.count_nonzero(table.trashed)),
        facets=library.facets.counts(),
        saved=tuple(
            Saved(search.name, search.query, len(library.filter(search.query.rstrip()).rows))
            for search in library.saved_searches.every()
        ),
        names=library.completing.vocabulary(),
    )


def _scope_mask(library: Library, table: FeatureTable, scope: Scope) -> BoolArray:
    there = ~table.trashed
    match scope.kind:
        case "pinned":
            return there & table.pinned
        case "changed":
            return there & (table.updated_ms >= library.clock.now_ms() - WEEK_MS)
        case "trash":
            return table.trashed
        case "due":
            return _mask(library.filter("is:due").rows, len(table))
        case _:
            return there & _named(library, table, scope)


def _named(library: Library, table: FeatureTable, scope: Scope) -> BoolArray:
    if scope.kind not in FIELDS:
        return np.ones(len(table), dtype=np.bool_)
    rows = library.facets.rows(scope.kind, scope.value)
    return rows if len(rows) == len(table) else np.zeros(len(table), dtype=np.bool_)  # of a newer table: looked at again


def _filtered(library: Library, asked: Asked, size: int) -> tuple[BoolArray, tuple[Diagnostic, ...]]:
    text = asked.text.rstrip()  # what stands before the words counts in the positions of remarks
    if not text:
        return np.ones(size, dtype=np.bool_), ()
    found = library.filter(f"{text} is:trashed" if asked.scope.kind == TRASH else text)
    return _mask(found.rows, size), found.diagnostics


def _mask(rows: IntArray, size: int) -> BoolArray:
    mask = np.zeros(size, dtype=np.bool_)
    mask[rows[rows < size]] = True
    return mask


def _titles(library: Library, ids: Sequence[str]) -> list[str]:
    titles = library.titles(ids)
    untitled = [identity for identity in ids if identity not in titles]
    for start in range(0, len(untitled), _TITLES):  # the rest of each is let go at once
        headlines = library.headlines(untitled[start : start + _TITLES])
        titles |= {identity: line.title for identity, line in headlines.items()}
    return [titles.get(identity, "") for identity in ids]


def _way_out(library: Library, asked: Asked, in_scope: BoolArray) -> WayOut | None:
    """Return the one term without which most would be shown, if leaving one out is enough."""
    terms = _TOKENS.findall(asked.text)
    if not 2 <= len(terms) <= _MOST_TERMS:
        return None
    ways = []
    for index, dropped in enumerate(terms):
        rest = " ".join(term for place, term in enumerate(terms) if place != index)
        passed, _ = _filtered(library, replace(asked, text=rest), len(in_scope))
        ways.append(WayOut(dropped, rest, int(np.count_nonzero(in_scope & passed))))
    best = max(ways, key=lambda way: way.count)
    return best if best.count else None
