"""Memories as columns: equal to the memories themselves, read whole or in part, and kept up to date by merging."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_gui.domain.features import UNKNOWN_DUPLICATES, FeatureTable
from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES, Memory
from memento_gui.store import Store, merged, text_hash

Make = Callable[..., Memory]

NUMBERS = ("created_ms", "updated_ms", "views", "cites", "edits", "uses", "revisions", "importance", "strength", "pinned")
words = st.sampled_from(["", "one", "two", "zwei 二"])
changes = st.fixed_dictionaries(
    {
        "type": st.sampled_from(TYPES),
        "category": st.sampled_from(CATEGORIES),
        "scope": st.sampled_from(SCOPES),
        "status": st.sampled_from(STATUSES),
        "source": words,
        "project": words,
        "session": words,
        "user": words,
        "importance": st.floats(0, 1),
        "strength": st.floats(0, 2),
        "pinned": st.booleans(),
        "views": st.integers(0, 9),
        "created_ms": st.integers(0, 10**12),
        "last_used_ms": st.none() | st.integers(0, 10**12),
        "deleted_ms": st.none() | st.just(7),
        "content": st.text("aé😀 ", max_size=9),
    }
)
reuse = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)


def empty(store: Store) -> None:
    with store.transaction() as writer:
        writer.delete([*store.ids(), *store.ids(trashed=True)])


def assert_shows(table: FeatureTable, memories: Sequence[Memory]) -> None:
    """The table has exactly these memories' values, in their order."""
    assert list(table.ids) == [memory.id for memory in memories]
    for name in NUMBERS:
        assert getattr(table, name).tolist() == [getattr(memory, name) for memory in memories]
    assert table.ordinal.tolist() == [memory.ordinal for memory in memories]
    assert table.length.tolist() == [len(memory.content) for memory in memories]
    assert table.trashed.tolist() == [memory.in_trash for memory in memories]
    used = [memory.created_ms if memory.last_used_ms is None else memory.last_used_ms for memory in memories]
    assert table.last_used_ms.tolist() == used
    for name, members in (("type", TYPES), ("category", CATEGORIES), ("scope", SCOPES), ("status", STATUSES)):
        assert [members[code] for code in getattr(table, name)] == [getattr(memory, name) for memory in memories]
    for name, vocabulary in (("project", table.projects), ("source", table.sources), ("user", table.users)):
        assert vocabulary[0] == ""
        assert len(set(vocabulary)) == len(vocabulary)
        assert [vocabulary[code] for code in getattr(table, name)] == [getattr(memory, name) for memory in memories]
    episodes = [(memory.source, memory.project, memory.session) for memory in memories]
    for row, episode in enumerate(episodes):
        assert (table.episode[row] == -1) == (episode == ("", "", ""))
        for other, another in enumerate(episodes):
            assert (table.episode[row] == table.episode[other]) == (episode == another)


def equal(one: FeatureTable, other: FeatureTable) -> bool:
    """Same rows with the same values; codes of vocabularies by the words they stand for."""
    coded = {"project": "projects", "source": "sources", "user": "users"}
    for field in fields(FeatureTable):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if field.name in coded:
            mine = [getattr(one, coded[field.name])[code] for code in mine]
            theirs = [getattr(other, coded[field.name])[code] for code in theirs]
        elif field.name in coded.values():
            continue
        if list(mine) != list(theirs):
            return False
    return True


def test_the_columns_have_the_kinds_that_the_engine_expects(filled: Store) -> None:
    kinds = {field.name: str(field.type) for field in fields(FeatureTable)}
    numpy_kinds = {"CodeArray": np.uint8, "IntArray": np.int64, "FloatArray": np.float64, "BoolArray": np.bool_}
    table = filled.features()
    for name, kind in kinds.items():
        wanted = next((numpy_kinds[word] for word in numpy_kinds if word in kind), None)
        column = getattr(table, name)
        if isinstance(column, np.ndarray) and wanted is not None:
            assert column.dtype == wanted, name
            assert column.flags.c_contiguous, name
    assert table.created_ms.dtype == np.int64
    assert table.type.dtype == np.uint8


