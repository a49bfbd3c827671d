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
from memento_gui.interchange.cortexgraph_records import cortexgraph_memory
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
