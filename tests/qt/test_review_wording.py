"""Words and numbers of the Review place."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.memory import Answer, Memory, ReviewState
from memento_gui.domain.parameters import ReviewParameters
from memento_gui.domain.review_counts import PerDay
from memento_gui.domain.review_rules import ReviewRules
from memento_gui.domain.review_session import ReviewSession
from memento_gui.model.values import ReviewQueue
from memento_gui.qt.places.review.loading import Statistics, Today
from memento_gui.qt.places.review.wording import (
    age_sentence,
    due_text,
    ending,
    facts_text,
    interval_text,
    progress_text,
    rule_sentence,
)


@pytest.mark.parametrize(
    ("days", "text"),
    [
        (0.0001, "1 min"),
        (0.02, "29 min"),
        (0.5, "12 h"),
        (0.96, "1.0 d"),
        (9.63, "9.6 d"),
        (128.4, "128 d"),
        (1168, "3.2 y"),
    ],
)
def test_intervals(days: float, text: str) -> None:
    assert interval_text(days) == text


def test_a_due_day_names_its_weekday_and_the_year_where_it_is_another(clock: FixedClock) -> None:
    now = clock.now_ms()
    assert due_text(now, now).startswith("today ")
    assert due_text(now + 4 * DAY_MS, now) == "Fri 4 Dec"
    assert due_text(now + 60 * DAY_MS, now) == "29 Jan 2027"


def test_an_age_counts_cites(clock: FixedClock) -> None:
    now = clock.now_ms()
    old = Memory(id="a", content="x", created_ms=now - 56 * DAY_MS, updated_ms=now, cites=4)
    assert age_sentence(old, now) == "8 weeks old, cited 4 times"
    assert age_sentence(Memory(id="a", content="x", created_ms=now, updated_ms=now, cites=1), now) == "new, cited once"


def test_the_counts_are_due_new_and_done() -> None:
    queue = ReviewQueue(cards=(), due=9, new=2, done=7, answers={Answer.OK: 7}, seconds_a_card=14.0)
    assert progress_text(queue) == ("Due 9 · New 2 ·", "Done 7", "· about 3 min left")


def test_the_end_says_what_changed_and_what_comes() -> None:
    queue = ReviewQueue(cards=(), due=0, new=0, done=3, answers={Answer.BAD: 1, Answer.OK: 2}, later=4, grown=2, shrunk=1)
    statistics = Statistics(
        due=PerDay(date(2026, 11, 30), np.array([0, 5, 0])),
        answered=PerDay(date(2026, 11, 30), np.zeros(1, dtype=np.int64)),
        months=(),
        retention=np.zeros(0),
    )
    today = Today(
        session=ReviewSession(), queue=queue, first=None, second=None, parameters=ReviewParameters(), rules=ReviewRules()
    )
    heading, words = ending(today, statistics)
    assert heading == "Done for today"
    assert words == (
        "3 answers: 1 bad, 2 ok. 2 intervals grew, 1 shrank. 4 cards wait beyond the daily limit. 5 cards are due tomorrow."
    )


def test_the_rules_are_told_in_a_sentence() -> None:
    rules = ReviewRules(pinned=False, types=("working",), tags=("deploy",), query="project:x")
    said = rule_sentence(ReviewParameters(), rules)
    assert "working ones" in said
    assert "tagged deploy" in said
    assert "project:x" in said
    assert rule_sentence(ReviewParameters(), ReviewRules(pinned=False, types=())).startswith("No memory becomes a card")


def test_what_is_known_of_a_card(clock: FixedClock) -> None:
    now = clock.now_ms()
    state = ReviewState(memory_id="a", introduced_ms=now, due_ms=now, tau_days=16.9, interval_days=6.0)
    assert facts_text(None, now).startswith("A new card")
    assert facts_text(state, now) == "Not answered yet · interval 6.0 d"
    answered = replace(state, last_review_ms=now - 9 * DAY_MS, reviews=5, lapses=2)
    assert facts_text(answered, now) == "5 answers, 2 bad · last 9 days ago · interval 6.0 d · τ 16.9 d"
