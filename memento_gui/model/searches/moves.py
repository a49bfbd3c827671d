"""Which single numbers would bring a memory into the results, and which would swap two of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.clock import age_days
from memento_gui.domain.parameters import TYPE_KEYS, ParameterSet
from memento_gui.domain.ranking import Ranking
from memento_gui.engine.crossing import half_life_crossing, linear_crossings, slopes
from memento_gui.model.searches.found import Found, WordHits, hits_of
from memento_gui.model.searches.reranking import BY_WORDS, IMPORTANCE, Change, Reranking, weights

_LONGEST_LIST: Final = 1000

Guesses = dict[str, list[float]]


def bringing_in(
    reranking: Reranking, row: int, ranking: Ranking, *, keeping: bool
) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """Return what alone would bring a candidate in, and, where that is more, what would lift it over the threshold.

    Args:
        reranking: The search.
        row: The memory.
        ranking: The search's ranking.
        keeping: Whether it is under the threshold, so that keeping it is another question.
    """
    found, parameters = reranking.found, reranking.parameters
    limit = parameters.ranking.limit
    names = ["ranking.keep_threshold"] if ranking.threshold_applied else []
    names += ["importance.pinned"] if found.table.pinned[row] else []
    names += ["ranking.limit", *weights(parameters, [int(found.table.type[row])]), IMPORTANCE]
    full = int(ranking.kept.sum()) >= limit

    def within(used: ParameterSet) -> Guesses:
        return _guesses_in(reranking, row, used, also_last=True)

    def kept(used: ParameterSet) -> Guesses:
        return _guesses_in(reranking, row, used, also_last=False)

    changes = reranking.changes(names, row, reranking.within(row), within)
    if not keeping or not full:
        return changes, ()
    return changes, reranking.changes(names, row, reranking.kept(row), kept)


def _guesses_in(reranking: Reranking, row: int, used: ParameterSet, *, also_last: bool) -> Guesses:
    """Say where each number should lift a candidate over the threshold and, if asked for, over the last that is in."""
    ranking = reranking.ranking(used)
    at = np.flatnonzero(ranking.rows == row)
    if not len(at):
        return {}
    position, limit = int(at[0]), used.ranking.limit
    score = float(ranking.score[position])
    guesses: Guesses = {"ranking.keep_threshold": [score], "ranking.limit": [position + 1.0]}
    place = _Place(reranking.found, used, ranking, position)
    mine = slopes(ranking, position, used.ranking, used.relevance)
    _guess(guesses, place, used.ranking.keep_threshold - score, mine, {})
    if also_last and int(ranking.kept.sum()) >= limit:
        last = slopes(ranking, limit - 1, used.ranking, used.relevance)
        _guess(guesses, place, float(ranking.score[limit - 1]) - score, mine, last)
    return guesses


def in_by_words(reranking: Reranking, row: int, position: int) -> tuple[Change, ...]:
    """Return what alone would bring a hit of SearchScore among the first."""
    names = ["ranking.limit", *weights(reranking.parameters, [])]

    def guess(used: ParameterSet) -> Guesses:
        hits, limit = hits_of(reranking.found, used), used.ranking.limit
        own = np.flatnonzero(hits.rows == row)
        if not len(own) or len(hits.rows) <= limit:
            return {}
        ahead = hits.values > hits.values[own[0]]
        last = np.argpartition(-hits.values, limit - 1)[limit - 1] if int(ahead.sum()) >= limit else int(own[0])
        return {"ranking.limit": [position + 1.0], **_word_guesses(hits, int(last), int(own[0]), used)}

    return reranking.changes(names, row, reranking.within(row), guess)


def entering(reranking: Reranking, row: int, by_meaning: int, by_words: int) -> tuple[Change, ...]:
    """Return which candidate list would have to be how long for a memory to come in, and whether its episode would do it.

    Args:
        reranking: The search.
        row: The memory, no candidate.
        by_meaning: Its rank by cosine, from 1; 0 where it has none.
        by_words: Its rank by BM25, likewise.
    """
    knobs, inside = reranking.parameters.ranking, reranking.within(row)
    lists = (
        ("ranking.candidates_embedding", knobs.candidates_embedding, by_meaning),
        ("ranking.candidates_keyword", knobs.candidates_keyword, by_words),
    )
    longer = [
        reranking.settled(name, rank, row)
        for name, now, rank in lists
        if now < rank <= _LONGEST_LIST and inside(reranking.parameters.with_value(name, rank), None)
    ]
    episode = reranking.changes(["relevance.neighbourhood"], row, inside, _no_guess)
    return tuple(sorted([*longer, *episode], key=lambda one: one.size))


def swapping(reranking: Reranking, ranking: Ranking, upper: int, lower: int) -> tuple[Change, ...]:
    """Return what alone would put the lower of two results above the upper one; the positions are those of ``ranking``."""
    rows = [int(ranking.rows[place]) for place in (upper, lower)]
    kinds = [int(reranking.found.table.type[row]) for row in rows]
    names = [*weights(reranking.parameters, kinds), IMPORTANCE]
    return reranking.changes(
        names, rows[1], reranking.passes(rows[1], rows[0]), lambda used: _guesses_over(reranking, rows[0], rows[1], used)
    )


def _guesses_over(reranking: Reranking, upper: int, lower: int, used: ParameterSet) -> Guesses:
    """Say where each number should make two results (rows of the table) score the same."""
    ranking = reranking.ranking(used)
    places = [np.flatnonzero(ranking.rows == row) for row in (upper, lower)]
    if not all(len(place) for place in places):
        return {}
    above, below = (int(place[0]) for place in places)
    gap = float(ranking.score[above] - ranking.score[below])
    mine, other = (slopes(ranking, place, used.ranking, used.relevance) for place in (below, above))
    guesses: Guesses = {}
    _guess(guesses, _Place(reranking.found, used, ranking, below), gap, mine, other)
    kinds = reranking.found.table.type
    if kinds[upper] != kinds[lower]:
        _guess_by_type(guesses, _Place(reranking.found, used, ranking, above), -gap)
    return guesses


def swapping_by_words(reranking: Reranking, upper_row: int, lower_row: int) -> tuple[Change, ...]:
    """Return what alone would swap two hits of SearchScore."""
    names = weights(reranking.parameters, [])

    def guess(used: ParameterSet) -> Guesses:
        hits = hits_of(reranking.found, used)
        above, below = (int(np.searchsorted(hits.rows, row)) for row in (upper_row, lower_row))
        return _word_guesses(hits, above, below, used)

    return reranking.changes(names, lower_row, reranking.passes(lower_row, upper_row), guess)


def _word_guesses(hits: WordHits, above: int, below: int, used: ParameterSet) -> Guesses:
    """Say at which weight two hits of SearchScore, which is linear in all of them, are even."""
    values = {name: float(used.value(name)) for name in BY_WORDS}
    mine, other = (dict(zip(BY_WORDS, hits.terms[:, at].tolist(), strict=True)) for at in (below, above))
    gap = float(hits.values[above] - hits.values[below])
    return {name: [guess] for name, guess in linear_crossings(values, gap, mine, other).items()}


def _no_guess(_used: ParameterSet) -> Guesses:
    return {}


@dataclass(frozen=True, slots=True)
class _Place:
    """A memory's position in the ranking under some numbers."""

    found: Found
    used: ParameterSet
    ranking: Ranking
    position: int

    @property
    def row(self) -> int:
        return int(self.ranking.rows[self.position])


