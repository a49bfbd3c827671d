"""Ranking: S, the greedy pick with its penalty, ties, MMR, the threshold, and independence of the given order."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.domain.ranking import Ranking, Signals
from memento_gui.engine.neighbourhood import NeighbourhoodInput, neighbour_rows
from memento_gui.engine.ranking import Candidates, final_score, full_score, matches_weakly, rank, reordered

TableOf = Callable[..., FeatureTable]
M1 = ParameterSet()
LONG = BUILT_IN[LONG_MEMORY]
ONLY_RELEVANCE = M1.with_values(
    {
        "ranking.relevance": 1.0,
        "ranking.recency": 0.0,
        "ranking.importance": 0.0,
        "ranking.usage": 0.0,
        "ranking.duplication": 0.5,
        "ranking.keep_threshold": 0.0,
        "relevance.embedding": 1.0,
        "relevance.keyword": 0.0,
        "relevance.tag": 0.0,
        "relevance.title": 0.0,
    }
)


def candidates_of(rows: Any, likeness: Any = None, **columns: Any) -> Candidates:
    """Make candidates; what is not given is 0."""
    count = len(rows)
    filled: dict[str, Any] = {
        name: np.broadcast_to(np.asarray(columns.pop(name, 0.0), dtype=np.float64), count).copy()
        for name in ("cosine", "bm25", "tag", "title")
    }
    alike = np.eye(count) if likeness is None else np.asarray(likeness, dtype=np.float64)
    best = {"cosine_max": np.nanmax([0.0, *filled["cosine"]]), "bm25_max": filled["bm25"].max(initial=0.0)}
    rest: dict[str, Any] = {"has_query_vector": True, **best, **columns}
    return Candidates(rows=np.asarray(rows, dtype=np.int64), likeness=alike, **filled, **rest)


def ids_of(table: FeatureTable, ranking: Ranking) -> list[str]:
    ids: list[str] = table.ids[ranking.rows].tolist()
    return ids


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any], ParameterSet]:
    """Draw a table's columns, candidates over it, and parameters; coarse numbers, so that ties are common."""
    count = draw(st.integers(1, 9))
    signal, few = st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.integers(0, 3)

    def column(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=count, max_size=count))

    columns = {
        "type": column(few),
        "age_days": column(st.sampled_from([-5.0, 0.0, 3.0, 40.0, 400.0])),
        "importance": column(signal),
        "pinned": column(st.booleans()),
        "views": column(few),
        "cites": column(few),
        "edits": column(few),
    }
    half = np.array([column(signal) for _ in range(count)])
    likeness = np.maximum(np.triu(half, 1), np.triu(half, 1).T) + np.eye(count)
    found = {
        "cosine": column(st.sampled_from([-0.5, 0.0, 0.3, 0.9, math.nan])),
        "bm25": column(st.sampled_from([0.0, 0.0, 1.0, 6.0])),
        "tag": column(signal),
        "title": column(st.sampled_from([0.0, 0.2, 0.5, 1.0])),
        "likeness": likeness,
        "has_query_vector": draw(st.booleans()),
    }
    parameters = draw(st.sampled_from([M1, LONG])).with_values(
        {
            "ranking.duplication": draw(st.sampled_from([0.0, 0.15, 1.0])),
            "ranking.mmr": draw(st.booleans()),
            "ranking.keep_threshold": draw(st.sampled_from([0.2, 0.35, 0.6])),
            "usage.max_percentile": draw(st.sampled_from([50.0, 90.0, 100.0])),
        }
    )
    return columns, found, parameters


def rank_case(
    table_of: TableOf, case: tuple[dict[str, Any], dict[str, Any], ParameterSet], now_ms: int, order: Any = None
) -> tuple[FeatureTable, Candidates, Ranking]:
    columns, found, parameters = case
    count = len(columns["type"])
    table = table_of(count, **columns)
    order = np.arange(count) if order is None else np.asarray(order)
    given_ = {name: np.array(found[name])[order] for name in ("cosine", "bm25", "tag", "title")}
    likeness = found["likeness"][np.ix_(order, order)]
    candidates = candidates_of(order, likeness, has_query_vector=found["has_query_vector"], **given_)
    return table, candidates, rank(table, candidates, parameters, now_ms=now_ms)


