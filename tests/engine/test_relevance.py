"""Relevance: oracles of its parts, both calibrations, and what always holds."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.parameters import ParameterSet, RelevanceParameters
from memento_gui.engine.relevance import (
    embedding_signal,
    keyword,
    keyword_signal,
    meaning,
    relevance,
    share_of_best,
    tag_match,
    title_hit,
    weight_divisor,
)

M1 = ParameterSet().relevance
MAX = RelevanceParameters(embedding_calibration="max", keyword_calibration="max")
CLOSE = 1e-9
SIGNAL = st.floats(0, 1)
SCORES = st.lists(st.floats(-50, 1e6), min_size=1, max_size=20).map(np.array)
WORDS = st.text(alphabet="aBcßİ 메モ", max_size=8)


def test_title_hits_agree_with_memento_mcp(memento_scores: dict[str, Any]) -> None:
    for row in memento_scores["title_hit"]:
        assert title_hit(row["query"], row["title"], M1) == row["out"], row


def test_tag_matches_agree_with_memento_mcp(memento_scores: dict[str, Any]) -> None:
    """With the whitespace words of the query as its tags."""
    for row in memento_scores["tag_match"]:
        assert tag_match(row["query"].split(), row["tags"]) == pytest.approx(row["out"], rel=CLOSE, abs=0), row


def test_keyword_agrees_with_memento_mcp_where_bm25_is_a_hit(memento_scores: dict[str, Any]) -> None:
    """A deviation: its code lets a negative BM25 through as −1 and 3; a signal stays in [0, 1], and no hit is 0."""
    rows = memento_scores["bm25_norm"]
    found = keyword(np.array([row["bm25"] for row in rows], dtype=float), M1.k_norm)
    expected = [row["out"] if row["bm25"] >= 0 else 0.0 for row in rows]
    assert found == pytest.approx(expected, rel=CLOSE, abs=0)
    assert sum(row["bm25"] < 0 for row in rows) == 2


@given(SCORES, st.floats(0.01, 100))
def test_keyword_is_a_signal_that_rises_with_bm25(bm25: Any, k_norm: float) -> None:
    values = keyword(np.sort(bm25), k_norm)
    assert np.all((values >= 0) & (values < 1))
    assert np.all(np.diff(values) >= 0)
    assert keyword(np.array([k_norm]), k_norm) == pytest.approx(0.5)


def test_meaning_is_no_less_than_nothing_and_no_more_than_the_same() -> None:
    assert np.array_equal(meaning(np.array([-0.4, 0.0, 0.7, 1.0 + 1e-7, math.nan])), [0.0, 0.0, 0.7, 1.0, 0.0])


def test_raw_and_saturating_are_m1s_calibrations() -> None:
    assert np.array_equal(embedding_signal(np.array([0.4]), 0.8, M1), [0.4])
    assert np.array_equal(keyword_signal(np.array([2.0]), 8.0, M1), [0.5])


def test_max_is_a_share_of_the_best_in_the_filtered_store() -> None:
    assert np.array_equal(embedding_signal(np.array([0.4, -0.2, math.nan]), 0.8, MAX), [0.5, 0.0, 0.0])
    assert np.array_equal(keyword_signal(np.array([2.0, 8.0, 0.0]), 8.0, MAX), [0.25, 1.0, 0.0])


@pytest.mark.parametrize("best", [0.0, -0.3, math.nan])
def test_max_is_nothing_where_there_is_no_best(best: float) -> None:
    assert np.array_equal(embedding_signal(np.array([-0.3, math.nan]), best, MAX), [0.0, 0.0])
    assert np.array_equal(keyword_signal(np.array([0.0]), best, MAX), [0.0])


@given(SCORES)
def test_a_share_of_the_best_is_a_signal(scores: Any) -> None:
    hits = np.maximum(scores, 0.0)
    values = share_of_best(hits, float(hits.max()))
    assert np.all((values >= 0) & (values <= 1))
    assert values.max() in (0.0, 1.0)


@given(st.lists(SIGNAL, min_size=4, max_size=4), st.lists(SIGNAL, min_size=4, max_size=4))
def test_relevance_is_a_signal_that_follows_its_formula(signals: list[float], weights: list[float]) -> None:
    parameters = RelevanceParameters(embedding=weights[0], keyword=weights[1], tag=weights[2], title=weights[3])
    parts = [np.array([signal]) for signal in signals]
    found = relevance(embedding=parts[0], keyword=parts[1], tag=parts[2], title=parts[3], parameters=parameters)
    assert 0.0 <= float(found[0]) <= 1.0
    expected = math.fsum(w * x for w, x in zip(weights, signals, strict=True)) / max(1.0, math.fsum(weights))
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)


def test_a_missing_vector_does_not_rescale_the_other_weights() -> None:
    one, none = np.array([1.0]), meaning(np.array([math.nan]))
    found = relevance(embedding=none, keyword=one, tag=one, title=one, parameters=M1)
    assert found == pytest.approx(0.40)
    assert weight_divisor(M1) == pytest.approx(1.0)


@pytest.mark.parametrize("spoilt", ["embedding", "keyword", "tag", "title"])
@pytest.mark.parametrize("value", [math.nan, 1.1, -0.1])
def test_relevance_refuses_what_is_no_signal(spoilt: str, value: float) -> None:
    parts = {name: np.array([0.5]) for name in ("embedding", "keyword", "tag", "title")} | {spoilt: np.array([value])}
    with pytest.raises(InvalidParameter, match="signals"):
        relevance(**parts, parameters=M1)


def test_scores_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(InvalidParameter, match="BM25"):
        keyword(np.array([math.nan]), 2.0)
    with pytest.raises(InvalidParameter, match="BM25"):
        keyword_signal(np.array([math.inf]), 1.0, MAX)
    with pytest.raises(InvalidParameter, match="cosines"):
        meaning(np.array([math.inf]))
    for k_norm in (0.0, math.nan, math.inf):
        with pytest.raises(InvalidParameter, match="k_norm"):
            keyword(np.array([1.0]), k_norm)


def test_a_title_takes_its_strongest_grade_without_regard_to_case() -> None:
    assert title_hit("Straße", "STRASSE", M1) == 1.0
    assert title_hit(" refresh tokens ", "Refresh tokens rotate", M1) == 0.5
    assert title_hit("refresh tokens rotate", "Refresh tokens", M1) == 0.2
    assert title_hit("to", "Refresh tokens", M1) == 0.0
    assert title_hit("", "Refresh", M1) == title_hit("refresh", "  ", M1) == 0.0
    odd = RelevanceParameters(title_exact=0.1, title_prefix=0.3, title_ngram=0.9)
    assert title_hit("tokens", "tokens", odd) == 0.9


@given(WORDS, WORDS)
def test_title_grades_are_among_the_four(query: str, title: str) -> None:
    grade = title_hit(query, title, M1)
    assert grade in (0.0, 0.2, 0.5, 1.0)
    assert grade == title_hit(query.upper().lower(), title, M1) or "İ" in query or "ß" in query
    assert title_hit(query, query, M1) == (1.0 if query.strip() else 0.0)


@given(st.sets(WORDS), st.sets(WORDS))
def test_tag_match_is_a_symmetric_signal(query: set[str], memory: set[str]) -> None:
    match = tag_match(query, memory)
    assert 0.0 <= match <= 1.0
    assert match == tag_match(memory, query)
    assert tag_match(query, query) == (1.0 if query else 0.0)
