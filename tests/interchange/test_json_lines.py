"""Damaged JSON Lines: what is broken is reported with its line, the rest comes in."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled
from memento_gui.interchange import Imported, json_lines, read

Lines = Callable[..., Path]
Record = dict[str, Any]


def memory(memory_id: str, content: str = "text", **fields: Any) -> Record:
    return {"id": memory_id, "content": content, "created_at": 1_790_000_000, "last_used": 1_790_000_000, **fields}


def encoded(record: Record) -> bytes:
    return json.dumps(record).encode()


def ids(imported: Imported) -> list[str]:
    return [one.id for one in imported.memories]


def places(imported: Imported) -> list[str]:
    return [problem.place for problem in imported.problems]


def test_a_cut_off_last_line_is_reported(jsonl: Lines, now_ms: int) -> None:
    path = jsonl(memory("a"), memory("b"), encoded(memory("c"))[:-20])
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    imported = read(path, now_ms=now_ms)
    assert ids(imported) == ["a", "b"]
    assert places(imported) == ["memories.jsonl, line 3"]
    assert "cut short" in imported.problems[0].what


def test_a_line_cut_within_a_character_is_reported(jsonl: Lines, now_ms: int) -> None:
    path = jsonl(memory("a"))
    path.write_bytes(path.read_bytes() + '{"id": "b", "content": "é'.encode()[:-1])
    imported = read(path, now_ms=now_ms)
    assert ids(imported) == ["a"]
    assert places(imported) == ["memories.jsonl, line 2"]
    assert "cut short" in imported.problems[0].what


def test_a_whole_last_line_needs_no_line_end(jsonl: Lines, now_ms: int) -> None:
    path = jsonl(memory("a"), memory("b"))
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    imported = read(path, now_ms=now_ms)
    assert (ids(imported), imported.problems) == (["a", "b"], ())


def test_two_records_on_one_line_are_both_read(jsonl: Lines, now_ms: int) -> None:
    imported = read(jsonl(memory("a"), encoded(memory("b")) + encoded(memory("c")), memory("d")), now_ms=now_ms)
    assert ids(imported) == ["a", "b", "c", "d"]
    assert places(imported) == ["memories.jsonl, line 2"]
    assert "2 records" in imported.problems[0].what


def test_a_record_is_rescued_from_behind_a_cut_off_one(jsonl: Lines, now_ms: int) -> None:
    broken = encoded(memory("a", content='a quoted {"id": "x", "content": "y"} in a text'))[:-30]
    imported = read(jsonl(broken + encoded(memory("b"))), now_ms=now_ms)
    assert ids(imported) == ["b"]
    assert "1 whole record" in imported.problems[0].what


def test_a_thousand_records_on_one_line_are_all_read(jsonl: Lines, now_ms: int) -> None:
    imported = read(jsonl(*(memory(str(number)) for number in range(1000)), end=b"\r"), now_ms=now_ms)
    assert len(imported.memories) == 1000


@pytest.mark.parametrize(
    "bad",
    [b"nonsense", b"{", b"[1, 2]", b"42", b'"text"', b"null", b'{"id": "x"', b"\xff\xfe", b"[" * 200_000],
    ids=["words", "brace", "list", "number", "text", "null", "cut", "no UTF-8", "nested"],
)
def test_a_bad_record_in_the_middle_is_skipped(jsonl: Lines, now_ms: int, bad: bytes) -> None:
    imported = read(jsonl(memory("a"), bad, memory("b")), now_ms=now_ms)
    assert ids(imported) == ["a", "b"]
    assert places(imported) == ["memories.jsonl, line 2"]


def test_a_number_of_too_many_digits_costs_its_line_only(jsonl: Lines, now_ms: int) -> None:
    number = b'{"id": "b", "content": "text", "uses": ' + b"9" * 5000 + b"}"
    imported = read(jsonl(encoded(memory("a")), number, encoded(memory("c"))), now_ms=now_ms)
    assert ids(imported) == ["a", "c"]
    assert "too many digits" in imported.problems[0].what


def test_byte_order_mark_windows_line_ends_and_blank_lines_are_noted(jsonl: Lines, now_ms: int) -> None:
    path = jsonl(b"\xef\xbb\xbf" + encoded(memory("a", content="one\r\ntwo")), b"", b"  ", memory("b"), end=b"\r\n")
    imported = read(path, now_ms=now_ms)
    assert ids(imported) == ["a", "b"]
    assert imported.memories[0].content == "one\r\ntwo"
    assert imported.problems == ()
    notes = " ".join(imported.notes)
    assert "line 1 begins with a byte order mark" in notes
    assert "Windows line ends, first at line 1" in notes
    assert "2 blank lines (line 2, 3)" in notes


def test_line_separators_in_a_text_end_no_line(jsonl: Lines, now_ms: int) -> None:
    content = "one\u2028two\u2029three\x85four\x0bfive"
    raw = json.dumps(memory("a", content=content), ensure_ascii=False).encode()
    assert read(jsonl(raw), now_ms=now_ms).memories[0].content == content


def test_a_line_that_is_too_long_is_skipped(jsonl: Lines, now_ms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_LINE_BYTES", 4096)
    exact = encoded(memory("exact"))
    exact += b" " * (4096 - len(exact))
    imported = read(jsonl(memory("a"), encoded(memory("b", "x" * 3_000_000)), exact, memory("c")), now_ms=now_ms)
    assert ids(imported) == ["a", "exact", "c"]
    assert places(imported) == ["memories.jsonl, line 2"]


def test_a_line_of_sixteen_mebibytes_is_the_limit() -> None:
    assert json_lines.MAX_LINE_BYTES == 16 * 1024 * 1024


def test_the_last_line_of_an_id_wins_and_a_later_one_revives(jsonl: Lines, now_ms: int) -> None:
    gone = {"id": "b", "_deleted": True}
    imported = read(
        jsonl(
            memory("a", "old"),
            memory("b", "old"),
            gone,
            memory("c"),
            memory("a", "new"),
            {**gone, "id": "c"},
            memory("b", "new"),
        ),
        now_ms=now_ms,
    )
    assert [(one.id, one.content) for one in imported.memories] == [("a", "new"), ("b", "new")]


def test_a_refused_last_line_leaves_the_earlier_one(jsonl: Lines, now_ms: int) -> None:
    imported = read(jsonl(memory("a", "good"), memory("a", "bad\0")), now_ms=now_ms)
    assert [one.content for one in imported.memories] == ["good"]
    assert places(imported) == ["memories.jsonl, line 2"] * 2
    assert "memories.jsonl, line 1" in imported.problems[1].what


def test_what_was_odd_in_a_superseded_line_is_not_told(jsonl: Lines, now_ms: int) -> None:
    imported = read(jsonl(memory("a", strength=5), memory("a", strength=1)), now_ms=now_ms)
    assert imported.problems == ()


def test_relations_beside_the_file_are_read_in_the_same_way(jsonl: Lines, now_ms: int) -> None:
    path = jsonl(memory("a"), memory("b"))
    link = {"id": "r", "from_memory_id": "a", "to_memory_id": "gone", "relation_type": "related", "created_at": 1}
    jsonl(
        link,
        b"broken",
        {"id": "s", "from_memory_id": "a"},
        {**link, "id": "t"},
        {"id": "t", "_deleted": True},
        name="relations.jsonl",
    )
    imported = read(path, now_ms=now_ms)
    assert [(one.id, one.source_id, one.target_id) for one in imported.relations] == [("r", "a", "gone")]
    assert places(imported) == ["relations.jsonl, line 2", "relations.jsonl, line 3"]


def test_a_cancelled_import_stops(jsonl: Lines, now_ms: int) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        read(jsonl(memory("a")), now_ms=now_ms, cancel=cancel)


def test_only_so_many_problems_are_listed(jsonl: Lines, now_ms: int) -> None:
    imported = read(jsonl(memory("a"), *[b"x"] * 10_005), now_ms=now_ms)
    assert len(imported.problems) == 10_000
    assert "More problems, not listed: 5." in imported.notes
