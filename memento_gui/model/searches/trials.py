"""Queries ranked under numbers that are only being tried: what the indexes said of each is kept meanwhile."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.clock import Clock
from memento_gui.domain.parameters import ParameterSet, RelevanceParameters
from memento_gui.engine.top_changes import every_change, tried_of
from memento_gui.model.live import LiveStore
from memento_gui.model.searches.found import Found, ranked_by_words
from memento_gui.model.searches.reranking import Reranking

DEPTH: Final = 10
"""How far down a ranking is looked at."""

_KEPT: Final = 64
_KEPT_ROWS: Final = 8_000_000
"""Memories times queries kept; what is known of a query is as long as the store."""

_STALE_MS: Final = 10 * 60_000
"""After this time a query is asked again, so that ages stay true."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One memory's way from one ranking to another.

    Ranks count kept results from 1; None where it is none. Scores are None where it is no candidate.
    """

    memory_id: str
    type_code: int
    before: int | None
    after: int | None
    score_before: float | None
    score_after: float | None

    @property
    def risen(self) -> int | None:
        """How many places it rose (negative: fell); None where it came or went."""
        return None if self.before is None or self.after is None else self.before - self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One query under two sets: the first ten of the second, then those of the first ten of the first that left them.

    ``moved`` counts those that stand elsewhere, came or went.
    """

    text: str
    steps: tuple[Step, ...]
    words_only: bool

    @property
    def moved(self) -> int:
        """How many of these memories do not stand where they stood."""
        return sum(step.before != step.after for step in self.steps)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is known of a query, and under which numbers it holds."""

    knobs: RelevanceParameters
    reranking: Reranking

    @property
    def found(self) -> Found:
        return self.reranking.found


class Trials:
    """Tries numbers on queries of one store. Safe to call from any thread; loads no model."""

    def __init__(self, live: LiveStore, clock: Clock, find: Callable[[str, ParameterSet], Found]) -> None:
        self._live, self._clock, self._find = live, clock, find
        self._asked: dict[tuple[str, RelevanceParameters], _Asked] = {}
        self._lock = Lock()

    def compare(self, text: str, before: ParameterSet, after: ParameterSet) -> Trial:
        """Return how a query's first ten move from one set to another."""
        old, new = (_placed(self._ask(text, parameters), parameters) for parameters in (before, after))
        first = [row for row, place in new.items() if place.rank is not None and place.rank <= DEPTH]
        left = [row for row, place in old.items() if place.rank is not None and place.rank <= DEPTH and row not in first]
        asked = self._ask(text, after)
        table = asked.found.table
        nowhere = _Place(None, None)
        return Trial(
            text=text,
            steps=tuple(
                Step(
                    memory_id=row,
                    type_code=int(table.type[table.row_of[row]]) if row in table.row_of else 0,
                    before=old.get(row, nowhere).rank,
                    after=new.get(row, nowhere).rank,
                    score_before=old.get(row, nowhere).score,
                    score_after=new.get(row, nowhere).score,
                )
                for row in (*first, *left)
            ),
            words_only=not asked.found.evidence.has_query_vector,
        )

    def changes(self, text: str, parameters: ParameterSet, check: Callable[[], None]) -> Mapping[str, FloatArray]:
        """Return, by dotted name, the values at which a query's first ten change as that number alone moves.

        None for a query without candidates, one that filters by score, and a set that ranks by SearchScore.

        Args:
            text: The query.
            parameters: The set.
            check: Called between the numbers; raises to stop.
        """
        asked = self._ask(text, parameters)
        picked = asked.reranking.candidates(parameters)
        if not len(picked) or asked.found.asked.query.scored:
            return {}
        tried = tried_of(asked.found.table, picked, parameters, now_ms=asked.found.now_ms)
        return every_change(tried, parameters, check)

    def _ask(self, text: str, parameters: ParameterSet) -> _Asked:
        """Return what the indexes say of a query; kept until the store changes, a while passes, or the model is there."""
        knobs = evidence_knobs(parameters)
        table, now = self._live.snapshot().table, self._clock.now_ms()
        with self._lock:
            known = self._asked.get((text, knobs))
        if known is not None and known.found.table is table and now - known.found.now_ms < _STALE_MS:
            return known
        asked = _Asked(knobs, Reranking(self._find(text, parameters), parameters))
        if asked.found.evidence.has_query_vector:  # else the model may only be late
            with self._lock:
                self._asked.pop((text, knobs), None)
                self._asked[text, knobs] = asked
                while len(self._asked) > max(2, min(_KEPT, _KEPT_ROWS // max(len(table), 1))):
                    self._asked.pop(next(iter(self._asked)))
        return asked


@dataclass(frozen=True, slots=True)
class _Place:
    rank: int | None
    score: float | None


def _placed(asked: _Asked, parameters: ParameterSet) -> dict[str, _Place]:
    """Return every ranked memory's place, best first."""
    rows, scores, kept = _ranking(asked, parameters)
    ranks = kept.cumsum()
    ids = asked.found.table.ids[rows].tolist()
    return {
        str(identity): _Place(int(rank) if is_kept else None, float(score))
        for identity, rank, is_kept, score in zip(ids, ranks, kept, scores, strict=True)
    }


def _ranking(asked: _Asked, parameters: ParameterSet) -> tuple[IntArray, FloatArray, BoolArray]:
    if parameters.ranking.scheme == "search_score":
        words = ranked_by_words(asked.found, parameters)
        scores = parameters.session.text * words.text_rank + parameters.session.recency * words.recency
        scores = scores + parameters.session.revision * words.revision
        return words.rows, scores, scores >= 0.0
    ranking = asked.reranking.ranking(parameters)
    return ranking.rows, ranking.score, ranking.kept


def evidence_knobs(parameters: ParameterSet) -> RelevanceParameters:
    """Return the numbers that decide what the indexes say of a query; no weight and no calibration does."""
    default = RelevanceParameters()
    weighed = ("embedding", "keyword", "tag", "title", "k_norm", "embedding_calibration", "keyword_calibration")
    return replace(parameters.relevance, **{name: getattr(default, name) for name in weighed})
