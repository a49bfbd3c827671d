"""The reviews of a store: undo of whatever was done, leeches, and what the statistics say."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import fields
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.memory import Answer, ReviewLogEntry, ReviewState
from memento_gui.domain.parameters import SCHEDULERS
from memento_gui.domain.review_log import LogTable
from memento_gui.domain.review_rules import ReviewRules
from memento_gui.model import edits
from memento_gui.model.edits import Edit
from memento_gui.model.library import Library
from memento_gui.model.reviews.edits import SetReviewStates
from memento_gui.model.reviews.planning import Plan, outcome, plan_edit
from memento_gui.model.reviews.statistics import review_statistics

NOW_MS = 1_796_040_000_000
STEPS = st.lists(
    st.tuples(
        st.sampled_from([*Answer, "bury", "snooze", "suspend", "lower", "pin", "edit", "trash"]),
        st.integers(0, 3),
        st.floats(0, 40),
    ),
    min_size=1,
    max_size=12,
)


def everything(library: Library, ids: list[str]) -> list[object]:
    """Return all that a review may touch, and the queue it leads to."""
    store = library._store
    around = [(library.get(i), store.review_state(i), store.review_log(memory_id=i), library.feedback(i)) for i in ids]
    queue = library.reviews.queue()
    shown = [[card.memory.id for card in queue.cards], queue.done, queue.answers, queue.due, queue.new]
    return [around, shown, rows(library.path)]


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of a store as its file holds it, but for the feed of changes, which only grows."""
    with closing(sqlite3.connect(path)) as file:
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        kept = [name for name in names if name not in {"change", "sqlite_sequence"}]
        return {name: sorted(file.execute(f"SELECT * FROM {name}"), key=repr) for name in kept}  # noqa: S608  # its own names


def done(library: Library, what: Answer | str, identity: str) -> Edit:
    """Return the edit of one step."""
    reviews, memory, now = library.reviews, library.get(identity), library.clock.now_ms()
    if isinstance(what, Answer):
        return reviews.answer_edit(memory, what, duration_ms=1234)
    steps: dict[str, Callable[[], Edit]] = {
        "bury": lambda: reviews.bury_edit(memory),
        "snooze": lambda: reviews.snooze_edit(memory, 3),
        "suspend": lambda: reviews.suspend_edit(memory, suspended=True),
        "lower": lambda: reviews.lower_edit(memory),
        "pin": lambda: edits.pin([memory], pinned=not memory.pinned, now_ms=now),
        "edit": lambda: edits.rewrite(memory, title="Another", content=f"{memory.content} more", now_ms=now),
        "trash": lambda: edits.trash([memory], now_ms=now),
    }
    return steps[what]()


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_undo_is_exact_for_any_sequence_of_steps(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[Answer | str, int, float]]
) -> None:
    clock = FixedClock(NOW_MS)
    with Library.open(tmp_path_factory.mktemp("undo") / "memento.db", clock=clock) as library:
        kinds = ("semantic", "procedural", "semantic", "working")
        ids = [library.remember(f"memory {n}", type=kind, pinned=True).id for n, kind in enumerate(kinds)]
        library.apply(library.reviews.rules_edit(ReviewRules(schedulers={"procedural": "fsrs", "working": "preset"})))
        moments, inverses, seen = [], [], []
        for what, number, wait in steps:
            seen.append(everything(library, ids))
            moments.append(clock.now_ms())
            inverses.append(library.apply(done(library, what, ids[number])))
            clock.advance(days=wait)
        while inverses:
            library.apply(inverses.pop())
            clock.advance(ms=moments.pop() - clock.now_ms())
            assert everything(library, ids) == seen.pop()


def test_the_eighth_bad_answer_makes_a_leech_and_every_fourth_after_it(library: Library, clock: FixedClock) -> None:
    identity = library.remember("slippery", pinned=True).id
    tagged = []
    for lapse in range(1, 14):
        library.answer(identity, "bad")
        if "leech" in library.get(identity).tags:
            tagged.append(lapse)
            library.edit(identity, tags=())
        clock.advance(days=1)
    assert tagged == [8, 12]
    leeches = next(c for c in review_statistics(library.reviews, now_ms=clock.now_ms()).charts if c.title == "Leeches")
    assert leeches.ids == ((identity,),)
    assert leeches.heights.tolist() == [13.0]


