"""SearchScore and ContextScore: their numbers, and that they never mix."""

import math
import operator
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mypy import api

from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.memory import CATEGORIES, Category
from memento_gui.domain.parameters import ParameterSet, SessionParameters
from memento_gui.engine.session import (
    ContextScore,
    SearchScore,
    context_score,
    context_scores,
    context_values,
    recency_score,
    revision_score,
    search_score,
    search_scores,
    search_values,
    text_rank,
    type_priority,
)

I = ParameterSet().session  # noqa: E741  # the document's own letter
ROOT = Path(__file__).parents[2]
SIGNAL = st.floats(0, 1)
ORDERS = [operator.lt, operator.le, operator.gt, operator.ge]
SUMS = [operator.add, operator.sub, operator.mul, operator.truediv]
KINDS: list[Callable[[float], Any]] = [SearchScore, ContextScore]


def test_recency_by_hand() -> None:
    """The document prints 0.39 for 140 days, which is a slip."""
    ages = np.array([0.0, 30.0, 60.0, 140.0, -3.0])
    assert recency_score(ages, I) == pytest.approx([1.0, 0.5, 0.25, 0.0394, 1.0], abs=5e-5)


def test_revisions_count_up_to_ten() -> None:
    assert np.array_equal(revision_score(np.array([0, 3, 10, 11]), I), [0.0, 0.3, 1.0, 1.0])
    with pytest.raises(InvalidParameter, match="revisions"):
        revision_score(np.array([-1]), I)


def test_text_rank_is_a_share_of_the_best_hit() -> None:
    assert np.array_equal(text_rank(np.array([2.0, 8.0, 0.0, -1.0])), [0.25, 1.0, 0.0, 0.0])
    assert np.array_equal(text_rank(np.array([0.0, 0.0])), [0.0, 0.0])
    assert len(text_rank(np.array([]))) == 0
    with pytest.raises(InvalidParameter, match="BM25"):
        text_rank(np.array([math.nan]))


def test_priorities_are_those_of_the_document() -> None:
    expected = {
        "profile": 1.0,
        "preference": 0.9,
        "decision": 0.7,
        "pattern": 0.6,
        "discovery": 0.5,
        "summary": 0.3,
        "other": 0.5,
    }
    codes = np.arange(len(CATEGORIES), dtype=np.uint8)
    assert dict(zip(map(str, CATEGORIES), type_priority(codes, I).tolist(), strict=True)) == expected
    assert type_priority(np.array([CATEGORIES.index(Category.SUMMARY)], dtype=np.uint8), I) == 0.3


def test_scores_by_hand() -> None:
    assert search_score(1.0, recency=0.5, revision=0.3, parameters=I).value == pytest.approx(0.60 + 0.125 + 0.045)
    assert context_score(0.5, revision=0.3, priority=0.9, parameters=I).value == pytest.approx(0.25 + 0.09 + 0.18)


@given(st.lists(st.tuples(SIGNAL, SIGNAL, SIGNAL), max_size=9), st.tuples(SIGNAL, SIGNAL, SIGNAL))
def test_arrays_give_what_single_memories_give(
    rows: list[tuple[float, float, float]], weights: tuple[float, float, float]
) -> None:
    first, second, third = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    tuned = SessionParameters(text=weights[0], recency=weights[1], revision=weights[2], context_priority=weights[0])
    found = search_scores(search_values(first, recency=second, revision=third, parameters=tuned))
    assert found == tuple(search_score(a, recency=b, revision=c, parameters=tuned) for a, b, c in rows)
    context = context_scores(context_values(first, revision=second, priority=third, parameters=tuned))
    assert context == tuple(context_score(a, revision=b, priority=c, parameters=tuned) for a, b, c in rows)
    assert all(0 <= value <= 3 for value in [*(score.value for score in found), *(score.value for score in context)])


