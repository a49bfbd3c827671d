"""Sliders reach every value they should, and steps land on round numbers."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.knobs import Knob
from memento_gui.domain.parameters import parameter_table
from memento_gui.qt.places.tune.knobs.groups import is_user_table
from memento_gui.qt.places.tune.knobs.scale import scale_of

NUMBERS = [
    knob
    for knob in parameter_table().values()
    if not knob.choices and not is_user_table(knob) and not isinstance(knob.default, bool)
]
TABLE = parameter_table()
EPISODIC = TABLE["recency.half_life.episodic"]
ALPHA = TABLE["ranking.relevance"]


@pytest.mark.parametrize("knob", NUMBERS, ids=lambda knob: knob.name)
def test_every_knob_reaches_both_bounds_and_its_default(knob: Knob) -> None:
    scale = scale_of(knob)
    assert scale.value(0.0) == knob.low
    assert scale.value(1.0) == (math.inf if knob.never else knob.high)
    assert 0.0 <= scale.position(float(knob.default)) <= 1.0
    assert math.isinf(scale.position(knob.high)) is False
    knob.checked(int(scale.value(0.5)) if isinstance(knob.default, int) else scale.value(0.5))


@given(st.sampled_from(NUMBERS), st.floats(0, 1), st.floats(0, 1))
def test_a_place_further_right_is_never_a_smaller_value(knob: Knob, one: float, other: float) -> None:
    scale = scale_of(knob)
    first, second = sorted((one, other))
    assert scale.value(first) <= scale.value(second)
    assert (
        knob.checked(int(v) if isinstance(knob.default, int) else v) == v if (v := scale.value(first)) < math.inf else True
    )


@given(st.sampled_from(NUMBERS), st.floats(0, 1))
def test_a_value_lies_where_it_was_picked_but_for_a_step(knob: Knob, place: float) -> None:
    scale = scale_of(knob)
    value = scale.value(place)
    if math.isfinite(value):
        around = sorted((scale.position(scale.stepped(value, -1)), scale.position(scale.stepped(value, 1))))
        limit = 0.94 if knob.never else 1.0
        assert around[0] - 1e-9 <= min(place, limit) <= around[1] + 1e-9


@given(st.sampled_from(NUMBERS), st.floats(0, 1))
def test_a_step_up_always_rises_until_the_end(knob: Knob, place: float) -> None:
    scale = scale_of(knob)
    value = scale.value(place)
    assert scale.stepped(value, 1) > value or value in (knob.high, math.inf)
    assert scale.stepped(value, -1) < value or value == knob.low


def test_shares_step_by_a_hundredth() -> None:
    scale = scale_of(ALPHA)
    assert scale.stepped(0.5, 1) == 0.51
    assert scale.stepped(0.5, -10) == 0.4
    assert scale.stepped(0.475, 1) == 0.48
    assert scale.stepped(1.0, 1) == 1.0


def test_days_step_by_their_second_digit_and_end_at_never() -> None:
    scale = scale_of(EPISODIC)
    assert [scale.stepped(v, 1) for v in (2.0, 45.0, 180.0, 3650.0)] == [2.1, 46.0, 190.0, 3700.0]
    assert [scale.stepped(v, -1) for v in (10.0, 100.0)] == [9.9, 99.0]
    assert scale.stepped(45.0, 10) == 55.0
    assert scale.stepped(36_500.0, 1) == math.inf
    assert scale.stepped(math.inf, -1) == 36_500.0


def test_days_spread_by_decades() -> None:
    scale = scale_of(EPISODIC)
    gaps = [scale.position(10.0 ** (n + 1)) - scale.position(10.0**n) for n in range(-2, 4)]
    assert max(gaps) - min(gaps) < 1e-9


def test_a_small_threshold_in_wide_bounds_has_room_on_the_slider() -> None:
    scale = scale_of(TABLE["decay.forget"])
    assert scale.position(0.05) > 0.1
    assert scale.value(0.0) == 0.0
