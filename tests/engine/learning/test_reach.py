"""What a set does to the queries of a store: idle weights, and old matches that are shut out."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.reach import OLD_DAYS, reach_of
from memento_gui.engine.ranking import rank

M1 = ParameterSet()


def test_a_weight_that_moves_no_top_ten_is_idle(world_of: Callable[..., Any], now_ms: int) -> None:
    table, queries = world_of(6, width=30)
    assert reach_of(table, queries, M1, now_ms=now_ms).idle == ()
    faint = M1.with_values({"ranking.usage": 1e-9, "ranking.duplication": 1e-9})
    assert set(reach_of(table, queries, faint, now_ms=now_ms).idle) == {"ranking.usage", "ranking.duplication"}
    assert reach_of(table, [], M1, now_ms=now_ms).queries == 0


def test_an_old_match_is_shut_out_exactly_where_the_search_would_not_return_it(
    world_of: Callable[..., Any], table_of: Callable[..., Any], now_ms: int
) -> None:
    """Put the old match itself into each query, and rank."""
    harsh = M1.with_values({"ranking.relevance": 0.3, "ranking.recency": 0.6, "ranking.duplication": 0.0})
    _, queries = world_of(30, seed=4, width=30)
    rng = np.random.default_rng(5)
    fresh = rng.exponential(5.0, 240)
    columns = {"type": 1, "importance": 0.5}
    table = table_of(240, age_days=fresh, **columns)
    found = {one.type: one for one in reach_of(table, queries, harsh, now_ms=now_ms).shut_out}
    kind = TYPES[1]
    out = 0
    for query in queries:
        ranking = rank(table, query.candidates, harsh, now_ms=now_ms)
        worst = ranking.score[np.argsort(-ranking.score)[9]]
        best = ranking.signals.relevance.max()
        out += 0.3 * best + 0.6 * 0.5 ** (OLD_DAYS / 30.0) + 0.2 * 0.5 < worst
    assert found[kind].queries == out > 3
    needed = found[kind].needed
    assert needed is not None
    mended = harsh.with_value("recency.half_life.episodic", needed)
    again = reach_of(table, queries, mended, now_ms=now_ms).shut_out
    assert sum(one.queries for one in again if one.type is kind) <= 3


def test_where_there_is_room_nobody_is_shut_out(world_of: Callable[..., Any], now_ms: int) -> None:
    table, queries = world_of(4, width=30)
    few = [replace(query, candidates=first(query.candidates, 9)) for query in queries]
    assert reach_of(table, few, M1, now_ms=now_ms).shut_out == ()


def first(candidates: Any, count: int) -> Any:
    columns = {name: getattr(candidates, name)[:count] for name in ("rows", "cosine", "bm25", "tag", "title")}
    return replace(candidates, **columns, likeness=candidates.likeness[:count, :count])
