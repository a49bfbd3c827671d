"""What is asked today, in which order, and what becomes a card."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import STATUSES, TYPES, MemoryType, ReviewState, Status
from memento_gui.domain.parameters import REVIEW_ORDERS, ParameterSet
from memento_gui.domain.review_rules import ReviewRules
from memento_gui.review.cards import ReviewTable
from memento_gui.review.queue import Queue, Today, Wish, build, due_mask, introducible, new_today, rows_of

NOW_MS = 1_796_040_000_000
TODAY = Today(start_ms=NOW_MS - DAY_MS // 3, end_ms=NOW_MS + DAY_MS * 2 // 3, now_ms=NOW_MS)
M1 = ParameterSet()


Tables = Callable[..., FeatureTable]
Cards = Callable[..., ReviewState]


def types(*kinds: MemoryType) -> list[int]:
    return [TYPES.index(kind) for kind in kinds]


def queue(cards: list[ReviewState], table: FeatureTable, parameters: ParameterSet = M1, seed: int = 0) -> Queue:
    return build(ReviewTable.of(cards), table, parameters, today=TODAY, wish=Wish(seed=seed))


def test_due_is_what_falls_before_the_next_day_begins(table_of: Tables, card: Cards) -> None:
    cards = [card(0, due=-40), card(1, due=0), card(2, due=0.6), card(3, due=2 / 3), card(4, due=1)]
    assert sorted(queue(cards, table_of(5)).due) == [0, 1, 2]


def test_what_is_set_aside_is_not_asked(table_of: Tables, card: Cards) -> None:
    table = table_of(
        8,
        trashed=[n == 2 for n in range(8)],
        status=[
            STATUSES.index({3: Status.ARCHIVED, 4: Status.MUTED, 5: Status.PROMOTED}.get(n, Status.ACTIVE))
            for n in range(8)
        ],
    )
    cards = [card(n, due=-1) for n in range(6)]
    cards += [card(6, due=-1, buried_until_ms=NOW_MS), card(7, due=-1, buried_until_ms=NOW_MS + 1), card(99, due=-1)]
    cards[1] = replace(cards[1], suspended=True)
    asked = queue(cards, table)
    assert sorted(cards[row].memory_id for row in asked.due) == ["m0", "m6"]


def test_the_lowest_recall_comes_first_by_default(table_of: Tables, card: Cards) -> None:
    cards = [card(0, due=-1, tau=30), card(1, due=-1, tau=3), card(2, due=-1, tau=10)]
    asked = queue(cards, table_of(3))
    assert asked.due.tolist() == [1, 2, 0]
    assert asked.recall == pytest.approx(np.exp(-5 / np.array([3, 10, 30])))


def test_orders_by_due_date_and_danger_zone(table_of: Tables, card: Cards) -> None:
    cards = [card(0, due=-1, tau=30), card(1, due=-3, tau=3), card(2, due=-2, tau=10)]
    by_due = M1.with_value("review.order", "due")
    assert queue(cards, table_of(3), by_due).due.tolist() == [1, 2, 0]
    in_danger = M1.with_values({"review.order": "danger_zone", "decay.model": "exponential"})
    idle = np.array([0.0, 6.0, 30.0])  # scores 1, 0.25 (the middle of the zone) and 0.001
    table = table_of(3, last_used_ms=NOW_MS - idle * DAY_MS)
    assert queue(cards, table, in_danger).due[0] == 1


def test_a_random_order_keeps_while_cards_leave_and_changes_with_the_seed(table_of: Tables, card: Cards) -> None:
    cards = [card(n, due=-1) for n in range(30)]
    table, shuffled = table_of(30), M1.with_value("review.order", "random")
    first = [cards[row].memory_id for row in queue(cards, table, shuffled, seed=1).due]
    rest = [state for state in cards if state.memory_id != first[0]]
    assert [rest[row].memory_id for row in queue(rest, table, shuffled, seed=1).due] == first[1:]
    assert [cards[row].memory_id for row in queue(cards, table, shuffled, seed=2).due] != first
    assert first != sorted(first)


@pytest.mark.parametrize("name", REVIEW_ORDERS)
def test_the_order_does_not_depend_on_how_cards_are_stored(table_of: Tables, card: Cards, name: str) -> None:
    cards = [card(n, due=-1) for n in range(20)]  # all alike: ties go by id
    table, parameters = table_of(20), M1.with_value("review.order", name)
    forth = [cards[row].memory_id for row in queue(cards, table, parameters).due]
    backwards = cards[::-1]
    assert [backwards[row].memory_id for row in queue(backwards, table, parameters).due] == forth


def test_only_pinned_and_important_lasting_memories_become_cards(table_of: Tables) -> None:
    table = table_of(
        7,
        type=types(
            MemoryType.SEMANTIC,
            MemoryType.SEMANTIC,
            MemoryType.PROCEDURAL,
            MemoryType.EPISODIC,
            MemoryType.WORKING,
            MemoryType.EPISODIC,
            MemoryType.SEMANTIC,
        ),
        importance=[0.7, 0.69, 0.9, 0.95, 0.1, 0.9, 1.0],
        pinned=[False, False, False, False, True, False, False],
    )
    assert introducible(table, M1.review, known=()).tolist() == [4, 6, 2, 0]
    assert introducible(table, M1.review, known={"m6", "m4"}).tolist() == [2, 0]
    gone = replace(table, trashed=table.pinned, status=table.status * (table.importance < 1))
    assert set(introducible(gone, M1.review, known=())) <= {0, 2, 6}
    assert 4 not in introducible(gone, M1.review, known=())


def test_new_cards_stop_at_the_daily_number_counted_from_those_introduced_today(table_of: Tables, card: Cards) -> None:
    table = table_of(20, pinned=[True] * 20)
    limited = M1.with_value("review.new_per_day", 4)
    today = [card(n, due=1, introduced_ms=TODAY.start_ms) for n in range(3)]
    yesterday = [card(n, due=1, introduced_ms=TODAY.start_ms - 1) for n in range(3, 9)]
    assert queue(today + yesterday, table, limited).new.tolist() == [9]
    cards = ReviewTable.of(today + yesterday)
    assert new_today(cards, M1.with_value("review.new_per_day", 2).review, today=TODAY) == 0
    assert queue([], table, M1.with_value("review.new_per_day", 0)).new.size == 0


def test_nothing_to_ask_is_an_empty_queue(table_of: Tables) -> None:
    empty = queue([], table_of(0))
    assert (empty.due.size, empty.recall.size, empty.new.size) == (0, 0, 0)


def test_a_large_store_is_asked_within_its_daily_limits(table_of: Tables, card: Cards) -> None:
    count = 3_000
    cards = [card(n, due=n % 100 - 50, tau=1 + n % 50) for n in range(count)]
    table = table_of(2 * count, pinned=[True] * 2 * count)
    built = build(ReviewTable.of(cards), table, M1, today=TODAY, rules=ReviewRules(due_per_day=50), wish=Wish(done=20))
    assert (len(built.due), len(built.new)) == (30, 10)
    columns = ReviewTable.of(cards)
    everything = build(columns, table, M1, today=TODAY, rules=ReviewRules(due_per_day=count))
    assert built.waiting == len(everything.due)
    assert built.waiting == np.count_nonzero(due_mask(columns, table, rows_of(columns, table), today=TODAY))
    assert built.due.tolist() == everything.due[:30].tolist()


def test_a_session_of_its_own_choice_asks_cards_that_are_not_due_once(table_of: Tables, card: Cards) -> None:
    cards = [card(0, due=30, reviews=3), card(1, due=30, since=0.0, reviews=3), card(2, due=-1, reviews=1)]
    among = np.array([True, True, False, True])
    wish = Wish(among=among, since_ms=NOW_MS)
    built = build(ReviewTable.of(cards), table_of(4), M1, today=TODAY, wish=wish)
    assert (built.due.tolist(), built.new.tolist()) == ([0], [3])


def test_reviewing_ahead_asks_later_cards_too(table_of: Tables, card: Cards) -> None:
    cards = [card(0, due=2), card(1, due=4)]
    ahead = replace(TODAY, ahead_ms=2 * DAY_MS)
    assert build(ReviewTable.of(cards), table_of(2), M1, today=ahead).due.tolist() == [0]


def test_the_order_by_tag_keeps_what_belongs_together(table_of: Tables, card: Cards) -> None:
    cards = [card(n, due=-1) for n in range(4)]
    wish = Wish(order="tag", tags={"m0": ("work",), "m2": ("Home", "zoo"), "m3": ("work",)})
    built = build(ReviewTable.of(cards), table_of(4), M1, today=TODAY, wish=wish)
    assert built.due.tolist() == [2, 0, 3, 1]


def test_the_rules_say_what_becomes_a_card(table_of: Tables) -> None:
    table = table_of(
        4, type=types(*[MemoryType.EPISODIC] * 4), importance=[0.9, 0.1, 0.8, 0.5], pinned=[False, True, False, False]
    )
    named = np.array([False, False, False, True])
    rules = ReviewRules(pinned=False, types=("episodic",))
    assert introducible(table, M1.review, known=(), rules=rules, named=named).tolist() == [0, 2, 3]
    assert ReviewRules.of_text(rules.to_text()) == rules
    assert ReviewRules.of_text('{"types": 3, "due_per_day": "x", "schedulers": {"semantic": "magic"}}') == ReviewRules()


def test_a_card_that_was_answered_today_waits_for_its_interval(table_of: Tables, card: Cards) -> None:
    cards = [card(0, due=0.4, since=-0.1, reviews=2), card(1, due=0.0, since=-0.1, reviews=2), card(2, due=0.4, reviews=2)]
    assert sorted(queue(cards, table_of(3)).due) == [1, 2]