def _guess(guesses: Guesses, place: _Place, gap: float, mine: Mapping[str, float], other: Mapping[str, float]) -> None:
    """Add where each number should give a memory the ``gap`` it lacks."""
    values = {name: float(place.used.value(name)) for name in mine}
    for name, guess in linear_crossings(values, gap, mine, other).items():
        guesses.setdefault(name, []).append(guess)
    weight = place.used.ranking.importance
    if weight > 0.0:
        own = float(place.found.table.importance[place.row])
        guesses.setdefault(IMPORTANCE, []).append(own + gap / weight)
    _guess_by_type(guesses, place, gap)


def _guess_by_type(guesses: Guesses, place: _Place, gap: float) -> None:
    """Add where the half-life and the boost of a memory's type should give it the ``gap``."""
    table, knobs = place.found.table, place.used.ranking
    kind = TYPE_KEYS[int(table.type[place.row])]
    age = float(age_days(place.found.now_ms, table.created_ms[[place.row]])[0])
    half_life = half_life_crossing(age, float(place.ranking.signals.recency[place.position]), knobs.recency, gap)
    if half_life is not None:
        guesses.setdefault(f"recency.half_life.{kind}", []).append(half_life)
    if knobs.importance > 0.0:
        boost = f"importance.type_boost.{kind}"
        now = float(place.used.value(boost))
        guesses.setdefault(boost, []).append(now + gap / knobs.importance)
