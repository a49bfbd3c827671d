"""One writer at a time, in this program and in others; readers never wait."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import StoreError, StoreLocked
from memento_gui.domain.memory import Memory
from memento_gui.store import Store

Make = Callable[..., Memory]
Child = Callable[..., Any]


@pytest.fixture
def other(filled: Store) -> Iterator[sqlite3.Connection]:
    """Another program that has begun to write and does not finish."""
    with closing(sqlite3.connect(filled.path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE memory SET importance = 0.125 WHERE id = 'a'")
        yield connection


def test_a_writer_waits_and_then_says_who_is_in_the_way(filled: Store, make: Make, other: sqlite3.Connection) -> None:
    said = r"Another program is writing to memento.db.*Nothing was changed; try again"
    with pytest.raises(StoreLocked, match=said), filled.transaction() as writer:
        writer.insert([make("d")])
    other.execute("ROLLBACK")
    with filled.transaction() as writer:
        writer.insert([make("d")])
    assert filled.ids() == ["a", "b", "c", "d"]


def test_a_writer_gets_its_turn_within_the_waiting_time(
    path: Path, clock: FixedClock, make: Make, filled: Store, other: sqlite3.Connection
) -> None:
    with Store.open(path, clock=clock, wait_seconds=30) as patient, ThreadPoolExecutor(1) as pool:

        def write() -> None:
            with patient.transaction() as writer:
                writer.insert([make("d")])

        waiting = pool.submit(write)
        other.execute("COMMIT")
        waiting.result(timeout=30)
        assert patient.get("a").importance == 0.125
        assert patient.ids() == ["a", "b", "c", "d"]


def test_readers_see_the_last_commit_while_another_program_writes(filled: Store, other: sqlite3.Connection) -> None:
    assert filled.get("a").importance == 0.5
    assert filled.features().importance[0] == 0.5
    assert filled.integrity() == []
    other.execute("COMMIT")
    assert filled.get("a").importance == 0.125


def test_a_store_opens_while_another_program_writes(path: Path, clock: FixedClock, other: sqlite3.Connection) -> None:
    with Store.open(path, clock=clock, wait_seconds=0.1) as second:
        assert second.ids() == ["a", "b", "c"]


def test_readers_see_the_last_commit_while_this_program_writes(filled: Store, make: Make) -> None:
    with filled.transaction() as writer:
        writer.insert([make("d")])
        writer.set_fields({"a": {"importance": 0.75}})
        assert filled.ids() == ["a", "b", "c"]
        assert writer.ids() == ["a", "b", "c", "d"]
        assert (filled.get("a").importance, writer.get("a").importance) == (0.5, 0.75)
    assert filled.ids() == ["a", "b", "c", "d"]


def test_threads_write_one_after_the_other(filled: Store, make: Make) -> None:
    inside, leave = Event(), Event()

    def hold() -> None:
        with filled.transaction() as writer:
            writer.insert([make("d")])
            inside.set()
            leave.wait(timeout=30)

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(hold)
        assert inside.wait(timeout=30)
        with pytest.raises(StoreLocked, match="busy with another change of this program"), filled.transaction() as writer:
            writer.insert([make("e")])
        leave.set()
        holding.result(timeout=30)
    assert filled.ids() == ["a", "b", "c", "d"]


def test_transactions_do_not_nest(filled: Store, make: Make) -> None:
    def nest() -> None:
        with filled.transaction() as outer:
            outer.insert([make("d")])
            with filled.transaction() as inner:
                inner.insert([make("e")])

    with pytest.raises(StoreError, match="inside another one"):
        nest()
    assert filled.ids() == ["a", "b", "c"]


def test_whatever_raises_undoes_everything(filled: Store, make: Make) -> None:
    last = filled.last_change()

    def give_up() -> None:
        with filled.transaction() as writer:
            writer.insert([make("d")])
            writer.set_fields({"a": {"tags": ()}})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        give_up()
    assert filled.ids() == ["a", "b", "c"]
    assert filled.get("a").tags == ("red", "blue")
    assert filled.last_change() == last


def test_many_threads_read_while_one_writes(path: Path, clock: FixedClock, make: Make) -> None:
    rounds = 20
    with Store.open(path, clock=clock, wait_seconds=30) as store, ThreadPoolExecutor(5) as pool:
        with store.transaction() as writer:
            writer.insert([make(f"id-{number}") for number in range(50)])

        def read() -> None:
            for _ in range(rounds):
                table = store.features()
                assert len(table) >= 50
                assert np.all(table.importance == table.importance[0])  # a reader never sees half a transaction
                assert store.data_version() > 0

        def write() -> None:
            for number in range(rounds):
                with store.transaction() as writer:
                    writer.set_fields({identity: {"importance": number / rounds} for identity in store.ids()})

        for done in [pool.submit(read) for _ in range(4)] + [pool.submit(write)]:
            done.result(timeout=60)
        assert store.features().importance[0] == (rounds - 1) / rounds


WRITE = """
store = Store.open(path, clock=clock, wait_seconds=60)
sys.stdin.readline()
for number in range(40):
    with store.transaction() as writer:
        writer.insert([memory(f"{sys.argv[2]}-{number}")])
        writer.add_counts("a", views=1)
print("done")
"""


def test_two_programs_write_at_the_same_time_and_nothing_is_lost(filled: Store, child: Child) -> None:
    both = [child(WRITE, filled.path, name) for name in ("one", "two")]
    for process in both:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60)[0].strip() for process in both] == ["done", "done"]
    ids = filled.ids()
    for name in ("one", "two"):
        assert [identity for identity in ids if identity.startswith(name)] == [f"{name}-{number}" for number in range(40)]
    assert filled.get("a").views == 80
    assert filled.integrity() == []
