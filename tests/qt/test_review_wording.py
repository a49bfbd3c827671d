"""Words, numbers and orders of the Review place."""

import pytest

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.memory import Answer, Memory, ReviewState
from memento_gui.model.values import Card, ReviewQueue
from memento_gui.qt.places.review.loading import ordered_cards
from memento_gui.qt.places.review.wording import age_sentence, due_text, interval_text, progress_text


def card(identity: str, *, recall: float = 1.0, due_ms: int | None = None) -> Card:
    memory = Memory(id=identity, content="x", created_ms=0, updated_ms=0)
    state = None
    if due_ms is not None:
        state = ReviewState(memory_id=identity, introduced_ms=0, due_ms=due_ms, tau_days=1.0, interval_days=1.0)
    return Card(memory=memory, state=state, recall=recall)


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


def test_progress_counts_the_card_on_the_desk() -> None:
    queue = ReviewQueue(cards=(), due=11, new=0, done=7, answers={Answer.OK: 7}, seconds_a_card=14.0)
    assert progress_text(queue, 11) == ("Card", "8", "of 18, about 3 min left")


def test_orders_put_known_cards_first() -> None:
    cards = [card("new"), card("a", recall=0.9, due_ms=1), card("b", recall=0.2, due_ms=5), card("c", recall=0.5, due_ms=3)]

    def ids(order: str) -> list[str]:
        return [c.memory.id for c in ordered_cards(cards, order, {"c": 1.0, "a": 0.5})]

    assert ids("lowest_recall") == ["b", "c", "a", "new"]
    assert ids("due") == ["a", "c", "b", "new"]
    assert ids("danger_zone") == ["c", "a", "b", "new"]
    assert ids("random") == ids("random")
    assert ids("random")[-1] == "new"
