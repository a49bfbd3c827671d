"""Ranking all queries at once gives what ranking them one by one gives."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.engine.learning.judged import DEPTH, judged_of, usable
from memento_gui.engine.learning.measure import ndcg_of, quality_of, score_of, top_of
from memento_gui.engine.learning.point import WEIGHTS, point_of, with_point
from memento_gui.engine.metrics import ndcg_at, recall_at, reciprocal_rank, unjudged
from memento_gui.engine.neighbourhood import NeighbourhoodInput, neighbour_rows
from memento_gui.engine.ranking import rank

M1 = ParameterSet()
LONG = BUILT_IN[LONG_MEMORY]
SETS = {
    "M1": M1,
    "Long memory": LONG.with_value("relevance.neighbourhood", 0.0),
    "no penalty": M1.with_value("ranking.duplication", 0.0),
    "MMR": M1.with_values({"ranking.mmr": True, "ranking.mmr_lambda": 0.6, "ranking.duplication": 0.4}),
    "heavy relevance": M1.with_values({"relevance.embedding": 0.9, "relevance.keyword": 0.8}),
}


@pytest.mark.parametrize("name", SETS)
def test_the_first_ten_and_every_measure_are_those_of_the_search(
    name: str, world_of: Callable[..., Any], now_ms: int
) -> None:
    parameters = SETS[name]
    table, queries = world_of(7, seed=3, width=25)
    queries[2] = replace(queries[2], candidates=short(queries[2].candidates, 6))
    judged, point = judged_of(table, queries, parameters, now_ms=now_ms), point_of(parameters)
    top, quality = top_of(judged, score_of(judged, point), point), quality_of(judged, point)
    for place, query in enumerate(queries):
        free = parameters.with_value("ranking.keep_threshold", 0.0)
        ranking = rank(table, query.candidates, free, now_ms=now_ms)
        ids = [str(table.ids[row]) for row in ranking.rows][:DEPTH]
        assert np.count_nonzero(top[place] >= 0) == len(ids)
        assert quality.ndcg[place] == pytest.approx(ndcg_at(ids, query.grades, DEPTH), abs=1e-12)
        assert quality.recall[place] == pytest.approx(recall_at(ids, query.grades, DEPTH))
        assert quality.reciprocal[place] == pytest.approx(reciprocal_rank(ids, query.grades))
        assert quality.judged[place] == pytest.approx(1 - len(unjudged(ids, query.grades, DEPTH)) / len(ids))
    assert np.array_equal(quality.ndcg, ndcg_of(judged, point))


def short(candidates: Any, count: int) -> Any:
    """Return the first few candidates only."""
    columns = {name: getattr(candidates, name)[:count] for name in ("rows", "cosine", "bm25", "tag", "title")}
    return replace(candidates, **columns, likeness=candidates.likeness[:count, :count])


def test_the_neighbourhood_counts_as_it_does_in_the_search(
    world_of: Callable[..., Any], table_of: Callable[..., Any], now_ms: int
) -> None:
    """Memories of one episode, a minute apart; half of them are candidates, the others stand around them."""
    _, queries = world_of(1, seed=5, width=20)
    found = queries[0].candidates
    table = table_of(40, age_days=np.arange(40) / 1440.0, episode=0)
    rows = np.arange(0, 40, 2)
    around = neighbour_rows(table, rows, allowed=np.ones(40, dtype=np.bool_), parameters=LONG.relevance)
    others = np.arange(1, 40, 2)
    rng = np.random.default_rng(8)
    near = NeighbourhoodInput(
        around=around,
        rows=others,
        cosine=rng.uniform(0.0, 0.9, 20),
        bm25=rng.exponential(3.0, 20),
        tag=np.zeros(20),
        title=np.zeros(20),
    )
    found = replace(found, rows=rows, neighbours=near, bm25_max=30.0)
    grades = {str(table.ids[row]): 2 for row in rows[3:7]}
    query = replace(queries[0], candidates=found, grades=grades)
    judged, point = judged_of(table, [query], LONG, now_ms=now_ms), point_of(LONG)
    ranking = rank(table, found, LONG.with_value("ranking.keep_threshold", 0.0), now_ms=now_ms)
    ids = [str(table.ids[row]) for row in ranking.rows]
    assert ranking.parts.neighbourhood.max() > 0.1
    assert ndcg_of(judged, point)[0] == pytest.approx(ndcg_at(ids, grades, DEPTH), abs=1e-12)
    assert np.sort(score_of(judged, point)[0])[-1] == pytest.approx(
        (ranking.score + LONG.ranking.duplication * ranking.signals.duplication).max(), abs=1e-12
    )


def test_queries_that_tell_nothing_apart_are_left_out(world_of: Callable[..., Any]) -> None:
    _, queries = world_of(3)
    useless = replace(queries[0], grades=dict.fromkeys(queries[0].grades, 0))
    assert usable([*queries, useless, replace(queries[1], candidates=short(queries[1].candidates, 0))]) == queries


@pytest.mark.parametrize("parameters", [M1, LONG, SETS["heavy relevance"]])
def test_moving_one_weight_keeps_the_sum_of_its_group_and_every_bound(parameters: ParameterSet) -> None:
    point = point_of(parameters)
    assert with_point(parameters, point) == parameters
    for name in WEIGHTS:
        low, high = point.reach(name)
        for to in np.linspace(low, high, 7):
            moved = point.moved(name, float(to)).tidy()
            with_point(parameters, moved)
            assert moved.weight(name) == pytest.approx(to, abs=2e-3)
            assert sum(moved.mix) == pytest.approx(sum(point.mix))
            assert sum(moved.fit) == pytest.approx(sum(point.fit))
