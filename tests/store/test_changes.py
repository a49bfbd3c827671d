"""The change feed: everything is told, to everybody, whoever did it, and nobody misses anything unknowingly."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Answer, Feedback, Memory, Relation, ReviewLogEntry, ReviewState, Revision
from memento_gui.store import Change, Judgement, SavedSearch, Store, Writer
from memento_gui.store.changes import KEPT_CHANGES, prune
from memento_gui.store.schema import FEEDS

Make = Callable[..., Memory]
Sql = Callable[..., list[Any]]

STATE = ReviewState(memory_id="a", introduced_ms=1, due_ms=2, tau_days=3.0, interval_days=1.0)
ENTRY = ReviewLogEntry(
    id="log",
    memory_id="a",
    answered_ms=1,
    answer=Answer.OK,
    scheduler="tau",
    mode="rehearse",
    tau_before_days=1.0,
    tau_after_days=2.0,
    interval_before_days=1.0,
    interval_after_days=2.0,
    elapsed_days=1.0,
    predicted_recall=0.7,
)


def what(changes: list[Change]) -> list[tuple[str, str, str]]:
    return [(change.table, change.key, change.kind) for change in changes]


DEEDS: list[tuple[Callable[[Writer], object], list[tuple[str, str, str]]]] = [
    (lambda w: w.set_fields({"a": {"pinned": True}}), [("memory", "a", "update")]),
    (lambda w: w.add_counts("a", views=1), [("memory", "a", "update")]),
    (lambda w: w.set_fields({"a": {"tags": ("x", "y", "z")}}), [("memory_tag", "a", "update")]),
    (
        lambda w: w.add_revision(Revision(memory_id="a", number=1, title="", content="", replaced_ms=1)),
        [("revision", "a", "insert")],
    ),
    (
        lambda w: w.add_relations([Relation(id="r", source_id="a", target_id="ghost", type="t", created_ms=1)]),
        [("relation", "a", "insert"), ("relation", "ghost", "insert")],
    ),
    (lambda w: w.add_feedback(Feedback(memory_id="a", event="used", created_ms=1)), [("feedback", "a", "insert")]),
    (lambda w: w.put_review_state(STATE), [("review_state", "a", "insert")]),
    (lambda w: w.put_review_state(replace(STATE, due_ms=9)), [("review_state", "a", "update")]),
    (lambda w: w.add_log(ENTRY), [("review_log", "a", "insert")]),
    (lambda w: w.put_embeddings("m", ["a"], np.ones((1, 2)), ["h"]), [("embedding", "a", "insert")]),
    (lambda w: w.put_duplicate_counts("m", ["a"], [2]), [("embedding", "a", "update")]),
    (lambda w: w.put_duplicate_counts("m", ["a"], [2]), []),
    (
        lambda w: w.put_judgement(Judgement(query="q", memory_id="a", grade=3, judged_ms=1)),
        [("judgement", "a", "insert")],
    ),
    (lambda w: w.put_parameter_set("mine", {"ranking": {}}), [("parameter_set", "mine", "insert")]),
    (lambda w: w.put_parameter_set("mine", {"ranking": {}}), [("parameter_set", "mine", "update")]),
    (lambda w: w.put_saved_search(SavedSearch(name="s", query="q")), [("saved_search", "s", "insert")]),
    (lambda w: w.put_setting("k", "v"), [("meta", "k", "insert")]),
    (lambda w: w.put_setting("k", "w"), [("meta", "k", "update")]),
    (lambda w: w.put_setting("k", None), [("meta", "k", "delete")]),
    (lambda w: w.remove_review_state("a"), [("review_state", "a", "delete")]),
    (lambda w: w.add_error(place="here", sentence="Oh."), []),
]


def test_every_deed_is_told_once(filled: Store) -> None:
    for deed, told in DEEDS:
        last = filled.last_change()
        with filled.transaction() as writer:
            deed(writer)
        assert what(filled.changes(last)) == told
        assert filled.last_change() == max([last, *(change.sequence for change in filled.changes(last))])


def test_a_new_memory_and_its_tags_are_two_changes(filled: Store, make: Make) -> None:
    last = filled.last_change()
    with filled.transaction() as writer:
        writer.insert([make("d", tags=("1", "2", "3"))])
    assert what(filled.changes(last)) == [("memory", "d", "insert"), ("memory_tag", "d", "update")]


def test_a_purge_tells_what_went_with_it(filled: Store) -> None:
    with filled.transaction() as writer:
        for deed, _ in DEEDS[:-4]:
            deed(writer)
    last = filled.last_change()
    with filled.transaction() as writer:
        writer.delete(["a"])
    gone = what(filled.changes(last))
    tables = {"memory", "revision", "embedding", "feedback", "review_state", "review_log", "judgement"}
    assert {table for table, key, kind in gone if kind == "delete"} == tables
    assert ("memory_tag", "a", "update") in gone
    assert {key for _, key, _ in gone} == {"a"}


def test_changes_know_whether_they_concern_a_memory(filled: Store) -> None:
    with filled.transaction() as writer:
        writer.put_setting("k", "v")
    by_table = {change.table: change.memory_id for change in filled.changes(0)}
    assert by_table == {"memory": "c", "memory_tag": "a", "meta": None}


def test_what_another_program_writes_is_told_too(filled: Store, sql: Sql) -> None:
    last, version = filled.last_change(), filled.data_version()
    sql(
        filled.path,
        "UPDATE memory SET pinned = 1 WHERE id = 'b'",
        "INSERT INTO memory (id, content, created_ms, updated_ms) VALUES ('hand', 'made', 1, 1)",
        "DELETE FROM memory WHERE id = 'c'",
    )
    assert what(filled.changes(last)) == [
        ("memory", "b", "update"),
        ("memory", "hand", "insert"),
        ("memory", "c", "delete"),
    ]
    assert filled.data_version() != version
    assert filled.get("hand").type == "episodic"


def test_the_data_version_tells_of_any_commit_and_only_of_commits(filled: Store, path: Path, clock: FixedClock) -> None:
    first = filled.data_version()
    assert filled.data_version() == first
    with filled.transaction() as writer:
        writer.put_setting("k", "v")
        assert filled.data_version() == first
    second = filled.data_version()
    assert second != first
    with Store.open(path, clock=clock) as other, other.transaction() as writer:
        writer.put_setting("k", "w")
    assert filled.data_version() != second


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["tags", "pinned"]), st.booleans()), max_size=12))
def test_whoever_looks_in_between_misses_nothing(filled: Store, deeds: list[tuple[str, str, bool]]) -> None:
    """A row that moves to a higher sequence instead of a second one being added is seen again by who has seen it."""
    seen = filled.last_change()
    waiting: set[tuple[str, str]] = set()
    for identity, field, look in deeds:
        with filled.transaction() as writer:
            writer.set_fields({identity: {field: ("t", "u") if field == "tags" else True}})
        waiting.add(("memory_tag" if field == "tags" else "memory", identity))
        if look:
            told = filled.changes(seen)
            assert {(change.table, change.key) for change in told} == waiting
            assert [change.sequence for change in told] == sorted({change.sequence for change in told})
            seen, waiting = filled.last_change(), set()


# Pruning


def fill(store: Store, number: int) -> None:
    """Write as many changes of settings."""
    with store.transaction() as writer:
        for count in range(number):
            writer.put_setting(f"k{count % 2}", str(count))


def prune_to(store: Store, keep: int) -> None:
    with store._writers.begin() as connection:
        prune(connection, keep)


def test_who_is_too_far_behind_is_told_to_reload(filled: Store) -> None:
    fill(filled, 100)
    last = filled.last_change()
    prune_to(filled, 20)
    kept = filled.changes(0)
    assert (kept[0].kind, kept[0].memory_id) == ("reload", None)
    assert [change.kind for change in kept[1:]].count("reload") == 0
    assert 20 <= len(kept) <= 22
    assert filled.last_change() == last
    assert filled.changes(last - 5) == kept[-5:]  # who is close enough reads on
    assert filled.changes(kept[0].sequence) == kept[1:]
    assert filled.changes(kept[0].sequence - 1) == kept


def test_pruning_waits_until_it_is_worth_it_and_can_be_repeated(filled: Store) -> None:
    fill(filled, 30)
    before = filled.changes(0)
    prune_to(filled, 20)
    assert filled.changes(0) == before
    for _ in range(3):
        fill(filled, 60)
        prune_to(filled, 20)
        assert [change.kind for change in filled.changes(0)].count("reload") == 1
        assert filled.changes(0)[0].kind == "reload"
    prune_to(filled, 0)
    assert filled.changes(filled.last_change()) == []


def test_sequences_go_on_after_pruning(filled: Store) -> None:
    fill(filled, 100)
    last = filled.last_change()
    prune_to(filled, 0)
    fill(filled, 1)
    assert filled.last_change() == last + 1


def test_who_is_ahead_of_the_file_is_told_to_reload(filled: Store) -> None:
    last = filled.last_change()
    assert filled.changes(last + 1) == [Change(last, "*", "", "reload")]


@pytest.mark.slow
def test_a_transaction_prunes_by_itself(store: Store, make: Make) -> None:
    with store.transaction() as writer:
        writer.insert([make(f"id-{number}") for number in range(2 * KEPT_CHANGES + 10)])
    kept = store.changes(0)
    assert kept[0].kind == "reload"
    assert len(kept) == KEPT_CHANGES + 1


def test_every_table_is_fed_or_known_not_to_be(store: Store, sql: Sql) -> None:
    tables = {name for (name,) in sql(store.path, "SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables - set(FEEDS) == {"alembic_version", "change", "error_log", "metric", "sqlite_sequence"}


@given(deeds=st.lists(st.tuples(st.booleans(), st.sampled_from(range(6))), max_size=12), since=st.integers(0, 14))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
def test_a_summary_says_what_the_rows_say_and_who_wrote_them(
    tmp_path_factory: pytest.TempPathFactory, clock: FixedClock, deeds: list[tuple[bool, int]], since: int
) -> None:
    path = tmp_path_factory.mktemp("feed") / "memento.db"
    with Store.open(path, clock=clock) as mine, Store.open(path, clock=clock) as theirs:
        foreign: set[str] = set()
        for own, which in deeds:
            before = mine.last_change()
            with (mine if own else theirs).transaction() as writer:
                if which == 0:
                    writer.put_setting("some", "value")
                elif which == 1:
                    writer.add_relations(
                        [Relation(id=f"r{before}", source_id=f"x{before}", target_id="y", type="t", created_ms=1)]
                    )
                else:
                    writer.insert([Memory(id=f"{which}-{before}", content="text", created_ms=1, updated_ms=1)])
            if not own:
                foreign |= {row.memory_id for row in mine.changes(max(since, before)) if row.memory_id is not None}
        rows, found = mine.changes(since), mine.summary(since)
        assert found.reload == any(row.kind == "reload" for row in rows)
        if not found.reload:
            assert found.memories == {row.memory_id for row in rows} - {None}
            assert found.tables == {row.table for row in rows}
            assert found.last == max((row.sequence for row in rows), default=since)
            assert mine.written_elsewhere(since, found.last) == foreign
            of_links = {row.key for row in rows if row.table == "relation"}
            assert mine.summary(since, of={"relation"}).memories == of_links


def test_a_change_that_was_not_committed_is_nobodys(tmp_path: Path, clock: FixedClock) -> None:
    path = tmp_path / "memento.db"
    with Store.open(path, clock=clock) as mine, Store.open(path, clock=clock) as theirs:
        with contextlib.suppress(RuntimeError), mine.transaction() as writer:
            writer.insert([Memory(id="a", content="text", created_ms=1, updated_ms=1)])
            raise RuntimeError
        with theirs.transaction() as writer:
            writer.insert([Memory(id="b", content="text", created_ms=1, updated_ms=1)])
        assert mine.written_elsewhere(0, mine.last_change()) == {"b"}
