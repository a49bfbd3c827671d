"""The change feed: what happened to the store since a reader last looked, whoever did it."""

from dataclasses import dataclass
from typing import Final, Literal, cast

import sqlalchemy as sa

from memento_gui.store.rows import table_of
from memento_gui.store.schema import ChangeRow

KEPT_CHANGES: Final = 100_000
"""How many rows stay. Who is further behind is told to reload, which is quicker than so many single changes."""

_change: Final = table_of(ChangeRow)

Kind = Literal["insert", "update", "delete", "reload"]


@dataclass(frozen=True, slots=True)
class Change:
    """One row of the feed.

    ``key`` is a memory's id for everything that belongs to a memory (each end of a relation has its own row), else a name.
    ``kind`` "reload" means that the rows up to ``sequence`` are no longer known: read everything again.
    """

    sequence: int
    table: str
    key: str
    kind: Kind

    @property
    def memory_id(self) -> str | None:
        """The memory it concerns, if it concerns one."""
        return None if self.table in _NAMED or self.kind == "reload" else self.key


_NAMED: Final = frozenset({"parameter_set", "saved_search", "meta"})


def last_change(connection: sa.Connection) -> int:
    """Return the highest sequence, 0 where nothing has happened yet."""
    return connection.scalar(sa.select(sa.func.max(_change.c.sequence))) or 0


def changes(connection: sa.Connection, since: int) -> list[Change]:
    """Return what happened after the sequence ``since``, oldest first.

    A reader that is further behind than the oldest kept row finds "reload" first; so does one that is ahead, because the
    file was replaced by an older copy.
    """
    last = last_change(connection)
    if since > last:
        return [Change(last, "*", "", "reload")]
    rows = connection.execute(_change.select().where(_change.c.sequence > since).order_by(_change.c.sequence))
    return [Change(row.sequence, row.table_name, row.key, cast("Kind", row.kind)) for row in rows]


def prune(connection: sa.Connection, keep: int = KEPT_CHANGES) -> None:
    """Drop the oldest rows once there are twice too many; the newest dropped one stays, saying "reload".

    Whoever has not seen that row yet meets it first, so nobody misses a change without being told.
    """
    oldest, newest = connection.scalar(sa.select(sa.func.min(_change.c.sequence))), last_change(connection)
    if oldest is None or newest - oldest < 2 * keep:
        return
    mark = connection.scalar(
        sa.select(_change.c.sequence)
        .where(_change.c.sequence <= newest - keep)
        .order_by(_change.c.sequence.desc())
        .limit(1)
    )
    connection.execute(_change.delete().where(_change.c.sequence < mark))
    connection.execute(_change.update().where(_change.c.sequence == mark).values(table_name="*", key="", kind="reload"))
