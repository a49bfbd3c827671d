"""What can still be read of a damaged store ends up in a new one, and the damaged one stays as it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import DamagedStore, StoreError
from memento_gui.domain.memory import Memory, Relation, Revision
from memento_gui.store import Store, files, rescue

Make = Callable[..., Memory]
Sql = Callable[..., list[Any]]

PAGE = 4096
NUMBER = 400


@pytest.fixture
def memories(make: Make) -> list[Memory]:
    return [
        make(f"id-{number}", f"{number} " * 150, tags=("t", f"u{number}"), ordinal=number + 1) for number in range(NUMBER)
    ]


@pytest.fixture
def whole(path: Path, clock: FixedClock, memories: list[Memory]) -> Path:
    """A closed store with something in many tables."""
    with Store.open(path, clock=clock) as store, store.transaction() as writer:
        writer.insert(memories)
        writer.add_revision(Revision(memory_id="id-5", number=1, title="", content="old", replaced_ms=1))
        writer.add_relations([Relation(id="r", source_id="id-1", target_id="ghost", type="t", created_ms=1)])
        writer.put_embeddings("m", ["id-7"], np.ones((1, 4)), ["h"])
        writer.put_setting("theme", "dark")
    return path


def tear(path: Path, pages: range) -> bytes:
    with path.open("r+b") as file:
        for page in pages:
            file.seek(page * PAGE)
            file.write(b"\xa5" * PAGE)
    return path.read_bytes()


def page_of(path: Path, content: str) -> int:
    """The number of the page on which a text lies, counted from 0."""
    return path.read_bytes().index(content.encode()) // PAGE


def test_a_whole_store_is_rescued_whole(whole: Path, tmp_path: Path, clock: FixedClock, memories: list[Memory]) -> None:
    rescued = rescue(whole, tmp_path / "new.db", clock=clock)
    assert rescued.torn == ()
    assert rescued.sentence == "400 memories could be read, with all that belongs to them."
    with Store.open(tmp_path / "new.db", clock=clock) as store, Store.open(whole, clock=clock) as old:
        assert store.get_many([memory.id for memory in memories]) == memories
        assert store.revisions("id-5") == old.revisions("id-5")
        assert store.every_relation() == old.every_relation()
        assert store.embeddings("m")[0] == ["id-7"]
        assert store.setting("theme") == "dark"
        assert store.integrity() == []
        with store.transaction() as writer:
            assert writer.insert([Memory(id="next", content="", created_ms=1, updated_ms=1)]) == range(401, 402)


def test_only_what_lay_on_the_torn_pages_is_lost(
    whole: Path, tmp_path: Path, clock: FixedClock, memories: list[Memory]
) -> None:
    page = page_of(whole, "200 200 200")
    damaged = tear(whole, range(page, page + 1))
    rescued = rescue(whole, tmp_path / "new.db", clock=clock)
    assert whole.read_bytes() == damaged
    assert "memory" in rescued.torn
    assert NUMBER - 12 < rescued.rows["memory"] < NUMBER
    assert rescued.sentence.startswith(f"{rescued.rows['memory']} memories could be read; parts of memory")
    with Store.open(tmp_path / "new.db", clock=clock) as store:
        kept = store.ids()
        assert len(kept) == rescued.rows["memory"]
        assert {"id-0", f"id-{NUMBER - 1}"} <= set(kept)
        assert store.get_many(kept) == [memory for memory in memories if memory.id in set(kept)]
        assert {identity for identity, _ in store.every_tag()} == set(kept)
        assert store.integrity() == []


def test_rows_between_two_torn_pages_are_found(whole: Path, tmp_path: Path, clock: FixedClock) -> None:
    for text in ("100 100 100", "300 300 300"):
        page = page_of(whole, text)
        tear(whole, range(page, page + 1))
    rescue(whole, tmp_path / "new.db", clock=clock)
    with Store.open(tmp_path / "new.db", clock=clock) as store:
        kept = set(store.ids())
    assert "id-200" in kept
    assert NUMBER - 24 < len(kept) < NUMBER


def test_what_is_only_in_the_log_is_rescued_too(path: Path, tmp_path: Path, clock: FixedClock, make: Make) -> None:
    with Store.open(path, clock=clock) as store:
        with store.transaction() as writer:
            writer.insert([make("logged")])
        assert files.holds_something(files.companion(path, "wal"))
        rescue(path, tmp_path / "new.db", clock=clock)
    with Store.open(tmp_path / "new.db", clock=clock) as store:
        assert store.ids() == ["logged"]


def test_where_nothing_can_be_read_nothing_is_made(whole: Path, tmp_path: Path, clock: FixedClock) -> None:
    damaged = tear(whole, range(1, whole.stat().st_size // PAGE))
    with pytest.raises(
        DamagedStore, match=r"Nothing could be read from memento.db\. It was left as it is; restore a backup"
    ):
        rescue(whole, tmp_path / "new.db", clock=clock)
    assert whole.read_bytes() == damaged
    assert not (tmp_path / "new.db").exists()


def test_nothing_is_overwritten(whole: Path, tmp_path: Path, clock: FixedClock) -> None:
    (tmp_path / "new.db").write_bytes(b"precious")
    with pytest.raises(StoreError, match="exists already and was left as it is"):
        rescue(whole, tmp_path / "new.db", clock=clock)
    assert (tmp_path / "new.db").read_bytes() == b"precious"


def test_rows_out_of_bounds_are_left_behind(whole: Path, tmp_path: Path, clock: FixedClock, sql: Sql) -> None:
    sql(
        whole,
        "PRAGMA ignore_check_constraints = ON",
        "UPDATE memory SET importance = 9 WHERE id = 'id-3'",
        "UPDATE memory SET content = CAST(x'ff41' AS TEXT) WHERE id = 'id-4'",
    )
    rescued = rescue(whole, tmp_path / "new.db", clock=clock)
    with Store.open(tmp_path / "new.db", clock=clock) as store:
        kept = set(store.ids())
    assert {"id-3", "id-4"} & kept == set()
    assert rescued.rows["memory"] == len(kept) == NUMBER - 2