def greedily(base: list[float], likeness: Any, weight: float, prefer: Callable[[int], Any]) -> list[tuple[int, float, int]]:
    """Say the rule again: (candidate, penalty signal, what it repeats most) in the order of the picks."""
    picks: list[tuple[int, float, int]] = []
    left = set(range(len(base)))
    while left:
        taken = [pick for pick, _, _ in picks]
        penalty = {m: max((likeness[m, j] for j in taken), default=0.0) for m in left}
        best = min(left, key=lambda m: (-(base[m] - weight * penalty[m]), prefer(m)))
        repeats = next((j for j in taken if likeness[best, j] == penalty[best] > 0), -1)
        picks.append((best, penalty[best], repeats))
        left.remove(best)
    return picks


def test_s_agrees_with_memento_mcp(memento_scores: dict[str, Any]) -> None:
    rows = memento_scores["final_score"]
    columns = {name: np.array([row[name] for row in rows]) for name in ("relevance", "recency", "importance", "usage")}
    signals = Signals(**columns, duplication=np.array([row["duplication_penalty"] for row in rows]))
    assert final_score(signals, M1.ranking) == pytest.approx([row["out"] for row in rows], rel=1e-9, abs=0)


@given(cases())
def test_ranking_is_what_the_rules_say(
    table_of: TableOf, now_ms: int, case: tuple[dict[str, Any], dict[str, Any], ParameterSet]
) -> None:
    table, candidates, ranking = rank_case(table_of, case, now_ms)
    weights, at = case[2].ranking, {int(row): place for place, row in enumerate(ranking.rows)}
    signals = ranking.signals
    base = [
        weights.relevance * float(signals.relevance[at[m]])
        + weights.recency * float(signals.recency[at[m]])
        + weights.importance * float(signals.importance[at[m]])
        + weights.usage * float(signals.usage[at[m]])
        for m in range(len(ranking))
    ]

    def prefer(m: int) -> tuple[int, str]:
        return -int(table.created_ms[m]), table.ids[m]

    picks = greedily(base, candidates.likeness, weights.duplication, prefer)
    score = {m: base[m] - weights.duplication * penalty for m, penalty, _ in picks}
    order = [m for m, _, _ in picks]
    if weights.mmr:
        by_score = [weights.mmr_lambda * score[m] for m in range(len(base))]
        order = [m for m, _, _ in greedily(by_score, candidates.likeness, 1 - weights.mmr_lambda, prefer)]
    pending = np.isnan(candidates.cosine)
    kept = {m: score[m] >= weights.keep_threshold or bool(pending[m]) or not candidates.has_query_vector for m in order}
    expected = [m for m in order if kept[m]] + [m for m in order if not kept[m]]
    assert ranking.rows.tolist() == expected
    assert ranking.kept.tolist() == [kept[m] for m in expected]
    assert ranking.score.tolist() == [score[m] for m in expected]
    repeats = {m: (penalty, at.get(earlier, -1)) for m, penalty, earlier in picks}
    assert signals.duplication.tolist() == [repeats[m][0] for m in expected]
    assert ranking.nearest.tolist() == [repeats[m][1] for m in expected]
    assert ranking.threshold_applied is candidates.has_query_vector


@given(cases(), st.data())
def test_the_given_order_changes_nothing(
    table_of: TableOf, now_ms: int, case: tuple[dict[str, Any], dict[str, Any], ParameterSet], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(case[0]["type"]))))
    table, _, straight = rank_case(table_of, case, now_ms)
    _, _, shuffled = rank_case(table_of, case, now_ms, order)
    assert ids_of(table, straight) == ids_of(table, shuffled)
    assert np.array_equal(straight.score, shuffled.score)
    assert np.array_equal(straight.nearest, shuffled.nearest)


@given(cases())
def test_every_signal_is_in_bounds_and_ranking_again_changes_nothing(
    table_of: TableOf, now_ms: int, case: tuple[dict[str, Any], dict[str, Any], ParameterSet]
) -> None:
    table, candidates, ranking = rank_case(table_of, case, now_ms)
    for column in dataclasses.fields(ranking.signals):
        signal = getattr(ranking.signals, column.name)
        assert np.all((signal >= 0) & (signal <= 1)), column.name
    weights = case[2].ranking
    assert np.all(ranking.score <= full_score(weights) + 1e-12)
    assert np.all(ranking.score >= -weights.duplication)
    parts = ranking.parts
    assert np.all(np.abs(parts.own + parts.neighbourhood - ranking.signals.relevance) < 1e-12)
    again = rank(table, candidates, case[2], now_ms=now_ms)
    assert np.array_equal(again.rows, ranking.rows)
    assert np.array_equal(again.score, ranking.score)


