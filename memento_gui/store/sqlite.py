"""Everything that is SQLite's own: pragmas, triggers, the data version, backup, upserts and error codes."""

import contextlib
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from memento_gui.store import files
from memento_gui.store.files import APPLICATION_ID

_LARGEST_LOG: Final = 64 << 20
_BETWEEN_TRIES: Final = 0.005  # seconds
MAX_VARIABLES: Final = 900  # 999 in the oldest SQLite builds


class Access(Enum):
    """How a connection may use the file."""

    WRITE = "rw"
    READ = "ro"
    IMMUTABLE = "ro&immutable=1"  # no locks and no -shm: for a folder that cannot be written and a file without a -wal


class Fault(Enum):
    """What went wrong, in kinds that any database knows."""

    LOCKED = auto()
    READ_ONLY = auto()
    FULL = auto()
    DAMAGED = auto()
    UNAVAILABLE = auto()
    INPUT_OUTPUT = auto()
    REFUSED = auto()
    DUPLICATE = auto()
    NO_SUCH_MEMORY = auto()
    OTHER = auto()


_FAULTS: Final = {
    sqlite3.SQLITE_BUSY: Fault.LOCKED,
    sqlite3.SQLITE_LOCKED: Fault.LOCKED,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    sqlite3.SQLITE_FORMAT: Fault.DAMAGED,
    sqlite3.SQLITE_CANTOPEN: Fault.UNAVAILABLE,
    sqlite3.SQLITE_PERM: Fault.UNAVAILABLE,
    sqlite3.SQLITE_AUTH: Fault.UNAVAILABLE,
    sqlite3.SQLITE_IOERR: Fault.INPUT_OUTPUT,
    sqlite3.SQLITE_CONSTRAINT: Fault.REFUSED,
    sqlite3.SQLITE_TOOBIG: Fault.REFUSED,
    sqlite3.SQLITE_MISMATCH: Fault.REFUSED,
}
_CONSTRAINTS: Final = {
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: Fault.DUPLICATE,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: Fault.DUPLICATE,
    sqlite3.SQLITE_CONSTRAINT_ROWID: Fault.DUPLICATE,
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY: Fault.NO_SUCH_MEMORY,
    sqlite3.SQLITE_READONLY_DBMOVED: Fault.UNAVAILABLE,
}
_NO_COMPANIONS: Final = frozenset(
    {sqlite3.SQLITE_READONLY_DIRECTORY, sqlite3.SQLITE_READONLY_CANTINIT, sqlite3.SQLITE_READONLY_RECOVERY}
)


def fault_of(error: sqlite3.Error) -> Fault:
    """Return the kind of an error that SQLite raised."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return _CONSTRAINTS.get(code) or _FAULTS.get(code & 0xFF, Fault.OTHER)


def needs_recovery(error: sqlite3.Error) -> bool:
    """Whether a reader failed only because a writer that was killed left a journal to roll back."""
    return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_ROLLBACK


def needs_companions(error: sqlite3.Error) -> bool:
    """Whether a reader failed only because it could not make a ``-shm`` beside the file."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code in _NO_COMPANIONS or code & 0xFF == sqlite3.SQLITE_CANTOPEN


