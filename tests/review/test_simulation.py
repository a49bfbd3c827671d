"""Simulated years of reviews: no day is flooded, and what was asked for is kept."""

from collections.abc import Callable
from datetime import UTC, date
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.memory import ReviewState
from memento_gui.domain.parameters import SCHEDULERS, ReviewParameters
from memento_gui.review.cards import ReviewTable
from memento_gui.review.days import day_boundaries_ms
from memento_gui.review.simulation import Cards, rescheduled, simulate, spread, waiting_cards

FIRST = date(2026, 11, 30)
COUNT = 2_000


def memories(name: str, *, count: int = COUNT, target: float = 0.7) -> Cards:
    """Memories that the usual rule introduces, of seeded importance and usage; none of them is a card yet."""
    draw, parameters = np.random.default_rng(5), ReviewParameters(scheduler=name, target=target)
    return Cards(
        table=waiting_cards([f"m{n}" for n in range(count)], 0, parameters),
        importance=draw.uniform(0.7, 1.0, count),
        usage=draw.beta(1.0, 4.0, count),
        model=np.zeros(count, dtype=np.int64),
        models=(parameters,),
        waiting=np.ones(count, dtype=np.bool_),
    )


def days(count: int, zone: str = "UTC") -> IntArray:
    return day_boundaries_ms(FIRST, count, ZoneInfo(zone) if zone != "UTC" else UTC, 4)


@pytest.mark.parametrize("name", SCHEDULERS)
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Pacific/Apia"])
def test_a_year_with_two_thousand_memories_never_floods_a_day(
    name: str, zone: str, record_property: Callable[[str, object], None]
) -> None:
    count = COUNT if name != "fsrs" else 400
    simulated = simulate(memories(name, count=count), boundaries_ms=days(365, zone), due_per_day=200, new_per_day=10)
    load = f"{simulated.a_day:.1f} a day, at most {simulated.answers.max()}, {simulated.retention:.0%} known"
    record_property("load", load)
    assert simulated.answers.max() <= 210
    assert np.all(simulated.known <= simulated.answers)
    assert simulated.answers.sum() >= count
    assert simulated.answers[:3].tolist()[0] == 10


@pytest.mark.parametrize("target", [0.6, 0.8, 0.9])
def test_what_is_known_follows_the_target(target: float) -> None:
    simulated = simulate(memories("tau", target=target), boundaries_ms=days(300), due_per_day=5_000, new_per_day=10)
    assert target - 0.15 < simulated.retention < target + 0.1  # asked once a day, so never before its target
    assert not simulated.left.any()


def test_a_limit_leaves_cards_for_later_and_loses_none() -> None:
    cards = memories("preset", count=300)
    limited = simulate(cards, boundaries_ms=days(60), due_per_day=5, new_per_day=10)
    assert limited.left[-1] > 0
    assert limited.answers.max() <= 15


def card(number: int, due: int) -> ReviewState:
    return ReviewState(
        memory_id=f"m{number}", introduced_ms=0, last_review_ms=0, due_ms=due, tau_days=10.0, interval_days=3.0, reviews=1
    )


@given(st.lists(st.integers(-5 * DAY_MS, 40 * DAY_MS), max_size=80), st.integers(1, 6))
def test_spreading_floods_no_day_and_brings_nothing_forward(offsets: list[int], most: int) -> None:
    boundaries = days(90)
    due = np.array([int(boundaries[0]) + offset for offset in offsets], dtype=np.int64)
    moved = spread(due, boundaries, most)
    place = np.searchsorted(boundaries, moved, side="right") - 1
    counts = np.bincount(np.maximum(place, 0), minlength=1)
    assert counts.max(initial=0) <= most
    assert np.all(moved >= due)


@pytest.mark.parametrize("name", SCHEDULERS)
def test_rescheduling_follows_the_target_from_the_last_review(name: str) -> None:
    table = ReviewTable.of([card(0, due=9 * DAY_MS)])
    parameters = ReviewParameters(scheduler=name, target=0.9)
    one = Cards(
        table=table,
        importance=np.zeros(1),
        usage=np.zeros(1),
        model=np.zeros(1, dtype=np.int64),
        models=(parameters,),
        waiting=np.zeros(1, dtype=np.bool_),
    )
    wanted = 3.0 if name == "preset" else 10.0 * np.log(1 / 0.9)
    assert rescheduled(one)[0] / DAY_MS == pytest.approx(wanted, abs=1e-6)
