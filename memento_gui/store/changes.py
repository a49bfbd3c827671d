"""The change feed: what happened to the store since a reader last looked, whoever did it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast

import sqlalchemy as sa

from memento_gui.store.rows import table_of
from memento_gui.store.schema import ChangeRow
from memento_gui.store.sqlite import driver_of

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What happened after a sequence: up to ``last``, in which tables and to which memories.

    ``reload`` says that the reader is too far behind: read everything again.
    """

    last: int
    tables: frozenset[str]
    memories: frozenset[str]
    reload: bool


_NAMED: Final = frozenset({"parameter_set", "saved_search", "meta"})

_OF_MEMORIES: Final = f"kind <> 'reload' AND table_name NOT IN ({', '.join(repr(name) for name in sorted(_NAMED))})"


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


def summary(connection: sa.Connection, since: int, of: Collection[str] | None = None) -> Summary:
    """Return what happened after the sequence ``since``, each memory once.

    SQLite gathers it: a hundred thousand rows of the feed would keep every other thread waiting.

    Args:
        connection: In a transaction.
        since: The last sequence that is known already.
        of: Tables; only memories that changed in one of them are named. In any table, if None.
    """
    last = last_change(connection)
    if since >= last:
        return Summary(last=last, tables=frozenset(), memories=frozenset(), reload=since > last)
    driver, kept = driver_of(connection), _OF_MEMORIES
    if of is not None:
        kept += f" AND table_name IN ({', '.join('?' * len(of))})"
    statement = f"SELECT DISTINCT key FROM change WHERE sequence > ? AND {kept}"  # noqa: S608  # only names written above
    keys = driver.execute(statement, (since, *(of or ())))
    kinds = driver.execute(
        "SELECT DISTINCT table_name, kind = 'reload' FROM change WHERE sequence > ?", (since,)
    ).fetchall()
    return Summary(
        last=last,
        tables=frozenset(name for name, _ in kinds),
        memories=frozenset(key for (key,) in keys),
        reload=any(reload for _, reload in kinds),
    )


def outside(connection: sa.Connection, since: int, to: int, ranges: Sequence[tuple[int, int]]) -> frozenset[str]:
    """Return the memories that changed after ``since`` and up to ``to``, but for the changes in these inclusive ranges."""
    left = [(first, last) for first, last in merged_ranges(ranges) if last > since and first <= to]
    if any(first <= since + 1 and last >= to for first, last in left):
        return frozenset()
    where = " ".join(["AND NOT sequence BETWEEN ? AND ?"] * len(left))
    statement = (
        "SELECT DISTINCT key FROM change WHERE sequence > ? AND sequence <= ? "  # noqa: S608  # only names written above
        f"AND {_OF_MEMORIES} {where}"
    )
    found = driver_of(connection).execute(statement, (since, to, *(bound for pair in left for bound in pair)))
    return frozenset(key for (key,) in found)


def merged_ranges(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ranges in order, those that touch each other joined."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(last, merged[-1][1])
        else:
            merged.append((first, last))
    return merged


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
