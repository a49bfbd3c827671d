"""Reading memories and their tags."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from memento_gui.domain.errors import UnknownMemory
from memento_gui.domain.memory import Memory
from memento_gui.domain.texts import Text
from memento_gui.store.rows import chunks, columns_of, select_in, table_of
from memento_gui.store.schema import MemoryRow, MemoryTagRow
from memento_gui.store.sqlite import driver_of

TEXTS_AT_A_TIME: Final = 2_000

_memory: Final = table_of(MemoryRow)
_tag: Final = table_of(MemoryTagRow)
_columns: Final = columns_of(_memory, Memory)
_TITLES: Final = "SELECT id, title FROM memory WHERE title <> ''"
_TAGS: Final = "SELECT memory_id, tag FROM memory_tag ORDER BY memory_id, position"


def text_hash(title: str, content: str) -> str:
    """Return the hash by which a vector is known to belong to a text: sha256 of what is embedded, as hex."""
    return hashlib.sha256(Text(title, content).full.encode()).hexdigest()


def get_many(connection: sa.Connection, ids: Sequence[str]) -> list[Memory]:
    """Return the memories that exist, in the order asked for."""
    memories: dict[str, Memory] = {}
    for chunk in chunks(list(dict.fromkeys(ids))):
        tags = tags_of(connection, chunk)
        rows = connection.execute(sa.select(*_columns).where(_memory.c.id.in_(chunk))).mappings()
        memories.update((row["id"], Memory(**row, tags=tags.get(row["id"], ()))) for row in rows)
    return [memories[identity] for identity in ids if identity in memories]


def ids(connection: sa.Connection, *, trashed: bool) -> list[str]:
    """Return the ids in import order: of what is in use, or of what is in the trash."""
    deleted = _memory.c.deleted_ms
    where = deleted.is_not(None) if trashed else deleted.is_(None)
    return list(connection.scalars(sa.select(_memory.c.id).where(where).order_by(_memory.c.ordinal)))


def resolve(connection: sa.Connection, short: str) -> str:
    """Return the only id that is, begins with or ends with ``short``.

    Raises:
        UnknownMemory: If there is none, or more than one.
    """
    column = _memory.c.id
    if connection.scalar(sa.select(column).where(column == short)) is not None:
        return short
    ends = sa.func.substr(column, 1, len(short)) == short, sa.func.substr(column, -len(short)) == short
    found = list(connection.scalars(sa.select(column).where(sa.or_(*ends)).limit(2))) if short else []
    if not found:
        raise UnknownMemory(f"No memory has an id that begins or ends with {short!r}.")
    if len(found) > 1:
        raise UnknownMemory(f"More than one memory has an id that begins or ends with {short!r}; give more of it.")
    return str(found[0])


def texts(connection: sa.Connection, ids: Sequence[str]) -> dict[str, Text]:
    """Return title, content and tags of the memories that exist."""
    rows = select_in(connection, sa.select(_memory.c.id, _memory.c.title, _memory.c.content), _memory.c.id, ids)
    return _with_tags(connection, {row.id: (row.title, row.content) for row in rows})


def texts_after(connection: sa.Connection, ordinal: int) -> tuple[int, dict[str, Text]]:
    """Return the next texts in import order after an ordinal, and the ordinal of the last; empty at the end."""
    statement = (
        sa.select(_memory.c.id, _memory.c.title, _memory.c.content, _memory.c.ordinal)
        .where(_memory.c.ordinal > ordinal)
        .order_by(_memory.c.ordinal)
        .limit(TEXTS_AT_A_TIME)
    )
    rows = connection.execute(statement).all()
    found = {row.id: (row.title, row.content) for row in rows}
    return (rows[-1].ordinal if rows else ordinal), _with_tags(connection, found)


def _with_tags(connection: sa.Connection, found: dict[str, tuple[str, str]]) -> dict[str, Text]:
    tags = tags_of(connection, list(found))
    return {identity: Text(title, content, tags.get(identity, ())) for identity, (title, content) in found.items()}


def tags_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the tags of those memories that have any, in order."""
    statement = sa.select(_tag.c.memory_id, _tag.c.tag).order_by(_tag.c.memory_id, _tag.c.position)
    gathered: defaultdict[str, list[str]] = defaultdict(list)
    for row in select_in(connection, statement, _tag.c.memory_id, ids):
        gathered[row.memory_id].append(row.tag)
    return {identity: tuple(tags) for identity, tags in gathered.items()}


def titles_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, str]:
    """Return the titles of those memories that have one."""
    statement = sa.select(_memory.c.id, _memory.c.title).where(_memory.c.title != "")
    return {row.id: row.title for row in select_in(connection, statement, _memory.c.id, ids)}


def every_title(connection: sa.Connection) -> dict[str, str]:
    """Return the title of every memory that has one; trashed memories included."""
    return {identity: title for identity, title in driver_of(connection).execute(_TITLES)}  # noqa: C416  # dict() of a million would hold every other thread up


def every_tag(connection: sa.Connection) -> list[tuple[str, str]]:
    """Return every (memory id, tag), each memory's in order; trashed memories included."""
    return driver_of(connection).execute(_TAGS).fetchall()
