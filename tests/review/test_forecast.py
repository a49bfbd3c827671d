"""Looking ahead and back over review days."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import Answer, ReviewLogEntry, ReviewState
from memento_gui.domain.review_counts import Month
from memento_gui.domain.review_log import LogTable
from memento_gui.review.cards import ReviewTable
from memento_gui.review.forecast import Calendar, answers_by_day, due_by_day, retention_by_month, tally

BERLIN = Calendar(ZoneInfo("Europe/Berlin"), 4)
GREENWICH = Calendar(UTC, 4)
NOW_MS = 1_796_040_000_000  # 30 November 2026, 12:00 UTC


def at(*when: int, zone: str = "UTC") -> int:
    return round(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[misc, arg-type]  # year, month, …


def entry(answered_ms: int, answer: Answer = Answer.OK, duration_ms: int | None = None) -> ReviewLogEntry:
    return ReviewLogEntry(
        id=str(answered_ms),
        memory_id="m0",
        answered_ms=answered_ms,
        answer=answer,
        scheduler="tau",
        mode="rehearse",
        tau_before_days=1.0,
        tau_after_days=1.0,
        interval_before_days=1.0,
        interval_after_days=1.0,
        elapsed_days=1.0,
        predicted_recall=0.7,
        duration_ms=duration_ms,
    )


@pytest.fixture
def cards(card: Callable[..., ReviewState]) -> ReviewTable:
    made = [card(n, due=due) for n, due in enumerate([-90.0, -0.1, 0.6, 0.7, 1.0, 29.6, 29.7, 400.0])]
    made += [
        card(8, due=-3.0, buried_until_ms=NOW_MS + 2 * DAY_MS),
        card(9, due=-3.0, suspended=True),
        card(10, due=-3.0),
        card(99, due=-3.0),
    ]
    return ReviewTable.of(made)


def test_overdue_cards_are_todays_and_what_is_set_aside_never_comes(
    cards: ReviewTable, table_of: Callable[..., FeatureTable]
) -> None:
    table = table_of(11)
    table = replace(table, trashed=np.arange(11) == 10)
    ahead = due_by_day(cards, table, now_ms=NOW_MS, calendar=GREENWICH, days=30)
    assert ahead.first == date(2026, 11, 30)
    assert {day: int(count) for day, count in enumerate(ahead.counts) if count} == {0: 3, 1: 2, 2: 1, 29: 1}
    assert ahead.total == 7
    assert ahead.mean == pytest.approx(7 / 30)
    assert ahead.days()[-1] == date(2026, 12, 29)
    longer = due_by_day(cards, table, now_ms=NOW_MS, calendar=GREENWICH, days=90)
    assert longer.total == 8


def test_todays_forecast_is_the_queue(cards: ReviewTable, table_of: Callable[..., FeatureTable]) -> None:
    ahead = due_by_day(cards, table_of(11), now_ms=NOW_MS, calendar=GREENWICH, days=1)
    assert ahead.counts.tolist() == [4]


def test_answers_belong_to_the_local_day_in_which_they_were_given() -> None:
    log = [
        entry(at(2026, 10, 24, 3, 59, zone="Europe/Berlin")),
        entry(at(2026, 10, 24, 4, 0, zone="Europe/Berlin")),
        entry(at(2026, 10, 25, 3, 59, zone="Europe/Berlin")),  # an hour longer: the clocks went back
        entry(at(2026, 10, 25, 4, 0, zone="Europe/Berlin")),
        entry(at(2026, 1, 1)),
    ]
    back = answers_by_day(LogTable.of(log), now_ms=at(2026, 10, 26, 12), calendar=BERLIN, days=4)
    assert back.first == date(2026, 10, 23)
    assert back.counts.tolist() == [1, 2, 1, 0]


def test_retention_is_the_share_of_ok_and_helpful_by_month() -> None:
    log = [
        entry(at(2026, 12, 31, 12), Answer.OK),
        entry(at(2027, 1, 1, 4, 0, zone="Europe/Berlin"), Answer.BAD),
        entry(at(2026, 9, 1, 12), Answer.HELPFUL),
        entry(at(2026, 12, 1, 12), Answer.HARD),
        entry(at(2027, 1, 1, 3, 59, zone="Europe/Berlin"), Answer.HELPFUL),
    ]
    months = retention_by_month(LogTable.of(log), calendar=BERLIN)
    assert months == [Month(2026, 9, 1, 1), Month(2026, 12, 3, 2), Month(2027, 1, 1, 0)]
    assert [month.retention for month in months] == pytest.approx([1.0, 2 / 3, 0.0])
    assert retention_by_month(LogTable.of([]), calendar=BERLIN) == []


def test_the_tally_counts_answers_and_their_time() -> None:
    told = tally(
        [
            entry(1, Answer.OK, 10_000),
            entry(2, Answer.OK, 18_000),
            entry(3, Answer.BAD),
        ]
    )
    assert told.answers == {Answer.OK: 2, Answer.BAD: 1}
    assert told.answers[Answer.HELPFUL] == 0
    assert (told.total, told.seconds_a_card) == (3, 14.0)
    assert tally([]).seconds_a_card is None
