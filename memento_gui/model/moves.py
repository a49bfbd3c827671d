"""Which single numbers would bring a memory into the results, and which would swap two of them."""

from collections.abc import Mapping
from typing import Final

from memento_gui.domain.clock import age_days
from memento_gui.domain.parameters import TYPE_KEYS
from memento_gui.domain.ranking import Ranking
from memento_gui.engine.crossing import half_life_crossing, linear_crossings, slopes
from memento_gui.model.reranking import IMPORTANCE, Change, Reranking, weights

_LONGEST_LIST: Final = 1000

Guesses = dict[str, list[float]]


def bringing_in(
    reranking: Reranking, row: int, ranking: Ranking, position: int, *, keeping: bool
) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """Return what alone would bring a candidate in, and, where that is more, what would lift it over the threshold.

    Args:
        reranking: The search.
        row: The memory.
        ranking: The search's ranking.
        position: Where the memory stands in it.
        keeping: Whether it is under the threshold, so that keeping it is another question.
    """
    found, parameters = reranking.found, reranking.parameters
    limit, score = parameters.ranking.limit, float(ranking.score[position])
    names = ["ranking.keep_threshold"] if ranking.threshold_applied else []
    names += ["importance.pinned"] if found.table.pinned[row] else []
    names += ["ranking.limit", *weights(parameters, [int(found.table.type[row])]), IMPORTANCE]
    guesses: Guesses = {"ranking.keep_threshold": [score], "ranking.limit": [position + 1.0]}
    mine = slopes(ranking, position, parameters.ranking, parameters.relevance)
    _guess(guesses, reranking, (ranking, position), parameters.ranking.keep_threshold - score, mine, {})
    if int(ranking.kept.sum()) >= limit:
        last = slopes(ranking, limit - 1, parameters.ranking, parameters.relevance)
        _guess(guesses, reranking, (ranking, position), float(ranking.score[limit - 1]) - score, mine, last)

    changes = reranking.changes(names, row, reranking.within(row), _fixed(guesses))
    if not keeping or int(ranking.kept.sum()) < limit:
        return changes, ()
    return changes, reranking.changes(names, row, reranking.kept(row), _fixed(guesses))


def in_by_words(reranking: Reranking, row: int, position: int) -> tuple[Change, ...]:
    """Return what alone would bring a hit of SearchScore among the first."""
    names = ["ranking.limit", *weights(reranking.parameters, [])]

    return reranking.changes(names, row, reranking.within(row), {"ranking.limit": (position + 1.0,)})


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
    episode = reranking.changes(["relevance.neighbourhood"], row, inside, {})
    return tuple(sorted([*longer, *episode], key=lambda one: one.size))


def swapping(reranking: Reranking, ranking: Ranking, upper: int, lower: int) -> tuple[Change, ...]:
    """Return what alone would put the lower of two results above the upper one; the positions are those of ``ranking``."""
    found, parameters = reranking.found, reranking.parameters
    rows = [int(ranking.rows[place]) for place in (upper, lower)]
    gap = float(ranking.score[upper] - ranking.score[lower])
    mine, other = (slopes(ranking, place, parameters.ranking, parameters.relevance) for place in (lower, upper))
    guesses: Guesses = {}
    kinds = [int(found.table.type[row]) for row in rows]
    _guess(guesses, reranking, (ranking, lower), gap, mine, other)
    if kinds[0] != kinds[1]:
        _guess_by_type(guesses, reranking, (ranking, upper), -gap)
    return reranking.changes(
        [*weights(parameters, kinds), IMPORTANCE], rows[1], reranking.passes(rows[1], rows[0]), _fixed(guesses)
    )


def swapping_by_words(reranking: Reranking, upper_row: int, lower_row: int) -> tuple[Change, ...]:
    """Return what alone would swap two hits of SearchScore."""
    names = weights(reranking.parameters, [])
    return reranking.changes(names, lower_row, reranking.passes(lower_row, upper_row), {})


def _guess(  # both sides of a crossing
    guesses: Guesses,
    reranking: Reranking,
    place: tuple[Ranking, int],
    gap: float,
    mine: Mapping[str, float],
    other: Mapping[str, float],
) -> None:
    """Add where each number should give a memory the ``gap`` it lacks."""
    values = {name: float(reranking.parameters.value(name)) for name in mine}
    for name, guess in linear_crossings(values, gap, mine, other).items():
        guesses.setdefault(name, []).append(guess)
    weight = reranking.parameters.ranking.importance
    if weight > 0.0:
        ranking, position = place
        own = float(reranking.found.table.importance[ranking.rows[position]])
        guesses.setdefault(IMPORTANCE, []).append(own + gap / weight)
    _guess_by_type(guesses, reranking, place, gap)


def _guess_by_type(guesses: Guesses, reranking: Reranking, place: tuple[Ranking, int], gap: float) -> None:
    """Add where the half-life and the boost of a memory's type should give it the ``gap``."""
    (ranking, position), found, knobs = place, reranking.found, reranking.parameters.ranking
    row = int(ranking.rows[position])
    kind = TYPE_KEYS[int(found.table.type[row])]
    age = float(age_days(found.now_ms, found.table.created_ms[[row]])[0])
    half_life = half_life_crossing(age, float(ranking.signals.recency[position]), knobs.recency, gap)
    if half_life is not None:
        guesses.setdefault(f"recency.half_life.{kind}", []).append(half_life)
    if knobs.importance > 0.0:
        boost = f"importance.type_boost.{kind}"
        now = float(reranking.parameters.value(boost))
        guesses.setdefault(boost, []).append(now + gap / knobs.importance)


def _fixed(guesses: Guesses) -> dict[str, tuple[float, ...]]:
    return {name: tuple(values) for name, values in guesses.items()}
