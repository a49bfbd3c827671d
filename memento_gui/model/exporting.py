"""Exports: memories with everything that belongs to them, written to a file that appears whole or not at all."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import UnknownFormat
from memento_gui.domain.memory import Memory, Relation
from memento_gui.interchange import (
    MARKDOWN_NOTES,
    MCP_KNOWLEDGE_GRAPH,
    MEMENTO_CSV,
    MEMENTO_JSONL,
    Entry,
    csv_lines,
    graph_lines,
    jsonl_lines,
    notes_of,
)
from memento_gui.model.written_files import write_folder, write_whole
from memento_gui.store import Store

_CHUNK: Final = 500

_BY_SUFFIX: Final = {".csv": MEMENTO_CSV}
EXPORTS: Final = (MEMENTO_JSONL, MEMENTO_CSV, MCP_KNOWLEDGE_GRAPH, MARKDOWN_NOTES)
"""What can be written; the first is complete, the others hold what fits in them."""

Progress = Callable[[int, int], None]


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


def export(
    store: Store,
    path: Path,
    ids: Sequence[str] | None,
    *,
    target_format: str | None,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> int:
    """Write some memories and the relations among them, or the whole store; return how many.

    Raises:
        UnknownFormat: If nothing is written in this format.
        ExportFailed: If the file cannot be written, or is a database.
        Cancelled: If ``cancel`` was set.
    """
    chosen_format = target_format or format_of(path)
    if chosen_format not in EXPORTS:
        raise UnknownFormat(
            f"There is no export as {chosen_format!r}; known are {', '.join(EXPORTS)}. Nothing was written."
        )
    chosen = [*store.ids(), *store.ids(trashed=True)] if ids is None else ids
    if chosen_format == MARKDOWN_NOTES:
        write_folder(path, notes_of(chosen_memories(store, chosen, progress=progress, cancel=cancel)))
        return len(chosen)
    relations = _relations(store, None if ids is None else frozenset(ids))
    if chosen_format == MEMENTO_CSV:
        lines = csv_lines(chosen_memories(store, chosen, progress=progress, cancel=cancel))
    elif chosen_format == MCP_KNOWLEDGE_GRAPH:
        lines = graph_lines(chosen_memories(store, chosen, progress=progress, cancel=cancel), relations)
    else:
        lines = jsonl_lines(entries(store, chosen, progress=progress, cancel=cancel), relations)
    write_whole(path, lines)
    return len(chosen)


def _relations(store: Store, among: frozenset[str] | None) -> list[Relation]:
    every = store.every_relation()
    return [one for one in every if among is None or {one.source_id, one.target_id} <= among]


def _by_memory(values: Iterable[Any]) -> "defaultdict[str, list[Any]]":
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for value in values:
        found[value.memory_id].append(value)
    return found