def test_usage_is_compared_with_active_and_trashed_memories_alone(library: Library, clock: FixedClock) -> None:
    used, archived = library.remember("used").id, library.remember("archived").id
    for _ in range(3):
        library.cited(used)
        library.cited(archived)
        library.cited(archived)
    library.edit(archived, status="archived")
    library.remember("unused")
    table = library.features()
    _, signal = library.reviews.signals([table.row_of[used]])
    assert signal[0] == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("name", SCHEDULERS)
def test_reviewing_ahead_never_pays(library: Library, clock: FixedClock, name: str) -> None:
    library.apply(library.reviews.rules_edit(ReviewRules(schedulers={"semantic": name})))
    early, late = (library.remember(f"{n}", type="semantic", pinned=True).id for n in range(2))
    for identity in (early, late):
        library.answer(identity, "ok")
    due = library.reviews.deck().states[late].due_ms
    for step in range(1, 11):
        clock.advance(ms=NOW_MS + (due - NOW_MS) * step // 10 - clock.now_ms())
        library.answer(early, "helpful")
    library.answer(late, "helpful")
    states = library.reviews.deck().states
    assert states[early].interval_days <= states[late].interval_days * (1 + 1e-9)
    assert states[early].tau_days > library.reviews.log()[0].tau_after_days


def test_a_large_store_makes_no_large_queue(tmp_path: Path, clock: FixedClock) -> None:
    with Library.open(tmp_path / "memento.db", clock=clock) as library:
        for n in range(300):
            library.remember(f"memory {n}", pinned=True)
        queue = library.reviews.queue()
        assert (queue.due, queue.new, len(queue.cards)) == (0, 10, 10)
        assert len(library.reviews.queue(limit=3).cards) == 3


def test_a_clock_that_was_set_back_loses_nothing(library: Library, clock: FixedClock) -> None:
    identity = library.remember("later", pinned=True).id
    clock.advance(days=10)
    library.answer(identity, "ok")
    clock.advance(days=-5)
    assert library.reviews.queue().done == 1
    clock.advance(days=20)
    assert identity in [card.memory.id for card in library.reviews.queue().cards]


@contextmanager
def computer_in(zone: str) -> Iterator[None]:
    """Let the computer stand somewhere."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = zone
    time.tzset()
    try:
        yield
    finally:
        os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
        time.tzset()


needs_tzset = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the process cannot change its zone here")


@needs_tzset
@pytest.mark.parametrize(
    ("zone", "first"),
    [
        ("Europe/Berlin", date(2026, 10, 22)),  # 25 hours on the 24th
        ("America/New_York", date(2027, 3, 11)),  # 23 hours on the 13th
        ("Australia/Lord_Howe", date(2026, 10, 1)),  # 23 hours and a half on the 3rd
    ],
)
def test_a_clock_change_neither_doubles_nor_drops_a_day(tmp_path: Path, zone: str, first: date) -> None:
    days = [first + timedelta(days=n) for n in range(7)]
    boundaries = [round(datetime(d.year, d.month, d.day, 4, tzinfo=ZoneInfo(zone)).timestamp() * 1000) for d in days]
    clock = FixedClock(boundaries[0])
    with computer_in(zone), Library.open(tmp_path / "memento.db", clock=clock) as library:
        ids = [library.remember(f"memory {n}", pinned=True).id for n in range(12)]
        for start, end in pairwise(boundaries):
            for count, instant in enumerate((start, end - 1), start=1):
                clock.advance(ms=instant - clock.now_ms())
                library.answer(ids.pop(), "ok")
                queue = library.reviews.queue()
                assert (queue.done, queue.new) == (count, min(10 - count, len(ids)))
        assert library.reviews.answers_by_day(6).counts.tolist() == [2] * 6
        assert library.reviews.forecast(60).total == 12


@needs_tzset
def test_travelling_neither_doubles_nor_drops_a_card(tmp_path: Path) -> None:
    clock = FixedClock(round(datetime(2026, 11, 30, 5, tzinfo=ZoneInfo("Asia/Tokyo")).timestamp() * 1000))
    with Library.open(tmp_path / "memento.db", clock=clock) as library:
        ids = {library.remember(f"memory {n}", pinned=True).id for n in range(15)}
        with computer_in("Asia/Tokyo"):
            first = [card.memory.id for card in library.reviews.queue().cards]
            for identity in first:
                library.answer(identity, "ok")
            assert (len(first), library.reviews.queue().new) == (10, 0)
        with computer_in("America/New_York"):  # the afternoon of the day before
            queue = library.reviews.queue()
            assert (queue.due, queue.new, queue.done) == (0, 0, 10)
            clock.advance(days=2)
            asked = {card.memory.id for card in library.reviews.queue().cards}
        assert asked == ids


def test_the_look_ahead_follows_the_target(demo: Library) -> None:
    now = demo.clock.now_ms()

    def foreseen(target: float) -> tuple[float, float]:
        parameters = demo.parameters().with_value("review.target", target)
        found = outcome(demo.reviews, Plan(rules=ReviewRules(), parameters=parameters, reschedule=True), now_ms=now)
        return found.answers.mean, found.retention

    (few, little), (many, much) = foreseen(0.6), foreseen(0.9)
    assert many > few
    assert much > little


def test_the_statistics_count_every_answer_once(demo: Library) -> None:
    log, deck = demo.reviews.log(), demo.reviews.deck()
    found = review_statistics(demo.reviews, now_ms=demo.clock.now_ms(), ahead_days=90)
    charts = {chart.title: chart for chart in found.charts}
    assert found.year.total == sum(entry.answered_ms > demo.clock.now_ms() - 366 * DAY_MS for entry in log)
    assert int(charts["Intervals"].heights.sum()) == len(deck.cards)
    assert np.array_equal(charts["Next 90 days"].heights, demo.reviews.forecast(90).counts)
    assert [len(ids) for ids in charts["Next 90 days"].ids] == charts["Next 90 days"].heights.tolist()
    assert len(charts["Next 90 days"].names) == 90


def test_the_log_as_columns_is_the_log(demo: Library) -> None:
    columns, entries = demo.reviews.log_table(), LogTable.of(demo.reviews.log())
    for declared in fields(LogTable):
        assert np.array_equal(getattr(columns, declared.name), getattr(entries, declared.name))
    days: dict[date, list[ReviewLogEntry]] = {}
    for entry in demo.reviews.log():
        days.setdefault(demo.reviews.calendar().day(entry.answered_ms), []).append(entry)
    told = review_statistics(demo.reviews, now_ms=demo.clock.now_ms())
    assert told.of_day == {day: tuple(dict.fromkeys(e.memory_id for e in own)) for day, own in days.items()}
    months = next(chart for chart in told.charts if chart.title == "Retention by month")
    shares = {f"{month.year} {month.month}": month.retention for month in demo.reviews.months()}
    assert months.heights.tolist() == pytest.approx(list(shares.values())[-12:])


def test_the_kept_columns_follow_answers_and_undo(library: Library, clock: FixedClock) -> None:
    ids = [library.remember(f"{n}", pinned=True).id for n in range(3)]
    assert len(library.reviews.log_table()) == 0
    inverses = []
    for identity in ids * 2:
        clock.advance(days=1)
        inverses.append(library.apply(library.reviews.answer_edit(library.get(identity), Answer.OK)))
        assert library.reviews.log_table().memory_ids.tolist() == [entry.memory_id for entry in library.reviews.log()]
    library.apply(inverses.pop())
    library.answer(ids[1], "bad")
    assert library.reviews.log_table().rating.tolist() == [3] * 5 + [1]
    clock.advance(days=-10)
    library.answer(ids[0], "hard")
    assert library.reviews.log_table().rating.tolist() == [2] + [3] * 5 + [1]


def test_due_days_set_anew_flood_no_day_however_many_cards_there_are(library: Library, clock: FixedClock) -> None:
    now, count, limit = clock.now_ms(), 400, 3
    memories = tuple(library.drafted(f"Text {number}") for number in range(count))
    library.apply(edits.AddMemories(label="Add", memories=memories))
    states = {
        memory.id: ReviewState(
            memory_id=memory.id,
            introduced_ms=now - 300 * DAY_MS,
            last_review_ms=now - 200 * DAY_MS,
            due_ms=now - 100 * DAY_MS,
            tau_days=10.0,
            interval_days=100.0,
            reviews=1,
        )
        for memory in memories
    }
    library.apply(SetReviewStates(label="Learn", before=dict.fromkeys(states), after=dict(states)))
    plan = Plan(rules=ReviewRules(due_per_day=limit), parameters=library.parameters(), reschedule=True)
    library.apply(plan_edit(library.reviews, plan, None, now_ms=now))
    counts = library.reviews.forecast(365).counts
    assert counts.sum() == count  # more than 90 days of three hold
    assert counts.max() == limit