def connect(path: Path, access: Access, *, wait_seconds: float, foreign_keys: bool = True) -> sqlite3.Connection:
    """Open one connection that begins no transaction of its own accord.

    Raises:
        sqlite3.Error: If the file cannot be opened.
    """
    uri = f"{path.as_uri()}?mode={access.value}"
    connection = sqlite3.connect(uri, uri=True, timeout=wait_seconds, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA trusted_schema = OFF")  # a file from elsewhere may carry triggers and views
        if access is Access.WRITE:
            connection.execute(f"PRAGMA journal_size_limit = {_LARGEST_LOG}")  # after a large import the log shrinks again
        else:
            forbid_writing(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def forbid_writing(connection: sqlite3.Connection) -> None:
    """Let a connection only read from now on."""
    connection.execute("PRAGMA query_only = ON")


def engine_of(
    path: Path, access: Access, *, wait_seconds: float, immediate: bool = False, foreign_keys: bool = True
) -> sa.Engine:
    """Return an engine whose transactions are real: it emits BEGIN itself, which Python's driver would not do for DDL.

    Args:
        path: The file.
        access: How it may be used.
        wait_seconds: How long to wait for another writer.
        immediate: Whether a transaction takes the write lock at its beginning; else it only reads.
        foreign_keys: Off only while migrating.
    """

    def made() -> sqlite3.Connection:
        connection = connect(path, access, wait_seconds=wait_seconds, foreign_keys=foreign_keys)
        if not immediate:
            forbid_writing(connection)
        return connection

    engine = sa.create_engine("sqlite://", creator=made, poolclass=sa.QueuePool, pool_size=4, max_overflow=-1)
    begin = "BEGIN IMMEDIATE" if immediate else "BEGIN"

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def driver_of(connection: sa.Connection) -> sqlite3.Connection:
    """Return the driver's own connection, in the same transaction."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def use_write_ahead_log(connection: sqlite3.Connection, wait_seconds: float) -> None:
    """Make readers and the writer not wait for each other; stays with the file.

    The change of mode needs the file for itself, and where two ask for it at once SQLite refuses one of them without
    waiting (waiting would be a deadlock): so it is asked again until the time is over.
    """
    until = time.monotonic() + wait_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if fault_of(error) is not Fault.LOCKED or time.monotonic() >= until:
                raise
            time.sleep(_BETWEEN_TRIES)
        else:
            return


def mark_as_ours(connection: sa.Connection) -> None:
    """Write the application id; part of the running transaction."""
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def application_id(connection: sqlite3.Connection) -> int:
    """Return the file's application id."""
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


def schema_version(connection: sqlite3.Connection) -> str:
    """Return the revision of the schema, or nothing where there is no schema yet."""
    if not table_names(connection) & {"alembic_version"}:
        return ""
    row = connection.execute("SELECT max(version_num) FROM alembic_version").fetchone()
    return str(row[0] or "")


def table_names(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the names of all tables."""
    return frozenset(row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))


def data_version(connection: sqlite3.Connection) -> int:
    """Return a number that changes when any *other* connection, in any process, commits."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def dangling_rows(connection: sqlite3.Connection) -> list[str]:
    """Return the tables that point to rows which do not exist, one entry a row."""
    return [str(row[0]) for row in connection.execute("PRAGMA foreign_key_check")]


def integrity(connection: sqlite3.Connection) -> list[str]:
    """Return what SQLite's own check complains about; nothing where the file is sound."""
    found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(100)")]
    dangling = [f"a row of {table} belongs to a memory that does not exist" for table in dangling_rows(connection)]
    return [line for line in found if line != "ok"] + dangling


def back_up(connection: sqlite3.Connection, to: Path) -> None:
    """Copy the database, as of its last commit, into a new file that only its owner can read.

    The file appears whole or not at all: it is written beside its place and then renamed.

    Raises:
        FileExistsError: If there is such a file already.
    """
    if to.exists():
        raise FileExistsError(to)
    part = to.with_name(f"{to.name}.part")
    part.unlink(missing_ok=True)
    files.create_private(part)
    try:
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy:
            connection.backup(copy)
        files.settle(part)
        part.rename(to)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@dataclass(frozen=True, slots=True)
class Pages:
    """How much room the file takes, in bytes."""

    used: int
    free: int


def pages(connection: sqlite3.Connection) -> Pages:
    """Return the room that is used, and what VACUUM would give back."""
    size, count, free = (
        int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_size", "page_count", "freelist_count")
    )
    return Pages(used=size * (count - free), free=size * free)


def optimise(connection: sqlite3.Connection) -> None:
    """Renew the planner's statistics, give free room back and fold the write-ahead log into the file."""
    connection.execute("ANALYZE")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def upsert(table: sa.Table, keys: Sequence[str], values: Mapping[str, Any] | Sequence[str]) -> sa.Insert:
    """Return INSERT … ON CONFLICT DO UPDATE: unlike REPLACE it keeps the row, so the change feed says "update"."""
    statement = insert(table)
    changed = {name: statement.excluded[name] for name in values if name not in keys}
    return statement.on_conflict_do_update(index_elements=list(keys), set_=changed)


def feed_triggers(table: str, keys: Sequence[str], *, always: str = "") -> list[str]:
    """Return the triggers that write what happens to a table into ``change``, whoever does it.

    An update like the one before it moves that row to a new, higher sequence instead of adding another (a memory's tags are
    many rows): a reader who saw the old sequence sees the new one, and nobody misses anything.

    Args:
        table: The table's name.
        keys: Columns whose values name what changed; more than one writes a row for each (both ends of a relation).
        always: The kind to report for all three events; each its own by default.
    """
    made = []
    for kind, row in (("insert", "NEW"), ("update", "NEW"), ("delete", "OLD")):
        steps = " ".join(_feed_step(table, f"{row}.{key}", always or kind) for key in keys)
        made.append(f"CREATE TRIGGER feed_{table}_{kind} AFTER {kind.upper()} ON {table} BEGIN {steps} END")
    return made


def _feed_step(table: str, key: str, kind: str) -> str:
    row = f"'{table}', {key}, '{kind}'"
    if kind != "update":
        return f"INSERT INTO change (table_name, key, kind) VALUES ({row});"  # noqa: S608  # names from the schema only
    same = f"table_name = '{table}' AND key = {key} AND kind = '{kind}'"
    last = "sequence = (SELECT max(sequence) FROM change)"
    move = f"UPDATE change SET sequence = sequence + 1 WHERE {last} AND {same};"  # noqa: S608
    return f"{move} INSERT INTO change (table_name, key, kind) SELECT {row} WHERE changes() = 0;"


STALE_HASH_TRIGGER: Final = (
    "CREATE TRIGGER stale_text_hash AFTER UPDATE OF title, content ON memory "
    "WHEN NEW.text_hash IS OLD.text_hash AND (NEW.title IS NOT OLD.title OR NEW.content IS NOT OLD.content) "
    "BEGIN UPDATE memory SET text_hash = NULL WHERE ordinal = NEW.ordinal; END"
)
"""Who changes a text without knowing about its hash leaves no hash, so the vector counts as out of date."""


def last_ordinal(connection: sa.Connection) -> int:
    """Return the highest ordinal that was ever given to a memory, 0 before the first."""
    return connection.exec_driver_sql("SELECT seq FROM sqlite_sequence WHERE name = 'memory'").scalar() or 0


def larger(one: sa.ColumnElement[Any], other: object) -> sa.ColumnElement[Any]:
    """Return the larger of two values (other databases say ``greatest``)."""
    return sa.func.max(one, other)


def smaller(one: sa.ColumnElement[Any], other: object) -> sa.ColumnElement[Any]:
    """Return the smaller of two values (other databases say ``least``)."""
    return sa.func.min(one, other)
