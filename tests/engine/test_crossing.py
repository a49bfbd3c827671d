"""Crossings: the value found makes it true, and just before it is not."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.crossing import (
    Crossing,
    Span,
    half_life_crossing,
    linear_crossings,
    nearest_crossing,
    slopes,
)
from memento_gui.engine.ranking import Candidates, rank
from memento_gui.engine.recency import recency

TableOf = Callable[..., FeatureTable]
M1 = ParameterSet()
WEIGHTS = tuple(f"ranking.{name}" for name in ("relevance", "recency", "importance", "usage", "duplication"))
INSIDE = ("relevance.embedding", "relevance.keyword")
shares = st.floats(0.0, 1.0, allow_nan=False, width=32)


@example(now=float(np.float32(1e-9)), edge=0.0, known=True)
@given(now=shares, edge=shares, known=st.booleans())
def test_a_step_is_found_from_either_side_and_the_value_is_beyond_it(now: float, edge: float, *, known: bool) -> None:
    above = now < edge

    def holds(value: float) -> bool:
        return value >= edge if above else value <= edge

    assume(not holds(now))
    found = nearest_crossing(holds, Span(now=now, low=0.0, high=1.0), (edge,) if known else ())
    assert found is not None
    assert found.exact == known
    assert found.at == pytest.approx(edge, abs=1e-6)
    assert holds(found.value)
    assert abs(found.value - edge) <= 0.001 + 1e-6


@given(st.floats(0.02, 30_000), st.floats(0.02, 30_000))
def test_days_are_measured_in_ratios_and_rounded_to_three_digits(now: float, edge: float) -> None:
    assume(edge > now * 1.001)
    found = nearest_crossing(lambda days: days >= edge, Span(now=now, low=0.01, high=36_500.0, log=True))
    assert found is not None
    assert edge <= found.value <= edge * 1.011
    assert found.at == pytest.approx(edge, rel=1e-5)


@given(st.integers(1, 1000), st.integers(1, 1000))
def test_whole_numbers_stay_whole(now: int, edge: int) -> None:
    assume(edge > now)
    found = nearest_crossing(lambda count: count >= edge, Span(now=now, low=1, high=1000, whole=True))
    assert found == Crossing(now=now, at=edge, value=edge, exact=True)


def test_the_nearer_side_wins_and_nothing_is_nothing() -> None:
    span = Span(now=0.4, low=0.0, high=1.0)
    found = nearest_crossing(lambda value: value > 0.9 or value < 0.3, span)
    assert found is not None
    assert found.at == pytest.approx(0.3, abs=1e-5)
    assert nearest_crossing(lambda _value: False, span) is None


def test_a_wrong_guess_is_not_believed() -> None:
    found = nearest_crossing(lambda value: value > 0.61, Span(now=0.2, low=0.0, high=1.0), (0.7, 0.5))
    assert found is not None
    assert not found.exact
    assert found.at == pytest.approx(0.61, abs=1e-5)


@given(age=st.floats(0.1, 2000), half_life=st.floats(0.5, 4000), gap=st.floats(0.001, 0.2))
def test_the_half_life_adds_what_is_lacking(age: float, half_life: float, gap: float) -> None:
    before = float(recency(np.array([age]), np.array([half_life]))[0])
    wanted = half_life_crossing(age, before, 0.2, gap)
    if wanted is None:
        assert before + gap / 0.2 >= 1.0
        return
    after = float(recency(np.array([age]), np.array([wanted]))[0])
    assert 0.2 * (after - before) == pytest.approx(gap, abs=1e-9)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[dict[str, Any], Candidates]:
    """Draw a few memories and what a query says of them."""
    count = draw(st.integers(2, 7))

    def column(values: st.SearchStrategy[Any]) -> Any:
        return np.array(draw(st.lists(values, min_size=count, max_size=count)), dtype=np.float64)

    columns = {"age_days": column(st.floats(0, 400)), "importance": column(shares), "type": 1, "views": column(shares) * 9}
    half = np.triu(np.array([column(shares) for _ in range(count)]), 1)
    cosine, bm25 = column(shares), column(st.floats(0, 9))
    found = Candidates(
        rows=np.arange(count),
        cosine=cosine,
        bm25=bm25,
        tag=column(shares),
        title=column(shares),
        likeness=half + half.T + np.eye(count),
        cosine_max=float(cosine.max()),
        bm25_max=float(bm25.max()),
        has_query_vector=True,
    )
    return columns, found


@pytest.mark.parametrize("name", [*WEIGHTS, *INSIDE])
@settings(max_examples=25)
@given(case=pairs(), place=st.integers(0, 6))
def test_a_weight_found_keeps_the_memory_and_just_before_it_is_not_kept(
    table_of: TableOf, now_ms: int, name: str, case: tuple[dict[str, Any], Candidates], place: int
) -> None:
    columns, found = case
    table = table_of(len(found), **columns)

    def kept(value: float, row: int) -> bool:
        ranking = rank(table, found, M1.with_value(name, value), now_ms=now_ms)
        return bool(ranking.kept[ranking.rows == row][0])

    ranking = rank(table, found, M1, now_ms=now_ms)
    position = place % len(ranking)
    row, now = int(ranking.rows[position]), float(M1.value(name))
    assume(not ranking.kept[position])
    gap = M1.ranking.keep_threshold - float(ranking.score[position])
    guess = linear_crossings({name: now}, gap, _only(name, slopes(ranking, position, M1.ranking, M1.relevance)), {})
    crossing = nearest_crossing(lambda value: kept(value, row), Span(now=now, low=0.0, high=1.0), tuple(guess.values()))
    if crossing is None:
        assert not any(kept(value, row) for value in (0.0, 0.25, 0.5, 0.75, 1.0))
        return
    assert kept(crossing.value, row)
    way = math.copysign(1.0, crossing.at - now)
    step = 2e-9 if crossing.exact else 1e-6
    if abs(crossing.at - now) > step:
        assert not kept(crossing.at - way * step, row)
    if name == "ranking.relevance" and not found.likeness[~np.eye(len(found), dtype=bool)].any():
        assert crossing.exact


@pytest.mark.parametrize("name", WEIGHTS)
@settings(max_examples=25)
@given(case=pairs())
def test_two_memories_swap_at_the_linear_crossing(
    table_of: TableOf, now_ms: int, name: str, case: tuple[dict[str, Any], Candidates]
) -> None:
    columns, found = case
    table = table_of(len(found), **columns)

    def above(value: float, upper: int, lower: int) -> bool:
        rows: list[int] = rank(table, found, M1.with_value(name, value), now_ms=now_ms).rows.tolist()
        return rows.index(upper) < rows.index(lower)

    ranking = rank(table, found, M1, now_ms=now_ms)
    first, second = (int(row) for row in ranking.rows[:2])
    now = float(M1.value(name))
    mine, other = (_only(name, slopes(ranking, at, M1.ranking, M1.relevance)) for at in (1, 0))
    guess = linear_crossings({name: now}, float(ranking.score[0] - ranking.score[1]), mine, other)
    span = Span(now=now, low=0.0, high=1.0)
    crossing = nearest_crossing(lambda value: above(value, second, first), span, tuple(guess.values()))
    if crossing is not None:
        assert above(crossing.value, second, first)
        way = math.copysign(1.0, crossing.at - now)
        if abs(crossing.at - now) > 1e-6:
            assert above(crossing.at - way * 1e-6, first, second)


def _only(name: str, slope: dict[str, float]) -> dict[str, float]:
    return {name: slope[name]}


@given(now=st.floats(0.2, 0.8), away=st.floats(0.0, 0.7), width=st.floats(0.1, 0.3))
def test_a_stretch_as_wide_as_a_twelfth_is_never_passed_over(now: float, away: float, width: float) -> None:
    low, high = now + 1e-6 + away, now + away + width
    assume(high <= 1.0)
    found = nearest_crossing(lambda value: low <= value <= high, Span(now=now, low=0.0, high=1.0))
    assert found is not None
    assert low <= found.value <= high


@given(now=st.floats(0.2, 0.8), lift=st.floats(0.01, 0.1), width=st.floats(1e-6, 0.01))
def test_a_narrow_stretch_is_found_where_it_is_expected(now: float, lift: float, width: float) -> None:
    edge = now + lift
    found = nearest_crossing(lambda value: edge <= value <= edge + width, Span(now=now, low=0.0, high=1.0), (edge,))
    assert found is not None
    assert found.at == pytest.approx(edge, abs=1e-6)


@given(edge=st.floats(0.31, 0.99), step=st.floats(0.05, 0.2))
def test_a_boundary_computed_nearby_is_exact(edge: float, step: float) -> None:
    """What is expected from afar is off by a step, as where other picks come in on the way."""

    def expects(value: float) -> tuple[float]:
        return (edge if abs(value - edge) < step else edge + 2 * step,)

    span = Span(now=0.3, low=0.0, high=1.0)
    found = nearest_crossing(lambda value: value >= edge, span, expects(0.3 - 2 * step), expects=expects)
    assert found is not None
    assert found.exact
    assert found.at == edge
    assert found.value >= edge


def test_what_is_computed_nearby_but_not_so_is_not_believed() -> None:
    found = nearest_crossing(
        lambda value: value >= 0.61, Span(now=0.3, low=0.0, high=1.0), expects=lambda value: (value + 1e-4,)
    )
    assert found is not None
    assert not found.exact
    assert found.at == pytest.approx(0.61, abs=1e-6)
