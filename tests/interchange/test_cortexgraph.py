"""Odd values in CortexGraph's records: converted where that makes sense, kept raw, and reported with their line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memento_gui.domain.memory import MAX_CONTENT_BYTES, Memory
from memento_gui.interchange import Imported, read
from memento_gui.interchange.cortexgraph.memories import RecordReader

Lines = Callable[..., Path]

CREATED = 1_790_000_000
PLACE = "memories.jsonl, line 1"


@pytest.fixture
def imported(jsonl: Lines, now_ms: int) -> Callable[..., Imported]:
    """Read one record whose fields are given."""

    def made(**fields: Any) -> Imported:
        record = {"id": "a", "content": "text", "created_at": CREATED, "last_used": CREATED, **fields}
        return read(jsonl({name: value for name, value in record.items() if value != "absent"}), now_ms=now_ms)

    return made


def only(imported: Imported) -> Memory:
    assert len(imported.memories) == 1
    return imported.memories[0]


@pytest.mark.parametrize("given", [float("nan"), float("inf"), -float("inf"), True, "much", [1], {"a": 1}, 10**400])
@pytest.mark.parametrize(("name", "attribute", "default"), [("strength", "strength", 1.0), ("use_count", "uses", 0)])
def test_what_is_no_number_is_reported_and_the_default_taken(
    imported: Callable[..., Imported], name: str, attribute: str, default: float, given: object
) -> None:
    result = imported(**{name: given})
    assert getattr(only(result), attribute) == default
    assert [problem.place for problem in result.problems][:1] == [PLACE]
    assert result.problems[0].what.startswith(name)
    assert json.dumps(only(result).extra, allow_nan=False)


@pytest.mark.parametrize(("given", "kept"), [(-0.5, 0.0), (2.5, 2.0), (1e300, 2.0)])
def test_a_strength_beyond_its_bounds_is_clamped_and_kept_raw(
    imported: Callable[..., Imported], given: float, kept: float
) -> None:
    result = imported(strength=given)
    assert only(result).strength == kept
    assert only(result).extra["strength"] == given
    assert [problem.place for problem in result.problems] == [PLACE]


def test_a_number_written_as_text_is_read_and_reported(imported: Callable[..., Imported]) -> None:
    result = imported(use_count="7", strength="1.5", created_at="1790000000", last_used="1790000000.5")
    memory = only(result)
    assert (memory.uses, memory.strength, memory.created_ms, memory.last_used_ms) == (
        7,
        1.5,
        CREATED * 1000,
        CREATED * 1000 + 500,
    )
    assert len(result.problems) == 4


@pytest.mark.parametrize("given", [-1, -1e20, 1e20, float("nan"), True, "yesterday", []])
def test_what_is_no_time_is_reported_and_another_taken(imported: Callable[..., Imported], given: object) -> None:
    result = imported(created_at=given)
    assert only(result).created_ms == CREATED * 1000
    assert {problem.place for problem in result.problems} == {PLACE}
    assert any("last use was taken" in problem.what for problem in result.problems)


def test_without_any_time_it_was_created_now(imported: Callable[..., Imported], now_ms: int) -> None:
    result = imported(created_at="absent", last_used=None)
    assert (only(result).created_ms, only(result).last_used_ms) == (now_ms, None)
    assert len(result.problems) == 1


@pytest.mark.parametrize("given", ["2026-03-05T20:40:00Z", "2026-03-05T20:40:00", "2026-03-05 21:40:00+01:00"])
def test_a_time_written_out_is_read_and_reported(imported: Callable[..., Imported], given: str) -> None:
    result = imported(created_at=given)
    assert result.memories[0].created_ms == 1_772_743_200_000
    assert [problem.what for problem in result.problems] == [f"created_at was the text {given!r}; read as a time"]


def test_milliseconds_are_recognised(imported: Callable[..., Imported]) -> None:
    result = imported(created_at=CREATED * 1000 + 7)
    assert only(result).created_ms == CREATED * 1000 + 7
    assert "milliseconds" in result.problems[0].what


@pytest.mark.parametrize("given", ["absent", None, "", "   ", [], True])
def test_a_record_without_an_id_gets_one_that_stays(imported: Callable[..., Imported], given: object) -> None:
    first, again = imported(id=given), imported(id=given)
    assert only(first).id
    assert only(first).id == only(again).id
    assert "one was made" in first.problems[0].what


def test_nameless_records_of_equal_content_differ_and_appending_changes_no_id(jsonl: Lines, now_ms: int) -> None:
    one, other = {"content": "same", "created_at": 1}, {"content": "other", "created_at": 1}
    two = read(jsonl({"id": "x", "content": "y"}, one, one), now_ms=now_ms)
    three = read(jsonl({"id": "x", "content": "y"}, other, one, one), now_ms=now_ms)
    ids = [memory.id for memory in two.memories]
    assert len(set(ids)) == 3
    assert set(ids) < {memory.id for memory in three.memories}


@pytest.mark.parametrize("given", ["x" * 513, "half \ud800", "nul \0"], ids=["long", "surrogate", "NUL"])
def test_an_id_that_cannot_be_kept_is_replaced_for_relations_too(jsonl: Lines, now_ms: int, given: str) -> None:
    path = jsonl({"id": "a", "content": "first"}, {"id": given, "content": "second"})
    jsonl({"id": "r", "from_memory_id": "a", "to_memory_id": given, "relation_type": "related"}, name="relations.jsonl")
    result = read(path, now_ms=now_ms)
    assert result.memories[1].id != given
    assert result.relations[0].target_id == result.memories[1].id
    jsonl({"id": "a", "content": "first"}, {"id": given, "content": "second"}, {"id": given, "_deleted": True})
    assert [memory.id for memory in read(path, now_ms=now_ms).memories] == ["a"]


@pytest.mark.parametrize("given", ["a/b %23 '\"", "x" * 512, " padded ", "태그🔥", "../../etc"])
def test_any_other_id_is_kept(imported: Callable[..., Imported], given: str) -> None:
    result = imported(id=given)
    assert (only(result).id, result.problems) == (given, ())


def test_a_number_as_id_becomes_its_text(imported: Callable[..., Imported]) -> None:
    assert only(imported(id=17)).id == "17"


@pytest.mark.parametrize(
    "given",
    ["a\0b", "half \ud800", "x" * (MAX_CONTENT_BYTES + 1), "é" * (MAX_CONTENT_BYTES // 2 + 1), None, 42, ["a"], "absent"],
)
def test_a_content_that_cannot_be_kept_is_refused_and_the_rest_comes_in(jsonl: Lines, now_ms: int, given: object) -> None:
    bad = {"id": "bad"} if given == "absent" else {"id": "bad", "content": given}
    result = read(
        jsonl({"id": "a", "content": "x", "created_at": 1}, bad, {"id": "c", "content": "y", "created_at": 1}),
        now_ms=now_ms,
    )
    assert [memory.id for memory in result.memories] == ["a", "c"]
    assert [problem.place for problem in result.problems] == ["memories.jsonl, line 2"]
    assert "left out" in result.problems[0].what


@pytest.mark.parametrize("given", ["", "  \n", "x" * MAX_CONTENT_BYTES, "\r\n\t\x07\x1b \u202e\ufeff 👨‍👩‍👧‍👦 e\u0301"])
def test_any_other_content_arrives_byte_for_byte(imported: Callable[..., Imported], given: str) -> None:
    result = imported(content=given)
    assert (only(result).content, result.problems) == (given, ())
    assert any("without any text" in note for note in result.notes) == (not given.strip())


def test_tags_lose_empty_ones_and_repeats_and_the_raw_list_stays(imported: Callable[..., Imported]) -> None:
    raw = ["", "dup", "dup", "Dup", " ", "한국어", "#x"]
    memory = only(imported(meta={"tags": raw}))
    assert memory.tags == ("dup", "Dup", " ", "한국어", "#x")
    assert memory.extra["tags"] == raw
    assert "tags" not in only(imported(meta={"tags": ["a", "b"]})).extra


def test_odd_tags_are_reported(imported: Callable[..., Imported]) -> None:
    result = imported(meta={"tags": ["a", 7, None, {"b": 1}, "nul\0", 2.5]})
    assert only(result).tags == ("a", "7", "2.5")
    assert len([problem for problem in result.problems if "tag" in problem.what]) >= 5
    assert only(imported(meta={"tags": "single"})).tags == ("single",)
    assert only(imported(meta={"tags": 5})).tags == ()


@pytest.mark.parametrize("meta", [None, "text", 5, [1]])
def test_odd_meta_is_no_harm(imported: Callable[..., Imported], meta: object) -> None:
    result = imported(meta=meta)
    assert only(result).tags == ()
    assert bool(result.problems) == (meta is not None)


def test_unknown_fields_go_into_extra(imported: Callable[..., Imported]) -> None:
    memory = only(
        imported(colour="blue", depth={"a": [1, None]}, nothing=None, meta={"extra": {"ticket": "OPS-1"}, "mood": "calm"})
    )
    assert memory.extra == {"ticket": "OPS-1", "mood": "calm", "colour": "blue", "depth": {"a": [1, None]}}


def test_own_extra_fields_that_collide_with_others_stay_whole_under_extra(imported: Callable[..., Imported]) -> None:
    memory = only(imported(entities=["x"], meta={"extra": {"entities": "mine", "ticket": 1}, "context": "c"}))
    assert memory.extra == {"context": "c", "entities": ["x"], "extra": {"entities": "mine", "ticket": 1}}


def test_the_session_of_extra_becomes_the_session(imported: Callable[..., Imported]) -> None:
    memory = only(imported(meta={"extra": {"session": "conv-1", "speaker": "Ana"}}))
    assert (memory.session, memory.extra) == ("conv-1", {"speaker": "Ana"})
    assert only(imported(meta={"extra": {"session": 5}})).extra == {"session": 5}


def test_extra_is_always_plain_json(imported: Callable[..., Imported]) -> None:
    deep: Any = 0
    for _ in range(200):
        deep = [deep]
    result = imported(ratio=float("nan"), text="half \ud800", fine=[1, "nul\0"], deep=deep)
    extra = only(result).extra
    assert (extra["ratio"], extra["fine"]) == ("nan", [1])
    assert "text" not in extra
    assert json.loads(json.dumps(extra, allow_nan=False, ensure_ascii=False).encode()) == extra
    assert len(result.problems) == 4


def test_extra_of_more_than_a_mebibyte_is_left_out(imported: Callable[..., Imported]) -> None:
    result = imported(big=["x" * 1000] * 2000)
    assert only(result).extra == {}
    assert "extra fields" in result.problems[0].what


def test_an_unknown_status_is_active_and_kept_raw(imported: Callable[..., Imported]) -> None:
    result = imported(status="sleeping")
    assert (only(result).status, only(result).extra) == ("active", {"status": "sleeping"})
    assert len(result.problems) == 1


def test_a_relation_without_an_id_gets_one_from_what_it_joins(jsonl: Lines, now_ms: int) -> None:
    path = jsonl({"id": "a", "content": "x", "created_at": 1})
    link = {"from_memory_id": "a", "to_memory_id": 7, "strength": 3, "metadata": {"note": "n"}, "origin": "auto"}
    jsonl(link, link, name="relations.jsonl")
    result = read(path, now_ms=now_ms)
    assert len(result.relations) == 1
    relation = result.relations[0]
    assert (relation.type, relation.strength, relation.target_id, relation.created_ms) == ("related", 1.0, "7", now_ms)
    assert relation.extra == {"note": "n", "origin": "auto", "strength": 3}


def test_a_flat_record_brings_its_tags_source_session_and_project() -> None:
    record = {
        "id": "t1",
        "content": "See you on Tuesday",
        "created_at": 1_700_000_000,
        "tags": ["plans"],
        "source": "chat",
        "session": "s-4",
        "project": "home",
        "speaker": "Ana",
    }
    reading = RecordReader(now_ms=0).memory(record)
    memory = reading.value
    assert memory is not None
    assert reading.problems == ()
    assert (memory.tags, memory.source, memory.session, memory.project) == (("plans",), "chat", "s-4", "home")
    assert memory.extra == {"speaker": "Ana"}
