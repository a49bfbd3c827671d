"""Backup, integrity, statistics and optimising."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.clock import FixedClock, SystemClock
from memento_gui.domain.errors import StoreError, StoreLocked, StoreUnavailable
from memento_gui.domain.memory import Memory, Relation, Revision
from memento_gui.store import Store, files

Make = Callable[..., Memory]
Sql = Callable[..., list[Any]]


def test_a_backup_is_the_last_commit_and_a_store_of_its_own(
    filled: Store, tmp_path: Path, clock: FixedClock, make: Make
) -> None:
    copy = tmp_path / "copies of 100%.db"
    with filled.transaction() as writer:
        writer.insert([make("uncommitted")])
        filled.backup(copy)
    assert sorted(file.name for file in tmp_path.iterdir() if "copies" in file.name) == ["copies of 100%.db"]
    assert copy.stat().st_mode & 0o777 == 0o600
    with Store.open(copy, clock=clock) as store:
        assert store.get_many(["a", "b", "c", "uncommitted"]) == filled.get_many(["a", "b", "c"])
        with store.transaction() as writer:
            writer.insert([make("only here")])
    assert filled.ids() == ["a", "b", "c", "uncommitted"]


def test_a_backup_overwrites_nothing(filled: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"precious")
    with pytest.raises(StoreError, match=r"exists already and was left as it is"):
        filled.backup(copy)
    assert copy.read_bytes() == b"precious"
    with pytest.raises(StoreUnavailable, match="could not be written: No such file or directory"):
        filled.backup(tmp_path / "nowhere" / "copy.db")


def test_what_a_kill_left_of_a_backup_goes_at_the_next_opening(blank: Path, path: Path) -> None:
    closed = Path(shutil.copy(blank, path))
    now = SystemClock()
    names = [f"{closed.name}.1796040000000.bak.part", f"{closed.name}.before-0002.bak.part-journal"]
    kept = [f"{closed.name}.1796040000001.bak.part", f"{closed.name}.1.bak", "other.db.1.bak.part"]
    for name in (*names, *kept):
        closed.with_name(name).write_bytes(b"half a backup")
    for name in (*names, *kept[1:]):
        two_hours_ago = now.now_ms() / 1000 - 7200
        os.utime(closed.with_name(name), (two_hours_ago, two_hours_ago))
    Store.open(closed, clock=now).close()
    assert sorted(file.name for file in closed.parent.iterdir()) == sorted([closed.name, *kept])


def test_a_sound_store_has_nothing_to_say_and_a_torn_row_has(filled: Store, sql: Sql) -> None:
    assert filled.integrity() == []
    sql(filled.path, "PRAGMA foreign_keys = OFF", "INSERT INTO memory_tag VALUES ('ghost', 0, 't')")
    assert filled.integrity() == ["a row of memory_tag belongs to a memory that does not exist"]
    sql(filled.path, "PRAGMA ignore_check_constraints = ON", "UPDATE memory SET importance = 7")
    assert any("CHECK constraint failed in memory" in line for line in filled.integrity())


def test_statistics_count_what_is_there(filled: Store, make: Make) -> None:
    with filled.transaction() as writer:
        writer.insert([make("t", deleted_ms=1), make("p", pinned=True, type="semantic", status="archived", created_ms=5)])
        writer.add_revision(Revision(memory_id="a", number=1, title="", content="", replaced_ms=1))
        writer.add_relations([Relation(id="r", source_id="a", target_id="b", type="t", created_ms=1)])
        writer.put_embeddings("model", ["a", "b"], np.ones((2, 4)), ["x", "y"])
    found = filled.statistics()
    assert (found.memories, found.trashed, found.pinned, found.tags) == (4, 1, 1, 2)
    assert found.by_type == {"episodic": 3, "semantic": 1}
    assert found.by_status == {"active": 3, "archived": 1}
    assert (found.revisions, found.relations, found.feedback, found.cards, found.answers, found.judgements) == (
        1,
        1,
        0,
        0,
        0,
        0,
    )
    assert found.vectors == {"model": 2}
    assert (found.oldest_ms, found.newest_ms) == (5, make("x").created_ms)
    assert found.schema == "0001"
    assert found.file_bytes == filled.size > 4096


def test_an_empty_store_counts_nothing(store: Store) -> None:
    found = store.statistics()
    assert (found.memories, found.tags, found.oldest_ms, found.by_type) == (0, 0, None, {})


def test_optimising_gives_room_back_and_changes_nothing(store: Store, make: Make) -> None:
    with store.transaction() as writer:
        writer.insert([make(f"id-{number}", "word " * 500) for number in range(300)])
    with store.transaction() as writer:
        writer.delete([f"id-{number}" for number in range(1, 300)])
    assert store.statistics().free_bytes > 100_000
    kept, last = store.get("id-0"), store.last_change()
    before, after = store.optimise()
    assert after < before / 4
    assert store.statistics().free_bytes == 0
    assert (store.get("id-0"), store.last_change()) == (kept, last)
    with store.transaction() as writer:
        assert writer.insert([make("next")]) == range(301, 302)


def test_optimising_waits_for_its_turn(filled: Store) -> None:
    other = sqlite3.connect(filled.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreLocked, match="Another program is writing"):
        filled.optimise()
    other.close()
    filled.optimise()


def test_the_size_counts_the_log(filled: Store) -> None:
    log = files.companion(filled.path, "wal").stat().st_size
    assert log > 0
    assert filled.size == filled.path.stat().st_size + log
