"""The samples, what they are known to hold, and small stores written for one test."""

import hashlib
import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

SAMPLES = Path(__file__).parent.parent / "data" / "samples"
NOW_MS = 1_796_040_000_000

Lines = Callable[..., Path]
Listing = dict[str, str]


@pytest.fixture(scope="session")
def samples() -> Path:
    return SAMPLES


@pytest.fixture(scope="session")
def expected() -> Any:
    return json.loads((SAMPLES / "EXPECTED.json").read_text(encoding="utf-8"))


@pytest.fixture
def now_ms() -> int:
    return NOW_MS


@pytest.fixture
def jsonl(tmp_path: Path) -> Lines:
    """Write a memories.jsonl: objects become lines, bytes stay as they are."""

    def write(*lines: Mapping[str, Any] | bytes, end: bytes = b"\n", name: str = "memories.jsonl") -> Path:
        raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        path = tmp_path / name
        path.write_bytes(b"".join(line + end for line in raw))
        return path

    return write


@pytest.fixture
def memento_db(tmp_path: Path) -> Path:
    """A copy of the memento-mcp-server sample, alone in a folder."""
    folder = tmp_path / "source"
    folder.mkdir()
    return Path(shutil.copy(SAMPLES / "memento.db", folder / "memento.db"))


@pytest.fixture
def cortexgraph_db(tmp_path: Path) -> Path:
    """The JSONL sample's live rows in CortexGraph's SQLite schema."""
    path = tmp_path / "cortexgraph.db"
    connection = sqlite3.connect(path)
    connection.executescript(_CORTEXGRAPH_SCHEMA)
    for table, name in (("memories", "memories.jsonl"), ("relations", "relations.jsonl")):
        for record in _live(SAMPLES / "cortexgraph_jsonl" / name):
            values = [json.dumps(value) if isinstance(value, dict | list) else value for value in record.values()]
            columns, marks = ", ".join(record), ", ".join("?" * len(record))
            connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)  # noqa: S608
    connection.commit()
    connection.close()
    return path


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Move the computer to another time zone."""

    def move(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def listing() -> Callable[[Path], Listing]:
    """Every file of a folder with the checksum of its bytes."""

    def made(folder: Path) -> Listing:
        return {entry.name: hashlib.sha256(entry.read_bytes()).hexdigest() for entry in sorted(folder.iterdir())}

    return made


def _live(path: Path) -> list[dict[str, Any]]:
    live: dict[str, dict[str, Any]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record.get("_deleted"):
            live.pop(record["id"], None)
        else:
            live[record["id"]] = record
    return list(live.values())


_CORTEXGRAPH_SCHEMA = """
CREATE TABLE memories (
    id TEXT PRIMARY KEY, content TEXT NOT NULL, meta TEXT NOT NULL, created_at INTEGER NOT NULL,
    last_used INTEGER NOT NULL, use_count INTEGER NOT NULL DEFAULT 0, strength REAL NOT NULL DEFAULT 1.0,
    status TEXT NOT NULL, promoted_at INTEGER, promoted_to TEXT, embed BLOB, entities TEXT,
    review_priority REAL DEFAULT 0.0, last_review_at INTEGER, review_count INTEGER DEFAULT 0,
    cross_domain_count INTEGER DEFAULT 0
);
CREATE TABLE relations (
    id TEXT PRIMARY KEY, from_memory_id TEXT NOT NULL, to_memory_id TEXT NOT NULL, relation_type TEXT NOT NULL,
    strength REAL NOT NULL DEFAULT 1.0, created_at INTEGER NOT NULL, metadata TEXT NOT NULL
);
"""
