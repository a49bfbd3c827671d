"""Explanations: every product is in, the sum is S, and the sentences say what happened."""

import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet, RelevanceParameters
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.engine.explain import (
    MINUS,
    Evidence,
    Explanation,
    Line,
    as_dict,
    as_text,
    explain,
    held_back_by_recency,
    signed,
)
from memento_gui.engine.neighbourhood import NeighbourhoodInput, neighbour_rows
from memento_gui.engine.ranking import Candidates, rank

TableOf = Callable[..., FeatureTable]
M1 = ParameterSet()
LONG = BUILT_IN[LONG_MEMORY]
SIGNAL = st.floats(0, 1)
SUM = 1e-9


def line(explanation: Explanation, name: str) -> Line:
    return next(line for line in explanation.lines if line.name == name)


def part(explanation: Explanation, name: str) -> Line:
    return next(part for part in line(explanation, "relevance").parts if part.name == name)


def total(lines: tuple[Line, ...]) -> float:
    return math.fsum(line.product for line in lines)


def candidates_of(likeness: Any = None, **columns: Any) -> Candidates:
    count = len(columns["cosine"])
    filled: dict[str, Any] = {
        name: np.broadcast_to(np.asarray(columns.pop(name, 0.0), dtype=np.float64), count).copy()
        for name in ("cosine", "bm25", "tag", "title")
    }
    rest: dict[str, Any] = {
        "rows": np.arange(count),
        "cosine_max": np.nanmax([0.0, *filled["cosine"]]),
        "bm25_max": filled["bm25"].max(),
        "has_query_vector": True,
        "likeness": np.eye(count) if likeness is None else np.asarray(likeness),
    }
    return Candidates(**filled, **(rest | columns))


@pytest.fixture(scope="module")
def refresh_tokens(table_of: TableOf, now_ms: int) -> Explanation:
    """The third result for "how do refresh tokens rotate #auth"."""
    table = table_of(2, age_days=[20.0, 9.0], type=[2, 1], importance=0.5, views=[9, 0])
    candidates = candidates_of(
        [[1.0, 0.93], [0.93, 1.0]], cosine=[0.9, 0.78], bm25=[9.0, 7.30], tag=[1.0, 1.0], title=[0.5, 0.2]
    )
    ranking = rank(table, candidates, M1, now_ms=now_ms)
    evidence = Evidence(
        word_scores={"how": 0.0, "refresh": 3.05, "token": 1.61, "rotate": 2.64},
        shared_tags=(1, 1),
        nearest_title="Refresh tokens rotate on every use",
    )
    return explain(ranking, 1, M1, table, now_ms, evidence)


def test_the_worked_example(refresh_tokens: Explanation) -> None:
    assert refresh_tokens.id == "m0001"
    assert refresh_tokens.rank == 2
    assert refresh_tokens.score == pytest.approx(0.505, abs=5e-4)
    assert refresh_tokens.kept
    assert refresh_tokens.threshold == 0.35
    products = {line.name: round(line.product, 3) for line in refresh_tokens.lines}
    assert products == {
        "relevance": 0.382,
        "recency": 0.162,
        "importance": 0.1,
        "usage": 0.0,
        "duplication": -0.14,
    }
    parts = {part.name: round(part.product, 3) for part in line(refresh_tokens, "relevance").parts}
    assert parts == {"embedding": 0.468, "keyword": 0.235, "tag": 0.05, "title": 0.01}


def test_the_worked_example_in_words(refresh_tokens: Explanation) -> None:
    assert as_text(refresh_tokens) == "\n".join(
        [
            "+ 0.382  Relevance: 0.50 × 0.763",
            "    0.468  cosine: 0.60 × 0.780, meaning",
            "    0.235  BM25: 0.30 × 0.785, 7.30 / (7.30 + 2.0), from refresh 3.05 + token 1.61 + rotate 2.64",
            "    0.050  tags: 0.05 × 1.000, 1 shared tag of 1",
            "    0.010  title: 0.05 × 0.200, shares letters, is not a prefix",
            "+ 0.162  Recency: 0.20 × 0.812, 9 days at half-life 30",
            "+ 0.100  Importance: 0.20 × 0.500, as set, no boost for episodic",
            "+ 0.000  Usage: 0.10 × 0.000, 0 views, 0 cites, 0 edits; the least used of the candidates",
            f"{MINUS} 0.140  Duplication: 0.15 × 0.930, like Refresh tokens rotate on every use, rank 1",
            "= 0.505  Score, rank 2",
        ]
    )


