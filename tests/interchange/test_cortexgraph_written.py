"""Memories written for CortexGraph: as it writes them itself, and read back without loss."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memento_gui.domain.memory import Memory, Relation, Status
from memento_gui.interchange import Imported, cortexgraph_files, cortexgraph_notes, read, write_cortexgraph_store
from memento_gui.interchange.cortexgraph.records import cortexgraph_memory
from tests.interchange.memories import EXTRA, IDS, JSON, TEXT, TIMES, memories

NAMES = st.sampled_from(
    ["tags", "context", "entities", "promoted_to", "review_count", "session", "extra", "memento", "embed"]
)
HARD_EXTRA = (
    EXTRA | st.dictionaries(NAMES, JSON, max_size=4) | st.fixed_dictionaries({"extra": st.dictionaries(NAMES, JSON)})
)


def written(folder: Path, memories: Iterable[Memory], relations: Iterable[Relation] = ()) -> Path:
    folder.mkdir(exist_ok=True)
    for name, lines in cortexgraph_files(memories, relations):
        (folder / name).write_text("".join(lines), encoding="utf-8", newline="")
    return folder


@st.composite
def hard_memories(draw: st.DrawFn) -> Memory:
    memory = draw(memories(draw(IDS)))
    fields = {name: getattr(memory, name) for name in Memory.__slots__}
    return Memory(**{**fields, "extra": draw(HARD_EXTRA), "deleted_ms": None})


@given(st.lists(hard_memories(), max_size=4, unique_by=lambda memory: memory.id))
def test_any_memory_comes_back(tmp_path_factory: pytest.TempPathFactory, memories: list[Memory]) -> None:
    imported = read(written(tmp_path_factory.mktemp("cg"), memories), now_ms=0)
    assert list(imported.memories) == memories
    assert imported.problems == ()


@settings(max_examples=25)
@given(st.lists(hard_memories(), max_size=3, unique_by=lambda memory: memory.id))
def test_any_memory_comes_back_from_a_database(tmp_path_factory: pytest.TempPathFactory, memories: list[Memory]) -> None:
    target = tmp_path_factory.mktemp("cg") / "cortexgraph.db"
    write_cortexgraph_store(target, memories, [])
    imported = read(target, now_ms=0)
    assert imported.format == "cortexgraph-sqlite"
    assert list(imported.memories) == memories


@given(
    st.builds(
        Relation,
        id=IDS,
        source_id=IDS,
        target_id=IDS,
        type=TEXT.filter(bool),
        strength=st.floats(0, 1e12),
        created_ms=TIMES,
        extra=EXTRA | st.dictionaries(NAMES, JSON, max_size=4),
    )
)
def test_any_relation_comes_back(tmp_path_factory: pytest.TempPathFactory, relation: Relation) -> None:
    imported = read(written(tmp_path_factory.mktemp("cg"), [], [relation]), now_ms=0)
    assert imported.relations == (relation,)


def live(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for line in path.read_text(encoding="utf-8").strip("\n").split("\n"):
        record = json.loads(line)
        if record.get("_deleted"):
            found.pop(record["id"], None)
        else:
            if "meta" in record:
                record["meta"]["source"] = record["meta"]["source"] or None  # no source and an empty one are the same here
            found[record["id"]] = {name: value for name, value in record.items() if value is not None and name != "embed"}
    return found


def test_the_sample_goes_out_as_its_own_program_wrote_it(samples: Path, tmp_path: Path, now_ms: int) -> None:
    source = samples / "cortexgraph_jsonl"
    imported = read(source, now_ms=now_ms)
    folder = written(tmp_path / "out", imported.memories, imported.relations)
    assert live(folder / "relations.jsonl") == live(source / "relations.jsonl")
    assert live(folder / "memories.jsonl") == live(source / "memories.jsonl")
    again: Imported = read(folder, now_ms=now_ms)
    assert (again.memories, again.relations) == (imported.memories, imported.relations)


def test_the_sample_goes_out_as_rows_too(samples: Path, cortexgraph_db: Path, tmp_path: Path, now_ms: int) -> None:
    imported = read(samples / "cortexgraph_jsonl", now_ms=now_ms)
    target = tmp_path / "out" / "cortexgraph.db"
    target.parent.mkdir()
    write_cortexgraph_store(target, imported.memories, imported.relations)
    again = read(target, now_ms=now_ms)
    assert (again.memories, again.relations) == (imported.memories, imported.relations)
    assert shape(target) == shape(cortexgraph_db)


def shape(path: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return [
            tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
            for table in ("memories", "relations")
        ]


def test_what_cortexgraph_changed_since_stays_changed(tmp_path: Path) -> None:
    memory = Memory(id="a", content="words", title="Title", status=Status.MUTED, created_ms=1_234_567, updated_ms=1_234_567)
    record = cortexgraph_memory(memory)
    assert (record["created_at"], record["status"]) == (1_234, "archived")
    record |= {"last_used": 2_000, "use_count": 3, "status": "active"}
    (tmp_path / "memories.jsonl").write_text(json.dumps(record))
    (found,) = read(tmp_path, now_ms=0).memories
    assert (found.title, found.created_ms, found.last_used_ms, found.uses) == ("Title", 1_234_567, 2_000_000, 3)
    assert found.status is Status.ACTIVE


OWN, THERE = "mem_1758700000000_a1b2c3d4e", "c74ae3a3-e47d-5b40-ad05-e46f14ac0f72"
KEPT = "0b7f3f0e-5c9b-4d6e-9d5a-0c5f1f6f7a10"
LINK = {"relation_type": "supports", "strength": 0.5, "created_at": 1_700_000_000, "metadata": {}}


def test_ids_are_those_that_its_tools_open(tmp_path: Path) -> None:
    ours = Memory(id=OWN, content="pin the broker", created_ms=0, updated_ms=0)
    theirs = Memory(id=KEPT, content="the broker is pinned", created_ms=0, updated_ms=0)
    dangling = Relation(id="r", source_id=OWN, target_id="in the trash", type="related", created_ms=0)
    folder = written(tmp_path / "out", [ours, theirs], [dangling])
    assert [*live(folder / "memories.jsonl")] == [THERE, KEPT]
    with (folder / "relations.jsonl").open("a") as file:
        file.write(json.dumps({"id": "theirs", "from_memory_id": KEPT, "to_memory_id": THERE, **LINK}) + "\n")
    imported = read(folder, now_ms=0)
    assert list(imported.memories) == [ours, theirs]
    back, made = imported.relations
    assert back == dangling
    assert (made.source_id, made.target_id) == (KEPT, OWN)
    with (folder / "memories.jsonl").open("a") as file:
        file.write(json.dumps({"id": THERE, "_deleted": True}) + "\n")
    assert list(read(folder, now_ms=0).memories) == [theirs]


def test_an_id_that_another_memory_brought_along_is_not_believed(tmp_path: Path) -> None:
    record = cortexgraph_memory(Memory(id=OWN, content="pin the broker", created_ms=0, updated_ms=0))
    (tmp_path / "memories.jsonl").write_text(json.dumps(record | {"id": KEPT}))
    assert [memory.id for memory in read(tmp_path, now_ms=0).memories] == [KEPT]


def test_lines_mean_the_same_in_every_encoding() -> None:
    memory = Memory(id=KEPT, content="나비서가 · naïve\u2028", created_ms=0, updated_ms=0)
    relation = Relation(id="é", source_id=KEPT, target_id=KEPT, type="café", created_ms=0)
    for _, lines in cortexgraph_files([memory], [relation]):
        assert all(line.isascii() for line in lines)


def test_a_database_lets_go_of_the_relations_of_a_removed_memory(tmp_path: Path) -> None:
    target = tmp_path / "cortexgraph.db"
    ends = [Memory(id=identity, content="words", created_ms=0, updated_ms=0) for identity in (OWN, KEPT)]
    relation = Relation(id="r", source_id=OWN, target_id=KEPT, type="related", created_ms=0)
    write_cortexgraph_store(target, ends, [relation])
    assert read(target, now_ms=0).relations == (relation,)
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM memories WHERE id = ?", (THERE,))
        assert connection.execute("SELECT count(*) FROM relations").fetchone() == (0,)


def test_a_number_too_large_for_its_database_is_carried(tmp_path: Path) -> None:
    target = tmp_path / "cortexgraph.db"
    memory = Memory(id=KEPT, content="words", created_ms=0, updated_ms=0, extra={"review_count": 10**30})
    write_cortexgraph_store(target, [memory], [])
    assert read(target, now_ms=0).memories == (memory,)


def noted(folder: Path, memories: Iterable[Memory]) -> Path:
    for name, text in cortexgraph_notes(memories):
        assert not (folder / name).exists()
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder


@settings(max_examples=20)
@given(st.lists(hard_memories(), max_size=3, unique_by=lambda memory: memory.id))
@example([Memory(id="a", content="", strength=0.00024352214269294224, created_ms=0, updated_ms=0, extra={"entities": []})])
def test_any_memory_comes_back_from_its_note(tmp_path_factory: pytest.TempPathFactory, memories: list[Memory]) -> None:
    imported = read(noted(tmp_path_factory.mktemp("vault"), memories), now_ms=0, format="cortexgraph-vault")
    assert {memory.id: memory for memory in imported.memories} == {memory.id: memory for memory in memories}
    assert imported.problems == ()


def test_promoted_notes_go_out_as_exported_ones(samples: Path, tmp_path: Path, now_ms: int) -> None:
    imported = read(samples / "cortexgraph_vault", now_ms=now_ms)
    again = read(noted(tmp_path, imported.memories), now_ms=now_ms)
    assert again.format == "cortexgraph-vault"
    assert {memory.id: memory for memory in again.memories} == {memory.id: memory for memory in imported.memories}
    note = next(tmp_path.glob("I prefer tabs*.md")).read_text(encoding="utf-8")
    assert note.startswith("---\nid: 31598773-ccb2-4037-a327-e92bddf32964\ncreated_at: '2026-05-02T07:27:43+00:00'\n")
    assert note.endswith("---\n\nI prefer tabs over spaces in Makefiles only; everywhere else four spaces.\n")
