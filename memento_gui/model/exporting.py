"""Exports: memories with everything that belongs to them, written to a file that appears whole or not at all."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import ExportFailed
from memento_gui.interchange import Entry, jsonl_lines
from memento_gui.store import Store

_CHUNK: Final = 500

Progress = Callable[[int, int], None]


def entries(
    store: Store, ids: Sequence[str], *, progress: Progress | None = None, cancel: CancelToken | None = None
) -> Iterator[Entry]:
    """Yield the memories that exist, in the order given, with what belongs to each; texts are read in chunks."""
    history = _by_memory(store.every_revision())
    said = _by_memory(store.every_feedback())
    cards = {card.memory_id: card for card in store.review_states()}
    answers = _by_memory(store.review_log())
    for start in range(0, len(ids), _CHUNK):
        if cancel is not None:
            cancel.check()
        for memory in store.get_many(ids[start : start + _CHUNK]):
            yield Entry(
                memory=memory,
                history=tuple(history[memory.id]),
                feedback=tuple(said[memory.id]),
                card=cards.get(memory.id),
                answers=tuple(answers[memory.id]),
            )
        if progress is not None:
            progress(min(start + _CHUNK, len(ids)), len(ids))


def export_jsonl(
    store: Store,
    path: Path,
    ids: Sequence[str] | None,
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> int:
    """Write Memento's own format: some memories and the relations among them, or the whole store; return how many.

    Raises:
        ExportFailed: If the file cannot be written.
        Cancelled: If ``cancel`` was set.
    """
    relations = store.every_relation()
    if ids is None:
        ids = [*store.ids(), *store.ids(trashed=True)]
    else:
        chosen = set(ids)
        relations = [one for one in relations if {one.source_id, one.target_id} <= chosen]
    write_whole(path, jsonl_lines(entries(store, ids, progress=progress, cancel=cancel), relations))
    return len(ids)


def _by_memory(values: Iterable[Any]) -> "defaultdict[str, list[Any]]":
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for value in values:
        found[value.memory_id].append(value)
    return found


def write_whole(path: Path, lines: Iterable[str]) -> None:
    """Write a text file beside its place and then rename it, so that nobody sees half of it; only its owner may read it.

    Raises:
        ExportFailed: If it cannot be written; what was there stays.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        with open(part, "w", encoding="utf-8", newline="", opener=_private) as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise ExportFailed(
            f"{path} could not be written: {error.strerror or error}. What was there is as it was; choose another place."
        ) from error
    finally:
        part.unlink(missing_ok=True)


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)
