"""Every row of every sample arrives, as its own program wrote it."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memento_gui.domain.memory import Memory, MemoryType
from memento_gui.interchange import Imported, read

COUNTERS = ("entities", "review_priority", "last_review_at", "review_count", "cross_domain_count")
ZONES = ("UTC", "Asia/Seoul", "America/St_Johns")

Zone = Callable[[str], None]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def distinct(tags: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(tag for tag in tags if tag))


def by_id(imported: Imported) -> dict[str, Memory]:
    assert len({memory.id for memory in imported.memories}) == len(imported.memories)
    return {memory.id: memory for memory in imported.memories}


def utc_ms(text: str) -> int:
    return round(datetime.strptime(text, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC).timestamp() * 1000)


def check_cortexgraph_row(memory: Memory, row: dict[str, Any]) -> None:
    assert sha256(memory.content) == row["sha256"]
    assert len(memory.content) == row["chars"]
    assert list(memory.tags) == distinct(row["tags"])
    assert memory.extra.get("tags", list(memory.tags)) == row["tags"]
    assert (memory.created_ms, memory.last_used_ms) == (row["created_at"] * 1000, row["last_used"] * 1000)
    assert (memory.uses, memory.strength, memory.status) == (row["use_count"], row["strength"], row["status"])
    assert memory.source == (row["source"] or "")
    assert memory.extra.get("context") == row["context"]
    assert {name: memory.extra.get(name) for name in COUNTERS} == {name: row[name] for name in COUNTERS}
    assert (memory.extra.get("promoted_at"), memory.extra.get("promoted_to")) == (row["promoted_at"], row["promoted_to"])
    assert {name: memory.extra[name] for name in row["extra"]} == row["extra"]
    assert (memory.type, memory.importance, memory.views, memory.cites) == (MemoryType.EPISODIC, 0.5, 0, 0)


def check_cortexgraph(imported: Imported, known: dict[str, Any]) -> None:
    memories = by_id(imported)
    assert memories.keys() == known["memories"].keys()
    for memory_id, row in known["memories"].items():
        check_cortexgraph_row(memories[memory_id], row)
    assert Counter(memory.status for memory in imported.memories) == known["live"]["by_status"]
    assert [
        {
            "id": relation.id,
            "from_": relation.source_id,
            "to": relation.target_id,
            "type": relation.type,
            "strength": relation.strength,
            "created_at": relation.created_ms / 1000,
            "metadata": relation.extra,
        }
        for relation in imported.relations
    ] == known["relations"]
    ends = {relation.id: {relation.source_id, relation.target_id} for relation in imported.relations}
    assert {name for name, pair in ends.items() if not pair <= memories.keys()} == set(known["live"]["dangling_relations"])
    assert imported.problems == ()
    assert any("Vectors of another model" in note for note in imported.notes)
    assert any("without any text" in note for note in imported.notes)


@pytest.mark.parametrize("name", ZONES)
def test_every_row_of_the_jsonl_store_arrives_in_any_time_zone(
    samples: Path, expected: Any, now_ms: int, zone: Zone, name: str
) -> None:
    zone(name)
    imported = read(samples / "cortexgraph_jsonl", now_ms=now_ms)
    assert imported.format == "cortexgraph-jsonl"
    check_cortexgraph(imported, expected["cortexgraph_jsonl"])
    assert not {memory.id for memory in imported.memories} & set(expected["cortexgraph_jsonl"]["deleted_ids"])


def test_the_jsonl_file_itself_is_the_store(samples: Path, now_ms: int) -> None:
    folder = samples / "cortexgraph_jsonl"
    store = read(folder, now_ms=now_ms)
    assert read(folder / "memories.jsonl", now_ms=now_ms) == store
    assert read(folder / "relations.jsonl", now_ms=now_ms) == store


def test_every_row_of_the_sqlite_store_arrives(cortexgraph_db: Path, expected: Any, now_ms: int) -> None:
    imported = read(cortexgraph_db, now_ms=now_ms)
    assert imported.format == "cortexgraph-sqlite"
    check_cortexgraph(imported, expected["cortexgraph_jsonl"])


def test_both_stores_of_cortexgraph_give_equal_values(samples: Path, cortexgraph_db: Path, now_ms: int) -> None:
    from_lines = read(samples / "cortexgraph_jsonl", now_ms=now_ms)
    from_rows = read(cortexgraph_db, now_ms=now_ms)
    assert by_id(from_rows) == by_id(from_lines)
    assert from_rows.relations == from_lines.relations


@pytest.mark.parametrize("name", ZONES)
def test_every_row_of_memento_arrives_in_any_time_zone(
    samples: Path, expected: Any, now_ms: int, zone: Zone, name: str
) -> None:
    zone(name)
    known = expected["memento.db"]
    imported = read(samples / "memento.db", now_ms=now_ms)
    memories = by_id(imported)
    assert imported.format == "memento-mcp-sqlite"
    assert list(memories) == [row["id"] for row in known["memories"]]
    tables = tags_of_tables(known)
    for row in known["memories"]:
        check_memento_row(memories[row["id"]], row, tables.get(row["id"], []))
    assert imported.problems == ()
    assert Counter(memory.type for memory in imported.memories) == known["by_type"]
    assert Counter(memory.scope for memory in imported.memories) == known["by_scope"]
    assert {memory.id for memory in imported.memories if memory.pinned} == set(known["pinned"])
    assert not any(memory.in_trash for memory in imported.memories)


def tags_of_tables(known: dict[str, Any]) -> dict[str, list[str]]:
    names = {tag["id"]: tag["name"] for tag in known["tags_tables"]}
    tags: dict[str, list[str]] = {}
    for row in known["item_tags"]:
        tags.setdefault(row["memory_id"], []).append(names[row["tag_id"]])
    return tags


def check_memento_row(memory: Memory, row: dict[str, Any], of_tables: list[str]) -> None:
    listed = json.loads(row["tags"]) if row["tags"] else []
    assert sha256(memory.content) == row["sha256"]
    assert list(memory.tags) == distinct([*listed, *of_tables])
    assert memory.extra.get("tags", list(memory.tags)) == listed
    assert (memory.type, memory.importance, memory.scope) == (row["type"], row["importance"], row["privacy_scope"])
    assert memory.pinned == bool(row["pinned"])
    assert memory.source == (row["source"] or "")
    assert (memory.views, memory.cites, memory.edits) == (row["view_count"], row["cite_count"], row["edit_count"])
    assert memory.uses == row["cite_count"]
    assert memory.created_ms == utc_ms(row["created_at"])
    assert memory.last_used_ms == (utc_ms(row["last_accessed"]) if row["last_accessed"] else None)


def test_memento_brings_its_links_feedback_and_notes(samples: Path, expected: Any, now_ms: int) -> None:
    known = expected["memento.db"]
    imported = read(samples / "memento.db", now_ms=now_ms)
    assert [(link.source_id, link.target_id, link.type, link.created_ms) for link in imported.relations] == [
        (row["source_id"], row["target_id"], row["relation_type"], utc_ms(row["created_at"])) for row in known["links"]
    ]
    assert len({link.id for link in imported.relations}) == len(known["links"])
    assert [(said.memory_id, said.event, said.score, said.created_ms) for said in imported.feedback] == [
        (row["memory_id"], row["event"], row["score"], utc_ms(row["created_at"])) for row in known["feedback"]
    ]
    notes = " ".join(imported.notes)
    assert known["wm_buffer"][0]["session_id"] in notes
    assert f"'{known['embedding']['model']}' ({known['embedding']['dim']} dimensions)" in notes
    assert str(known["counts"]["memory_embedding"]) in notes
    assert "pinned" in notes


def test_every_promoted_note_arrives_as_the_memory_it_was(samples: Path, expected: Any, now_ms: int, zone: Zone) -> None:
    zone("UTC")  # where the notes were written
    imported = read(samples / "cortexgraph_vault", now_ms=now_ms)
    memories = by_id(imported)
    files = expected["cortexgraph_vault"]["files"]
    assert imported.format == "cortexgraph-vault"
    assert memories.keys() == {file["memory_id"] for file in files}
    for file in files:
        row, memory = expected["cortexgraph_jsonl"]["memories"][file["memory_id"]], memories[file["memory_id"]]
        assert sha256(memory.content) == row["sha256"], file["path"]
        assert list(memory.tags) == row["tags"]
        assert (memory.created_ms, memory.last_used_ms) == (row["created_at"] * 1000, row["last_used"] * 1000)
        assert (memory.uses, memory.strength, memory.status) == (row["use_count"], row["strength"], "promoted")
        assert (memory.source, memory.extra.get("context")) == (row["source"] or "", row["context"])
        assert memory.title == ""
    assert imported.problems == ()


def test_one_note_is_read_alone(samples: Path, expected: Any, now_ms: int) -> None:
    file = expected["cortexgraph_vault"]["files"][2]
    imported = read(samples / "cortexgraph_vault" / file["path"], now_ms=now_ms)
    assert [memory.id for memory in imported.memories] == [file["memory_id"]]


@pytest.mark.parametrize("name", ["cortexgraph_jsonl", "memento.db", "cortexgraph_vault"])
def test_reading_again_gives_equal_values(samples: Path, now_ms: int, name: str) -> None:
    assert read(samples / name, now_ms=now_ms + 86_400_000) == read(samples / name, now_ms=now_ms)
