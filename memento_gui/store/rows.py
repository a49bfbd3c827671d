"""Between rows and the domain's frozen values: columns carry the names of the fields."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar, cast

import sqlalchemy as sa

from memento_gui.store.base import Base
from memento_gui.store.sqlite import MAX_VARIABLES

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Value = TypeVar("Value", bound=DataclassInstance)

Item = TypeVar("Item")


def table_of(row: type[Base]) -> sa.Table:
    """Return the table of a declared row."""
    return cast("sa.Table", row.__table__)


def columns_of(table: sa.Table, kind: "type[DataclassInstance]") -> list[sa.Column[Any]]:
    """Return the columns that a value's fields are named after."""
    return [table.c[field.name] for field in fields(kind) if field.name in table.c]


def read_all(connection: sa.Connection, kind: "type[Value]", statement: sa.Select[Any]) -> "list[Value]":
    """Run a select whose columns are named like the fields of ``kind``."""
    return [kind(**row) for row in connection.execute(statement).mappings()]


def values_of(value: "DataclassInstance") -> dict[str, Any]:
    """Return a value's fields by name; unlike `dataclasses.asdict` it copies nothing."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


def chunks(items: Sequence[Item], size: int = MAX_VARIABLES) -> Iterator[Sequence[Item]]:
    """Yield the items in pieces that fit into one IN list."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def select_in(
    connection: sa.Connection, statement: sa.Select[Any], column: sa.Column[Any], keys: Iterable[str]
) -> Iterator[sa.Row[Any]]:
    """Run a select for many keys, a chunk at a time."""
    for chunk in chunks(list(keys)):
        yield from connection.execute(statement.where(column.in_(chunk)))
