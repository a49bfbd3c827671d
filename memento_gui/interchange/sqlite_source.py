"""Another program's SQLite file, opened so that nothing is ever written in it or beside it.

In a folder that cannot be written, a file in WAL mode opens only with ``immutable=1``, which ignores the WAL: so that is
used only where there is no WAL. With a WAL or a rollback journal beside it, a file may be in use or left by a crash: it is
then copied together with these to a temporary folder, and the copy is read. Where a writer is too busy for that, SQLite
itself reads beside it: all it leaves is its marks in the ``-shm`` that the writer made.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import UnreadableSource

MAGIC: Final = b"SQLite format 3\0"

_WAL_VERSION: Final = 2
_WRITE_VERSION_AT: Final = 18
_BESIDE: Final = ("", "-wal", "-journal")
_COPY_ATTEMPTS: Final = 3
_WAIT_SECONDS: Final = 5.0
_LONGEST_VALUE: Final = 64 << 20
"""Bytes: far more than a memory may have, and no more than can be held while it is looked at."""

Marks = tuple[tuple[int, int] | None, ...]


class ForeignDatabase:
    """An open database of another program; rows come out as dictionaries of column names."""

    def __init__(self, connection: sqlite3.Connection, cancel: CancelToken | None = None) -> None:
        self._connection = connection
        self._cancel = cancel
        self._tables = _tables(connection)

    @property
    def tables(self) -> frozenset[str]:
        """Ordinary tables: no views, no virtual tables and not what belongs to one."""
        return self._tables

    def columns(self, table: str) -> frozenset[str]:
        """The names of a table's columns."""
        return frozenset(str(row[1]) for row in self._connection.execute(f"PRAGMA table_info({_quoted(table)})"))

    def rows(self, table: str, columns: str = "*") -> Iterator[tuple[str, dict[str, object]]]:
        """Yield place and values of every row; none where there is no such table.

        Text that is not UTF-8 comes with its bad bytes as lone surrogates.

        Raises:
            Cancelled: Asked before every row.
        """
        if table not in self._tables:
            return
        cursor = self._connection.execute(f"SELECT {columns} FROM {_quoted(table)}")  # noqa: S608  (a name from the schema)
        names = [column[0] for column in cursor.description]
        for number, row in enumerate(cursor, start=1):
            if self._cancel is not None:
                self._cancel.check()
            yield f"{table}, row {number}", dict(zip(names, row, strict=True))

    def count(self, table: str) -> int:
        """How many rows a table has."""
        query = f"SELECT count(*) FROM {_quoted(table)}"  # noqa: S608  (a name from the schema)
        return int(self._connection.execute(query).fetchone()[0]) if table in self._tables else 0


@contextmanager
def opened(path: Path, cancel: CancelToken | None = None) -> Iterator[ForeignDatabase]:
    """Open a database for reading; everything comes from one moment of it.

    Raises:
        UnreadableSource: If it is damaged, locked, not permitted, or keeps changing while it is read.
    """
    real = path.resolve()
    try:
        with _as_it_stands(real) if _is_alone(real) else _in_use(real) as connection:
            yield ForeignDatabase(connection, cancel)
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter where the name of a column is damaged
        raise UnreadableSource(
            f"{path.name} is an SQLite database, but it cannot be read: {error}. Nothing was imported."
        ) from error


@contextmanager
def _as_it_stands(path: Path) -> Iterator[sqlite3.Connection]:
    """Read the file itself: locked as usual, or, in WAL mode, without a lock and checked afterwards."""
    unlocked = _is_wal(path)
    before = _marks(path)
    with _connected(path, "mode=ro&immutable=1" if unlocked else "mode=ro") as connection:
        yield connection
    if unlocked and _marks(path)[0] != before[0]:
        raise UnreadableSource(
            f"{path.name} was changed by another program while it was read. Nothing was imported; import it again."
        )


@contextmanager
def _in_use(path: Path) -> Iterator[sqlite3.Connection]:
    """Copy the file with its WAL or journal and read the copy, which SQLite may recover; else read beside the writer."""
    with TemporaryDirectory(prefix="memento-import-") as folder:
        copy = Path(folder) / "copy.db"
        if _copied(path, copy):
            with _connected(copy, "mode=rw") as connection:
                yield connection
        elif _beside(path, "-shm").exists():
            with _connected(path, "mode=ro") as connection:
                yield connection
        else:
            raise UnreadableSource(
                f"{path.name} is being written to by another program. Nothing was imported; close it, or try again."
            )


def _copied(path: Path, copy: Path) -> bool:
    """Copy the file and what lies beside it; False if it kept changing meanwhile."""
    for _ in range(_COPY_ATTEMPTS):
        before = _marks(path)
        _copy(path, copy)
        if _marks(path) == before:
            return True
    return False


@contextmanager
def _connected(path: Path, how: str) -> Iterator[sqlite3.Connection]:
    with closing(
        sqlite3.connect(f"{path.as_uri()}?{how}", uri=True, timeout=_WAIT_SECONDS, isolation_level=None)
    ) as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        connection.text_factory = _text
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("BEGIN")
        yield connection


def _copy(path: Path, copy: Path) -> None:
    for suffix in _BESIDE:
        source, target = _beside(path, suffix), _beside(copy, suffix)
        target.unlink(missing_ok=True)
        if source.exists():
            shutil.copyfile(source, target)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _is_alone(path: Path) -> bool:
    return not any(_beside(path, suffix).exists() for suffix in _BESIDE[1:])


def _is_wal(path: Path) -> bool:
    with path.open("rb") as file:
        header = file.read(_WRITE_VERSION_AT + 2)
    return _WAL_VERSION in header[_WRITE_VERSION_AT:]


def _marks(path: Path) -> Marks:
    """Size and time of change of the file and of what lies beside it."""
    seen: list[tuple[int, int] | None] = []
    for suffix in _BESIDE:
        try:
            status = _beside(path, suffix).stat()
        except FileNotFoundError:
            seen.append(None)
        else:
            seen.append((status.st_size, status.st_mtime_ns))
    return tuple(seen)


def _tables(connection: sqlite3.Connection) -> frozenset[str]:
    found = {
        str(name): str(sql or "")
        for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    }
    virtual = tuple(f"{name}_" for name, sql in found.items() if sql.upper().startswith("CREATE VIRTUAL"))
    ordinary = {name for name, sql in found.items() if not sql.upper().startswith("CREATE VIRTUAL")}
    return frozenset(name for name in ordinary if not name.startswith(("sqlite_", *virtual)))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(raw: bytes) -> str:
    return raw.decode(errors="surrogateescape")
