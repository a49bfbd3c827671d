"""How much a store holds, and how much room it takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from memento_gui.store import files, sqlite
from memento_gui.store.base import Base
from memento_gui.store.embeddings import models
from memento_gui.store.rows import table_of
from memento_gui.store.schema import (
    FeedbackRow,
    JudgementRow,
    MemoryRow,
    MemoryTagRow,
    RelationRow,
    ReviewLogRow,
    ReviewStateRow,
    RevisionRow,
)

_memory: Final = table_of(MemoryRow)
_tag: Final = table_of(MemoryTagRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Counts of what is in a store. ``memories`` leaves the trash out; ``by_type`` and ``by_status`` do too.

    ``file_bytes`` is what the files take on the disk, ``free_bytes`` what optimising would give back.
    """

    memories: int
    trashed: int
    pinned: int
    by_type: Mapping[str, int]
    by_status: Mapping[str, int]
    tags: int
    revisions: int
    relations: int
    feedback: int
    cards: int
    answers: int
    judgements: int
    vectors: Mapping[str, int]
    oldest_ms: int | None
    newest_ms: int | None
    schema: str
    file_bytes: int
    free_bytes: int


def statistics(connection: sa.Connection, path: Path) -> Statistics:
    """Count, all as of one commit."""
    driver = sqlite.driver_of(connection)
    in_use = _memory.c.deleted_ms.is_(None)
    ends = sa.select(sa.func.min(_memory.c.created_ms), sa.func.max(_memory.c.created_ms)).where(in_use)
    oldest, newest = connection.execute(ends).one()
    return Statistics(
        memories=_count(connection, MemoryRow, in_use),
        trashed=_count(connection, MemoryRow, _memory.c.deleted_ms.is_not(None)),
        pinned=_count(connection, MemoryRow, in_use, _memory.c.pinned == sa.true()),
        by_type=_grouped(connection, _memory.c.type),
        by_status=_grouped(connection, _memory.c.status),
        tags=connection.scalar(sa.select(sa.func.count(_tag.c.tag.distinct()))) or 0,
        revisions=_count(connection, RevisionRow),
        relations=_count(connection, RelationRow),
        feedback=_count(connection, FeedbackRow),
        cards=_count(connection, ReviewStateRow),
        answers=_count(connection, ReviewLogRow),
        judgements=_count(connection, JudgementRow),
        vectors=models(connection),
        oldest_ms=oldest,
        newest_ms=newest,
        schema=sqlite.schema_version(driver),
        file_bytes=file_bytes(path),
        free_bytes=sqlite.pages(driver).free,
    )


def _count(connection: sa.Connection, row: type[Base], *where: sa.ColumnElement[bool]) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(table_of(row)).where(*where)) or 0


def _grouped(connection: sa.Connection, column: "sa.Column[str]") -> dict[str, int]:
    statement = sa.select(column, sa.func.count()).where(_memory.c.deleted_ms.is_(None)).group_by(column).order_by(column)
    return {str(word): count for word, count in connection.execute(statement)}


def file_bytes(path: Path) -> int:
    """Return what the store takes on the disk, its write-ahead log included."""
    both = (path, files.companion(path, "wal"))
    return sum(file.stat().st_size for file in both if file.exists())
