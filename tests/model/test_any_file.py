"""Files with the outer shape of a format and anything in it come in whole, or are refused with a sentence."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import SourceError
from memento_gui.domain.memory import Feedback, Memory, Relation, ReviewLogEntry, ReviewState, Revision
from memento_gui.interchange import FORMATS
from memento_gui.model.library import Library
from memento_gui.model.values import ImportReport

few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=20)

TEXT: Final = st.text(st.characters(codec=None, exclude_categories=()), max_size=8)  # lone surrogates and NUL too
NUMBERS: Final = st.sampled_from([0, 1, -1, 2, 5, 1e999, -1e999, float("nan"), 1e300, 10**30, -(10**30), 1_796_040_000_000])
WORDS: Final = st.sampled_from(
    ["a", "b", "semantic", "procedural", "again", "good", "fsrs", "front", "2026-11-30", "true", ""]
)
PLAIN: Final = st.none() | st.booleans() | st.integers() | st.floats() | NUMBERS | TEXT | WORDS
ANY: Final = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=5
)


def some_of(*names: str, **known: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Give objects with any of these names and anything as their values; what is ``known`` is there."""
    return st.builds(
        lambda odd, sure: {**odd, **sure},
        st.dictionaries(st.sampled_from(names) | TEXT, ANY, max_size=8),
        st.fixed_dictionaries(known),
    )


def names_of(*kinds: type) -> tuple[str, ...]:
    return tuple(field.name for kind in kinds for field in fields(kind))


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "store.db", clock=clock, embedder=None) as opened:
        yield opened


def comes_in_or_is_refused(library: Library, path: Path, format: str | None = None) -> None:  # noqa: A002
    """Import a file twice: all that is told to be added is there, and nothing is added again."""
    before = len(library.features())
    report = outcome(library, path, format)
    if isinstance(report, str):
        assert "Nothing was imported" in report
        assert len(library.features()) == before
        return
    assert len(library.features()) == before + report.added
    again = library.import_(path, format=format)
    assert (again.added, again.known) == (0, report.added + report.known)


def outcome(library: Library, path: Path, format: str | None) -> ImportReport | str:  # noqa: A002
    try:
        return library.import_(path, format=format)
    except SourceError as refusal:
        return refusal.sentence


def lines_of(*records: Any) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


