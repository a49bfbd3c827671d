"""CortexGraph's SQLite store: the JSONL store's records as rows, with JSON in some columns."""

import json
from pathlib import Path
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import UnknownFormat
from memento_gui.domain.memory import Memory, Relation
from memento_gui.interchange.cortexgraph.memories import (
    NEITHER_TYPE_NOR_IMPORTANCE,
    RecordReader,
    note_vectors,
    with_own_ends,
)
from memento_gui.interchange.imported import CORTEXGRAPH_SQLITE, Findings, Imported
from memento_gui.interchange.sqlite_source import ForeignDatabase, opened

MEMORIES_TABLE: Final = "memories"
DATABASE_FILE: Final = "cortexgraph.db"

_RELATIONS_TABLE: Final = "relations"
_JSON_COLUMNS: Final = ("meta", "entities", "metadata")
_MARKING_COLUMNS: Final = frozenset({"id", "content", "meta", "last_used", "use_count"})


def is_cortexgraph(database: ForeignDatabase) -> bool:
    """Whether the database has CortexGraph's table of memories."""
    return MEMORIES_TABLE in database.tables and database.columns(MEMORIES_TABLE) >= _MARKING_COLUMNS


def read_sqlite(path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported:
    """Read memories and relations.

    Raises:
        UnknownFormat: If it is a database of another kind.
        UnreadableSource: If the database cannot be read.
        Cancelled: If ``cancel`` was set.
    """
    findings = Findings()
    reader = RecordReader(now_ms=now_ms)
    memories: dict[str, Memory] = {}
    relations: dict[str, Relation] = {}
    own_ids: dict[str, str] = {}
    embedded = 0
    with opened(path, cancel) as database:
        if not is_cortexgraph(database):
            raise UnknownFormat(f"{path.name} is no store of CortexGraph. Nothing was imported.")
        for place, row in database.rows(MEMORIES_TABLE):
            reading = reader.memory(_record(row, place, findings))
            findings.problems(place, reading.problems)
            embedded += reading.embedded
            if reading.value is not None:
                memories[reading.value.id] = reading.value
                own_ids[reading.foreign_id] = reading.value.id
        for place, row in database.rows(_RELATIONS_TABLE):
            link = reader.relation(_record(row, place, findings))
            findings.problems(place, link.problems)
            if link.value is not None:
                relations[link.value.id] = with_own_ends(link.value, own_ids)
    findings.note(NEITHER_TYPE_NOR_IMPORTANCE)
    note_vectors(findings, embedded)
    return findings.imported(CORTEXGRAPH_SQLITE, memories=memories.values(), relations=relations.values())


def _record(row: dict[str, object], place: str, findings: Findings) -> dict[str, object]:
    """Return the row with its JSON columns read; a column whose text is no JSON stays text."""
    record = dict(row)
    for name in _JSON_COLUMNS:
        text = record.get(name)
        if isinstance(text, str):
            try:
                record[name] = json.loads(text)
            except (ValueError, RecursionError):
                findings.problem(place, f"{name} is no JSON; it was kept as text")
    return record