def test_bm25_opens_into_the_words_that_matched(refresh_tokens: Explanation) -> None:
    keyword = part(refresh_tokens, "keyword")
    assert [(word.label, word.raw) for word in keyword.parts] == [("refresh", 3.05), ("token", 1.61), ("rotate", 2.64)]
    assert total(keyword.parts) == pytest.approx(keyword.product, abs=SUM)
    assert keyword.parts[0].product == pytest.approx(keyword.product * 3.05 / 7.30)


def test_an_explanation_survives_json(refresh_tokens: Explanation) -> None:
    plain = json.loads(json.dumps(as_dict(refresh_tokens), allow_nan=False))
    assert plain["rank"] == 2
    assert [term["name"] for term in plain["lines"]] == ["relevance", "recency", "importance", "usage", "duplication"]
    assert plain["lines"][0]["parts"][1]["parts"][2]["label"] == "rotate"
    assert sum(term["product"] for term in plain["lines"]) == pytest.approx(plain["score"], abs=SUM)


@st.composite
def settings_and_signals(draw: st.DrawFn) -> tuple[ParameterSet, dict[str, Any], dict[str, Any]]:
    count = draw(st.integers(1, 6))

    def column(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=count, max_size=count))

    names = ("relevance.embedding", "relevance.keyword", "relevance.tag", "relevance.title", "ranking.duplication")
    parameters = draw(st.sampled_from([M1, LONG])).with_values({name: draw(SIGNAL) for name in names})
    found = {
        "cosine": column(st.floats(-1, 1) | st.just(math.nan)),
        "bm25": column(st.floats(-3, 30)),
        "tag": column(SIGNAL),
        "title": column(SIGNAL),
    }
    held = {
        "age_days": np.cumsum(column(st.floats(0, 0.03))),
        "type": column(st.integers(0, 3)),
        "importance": column(SIGNAL),
        "pinned": column(st.booleans()),
        "views": column(st.integers(0, 9)),
        "episode": column(st.integers(-1, 0)),
    }
    return parameters, found, held


@given(settings_and_signals(), st.dictionaries(st.sampled_from("abc"), st.floats(0, 9)))
def test_the_parts_sum_to_the_score(
    table_of: TableOf,
    now_ms: int,
    drawn: tuple[ParameterSet, dict[str, Any], dict[str, Any]],
    words: dict[str, float],
) -> None:
    parameters, found, held = drawn
    count = len(found["cosine"])
    table = table_of(count, **held)
    around = neighbour_rows(
        table, np.arange(count), allowed=np.ones(count, dtype=np.bool_), parameters=parameters.relevance
    )
    none = np.zeros(0)
    near = NeighbourhoodInput(around=around, rows=np.zeros(0, dtype=np.int64), cosine=none, bm25=none, tag=none, title=none)
    likeness = np.full((count, count), 0.5)
    ranking = rank(table, candidates_of(likeness, neighbours=near, **found), parameters, now_ms=now_ms)
    for position in range(count):
        explanation = explain(ranking, position, parameters, table, now_ms, Evidence(word_scores=words))
        assert total(explanation.lines) == pytest.approx(explanation.score, abs=SUM)
        relevance = line(explanation, "relevance")
        assert total(relevance.parts) == pytest.approx(relevance.value, abs=SUM)
        for term in (*explanation.lines, *relevance.parts):
            assert term.product == pytest.approx(term.weight * term.value, abs=SUM)
            assert 0.0 <= term.value <= 1.0
            if term.parts and term is not relevance:
                assert total(term.parts) == pytest.approx(term.product, abs=SUM)
        json.dumps(as_dict(explanation), allow_nan=False)


