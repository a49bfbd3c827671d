"""Adding, changing and removing memories and their tags."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from memento_gui.domain.errors import InvalidMemory, StaleEdit, StoreError, UnknownMemory
from memento_gui.domain.memory import MAX_STRENGTH, Memory
from memento_gui.store import sqlite
from memento_gui.store.checks import EDITABLE, checked, checked_fields
from memento_gui.store.memories import tags_of, text_hash
from memento_gui.store.rows import chunks, select_in, table_of
from memento_gui.store.schema import EmbeddingRow, MemoryRow, MemoryTagRow

_memory: Final = table_of(MemoryRow)
_tag: Final = table_of(MemoryTagRow)
_embedding: Final = table_of(EmbeddingRow)


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
        double = next(iter(known), Counter(given).most_common(1)[0][0])
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
    """Compare with what is there now; in the transaction that writes, so nobody comes in between."""
    names = {name for fields in expected.values() for name in fields}
    if unknown := names - EDITABLE:
        raise InvalidMemory(f"A memory has no field {', '.join(sorted(unknown))}. Nothing was changed.")
    columns = [_memory.c[name] for name in sorted(names - {"tags"})]
    listed = list(wanted.keys() | expected.keys())
    current = dict(_current(connection, columns, listed))
    if missing := next((identity for identity in listed if identity not in current), None):
        raise UnknownMemory(f"There is no memory {missing!r} any more. Nothing was changed.")
    tags = tags_of(connection, list(expected)) if "tags" in names else {}
    for identity, fields in expected.items():
        held = {**current[identity], "tags": tags.get(identity, ())}
        for name, value in fields.items():
            if held[name] != (tuple(value) if name == "tags" else value):
                raise StaleEdit(
                    f"The {name} of memory {identity!r} was changed elsewhere meanwhile. Nothing was changed here; "
                    "look at it again."
                )


def _current(
    connection: sa.Connection, columns: Sequence[sa.Column[Any]], ids: Sequence[str]
) -> Iterator[tuple[str, sa.RowMapping]]:
    for chunk in chunks(ids):
        statement = sa.select(_memory.c.id, *columns).where(_memory.c.id.in_(chunk))
        for row in connection.execute(statement).mappings():
            yield row["id"], row


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
