"""Ranking metrics against values worked by hand and the definitions written out."""

import math
from itertools import combinations

import ir_measures as theirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.engine.metrics import kendall_tau, mrr, ndcg_at, overlap, recall_at, reciprocal_rank, unjudged

IDS = [f"d{n}" for n in range(12)]
RANKINGS = st.lists(st.sampled_from(IDS), unique=True)
JUDGED = st.dictionaries(st.sampled_from(IDS), st.integers(0, 3))
DEPTHS = st.integers(1, 15)


def test_ndcg_takes_its_ideal_from_everything_judged() -> None:
    judged = {"a": 3, "b": 2, "c": 1, "d": 3}
    ranked = ["b", "x", "a"]
    gained = 3 / math.log2(2) + 0 + 7 / math.log2(4)
    ideal = 7 / math.log2(2) + 7 / math.log2(3) + 3 / math.log2(4) + 1 / math.log2(5)
    assert ndcg_at(ranked, judged, 10) == pytest.approx(gained / ideal)
    assert ndcg_at(ranked, judged, 1) == pytest.approx(3 / 7)
    assert ndcg_at(["d", "a", "b", "c"], judged, 10) == pytest.approx(1.0)
    assert ndcg_at(ranked, {}, 10) == ndcg_at(ranked, {"b": 0}, 10) == ndcg_at([], judged, 10) == 0.0


def test_recall_and_reciprocal_rank() -> None:
    judged = {"a": 3, "b": 0, "c": 1}
    assert recall_at(["b", "c", "a"], judged, 2) == 0.5
    assert recall_at(["b", "c", "a"], judged, 3) == 1.0
    assert recall_at(["b"], {"b": 0}, 3) == 0.0
    assert reciprocal_rank(["b", "c", "a"], judged) == 0.5
    assert reciprocal_rank(["b"], judged) == 0.0
    assert mrr([["b", "c"], ["a"]], [judged, judged]) == 0.75
    assert mrr([], []) == 0.0
    with pytest.raises(ValueError, match="zip"):
        mrr([["a"]], [])


def test_two_orders_compared() -> None:
    assert kendall_tau("abcd", "abcd") == 1.0
    assert kendall_tau("abcd", "dcba") == -1.0
    assert kendall_tau("abcd", "abdc") == pytest.approx(4 / 6)
    assert kendall_tau("abxc", "ycba") == -1.0
    assert kendall_tau("a", "a") == kendall_tau("ab", "xy") == 1.0
    assert overlap("abcd", "abxy", 4) == 0.5
    assert overlap("abcd", "b", 2) == 0.5
    assert overlap("", "", 5) == 1.0


def test_what_nobody_judged_is_listed() -> None:
    assert unjudged(["a", "b", "c", "d"], {"b": 0}, 3) == ["a", "c"]


@given(RANKINGS, JUDGED, DEPTHS)
def test_metrics_follow_their_definitions(ranked: list[str], judged: dict[str, int], depth: int) -> None:
    def dcg(grades: list[int]) -> float:
        return sum((2.0**grade - 1.0) / math.log2(rank + 1) for rank, grade in enumerate(grades[:depth], start=1))

    ideal = dcg(sorted(judged.values(), reverse=True))
    expected = dcg([judged.get(identity, 0) for identity in ranked]) / ideal if ideal else 0.0
    assert ndcg_at(ranked, judged, depth) == pytest.approx(expected, abs=1e-12)
    assert 0.0 <= ndcg_at(ranked, judged, depth) <= 1.0 + 1e-12
    relevant = [identity for identity, grade in judged.items() if grade > 0]
    hits = sum(identity in relevant for identity in ranked[:depth])
    assert recall_at(ranked, judged, depth) == (hits / len(relevant) if relevant else 0.0)


@given(st.permutations(IDS), st.permutations(IDS))
def test_kendall_counts_pairs(first: list[str], second: list[str]) -> None:
    agreeing = sum((second.index(a) < second.index(b)) for a, b in combinations(first, 2))
    pairs = len(IDS) * (len(IDS) - 1) // 2
    assert kendall_tau(first, second) == pytest.approx((2 * agreeing - pairs) / pairs)
    assert kendall_tau(first, second) == pytest.approx(kendall_tau(second, first))


@given(RANKINGS.filter(len), JUDGED.filter(lambda judged: any(judged.values())), st.sampled_from([1, 5, 10]))
def test_metrics_agree_with_ir_measures(ranked: list[str], judged: dict[str, int], depth: int) -> None:
    ndcg = theirs.nDCG(gains={0: 0, 1: 1, 2: 3, 3: 7}) @ depth  # 2^grade − 1
    measures = [ndcg, theirs.R @ depth, theirs.RR]
    run = {identity: float(len(ranked) - place) for place, identity in enumerate(ranked)}
    expected = theirs.calc_aggregate(measures, {"q": judged}, {"q": run})
    assert ndcg_at(ranked, judged, depth) == pytest.approx(expected[ndcg], abs=1e-12)
    assert recall_at(ranked, judged, depth) == pytest.approx(expected[theirs.R @ depth])
    assert reciprocal_rank(ranked, judged) == pytest.approx(expected[theirs.RR])
