"""Turning what SQLite and SQLAlchemy raise into the store's own errors, each with a sentence; the only place that does."""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeGuard

import sqlalchemy as sa

from memento_gui.domain.errors import (
    DamagedStore,
    DiskFull,
    InvalidMemory,
    MementoError,
    NotADatabase,
    ReadOnlyStore,
    StoreError,
    StoreLocked,
    StoreUnavailable,
    UnknownMemory,
)
from memento_gui.store import sqlite
from memento_gui.store.sqlite import Fault

_LITTLE_ROOM: Final = 1 << 20
_CHECK: Final = re.compile(r"CHECK constraint failed: ck_(?P<rule>\w+)")
_MISSING: Final = re.compile(r"NOT NULL constraint failed: (?P<column>[\w.]+)")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Run database work on the store at ``path``; what goes wrong leaves as a `MementoError`.

    Raises:
        StoreError: Its subclasses, by what happened.
        InvalidMemory: If a value is outside the bounds of the schema.
        UnknownMemory: If something was to be added to a memory that does not exist.
    """
    try:
        yield
    except sa.exc.StatementError as error:
        if isinstance(error.orig, MementoError):  # a column refused its value
            raise error.orig from None
        if not _is_about_the_file(error.orig):
            raise
        raise _explanation(error.orig, path) from error
    except sqlite3.Error as error:
        if not _is_about_the_file(error):
            raise
        raise _explanation(error, path) from error
    except (OverflowError, UnicodeEncodeError) as error:
        raise InvalidMemory(f"A number or text cannot be stored ({error}). Nothing was changed.") from error


def _is_about_the_file(error: BaseException | None) -> TypeGuard[sqlite3.Error]:
    """Whether it is the database's trouble; a wrong use of it is a mistake of this program, and stays what it is."""
    return isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError)


def _explanation(error: sqlite3.Error, path: Path) -> MementoError:
    return _SENTENCES[sqlite.fault_of(error)](error, path)


def _locked(_: sqlite3.Error, path: Path) -> MementoError:
    return StoreLocked(
        f"Another program is writing to {path.name} and did not finish in time. Nothing was changed; try again in a moment."
    )


def _read_only(_: sqlite3.Error, path: Path) -> MementoError:
    return ReadOnlyStore(
        f"{path.name} cannot be written. Nothing was changed; allow writing to the file and to its folder, then try again."
    )


def full(path: Path) -> DiskFull:
    """Say that there is no room."""
    return DiskFull(
        f"There is no room left for {path.name}. The change was not made, everything saved before is kept; "
        "free some space and try again."
    )


def damaged(path: Path, why: object) -> DamagedStore:
    """Say that the file is broken, and what to do."""
    return DamagedStore(
        f"{path.name} is damaged ({why}). The file was left exactly as it is. Copy it and the files beside it that begin "
        "with its name to a safe place, then restore a backup or rescue what can still be read."
    )


def not_a_database(path: Path, what: str) -> NotADatabase:
    """Say that the file is something else."""
    return NotADatabase(
        f"{path.name} is {what}. It was left as it is; to take memories over from it, import it into a store."
    )


def unavailable(path: Path, why: object) -> StoreUnavailable:
    """Say that the file cannot be reached."""
    return StoreUnavailable(
        f"{path} cannot be opened: {why}. Nothing was changed; check the folder, the drive and your permissions, "
        "then try again."
    )


def moved(path: Path) -> StoreUnavailable:
    """Say that the file is no longer where it was opened."""
    return StoreUnavailable(
        f"{path} is no longer there: the file or its folder was removed, replaced or moved. Nothing was written; "
        "put it back or open the store at its new place."
    )


def log_removed(path: Path) -> StoreUnavailable:
    """Say that the write-ahead log was taken away while the store was open."""
    return StoreUnavailable(
        f"{path.name}-wal was removed by another program while {path.name} was open. Nothing was written; "
        "open the store again."
    )


def _input_output(error: sqlite3.Error, path: Path) -> MementoError:
    """A failed read or write says little: look whether the folder is gone or the disk full."""
    if not path.exists():
        return moved(path)
    with suppress(OSError):
        if shutil.disk_usage(path.parent).free < _LITTLE_ROOM:
            return full(path)
    return unavailable(path, f"the disk reports a fault ({error})")


def _refused(error: sqlite3.Error, _: Path) -> MementoError:
    text = str(error)
    if found := _CHECK.search(text):
        return InvalidMemory(f"A value is outside what can be stored ({found['rule']}). Nothing was changed.")
    if found := _MISSING.search(text):
        return InvalidMemory(f"A value is missing or not a number ({found['column']}). Nothing was changed.")
    return InvalidMemory(f"A value cannot be stored ({text}). Nothing was changed.")


def _duplicate(error: sqlite3.Error, _: Path) -> MementoError:
    what = str(error).rpartition(": ")[2]
    return StoreError(f"There is one with the same {what} already. Nothing was changed.")


def _no_such_memory(_: sqlite3.Error, __: Path) -> MementoError:
    return UnknownMemory("The memory it belongs to does not exist. Nothing was changed; it may have been purged meanwhile.")


def _other(error: sqlite3.Error, path: Path) -> MementoError:
    return StoreError(f"{path.name} could not do it: {error}. Nothing was changed.")


_SENTENCES: Final[dict[Fault, Callable[[sqlite3.Error, Path], MementoError]]] = {
    Fault.LOCKED: _locked,
    Fault.READ_ONLY: _read_only,
    Fault.FULL: lambda _, path: full(path),
    Fault.DAMAGED: lambda error, path: damaged(path, error),
    Fault.UNAVAILABLE: lambda error, path: unavailable(path, error) if path.exists() else moved(path),
    Fault.INPUT_OUTPUT: _input_output,
    Fault.REFUSED: _refused,
    Fault.DUPLICATE: _duplicate,
    Fault.NO_SUCH_MEMORY: _no_such_memory,
    Fault.OTHER: _other,
}
