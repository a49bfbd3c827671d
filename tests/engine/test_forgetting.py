"""ForgetScore, its candidates, and what would change a memory's fate."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import STATUSES, TYPES, MemoryType, Status
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN
from memento_gui.engine.fate import (
    Move,
    days_until,
    forget_bounds,
    forget_cause,
    forget_reason,
    unreachable,
    what_would_move,
)
from memento_gui.engine.forget_rules import HARD, SOFT, forget_rules
from memento_gui.engine.forgetting import ForgetRule, Forgetting, forget_score, forget_scores

M1 = ParameterSet()
WORKING, EPISODIC, SEMANTIC, PROCEDURAL = range(4)
Tables = Callable[..., FeatureTable]


def scored(table: FeatureTable, now_ms: int, parameters: ParameterSet = M1) -> Forgetting:
    return forget_scores(table, parameters, now_ms=now_ms)


@st.composite
def stores(draw: st.DrawFn) -> dict[str, Any]:
    """Columns of a small store of anything."""
    count = draw(st.integers(1, 8))

    def column(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=count, max_size=count))

    return {
        "count": count,
        "type": column(st.integers(0, 3)),
        "age_days": column(st.floats(-10, 3000)),
        "importance": column(st.floats(0, 1)),
        "pinned": column(st.booleans()),
        "trashed": column(st.booleans()),
        "status": column(st.integers(0, len(STATUSES) - 1)),
        "duplicates": column(st.integers(-1, 15)),
        "views": column(st.integers(0, 50)),
        "cites": column(st.integers(0, 50)),
        "project": column(st.integers(0, 1)),
        "projects": ("", "harbour"),
    }


SETS = st.sampled_from(
    [
        M1,
        BUILT_IN["Long memory"],
        M1.with_values({"importance.project_boost": {"harbour": -0.4}, "forgetting.half_life.working": math.inf}),
        M1.with_values({"importance.project_boost": {"harbour": 0.3}, "forgetting.pinned": 0.0}),
    ]
)


def test_the_score_agrees_with_the_other_system(memento_scores: dict[str, Any]) -> None:
    for row in memento_scores["forget_score"]:
        ours = forget_score(
            recency=row["recency"],
            usage=row["usage"],
            duplicates=row["duplication_ratio"],
            importance=row["importance"],
            pinned=row["pinned"],
            parameters=M1.forgetting,
        )
        assert ours == pytest.approx(row["out"], rel=1e-9, abs=1e-12)


@given(stores(), SETS)
def test_rules_alone_are_exactly_those_of_the_scores(
    table_of: Tables, now_ms: int, columns: dict[str, Any], parameters: ParameterSet
) -> None:
    table = table_of(**columns)
    whole = scored(table, now_ms, parameters)
    score, rule = forget_rules(table, parameters, now_ms=now_ms)
    assert score.tolist() == whole.score.tolist()
    assert np.array_equal(rule == SOFT, whole.soft)
    assert np.array_equal(rule == HARD, whole.hard)


def test_a_store_of_several_chunks_is_scored_and_taken_as_a_whole(table_of: Tables, now_ms: int) -> None:
    draw, count = np.random.default_rng(5), 150_001
    table = table_of(
        count=count,
        type=draw.integers(0, 4, count),
        age_days=draw.uniform(-1, 700, count),
        importance=draw.uniform(0, 1, count),
        pinned=draw.random(count) < 0.3,
    )
    parameters = M1.with_value("forgetting.soft_threshold", 0.4).with_value("forgetting.hard_threshold", 0.5)
    whole = scored(table, now_ms, parameters)
    score, rule = forget_rules(table, parameters, now_ms=now_ms)
    assert np.array_equal(score, whole.score)
    assert np.array_equal(rule == SOFT, whole.soft)
    assert np.array_equal(rule == HARD, whole.hard)
    assert whole.soft.any()
    assert whole.hard.any()


@given(stores(), SETS)
def test_terms_sum_to_the_score_and_lie_in_its_bounds(
    table_of: Tables, now_ms: int, columns: dict[str, Any], parameters: ParameterSet
) -> None:
    table = table_of(**columns)
    forgetting = scored(table, now_ms, parameters)
    terms = (forgetting.age, forgetting.disuse, forgetting.duplicates, forgetting.importance, forgetting.pinned)
    assert np.sum(terms, axis=0) == pytest.approx(forgetting.score, abs=1e-9)
    for row, score in enumerate(forgetting.score):
        kind = TYPES[table.type[row]]
        for importance in (None, float(table.importance[row])):
            low, high = forget_bounds(parameters, kind, importance)
            assert low - 1e-12 <= score <= high + 1e-12
        if table.duplicates[row] <= 0:
            assert score <= forget_bounds(parameters, kind, duplicates=False)[1] + 1e-12


@given(stores(), SETS)
def test_candidates_are_in_use_unpinned_high_and_old_enough(
    table_of: Tables, now_ms: int, columns: dict[str, Any], parameters: ParameterSet
) -> None:
    table = table_of(**columns)
    forgetting = scored(table, now_ms, parameters)
    weights = parameters.forgetting
    assert not np.any(forgetting.soft & forgetting.hard)
    candidates = forgetting.soft | forgetting.hard
    assert not np.any(candidates & (table.pinned | table.trashed | (table.status != STATUSES.index(Status.ACTIVE))))
    for row in range(len(table)):
        kind, age = TYPES[table.type[row]], forgetting.age_days[row]
        open_to = table.active[row] and not table.pinned[row]
        hard = open_to and forgetting.score[row] >= weights.hard_threshold and age >= weights.hard_ttl[kind]
        soft = open_to and forgetting.score[row] >= weights.soft_threshold and age >= weights.soft_ttl[kind]
        assert forgetting.hard[row] == hard
        assert forgetting.soft[row] == (soft and not hard)


@given(stores())
def test_scores_do_not_depend_on_how_often_they_are_computed(
    table_of: Tables, now_ms: int, columns: dict[str, Any]
) -> None:
    table = table_of(**columns)
    once = scored(table, now_ms)
    for _ in range(3):
        assert np.array_equal(scored(table, now_ms).score, once.score)


@given(stores(), st.floats(0, 1000))
def test_time_alone_never_lowers_a_score(table_of: Tables, now_ms: int, columns: dict[str, Any], days: float) -> None:
    table = table_of(**columns)
    later = scored(table, now_ms + round(days * DAY_MS))
    assert np.all(later.score >= scored(table, now_ms).score)


def test_a_future_creation_counts_as_now(table_of: Tables, now_ms: int) -> None:
    ahead, fresh = scored(table_of(1, age_days=-50), now_ms), scored(table_of(1), now_ms)
    assert ahead.score == fresh.score
    assert ahead.age_days == 0.0


def test_forgetting_keeps_its_own_half_lives(table_of: Tables, now_ms: int) -> None:
    table = table_of(1, age_days=30)
    assert scored(table, now_ms, BUILT_IN["Long memory"]).signals.recency == pytest.approx(0.5)
    assert scored(table, now_ms, M1.with_value("forgetting.half_life.episodic", 60)).signals.recency > 0.7


def test_duplicates_count_up_to_the_cap_and_unknown_ones_not_at_all(table_of: Tables, now_ms: int) -> None:
    forgetting = scored(table_of(4, duplicates=[-1, 0, 4, 99]), now_ms)
    assert forgetting.signals.duplicates.tolist() == [0.0, 0.0, 0.4, 1.0]
    assert forgetting.duplicates_known.tolist() == [False, True, True, True]
    assert forgetting.duplicates.tolist() == pytest.approx([0.0, 0.0, 0.08, 0.2])


def test_usage_is_compared_with_active_and_trashed_memories_only(table_of: Tables, now_ms: int) -> None:
    muted = STATUSES.index(Status.MUTED)
    table = table_of(4, views=[0, 10, 10, 1000], trashed=[False, False, True, False], status=[0, 0, 0, muted])
    assert scored(table, now_ms).signals.usage.tolist() == pytest.approx([0.0, 1.0, 1.0, 1.0], abs=1e-5)


def test_both_rules_need_score_and_age(table_of: Tables, now_ms: int) -> None:
    hopeless = M1.with_values({"forgetting.importance": 0.0})
    table = table_of(
        8,
        type=[WORKING, WORKING, EPISODIC, EPISODIC, SEMANTIC, WORKING, WORKING, WORKING],
        age_days=[6.9, 400, 179, 2000, 9000, 400, 400, 400],
        duplicates=[10, 10, 10, 10, 10, 10, 10, 0],
        views=[0, 0, 0, 0, 0, 0, 0, 5],
        pinned=[False] * 5 + [True, False, False],
        trashed=[False] * 6 + [True, False],
    )
    hopeless = hopeless.with_value("forgetting.hard_threshold", 0.7)
    forgetting = scored(table, now_ms, hopeless)
    rules = [forgetting.rule_of(row) for row in range(8)]
    soft, hard = ForgetRule.SOFT, ForgetRule.HARD
    assert rules == [soft, hard, soft, hard, None, None, None, None]


def test_worked_bounds() -> None:
    assert forget_bounds(M1, MemoryType.WORKING, 0.5)[1] == pytest.approx(0.7325, abs=1e-12)
    assert forget_bounds(M1, MemoryType.EPISODIC, 0.5, duplicates=False)[1] == pytest.approx(0.525, abs=1e-12)
    assert forget_bounds(M1.with_value("forgetting.recency", 0.4), MemoryType.WORKING, 0.5)[1] == pytest.approx(0.7825)
    assert forget_bounds(M1, MemoryType.SEMANTIC)[0] == pytest.approx(-0.45)
    never = M1.with_value("forgetting.half_life.working", math.inf)
    assert forget_bounds(never, MemoryType.WORKING, 0.5)[1] == pytest.approx(0.3825)


def test_bounds_are_reached(table_of: Tables, now_ms: int) -> None:
    table = table_of(
        3,
        type=WORKING,
        age_days=[9000, 0, 0],
        duplicates=[10, 0, 0],
        views=[0, 1000, 1000],
        pinned=[False, True, False],
        importance=[0.5, 0.5, 1.0],
    )
    score = scored(table, now_ms).score
    low, high = forget_bounds(M1, MemoryType.WORKING, 0.5)
    assert score[0] == pytest.approx(high, abs=1e-6)
    assert score[1] == pytest.approx(low, abs=1e-6)


def test_under_m1_no_ordinary_memory_reaches_the_hard_rule() -> None:
    found = unreachable(M1)
    assert [(one.type, one.rule) for one in found] == [
        (MemoryType.WORKING, ForgetRule.HARD),
        (MemoryType.EPISODIC, ForgetRule.HARD),
        (MemoryType.PROCEDURAL, ForgetRule.HARD),
    ]
    assert found[0].threshold == 0.8
    assert found[0].highest == pytest.approx(0.7325)
    assert unreachable(M1.with_value("forgetting.hard_threshold", 0.7)) == ()


def row_with(table_of: Tables, now_ms: int, **columns: Any) -> Forgetting:
    """One memory with a much used and an unused one beside it, so that usage tells them apart."""
    filled = {name: [value, 0, 0] for name, value in columns.items() if name != "views"}
    return scored(table_of(3, views=[columns.get("views", 0), 1000, 0], **filled), now_ms)


def test_duplicates_would_have_to_move_in_whole_copies(table_of: Tables, now_ms: int) -> None:
    forgetting = row_with(table_of, now_ms, type=PROCEDURAL, age_days=204, duplicates=7, importance=0.75)
    assert forgetting.score[0] == pytest.approx(0.35 * (1 - 0.5 ** (204 / 90)) + 0.25 + 0.14 - 0.12)
    moves = {move.signal: move for move in what_would_move(forgetting, 0, M1.forgetting, ForgetRule.SOFT)}
    gap = 0.6 - forgetting.score[0]
    assert moves["duplicates"] == Move("duplicates", 0.7, 1.0 if gap > 0.04 else 0.8)
    assert moves["importance"].needed == pytest.approx(0.8 - gap / 0.15)
    assert "usage" not in moves  # it cannot be used less than never


@given(stores(), st.sampled_from(list(ForgetRule)))
def test_a_single_move_carries_the_score_to_the_threshold(
    table_of: Tables, now_ms: int, columns: dict[str, Any], rule: ForgetRule
) -> None:
    forgetting = scored(table_of(**columns), now_ms)
    threshold, weights = rule.threshold(M1.forgetting), M1.forgetting
    for row, score in enumerate(forgetting.score):
        signals = {
            name: float(getattr(forgetting.signals, name)[row]) for name in ("recency", "usage", "duplicates", "importance")
        }
        pinned = bool(forgetting.signals.pinned[row])
        moves = what_would_move(forgetting, row, weights, rule)
        distances = [abs(move.needed - move.now) for move in moves]
        assert distances == sorted(distances)
        for move in moves:
            if move.signal == "pinned":
                moved = forget_score(**signals, pinned=not pinned, parameters=weights)
                assert not pinned or moved >= threshold - 1e-9 or score >= threshold
                continue
            moved = forget_score(**signals | {move.signal: move.needed}, pinned=pinned, parameters=weights)
            if move.signal != "duplicates":
                assert moved == pytest.approx(threshold, abs=1e-9)
            elif score < threshold:
                one_less = signals | {"duplicates": move.needed - 0.1}
                assert moved >= threshold - 1e-9
                assert forget_score(**one_less, pinned=pinned, parameters=weights) < threshold
            else:
                one_more = signals | {"duplicates": move.needed + 0.1}
                assert moved < threshold
                assert forget_score(**one_more, pinned=pinned, parameters=weights) >= threshold - 1e-9


def test_a_pinned_memory_could_only_lose_its_pin(table_of: Tables, now_ms: int) -> None:
    faded = row_with(table_of, now_ms, type=WORKING, age_days=100, duplicates=10, importance=0.1, pinned=True)
    assert what_would_move(faded, 0, M1.forgetting, ForgetRule.SOFT) == (Move("pinned", 1.0, 0.0),)
    fresh = row_with(table_of, now_ms, pinned=True)
    assert what_would_move(fresh, 0, M1.forgetting, ForgetRule.SOFT) == ()
    open_to = row_with(table_of, now_ms, type=WORKING, age_days=100, duplicates=10)
    assert Move("pinned", 0.0, 1.0) in what_would_move(open_to, 0, M1.forgetting, ForgetRule.SOFT)


@given(stores(), SETS, st.sampled_from(list(ForgetRule)))
def test_after_the_days_until_a_memory_is_a_candidate(
    table_of: Tables, now_ms: int, columns: dict[str, Any], parameters: ParameterSet, rule: ForgetRule
) -> None:
    table = table_of(**columns)
    table = replace(table, created_ms=np.minimum(table.created_ms, now_ms))
    forgetting = scored(table, now_ms, parameters)
    days = days_until(forgetting, table, parameters, rule)
    for row in range(len(table)):
        if not np.isfinite(days[row]):
            for years in (1, 100):
                then = scored(table, now_ms + years * 365 * DAY_MS, parameters)
                at_the_limit = then.score[row] == pytest.approx(rule.threshold(parameters.forgetting), abs=1e-9)
                assert then.rule_of(row) is not rule or at_the_limit
            continue
        arrived = scored(table, now_ms + math.ceil(days[row] * DAY_MS) + 1000, parameters)
        assert arrived.rule_of(row) in (rule, ForgetRule.HARD) or arrived.to_soft[row] == pytest.approx(0, abs=1e-9)
        if days[row] > 1e-3:
            short = scored(table, now_ms + math.floor(days[row] * DAY_MS) - 1000, parameters)
            assert short.rule_of(row) is not rule


def test_ageing_leads_to_the_time_to_live_or_the_threshold(table_of: Tables, now_ms: int) -> None:
    table = table_of(4, type=[EPISODIC, EPISODIC, SEMANTIC, EPISODIC], duplicates=[10, 10, 10, 0], views=[0, 0, 0, 9])
    waits = days_until(scored(table, now_ms), table, M1, ForgetRule.SOFT)
    assert waits[0] == pytest.approx(30 * math.log2(1 / (1 - (0.6 - 0.375) / 0.35)))
    assert waits[2] == waits[3] == math.inf
    eager = M1.with_value("forgetting.soft_threshold", 0.2)
    assert days_until(scored(table, now_ms, eager), table, eager, ForgetRule.SOFT)[0] == 30.0


def test_reasons_name_the_numbers(table_of: Tables, now_ms: int) -> None:
    candidate = row_with(table_of, now_ms, type=WORKING, age_days=43, duplicates=9, importance=0.45)
    expected = "Soft candidate, never used: the score of 0.720 reaches 0.6, and 43 days of age are at least 2."
    assert forget_reason(candidate, 0, M1.forgetting) == expected
    kept = {
        "it is pinned": row_with(table_of, now_ms, pinned=True),
        "it is not in use": row_with(table_of, now_ms, trashed=True),
        "its type is never forgotten": row_with(table_of, now_ms, type=SEMANTIC, age_days=9000),
        "the score of 0.175 is 0.425 under 0.6": row_with(table_of, now_ms),
    }
    for why, forgetting in kept.items():
        assert forget_reason(forgetting, 0, M1.forgetting) == f"Kept: {why}."
    young = scored(table_of(1, duplicates=10), now_ms, M1.with_value("forgetting.soft_threshold", 0.3))
    eager = M1.with_value("forgetting.soft_threshold", 0.3).forgetting
    assert forget_reason(young, 0, eager) == "Kept: the score of 0.375 is high enough, but 0 days of age are under 30."


def test_a_type_that_only_the_hard_rule_takes_is_measured_by_it(table_of: Tables, now_ms: int) -> None:
    hard_only = M1.with_value("forgetting.soft_ttl.working", math.inf)
    forgetting = scored(table_of(1, type=WORKING, age_days=3), now_ms, hard_only)
    assert forget_reason(forgetting, 0, hard_only.forgetting).endswith("under 0.8.")


def test_a_term_without_weight_could_not_move_anything(table_of: Tables, now_ms: int) -> None:
    weightless = M1.with_values({"forgetting.usage": 0.0, "forgetting.duplicates": 0.0})
    forgetting = scored(table_of(1, type=WORKING, age_days=3, duplicates=3), now_ms, weightless)
    moves = what_would_move(forgetting, 0, weightless.forgetting, ForgetRule.SOFT)
    assert {move.signal for move in moves} <= {"recency", "importance"}
    assert forget_cause(forgetting, 0) == "faded"


def test_causes_are_the_term_closest_to_its_full_weight(table_of: Tables, now_ms: int) -> None:
    assert forget_cause(row_with(table_of, now_ms, age_days=300), 0) == "never used"
    assert forget_cause(row_with(table_of, now_ms, age_days=300, views=30), 0) == "faded"
    assert forget_cause(row_with(table_of, now_ms, age_days=3, views=2), 0) == "hardly used"
    assert forget_cause(row_with(table_of, now_ms, age_days=3, views=30, duplicates=9), 0) == "repeated"
    used_up = scored(table_of(2, views=[0, 5]), now_ms)
    assert forget_cause(used_up, 1) in ("nothing", "hardly used")


def test_numbers_that_are_none_are_refused(table_of: Tables, now_ms: int) -> None:
    with pytest.raises(InvalidParameter):
        scored(table_of(1, importance=math.nan), now_ms)
    with pytest.raises(InvalidParameter):
        scored(table_of(1, views=-1), now_ms)


def test_an_empty_store_has_no_candidates(table_of: Tables, now_ms: int) -> None:
    assert len(scored(table_of(0), now_ms)) == 0
