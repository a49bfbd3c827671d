"""One query ranked again and again by other numbers, to find the number that would change an answer."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.knobs import Value
from memento_gui.domain.parameters import TYPE_KEYS, ParameterSet, parameter_table
from memento_gui.domain.ranking import Ranking
from memento_gui.engine.crossing import Crossing, Span, nearest_crossing
from memento_gui.engine.ranking import Candidates
from memento_gui.model.searches.found import Found, chosen, placed_by_words, ranked

IMPORTANCE: Final = "memory.importance"
"""Stands, among the dotted names of parameters, for the memory's own importance."""

_WEIGHTS: Final = tuple(f"ranking.{name}" for name in ("relevance", "recency", "importance", "usage", "duplication"))
_INSIDE: Final = tuple(f"relevance.{name}" for name in ("embedding", "keyword", "tag", "title", "neighbourhood"))
BY_WORDS: Final = ("session.text", "session.recency", "session.revision")
"""The weights of SearchScore, in the order of its terms."""
_KEPT_CANDIDATES: Final = 32

Holds = Callable[[ParameterSet, FeatureTable | None], bool]
"""Whether something is true under some numbers, over the memories as they are (None) or as given."""


Guess = Callable[[ParameterSet], Mapping[str, Sequence[float]]]
"""Where each number, by its dotted name, is expected to make something true, from the ranking under some numbers."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a memory stands: its position from 0, None where it is no candidate; and whether it reaches the threshold."""

    position: int | None
    kept: bool

    def within(self, limit: int) -> bool:
        """Whether it is among the first ``limit`` kept results."""
        return self.position is not None and self.kept and self.position < limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One number that alone would do it; ``value`` was tried by ranking again.

    ``name`` is a parameter's dotted name or `IMPORTANCE`. ``crossing`` is where the answer changes, None for a choice that
    has no in-between; ``rank`` counts from 1 and is where the memory would then stand. ``size`` is the change as a share of
    the number's range.
    """

    name: str
    label: str
    unit: str
    now: Value
    value: Value
    crossing: Crossing | None
    rank: int
    size: float

    @property
    def exact(self) -> bool:
        """Whether the boundary was computed and not closed in on."""
        return self.crossing is None or self.crossing.exact


class Reranking:
    """One query's findings under any numbers."""

    def __init__(
        self, found: Found, parameters: ParameterSet, *, also: int | None = None, cancel: CancelToken | None = None
    ) -> None:
        """Rank what was found; ``also`` is a row that enters as a candidate wherever it stands in the two lists.

        Every ranking raises `Cancelled` once ``cancel`` is set.
        """
        self.found, self.parameters, self.also, self._cancel = found, parameters, also, cancel
        self.by_words = parameters.ranking.scheme == "search_score"
        self._chosen = lru_cache(_KEPT_CANDIDATES)(self._choose)

    def ranking(self, parameters: ParameterSet | None = None, *, table: FeatureTable | None = None) -> Ranking:
        """Return the ranking by S under some numbers, over the memories as they are or as given."""
        used = self.parameters if parameters is None else parameters
        return ranked(self.found, self.candidates(used), used, table=table)

    def candidates(self, parameters: ParameterSet) -> Candidates:
        """Return the candidates under some numbers."""
        inside, outside = parameters.relevance, parameters.ranking
        near = (inside.neighbourhood > 0.0, inside.neighbourhood_minutes)
        return self._chosen(outside.candidates_embedding, outside.candidates_keyword, *near)

    def _choose(self, by_meaning: int, by_words: int, neighbours: bool, minutes: float) -> Candidates:  # noqa: FBT001
        wanted = {
            "ranking.candidates_embedding": by_meaning,
            "ranking.candidates_keyword": by_words,
            "relevance.neighbourhood": 1.0 if neighbours else 0.0,
            "relevance.neighbourhood_minutes": minutes,
        }
        return chosen(self.found, self.parameters.with_values(wanted), also=self.also)

    def spots(
        self, rows: Iterable[int], parameters: ParameterSet | None = None, *, table: FeatureTable | None = None
    ) -> list[Spot]:
        """Return where some rows stand under some numbers."""
        used = self.parameters if parameters is None else parameters
        if self._cancel is not None:
            self._cancel.check()
        if self.by_words:
            return [Spot(place, kept=place is not None) for place in placed_by_words(self.found, rows, used)]
        ranking = self.ranking(used, table=table)
        pairs = zip(ranking.rows.tolist(), ranking.kept.tolist(), strict=True)
        places = {row: Spot(place, kept) for place, (row, kept) in enumerate(pairs)}
        return [places.get(row, Spot(None, kept=False)) for row in rows]

    # Questions

    def within(self, row: int) -> Holds:
        """Return whether a memory is among the kept results that are asked for."""

        def holds(parameters: ParameterSet, table: FeatureTable | None) -> bool:
            return self.spots([row], parameters, table=table)[0].within(parameters.ranking.limit)

        return holds

    def kept(self, row: int) -> Holds:
        """Return whether a memory reaches the threshold."""
        return lambda parameters, table: self.spots([row], parameters, table=table)[0].kept

    def passes(self, lower: int, upper: int) -> Holds:
        """Return whether one memory stands above another."""

        def holds(parameters: ParameterSet, table: FeatureTable | None) -> bool:
            mine, other = self.spots([lower, upper], parameters, table=table)
            return mine.position is not None and other.position is not None and mine.position < other.position

        return holds

    # Changes

    def changes(
        self,
        names: Iterable[str],
        row: int,
        holds: Holds,
        guess: Guess,
    ) -> tuple[Change, ...]:
        """Return every single change that makes something true, the smallest first.

        Args:
            names: The numbers to turn.
            row: The memory it is about, whose importance may be one of them and whose rank is told.
            holds: Whether it is true under some numbers and memories; false as they are.
            guess: Says where each number is expected to do it, from the ranking under some numbers.
        """
        found: list[Change] = []
        guesses = guess(self.parameters)
        for name in names:
            change = self._change(name, row, holds, tuple(guesses.get(name, ())), guess)
            if change is not None:
                found.append(change)
        return tuple(sorted(found, key=lambda one: one.size))

    def settled(self, name: str, value: int, row: int) -> Change:
        """Return the change of a whole number whose boundary is known."""
        knob, span = parameter_table()[name], span_of(name, self.parameters)
        assert span is not None
        return Change(
            name=name,
            label=f"{knob.label} {knob.symbol}".strip(),
            unit=knob.unit,
            now=int(span.now),
            value=value,
            crossing=Crossing(now=span.now, at=value, value=value, exact=True),
            rank=self._rank(row, self.parameters.with_value(name, value), None),
            size=span.distance(value),
        )

    def _change(
        self,
        name: str,
        row: int,
        holds: Holds,
        guesses: tuple[float, ...],
        guess: Guess,
    ) -> Change | None:
        if name == IMPORTANCE:
            return self._own_importance(row, holds, guesses)
        knob, now = parameter_table()[name], self.parameters.value(name)
        if isinstance(now, str | bool):
            others = [not now] if isinstance(now, bool) else [one for one in knob.choices if one != now]
            working = next((one for one in others if holds(self.parameters.with_value(name, one), None)), None)
            if working is None:
                return None
            rank = self._rank(row, self.parameters.with_value(name, working), None)
            return Change(name=name, label=knob.label, unit="", now=now, value=working, crossing=None, rank=rank, size=1.0)
        span = span_of(name, self.parameters)
        crossing = (
            None
            if span is None
            else nearest_crossing(
                lambda value: holds(self.parameters.with_value(name, value), None),
                span,
                guesses,
                expects=lambda value: guess(self.parameters.with_value(name, value)).get(name, ()),
            )
        )
        if crossing is None or span is None:
            return None
        value = int(crossing.value) if span.whole else crossing.value
        return Change(
            name=name,
            label=f"{knob.label} {knob.symbol}".strip(),
            unit=knob.unit,
            now=now,
            value=value,
            crossing=crossing,
            rank=self._rank(row, self.parameters.with_value(name, value), None),
            size=span.distance(crossing.at),
        )

    def _own_importance(self, row: int, holds: Holds, guesses: tuple[float, ...]) -> Change | None:
        now = float(self.found.table.importance[row])
        span = Span(now=now, low=0.0, high=1.0)
        crossing = nearest_crossing(lambda value: holds(self.parameters, self._worth(row, value)), span, guesses)
        if crossing is None:
            return None
        return Change(
            name=IMPORTANCE,
            label="Its importance",
            unit="",
            now=now,
            value=crossing.value,
            crossing=crossing,
            rank=self._rank(row, self.parameters, self._worth(row, crossing.value)),
            size=span.distance(crossing.at),
        )

    def _worth(self, row: int, importance: float) -> FeatureTable:
        """Return the memories as if one had another importance."""
        column = self.found.table.importance.copy()
        column[row] = importance
        return replace(self.found.table, importance=column)

    def _rank(self, row: int, parameters: ParameterSet, table: FeatureTable | None) -> int:
        [spot] = self.spots([row], parameters, table=table)
        return 0 if spot.position is None else spot.position + 1


def span_of(name: str, parameters: ParameterSet) -> Span | None:
    """Return how far a parameter may go; None where it is "never" and so has no ratio to anything."""
    knob, now = parameter_table()[name], parameters.value(name)
    if not isinstance(now, int | float) or math.isinf(now):
        return None
    return Span(now=float(now), low=knob.low, high=knob.high, log=knob.unit == "d", whole=isinstance(knob.default, int))


def weights(parameters: ParameterSet, types: Iterable[int]) -> list[str]:
    """Return the numbers that move memories of these types (codes) past each other, by dotted name."""
    if parameters.ranking.scheme == "search_score":
        return list(BY_WORDS)
    kinds = [TYPE_KEYS[code] for code in dict.fromkeys(types)]
    by_type = [f"{table}.{kind}" for table in ("recency.half_life", "importance.type_boost") for kind in kinds]
    more = ["ranking.mmr"] + (["ranking.mmr_lambda"] if parameters.ranking.mmr else [])
    calibrations = ["relevance.embedding_calibration", "relevance.keyword_calibration"]
    return [*_WEIGHTS, *_INSIDE, *by_type, *more, *calibrations]
