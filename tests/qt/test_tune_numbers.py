"""Values are written as the design says, and read as people type them."""

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.knobs import Knob, Table
from memento_gui.domain.parameters import parameter_table
from memento_gui.qt.places.tune.knobs.numbers import as_text, bounds_text, change_text, from_text

TABLE = parameter_table()
EPISODIC, ALPHA, GAP = (
    TABLE["recency.half_life.episodic"],
    TABLE["ranking.relevance"],
    TABLE["relevance.neighbourhood_minutes"],
)
SOFT, LIMIT, MODEL, MMR = (
    TABLE["forgetting.soft_threshold"],
    TABLE["ranking.limit"],
    TABLE["decay.model"],
    TABLE["ranking.mmr"],
)


@pytest.mark.parametrize(
    ("knob", "value", "text"),
    [
        (ALPHA, 0.5, "0.50"),
        (ALPHA, 0.475, "0.475"),
        (ALPHA, 1.0, "1.00"),
        (SOFT, -0.25, "−0.25"),
        (EPISODIC, 45.0, "45 d"),
        (EPISODIC, 3.00137, "3.001 d"),
        (EPISODIC, 36_500.0, "36500 d"),
        (EPISODIC, math.inf, "never"),
        (LIMIT, 10, "10"),
        (GAP, 30.0, "30 min"),
        (MODEL, "two_component", "Two-component"),
        (MMR, True, "on"),
        (TABLE["decay.tag_factor"], Table({"a": 1.0}), "1 entry"),
        (ALPHA, None, "none"),
    ],
)
def test_values_as_text(knob: Knob, value: float | str | None, text: str) -> None:
    assert as_text(knob, value) == text


@pytest.mark.parametrize(
    ("knob", "text", "value"),
    [
        (EPISODIC, "45", 45.0),
        (EPISODIC, " 45 d ", 45.0),
        (EPISODIC, "6 weeks", 42.0),
        (EPISODIC, "12h", 0.5),
        (EPISODIC, "1,5 mo", 45.0),
        (EPISODIC, "2 y", 730.0),
        (EPISODIC, "never", math.inf),
        (EPISODIC, "∞", math.inf),
        (EPISODIC, "1e2", 100.0),
        (GAP, "1 h", 60.0),
        (ALPHA, "0,5", 0.5),
        (ALPHA, ".5", 0.5),
        (ALPHA, "50%", 0.5),
        (SOFT, "−0.25", -0.25),
        (SOFT, "-0.25", -0.25),
        (LIMIT, "7", 7),
    ],
)
def test_text_as_values(knob: Knob, text: str, value: float) -> None:
    assert from_text(knob, text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("knob", "text", "sentence"),
    [
        (ALPHA, "1.5", "'1.5' is not a number, 0 to 1."),
        (ALPHA, "never", "'never' is not a number, 0 to 1."),
        (ALPHA, "", "Type a number, 0 to 1."),
        (ALPHA, "5 d", "'5 d' is not a number, 0 to 1."),
        (EPISODIC, "soon", "'soon' is not a number, 0.01 to 36500 d, or never."),
        (EPISODIC, "0", "'0' is not a number, 0.01 to 36500 d, or never."),
        (LIMIT, "2.5", "'2.5' is not a whole number, 1 to 50."),
        (ALPHA, "nan", "'nan' is not a number, 0 to 1."),
        (ALPHA, "<b>0</b>", "'<b>0</b>' is not a number, 0 to 1."),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_can(knob: Knob, text: str, sentence: str) -> None:
    with pytest.raises(InvalidParameter) as raised:
        from_text(knob, text)
    assert raised.value.sentence == sentence


@given(st.floats(0.01, 36_500))
def test_days_come_back_as_they_were_written(days: float) -> None:
    assert from_text(EPISODIC, as_text(EPISODIC, days)) == pytest.approx(days, rel=1e-3, abs=1e-4)


@given(st.text(max_size=12))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(InvalidParameter):
        value = from_text(EPISODIC, text)
        assert EPISODIC.checked(value) == value


def test_a_change_names_the_unit_once() -> None:
    assert change_text(EPISODIC, 30.0, 45.0) == "30 → 45 d"
    assert change_text(EPISODIC, 30.0, math.inf) == "30 d → never"
    assert change_text(ALPHA, 0.5, 0.54) == "0.50 → 0.54"
    assert change_text(MODEL, "power_law", "exponential") == "Power law → Exponential"


def test_bounds_are_written_with_a_real_minus() -> None:
    assert bounds_text(SOFT) == "−1 to 2"
