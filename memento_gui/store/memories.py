"""Reading and writing memories and their tags."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from memento_gui.domain.errors import StaleEdit, StoreError, UnknownMemory
from memento_gui.domain.memory import MAX_STRENGTH, Memory
from memento_gui.domain.texts import Text
from memento_gui.store import sqlite
from memento_gui.store.checks import EDITABLE, checked, checked_fields
from memento_gui.store.rows import chunks, columns_of, select_in, table_of
from memento_gui.store.schema import EmbeddingRow, MemoryRow, MemoryTagRow

TEXTS_AT_A_TIME: Final = 2_000

_memory: Final = table_of(MemoryRow)
_tag: Final = table_of(MemoryTagRow)
_embedding: Final = table_of(EmbeddingRow)
_columns: Final = columns_of(_memory, Memory)


def text_hash(title: str, content: str) -> str:
    """Return the hash by which a vector is known to belong to a text: sha256 of what is embedded, as hex."""
    return hashlib.sha256(Text(title, content).full.encode()).hexdigest()


# Reading


def get_many(connection: sa.Connection, ids: Sequence[str]) -> list[Memory]:
    """Return the memories that exist, in the order asked for."""
    wanted = list(dict.fromkeys(ids))
    found = {row["id"]: row for row in _mappings(connection, wanted)}
    tags = tags_of(connection, list(found))
    memories = {identity: Memory(**row, tags=tags.get(identity, ())) for identity, row in found.items()}
    return [memories[identity] for identity in ids if identity in memories]


def _mappings(connection: sa.Connection, ids: Sequence[str]) -> Iterator[sa.RowMapping]:
    for row in select_in(connection, sa.select(*_columns), _memory.c.id, ids):
        yield row._mapping


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
    return _with_tags(connection, rows)


def texts_after(connection: sa.Connection, ordinal: int) -> tuple[int, dict[str, Text]]:
    """Return the next texts in import order after an ordinal, and the ordinal of the last; empty at the end."""
    statement = (
        sa.select(_memory.c.id, _memory.c.title, _memory.c.content, _memory.c.ordinal)
        .where(_memory.c.ordinal > ordinal)
        .order_by(_memory.c.ordinal)
        .limit(TEXTS_AT_A_TIME)
    )
    rows = connection.execute(statement).all()
    return (rows[-1].ordinal if rows else ordinal), _with_tags(connection, rows)


def _with_tags(connection: sa.Connection, rows: Iterable[sa.Row[Any]]) -> dict[str, Text]:
    found = {row.id: (row.title, row.content) for row in rows}
    tags = tags_of(connection, list(found))
    return {identity: Text(title, content, tags.get(identity, ())) for identity, (title, content) in found.items()}


def tags_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the tags of those memories that have any, in order."""
    statement = sa.select(_tag.c.memory_id, _tag.c.tag).order_by(_tag.c.memory_id, _tag.c.position)
    gathered: defaultdict[str, list[str]] = defaultdict(list)
    for identity, tag in select_in(connection, statement, _tag.c.memory_id, ids):
        gathered[identity].append(tag)
    return {identity: tuple(tags) for identity, tags in gathered.items()}


def every_tag(connection: sa.Connection) -> list[tuple[str, str]]:
    """Return every (memory id, tag), each memory's in order; trashed memories included."""
    rows = connection.execute(sa.select(_tag.c.memory_id, _tag.c.tag).order_by(_tag.c.memory_id, _tag.c.position))
    return [(identity, tag) for identity, tag in rows]


# Writing


def insert(connection: sa.Connection, memories: Sequence[Memory]) -> range:
    """Add memories in order and return their ordinals.

    Raises:
        InvalidMemory: If a value cannot be stored.
        StoreError: If an id is there already, or twice among the new ones.
    """
    rows = [checked(memory) for memory in memories]
    given = [row["id"] for row in rows]
    known = {row.id for row in select_in(connection, sa.select(_memory.c.id), _memory.c.id, given)}
    if known or len(set(given)) < len(given):
        double = next(iter(known)) if known else next(one for one in given if given.count(one) > 1)
        raise StoreError(f"There is a memory with the id {double!r} already. Nothing was saved.")
    first = sqlite.last_ordinal(connection) + 1
    tags = [_tag_rows(row["id"], row.pop("tags")) for row in rows]
    for ordinal, row in enumerate(rows, first):
        row["ordinal"] = ordinal
        row["text_hash"] = text_hash(row["title"], row["content"])
    if rows:
        connection.execute(_memory.insert(), rows)
    _insert_tags(connection, [tag for of_one in tags for tag in of_one])
    return range(first, first + len(rows))


def _tag_rows(identity: str, tags: Iterable[str]) -> list[dict[str, Any]]:
    return [{"memory_id": identity, "position": position, "tag": tag} for position, tag in enumerate(tags)]


