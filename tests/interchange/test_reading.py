"""What a file is told by its content, and nothing that a file can hold raises anything but a sentence."""

import json
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_gui.domain.errors import SourceError, UnknownFormat, UnreadableSource
from memento_gui.domain.memory import Memory, check_text
from memento_gui.interchange import FORMATS, Entry, Imported, csv_lines, detect, graph_lines, jsonl_lines, notes_of, read

NOW_MS = 1_796_040_000_000

Lines = Callable[..., Path]

record_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
field_names = st.sampled_from(
    [
        "id",
        "content",
        "meta",
        "created_at",
        "last_used",
        "use_count",
        "strength",
        "status",
        "embed",
        "entities",
        "_deleted",
        "from_memory_id",
        "to_memory_id",
        "relation_type",
        "metadata",
        "tags",
        "extra",
        "other",
    ]
)
records = st.dictionaries(field_names, record_values, max_size=8) | st.fixed_dictionaries(
    {
        "id": st.text(max_size=5) | st.integers(),
        "content": st.text(),
        "meta": st.dictionaries(field_names, record_values, max_size=4),
    }
)
quick = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)


def check(imported: Imported) -> None:
    """Everything that comes in can be stored."""
    assert len({memory.id for memory in imported.memories}) == len(imported.memories)
    assert len({relation.id for relation in imported.relations}) == len(imported.relations)
    for memory in imported.memories:
        for text in (memory.id, memory.content, memory.title, memory.source, memory.session, *memory.tags):
            check_text(text)
        assert memory.id
        assert all(memory.tags)
        assert 0 <= memory.strength <= 2
        assert 0 <= memory.importance <= 1
        assert min(memory.created_ms, memory.uses, memory.views, memory.cites, memory.edits) >= 0
        json.dumps(memory.extra, allow_nan=False, ensure_ascii=False).encode()
    for problem in imported.problems:
        assert problem.place
        assert problem.what.encode()


def outcome(path: Path, **how: Any) -> Imported | SourceError:
    try:
        return read(path, now_ms=NOW_MS, **how)
    except SourceError as refusal:
        return refusal


def read_or_refused(path: Path, **how: Any) -> None:
    came = outcome(path, **how)
    if isinstance(came, Imported):
        check(came)
    else:
        assert "Nothing was imported" in came.sentence


@pytest.mark.parametrize("name", ["memento.db", "cortexgraph_jsonl", "cortexgraph_vault"])
def test_what_the_samples_bring_can_be_stored(samples: Path, name: str) -> None:
    check(read(samples / name, now_ms=NOW_MS))


@quick
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path: Path, raw: bytes) -> None:
    for name in ("any", "memories.jsonl", "note.md"):
        (tmp_path / name).write_bytes(raw)
        read_or_refused(tmp_path / name)
    for source_format in FORMATS:
        read_or_refused(tmp_path / "any", format=source_format)


@quick
@given(st.lists(records, max_size=4), st.data())
def test_any_records_are_read_or_refused(tmp_path: Path, lines: list[dict[str, Any]], data: st.DataObject) -> None:
    raw = "\n".join(json.dumps(line) for line in lines)
    cut = data.draw(st.integers(0, len(raw)))
    for name in ("memories.jsonl", "relations.jsonl"):
        (tmp_path / name).write_text(raw[:cut], encoding="utf-8")
    read_or_refused(tmp_path)
    read_or_refused(tmp_path / "memories.jsonl")


@quick
@given(
    st.lists(st.tuples(st.integers(0, 319_487), st.integers(0, 255)), min_size=1, max_size=30),
    st.sampled_from([0, 100, 4096]),
)
def test_a_damaged_database_is_read_or_refused(
    samples: Path, tmp_path: Path, damage: list[tuple[int, int]], spared: int
) -> None:
    raw = bytearray((samples / "memento.db").read_bytes())
    for at, value in damage:
        raw[max(at, spared)] = value
    path = tmp_path / "damaged.db"
    path.write_bytes(raw)
    read_or_refused(path)
    assert path.read_bytes() == raw


notes = st.lists(
    st.sampled_from(
        ["---\n", "stm_id: x\n", "id: y\n", "created_at: 5\n", "created: 2026\n", "use_count: z\n", "last_used: q\n"]
    )
    | st.sampled_from(
        ["tags: [a, b\n", "source: *x\n", "# t\n", "\n", "## Content\n\n", "\n\n## Metadata\n\n- **Created**: x\n"]
    )
    | st.text(max_size=8),
    max_size=14,
)


@quick
@given(notes)
def test_any_note_is_read_or_refused(tmp_path: Path, parts: list[str]) -> None:
    folder = tmp_path / "notes"
    folder.mkdir(exist_ok=True)
    (folder / "note.md").write_bytes("".join(["---\n", *parts]).encode("utf-8", "replace"))
    read_or_refused(folder)
    read_or_refused(folder / "note.md", format="cortexgraph-vault")


