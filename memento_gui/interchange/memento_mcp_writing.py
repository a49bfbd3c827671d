"""Memories as a store of memento-mcp-server, in the shape of its first releases.

It has columns for a memory's text, type, importance, scope, times, pin, tags, source and counts of views, cites and edits;
four kinds of links, and five of feedback. `mcp_losses` says what of a memory has no place there. Its vectors are made anew
by the server.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.memory import Feedback, Memory, Relation, clean_tags
from memento_gui.interchange.fields import MAX_SECONDS
from memento_gui.interchange.memento_jsonl import Entry
from memento_gui.interchange.sqlite_target import insertion, new_store

LINK_TYPES: Final = frozenset({"cause_of", "derived_from", "duplicates", "contradicts"})
FEEDBACK_EVENTS: Final = frozenset({"used", "edited", "neglected", "helpful", "not_helpful"})

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_HELD: Final = frozenset(
    {"id", "ordinal", "content", "type", "importance", "scope", "pinned", "tags", "source", "views", "cites", "edits"}
    | {"created_ms", "updated_ms", "last_used_ms", "uses", "extra", "deleted_ms"}
)
_DEFAULTS: Final = {field.name: field.default for field in fields(Memory)}


def write_mcp_store(path: Path, entries: Iterable[Entry], relations: Iterable[Relation]) -> None:
    """Write a store into an empty file; memories in the trash are left out, and so is what has no place.

    Raises:
        OSError: If the file cannot be written.
        Cancelled: As the entries are read.
    """
    with new_store(path, _SCHEMA) as connection:
        _write(connection, entries, relations)


def mcp_losses(memory: Memory) -> Iterator[str]:
    """Name the fields of a memory that do not come back from a store of memento-mcp-server."""
    for name in _DEFAULTS:
        if name not in _HELD and getattr(memory, name) != _DEFAULTS[name]:
            yield name
    if memory.updated_ms != memory.created_ms:
        yield "updated"
    if memory.uses != memory.cites:
        yield "uses"
    times = [memory.created_ms, *([] if memory.last_used_ms is None else [memory.last_used_ms])]
    if not all(0 <= instant <= MAX_SECONDS * 1000 for instant in times):
        yield "times before 1970"
    if set(memory.extra) - ({"tags"} if _raw_tags(memory) is not None else set()):
        yield "extra"


def held_link(relation: Relation, ids: frozenset[str] | set[str]) -> bool:
    """Whether a relation has a place: one of four kinds, between memories that are written."""
    return relation.type in LINK_TYPES and {relation.source_id, relation.target_id} <= ids


def _write(connection: sqlite3.Connection, entries: Iterable[Entry], relations: Iterable[Relation]) -> None:
    ids: set[str] = set()
    tag_numbers: dict[str, int] = {}
    for entry in entries:
        if not entry.memory.in_trash:
            ids.add(entry.memory.id)
            connection.execute(insertion("memory_item", _ITEM_COLUMNS), _item(entry.memory))
            _write_tags(connection, entry.memory, tag_numbers)
            said = [_feedback(event) for event in entry.feedback if event.event in FEEDBACK_EVENTS]
            connection.executemany(insertion("feedback_event", _FEEDBACK_COLUMNS), said)
    links = (_link(relation) for relation in relations if held_link(relation, ids))
    connection.executemany(insertion("memory_link", _LINK_COLUMNS, instead="OR IGNORE"), links)


def _write_tags(connection: sqlite3.Connection, memory: Memory, numbers: dict[str, int]) -> None:
    for tag in memory.tags:
        if tag not in numbers:
            numbers[tag] = len(numbers) + 1
            connection.execute(insertion("memory_tag", ("id", "name")), (numbers[tag], tag))
    rows = [(memory.id, numbers[tag]) for tag in memory.tags]
    connection.executemany(insertion("memory_item_tag", ("memory_id", "tag_id")), rows)


_ITEM_COLUMNS: Final = (
    *("id", "type", "content", "importance", "privacy_scope", "created_at", "last_accessed", "pinned", "tags", "source"),
    *("view_count", "cite_count", "edit_count"),
)
_LINK_COLUMNS: Final = ("source_id", "target_id", "relation_type", "created_at")
_FEEDBACK_COLUMNS: Final = ("memory_id", "event", "score", "created_at")


def _item(memory: Memory) -> tuple[Any, ...]:
    raw = _raw_tags(memory)
    tags = list(memory.tags) if raw is None else raw
    return (
        memory.id,
        str(memory.type),
        memory.content,
        memory.importance,
        str(memory.scope),
        _utc(memory.created_ms),
        None if memory.last_used_ms is None else _utc(memory.last_used_ms),
        int(memory.pinned),
        json.dumps(tags, ensure_ascii=False) if tags or raw is not None else None,
        memory.source or None,
        memory.views,
        memory.cites,
        memory.edits,
    )


def _feedback(event: Feedback) -> tuple[Any, ...]:
    return event.memory_id, event.event, event.score, _utc(event.created_ms)


def _link(relation: Relation) -> tuple[Any, ...]:
    return relation.source_id, relation.target_id, relation.type, _utc(relation.created_ms)


def _raw_tags(memory: Memory) -> list[Any] | None:
    """Return the list of tags as an import found it, where the memory still has its tags, the first ones and in order."""
    raw = memory.extra.get("tags")
    if not isinstance(raw, list) or not all(isinstance(tag, str) for tag in raw) or raw == list(memory.tags):
        return None
    listed = clean_tags(raw)
    return raw if memory.tags[: len(listed)] == listed else None


def _utc(instant_ms: int) -> str:
    """Return an instant as its text in UTC; fractions of a second only where there are some."""
    within = min(max(instant_ms, 0), MAX_SECONDS * 1000)
    moment = (_EPOCH + timedelta(milliseconds=within)).replace(tzinfo=None)
    return moment.isoformat(sep=" ", timespec="milliseconds" if within % 1000 else "seconds")


_SCHEMA: Final = """
CREATE TABLE memory_item (
  id TEXT PRIMARY KEY,
  type TEXT CHECK (type IN ('working','episodic','semantic','procedural')) NOT NULL,
  content TEXT NOT NULL,
  importance REAL CHECK (importance >= 0 AND importance <= 1) DEFAULT 0.5,
  privacy_scope TEXT CHECK (privacy_scope IN ('private','team','public')) DEFAULT 'private',
  created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  last_accessed TIMESTAMP,
  pinned BOOLEAN DEFAULT FALSE,
  tags TEXT,
  source TEXT,
  view_count INTEGER DEFAULT 0,
  cite_count INTEGER DEFAULT 0,
  edit_count INTEGER DEFAULT 0
);
CREATE TABLE memory_tag (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE memory_item_tag (
  memory_id TEXT NOT NULL,
  tag_id INTEGER NOT NULL,
  created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  FOREIGN KEY (memory_id) REFERENCES memory_item(id) ON DELETE CASCADE,
  FOREIGN KEY (tag_id) REFERENCES memory_tag(id) ON DELETE CASCADE,
  PRIMARY KEY (memory_id, tag_id)
);
CREATE TABLE memory_link (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source_id TEXT NOT NULL,
  target_id TEXT NOT NULL,
  relation_type TEXT CHECK (relation_type IN ('cause_of', 'derived_from', 'duplicates', 'contradicts')) NOT NULL,
  created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  FOREIGN KEY (source_id) REFERENCES memory_item(id) ON DELETE CASCADE,
  FOREIGN KEY (target_id) REFERENCES memory_item(id) ON DELETE CASCADE,
  UNIQUE(source_id, target_id, relation_type)
);
CREATE TABLE feedback_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_id TEXT NOT NULL,
  event TEXT CHECK (event IN ('used', 'edited', 'neglected', 'helpful', 'not_helpful')) NOT NULL,
  score REAL,
  created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  FOREIGN KEY (memory_id) REFERENCES memory_item(id) ON DELETE CASCADE
);
CREATE TABLE wm_buffer (
  session_id TEXT PRIMARY KEY,
  items TEXT NOT NULL,
  token_budget INTEGER DEFAULT 4000,
  created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  expires_at TIMESTAMP NOT NULL
);
CREATE TABLE memory_embedding (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_id TEXT NOT NULL,
  embedding TEXT NOT NULL,
  dim INTEGER NOT NULL,
  model TEXT,
  created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  FOREIGN KEY (memory_id) REFERENCES memory_item(id) ON DELETE CASCADE,
  UNIQUE(memory_id)
);
CREATE INDEX idx_memory_item_type ON memory_item(type);
CREATE INDEX idx_memory_item_created_at ON memory_item(created_at);
CREATE INDEX idx_memory_item_last_accessed ON memory_item(last_accessed);
CREATE INDEX idx_memory_item_pinned ON memory_item(pinned);
CREATE INDEX idx_memory_item_privacy_scope ON memory_item(privacy_scope);
CREATE INDEX idx_memory_item_importance ON memory_item(importance);
CREATE INDEX idx_memory_tag_memory_id ON memory_item_tag(memory_id);
CREATE INDEX idx_memory_tag_tag_id ON memory_item_tag(tag_id);
CREATE INDEX idx_memory_link_source ON memory_link(source_id);
CREATE INDEX idx_memory_link_target ON memory_link(target_id);
CREATE INDEX idx_feedback_memory_id ON feedback_event(memory_id);
CREATE INDEX idx_feedback_event ON feedback_event(event);
CREATE INDEX idx_feedback_created_at ON feedback_event(created_at);
CREATE INDEX idx_wm_buffer_expires_at ON wm_buffer(expires_at);
CREATE INDEX idx_memory_embedding_memory_id ON memory_embedding(memory_id);
CREATE INDEX idx_memory_embedding_dim ON memory_embedding(dim);
CREATE INDEX idx_memory_embedding_model ON memory_embedding(model);
CREATE VIRTUAL TABLE memory_item_fts USING fts5(
  content, tags, source, content='memory_item', content_rowid='rowid'
);
CREATE TRIGGER memory_item_fts_insert AFTER INSERT ON memory_item BEGIN
  INSERT INTO memory_item_fts(rowid, content, tags, source)
  VALUES (new.rowid, new.content, new.tags, new.source);
END;
CREATE TRIGGER memory_item_fts_delete AFTER DELETE ON memory_item BEGIN
  INSERT INTO memory_item_fts(memory_item_fts, rowid, content, tags, source)
  VALUES('delete', old.rowid, old.content, old.tags, old.source);
END;
CREATE TRIGGER memory_item_fts_update AFTER UPDATE ON memory_item BEGIN
  INSERT INTO memory_item_fts(memory_item_fts, rowid, content, tags, source)
  VALUES('delete', old.rowid, old.content, old.tags, old.source);
  INSERT INTO memory_item_fts(rowid, content, tags, source)
  VALUES (new.rowid, new.content, new.tags, new.source);
END;
"""
