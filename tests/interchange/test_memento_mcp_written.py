"""Memories written as a store of memento-mcp-server: what has a place comes back, and what has none is named."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memento_gui.domain.memory import Feedback, Memory, Relation, clean_tags
from memento_gui.interchange import Entry, Imported, read
from memento_gui.interchange.memento_mcp_writing import LINK_TYPES, mcp_losses, write_mcp_store
from tests.interchange.memories import IDS, SHARES, TEXT, memories

FIELDS = {"updated": {"updated_ms"}, "uses": {"uses"}, "times before 1970": {"created_ms", "last_used_ms", "updated_ms"}}


def written(path: Path, entries: Iterable[Entry], relations: Iterable[Relation] = ()) -> Path:
    write_mcp_store(path, entries, relations)
    return path


@st.composite
def any_memories(draw: st.DrawFn) -> Memory:
    memory = replace(draw(memories(draw(IDS))), deleted_ms=None)
    raw = draw(st.none() | st.lists(TEXT, max_size=3))
    kept = memory if raw is None else replace(memory, tags=clean_tags([*raw, *memory.tags]), extra={"tags": raw})
    plain = draw(st.booleans())
    time = st.integers(0, 253_402_300_799_000)
    created = draw(time)
    bare = Memory(id=memory.id, content=memory.content, created_ms=created, updated_ms=created)
    return replace(kept, created_ms=created, updated_ms=created) if plain else draw(st.sampled_from([kept, bare]))


@settings(max_examples=40)
@given(st.lists(any_memories(), max_size=4, unique_by=lambda memory: memory.id))
def test_what_is_not_named_as_lost_comes_back(tmp_path_factory: pytest.TempPathFactory, memories: list[Memory]) -> None:
    target = tmp_path_factory.mktemp("mcp") / "memento.db"
    imported = read(written(target, [Entry(memory=memory) for memory in memories]), now_ms=0)
    assert imported.format == "memento-mcp-sqlite"
    assert [memory.id for memory in imported.memories] == [memory.id for memory in memories]
    for memory, back in zip(memories, imported.memories, strict=True):
        lost = {field for name in mcp_losses(memory) for field in FIELDS.get(name, {name})}
        differs = {name for name in Memory.__slots__ if getattr(memory, name) != getattr(back, name)}
        assert differs <= lost | ({"extra"} if list(memory.tags) == memory.extra.get("tags") else set())
        assert lost - {"updated_ms", "created_ms", "last_used_ms"} <= differs | {"extra"}


@settings(max_examples=40)
@given(
    st.sampled_from(sorted(LINK_TYPES)),
    st.integers(0, 253_402_300_799_000),
    st.none() | st.floats(-1e6, 1e6),
    SHARES,
)
def test_links_and_feedback_come_back(
    tmp_path_factory: pytest.TempPathFactory, kind: str, created: int, score: float | None, importance: float
) -> None:
    pair = [
        Memory(id=name, content=f"words {name}", importance=importance, created_ms=0, updated_ms=0) for name in ("a", "b")
    ]
    said = Feedback(memory_id="a", event="used", score=score, created_ms=created)
    links = [
        Relation(id="x", source_id="a", target_id="b", type=kind, created_ms=created),
        Relation(id="y", source_id="a", target_id="b", type="similar_to", created_ms=created),
        Relation(id="z", source_id="a", target_id="gone", type=kind, created_ms=created),
    ]
    entries = [Entry(memory=pair[0], feedback=(said,)), Entry(memory=pair[1])]
    imported = read(written(tmp_path_factory.mktemp("mcp") / "memento.db", entries, links), now_ms=0)
    assert [(one.source_id, one.target_id, one.type, one.created_ms) for one in imported.relations] == [
        ("a", "b", kind, created)
    ]
    assert imported.feedback == (said,)


def shape(path: Path) -> dict[str, tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: tuple(row[1] for row in connection.execute(f"PRAGMA table_info('{name}')")) for name in sorted(tables)
        }


def test_the_sample_goes_out_into_its_own_tables_and_comes_back(samples: Path, tmp_path: Path, now_ms: int) -> None:
    source = samples / "memento.db"
    imported = read(source, now_ms=now_ms)
    assert not [name for memory in imported.memories for name in mcp_losses(memory)]
    by_memory = {
        memory.id: [one for one in imported.feedback if one.memory_id == memory.id] for memory in imported.memories
    }
    entries = [Entry(memory=memory, feedback=tuple(by_memory[memory.id])) for memory in imported.memories]
    target = written(tmp_path / "out.db", entries, imported.relations)
    again: Imported = read(target, now_ms=now_ms)
    assert (again.memories, again.relations) == (imported.memories, imported.relations)
    assert sorted(map(repr, again.feedback)) == sorted(map(repr, imported.feedback))
    assert shape(target) == shape(source)
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        found = connection.execute("SELECT count(*) FROM memory_item_fts WHERE memory_item_fts MATCH 'the'").fetchone()
        assert found[0] > 0


def test_the_trash_stays_here(tmp_path: Path) -> None:
    memory = Memory(id="a", content="gone", created_ms=0, updated_ms=0, deleted_ms=1)
    assert read(written(tmp_path / "out.db", [Entry(memory=memory)]), now_ms=0).memories == ()
