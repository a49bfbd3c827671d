"""Looking at a file before it is used: whether it is a store, whose version it is, and how it may be opened.

A file that may be broken is only ever looked at through a connection that cannot write. A store that cannot be written (its
file, its folder, or a schema from a newer version) is opened for reading: directly; without locks where no ``-shm`` can be
made and no ``-wal`` is left; else through a private copy of file and ``-wal``.
"""

import contextlib
import os
import shutil
import sqlite3
from dataclasses import dataclass
from errno import ENOSPC
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from memento_gui.domain.errors import ReadOnlyStore
from memento_gui.store import files, sqlite
from memento_gui.store.faults import damaged, explained, full, not_a_database, unavailable
from memento_gui.store.holding import first_bytes
from memento_gui.store.sqlite import Access

SCHEMA_VERSION: Final = "0001"


@dataclass(frozen=True, slots=True)
class Opened:
    """Where the connections go and what they may do; ``reason`` says why nothing may be written, or is empty."""

    path: Path
    access: Access
    reason: str = ""
    copy: "TemporaryDirectory[str] | None" = None


def open_file(path: Path, *, create: bool, wait_seconds: float) -> Opened:
    """Find out how to open the store, creating it or bringing it up to date where that is possible.

    Raises:
        NotADatabase, DamagedStore, StoreUnavailable, ReadOnlyStore, StoreLocked, DiskFull: With a sentence.
    """
    try:
        _make_sure_of_file(path, create=create)
        header = _header(path)
        if header is not None:
            _recognise(path, header)
        with explained(path):
            return _opened(path, header, wait_seconds=wait_seconds)
    except PermissionError as error:
        raise unavailable(path, "you may not read it, what lies beside it, or its folder") from error
    except OSError as error:
        raise (full(path) if error.errno == ENOSPC else unavailable(path, error.strerror or error)) from error


def _make_sure_of_file(path: Path, *, create: bool) -> None:
    if path.is_dir():
        raise not_a_database(path, "a folder")
    if not path.parent.is_dir():
        raise unavailable(path, "there is no such folder")
    if path.exists():
        return
    if not create:
        raise unavailable(path, "there is no such file")
    if not _may_write(path.parent):
        raise ReadOnlyStore(
            f"{path.name} cannot be created: the folder {path.parent} cannot be written. Nothing was changed; "
            "choose another folder or allow writing."
        )
    with contextlib.suppress(FileExistsError):  # another window was faster
        files.create_private(path)


def _header(path: Path) -> files.Header | None:
    """Read the file's first bytes; None where nothing is in it yet, and so it can become a store."""
    first = first_bytes(path, files.HEADER_BYTES)
    if any(first):
        return files.read_header(first)
    log = files.companion(path, "wal")
    if files.holds_something(log):
        raise damaged(path, f"it is empty, but {log.name} holds changes")
    unfinished = files.holds_something(files.companion(path, "journal"))  # a creation that was killed; SQLite takes it back
    return None if not first or unfinished else files.read_header(first)


def _recognise(path: Path, header: files.Header) -> None:
    if not header.is_database:
        raise not_a_database(path, "not a database")
    if not header.is_ours:
        raise not_a_database(path, "a database of another program")
    pending = any(files.holds_something(files.companion(path, ending)) for ending in ("wal", "journal"))
    size = path.stat().st_size
    if not pending and size < header.whole_bytes:
        raise damaged(path, f"{size:,} of {header.whole_bytes:,} bytes are there")


def _opened(path: Path, header: files.Header | None, *, wait_seconds: float) -> Opened:
    locked = _why_not_writable(path)
    if header is None and locked:
        raise ReadOnlyStore(f"{path.name} is empty, and {locked}. Nothing was changed; allow writing and open it again.")
    version, access = _version(path, wait_seconds, recoverable=not locked) if header else ("", Access.READ)
    if version > SCHEMA_VERSION:
        return _for_reading(
            path,
            access,
            f"{path.name} was written by a newer version of Memento (schema {version}; this one knows {SCHEMA_VERSION}). "
            "It is open for reading only; update Memento to change it.",
        )
    if locked and version < SCHEMA_VERSION:
        raise ReadOnlyStore(
            f"{path.name} was written by an older version of Memento and has to be brought up to date once, but {locked}. "
            "Nothing was changed; allow writing and open it again."
        )
    if locked:
        return _for_reading(
            path, access, f"{path.name} is open for reading only: {locked}. Allow writing and open it again to change it."
        )
    if version < SCHEMA_VERSION:
        _bring_up(path, wait_seconds)
    if header is None or not header.in_wal_mode:
        with contextlib.closing(sqlite.connect(path, Access.WRITE, wait_seconds=wait_seconds)) as connection:
            sqlite.use_write_ahead_log(connection, wait_seconds)
    _keep_private(path)
    return Opened(path, Access.WRITE)


def _why_not_writable(path: Path) -> str:
    """Say what stands in the way of writing; the folder counts, since the write-ahead log lies in it."""
    if not _may_write(path):
        return "the file cannot be written"
    return "" if _may_write(path.parent) else "its folder cannot be written"


def _bring_up(path: Path, wait_seconds: float) -> None:
    from memento_gui.store.migrating import bring_up  # noqa: PLC0415  # Alembic takes 0.1 s, and most starts do not need it

    bring_up(path, wait_seconds=wait_seconds)


def _version(path: Path, wait_seconds: float, *, recoverable: bool) -> tuple[str, Access | None]:
    """Return the schema's version and how the file can be read; None where only a copy of it can.

    A journal that a killed program left needs a writer, who takes it back before looking at the version anew.
    """
    try:
        return _version_by(path, Access.READ, wait_seconds), Access.READ
    except sqlite3.OperationalError as error:
        if sqlite.needs_recovery(error) and recoverable:
            return "", Access.READ
        if not sqlite.needs_companions(error):
            raise
    if not files.holds_something(files.companion(path, "wal")):
        return _version_by(path, Access.IMMUTABLE, wait_seconds), Access.IMMUTABLE
    with _copied(path) as folder:
        return _version_by(Path(folder) / path.name, Access.READ, wait_seconds), None


def _version_by(path: Path, access: Access, wait_seconds: float) -> str:
    with contextlib.closing(sqlite.connect(path, access, wait_seconds=wait_seconds)) as connection:
        return sqlite.schema_version(connection)


def _for_reading(path: Path, access: Access | None, reason: str) -> Opened:
    if access is not None:
        return Opened(path, access, reason)
    folder = _copied(path)
    reason = f"{reason} What you see is a copy made when it was opened."
    return Opened(Path(folder.name) / path.name, Access.READ, reason, folder)


def _copied(path: Path) -> "TemporaryDirectory[str]":
    """Copy the file and its log into a folder of our own (0700), where a reader can make what it needs."""
    folder = TemporaryDirectory(prefix="memento-")
    try:
        for source in (path, files.companion(path, "wal")):
            shutil.copyfile(source, Path(folder.name) / source.name)
    except OSError:
        folder.cleanup()
        raise
    return folder


def _keep_private(path: Path) -> None:
    """Take the rights of group and others away from the store's files, where it is ours to do."""
    for file in (path, files.companion(path, "wal"), files.companion(path, "shm")):
        with contextlib.suppress(OSError):  # not there, not ours, or a disk that knows no rights
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def _may_write(path: Path) -> bool:
    effective = os.access in os.supports_effective_ids
    return os.access(path, os.W_OK, effective_ids=effective)
