"""Learning recovers a known taste, refuses noise, and says why it keeps the numbers."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.errors import Cancelled
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.ranking import Verdict, learn_ranking
from memento_gui.engine.learning.testing import folds, paired_difference

M1 = ParameterSet()
TASTE = M1.with_values(
    {
        "ranking.relevance": 0.30,
        "ranking.recency": 0.05,
        "ranking.importance": 0.55,
        "ranking.usage": 0.10,
        "ranking.duplication": 0.0,
    }
)


def learn(world: Any, now_ms: int, parameters: ParameterSet = M1) -> Any:
    table, queries = world
    return learn_ranking(table, queries, parameters, now_ms=now_ms, report=lambda *_: None)


def test_a_known_taste_is_recovered_on_queries_it_never_saw(world_of: Callable[..., Any], now_ms: int) -> None:
    lesson = learn(world_of(40, seed=2, taste=TASTE), now_ms)
    assert lesson.verdict is Verdict.BETTER
    assert lesson.differences["ndcg"].new > 0.97 > lesson.differences["ndcg"].old + 0.1
    learned = lesson.parameters.ranking
    assert learned.importance == pytest.approx(0.55, abs=0.05)
    assert learned.relevance == pytest.approx(0.30, abs=0.05)
    assert learned.relevance + learned.recency + learned.importance + learned.usage == pytest.approx(1.0)
    plateau = lesson.plateaus["ranking.importance"]
    assert plateau.low <= plateau.new <= plateau.high
    assert 0.2 < plateau.new < 0.9
    assert plateau.y.max() - plateau.y.min() > 0.1


def test_noise_is_refused(world_of: Callable[..., Any], now_ms: int) -> None:
    for seed in (3, 4):
        lesson = learn(world_of(24, seed=seed), now_ms)
        assert lesson.verdict is not Verdict.BETTER
        assert lesson.parameters == M1
        assert lesson.reason.startswith("Numbers kept")


def test_the_taste_itself_is_not_improved_on(world_of: Callable[..., Any], now_ms: int) -> None:
    lesson = learn(world_of(24, seed=6, taste=TASTE), now_ms, TASTE)
    assert lesson.verdict is not Verdict.BETTER
    assert lesson.parameters == TASTE


def test_nineteen_queries_are_too_few(world_of: Callable[..., Any], now_ms: int) -> None:
    lesson = learn(world_of(19, taste=TASTE), now_ms)
    assert (lesson.verdict, lesson.parameters) == (Verdict.TOO_FEW, M1)
    assert "19 judged queries" in lesson.reason


def test_it_stops_when_asked_and_tells_how_far_it_is(world_of: Callable[..., Any], now_ms: int) -> None:
    heard: list[tuple[int, int, str]] = []

    def report(done: int, total: int, note: str) -> None:
        heard.append((done, total, note))
        if done == 2:
            raise Cancelled("Stopped.")

    table, queries = world_of(24, taste=TASTE)
    with pytest.raises(Cancelled):
        learn_ranking(table, queries, M1, now_ms=now_ms, report=report)
    assert {done for done, _, _ in heard} == {0, 1, 2}
    assert heard[-1] == (2, 7, "fold 3 of 5")


def test_each_case_is_held_out_once() -> None:
    parts = folds(23, 5, seed=1)
    assert sorted(np.concatenate(parts).tolist()) == list(range(23))
    assert {len(part) for part in parts} == {4, 5}


def test_the_interval_holds_the_gain_and_widens_where_cases_of_a_group_are_alike() -> None:
    rng = np.random.default_rng(3)
    groups = np.repeat(np.arange(30), 10)
    old = rng.uniform(0.0, 1.0, 300)
    new = old + 0.1 + 0.3 * rng.normal(size=30)[groups]
    single, grouped = (paired_difference(old, new, seed=1, groups=one) for one in (None, groups))
    assert single.low < single.gain < single.high
    assert grouped.high - grouped.low > 2 * (single.high - single.low)
