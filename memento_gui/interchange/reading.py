"""The door of the package: what a file or folder is, told by its content, and everything in it as values."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import UnknownFormat, UnreadableSource
from memento_gui.interchange.cortexgraph.jsonl import MEMORIES_FILE, RELATIONS_FILE, read_jsonl
from memento_gui.interchange.cortexgraph.sqlite import DATABASE_FILE, is_cortexgraph, read_sqlite
from memento_gui.interchange.cortexgraph.vault import is_note, notes_under, read_vault
from memento_gui.interchange.imported import (
    CORTEXGRAPH_JSONL,
    CORTEXGRAPH_SQLITE,
    CORTEXGRAPH_VAULT,
    FORMATS,
    MARKDOWN_NOTES,
    MCP_KNOWLEDGE_GRAPH,
    MEMENTO_CSV,
    MEMENTO_JSONL,
    MEMENTO_MCP_SQLITE,
    PLAIN_TEXT,
    Imported,
)
from memento_gui.interchange.knowledge_graph import is_graph_record, read_knowledge_graph
from memento_gui.interchange.markdown_notes import has_front_matter, read_notes
from memento_gui.interchange.memento_csv import is_table, read_csv
from memento_gui.interchange.memento_jsonl import MARK, read_memento_jsonl
from memento_gui.interchange.memento_mcp import is_memento, read_memento
from memento_gui.interchange.split_text import read_text
from memento_gui.interchange.sqlite_source import MAGIC, opened

_HEAD_BYTES: Final = 1 << 20
_OWN_TABLES: Final = frozenset({"memory", "revision", "parameter_set"})


class _Reader(Protocol):
    def __call__(self, path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported: ...


_READERS: Final[Mapping[str, _Reader]] = MappingProxyType(
    {
        MEMENTO_JSONL: read_memento_jsonl,
        MEMENTO_CSV: read_csv,
        MCP_KNOWLEDGE_GRAPH: read_knowledge_graph,
        CORTEXGRAPH_JSONL: read_jsonl,
        CORTEXGRAPH_SQLITE: read_sqlite,
        MEMENTO_MCP_SQLITE: read_memento,
        CORTEXGRAPH_VAULT: read_vault,
        MARKDOWN_NOTES: read_notes,
        PLAIN_TEXT: read_text,
    }
)
_FOLDERS: Final = frozenset({CORTEXGRAPH_VAULT, MARKDOWN_NOTES})
_NOTES: Final = frozenset({".md", ".markdown"})
_TEXTS: Final = _NOTES | {".txt", ".text"}
_FILES_IN_FOLDERS: Final = MappingProxyType({CORTEXGRAPH_JSONL: MEMORIES_FILE, CORTEXGRAPH_SQLITE: DATABASE_FILE})


def detect(path: Path) -> str:
    """Return the format of a file or folder, told by its content.

    Raises:
        UnknownFormat: If no importer recognises it.
        UnreadableSource: If it is not there or cannot be read.
    """
    with _readable(path):
        if path.is_dir():
            return _format_of_folder(path)
        if path.is_file():
            return _format_of_file(path)
        wrong = "is neither a file nor a folder" if path.exists() else "does not exist"
    raise UnreadableSource(f"{path} {wrong}. Nothing was imported.")


def read(path: Path, *, now_ms: int, cancel: CancelToken | None = None, format: str | None = None) -> Imported:  # noqa: A002  (the callers' word)
    """Read everything a file or folder holds; what is odd is reported and the rest comes in. Nothing is written.

    Args:
        path: A file, or a folder that holds a store or notes.
        now_ms: Stands in for times that are missing; milliseconds since the Unix epoch.
        cancel: Asked before every record.
        format: One of `FORMATS`; told by the content when it is not given.

    Raises:
        UnknownFormat: If no importer recognises it, or it is not of the given format.
        UnreadableSource: If it is not there, damaged, or cannot be read.
        Cancelled: If ``cancel`` was set.
    """
    if format is not None and format not in FORMATS:
        raise UnknownFormat(f"There is no format {format!r}; known are {', '.join(FORMATS)}. Nothing was imported.")
    chosen = format or detect(path)
    with _readable(path):
        file = path / _FILES_IN_FOLDERS[chosen] if path.is_dir() and chosen in _FILES_IN_FOLDERS else path
        if not file.is_file() and chosen not in _FOLDERS:
            raise UnreadableSource(f"There is no file {file}. Nothing was imported.")
        imported = _READERS[chosen](file, now_ms=now_ms, cancel=cancel)
        return replace(imported, notes=(*imported.notes, *_notes_on_folder(path, chosen)))


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnreadableSource(f"{path} cannot be read ({error.strerror or error}). Nothing was imported.") from error


def _notes_on_folder(path: Path, chosen: str) -> Iterator[str]:
    """Say which other store stands in the folder, for only one of them is in use."""
    for other, name in _FILES_IN_FOLDERS.items():
        if path.is_dir() and chosen in _FILES_IN_FOLDERS and other != chosen and (path / name).is_file():
            yield f"{name} is in the folder too; import it by itself if it is the one in use."


def _format_of_folder(path: Path) -> str:
    for source_format, name in _FILES_IN_FOLDERS.items():
        if (path / name).is_file():
            return source_format
    if any(_begins_like_note(note) for note in notes_under(path)):
        return CORTEXGRAPH_VAULT
    if next(notes_under(path), None) is not None:
        return MARKDOWN_NOTES
    raise UnknownFormat(
        f"{path} holds no {MEMORIES_FILE}, no {DATABASE_FILE} and no Markdown notes. Nothing was imported;"
        " choose the file itself."
    )


def _begins_like_note(path: Path) -> bool:
    try:
        return is_note(path)
    except OSError:  # one unreadable note says nothing about the folder; reading it reports it
        return False


def _format_of_file(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if head.startswith(MAGIC):
        return _format_of_database(path)
    if _begins_like_note(path):
        return CORTEXGRAPH_VAULT
    if path.suffix.lower() in _NOTES:
        return MARKDOWN_NOTES if has_front_matter(head) else PLAIN_TEXT
    return _format_of_text(path, head)


def _format_of_text(path: Path, head: bytes) -> str:
    if _is_own(head):
        return MEMENTO_JSONL
    if is_table(head.decode(errors="replace"), path.suffix):
        return MEMENTO_CSV
    recognised = _format_of_lines(head)
    if recognised:
        return recognised
    if path.name in {MEMORIES_FILE, RELATIONS_FILE} or _begins_like_lines(head, path.suffix):
        return CORTEXGRAPH_JSONL
    if path.suffix.lower() in _TEXTS and b"\0" not in head:
        return PLAIN_TEXT
    if not head:
        raise UnknownFormat(f"{path.name} is empty. Nothing was imported.")
    raise UnknownFormat(
        f"{path.name} is none of the formats known here: Memento's JSONL, a table (CSV) with a column 'content',"
        " CortexGraph's JSONL, SQLite and notes, Markdown, plain text, memento-mcp-server's SQLite, and the MCP reference"
        " server's knowledge graph (JSONL). Nothing was imported."
    )


def _format_of_database(path: Path) -> str:
    with opened(path) as database:
        if is_memento(database):
            return MEMENTO_MCP_SQLITE
        if is_cortexgraph(database):
            return CORTEXGRAPH_SQLITE
        own = database.tables >= _OWN_TABLES
    if own:
        raise UnknownFormat(
            f"{path.name} is a store of this program: open it instead of importing it. Nothing was imported."
        )
    raise UnknownFormat(f"{path.name} is a database of another kind, without memories. Nothing was imported.")


def _is_own(head: bytes) -> bool:
    first = _record_in(next((line for line in head.split(b"\n") if line.strip()), b""))
    return MARK in first or first.get("kind") in {"memory", "relation"}


def _format_of_lines(head: bytes) -> str:
    """Return the format of the first line that is a record of one; empty where none is."""
    for line in head.split(b"\n"):
        record = _record_in(line)
        if is_graph_record(record):
            return MCP_KNOWLEDGE_GRAPH
        if "from_memory_id" in record or ("id" in record and bool(record.keys() & {"content", "_deleted"})):
            return CORTEXGRAPH_JSONL
    return ""


def _begins_like_lines(head: bytes, suffix: str) -> bool:
    """Whether a ``.jsonl`` file begins like an object, if a broken one."""
    return suffix.lower() == ".jsonl" and head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def _record_in(line: bytes) -> dict[str, object]:
    """Return the object that a line holds; an empty one where it holds none."""
    try:
        record = json.loads(line.removeprefix(b"\xef\xbb\xbf").decode())
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