@few
@given(st.binary(max_size=80))
def test_any_bytes(library: Library, tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "any"
    path.write_bytes(raw)
    for source_format in (None, *FORMATS):
        comes_in_or_is_refused(library, path, source_format)


@few
@given(
    st.lists(
        some_of(
            *names_of(Memory),
            kind=st.just("memory"),
            content=TEXT | ANY,
            history=ANY | st.lists(some_of(*names_of(Revision)) | ANY, max_size=3),
            feedback=ANY | st.lists(some_of(*names_of(Feedback), event=WORDS) | ANY, max_size=3),
            card=ANY | some_of(*names_of(ReviewState)),
            answers=ANY | st.lists(some_of(*names_of(ReviewLogEntry), id=TEXT, answer=WORDS) | ANY, max_size=3),
        )
        | some_of(*names_of(Relation), kind=st.just("relation"), source_id=WORDS, target_id=WORDS)
        | some_of("kind", "memento")
        | ANY,
        max_size=4,
    ),
    ANY,
)
def test_any_jsonl_of_mementos_own(library: Library, tmp_path: Path, records: list[Any], version: Any) -> None:
    path = tmp_path / "any.jsonl"
    path.write_bytes(lines_of({"memento": version}, *records))
    comes_in_or_is_refused(library, path)
    comes_in_or_is_refused(library, path, "memento-jsonl")


@few
@given(
    st.lists(
        some_of(
            "type", "name", type=st.just("entity"), name=TEXT, entityType=ANY, observations=st.lists(ANY, max_size=3) | ANY
        )
        | some_of("type", **{"type": st.just("relation"), "from": TEXT | ANY, "to": TEXT | ANY, "relationType": ANY})
        | ANY,
        max_size=5,
    )
)
def test_any_knowledge_graph(library: Library, tmp_path: Path, records: list[Any]) -> None:
    path = tmp_path / "graph.json"
    path.write_bytes(lines_of(*records))
    comes_in_or_is_refused(library, path)
    comes_in_or_is_refused(library, path, "knowledge-graph")


CORTEXGRAPH: Final = (
    *("id", "content", "meta", "created_at", "last_used", "use_count", "strength", "status", "promoted_at", "promoted_to"),
    *("embed", "entities", "review_priority", "last_review_at", "review_count", "cross_domain_count", "_deleted"),
)
CORTEXGRAPH_RELATION: Final = (
    *("id", "from_memory_id", "to_memory_id", "relation_type", "strength", "created_at", "metadata", "_deleted"),
)
META: Final = some_of("tags", "source", "context", "extra", tags=ANY, extra=ANY | some_of("session", "memento"))


@few
@given(
    st.lists(some_of(*CORTEXGRAPH, id=TEXT | ANY, content=TEXT, meta=META | ANY) | ANY, max_size=4),
    st.lists(some_of(*CORTEXGRAPH_RELATION, from_memory_id=WORDS, to_memory_id=WORDS) | ANY, max_size=3),
)
def test_any_cortexgraph_folder(library: Library, tmp_path: Path, memories: list[Any], relations: list[Any]) -> None:
    folder = tmp_path / "cortexgraph"
    folder.mkdir(exist_ok=True)
    (folder / "memories.jsonl").write_bytes(lines_of(*memories))
    (folder / "relations.jsonl").write_bytes(lines_of(*relations))
    comes_in_or_is_refused(library, folder)


CELLS: Final = (
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.text(max_size=8)
    | st.binary(max_size=8)
    | WORDS
    | ANY.map(json.dumps)
)
"""What SQLite can hold in any column that has no type."""


def rows_of(names: tuple[str, ...]) -> st.SearchStrategy[list[tuple[Any, ...]]]:
    row = st.tuples(*(CELLS for _ in names)) | st.tuples(*(WORDS | CELLS for _ in names))
    return st.lists(row, max_size=3)


def database(path: Path, tables: dict[str, tuple[str, ...]], rows: dict[str, list[tuple[Any, ...]]]) -> None:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as made, made:
        for name, columns in tables.items():
            made.execute(f"CREATE TABLE {name} ({', '.join(columns)})")
            marks = ", ".join("?" for _ in columns)
            made.executemany(f"INSERT INTO {name} VALUES ({marks})", rows[name])  # noqa: S608  # names of this file
            text = f"CAST({columns[1]} AS TEXT)"  # of any bytes
            made.execute(f"UPDATE {name} SET {columns[1]} = {text} WHERE typeof({columns[1]}) = 'blob'")  # noqa: S608


def tables_of(tables: dict[str, tuple[str, ...]]) -> st.SearchStrategy[dict[str, list[tuple[Any, ...]]]]:
    return st.fixed_dictionaries({name: rows_of(columns) for name, columns in tables.items()})


CORTEXGRAPH_TABLES: Final = {"memories": CORTEXGRAPH, "relations": CORTEXGRAPH_RELATION}
MEMENTO_TABLES: Final = {
    "memory_item": (
        *(
            "id",
            "content",
            "type",
            "importance",
            "privacy_scope",
            "created_at",
            "last_accessed",
            "pinned",
            "tags",
            "source",
        ),
        *("view_count", "cite_count", "edit_count", "session_id", "project_id", "is_deleted", "deleted_at", "anything"),
    ),
    "memory_tag": ("id", "name", "created_at"),
    "memory_item_tag": ("memory_id", "tag_id", "created_at"),
    "memory_link": ("id", "source_id", "target_id", "relation_type", "created_at"),
    "feedback_event": ("id", "memory_id", "event", "score", "created_at"),
    "memory_embedding": ("memory_id", "vector"),
    "wm_buffer": ("session_id", "token_budget"),
}


@few
@given(tables_of(CORTEXGRAPH_TABLES))
def test_any_cortexgraph_database(library: Library, tmp_path: Path, rows: dict[str, list[tuple[Any, ...]]]) -> None:
    path = tmp_path / "cortexgraph.db"
    database(path, CORTEXGRAPH_TABLES, rows)
    comes_in_or_is_refused(library, path)


@few
@given(tables_of(MEMENTO_TABLES))
def test_any_database_of_memento_mcp_server(
    library: Library, tmp_path: Path, rows: dict[str, list[tuple[Any, ...]]]
) -> None:
    path = tmp_path / "memento.db"
    database(path, MEMENTO_TABLES, rows)
    comes_in_or_is_refused(library, path)


@few
@given(
    st.lists(
        st.sampled_from([*names_of(Memory), "created", "updated", "last_used", "deleted", "content"]) | TEXT, max_size=8
    ),
    st.lists(st.lists(TEXT | WORDS | NUMBERS.map(str) | ANY.map(json.dumps), max_size=9), max_size=4),
    st.sampled_from([",", ";", "\t"]),
    st.booleans(),
)
def test_any_table(
    library: Library,
    tmp_path: Path,
    names: list[str],
    rows: list[list[str]],
    between: str,
    quoted: bool,  # noqa: FBT001
) -> None:
    quote: Callable[[str], str] = (lambda cell: '"' + cell.replace('"', '""') + '"') if quoted else str
    lines = [between.join(map(quote, row)) for row in [["content", *names], *rows]]
    path = tmp_path / "table.csv"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    comes_in_or_is_refused(library, path)
    comes_in_or_is_refused(library, path, "csv")


YAML: Final = st.sampled_from(
    [
        "!!python/object:os.system x",
        "&a [*a]",
        "*nobody",
        "{a: {b: [c",
        "2026-02-30",
        "0x10",
        "1:20",
        "~",
        "!!binary YQ==",
        "!!set {a}",
    ]
) | ANY.map(json.dumps)


@few
@given(
    st.dictionaries(
        st.sampled_from([*names_of(Memory), "created", "relations", "stm_id", "aliases"]) | WORDS, YAML, max_size=7
    ),
    st.lists(st.sampled_from(["---", "# Title", "## Content", "```", "[[link]]", "", "#tag", "\x00"]) | TEXT, max_size=6),
)
def test_any_folder_of_notes(library: Library, tmp_path: Path, front: dict[str, str], body: list[str]) -> None:
    folder = tmp_path / "notes"
    folder.mkdir(exist_ok=True)
    matter = "".join(f"{name}: {value}\n" for name, value in front.items())
    text = f"---\n{matter}---\n" + "\n".join(body)
    (folder / "one.md").write_bytes(text.encode("utf-8", "surrogatepass"))
    (folder / "two.md").write_bytes(text[: len(text) // 2].encode("utf-8", "replace"))
    comes_in_or_is_refused(library, folder)
    for source_format in ("cortexgraph-vault", "markdown"):
        comes_in_or_is_refused(library, folder, source_format)
    comes_in_or_is_refused(library, folder / "one.md", "text")
