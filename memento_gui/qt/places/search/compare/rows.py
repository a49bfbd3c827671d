"""Two result lists side by side as finished values: rows, the lines that join them, and how each memory moved."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memento_gui.domain.parameters import ParameterSet, parameter_table
from memento_gui.model.library import Library
from memento_gui.model.searches.comparing import Comparison
from memento_gui.model.values import SearchOutcome
from memento_gui.qt.phrases import MINUS
from memento_gui.qt.places.search.results.rows import ResultRow, results_of, threshold_of

SHOWN: Final = 20
"""How many results stand on each side."""
SAME: Final = "="
NEW: Final = "new"
GONE: Final = "gone"


@dataclass(frozen=True, slots=True)
class Join:
    """A line from a row of A to a row of B; ``change`` is how many places the memory rose."""

    left: int
    right: int
    change: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Both sides. ``left_notes`` say what is gone or where it went, ``right_notes`` how each memory moved."""

    left: tuple[ResultRow, ...]
    right: tuple[ResultRow, ...]
    joins: tuple[Join, ...]
    left_notes: tuple[str, ...]
    right_notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One term of a memory's score under both sets; None where a side did not rank it."""

    hue: str
    label: str
    first: float | None
    second: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedView:
    """A finished comparison of one query."""

    pair: Pair
    first: SearchOutcome
    second: SearchOutcome
    comparison: Comparison


def compared_view(library: Library, text: str, first: ParameterSet, second: ParameterSet) -> ComparedView:
    """Search with both sets and fetch the words of what is shown; belongs in a worker."""
    found = library.comparing.compare(text, first, second)
    ids = dict.fromkeys((*found.first.ids[:SHOWN], *found.second.ids[:SHOWN]))
    headlines = library.headlines(list(ids))
    left, right = (results_of(outcome, headlines, SHOWN) for outcome in (found.first, found.second))
    pair = paired(left, right, found.first.ids, found.second.ids)
    return ComparedView(pair=pair, first=found.first, second=found.second, comparison=found.comparison)


def paired(left: tuple[ResultRow, ...], right: tuple[ResultRow, ...], first: Sequence[str], second: Sequence[str]) -> Pair:
    """Join the rows of two lists; ``first`` and ``second`` are all ids of each side, best first."""
    before = {identity: place for place, identity in enumerate(first)}
    after = {identity: place for place, identity in enumerate(second)}
    shown = {row.memory_id: number for number, row in enumerate(right)}
    joins = tuple(
        Join(number, shown[row.memory_id], number - shown[row.memory_id])
        for number, row in enumerate(left)
        if row.memory_id in shown
    )
    return Pair(
        left=left,
        right=right,
        joins=joins,
        left_notes=tuple(_gone(after.get(row.memory_id), row.memory_id in shown) for row in left),
        right_notes=tuple(_moved(before.get(row.memory_id), place) for place, row in enumerate(right)),
    )


def _gone(place: int | None, shown: bool) -> str:  # noqa: FBT001  # private, and clear where it is called
    if shown:
        return ""
    return GONE if place is None else f"to {place + 1}"


def _moved(before: int | None, now: int) -> str:
    if before is None:
        return NEW
    change = before - now
    return SAME if change == 0 else f"+{change}" if change > 0 else f"{MINUS}{-change}"


def kept_text(view: ComparedView) -> str:
    """Return the keep threshold for the legend, or one for each side; empty where none is applied."""
    first, second = (threshold_of(outcome) for outcome in (view.first, view.second))
    if first == second:
        return "" if first is None else f"Keep {first:.2f}"
    told = ((side, value) for side, value in (("A", first), ("B", second)) if value is not None)
    return "Keep " + ", ".join(f"{side} {value:.2f}" for side, value in told)


def terms_of(view: ComparedView, memory_id: str) -> tuple[Term, ...]:
    """Return the terms of a memory's score under both sets, the score last."""
    first, second = (_terms(outcome, memory_id) for outcome in (view.first, view.second))
    names = dict.fromkeys([*first, *second])
    order = sorted(names, key=lambda name: name[1] == "Score")
    return tuple(
        Term(hue=hue, label=label, first=first.get((hue, label)), second=second.get((hue, label))) for hue, label in order
    )


def _terms(outcome: SearchOutcome, memory_id: str) -> dict[tuple[str, str], float]:
    if memory_id not in outcome.ids:
        return {}
    place = outcome.ids.index(memory_id)
    if outcome.ranking is not None:
        knobs, signals = outcome.parameters.ranking, outcome.ranking.signals
        names = ("relevance", "recency", "importance", "usage", "duplication")
        signs = (1, 1, 1, 1, -1)
        told = {
            (name, name.capitalize()): sign * getattr(knobs, name) * float(getattr(signals, name)[place])
            for name, sign in zip(names, signs, strict=True)
        }
        return told | {("", "Score"): float(outcome.ranking.score[place])}
    words, session = outcome.word_ranking, outcome.parameters.session
    assert words is not None
    return {
        ("relevance", "Text rank"): session.text * float(words.text_rank[place]),
        ("recency", "Recency"): session.recency * float(words.recency[place]),
        ("usage", "Revisions"): session.revision * float(words.revision[place]),
        ("", "Score"): words.scores[place].value,
    }


def differences(first: ParameterSet, second: ParameterSet) -> tuple[tuple[str, str, str], ...]:
    """Return what differs in how the sets rank: (label, value in A, value in B)."""
    table = parameter_table()
    ranking = ("ranking", "relevance", "recency", "importance", "usage", "session")
    return tuple(
        (_label(name), _value(name, before), _value(name, after))
        for name, (before, after) in second.changes_from(first).items()
        if name.partition(".")[0] in ranking and (name in table or name.rpartition(".")[0] in table)
    )


def _label(name: str) -> str:
    table = parameter_table()
    described = table.get(name)
    if described is not None:
        return described.label
    stem, _, key = name.rpartition(".")
    return f"{table[stem].label}, {key}"


def _value(name: str, value: object) -> str:
    table = parameter_table()
    described = table.get(name) or table[name.rpartition(".")[0]]
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float):
        unit = {"days": " d", "": ""}.get(described.unit, f" {described.unit}")
        return f"{value:g}{unit}" if value != float("inf") else "never"
    return str(value).replace("_", " ")