def explain_one(
    table_of: TableOf,
    now_ms: int,
    columns: dict[str, Any] | None = None,
    found: dict[str, Any] | None = None,
    parameters: ParameterSet = M1,
    evidence: Evidence | None = None,
) -> Explanation:
    table = table_of(1, **(columns or {}))
    ranking = rank(table, candidates_of(**({"cosine": [0.9]} | (found or {}))), parameters, now_ms=now_ms)
    return explain(ranking, 0, parameters, table, now_ms, evidence)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"age_days": 1.0}, "1 day at half-life 30"),
        ({"age_days": 1.9}, "1 day at half-life 30"),
        ({"age_days": 0.1}, "2 hours at half-life 30"),
        ({"age_days": -3.0}, "0 hours at half-life 30"),
        ({"age_days": 400.0, "type": 2}, "400 days, never fades"),
    ],
)
def test_recency_in_words(table_of: TableOf, now_ms: int, columns: dict[str, Any], sentence: str) -> None:
    parameters = M1.with_value("recency.half_life.semantic", math.inf)
    assert line(explain_one(table_of, now_ms, columns, parameters=parameters), "recency").text == sentence


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"importance": 0.4, "type": 2, "pinned": True}, "0.40 as set + 0.10 semantic + 0.20 pinned"),
        ({"importance": 0.9, "type": 2, "pinned": True}, "0.90 as set + 0.10 semantic + 0.20 pinned, at most 1"),
        ({"importance": 0.02, "type": 0}, f"0.02 as set {MINUS} 0.05 working, at least 0"),
        ({"importance": 0.5, "project": 1}, "0.50 as set + 0.25 project atlas"),
        ({"importance": 0.5}, "as set, no boost for episodic"),
    ],
)
def test_importance_in_words(table_of: TableOf, now_ms: int, columns: dict[str, Any], sentence: str) -> None:
    parameters = M1.with_value("importance.project_boost", {"atlas": 0.25})
    explanation = explain_one(table_of, now_ms, {"projects": ("", "atlas")} | columns, parameters=parameters)
    assert line(explanation, "importance").text == sentence
    assert line(explanation, "importance").raw == columns["importance"]


def test_usage_in_words(table_of: TableOf, now_ms: int) -> None:
    table = table_of(3, views=[1, 5, 0], cites=[1, 2, 0], edits=[2, 0, 0], age_days=[1, 2, 3])
    ranking = rank(table, candidates_of(cosine=[0.9, 0.9, 0.9]), M1, now_ms=now_ms)
    by_row = {
        int(ranking.rows[position]): line(explain(ranking, position, M1, table, now_ms), "usage") for position in range(3)
    }
    assert by_row[0].text == "1 view, 1 cite, 2 edits"
    assert by_row[1].text == "5 views, 2 cites, 0 edits; the most used of the candidates"
    assert by_row[2].text == "0 views, 0 cites, 0 edits; the least used of the candidates"
    assert by_row[1].raw == pytest.approx(math.log(6) + 2 * math.log(3))
    alone = line(explain_one(table_of, now_ms, {"views": 4}), "usage")
    assert alone.text == "4 views, 0 cites, 0 edits; all candidates are used alike"


@pytest.mark.parametrize(
    ("found", "name", "sentence"),
    [
        ({"cosine": [math.nan]}, "embedding", "no vector yet"),
        ({"bm25": [0.0]}, "keyword", "no query word occurs in it"),
        ({"bm25": [2.0]}, "keyword", "2.00 / (2.00 + 2.0)"),
        ({"tag": [0.0]}, "tag", "no shared tag"),
        ({"tag": [0.5]}, "tag", "shares tags with the query"),
        ({"title": [0.0]}, "title", "shares nothing with the query"),
        ({"title": [0.5]}, "title", "begins with the query"),
        ({"title": [1.0]}, "title", "is the query"),
    ],
)
def test_relevance_in_words(table_of: TableOf, now_ms: int, found: dict[str, Any], name: str, sentence: str) -> None:
    assert part(explain_one(table_of, now_ms, found=found), name).text == sentence


