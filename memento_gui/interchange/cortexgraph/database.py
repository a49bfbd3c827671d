"""Memories as CortexGraph's SQLite store: the records of its JSON Lines as rows, with JSON in some columns."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.memory import Memory, Relation
from memento_gui.interchange.cortexgraph.records import cortexgraph_memory, cortexgraph_relation
from memento_gui.interchange.sqlite_target import insertion, new_store

_JSON: Final = frozenset({"meta", "entities", "metadata"})
_MEMORY_COLUMNS: Final = (
    *("id", "content", "meta", "created_at", "last_used", "use_count", "strength", "status", "promoted_at", "promoted_to"),
    *("entities", "review_priority", "last_review_at", "review_count", "cross_domain_count"),
)
_RELATION_COLUMNS: Final = (
    *("id", "from_memory_id", "to_memory_id", "relation_type", "strength", "created_at", "metadata"),
)


def write_cortexgraph_store(path: Path, memories: Iterable[Memory], relations: Iterable[Relation]) -> None:
    """Write a store into an empty file.

    Raises:
        OSError: If the file cannot be written.
        Cancelled: As the memories are read.
    """
    with new_store(path, _SCHEMA) as connection:
        rows = (_row(_MEMORY_COLUMNS, cortexgraph_memory(memory, complete=True)) for memory in memories)
        connection.executemany(insertion("memories", _MEMORY_COLUMNS), rows)
        links = (_row(_RELATION_COLUMNS, cortexgraph_relation(relation)) for relation in relations)
        connection.executemany(insertion("relations", _RELATION_COLUMNS), links)


def _row(columns: tuple[str, ...], record: Mapping[str, Any]) -> list[Any]:
    return [_value(name, record.get(name)) for name in columns]


def _value(name: str, value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if name in _JSON and value is not None else value


_SCHEMA: Final = """
CREATE TABLE memories (
    id TEXT PRIMARY KEY, content TEXT NOT NULL, meta TEXT NOT NULL, created_at INTEGER NOT NULL,
    last_used INTEGER NOT NULL, use_count INTEGER NOT NULL DEFAULT 0, strength REAL NOT NULL DEFAULT 1.0,
    status TEXT NOT NULL, promoted_at INTEGER, promoted_to TEXT, embed BLOB, entities TEXT,
    review_priority REAL DEFAULT 0.0, last_review_at INTEGER, review_count INTEGER DEFAULT 0,
    cross_domain_count INTEGER DEFAULT 0
);
CREATE TABLE relations (
    id TEXT PRIMARY KEY, from_memory_id TEXT NOT NULL, to_memory_id TEXT NOT NULL, relation_type TEXT NOT NULL,
    strength REAL NOT NULL DEFAULT 1.0, created_at INTEGER NOT NULL, metadata TEXT NOT NULL,
    FOREIGN KEY (from_memory_id) REFERENCES memories(id) ON DELETE CASCADE,
    FOREIGN KEY (to_memory_id) REFERENCES memories(id) ON DELETE CASCADE
);
CREATE INDEX idx_memories_status ON memories(status);
CREATE INDEX idx_memories_last_used ON memories(last_used);
CREATE INDEX idx_relations_from ON relations(from_memory_id);
CREATE INDEX idx_relations_to ON relations(to_memory_id);
CREATE INDEX idx_relations_type ON relations(relation_type);
"""
