"""Exports: memories with everything that belongs to them, written to a file that appears whole or not at all."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import UnknownFormat
from memento_gui.domain.memory import Memory, Relation
from memento_gui.interchange import (
    CORTEXGRAPH_JSONL,
    CORTEXGRAPH_SQLITE,
    CORTEXGRAPH_VAULT,
    MARKDOWN_NOTES,
    MCP_KNOWLEDGE_GRAPH,
    MEMENTO_CSV,
    MEMENTO_JSONL,
    MEMENTO_MCP_SQLITE,
    WITHOUT_TRASH,
    Entry,
    cortexgraph_files,
    cortexgraph_notes,
    csv_lines,
    graph_lines,
    jsonl_lines,
    losses,
    notes_of,
    write_cortexgraph_store,
    write_mcp_store,
)
from memento_gui.model.written_files import replacing, write_folder, write_whole
from memento_gui.store import Store

_CHUNK: Final = 500

_BY_SUFFIX: Final = {".jsonl": MEMENTO_JSONL, ".ndjson": MEMENTO_JSONL, ".json": MEMENTO_JSONL, ".csv": MEMENTO_CSV}
SUFFIXES: Final = tuple(_BY_SUFFIX)
"""Those that tell a format."""

Progress = Callable[[int, int], None]
Read = Iterable[Entry]
Relations = Sequence[Relation]

_LINES: Final[Mapping[str, Callable[[Read, Relations], Iterator[str]]]] = MappingProxyType(
    {
        MEMENTO_JSONL: jsonl_lines,
        MEMENTO_CSV: lambda read, _relations: csv_lines(_memories(read)),
        MCP_KNOWLEDGE_GRAPH: lambda read, relations: graph_lines(_memories(read), relations),
    }
)
_FOLDERS: Final[Mapping[str, Callable[[Read, Relations], Iterator[tuple[str, str | Iterable[str]]]]]] = MappingProxyType(
    {
        MARKDOWN_NOTES: lambda read, _relations: notes_of(_memories(read)),
        CORTEXGRAPH_JSONL: lambda read, relations: cortexgraph_files(_memories(read), relations),
        CORTEXGRAPH_VAULT: lambda read, _relations: cortexgraph_notes(_memories(read)),
    }
)
_DATABASES: Final[Mapping[str, Callable[[Path, Read, Relations], None]]] = MappingProxyType(
    {
        CORTEXGRAPH_SQLITE: lambda path, read, relations: write_cortexgraph_store(path, _memories(read), relations),
        MEMENTO_MCP_SQLITE: write_mcp_store,
    }
)
_WITH_BELONGINGS: Final = frozenset({MEMENTO_JSONL, MEMENTO_MCP_SQLITE})
EXPORTS: Final = (*_LINES, *_FOLDERS, *_DATABASES)
"""What can be written; the first is complete, the others hold what fits in them."""


def format_of(path: Path) -> str:
    """Return the format that a file's suffix asks for; a folder is for notes."""
    return MARKDOWN_NOTES if path.is_dir() else _BY_SUFFIX.get(path.suffix.lower(), MEMENTO_JSONL)


def chosen_memories(
    store: Store, ids: Sequence[str], *, progress: Progress | None = None, cancel: CancelToken | None = None
) -> Iterator[Memory]:
    """Yield the memories that exist, in the order given; texts are read in chunks."""
    for start in range(0, len(ids), _CHUNK):
        if cancel is not None:
            cancel.check()
        yield from store.get_many(ids[start : start + _CHUNK])
        if progress is not None:
            progress(min(start + _CHUNK, len(ids)), len(ids))


def entries(
    store: Store, ids: Sequence[str], *, progress: Progress | None = None, cancel: CancelToken | None = None
) -> Iterator[Entry]:
    """Yield the memories that exist, in the order given, with what belongs to each."""
    history = _by_memory(store.every_revision())
    said = _by_memory(store.every_feedback())
    cards = {card.memory_id: card for card in store.review_states()}
    answers = _by_memory(store.review_log())
    for memory in chosen_memories(store, ids, progress=progress, cancel=cancel):
        yield Entry(
            memory=memory,
            history=tuple(history[memory.id]),
            feedback=tuple(said[memory.id]),
            card=cards.get(memory.id),
            answers=tuple(answers[memory.id]),
        )


class Exports:
    """Writes memories of one store as the formats of `EXPORTS`, and says before what they cannot hold."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def losses(
        self,
        target_format: str,
        ids: Sequence[str] | None = None,
        *,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> tuple[str, ...]:
        """Return a sentence for everything that an export would leave out; every memory is read for that.

        Raises:
            UnknownFormat: If nothing is written in this format.
            Cancelled: If ``cancel`` was set.
        """
        if _checked(target_format) == MEMENTO_JSONL:
            return ()
        chosen = self._chosen(ids)
        read = entries(self._store, chosen, progress=progress, cancel=cancel)
        return losses(target_format, read, _relations(self._store, None if ids is None else frozenset(ids)))

    def write(
        self,
        path: Path,
        ids: Sequence[str] | None = None,
        *,
        target_format: str | None = None,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> int:
        """Write some memories and the relations among them, or the whole store; return how many memories.

        Raises:
            UnknownFormat: If nothing is written in this format.
            ExportFailed: If the file cannot be written, or is a database.
            Cancelled: If ``cancel`` was set.
        """
        chosen_format = _checked(target_format or format_of(path))
        chosen, counted = self._chosen(ids), Counter[str]()
        relations = _relations(self._store, None if ids is None else frozenset(ids))
        found = (entries if chosen_format in _WITH_BELONGINGS else _bare)(
            self._store, chosen, progress=progress, cancel=cancel
        )
        read = _counting(found, chosen_format, counted)
        if chosen_format in _FOLDERS:
            write_folder(path, _FOLDERS[chosen_format](read, relations))
        elif chosen_format in _DATABASES:
            with replacing(path) as part:
                _DATABASES[chosen_format](part, read, relations)
        else:
            write_whole(path, _LINES[chosen_format](read, relations))
        return counted["memories"]

    def _chosen(self, ids: Sequence[str] | None) -> Sequence[str]:
        return [*self._store.ids(), *self._store.ids(trashed=True)] if ids is None else ids


def _checked(target_format: str) -> str:
    if target_format not in EXPORTS:
        raise UnknownFormat(
            f"There is no export as {target_format!r}; known are {', '.join(EXPORTS)}. Nothing was written."
        )
    return target_format


def _counting(read: Iterable[Entry], target_format: str, counted: Counter[str]) -> Iterator[Entry]:
    """Yield what the format has a place for, and count it."""
    for entry in read:
        if not (entry.memory.in_trash and target_format in WITHOUT_TRASH):
            counted["memories"] += 1
            yield entry


def _bare(store: Store, ids: Sequence[str], *, progress: Progress | None, cancel: CancelToken | None) -> Iterator[Entry]:
    """Yield the memories without what belongs to them."""
    return (Entry(memory=memory) for memory in chosen_memories(store, ids, progress=progress, cancel=cancel))


def _memories(read: Iterable[Entry]) -> Iterator[Memory]:
    return (entry.memory for entry in read)


def _relations(store: Store, among: frozenset[str] | None) -> list[Relation]:
    every = store.every_relation()
    return [one for one in every if among is None or {one.source_id, one.target_id} <= among]


def _by_memory(values: Iterable[Any]) -> "defaultdict[str, list[Any]]":
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for value in values:
        found[value.memory_id].append(value)
    return found