def test_shares_of_the_best_and_neighbours_in_words(table_of: TableOf, now_ms: int) -> None:
    found = {"cosine": [0.4], "cosine_max": 0.8, "bm25": [3.0], "bm25_max": 6.0}
    explanation = explain_one(table_of, now_ms, found=found, parameters=LONG)
    assert part(explanation, "embedding").text == "meaning, 0.40 as a share of the best"
    assert part(explanation, "embedding").value == 0.5
    assert part(explanation, "embedding").raw == 0.4
    assert part(explanation, "keyword").text == "3.00 as a share of the best"
    assert part(explanation, "neighbourhood").text == "no relevant neighbour"
    heavy = M1.with_values({"relevance.embedding": 1.0, "relevance.keyword": 0.9})
    relevance = line(explain_one(table_of, now_ms, parameters=heavy), "relevance")
    assert relevance.text == "its parts times 0.50, so that the best is at most 1"


def test_what_repeats_nothing_says_so(table_of: TableOf, now_ms: int) -> None:
    duplication = line(explain_one(table_of, now_ms), "duplication")
    assert duplication.text == "repeats no better result"
    assert duplication.product == 0.0


def test_a_perfect_match_that_only_its_age_holds_back_says_so(table_of: TableOf, now_ms: int) -> None:
    """242 days at half-life 30 leave 0.004 of recency's 0.2; relevance 0.5·0.6·0.9 is kept only when fresh."""
    table = table_of(3, age_days=[242.0, 242.0, 0.0], importance=0.0)
    ranking = rank(table, candidates_of(cosine=[0.9, 0.1, 0.9]), M1, now_ms=now_ms)
    assert ranking.rows.tolist() == [2, 0, 1]
    assert ranking.kept.tolist() == [True, False, False]
    assert held_back_by_recency(ranking, M1.ranking).tolist() == [False, True, False]
    explanation = explain(ranking, 1, M1, table, now_ms)
    assert line(explanation, "recency").text == "242 days at half-life 30: held back by recency"
    assert as_text(explanation).endswith(", below the threshold 0.350  Score, rank 2")


def test_without_a_query_vector_there_is_no_threshold(table_of: TableOf, now_ms: int) -> None:
    found = {"cosine": [math.nan], "has_query_vector": False, "bm25": [0.1]}
    explanation = explain_one(table_of, now_ms, found=found)
    assert explanation.threshold is None
    assert explanation.kept
    assert part(explanation, "embedding").raw is None


def test_signs_are_true_minuses() -> None:
    assert signed(0.3824) == "+ 0.382"
    assert signed(-0.14) == f"{MINUS} 0.140"
    assert signed(-0.0001) == "+ 0.000"
    assert signed(-0.05, 2) == f"{MINUS} 0.05"


def test_a_title_grade_is_named_by_the_numbers_that_gave_it(table_of: TableOf, now_ms: int) -> None:
    tuned = ParameterSet(relevance=RelevanceParameters(title_exact=0.6, title_prefix=0.4, title_ngram=0.1))
    explanation = explain_one(table_of, now_ms, found={"title": [0.4]}, parameters=tuned)
    assert part(explanation, "title").text == "begins with the query"


@pytest.mark.parametrize("old", [0.0, 300.0])
def test_recency_holds_back_what_it_alone_pushes_out_of_the_top_ten(table_of: TableOf, now_ms: int, old: float) -> None:
    ages, cosine = np.array([old, *[1.0] * 11]), np.array([0.7, *np.linspace(0.6, 0.5, 11)])
    ranking = rank(table_of(12, age_days=ages), candidates_of(cosine=cosine), M1, now_ms=now_ms)
    place = ranking.rows.tolist().index(0)
    held = held_back_by_recency(ranking, M1.ranking)
    assert held[place] == (old > 0.0)
    assert np.count_nonzero(held) == held[place]
    assert (place >= 10) == bool(held[place])
    timeless = M1.with_value("ranking.recency", 0.0)
    again = rank(table_of(12, age_days=ages), candidates_of(cosine=cosine), timeless, now_ms=now_ms)
    assert not held_back_by_recency(again, timeless.ranking).any()
