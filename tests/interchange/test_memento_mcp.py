"""memento-mcp-server's store with odd values, and as later releases write it."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_gui.domain.memory import Memory
from memento_gui.interchange import Imported, read

FIRST = "mem_1795990635266_iljsuhl2s"


@pytest.fixture
def changed(memento_db: Path, now_ms: int) -> Callable[..., Imported]:
    """Change the sample with some statements, constraints off, and read it."""

    def made(*statements: str) -> Imported:
        connection = sqlite3.connect(memento_db)
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()
        return read(memento_db, now_ms=now_ms)

    return made


def first(imported: Imported) -> Memory:
    return next(memory for memory in imported.memories if memory.id == FIRST)


def set_first(assignment: str) -> str:
    return f"UPDATE memory_item SET {assignment} WHERE id = '{FIRST}'"  # noqa: S608


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("'2026-11-22T19:36:00Z'", datetime(2026, 11, 22, 19, 36, tzinfo=UTC)),
        ("'2026-11-22T19:36:00.250Z'", datetime(2026, 11, 22, 19, 36, 0, 250_000, tzinfo=UTC)),
        ("'2026-11-22 20:36:00+01:00'", datetime(2026, 11, 22, 19, 36, tzinfo=UTC)),
        ("'2026-11-22'", datetime(2026, 11, 22, tzinfo=UTC)),
        ("1795376160", datetime.fromtimestamp(1_795_376_160, UTC)),
        ("1795376160123", datetime.fromtimestamp(1_795_376_160.123, UTC)),
    ],
)
def test_times_in_every_way_they_are_written(changed: Callable[..., Imported], written: str, instant: datetime) -> None:
    imported = changed(set_first(f"created_at = {written}"))
    assert first(imported).created_ms == round(instant.timestamp() * 1000)
    assert imported.problems == ()


@pytest.mark.parametrize("written", ["'soon'", "-5", "1e300", "x'00'", "'0001-01-01 00:00:00'"])
def test_what_is_no_time_is_reported(changed: Callable[..., Imported], written: str) -> None:
    imported = changed(set_first(f"created_at = {written}"))
    assert first(imported).created_ms == first(imported).last_used_ms
    assert {problem.place for problem in imported.problems} == {"memory_item, row 1"}


@pytest.mark.parametrize(("written", "kept"), [("1.7", 1.0), ("-0.1", 0.0), ("9e999", 0.5), ("'high'", 0.5)])
def test_an_importance_beyond_its_bounds_is_reported(changed: Callable[..., Imported], written: str, kept: float) -> None:
    imported = changed(set_first(f"importance = {written}"))
    assert first(imported).importance == kept
    assert "importance" in first(imported).extra
    assert {problem.place for problem in imported.problems} == {"memory_item, row 1"}


def test_unknown_words_are_kept_raw(changed: Callable[..., Imported]) -> None:
    imported = changed(set_first("type = 'dream', privacy_scope = 'all', pinned = 'perhaps'"))
    memory = first(imported)
    assert (memory.type, memory.scope, memory.pinned) == ("episodic", "private", False)
    assert memory.extra == {"type": "dream", "privacy_scope": "all", "pinned": "perhaps"}
    assert len(imported.problems) == 3


def test_tags_that_are_no_json_are_kept_raw(changed: Callable[..., Imported]) -> None:
    imported = changed(set_first("tags = 'a, b'"))
    assert (first(imported).tags, first(imported).extra) == ((), {"tags": "a, b"})
    assert [problem.place for problem in imported.problems] == ["memory_item, row 1"]


def test_empty_and_repeated_tags_go_and_the_list_stays(changed: Callable[..., Imported]) -> None:
    memory = first(changed(set_first("""tags = '["", "b", "b", "a"]'""")))
    assert (memory.tags, memory.extra["tags"]) == (("b", "a"), ["", "b", "b", "a"])


def test_refused_contents_take_their_feedback_along(changed: Callable[..., Imported]) -> None:
    imported = changed(set_first("content = x'ff00'"))
    assert len(imported.memories) == 46
    assert [problem.place for problem in imported.problems] == ["memory_item, row 1", "feedback_event, row 1"]
    assert len(imported.feedback) == 12


def test_feedback_that_is_not_known_here_is_reported(changed: Callable[..., Imported]) -> None:
    imported = changed(
        "UPDATE feedback_event SET event = 'applauded' WHERE id = 1", "UPDATE feedback_event SET score = 9e999 WHERE id = 2"
    )
    assert imported.feedback[0].score == 0.0
    assert [problem.place for problem in imported.problems] == ["feedback_event, row 1", "feedback_event, row 2"]


def test_rows_without_an_id_get_one(changed: Callable[..., Imported]) -> None:
    imported = changed(*["INSERT INTO memory_item (id, type, content) VALUES (NULL, 'working', 'same')"] * 2)
    assert len({memory.id for memory in imported.memories}) == 49


def test_columns_of_later_releases_find_their_place(changed: Callable[..., Imported]) -> None:
    columns = [
        "project_id TEXT",
        "owner_id TEXT",
        "session_id TEXT",
        "is_deleted BOOLEAN DEFAULT FALSE",
        "deleted_at TEXT",
        "num_times INTEGER",
    ]
    imported = changed(
        *(f"ALTER TABLE memory_item ADD COLUMN {column}" for column in columns),
        set_first(
            "project_id = 'p', owner_id = 'u', session_id = 's', is_deleted = 1, deleted_at = '2026-11-29 00:00:00',"
            " num_times = 3"
        ),
    )
    memory = first(imported)
    assert (memory.project, memory.user, memory.session, memory.extra) == ("p", "u", "s", {"num_times": 3})
    assert memory.deleted_ms == round(datetime(2026, 11, 29, tzinfo=UTC).timestamp() * 1000)
    assert sum(one.in_trash for one in imported.memories) == 1


def test_tables_of_later_releases_are_read_or_noted(changed: Callable[..., Imported]) -> None:
    imported = changed(
        "CREATE TABLE memory_relation (id INTEGER PRIMARY KEY, source_id TEXT, target_id TEXT, relation_type TEXT,"
        " confidence REAL, metadata TEXT)",
        f"INSERT INTO memory_relation VALUES (1, '{FIRST}', 'gone', 'FOLLOWS', 0.7, '{{}}')",  # noqa: S608
        "CREATE TABLE anchor (id INTEGER PRIMARY KEY, slot TEXT)",
        "INSERT INTO anchor VALUES (1, 'A')",
    )
    relation = imported.relations[-1]
    assert (relation.type, relation.strength, relation.extra) == ("FOLLOWS", 0.7, {"metadata": "{}"})
    assert any("anchor" in note for note in imported.notes)


def test_the_same_link_has_the_same_id_in_every_store(changed: Callable[..., Imported]) -> None:
    before = changed()
    after = changed("UPDATE memory_link SET id = id + 100")
    assert before.relations == after.relations
