"""Recency, importance and usage: oracles, worked numbers and what always holds."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.clock import DAY_MS, age_days
from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.knobs import Table
from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import ImportanceParameters, ParameterSet, UsageParameters
from memento_gui.engine.checks import check_range
from memento_gui.engine.importance import importance, project_boosts
from memento_gui.engine.recency import by_type, recency
from memento_gui.engine.usage import table_usage, usage, usage_range, usage_raw

M1 = ParameterSet()
CLOSE = 1e-9
AGES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20).map(np.array)
HALF_LIVES = st.floats(0.01, 36_500) | st.just(math.inf)
COUNTS = st.lists(st.integers(0, 10**9), min_size=1, max_size=20).map(np.array)
RAW = st.lists(st.floats(0, 1e3), min_size=1, max_size=20).map(np.array)


def codes(*names: str) -> Any:
    return np.array([TYPES.index(name) for name in names], dtype=np.uint8)


def test_recency_agrees_with_memento_mcp(memento_scores: dict[str, Any]) -> None:
    rows = memento_scores["recency"]
    half_lives = by_type(M1.recency.half_life, codes(*(row["type"] for row in rows)))
    found = recency(np.array([row["age_days"] for row in rows], dtype=float), half_lives)
    assert found == pytest.approx([row["out"] for row in rows], rel=CLOSE, abs=0)


@given(AGES, HALF_LIVES)
def test_recency_is_a_signal_that_never_rises(ages: Any, half_life: float) -> None:
    values = recency(np.sort(ages), half_life)
    assert np.all((values >= 0) & (values <= 1))
    assert np.all(np.diff(values) <= 0)
    assert recency(np.array([0.0]), half_life) == 1.0
    if math.isfinite(half_life):
        assert recency(np.array([half_life]), half_life) == pytest.approx(0.5)


def test_recency_never_fades_at_a_half_life_of_never() -> None:
    assert np.array_equal(recency(np.array([0.0, 1.0, 1e9]), math.inf), [1.0, 1.0, 1.0])


@given(st.integers(0, 10**6), HALF_LIVES)
def test_a_memory_from_the_future_is_new(days: int, half_life: float) -> None:
    ages = age_days(0, np.array([days * DAY_MS]))
    assert recency(ages, half_life) == 1.0
    assert recency(np.array([-float(days)]), half_life) == 1.0


@pytest.mark.parametrize(("age", "half_life"), [(math.nan, 3.0), (math.inf, 3.0), (1.0, math.nan), (1.0, 0.0), (1.0, -2.0)])
def test_recency_refuses_what_is_no_time(age: float, half_life: float) -> None:
    with pytest.raises(InvalidParameter, match=r"finite|positive"):
        recency(np.array([1.0, age]), half_life)


def test_half_lives_are_picked_by_type() -> None:
    table = Table({"working": 1, "episodic": 2, "semantic": 3, "procedural": math.inf})
    picked = by_type(table, codes("semantic", "working", "procedural", "episodic"))
    assert np.array_equal(picked, [3.0, 1.0, math.inf, 2.0])


def test_importance_agrees_with_memento_mcp(memento_scores: dict[str, Any]) -> None:
    rows = memento_scores["importance"]
    found = importance(
        np.array([row["user"] for row in rows], dtype=float),
        pinned=np.array([row["pinned"] for row in rows]),
        type_codes=codes(*(row["type"] for row in rows)),
        project_boost=0.0,
        parameters=M1.importance,
    )
    assert found == pytest.approx([row["out"] for row in rows], rel=CLOSE, abs=CLOSE)


@given(st.floats(0, 1), st.sampled_from(range(4)), st.floats(-1, 1), st.floats(0, 1), st.floats(-1, 1))
def test_importance_is_a_signal_that_a_pin_never_lowers(
    user: float, kind: int, project: float, pin: float, boost: float
) -> None:
    parameters = ImportanceParameters(pinned=pin, type_boost=M1.importance.type_boost.with_item(TYPES[kind], boost))

    def value(*, pinned: bool) -> float:
        found = importance(
            np.array([user]),
            pinned=np.array([pinned]),
            type_codes=np.array([kind], dtype=np.uint8),
            project_boost=np.array([project]),
            parameters=parameters,
        )
        return float(found[0])

    assert 0 <= value(pinned=False) <= value(pinned=True) <= 1
    assert value(pinned=False) == pytest.approx(min(max(user + boost + project, 0.0), 1.0), abs=1e-12)


@pytest.mark.parametrize(("user", "boost"), [(math.nan, 0.0), (1.5, 0.0), (-0.1, 0.0), (0.5, math.nan), (0.5, 2.0)])
def test_importance_refuses_what_is_none(user: float, boost: float) -> None:
    with pytest.raises(InvalidParameter, match=r"importances|boosts"):
        importance(
            np.array([user]),
            pinned=np.array([False]),
            type_codes=codes("episodic"),
            project_boost=boost,
            parameters=M1.importance,
        )


def test_projects_add_what_the_user_gave_them() -> None:
    parameters = ImportanceParameters(project_boost=Table({"atlas": 0.2, "attic": -0.3}))
    boosts = project_boosts(np.array([2, 0, 1, 2]), ("", "attic", "atlas"), parameters)
    assert np.array_equal(boosts, [0.2, 0.0, -0.3, 0.2])
    assert np.array_equal(project_boosts(np.array([1]), ("", "atlas"), M1.importance), [0.0])


def test_usage_agrees_with_memento_mcp(memento_scores: dict[str, Any]) -> None:
    """`calculateBatchUsage`'s values; where its minimum equals its maximum the formula rules, which no row tries."""
    for batch in memento_scores["usage_batch"]:
        metrics = batch["metrics"]
        counts = [np.array([one[name] for one in metrics]) for name in ("viewCount", "citeCount", "editCount")]
        raw = usage_raw(counts[0], counts[1], counts[2], M1.usage)
        low, high = usage_range(raw, 100.0)
        assert (low, high) == pytest.approx((batch["min"], batch["max"]), rel=CLOSE, abs=0)
        assert low < high
        assert usage(raw, low, high) == pytest.approx(batch["normalized"], rel=CLOSE, abs=0)


