"""CortexGraph's SQLite store with what only a database can hold."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled, UnknownFormat
from memento_gui.interchange import read

Listing = dict[str, str]


@pytest.fixture
def changed(cortexgraph_db: Path) -> Callable[..., Path]:
    """Change the sample with one statement."""

    def made(statement: str, *values: Any) -> Path:
        connection = sqlite3.connect(cortexgraph_db)
        connection.execute(statement, values)
        connection.commit()
        connection.close()
        return cortexgraph_db

    return made


def test_bytes_that_are_no_text_lose_one_row_only(changed: Callable[..., Path], now_ms: int) -> None:
    path = changed("UPDATE memories SET content = CAST(x'66ff6f' AS TEXT) WHERE rowid = 3")
    imported = read(path, now_ms=now_ms)
    assert len(imported.memories) == 63
    assert [problem.place for problem in imported.problems] == ["memories, row 3"]
    assert "UTF-8" in imported.problems[0].what


@pytest.mark.parametrize("value", ["x'00ff'", "CAST('a' || char(0) AS TEXT)"], ids=["binary", "NUL"])
def test_a_content_that_cannot_be_kept_loses_one_row_only(changed: Callable[..., Path], now_ms: int, value: str) -> None:
    imported = read(changed(f"UPDATE memories SET content = {value} WHERE rowid = 1"), now_ms=now_ms)  # noqa: S608
    assert len(imported.memories) == 63
    assert [problem.place for problem in imported.problems] == ["memories, row 1"]


def test_meta_that_is_no_json_stays_as_text(changed: Callable[..., Path], now_ms: int) -> None:
    imported = read(changed("UPDATE memories SET meta = '{broken' WHERE rowid = 1"), now_ms=now_ms)
    assert len(imported.memories) == 64
    assert imported.memories[0].extra["meta"] == "{broken"
    assert {problem.place for problem in imported.problems} == {"memories, row 1"}


def test_a_column_of_a_later_release_goes_into_extra(changed: Callable[..., Path], now_ms: int) -> None:
    imported = read(changed("ALTER TABLE memories ADD COLUMN mood TEXT DEFAULT 'calm'"), now_ms=now_ms)
    assert {memory.extra["mood"] for memory in imported.memories} == {"calm"}


def test_the_database_is_found_in_its_folder(cortexgraph_db: Path, now_ms: int) -> None:
    assert read(cortexgraph_db.parent, now_ms=now_ms) == read(cortexgraph_db, now_ms=now_ms)


def test_of_two_stores_in_a_folder_the_other_one_is_named(
    cortexgraph_db: Path, jsonl: Callable[..., Path], now_ms: int
) -> None:
    jsonl({"id": "a", "content": "x", "created_at": 1})
    imported = read(cortexgraph_db.parent, now_ms=now_ms)
    assert (imported.format, len(imported.memories)) == ("cortexgraph-jsonl", 1)
    assert any("cortexgraph.db is in the folder too" in note for note in imported.notes)
    assert read(cortexgraph_db.parent, now_ms=now_ms, format="cortexgraph-sqlite").format == "cortexgraph-sqlite"


def test_nothing_is_written_beside_it(cortexgraph_db: Path, listing: Callable[[Path], Listing], now_ms: int) -> None:
    before = listing(cortexgraph_db.parent)
    read(cortexgraph_db, now_ms=now_ms)
    assert listing(cortexgraph_db.parent) == before


def test_a_cancelled_import_stops(cortexgraph_db: Path, now_ms: int) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        read(cortexgraph_db, now_ms=now_ms, cancel=cancel)


def test_another_database_is_refused(memento_db: Path, now_ms: int) -> None:
    with pytest.raises(UnknownFormat, match=r"memento\.db is no store of CortexGraph"):
        read(memento_db, now_ms=now_ms, format="cortexgraph-sqlite")
