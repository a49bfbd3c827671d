"""What learning does quicker says the same as the plain way."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.ascent import Rated
from memento_gui.engine.learning.judged import judged_of
from memento_gui.engine.learning.line import Steps
from memento_gui.engine.learning.measure import ndcg_of, terms_of
from memento_gui.engine.learning.point import WEIGHTS, point_of

M1 = ParameterSet()


@pytest.mark.parametrize("weight", [0.0, 0.15])
def test_a_part_of_the_queries_is_rated_as_if_it_were_alone(
    world_of: Callable[..., Any], now_ms: int, weight: float
) -> None:
    table, queries = world_of(13, seed=5, width=30)
    parameters = M1.with_value("ranking.duplication", weight)
    judged, point = judged_of(table, queries, parameters, now_ms=now_ms), point_of(parameters)
    whole, rows = Rated(judged), np.array([0, 3, 4, 9, 12])
    part = whole.part(rows)
    for name in WEIGHTS:
        moved = point.moved(name, 0.3)
        assert part.value(moved) == float(ndcg_of(judged.take(rows), moved).mean())
        assert whole.value(moved) == float(ndcg_of(judged, moved).mean())
    assert len(part.judged) == 5


def test_terms_taken_from_a_near_point_are_those_of_the_point(world_of: Callable[..., Any], now_ms: int) -> None:
    table, queries = world_of(6, seed=7, width=20)
    judged, here = judged_of(table, queries, M1, now_ms=now_ms), point_of(M1)
    near = (here, terms_of(judged, here))
    others = [
        here.moved("ranking.recency", 0.6),
        here.moved("relevance.keyword", 0.6),
        replace(here, half_life=(1.0, 9.0, 30.0, 90.0)),
        replace(here, embedding="max"),
    ]
    for point in others:
        plain, quick = terms_of(judged, point), terms_of(judged, point, near)
        for name in ("relevance", "recency", "importance", "usage"):
            assert np.array_equal(getattr(plain, name), getattr(quick, name))


@pytest.mark.parametrize("seed", range(5))
def test_the_best_plateaus_are_those_of_a_full_sort(seed: int) -> None:
    draw = np.random.default_rng(seed)
    edges = np.unique(np.concatenate([[0.0, 1.0], draw.uniform(0, 1, 40)]))
    steps = Steps(edges, draw.choice([0.2, 0.5, 0.9], len(edges) - 1))
    middles, width = (edges[:-1] + edges[1:]) / 2, np.diff(edges)
    order = np.lexsort((-width, -np.round(steps.around(middles, 0.01), 9)))
    for count in (1, 3, len(middles), len(middles) + 5):
        assert steps.best(count) == [float(middles[at]) for at in order[:count]]
