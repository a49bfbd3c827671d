"""Axes end where they should, and say so in round numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.qt.plots.ticks import Ticks, apart, count_axis, day_axis, every, stride_for, strided


def test_the_axis_of_m1_ends_at_240_days_by_months() -> None:
    end, ticks = day_axis(240.0)
    assert end == 240.0
    assert ticks.texts == ("0 d", "30 d", "60 d", "90 d", "120 d", "150 d", "180 d", "210 d", "240 d")


def test_years_are_written_as_years() -> None:
    end, ticks = day_axis(3650 * 4 / 3)
    assert end == 15 * 365
    assert ticks.texts == ("0 y", "3 y", "6 y", "9 y", "12 y", "15 y")
    assert ticks.values[1] == 3 * 365


@given(st.floats(0.001, 50_000))
def test_an_axis_of_days_shows_what_it_must_and_not_much_more(reach: float) -> None:
    end, ticks = day_axis(reach)
    assert end >= reach * (1 - 1e-9)
    assert end <= max(3.1 * reach, 0.5)
    assert 4 <= len(ticks.values) <= 10
    assert ticks.values[-1] <= end * (1 + 1e-9)


@given(st.floats(0, 1e7), st.integers(2, 6))
def test_an_axis_of_counts_shows_the_most_and_whole_numbers(most: float, ticks: int) -> None:
    end, made = count_axis(most, ticks=ticks)
    assert end >= most
    assert all(value == int(value) and value <= end for value in made.values)
    assert 2 <= len(made.values) <= 4 * ticks + 2


@pytest.mark.parametrize(
    ("most", "texts"),
    [
        (9, ("0", "5")),
        (1_500, ("0", "500", "1k", "1.5k")),
        (48_000, ("0", "20k", "40k")),
        (1_000_000, ("0", "500k", "1M")),
        (2_600_000, ("0", "2M")),
    ],
)
def test_large_counts_are_written_short(most: float, texts: tuple[str, ...]) -> None:
    assert count_axis(most, ticks=3 if most == 1_500 else 2)[1].texts == texts


@given(st.floats(0, 1e7), st.integers(2, 6))
def test_short_counts_are_the_counts(most: float, ticks: int) -> None:
    _, made = count_axis(most, ticks=ticks)
    units = {"k": 1e3, "M": 1e6}
    read = [float(text.rstrip("kM")) * units.get(text[-1], 1.0) for text in made.texts]
    assert read == pytest.approx(made.values)


def test_ticks_that_would_touch_a_taken_place_are_left_out() -> None:
    assert apart(every(5, 30, "d"), [0.0, 7.4], 3.0).texts == ("15 d", "20 d", "25 d", "30 d")


def test_every_other_tick_is_left_out_where_there_is_no_room() -> None:
    ticks = every(30, 240, "d")
    assert stride_for(ticks, 633, 50) == 1
    assert strided(ticks, stride_for(ticks, 267, 50)).texts == ("0 d", "60 d", "120 d", "180 d", "240 d")


def test_unequal_ticks_are_refused() -> None:
    with pytest.raises(ValueError, match="2 ticks, but 1 texts"):
        Ticks((0.0, 1.0), ("0",))
