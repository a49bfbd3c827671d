"""Every bound is in the file itself: whoever writes to it, no value gets past."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from memento_gui.store import Store
from memento_gui.store.bounds import FIRST_MS, LAST_MS

GOOD: dict[str, dict[str, Any]] = {
    "memory": {"id": "m", "content": "c", "created_ms": 1, "updated_ms": 1},
    "memory_tag": {"memory_id": "a", "position": 7, "tag": "t"},
    "revision": {"memory_id": "a", "number": 1, "replaced_ms": 1, "title": "", "content": ""},
    "embedding": {"memory_id": "a", "model": "m", "duplicates": 0, "text_hash": "h", "vector": b"\0\0"},
    "relation": {
        "id": "r",
        "source_id": "x",
        "target_id": "y",
        "type": "t",
        "strength": 1.0,
        "created_ms": 1,
        "extra": "{}",
    },
    "feedback": {"memory_id": "a", "event": "used", "score": 1.0, "created_ms": 1},
    "review_state": {
        "memory_id": "a",
        "introduced_ms": 1,
        "due_ms": 1,
        "tau_days": 1.0,
        "interval_days": 1.0,
        "reviews": 0,
        "lapses": 0,
        "suspended": 0,
    },
    "review_log": {
        "id": "l",
        "memory_id": "a",
        "answered_ms": 1,
        "answer": "ok",
        "scheduler": "tau",
        "mode": "rehearse",
        "tau_before_days": 1.0,
        "tau_after_days": 1.0,
        "interval_before_days": 1.0,
        "interval_after_days": 1.0,
        "elapsed_days": 1.0,
        "predicted_recall": 0.5,
        "duration_ms": 5,
    },
    "parameter_set": {"name": "n", "saved_ms": 1, "numbers": "{}"},
    "judgement": {"query": "q", "memory_id": "a", "grade": 3, "judged_ms": 1},
    "saved_search": {"name": "n", "query": "q", "position": 0},
    "meta": {"key": "k", "value": "v"},
    "error_log": {"happened_ms": 1, "place": "p", "sentence": "s", "detail": "d"},
    "metric": {"name": "n", "measured_ms": 1, "value": 1.0},
    "change": {"table_name": "t", "key": "k", "kind": "insert"},
}
TOO_LATE, TOO_EARLY, ENDLESS = LAST_MS + 1, FIRST_MS - 1, float("inf")
BAD: dict[str, dict[str, list[Any]]] = {
    "memory": {
        "id": ["", "x" * 513, "a\0b", None, b"x"],
        "type": ["dreamt", "", "Working", None],
        "category": ["mood"],
        "scope": ["secret"],
        "status": ["deleted"],
        "importance": [-0.01, 1.01, ENDLESS, None, "high"],
        "strength": [-0.01, 2.01, ENDLESS],
        "pinned": [2, -1, None],
        "created_ms": [TOO_LATE, TOO_EARLY, None, "2026-01-01", 1.5],
        "updated_ms": [TOO_LATE, None],
        "last_used_ms": [TOO_LATE, TOO_EARLY],
        "deleted_ms": [TOO_LATE, "yes"],
        "views": [-1, 1.5],
        "cites": [-1],
        "edits": [-1],
        "uses": [-1],
        "revisions": [-1],
        "title": ["a\0", "x" * ((1 << 20) + 1)],
        "content": [None, "a\0b", "é" * ((1 << 19) + 1)],
        "extra": [None],
    },
    "memory_tag": {"tag": ["", "\0", None], "position": [-1], "memory_id": ["ghost"]},
    "revision": {"number": [-1], "replaced_ms": [TOO_LATE], "content": ["\0"], "title": ["\0"], "memory_id": ["ghost"]},
    "embedding": {
        "model": [""],
        "duplicates": [-1],
        "vector": [b"", b"\0", "text", None],
        "memory_id": ["ghost"],
        "text_hash": [None],
    },
    "relation": {
        "id": ["", "x" * 513],
        "source_id": [""],
        "target_id": ["x" * 513],
        "strength": [-1.0, ENDLESS],
        "created_ms": [TOO_LATE],
    },
    "feedback": {"event": ["loved", ""], "created_ms": [TOO_EARLY], "memory_id": ["ghost"]},
    "review_state": {
        "due_ms": [TOO_LATE],
        "introduced_ms": [TOO_EARLY],
        "last_review_ms": [TOO_LATE],
        "buried_until_ms": [TOO_LATE],
        "tau_days": [0.0, 36_501.0],
        "difficulty": [0.5, 10.5],
        "interval_days": [-1.0, ENDLESS],
        "stability_days": [-1.0],
        "reviews": [-1],
        "lapses": [-1],
        "suspended": [2],
        "memory_id": ["ghost"],
    },
    "review_log": {
        "id": [""],
        "answered_ms": [TOO_LATE],
        "answer": ["good"],
        "scheduler": ["tarot"],
        "mode": [""],
        "tau_before_days": [-1.0],
        "tau_after_days": [ENDLESS],
        "interval_before_days": [-1.0],
        "interval_after_days": [-1.0],
        "elapsed_days": [-1.0],
        "predicted_recall": [-0.1, 1.1],
        "duration_ms": [-1],
        "memory_id": ["ghost"],
    },
    "parameter_set": {"name": [""], "saved_ms": [TOO_LATE], "numbers": [None]},
    "judgement": {"query": [""], "grade": [-1, 4, 1.5], "judged_ms": [TOO_LATE], "memory_id": ["ghost"]},
    "saved_search": {"name": [""], "position": [-1]},
    "meta": {"key": [""], "value": [None]},
    "error_log": {"happened_ms": [TOO_LATE], "resolved_ms": [TOO_LATE]},
    "metric": {"name": [""], "measured_ms": [TOO_LATE]},
    "change": {"kind": ["touch"]},
}
CASES = [(table, column, value) for table, columns in BAD.items() for column, values in columns.items() for value in values]


@pytest.fixture
def by_hand(filled: Store) -> Iterator[sqlite3.Connection]:
    """Another program's connection."""
    with closing(sqlite3.connect(filled.path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        yield connection


def insert(connection: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    columns, marks = ", ".join(row), ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(row.values()))  # noqa: S608


@pytest.mark.parametrize("table", GOOD)
def test_a_row_within_the_bounds_is_taken(by_hand: sqlite3.Connection, table: str) -> None:
    insert(by_hand, table, GOOD[table])


def test_no_row_out_of_bounds_is_taken(by_hand: sqlite3.Connection) -> None:
    taken = []
    for table, column, value in CASES:
        by_hand.execute("BEGIN")
        try:
            insert(by_hand, table, {**GOOD[table], column: value})
        except sqlite3.IntegrityError:
            pass
        else:
            taken.append((table, column, value))
        by_hand.execute("ROLLBACK")
    assert taken == []


def test_every_bound_is_tried(by_hand: sqlite3.Connection) -> None:
    declared = dict(by_hand.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
    for table, columns in BAD.items():
        bounded = {name for name in declared[table].split("CONSTRAINT") if name.strip().startswith(f"ck_{table}_")}
        rules = {rule.strip().split(" ")[0].removeprefix(f"ck_{table}_").rpartition("_")[0] for rule in bounded}
        assert rules <= columns.keys(), table


def test_the_limits_themselves_are_within(by_hand: sqlite3.Connection) -> None:
    insert(
        by_hand,
        "memory",
        {
            "id": "x" * 512,
            "content": "é" * (1 << 19),
            "created_ms": FIRST_MS,
            "updated_ms": LAST_MS,
            "importance": 1.0,
            "strength": 2.0,
            "last_used_ms": None,
        },
    )
    assert by_hand.execute("SELECT length FROM memory WHERE id LIKE 'xx%'").fetchall() == [(1 << 19,)]