def test_a_repetition_falls_behind_what_it_repeats(table_of: TableOf, now_ms: int) -> None:
    """Relevance .9 .8 .6, the second like the first by .8: 0.8 − 0.5·0.8 = 0.4 is less than 0.6."""
    likeness = [[1.0, 0.8, 0.1], [0.8, 1.0, 0.2], [0.1, 0.2, 1.0]]
    candidates = candidates_of([0, 1, 2], likeness, cosine=[0.9, 0.8, 0.6])
    ranking = rank(table_of(3), candidates, ONLY_RELEVANCE, now_ms=now_ms)
    assert ranking.rows.tolist() == [0, 2, 1]
    assert ranking.score == pytest.approx([0.9, 0.6 - 0.05, 0.8 - 0.4])
    assert ranking.nearest.tolist() == [-1, 0, 0]
    assert ranking.signals.duplication == pytest.approx([0.0, 0.1, 0.8])


def test_mmr_reorders_what_s_has_scored(table_of: TableOf, now_ms: int) -> None:
    """S .9 .5 .7 with ε 0; at λ 0.4, after the first: 0.4·0.7 − 0.6·0.9 = −0.26, 0.4·0.5 − 0.6·0.1 = 0.14."""
    likeness = [[1.0, 0.1, 0.9], [0.1, 1.0, 0.0], [0.9, 0.0, 1.0]]
    plain = ONLY_RELEVANCE.with_value("ranking.duplication", 0.0)
    diverse = plain.with_values({"ranking.mmr": True, "ranking.mmr_lambda": 0.4})
    candidates = candidates_of([0, 1, 2], likeness, cosine=[0.9, 0.5, 0.7])
    assert rank(table_of(3), candidates, plain, now_ms=now_ms).rows.tolist() == [0, 2, 1]
    ranking = rank(table_of(3), candidates, diverse, now_ms=now_ms)
    assert ranking.rows.tolist() == [0, 1, 2]
    assert ranking.score == pytest.approx([0.9, 0.5, 0.7])
    assert ranking.nearest.tolist() == [-1, 0, 0]


def test_ties_go_to_the_newer_then_to_the_smaller_id(table_of: TableOf, now_ms: int) -> None:
    never = M1.with_values(
        {f"recency.half_life.{kind}": math.inf for kind in ("working", "episodic", "semantic", "procedural")}
    )
    table = table_of(4, ids=["b", "c", "a", "d"], age_days=[2, 1, 2, 3])
    ranking = rank(table, candidates_of([0, 1, 2, 3], cosine=0.5), never, now_ms=now_ms)
    assert ids_of(table, ranking) == ["c", "a", "b", "d"]


def test_those_under_the_threshold_follow_apart(table_of: TableOf, now_ms: int) -> None:
    parameters = ONLY_RELEVANCE.with_value("ranking.keep_threshold", 0.35)
    candidates = candidates_of([0, 1, 2, 3], cosine=[0.2, 0.35, math.nan, 0.6])
    ranking = rank(table_of(4), candidates, parameters, now_ms=now_ms)
    assert ranking.rows.tolist() == [3, 1, 2, 0]
    assert ranking.kept.tolist() == [True, True, True, False], "a pending vector is marked, not greyed"
    words_only = dataclasses.replace(candidates, cosine=np.full(4, math.nan), cosine_max=math.nan, has_query_vector=False)
    ranking = rank(table_of(4), words_only, parameters, now_ms=now_ms)
    assert ranking.kept.all()
    assert not ranking.threshold_applied


def test_future_times_count_as_now(table_of: TableOf, now_ms: int) -> None:
    table = table_of(2, created_ms=np.array([now_ms, now_ms + 400 * DAY_MS]))
    ranking = rank(table, candidates_of([0, 1], cosine=0.5), M1, now_ms=now_ms)
    assert ranking.signals.recency.tolist() == [1.0, 1.0]
    assert ranking.score[0] == ranking.score[1]


def test_usage_is_compared_among_the_candidates_only(table_of: TableOf, now_ms: int) -> None:
    table = table_of(3, views=[1, 3, 10**6])
    ranking = rank(table, candidates_of([0, 1], cosine=0.5), M1, now_ms=now_ms)
    assert sorted(ranking.signals.usage.tolist()) == pytest.approx([0.0, 1.0], abs=1e-5)


