"""The standing score: equal to the signals it is made of, at every chunk's edge."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.clock import DAY_MS, age_days
from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.engine.importance import importance, project_boosts
from memento_gui.engine.recency import by_type, recency
from memento_gui.engine.standing import CHUNK, standing
from memento_gui.engine.usage import table_usage

TableOf = Callable[..., FeatureTable]
M1 = ParameterSet()
TUNED = BUILT_IN[LONG_MEMORY].with_values(
    {
        "recency.half_life.semantic": math.inf,
        "usage.max_percentile": 95.0,
        "importance.project_boost": {"atlas": 0.2, "attic": -0.6},
    }
)


def random_table(table_of: TableOf, count: int) -> FeatureTable:
    rng = np.random.default_rng(count)
    return table_of(
        count,
        age_days=rng.uniform(-2, 4_000, count),
        type=rng.integers(0, 4, count),
        importance=rng.random(count),
        pinned=rng.random(count) < 0.2,
        trashed=rng.random(count) < 0.1,
        status=np.where(rng.random(count) < 0.1, 2, 0),
        project=rng.integers(0, 3, count),
        projects=("", "atlas", "attic"),
        **{name: rng.geometric(0.3, count) - 1 for name in ("views", "cites", "edits")},
    )


@pytest.mark.parametrize("parameters", [M1, TUNED])
@pytest.mark.parametrize("count", [0, 1, 7, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 100])
def test_standing_is_what_its_signals_say(table_of: TableOf, now_ms: int, parameters: ParameterSet, count: int) -> None:
    table, weights = random_table(table_of, count), parameters.ranking
    found = standing(table, parameters, now_ms=now_ms)
    fresh = recency(age_days(now_ms, table.created_ms), by_type(parameters.recency.half_life, table.type))
    worth = importance(
        table.importance,
        pinned=table.pinned,
        type_codes=table.type,
        project_boost=project_boosts(table.project, table.projects, parameters.importance),
        parameters=parameters.importance,
    )
    used = table_usage(table, parameters.usage)
    assert np.allclose(found.recency, fresh, rtol=1e-12, atol=1e-300)
    assert np.allclose(found.importance, worth, rtol=0, atol=1e-12)
    assert np.array_equal(found.usage, used.signal)
    assert np.array_equal(found.usage_raw, used.raw)
    expected = weights.recency * fresh + weights.importance * worth + weights.usage * used.signal
    assert np.allclose(found.score, expected, rtol=1e-12, atol=1e-12)
    for signal in (found.recency, found.importance, found.usage):
        assert np.all((signal >= 0) & (signal <= 1))


def test_usage_that_is_kept_changes_nothing_and_is_not_copied(table_of: TableOf, now_ms: int) -> None:
    table = random_table(table_of, 500)
    used = table_usage(table, M1.usage)
    kept, fresh = standing(table, M1, now_ms=now_ms, used=used), standing(table, M1, now_ms=now_ms)
    assert np.array_equal(kept.score, fresh.score)
    assert kept.usage is used.signal


def test_scores_do_not_depend_on_how_often_they_are_computed(table_of: TableOf, now_ms: int) -> None:
    table = random_table(table_of, 300)
    first = standing(table, M1, now_ms=now_ms)
    score = first.score.copy()
    for days in (1, 10, 100):
        standing(table, M1, now_ms=now_ms + days * DAY_MS)
    assert np.array_equal(standing(table, M1, now_ms=now_ms).score, score)
    assert np.array_equal(first.score, score)


def test_standing_by_hand(table_of: TableOf, now_ms: int) -> None:
    """A pinned semantic memory of 180 days beside an unused working one of 2 days, made tomorrow's clock."""
    table = table_of(
        3,
        age_days=[180, 2, -1],
        type=[2, 0, 1],
        pinned=[True, False, False],
        importance=0.4,
        views=[3, 0, 0],
        cites=[1, 0, 0],
    )
    found = standing(table, M1, now_ms=now_ms)
    assert found.recency == pytest.approx([0.5, 0.5, 1.0])
    assert found.importance == pytest.approx([0.7, 0.35, 0.4])
    assert found.usage == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)
    assert found.score == pytest.approx([0.1 + 0.14 + 0.1, 0.1 + 0.07, 0.2 + 0.08], abs=1e-6)


def test_age_only_lowers_a_standing_score(table_of: TableOf, now_ms: int) -> None:
    table = random_table(table_of, 200)
    scores = np.array([standing(table, M1, now_ms=now_ms + days * DAY_MS).score for days in (0, 1, 30, 3_000)])
    assert np.all(np.diff(scores, axis=0) <= 0)


@pytest.mark.parametrize("spoilt", [{"importance": math.nan}, {"importance": 1.5}, {"views": -1}])
def test_standing_refuses_numbers_that_cannot_be(table_of: TableOf, now_ms: int, spoilt: dict[str, Any]) -> None:
    with pytest.raises(InvalidParameter, match="must be"):
        standing(table_of(3, **spoilt), M1, now_ms=now_ms)