def test_an_empty_store_is_an_empty_table(store: Store) -> None:
    table = store.features()
    assert (len(table), table.projects, table.sources, table.users) == (0, ("",), ("",), ("",))
    assert len(store.features_of(["nobody"])) == 0
    assert len(merged(table, table, [])) == 0


@reuse
@given(st.lists(changes, max_size=8))
def test_the_table_shows_the_memories(store: Store, make: Make, given_fields: list[dict[str, Any]]) -> None:
    empty(store)
    memories = [replace(make(f"id-{number}"), **own) for number, own in enumerate(given_fields)]
    with store.transaction() as writer:
        writer.insert(memories)
    ids = [memory.id for memory in memories]
    assert_shows(store.features(), store.get_many(ids))
    backwards = [*ids[::-2], "nobody", *ids[:1]]
    assert_shows(store.features_of(backwards), store.get_many(list(dict.fromkeys(backwards))))


@reuse
@given(st.lists(changes, min_size=1, max_size=8), st.lists(changes, max_size=8), st.data())
def test_merging_is_reading_anew(
    store: Store, make: Make, first: list[dict[str, Any]], later: list[dict[str, Any]], data: st.DataObject
) -> None:
    empty(store)
    ids = [f"id-{number}" for number in range(len(first))]
    with store.transaction() as writer:
        writer.insert([replace(make(identity), **own) for identity, own in zip(ids, first, strict=True)])
    before = store.features()
    removed = data.draw(st.lists(st.sampled_from(ids), unique=True))
    stay = [identity for identity in ids if identity not in removed]
    changed = dict(zip(stay, later, strict=False))
    added = [replace(make(f"new-{number}"), **own) for number, own in enumerate(later[len(changed) :])]
    with store.transaction() as writer:
        writer.set_fields(changed)
        writer.insert(added)
        writer.delete(removed)
    fresh = store.features_of([*(memory.id for memory in added[::-1]), *changed])
    assert equal(merged(before, fresh, [*removed, "nobody"]), store.features())
    assert list(before.ids) == ids  # what was read stays as it was


def test_who_is_removed_and_fresh_at_once_is_gone(filled: Store) -> None:
    table = filled.features()
    assert list(merged(table, filled.features_of(["a", "b"]), ["b"]).ids) == ["a", "c"]


def test_duplicates_are_those_of_one_model(filled: Store) -> None:
    hashes = [text_hash("", f"Text of {identity}") for identity in "abc"]
    vectors = np.eye(3, dtype=np.float32)
    assert filled.features().duplicates.tolist() == [UNKNOWN_DUPLICATES] * 3
    with filled.transaction() as writer:
        writer.put_embeddings("one", ["a", "b", "c"], vectors, hashes)
        writer.put_duplicate_counts("one", ["a", "b", "ghost"], [0, 4, 9])
    assert filled.features().duplicates.tolist() == [0, 4, UNKNOWN_DUPLICATES]
    assert filled.features_of(["b", "c"]).duplicates.tolist() == [4, UNKNOWN_DUPLICATES]
    with filled.transaction() as writer:
        writer.put_embeddings("two", ["c"], vectors[:1], hashes[:1])
        writer.put_duplicate_counts("two", ["c"], [7])
    assert filled.features().duplicates.tolist() == [UNKNOWN_DUPLICATES, UNKNOWN_DUPLICATES, 7]
    assert filled.features("one").duplicates.tolist() == [0, 4, UNKNOWN_DUPLICATES]
    assert filled.features_of(["b"], "one").duplicates.tolist() == [4]
    assert filled.duplicate_counts("one") == {"a": 0, "b": 4}


def test_more_rows_than_one_piece_and_one_list(store: Store, make: Make) -> None:
    number = 2_500
    ids = [f"id-{position}" for position in range(number)]
    with store.transaction() as writer:
        writer.insert([make(identity, project=f"p{position % 7}") for position, identity in enumerate(ids)])
    table = store.features()
    assert list(table.ids) == ids
    assert [table.projects[code] for code in table.project[:9]] == [f"p{position % 7}" for position in range(9)]
    assert list(store.features_of(ids[::-1][:2_000]).ids) == ids[::-1][:2_000]
