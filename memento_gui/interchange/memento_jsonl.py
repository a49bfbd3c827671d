"""Memento's own JSON Lines: everything about every memory, to be read back without loss.

The first line names the format: ``{"memento": 1}``. Every other line is an object with a ``kind``: ``memory`` (all fields
of `Memory` but the ordinal, which is the line's order; with ``history``, ``feedback``, ``card`` and ``answers`` where there
are any) or ``relation``. Field names and units are those of `memento_gui.domain.memory`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import Feedback, Memory, Relation, ReviewLogEntry, ReviewState, Revision
from memento_gui.interchange.imported import MEMENTO_JSONL, Findings, Imported
from memento_gui.interchange.json_lines import line_of, records
from memento_gui.interchange.memento_records import Belongings, memory_of, record_of, relation_of

VERSION: Final = 1
MARK: Final = "memento"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One memory and what belongs to it."""

    memory: Memory
    history: tuple[Revision, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    card: ReviewState | None = None
    answers: tuple[ReviewLogEntry, ...] = ()


def jsonl_lines(entries: Iterable[Entry], relations: Iterable[Relation]) -> Iterator[str]:
    """Yield the lines of a file, each with its end; what is equal to a field's default is not written."""
    yield line_of({MARK: VERSION})
    for entry in entries:
        yield line_of(_memory_record(entry))
    for relation in relations:
        yield line_of({"kind": "relation", **record_of(relation)})


def read_memento_jsonl(path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported:
    """Read a file that `jsonl_lines` made, or somebody wrote in its form.

    Raises:
        OSError: If the file cannot be read.
        Cancelled: If ``cancel`` was set.
    """
    findings = Findings()
    memories: dict[str, tuple[Memory, Belongings]] = {}
    relations: dict[str, Relation] = {}
    for place, record in records(path, findings, cancel):
        kind = record.pop("kind", None)
        if kind == "memory":
            found = memory_of(record, place, findings, now_ms=now_ms)
            if found is not None:
                _take(memories, found[0].id, found, place, findings)
        elif kind == "relation":
            relation = relation_of(record, place, findings, now_ms=now_ms)
            if relation is not None:
                _take(relations, relation.id, relation, place, findings)
        elif MARK in record:
            _look_at_version(record[MARK], path.name, findings)
        else:
            findings.problem(place, "neither a memory nor a relation; skipped")
    belongings = [belonging for _, belonging in memories.values()]
    imported = findings.imported(
        MEMENTO_JSONL,
        memories=[memory for memory, _ in memories.values()],
        relations=relations.values(),
        feedback=[event for one in belongings for event in one.feedback],
    )
    return replace(
        imported,
        history=tuple(revision for one in belongings for revision in one.history),
        cards=tuple(one.card for one in belongings if one.card is not None),
        answers=tuple(answer for one in belongings for answer in one.answers),
    )


def _take(known: dict[str, Any], identity: str, value: object, place: str, findings: Findings) -> None:
    if identity in known:
        findings.problem(place, f"{identity} stands in the file already; the first one was taken")
    else:
        known[identity] = value


def _look_at_version(version: object, name: str, findings: Findings) -> None:
    if isinstance(version, bool) or not isinstance(version, int) or version > VERSION:
        findings.note(f"{name} was written by a newer version of Memento; what this one does not know was kept as extra.")


def _memory_record(entry: Entry) -> dict[str, Any]:
    record: dict[str, Any] = {"kind": "memory", **record_of(entry.memory)}
    for name, values in (("history", entry.history), ("feedback", entry.feedback), ("answers", entry.answers)):
        if values:
            record[name] = [record_of(value) for value in values]
    if entry.card is not None:
        record["card"] = record_of(entry.card)
    return record
