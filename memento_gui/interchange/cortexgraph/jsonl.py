"""CortexGraph's JSONL store: two append-only files in which the last line of an id wins."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import Memory, Relation
from memento_gui.interchange.cortexgraph.memories import (
    NEITHER_TYPE_NOR_IMPORTANCE,
    Reading,
    RecordReader,
    Value,
    note_vectors,
    with_own_ends,
)
from memento_gui.interchange.cortexgraph.records import cortexgraph_memory, cortexgraph_relation
from memento_gui.interchange.ids import kept_id, text_id
from memento_gui.interchange.imported import CORTEXGRAPH_JSONL, Findings, Imported
from memento_gui.interchange.json_lines import records

MEMORIES_FILE: Final = "memories.jsonl"
RELATIONS_FILE: Final = "relations.jsonl"


def read_jsonl(path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported:
    """Read a file of memories, and the relations beside it.

    ``{"id": …, "_deleted": true}`` removes, a later line revives. A line that cannot be used leaves the earlier one as it
    is.

    Raises:
        OSError: If a file cannot be read.
        Cancelled: If ``cancel`` was set.
    """
    findings = Findings()
    reader = RecordReader(now_ms=now_ms)
    memories_file = path.with_name(MEMORIES_FILE) if path.name == RELATIONS_FILE else path
    memories = _last_of_each(memories_file, reader.memory, findings, cancel)
    relations = _last_of_each(path.with_name(RELATIONS_FILE), reader.relation, findings, cancel)
    findings.note(NEITHER_TYPE_NOR_IMPORTANCE)
    note_vectors(findings, sum(reading.embedded for reading in memories))
    own_ids = {reading.foreign_id: reading.value.id for reading in memories if reading.value is not None}
    return findings.imported(
        CORTEXGRAPH_JSONL,
        memories={reading.value.id: reading.value for reading in memories if reading.value is not None}.values(),
        relations=[with_own_ends(reading.value, own_ids) for reading in relations if reading.value is not None],
    )


def cortexgraph_files(memories: Iterable[Memory], relations: Iterable[Relation]) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the name and the lines of both files of a store.

    The lines are ASCII: CortexGraph reads them in the encoding of the computer that it runs on.
    """
    yield MEMORIES_FILE, (json.dumps(cortexgraph_memory(memory)) + "\n" for memory in memories)
    yield RELATIONS_FILE, (json.dumps(cortexgraph_relation(relation)) + "\n" for relation in relations)


def _last_of_each(
    path: Path,
    convert: Callable[[Mapping[str, object]], Reading[Value]],
    findings: Findings,
    cancel: CancelToken | None,
) -> list[Reading[Value]]:
    """Return what stands at the end of the file, ordered by where each id came up; nothing where there is no file."""
    standing: dict[str, tuple[str, Reading[Value]]] = {}
    for place, record in records(path, findings, cancel) if path.is_file() else ():
        memory_id = kept_id(text_id(record.get("id")))[0]
        if record.get("_deleted"):
            standing.pop(memory_id, None)
            continue
        reading = convert(record)
        if reading.value is not None:
            standing[reading.foreign_id] = place, reading
        else:
            findings.problems(place, reading.problems)
            if memory_id in standing:
                findings.problem(place, f"what {standing[memory_id][0]} says of {memory_id} stays")
    for place, reading in standing.values():
        findings.problems(place, reading.problems)
    return [reading for _, reading in standing.values()]
