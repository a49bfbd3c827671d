"""Memories: what goes in comes out, what changes changes alone, and stale edits write nothing."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import InvalidMemory, StaleEdit, StoreError, UnknownMemory
from memento_gui.domain.memory import (
    CATEGORIES,
    MAX_CONTENT_BYTES,
    SCOPES,
    STATUSES,
    TYPES,
    Feedback,
    Memory,
    Relation,
    Revision,
)
from memento_gui.domain.texts import Text
from memento_gui.store import Store
from memento_gui.store.bounds import FIRST_MS, LAST_MS

Make = Callable[..., Memory]
Sql = Callable[..., list[Any]]

SETTABLE = [field.name for field in fields(Memory) if field.name not in {"id", "ordinal"}]

text = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=40)
times = st.integers(FIRST_MS, LAST_MS)
counts = st.integers(0, 10**9)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
memories = st.builds(
    Memory,
    id=st.text(st.characters(exclude_characters="\0", codec="utf-8"), min_size=1, max_size=60),
    content=text,
    title=text,
    type=st.sampled_from(TYPES),
    category=st.sampled_from(CATEGORIES),
    tags=st.lists(text.filter(bool), max_size=4, unique=True).map(tuple),
    importance=st.floats(0, 1),
    pinned=st.booleans(),
    strength=st.floats(0, 2),
    source=text,
    session=text,
    project=text,
    user=text,
    scope=st.sampled_from(SCOPES),
    status=st.sampled_from(STATUSES),
    created_ms=times,
    updated_ms=times,
    last_used_ms=st.none() | times,
    views=counts,
    cites=counts,
    edits=counts,
    uses=counts,
    revisions=counts,
    deleted_ms=st.none() | times,
    extra=st.dictionaries(st.text(max_size=8), json_values, max_size=3),
)
reuse = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)


def empty(store: Store) -> None:
    with store.transaction() as writer:
        writer.delete([*store.ids(), *store.ids(trashed=True)])


@reuse
@given(st.lists(memories, max_size=6, unique_by=lambda memory: memory.id))
def test_what_goes_in_comes_out(store: Store, given_ones: list[Memory]) -> None:
    empty(store)
    with store.transaction() as writer:
        ordinals = writer.insert(given_ones)
    expected = [replace(memory, ordinal=ordinal) for memory, ordinal in zip(given_ones, ordinals, strict=True)]
    ids = [memory.id for memory in given_ones]
    assert store.get_many(ids) == expected
    assert store.get_many(ids[::-1]) == expected[::-1]
    assert store.ids() == [memory.id for memory in given_ones if memory.deleted_ms is None]
    assert store.ids(trashed=True) == [memory.id for memory in given_ones if memory.deleted_ms is not None]
    texts = {memory.id: Text(memory.title, memory.content, memory.tags) for memory in given_ones}
    assert store.texts(ids) == texts
    assert list(store.every_text()) == list(texts.items())


@reuse
@given(memories, memories, st.sets(st.sampled_from(SETTABLE)))
def test_any_fields_can_be_set_and_set_back(store: Store, before: Memory, other: Memory, names: set[str]) -> None:
    empty(store)
    wanted = {name: getattr(other, name) for name in names}
    held = {name: getattr(before, name) for name in names}
    with store.transaction() as writer:
        writer.insert([before])
    before = store.get(before.id)
    with store.transaction() as writer:
        writer.set_fields({before.id: wanted}, expected={before.id: held})
    assert store.get(before.id) == replace(before, **wanted)
    with store.transaction() as writer:
        writer.set_fields({before.id: held}, expected={before.id: wanted})
    assert store.get(before.id) == before


@pytest.mark.parametrize("identity", ["a/b", "100%", "#1", 'it\'s "quoted"', " two  spaces ", "ünï😀", "x" * 512, "a\nb"])
def test_foreign_ids_are_kept(filled: Store, make: Make, identity: str) -> None:
    with filled.transaction() as writer:
        writer.insert([make(identity, tags=("t",))])
        writer.set_fields({identity: {"pinned": True, "tags": ("u",)}})
    assert filled.get(identity).tags == ("u",)
    assert filled.resolve(identity) == identity
    with filled.transaction() as writer:
        writer.delete([identity])
    assert filled.ids() == ["a", "b", "c"]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"id": ""}, "1 to 512 characters; this one has 0"),
    ({"id": "x" * 513}, "this one has 513"),
    ({"id": "a\0b"}, "id holds a NUL"),
    ({"content": "a\0b"}, "content holds a NUL"),
    ({"content": "\ud800"}, "half a character"),
    ({"content": "é" * (MAX_CONTENT_BYTES // 2) + "x"}, "1,048,577 bytes"),
    ({"title": "\0"}, "title holds a NUL"),
    ({"tags": ("fine", "\udfff")}, "tag holds half"),
    ({"source": None}, "source must be a text"),
    ({"type": "dreamt"}, "type must be one of working, episodic"),
    ({"scope": ""}, "scope must be one of private"),
    ({"importance": 1.5}, "importance must be between 0 and 1; given: 1.5"),
    ({"importance": float("nan")}, "importance must be between 0 and 1; given: nan"),
    ({"strength": 2.01}, "strength must be between 0 and 2"),
    ({"strength": float("inf")}, "strength must be between 0 and 2"),
    ({"created_ms": LAST_MS + 1}, "created_ms must be a time between the years 1 and 9999"),
    ({"created_ms": None}, "created_ms must be a time"),
    ({"updated_ms": 1.5}, "updated_ms must be a time"),
    ({"deleted_ms": FIRST_MS - 1}, "deleted_ms must be a time"),
    ({"views": -1}, "views must be a count"),
    ({"uses": 2**63}, "uses must be a count"),
    ({"pinned": "yes"}, "pinned is on or off"),
    ({"extra": {"a": object()}}, "not JSON"),
    ({"extra": [1]}, "must be an object"),
]


@pytest.mark.parametrize(("fields", "said"), BAD)
def test_what_cannot_be_stored_is_named_and_nothing_is_saved(
    filled: Store, make: Make, fields: dict[str, Any], said: str
) -> None:
    bad = replace(make("bad"), **fields)
    with pytest.raises(InvalidMemory, match=said), filled.transaction() as writer:
        writer.insert([make("good"), bad])
    assert filled.ids() == ["a", "b", "c"]
    if "id" not in fields:
        with pytest.raises(InvalidMemory, match=said), filled.transaction() as writer:
            writer.set_fields({"a": fields})
    assert filled.get("a") == make("a", tags=("red", "blue"), ordinal=1)


@pytest.mark.parametrize("name", ["id", "ordinal", "length", "nonsense", "text_hash"])
def test_only_a_memorys_own_fields_can_be_set(filled: Store, name: str) -> None:
    with pytest.raises(InvalidMemory, match=f"no field {name}"), filled.transaction() as writer:
        writer.set_fields({"a": {name: 1}})
    with pytest.raises(InvalidMemory, match=f"no field {name}"), filled.transaction() as writer:
        writer.set_fields({"a": {}}, expected={"a": {name: 1}})


def test_extra_fields_keep_what_json_can_say(filled: Store, make: Make) -> None:
    extra = {"한국어": ["é", None, 1.5, {"deep": True}], "half": "\ud800", "nul": "\0", "endless": float("inf")}
    with filled.transaction() as writer:
        writer.insert([make("d", extra=extra)])
    assert filled.get("d").extra == extra


def test_foreign_json_that_is_no_object_reads_as_nothing(filled: Store, sql: Sql) -> None:
    sql(filled.path, "UPDATE memory SET extra = '[1, 2' WHERE id = 'a'", "UPDATE memory SET extra = '7' WHERE id = 'b'")
    assert [memory.extra for memory in filled.get_many(["a", "b"])] == [{}, {}]


def test_empty_and_repeated_tags_are_dropped(filled: Store, make: Make) -> None:
    with filled.transaction() as writer:
        writer.insert([make("d", tags=("z", "", "a", "z", "A"))])
    assert filled.get("d").tags == ("z", "a", "A")
    assert filled.tags_of(["a", "b", "d", "nobody"]) == {"a": ("red", "blue"), "d": ("z", "a", "A")}
    assert filled.every_tag() == [("a", "red"), ("a", "blue"), ("d", "z"), ("d", "a"), ("d", "A")]


def test_an_id_is_given_once(filled: Store, make: Make) -> None:
    with pytest.raises(StoreError, match=r"with the id 'b' already\. Nothing was"), filled.transaction() as writer:
        writer.insert([make("new"), make("b", "other words")])
    with pytest.raises(StoreError, match="with the id 'x' already"), filled.transaction() as writer:
        writer.insert([make("x"), make("y"), make("x")])
    assert filled.ids() == ["a", "b", "c"]
    assert filled.get("b").content == "Text of b"


def test_ordinals_ascend_and_are_never_given_twice(filled: Store, make: Make) -> None:
    with filled.transaction() as writer:
        assert writer.insert([make("d"), make("e")]) == range(4, 6)
        writer.delete(["e", "c"])
        assert writer.insert([make("f", ordinal=1)]) == range(6, 7)
        assert writer.insert([]) == range(7, 7)
    assert [memory.ordinal for memory in filled.get_many(filled.ids())] == [1, 2, 4, 6]


def test_unknown_ids_are_said(filled: Store) -> None:
    with pytest.raises(UnknownMemory, match="no memory 'nobody'"):
        filled.get("nobody")
    assert [memory.id for memory in filled.get_many(["c", "nobody", "a", "c"])] == ["c", "a", "c"]
    for act in (
        lambda writer: writer.set_fields({"a": {"pinned": True}, "nobody": {"pinned": True}}),
        lambda writer: writer.set_fields({"a": {"pinned": True}}, expected={"nobody": {"pinned": False}}),
        lambda writer: writer.delete(["a", "nobody"]),
        lambda writer: writer.add_counts("nobody", views=1),
        lambda writer: writer.add_counts("nobody"),
    ):
        with pytest.raises(UnknownMemory), filled.transaction() as writer:
            act(writer)
    assert filled.ids() == ["a", "b", "c"]
    assert not filled.get("a").pinned


def test_a_stale_edit_writes_nothing(filled: Store) -> None:
    for stale in ({"importance": 0.4}, {"tags": ("red",)}, {"extra": {"k": 1}}, {"deleted_ms": 5}, {"content": "else"}):
        wanted = {"b": {"pinned": True}, "a": {"pinned": True}}
        with pytest.raises(StaleEdit, match="changed elsewhere meanwhile"), filled.transaction() as writer:
            writer.set_fields(wanted, expected={"b": {"title": "B"}, "a": stale})
    assert not any(memory.pinned for memory in filled.get_many(["a", "b"]))


def test_many_memories_change_each_to_its_own(store: Store, make: Make) -> None:
    number = 3_000  # more than fit into one IN list
    ids = [f"id-{position}" for position in range(number)]
    with store.transaction() as writer:
        writer.insert([make(identity) for identity in ids])
    wanted: dict[str, dict[str, Any]] = {
        identity: {
            "importance": position / number,
            **({"tags": (f"t{position}",)} if position % 3 == 0 else {"title": "T"}),
        }
        for position, identity in enumerate(ids)
    }
    with store.transaction() as writer:
        writer.set_fields(wanted, expected={identity: {"importance": 0.5, "tags": ()} for identity in ids})
    for position, memory in enumerate(store.get_many(ids)):
        assert memory.importance == position / number
        assert (memory.tags, memory.title) == ((f"t{position}",), "") if position % 3 == 0 else ((), "T")
    assert len(store.texts(ids)) == number
    assert [identity for identity, _ in store.every_text()] == ids
    with store.transaction() as writer:
        writer.delete(ids[1:])
    assert store.ids() == ids[:1]


def test_reading_everything_survives_writing_meanwhile(store: Store, make: Make) -> None:
    with store.transaction() as writer:
        writer.insert([make(f"id-{position}") for position in range(2_001)])
    reading = store.every_text()
    first = next(reading)
    with store.transaction() as writer:
        writer.delete(["id-2000"])
        writer.insert([make("late")])
    rest = [identity for identity, _ in reading]
    assert [first[0], *rest] == [*(f"id-{position}" for position in range(2_000)), "late"]


def test_counting_adds_and_stays_in_bounds(filled: Store, clock: FixedClock) -> None:
    with filled.transaction() as writer:
        writer.add_counts("a", views=2, cites=1, edits=1, uses=3, revisions=1, last_used_ms=clock.now_ms(), strength=0.1)
        writer.add_counts("a", views=1)
        writer.add_counts("b", strength=5.0, views=-3)
        writer.add_counts("c", strength=-5.0)
    a, b, c = filled.get_many(["a", "b", "c"])
    assert (a.views, a.cites, a.edits, a.uses, a.revisions, a.last_used_ms) == (3, 1, 1, 3, 1, clock.now_ms())
    assert a.strength == pytest.approx(1.1)
    assert (b.strength, b.views, b.last_used_ms, c.strength) == (2.0, 0, None, 0.0)


def test_a_purge_takes_everything_but_relations(filled: Store, sql: Sql) -> None:
    with filled.transaction() as writer:
        writer.add_revision(Revision(memory_id="a", number=1, title="", content="old", replaced_ms=1))
        writer.add_feedback(Feedback(memory_id="a", event="used", created_ms=1))
        writer.add_relations([Relation(id="r", source_id="a", target_id="b", type="supports", created_ms=1)])
    with filled.transaction() as writer:
        writer.delete(["a"])
    assert filled.tags_of(["a"]) == {}
    assert sql(filled.path, "SELECT memory_id FROM revision UNION SELECT memory_id FROM feedback") == []
    assert [relation.id for relation in filled.relations("b")] == ["r"]
    assert filled.integrity() == []


def test_short_ids_lead_to_the_whole(store: Store, make: Make) -> None:
    with store.transaction() as writer:
        writer.insert([make("0190-aaaa-1111"), make("0190-bbbb-2222"), make("50%-off_x"), make("22")])
    assert store.resolve("0190-a") == "0190-aaaa-1111"
    assert store.resolve("1111") == "0190-aaaa-1111"
    assert store.resolve("50%") == "50%-off_x"
    assert store.resolve("_x") == "50%-off_x"
    assert store.resolve("22") == "22"  # whole, though another ends so
    for ambiguous in ("0190", "0"):
        with pytest.raises(UnknownMemory, match="More than one memory"):
            store.resolve(ambiguous)
    for unknown in ("x1", "%", "", "0190-A"):
        with pytest.raises(UnknownMemory, match="No memory has an id that begins or ends with"):
            store.resolve(unknown)