def test_neighbours_that_are_no_candidates_lift_those_that_are(table_of: TableOf, now_ms: int) -> None:
    """Row 1 stands between rows 0 and 2 of one episode; only 0 and 1 are candidates."""
    parameters = ONLY_RELEVANCE.with_values({"relevance.neighbourhood": 1.0, "ranking.duplication": 0.0})
    table = table_of(3, episode=0, age_days=[0.002, 0.001, 0.0])
    rows = np.array([0, 1])
    around = neighbour_rows(table, rows, allowed=np.ones(3, dtype=np.bool_), parameters=parameters.relevance)
    near = NeighbourhoodInput(
        around=around, rows=np.array([2]), cosine=np.array([0.5]), bm25=np.zeros(1), tag=np.zeros(1), title=np.zeros(1)
    )
    candidates = candidates_of(rows, cosine=[0.3, 0.2], neighbours=near)
    ranking = rank(table, candidates, parameters, now_ms=now_ms)
    assert ranking.rows.tolist() == [1, 0]
    assert ranking.parts.own == pytest.approx([0.2, 0.3])
    assert ranking.parts.neighbourhood == pytest.approx([0.4 * (0.3 + 0.5), 0.4 * 0.2 + 0.1 * 0.5])
    assert ranking.signals.relevance == pytest.approx([0.52, 0.43])
    off = rank(table, candidates, ONLY_RELEVANCE, now_ms=now_ms)
    assert off.rows.tolist() == [0, 1]
    assert not off.parts.neighbourhood.any()


def test_no_candidates_make_an_empty_ranking(table_of: TableOf, now_ms: int) -> None:
    for parameters in (M1, LONG, M1.with_value("ranking.mmr", True)):
        ranking = rank(table_of(3), candidates_of([]), parameters, now_ms=now_ms)
        assert len(ranking) == 0
        assert len(ranking.kept) == len(ranking.nearest) == 0


@pytest.mark.parametrize(
    "spoilt",
    [
        {"bm25": [math.nan]},
        {"tag": [math.nan]},
        {"title": [math.nan]},
        {"cosine": [math.inf]},
        {"likeness": [[math.nan]]},
    ],
)
def test_nan_is_an_error(table_of: TableOf, now_ms: int, spoilt: dict[str, Any]) -> None:
    with pytest.raises(InvalidParameter, match="must be"):
        rank(table_of(1), candidates_of([0], **spoilt), M1, now_ms=now_ms)


def test_nan_in_the_table_is_an_error(table_of: TableOf, now_ms: int) -> None:
    with pytest.raises(InvalidParameter, match="importances"):
        rank(table_of(1, importance=math.nan), candidates_of([0]), M1, now_ms=now_ms)


def test_arrays_that_do_not_belong_together_are_refused() -> None:
    with pytest.raises(ValueError, match="2×2"):
        candidates_of([0, 1], [[1.0]])
    near = NeighbourhoodInput(
        around=np.zeros((1, 4), dtype=np.int64),
        rows=np.zeros(0, dtype=np.int64),
        cosine=np.zeros(0),
        bm25=np.zeros(0),
        tag=np.zeros(0),
        title=np.zeros(0),
    )
    with pytest.raises(ValueError, match="2 rows of neighbours"):
        candidates_of([0, 1], neighbours=near)


def test_nothing_matches_well_without_words_and_with_a_low_cosine() -> None:
    assert matches_weakly(candidates_of([0], cosine=0.29), M1.ranking)
    assert not matches_weakly(candidates_of([0], cosine=0.30), M1.ranking)
    assert not matches_weakly(candidates_of([0], cosine=0.1, bm25=0.5), M1.ranking)
    assert matches_weakly(candidates_of([0], cosine=math.nan, cosine_max=math.nan), M1.ranking)


def test_a_bar_is_full_at_the_sum_of_the_weights() -> None:
    assert full_score(M1.ranking) == 1.0
    assert full_score(M1.with_value("ranking.usage", 0.6).ranking) == pytest.approx(1.5)


def test_another_order_keeps_who_repeats_whom(table_of: TableOf, now_ms: int) -> None:
    likeness = [[1.0, 0.8, 0.1], [0.8, 1.0, 0.2], [0.1, 0.2, 1.0]]
    ranking = rank(table_of(3), candidates_of([0, 1, 2], likeness, cosine=[0.9, 0.8, 0.6]), ONLY_RELEVANCE, now_ms=now_ms)
    backwards = reordered(ranking, np.array([2, 1, 0]))
    assert backwards.rows.tolist() == ranking.rows[::-1].tolist()
    assert backwards.nearest.tolist() == [2, 2, -1]
    assert np.array_equal(backwards.parts.cosine, ranking.parts.cosine[::-1])