def _insert_tags(connection: sa.Connection, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(_tag.insert(), rows)


def delete(connection: sa.Connection, ids: Sequence[str]) -> None:
    """Really remove memories with everything that belongs to them; relations stay, their ends dangling.

    Raises:
        UnknownMemory: If an id names nothing.
    """
    wanted = list(dict.fromkeys(ids))
    removed = sum(connection.execute(_memory.delete().where(_memory.c.id.in_(chunk))).rowcount for chunk in chunks(wanted))
    if removed < len(wanted):
        raise UnknownMemory("A memory to be removed does not exist any more. Nothing was removed.")


def set_fields(
    connection: sa.Connection,
    wanted: Mapping[str, Mapping[str, Any]],
    *,
    expected: Mapping[str, Mapping[str, Any]] | None = None,
) -> None:
    """Set fields of many memories, each its own.

    Args:
        connection: In a transaction that writes.
        wanted: New values by id and field of `Memory` (tags and deleted_ms included, id and ordinal not).
        expected: What the caller believes is there now, in the same shape; unnamed fields are not compared.

    Raises:
        UnknownMemory: If an id names nothing.
        StaleEdit: If a current value is not the expected one.
        InvalidMemory: If a value cannot be stored.
    """
    values = {identity: checked_fields(fields) for identity, fields in wanted.items()}
    _check_expected(connection, values, expected or {})
    groups: defaultdict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    tags: dict[str, tuple[str, ...]] = {}
    for identity, fields in values.items():
        if "tags" in fields:
            tags[identity] = fields.pop("tags")
        if fields:
            groups[tuple(sorted(fields))].append({"b_id": identity} | {f"b_{name}": fields[name] for name in fields})
    for names, rows in groups.items():
        _update(connection, names, rows)
    _replace_tags(connection, tags)


def _check_expected(
    connection: sa.Connection, wanted: Mapping[str, Any], expected: Mapping[str, Mapping[str, Any]]
) -> None:
    names = sorted({name for fields in expected.values() for name in fields} & EDITABLE)
    columns = [_memory.c[name] for name in names if name != "tags"]
    listed = list(wanted.keys() | expected.keys())
    current = {
        row.id: row._mapping for row in select_in(connection, sa.select(_memory.c.id, *columns), _memory.c.id, listed)
    }
    if missing := next((identity for identity in listed if identity not in current), None):
        raise UnknownMemory(f"There is no memory {missing!r} any more. Nothing was changed.")
    tags = tags_of(connection, list(expected)) if "tags" in names else {}
    for identity, fields in expected.items():
        for name, value in fields.items():
            held = tags.get(identity, ()) if name == "tags" else current[identity][name]
            if held != (tuple(value) if name == "tags" else value):
                raise StaleEdit(
                    f"The {name} of memory {identity!r} was changed elsewhere meanwhile. Nothing was changed here; look at it again."
                )


def _update(connection: sa.Connection, names: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    statement = (
        _memory.update()
        .where(_memory.c.id == sa.bindparam("b_id"))
        .values({name: sa.bindparam(f"b_{name}", type_=_memory.c[name].type) for name in names})
    )
    connection.execute(statement, rows)
    if "title" in names or "content" in names:
        _rehash(connection, [row["b_id"] for row in rows])


def _rehash(connection: sa.Connection, ids: Sequence[str]) -> None:
    """Bring the hashes up to date; the duplicates of a text that has changed have to be counted anew."""
    rows = select_in(connection, sa.select(_memory.c.id, _memory.c.title, _memory.c.content), _memory.c.id, ids)
    hashes = [{"b_id": row.id, "b_hash": text_hash(row.title, row.content)} for row in rows]
    if not hashes:
        return
    connection.execute(
        _memory.update().where(_memory.c.id == sa.bindparam("b_id")).values(text_hash=sa.bindparam("b_hash")), hashes
    )
    connection.execute(
        _embedding.update()
        .where(
            _embedding.c.memory_id == sa.bindparam("b_id"),
            _embedding.c.text_hash != sa.bindparam("b_hash"),
            _embedding.c.duplicates.is_not(None),
        )
        .values(duplicates=None),
        hashes,
    )


def fill_hashes(connection: sa.Connection, ids: Sequence[str]) -> None:
    """Compute the hashes that another program's write has left out."""
    rows = select_in(connection, sa.select(_memory.c.id).where(_memory.c.text_hash.is_(None)), _memory.c.id, ids)
    _rehash(connection, [row.id for row in rows])


def _replace_tags(connection: sa.Connection, tags: Mapping[str, tuple[str, ...]]) -> None:
    for chunk in chunks(list(tags)):
        connection.execute(_tag.delete().where(_tag.c.memory_id.in_(chunk)))
    _insert_tags(connection, [row for identity, own in tags.items() for row in _tag_rows(identity, own)])


def add_counts(
    connection: sa.Connection,
    identity: str,
    counts: Mapping[str, int],
    *,
    last_used_ms: int | None = None,
    strength: float = 0.0,
) -> None:
    """Add to the counters of one memory, which no other writer's counting can lose.

    Raises:
        UnknownMemory: If the id names nothing.
    """
    values: dict[str, Any] = {name: sqlite.larger(_memory.c[name] + count, 0) for name, count in counts.items() if count}
    if last_used_ms is not None:
        values["last_used_ms"] = last_used_ms
    if strength:
        values["strength"] = sqlite.larger(sqlite.smaller(_memory.c.strength + strength, MAX_STRENGTH), 0.0)
    statement = _memory.update().where(_memory.c.id == identity).values(values or {"id": identity})
    if not connection.execute(statement).rowcount:
        raise UnknownMemory(f"There is no memory {identity!r} any more. Nothing was changed.")
