"""Reading what can still be read from a damaged file, into a new store; like `memento_gui.store.sqlite`, SQLite's own."""

import contextlib
import shutil
import sqlite3
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import sqlalchemy as sa

from memento_gui.domain.clock import Clock
from memento_gui.domain.errors import DamagedStore, StoreError
from memento_gui.store import files, sqlite
from memento_gui.store.base import Base
from memento_gui.store.faults import explained
from memento_gui.store.schema import ChangeRow
from memento_gui.store.store import Store

_LONGEST_GAP: Final = 2_000_000
_WAIT_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Rescued:
    """How many rows of each table could be read and kept, and the tables of which parts could not."""

    rows: Mapping[str, int]
    torn: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What happened."""
        found = f"{self.rows['memory']:,} memories could be read"
        return (
            f"{found}; parts of {', '.join(self.torn)} are lost."
            if self.torn
            else f"{found}, with all that belongs to them."
        )


def rescue(path: Path, to: Path, *, clock: Clock) -> Rescued:
    """Make a new store of what can still be read from a damaged one, which is only copied and otherwise left alone.

    Raises:
        StoreError: If ``to`` exists already.
        DamagedStore: If nothing can be read; then there is no new store either.
    """
    if to.exists():
        raise StoreError(f"{to} exists already and was left as it is. Choose another name for what can be rescued.")
    with TemporaryDirectory(prefix="memento-") as folder:
        copy = Path(folder) / path.name
        for source in (path, files.companion(path, "wal")):
            if source.exists():
                shutil.copyfile(source, copy.with_name(source.name))
        Store.open(to, clock=clock).close()
        with explained(to), contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as torn:
            rescued = _moved(torn, to)
    if not any(rescued.rows.values()):
        to.unlink()
        raise DamagedStore(f"Nothing could be read from {path.name}. It was left as it is; restore a backup.")
    return rescued


def _moved(torn: sqlite3.Connection, to: Path) -> Rescued:
    rows: dict[str, int] = {}
    broken: list[str] = []
    new = sqlite.connect(to, sqlite.Access.WRITE, wait_seconds=_WAIT_SECONDS, foreign_keys=False)
    with contextlib.closing(new):
        new.execute("BEGIN IMMEDIATE")
        tables = [table for table in Base.metadata.sorted_tables if table.name != ChangeRow.__tablename__]
        for table in tables:
            reader = _Reader(torn, table)
            rows[table.name] = sum(_put(new, table, row) for row in reader.rows())
            broken += [table.name] * reader.broken
        for table in tables:
            if "memory_id" in table.c:  # what belongs to a memory that could not be read
                orphans = f"DELETE FROM {table.name} WHERE memory_id NOT IN (SELECT id FROM memory)"  # noqa: S608
                rows[table.name] -= new.execute(orphans).rowcount
        new.execute("COMMIT")
    return Rescued(rows, tuple(broken))


def _columns(table: sa.Table) -> list[str]:
    return [column.name for column in table.c if column.computed is None]


def _put(new: sqlite3.Connection, table: sa.Table, row: Sequence[Any]) -> int:
    """Write a row if it keeps the bounds; a damaged page may give anything."""
    names = _columns(table)
    marks = ", ".join("?" * len(names))
    statement = f"INSERT OR IGNORE INTO {table.name} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608
    with contextlib.suppress(sqlite3.IntegrityError):
        return new.execute(statement, row).rowcount
    return 0


class _Reader:
    """Reads a table from its beginning until it breaks, then from its end, then what lies between, row by row."""

    def __init__(self, torn: sqlite3.Connection, table: sa.Table) -> None:
        self._torn = torn
        self._numbered = table.dialect_options["sqlite"]["with_rowid"]
        self._keys = ["rowid"] if self._numbered else [column.name for column in table.primary_key]
        number = "rowid" if self._numbered else "0"
        self._select = f"SELECT {number}, {', '.join(_columns(table))} FROM {table.name}"  # noqa: S608
        self.broken = False

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield what can be read; a row may come twice."""
        before = yield from self._scan("")
        if self.broken:
            after = yield from self._scan(" DESC")
            if self._numbered:
                yield from self._between(before, min(after, before + _LONGEST_GAP))

    def _scan(self, direction: str) -> Generator[tuple[Any, ...], None, int]:
        """Yield rows in order until the table breaks; return the number of the last row."""
        last = 0
        order = ", ".join(f"{key}{direction}" for key in self._keys)
        try:
            for row in self._torn.execute(f"{self._select} ORDER BY {order}"):
                last = row[0]
                yield row[1:]
        except (sqlite3.Error, UnicodeDecodeError):
            self.broken = True
        return last

    def _between(self, before: int, after: int) -> Iterator[tuple[Any, ...]]:
        for number in range(before + 1, after):
            with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
                for row in self._torn.execute(f"{self._select} WHERE rowid = ?", (number,)):
                    yield row[1:]