def test_the_name_of_a_file_says_nothing(samples: Path, tmp_path: Path) -> None:
    for given_name, source in (
        ("a.txt", "memento.db"),
        ("b.db", "cortexgraph_jsonl/memories.jsonl"),
        ("c", "cortexgraph_vault/stm-promoted/Frequently used- the API base URL is https-api-i.md"),
    ):
        shutil.copy(samples / source, tmp_path / given_name)
    found = [detect(tmp_path / name) for name in ("a.txt", "b.db", "c")]
    assert found == ["memento-mcp-sqlite", "cortexgraph-jsonl", "cortexgraph-vault"]


def test_an_empty_store_of_lines_is_an_empty_store(jsonl: Lines) -> None:
    imported = read(jsonl(), now_ms=NOW_MS)
    assert (imported.format, imported.memories, imported.problems) == ("cortexgraph-jsonl", (), ())


def test_a_file_of_lines_with_nothing_but_damage_is_read_and_reported(jsonl: Lines) -> None:
    imported = read(jsonl(b'{"id": "a", "content": "cut o', name="backup.jsonl"), now_ms=NOW_MS)
    assert [problem.place for problem in imported.problems] == ["backup.jsonl, line 1"]


@pytest.mark.parametrize(
    "raw",
    [b"", b"hello", b"\x00" * 100, b"# A note\n", b'{"key": "value"}\n', b"SQLite format 3\0", b"\x89PNG\r\n", b"[1, 2]"],
)
def test_other_files_are_refused_with_a_sentence(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(raw)
    with pytest.raises(SourceError, match=r"file.*Nothing was imported"):
        read(path, now_ms=NOW_MS)


def test_an_empty_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormat, match=r"memories\.jsonl"):
        detect(tmp_path)


@pytest.mark.parametrize("name", ["missing", "n\0ul", "x" * 5000])
def test_what_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    for call in (detect, lambda path: read(path, now_ms=NOW_MS, format="cortexgraph-jsonl")):
        with pytest.raises(UnreadableSource, match="Nothing was imported"):
            call(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    pipe = tmp_path / "memories.jsonl"
    os.mkfifo(pipe)
    with pytest.raises(UnreadableSource, match="neither a file nor a folder"):
        read(pipe, now_ms=NOW_MS)
    with pytest.raises(SourceError):
        read(tmp_path, now_ms=NOW_MS)


def test_an_unknown_format_is_told_with_the_known_ones(samples: Path) -> None:
    with pytest.raises(UnknownFormat, match=r"'song'.*cortexgraph-vault"):
        read(samples / "memento.db", now_ms=NOW_MS, format="song")


def test_a_given_format_overrides_the_content(samples: Path) -> None:
    with pytest.raises(SourceError):
        read(samples / "cortexgraph_jsonl" / "memories.jsonl", now_ms=NOW_MS, format="memento-mcp-sqlite")


MEMORIES = [
    Memory(id="a", content='content, id: {"type": "entity"}', title="# T", created_ms=0, updated_ms=0),
    Memory(id="b", content="---\nid: a\n---\n# heading\ntext", created_ms=0, updated_ms=0),
]


@pytest.mark.parametrize("suffix", ["", ".txt", ".json", ".jsonl", ".bak"])
@pytest.mark.parametrize(
    ("source_format", "lines"),
    [
        ("memento-jsonl", [*jsonl_lines([Entry(memory=memory) for memory in MEMORIES], [])]),
        ("csv", [*csv_lines(MEMORIES)]),
        ("knowledge-graph", [*graph_lines(MEMORIES, [])]),
        ("cortexgraph-jsonl", ['{"id":"a","content":"type,content","meta":{}}\n']),
    ],
)
def test_each_format_of_lines_is_told_from_the_others_whatever_its_name(
    tmp_path: Path, source_format: str, lines: Iterable[str], suffix: str
) -> None:
    path = tmp_path / f"memories{suffix}"
    path.write_text("".join(lines), "utf-8", newline="")
    assert detect(path) == source_format


def test_notes_and_text_are_told_apart(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in notes_of(MEMORIES):
        (folder / name).write_text(text, "utf-8", newline="")
        assert detect(folder / name) == "markdown"
    assert detect(folder) == "markdown"
    (tmp_path / "prose.md").write_text("Content, tags and all\n# Heading\n")
    assert detect(tmp_path / "prose.md") == "text"
    (tmp_path / "cortexgraph.md").write_text("---\nid: a\ncreated_at: 2026-05-12\n---\ntext")
    assert detect(tmp_path / "cortexgraph.md") == "cortexgraph-vault"