@given(COUNTS)
def test_raw_usage_follows_its_formula(counts: Any) -> None:
    parameters = UsageParameters(views=1.5, cites=0.0, edits=3.0)
    expected = [1.5 * math.log(1 + n) + 3.0 * math.log(1 + n) for n in counts.tolist()]
    assert usage_raw(counts, counts[::-1], counts, parameters) == pytest.approx(expected, rel=1e-12)


def test_many_small_counts_are_looked_up_to_the_same_numbers() -> None:
    rng = np.random.default_rng(5)
    views, cites, edits = rng.integers(0, 900, (3, 20_000))
    long = usage_raw(views, cites, edits, M1.usage)
    short = np.concatenate(
        [usage_raw(views[i : i + 100], cites[i : i + 100], edits[i : i + 100], M1.usage) for i in (0, 100)]
    )
    assert np.array_equal(long[:200], short)
    views[7] = 5_000
    assert usage_raw(views, cites, edits, M1.usage)[7] > long[7]


@given(RAW, st.floats(50, 100))
def test_usage_is_a_signal_in_the_order_of_use(raw: Any, percentile: float) -> None:
    low, high = usage_range(raw, percentile)
    values = usage(raw, low, high)
    assert np.all((values >= 0) & (values <= 1))
    assert values[raw.argmin()] == 0.0
    assert np.all(np.diff(values[np.argsort(raw, kind="stable")]) >= 0)


@given(st.floats(0, 100), st.integers(1, 5))
def test_usage_tells_nothing_apart_where_all_are_used_alike(raw: float, count: int) -> None:
    alike = np.full(count, raw)
    assert np.array_equal(usage(alike, *usage_range(alike, 100.0)), np.zeros(count))


def test_a_percentile_keeps_one_outlier_from_flattening_the_rest() -> None:
    raw = np.array([*np.linspace(0.0, 1.0, 99), 100.0])
    flattened, spread = usage(raw, *usage_range(raw, 100.0)), usage(raw, *usage_range(raw, 95.0))
    assert flattened[98] == pytest.approx(0.01)
    assert spread[98] == 1.0
    assert spread[99] == 1.0
    assert spread[47] == pytest.approx(0.5, abs=0.03)


def test_usage_of_nobody_is_a_range_of_nothing() -> None:
    assert usage_range(np.array([]), 100.0) == (0.0, 0.0)
    assert usage_range(np.array([]), 75.0) == (0.0, 0.0)
    assert len(usage(np.array([]), 0.0, 0.0)) == 0


def test_usage_refuses_what_is_none() -> None:
    nan = np.array([math.nan])
    with pytest.raises(InvalidParameter, match="raw usages"):
        usage(nan, 0.0, 1.0)
    with pytest.raises(InvalidParameter, match="raw usages"):
        usage_range(nan, 100.0)
    with pytest.raises(InvalidParameter, match="percentile"):
        usage_range(np.array([1.0]), math.nan)
    with pytest.raises(InvalidParameter, match="range of raw usage"):
        usage(np.array([1.0]), 2.0, 1.0)
    with pytest.raises(InvalidParameter, match="cites"):
        usage_raw(np.array([1]), np.array([-1]), np.array([1]), M1.usage)


def test_a_table_is_compared_with_its_active_and_trashed_memories(table_of: Callable[..., FeatureTable]) -> None:
    table = table_of(4, views=[0, 6, 9, 400], trashed=[False, False, True, False], status=[0, 0, 0, 2])
    used = table_usage(table, M1.usage)
    assert used.low == 0.0
    assert used.high == pytest.approx(math.log(10))
    assert used.signal == pytest.approx([0.0, math.log(7) / math.log(10), 1.0, 1.0], abs=1e-6)
    assert np.array_equal(used.signal, usage(used.raw, used.low, used.high))


def test_a_refusal_names_what_was_asked_and_given() -> None:
    with pytest.raises(InvalidParameter, match=r"The ages must be between 0 and 2; given: 1 to 3. Nothing was computed."):
        check_range(np.array([1.0, 3.0]), "ages", low=0.0, high=2.0)
    with pytest.raises(InvalidParameter, match=r"The ages must be finite and at least 0; given: inf."):
        check_range(np.array([math.inf]), "ages", low=0.0)
    assert check_range(np.array([]), "ages", low=5.0) == (0.0, 0.0)
    assert check_range(np.array([3, 1, 2]), "ages") == (1.0, 3.0)


@pytest.mark.parametrize("most", [0, 1, 10_000, 2**40], ids=["unused", "hardly used", "often used", "absurdly often used"])
def test_use_patterns_are_the_counts(table_of: Callable[..., FeatureTable], most: int) -> None:
    draw = np.random.default_rng(most % 97)
    counts = {name: draw.integers(0, most, 500, endpoint=True) for name in ("views", "cites", "edits")}
    patterns = table_of(500, **counts).use_patterns
    assert (patterns.counts[:, patterns.index] == np.stack(list(counts.values()))).all()
    assert len(np.unique(patterns.counts, axis=1).T) == len(patterns.counts.T)


def test_no_memories_have_no_use_patterns(table_of: Callable[..., FeatureTable]) -> None:
    patterns = table_of(0).use_patterns
    assert patterns.counts.shape == (3, 0)
    assert patterns.index.shape == (0,)
