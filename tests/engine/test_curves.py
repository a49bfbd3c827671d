"""Curves to draw."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import DECAY_MODELS, DecayParameters, ParameterSet
from memento_gui.engine.curves import (
    MOST_POINTS,
    Curve,
    decay_curves,
    evicted_by_lru,
    fixed_lifetime_curve,
    linear_curve,
    memory_curve,
    recall_curve,
    recency_curves,
    strength_curves,
    use_count_curves,
)

M1 = ParameterSet()
HALF_LIFE = st.floats(0.01, 36_500) | st.just(math.inf)
MODELS = st.builds(
    DecayParameters,
    model=st.sampled_from(DECAY_MODELS),
    half_life=HALF_LIFE,
    half_life_fast=HALF_LIFE,
    half_life_slow=HALF_LIFE,
    fixed_ttl=st.floats(0.01, 36_500),
    linear_span=st.floats(0.01, 36_500),
)


@given(MODELS, st.floats(0.1, 40_000))
def test_every_curve_can_be_drawn(parameters: DecayParameters, end: float) -> None:
    drawn: list[Curve] = [
        *decay_curves(parameters, until_days=end).values(),
        *strength_curves(parameters, until_days=end, uses=3).values(),
        *use_count_curves(parameters).values(),
        *recency_curves(M1.recency, until_days=end).values(),
        fixed_lifetime_curve(parameters, until_days=end),
        linear_curve(parameters, until_days=end),
        memory_curve(parameters, uses=2, strength=1.3, until_days=end).curve,
        recall_curve(end, 0.7).curve,
    ]
    for curve in drawn:
        assert len(curve.x) == len(curve.y) <= MOST_POINTS
        assert np.all(np.isfinite(curve.x))
        assert np.all(np.isfinite(curve.y))
        assert np.all(np.diff(curve.x) >= 0)


def at(curve: Curve, x: float) -> float:
    return float(np.interp(x, curve.x, curve.y))


def test_recency_is_half_at_each_types_half_life() -> None:
    curves = recency_curves(M1.recency, until_days=240)
    assert list(curves) == list(TYPES)
    for kind, curve in curves.items():
        assert at(curve, M1.recency.half_life[kind]) == pytest.approx(0.5, abs=0.002)


def test_decay_curves_show_all_models_whichever_is_in_use() -> None:
    curves = decay_curves(M1.decay, until_days=30)
    assert [curve.label for curve in curves.values()] == ["power law", "exponential", "two component"]
    assert at(curves["power_law"], 3.0) == pytest.approx(0.5, abs=0.002)
    assert at(curves["exponential"], 6.0) == pytest.approx(0.25, abs=0.002)
    assert at(curves["two_component"], 7.0) == pytest.approx(0.15, abs=0.002)


def test_comparison_curves_are_a_step_and_a_line() -> None:
    step, line = fixed_lifetime_curve(M1.decay, until_days=30), linear_curve(M1.decay, until_days=30)
    assert (step.x.tolist(), step.y.tolist()) == ([0, 14, 14, 30], [1, 1, 0, 0])
    assert (line.x.tolist(), line.y.tolist()) == ([0, 21, 30], [1, 0, 0])
    assert fixed_lifetime_curve(M1.decay, until_days=10).y.tolist() == [1, 1]
    assert linear_curve(M1.decay, until_days=10.5).y.tolist() == [1, 0.5]


def test_use_counts_and_strength_multiply_the_score() -> None:
    curves = use_count_curves(DecayParameters(model="exponential"))
    assert curves[1.0].x.tolist() == list(range(1, 13))
    assert curves[1.0].y[5] == pytest.approx(1.846, abs=5e-4)  # n 6, two days
    assert curves[2.0].y == pytest.approx(2 * curves[1.0].y)
    strong = strength_curves(M1.decay, until_days=30)
    assert strong[1.5].y == pytest.approx(1.5 * strong[1.0].y)


def test_recall_meets_the_target_at_its_due_point() -> None:
    shown = recall_curve(2.8037, 0.7)
    assert shown.due_days == pytest.approx(1.0, abs=1e-4)
    assert at(shown.curve, shown.due_days) == pytest.approx(shown.target, abs=1e-3)
    assert shown.curve.x[-1] == pytest.approx(3.0, abs=1e-3)


def test_a_memorys_curve_tells_when_it_crosses() -> None:
    shown = memory_curve(M1.decay, uses=9, strength=1.0, until_days=400)
    assert at(shown.curve, shown.promote_days) == pytest.approx(0.65, abs=0.01)
    assert at(shown.curve, shown.forget_days) == pytest.approx(0.05, abs=0.001)
    weak = memory_curve(M1.decay, uses=0, strength=0.5, until_days=400)
    assert weak.promote_days == 0.0
    assert memory_curve(DecayParameters(half_life=math.inf), uses=0, strength=1.0, until_days=9).forget_days == math.inf


def test_a_cache_of_equal_size_drops_the_longest_unused() -> None:
    last_used = np.array([5, 1, 9, 1, 7])
    kept = np.array([True, True, True, True, False])
    assert evicted_by_lru(last_used, kept, 2).tolist() == [1, 3]
    assert evicted_by_lru(last_used, kept, 9).size == 0
