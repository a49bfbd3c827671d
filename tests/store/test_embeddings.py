"""Vectors: half floats by model, in import order, and known to be out of date when the text changes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from memento_gui.domain.errors import InvalidMemory
from memento_gui.domain.memory import Memory
from memento_gui.domain.texts import Text
from memento_gui.store import Store, text_hash

Make = Callable[..., Memory]
Sql = Callable[..., list[Any]]

MODEL = "all-MiniLM-L6-v2"


def hashes_of(store: Store, *ids: str) -> list[str]:
    return [text_hash(text.title, text.content) for text in (store.texts([identity])[identity] for identity in ids)]


def embed(store: Store, *ids: str, model: str = MODEL) -> None:
    """Give memories a vector of the text that they have now."""
    with store.transaction() as writer:
        writer.put_embeddings(model, ids, np.ones((len(ids), 4), dtype=np.float32), hashes_of(store, *ids))


def test_the_hash_is_that_of_what_is_embedded() -> None:
    assert text_hash("T", "c") == text_hash("", Text("T", "c").full)
    assert text_hash("", "c") != text_hash("c", "")
    assert len(text_hash("", "")) == 64


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(arrays.arrays(np.float32, (3, 5), elements=st.floats(-1, 1, width=32)))
def test_vectors_come_back_as_half_floats_in_import_order(filled: Store, vectors: np.ndarray[Any, Any]) -> None:
    with filled.transaction() as writer:
        writer.put_embeddings(MODEL, ["c", "a", "b"], vectors, ["hc", "ha", "hb"])
    ids, matrix, hashes = filled.embeddings(MODEL)
    assert (ids, hashes) == (["a", "b", "c"], ["ha", "hb", "hc"])
    assert matrix.dtype == np.float32
    assert np.array_equal(matrix, vectors[[1, 2, 0]].astype(np.float16).astype(np.float32))


def test_no_vectors_are_an_empty_matrix(filled: Store) -> None:
    ids, matrix, hashes = filled.embeddings(MODEL)
    assert (ids, len(matrix), hashes) == ([], 0, [])


def test_what_has_no_vector_waits_newest_first(filled: Store, make: Make) -> None:
    with filled.transaction() as writer:
        writer.insert([make("old", created_ms=5), make("new", created_ms=9), make("trashed", deleted_ms=1)])
        writer.set_fields({identity: {"created_ms": 7} for identity in "abc"})
    assert filled.pending(MODEL) == ["new", "c", "b", "a", "old"]
    embed(filled, "new", "b")
    assert filled.pending(MODEL) == ["c", "a", "old"]
    assert filled.pending("another") == ["new", "c", "b", "a", "old"]
    assert filled.models() == {MODEL: 2}


@pytest.mark.parametrize("fields", [{"content": "new words"}, {"title": "A title"}])
def test_a_changed_text_waits_for_a_new_vector_and_its_undo_does_not(filled: Store, fields: dict[str, str]) -> None:
    embed(filled, "a", "b", "c")
    with filled.transaction() as writer:
        writer.put_duplicate_counts(MODEL, ["a", "b"], [3, 3])
        writer.set_fields({"a": fields, "b": {"importance": 0.9}})
    assert filled.pending(MODEL) == ["a"]
    assert filled.duplicate_counts(MODEL) == {"b": 3}
    with filled.transaction() as writer:
        writer.set_fields({"a": {"content": "Text of a", "title": ""}})
    assert filled.pending(MODEL) == []


def test_a_text_changed_while_it_was_embedded_waits_again(filled: Store) -> None:
    old = hashes_of(filled, "a", "b", "c")
    with filled.transaction() as writer:
        writer.set_fields({"a": {"content": "changed meanwhile"}})
    with filled.transaction() as writer:
        writer.put_embeddings(MODEL, ["a", "b", "c"], np.ones((3, 4)), old)
    assert filled.pending(MODEL) == ["a"]


def test_a_text_changed_by_another_program_waits_until_it_is_embedded(filled: Store, sql: Sql) -> None:
    embed(filled, "a", "b", "c")
    sql(filled.path, "UPDATE memory SET content = 'by hand' WHERE id = 'b'")
    sql(filled.path, "UPDATE memory SET content = content WHERE id = 'c'")
    assert filled.pending(MODEL) == ["b"]
    embed(filled, "b")
    assert filled.pending(MODEL) == []


def test_what_was_purged_meanwhile_is_skipped(filled: Store) -> None:
    with filled.transaction() as writer:
        writer.delete(["b"])
    with filled.transaction() as writer:
        writer.put_embeddings(MODEL, ["a", "b"], np.ones((2, 4)), ["x", "y"])
        writer.put_embeddings(MODEL, [], np.ones((0, 4)), [])
        writer.put_duplicate_counts(MODEL, [], [])
    assert filled.embeddings(MODEL)[0] == ["a"]


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e30])
def test_a_vector_of_no_ordinary_numbers_is_refused(filled: Store, bad: float) -> None:
    with pytest.raises(InvalidMemory, match="not made of ordinary numbers"), filled.transaction() as writer:
        writer.put_embeddings(MODEL, ["a"], np.array([[0.0, bad]]), ["x"])
    with pytest.raises(InvalidMemory, match="do not match"), filled.transaction() as writer:
        writer.put_embeddings(MODEL, ["a", "b"], np.ones((1, 4)), ["x"])
    assert filled.models() == {}


def test_a_vector_of_another_length_does_not_break_the_rest(filled: Store, sql: Sql) -> None:
    embed(filled, "a", "b", "c")
    sql(filled.path, "UPDATE embedding SET vector = x'003C' WHERE memory_id = 'a'")
    ids, matrix, _ = filled.embeddings(MODEL)
    assert (ids, matrix.shape) == (["b", "c"], (2, 4))


def test_a_models_vectors_can_be_removed(filled: Store) -> None:
    embed(filled, "a", "b")
    embed(filled, "a", model="another")
    with filled.transaction() as writer:
        assert writer.remove_embeddings(MODEL) == 2
    assert filled.models() == {"another": 1}
