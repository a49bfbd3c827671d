"""What the store keeps by name or in a log: settings, parameter sets, saved searches, errors and timings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from memento_gui.domain.errors import UnknownName
from memento_gui.domain.memory import check_text
from memento_gui.store import sqlite
from memento_gui.store.rows import columns_of, read_all, table_of, values_of
from memento_gui.store.schema import ErrorLogRow, MetaRow, MetricRow, ParameterSetRow, SavedSearchRow

KEPT_MEASUREMENTS: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSearch:
    """A query worth keeping; ``position`` is its place in the list."""

    name: str
    query: str
    position: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedError:
    """Something that went wrong: where, what the user was told, and what helps to find the cause."""

    number: int
    happened_ms: int
    place: str
    sentence: str
    detail: str
    resolved_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """How long something took, in milliseconds."""

    name: str
    measured_ms: int
    value: float


_set: Final = table_of(ParameterSetRow)
_search: Final = table_of(SavedSearchRow)
_error: Final = table_of(ErrorLogRow)
_metric: Final = table_of(MetricRow)
_meta: Final = table_of(MetaRow)

_put_set: Final = sqlite.upsert(_set, ("name",), ("numbers", "saved_ms"))
_put_search: Final = sqlite.upsert(_search, ("name",), ("query", "position"))
_put_meta: Final = sqlite.upsert(_meta, ("key",), ("value",))


def _removed(connection: sa.Connection, statement: sa.Delete, sentence: str) -> None:
    if not connection.execute(statement).rowcount:
        raise UnknownName(sentence)


# Settings


def setting(connection: sa.Connection, key: str) -> str | None:
    """Return the value of a setting, or None where there is none."""
    return connection.scalar(sa.select(_meta.c.value).where(_meta.c.key == key))


def put_setting(connection: sa.Connection, key: str, value: str | None) -> None:
    """Keep a setting; None removes it."""
    if value is None:
        connection.execute(_meta.delete().where(_meta.c.key == key))
    else:
        connection.execute(_put_meta, {"key": key, "value": check_text(value, what="setting")})


# Parameter sets


def parameter_sets(connection: sa.Connection) -> dict[str, dict[str, Any]]:
    """Return the saved sets by name, in their mapping form."""
    rows = connection.execute(sa.select(_set.c.name, _set.c.numbers).order_by(_set.c.name))
    return {name: dict(numbers) for name, numbers in rows}


def put_parameter_set(connection: sa.Connection, name: str, numbers: Mapping[str, Any], *, now_ms: int) -> None:
    """Keep a set under a name, in place of an earlier one."""
    values = {"name": check_text(name, what="name"), "numbers": numbers, "saved_ms": now_ms}
    connection.execute(_put_set, values)


def remove_parameter_set(connection: sa.Connection, name: str) -> None:
    """Remove a saved set.

    Raises:
        UnknownName: If there is none of this name.
    """
    _removed(connection, _set.delete().where(_set.c.name == name), f"There is no parameter set {name!r}.")


# Saved searches


def saved_searches(connection: sa.Connection) -> list[SavedSearch]:
    """Return the saved searches in the order of their list."""
    statement = sa.select(*columns_of(_search, SavedSearch)).order_by(_search.c.position, _search.c.name)
    return read_all(connection, SavedSearch, statement)


def put_saved_search(connection: sa.Connection, search: SavedSearch) -> None:
    """Keep a search, in place of an earlier one of the same name."""
    check_text(search.query, what="query")
    check_text(search.name, what="name")
    connection.execute(_put_search, values_of(search))


def remove_saved_search(connection: sa.Connection, name: str) -> None:
    """Remove a saved search.

    Raises:
        UnknownName: If there is none of this name.
    """
    _removed(connection, _search.delete().where(_search.c.name == name), f"There is no saved search {name!r}.")


# Errors and timings


def errors(connection: sa.Connection, *, resolved: bool = False) -> list[LoggedError]:
    """Return what went wrong and is not resolved yet (or is), newest first."""
    where = _error.c.resolved_ms.is_not(None) if resolved else _error.c.resolved_ms.is_(None)
    return read_all(connection, LoggedError, sa.select(_error).where(where).order_by(_error.c.number.desc()))


def add_error(connection: sa.Connection, *, place: str, sentence: str, detail: str, now_ms: int) -> None:
    """Keep that something went wrong."""
    texts = {"place": place, "sentence": sentence, "detail": detail}
    storable = {name: text.replace("\0", "\N{REPLACEMENT CHARACTER}") for name, text in texts.items()}
    kept = {name: text.encode(errors="replace").decode() for name, text in storable.items()}
    connection.execute(_error.insert(), kept | {"happened_ms": now_ms})


def resolve_error(connection: sa.Connection, number: int, *, now_ms: int) -> None:
    """Mark one as resolved.

    Raises:
        UnknownName: If there is no such entry.
    """
    statement = _error.update().where(_error.c.number == number).values(resolved_ms=now_ms)
    if not connection.execute(statement).rowcount:
        raise UnknownName(f"There is no error number {number}.")


def measurements(connection: sa.Connection, name: str) -> list[Measurement]:
    """Return the last timings of one kind, oldest first."""
    statement = sa.select(*columns_of(_metric, Measurement)).where(_metric.c.name == name).order_by(_metric.c.number)
    return read_all(connection, Measurement, statement)


def add_measurement(connection: sa.Connection, measurement: Measurement) -> None:
    """Keep a timing; the oldest of the same kind go once there are more than 2,000."""
    connection.execute(_metric.insert(), values_of(measurement))
    newest = sa.select(_metric.c.number).where(_metric.c.name == measurement.name).order_by(_metric.c.number.desc())
    last_dropped = connection.scalar(newest.offset(KEPT_MEASUREMENTS).limit(1))
    if last_dropped is not None:
        connection.execute(_metric.delete().where(_metric.c.name == measurement.name, _metric.c.number <= last_dropped))
