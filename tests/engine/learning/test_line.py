"""The line search is exact: its steps are where re-ranking changes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.judged import judged_of
from memento_gui.engine.learning.line import Steps, along
from memento_gui.engine.learning.measure import ndcg_of
from memento_gui.engine.learning.point import DUPLICATION, WEIGHTS, point_of

FREE = ParameterSet().with_value("ranking.duplication", 0.0)
SLIVER = 1e-7
"""Crossings within 1e-9 of each other or of an end are one: beside them a narrow step may differ."""


@pytest.mark.parametrize("name", [name for name in WEIGHTS if name != DUPLICATION])
def test_each_step_is_what_ranking_again_gives(name: str, world_of: Callable[..., Any], now_ms: int) -> None:
    table, queries = world_of(6, seed=11, width=30)
    judged, point = judged_of(table, queries, FREE, now_ms=now_ms), point_of(FREE)
    steps = along(judged, point, name)
    middles = (steps.edges[:-1] + steps.edges[1:]) / 2
    assert len(steps.values) > 5
    for middle, value in zip(middles, steps.values, strict=True):
        assert value == pytest.approx(ndcg_of(judged, point.moved(name, float(middle))).mean(), abs=1e-9)
    assert steps.at(point.weight(name)) == pytest.approx(ndcg_of(judged, point).mean(), abs=1e-9)


@given(st.integers(0, 10_000))
@example(3)
def test_between_two_edges_nothing_changes(world_of: Callable[..., Any], now_ms: int, seed: int) -> None:
    table, queries = world_of(2, seed=seed, width=8, graded=3)
    judged, point = judged_of(table, queries, FREE, now_ms=now_ms), point_of(FREE)
    steps = along(judged, point, "ranking.recency")
    wide = np.flatnonzero(np.diff(steps.edges) > SLIVER)
    assert len(wide)
    for place in wide:
        low, high = steps.edges[place], steps.edges[place + 1]
        for share in (0.1, 0.9):
            at = float(low + share * (high - low))
            assert ndcg_of(judged, point.moved("ranking.recency", at)).mean() == pytest.approx(
                steps.values[place], abs=1e-9
            )


def test_with_a_penalty_the_line_holds_at_the_point_itself(world_of: Callable[..., Any], now_ms: int) -> None:
    m1 = ParameterSet()
    table, queries = world_of(6, seed=12, width=30)
    judged, point = judged_of(table, queries, m1, now_ms=now_ms), point_of(m1)
    here = ndcg_of(judged, point).mean()
    for name in WEIGHTS:
        assert along(judged, point, name).at(point.weight(name)) == pytest.approx(here, abs=1e-9)


def test_the_best_plateau_is_taken_in_its_middle_and_slivers_are_left_alone() -> None:
    steps = Steps(np.array([0.0, 0.2, 0.2000001, 0.5, 0.9, 1.0]), np.array([0.3, 0.99, 0.6, 0.8, 0.8]))
    assert steps.best(3) == pytest.approx([0.7, 0.95, 0.35])
    assert steps.plateau(0.6) == (0.5, 0.9)
    assert (steps.at(0.0), steps.at(1.0), steps.at(0.55)) == (0.3, 0.8, 0.8)