@pytest.mark.parametrize("value", [math.nan, math.inf, -0.1, 1.1])
def test_parts_that_are_no_signals_are_refused(value: float) -> None:
    good, bad = np.array([0.5]), np.array([value])
    for parts in ((bad, good, good), (good, bad, good), (good, good, bad)):
        with pytest.raises(InvalidParameter, match="must be"):
            search_values(parts[0], recency=parts[1], revision=parts[2], parameters=I)
        with pytest.raises(InvalidParameter, match="must be"):
            context_values(parts[0], revision=parts[1], priority=parts[2], parameters=I)


@pytest.mark.parametrize("kind", KINDS)
def test_a_score_is_a_number_of_at_least_zero_that_stays(kind: Callable[[float], Any]) -> None:
    for value in (math.nan, math.inf, -0.1):
        with pytest.raises(InvalidParameter, match="Scores must be"):
            kind(value)
    with pytest.raises(AttributeError):
        kind(0.5).value = 0.6


@pytest.mark.parametrize("kind", KINDS)
@given(values=st.lists(SIGNAL, min_size=2, max_size=6))
def test_scores_of_one_kind_order_as_their_values_do(kind: Callable[[float], Any], values: list[float]) -> None:
    scores = [kind(value) for value in values]
    assert sorted(scores) == [kind(value) for value in sorted(values)]
    assert max(scores).value == max(values)
    for compare in (*ORDERS, operator.eq, operator.ne):
        assert compare(scores[0], scores[1]) is compare(values[0], values[1])
    assert len(set(scores)) == len(set(values))


@pytest.mark.parametrize("compare", [*ORDERS, *SUMS, operator.eq, operator.ne], ids=lambda compare: str(compare.__name__))
def test_the_two_kinds_never_mix(compare: Callable[[Any, Any], Any]) -> None:
    for one, other in ((SearchScore(0.5), ContextScore(0.5)), (ContextScore(0.5), SearchScore(0.5))):
        with pytest.raises(TypeError):
            compare(one, other)


def test_the_two_kinds_are_not_sorted_searched_or_summed_together() -> None:
    both: list[Any] = [SearchScore(0.5), ContextScore(0.4)]
    for together in (sorted, max, sum):
        with pytest.raises(TypeError):
            together(both)
    with pytest.raises(TypeError):
        sum(both[:1])
    with pytest.raises(TypeError, match="measure different things"):
        both[1:].index(both[0])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [0.5, 1, np.float64(0.5), np.array([0.5, 0.6])], ids=["float", "int", "numpy", "array"])
def test_plain_numbers_neither_order_nor_add(kind: Callable[[float], Any], number: Any) -> None:
    for compare in (*ORDERS, *SUMS):
        with pytest.raises(TypeError):
            compare(kind(0.5), number)
        with pytest.raises(TypeError):
            compare(number, kind(0.5))
    with pytest.raises(TypeError):
        float(kind(0.5))


def test_a_score_equals_nothing_that_is_no_score() -> None:
    for other in (0.5, None, "0.5", (0.5,)):
        assert SearchScore(0.5) != other
        assert not ContextScore(0.5) == other  # noqa: SIM201  # the other operator


@pytest.mark.slow
def test_mypy_rejects_what_fails_at_run_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    wrong = [
        "search == context",
        "search != context",
        "search < context",
        "context >= search",
        "search + context",
        "search + search",
        "search < 0.5",
        "0.5 > context",
        "sorted([search, context])",
        "sum([context])",
        "float(search)",
        "take(context)",
    ]
    right = ["search < search", "search == search", "sorted([context, context])", "max(search, search)", "take(search)"]
    head = textwrap.dedent(
        """\
        from memento_gui.engine.session import ContextScore, SearchScore
        def take(score: SearchScore) -> float: return score.value
        search, context = SearchScore(0.5), ContextScore(0.5)
        """
    )
    snippet = tmp_path / "mixing.py"
    snippet.write_text(head + "\n".join([*wrong, *right]) + "\n", encoding="utf-8")
    options = ["--strict", "--no-incremental", "--follow-imports=silent", "--no-error-summary", "--config-file="]
    report, failure, _ = api.run([*options, str(snippet)])
    assert not failure, failure
    first = head.count("\n") + 1
    found = {int(row.split(":")[1]) for row in report.splitlines() if ": error:" in row}
    assert found == set(range(first, first + len(wrong))), report
