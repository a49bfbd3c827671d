"""The store: one SQLite file, opened once, read from many threads, written by one at a time."""

import contextlib
import os
import sqlite3
from collections import deque
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path
from threading import Lock, get_ident
from typing import Final, Self

import sqlalchemy as sa
from typing_extensions import override

from memento_gui.domain.cancel import Watch
from memento_gui.domain.clock import Clock
from memento_gui.domain.errors import DamagedStore, DiskFull, ReadOnlyStore, StoreError, StoreLocked, StoreUnavailable
from memento_gui.domain.paths import at_home
from memento_gui.store import changes, sqlite
from memento_gui.store.faults import explained, log_removed, moved
from memento_gui.store.files import remove_unfinished
from memento_gui.store.holding import Hold, identity_of
from memento_gui.store.opening import Opened, open_file
from memento_gui.store.reading import Reading
from memento_gui.store.statistics import Statistics, file_bytes, statistics
from memento_gui.store.writing import Writer

_REMEMBERED: Final = 4_096
"""Transactions of this program that are told from those of others."""


class Store(Reading):
    """An open store. Every method may be called from any thread.

    Readers have connections of their own and see the last commit; they never wait for the writer. A writer takes the lock
    of the file at its beginning, so it decides on what is really there. An acknowledged transaction is on the disk.
    """

    def __init__(self, path: Path, opened: Opened, *, clock: Clock, wait_seconds: float) -> None:
        self.path = path
        self.clock = clock
        self._opened = opened
        self._wait_seconds = wait_seconds
        self._place = identity_of(opened.path)
        self._readers = sqlite.engine_of(opened.path, opened.access, wait_seconds=wait_seconds)
        self._writers = sqlite.engine_of(opened.path, opened.access, wait_seconds=wait_seconds, immediate=True)
        self._watcher = sqlite.connect(opened.path, opened.access, wait_seconds=wait_seconds)
        self._watching = Lock()
        self._turn = Lock()
        self._writing_thread: int | None = None
        self._own: deque[tuple[int, int]] = deque(maxlen=_REMEMBERED)
        self._damage = ""
        self._closed = False
        sqlite.data_version(self._watcher)  # opens the write-ahead log
        self._hold = Hold(opened.path) if opened.access is sqlite.Access.WRITE else None

    @classmethod
    def open(cls, path: Path, *, clock: Clock, create: bool = True, wait_seconds: float = 5.0) -> Self:
        """Open a store; a missing or empty file becomes one, an older schema is brought up after a copy of the file.

        Args:
            path: The file.
            clock: Tells the time of what the store itself dates.
            create: Whether a missing file is made.
            wait_seconds: How long to wait for another writer.

        Raises:
            NotADatabase: If the file is something else.
            DamagedStore: If it is broken.
            StoreUnavailable: If the file or folder is missing, or may not be read.
            ReadOnlyStore: If it would have to be created where nothing can be written.
            StoreLocked: If it has to be brought up and another program does not stop writing.
            DiskFull: If there is no room to create it or to bring it up.
        """
        path = at_home(path).absolute()
        opened = open_file(Path(os.path.realpath(path)), create=create, wait_seconds=wait_seconds)
        if not opened.reason:
            remove_unfinished(opened.path, now_ms=clock.now_ms())
        with explained(path):
            return cls(path, opened, clock=clock, wait_seconds=wait_seconds)

    @property
    def read_only(self) -> bool:
        """Whether nothing can be changed."""
        return bool(self.read_only_reason)

    @property
    def read_only_reason(self) -> str:
        """Why nothing can be changed, as a sentence; empty where it can."""
        return self._damage or self._opened.reason

    def close(self) -> None:
        """Let go of the file. Twice does no harm; afterwards every call raises `StoreUnavailable`."""
        self._closed = True
        if self._hold is not None:
            self._hold.stop()
        self._writers.dispose()
        self._readers.dispose()
        with self._watching:
            self._watcher.close()
        if self._hold is not None:
            self._hold.release()
        if self._opened.copy is not None:
            self._opened.copy.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def transaction(self, watch: Watch | None = None) -> Iterator[Writer]:
        """Make changes that belong together: all of them are committed at the end, or none if anything raises.

        Args:
            watch: Follows changes of many memories, and may stop them.

        Raises:
            Cancelled: If ``watch`` did; nothing was changed.
            ReadOnlyStore: If nothing can be changed.
            StoreLocked: If another writer does not finish in time.
            DiskFull, DamagedStore, StoreUnavailable: If the file does not take it; nothing was changed.
        """
        if self.read_only:
            raise ReadOnlyStore(f"{self.read_only_reason} Nothing was changed.")
        with self._alone(), self._guarded(), self._writers.begin() as connection:
            first = changes.last_change(connection) + 1
            yield Writer(connection, now_ms=self.clock.now_ms(), watch=watch)
            last = changes.last_change(connection)
            changes.prune(connection)
            self._check_place()
            if watch is not None:
                watch.keep()
            self._own.append((first, last))  # before anyone can see the changes

    def written_elsewhere(self, since: int, to: int) -> frozenset[str]:
        """Return the memories to which others wrote after ``since`` and up to ``to``."""
        with self._reading() as connection:
            return changes.outside(connection, since, to, tuple(self._own))

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Let the threads of this process write one after the other."""
        if self._writing_thread == get_ident():
            raise StoreError("A transaction cannot begin inside another one. Nothing was changed.")
        if not self._turn.acquire(timeout=self._wait_seconds):
            raise StoreLocked(
                f"{self.path.name} is busy with another change of this program. Nothing was changed; try again in a moment."
            )
        self._writing_thread = get_ident()
        try:
            yield
        finally:
            self._writing_thread = None
            self._turn.release()

    @override
    @contextlib.contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with self._guarded(), self._readers.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """Explain what goes wrong; once damage has shown, nothing is written any more."""
        self._check_place()
        try:
            with explained(self.path):
                yield
        except DamagedStore as error:
            self._damage = error.sentence
            raise

    def _check_place(self) -> None:
        """Refuse to work on a file that is not there any more: SQLite would go on, and the change be lost."""
        if self._closed:
            raise StoreUnavailable(f"{self.path.name} was closed. Nothing was changed; open it again.")
        if identity_of(self._opened.path) != self._place:
            raise moved(self.path)
        if self._hold is not None:
            if not self._hold.renew():
                raise StoreLocked(f"{self.path.name} is in use by another program alone. Try again in a moment.")
            if not self._hold.log_is_there:
                raise log_removed(self.path)

    # Upkeep

    def data_version(self) -> int:
        """Return a number that changes when anyone, in any process, has committed to the file; a matter of 20 µs."""
        with self._watching, self._guarded():
            return sqlite.data_version(self._watcher)

    def statistics(self) -> Statistics:
        """Return how much the store holds, and how much room it takes."""
        with self._reading() as connection:
            return statistics(connection, self._opened.path)

    @property
    def size(self) -> int:
        """What the store takes on the disk in bytes, its write-ahead log included."""
        return file_bytes(self._opened.path)

    def integrity(self) -> list[str]:
        """Return what is wrong with the file, as lines; nothing where it is sound. Reads all of it."""
        try:
            with self._reading() as connection:
                return sqlite.integrity(sqlite.driver_of(connection))
        except DamagedStore as error:
            return [error.sentence]

    def backup(self, to: Path) -> None:
        """Copy the store, as of its last commit, into a new file, while others go on reading and writing.

        Raises:
            StoreError: If there is such a file already; it is left as it is.
            StoreUnavailable: If the place cannot be written.
            DiskFull: If there is no room; nothing is left of the copy.
        """
        try:
            with self._guarded(), self._readers.connect() as connection:
                sqlite.back_up(sqlite.driver_of(connection), to)
        except DiskFull as error:
            raise _no_room_for(to) from error
        except FileExistsError:
            raise StoreError(f"{to} exists already and was left as it is. Choose another name for the backup.") from None
        except OSError as error:
            if error.errno == ENOSPC:
                raise _no_room_for(to) from error
            raise StoreUnavailable(
                f"The backup {to} could not be written: {error.strerror}. Nothing else changed."
            ) from error

    def optimise(self) -> tuple[int, int]:
        """Give free room back and renew the planner's statistics; return the size in bytes before and after.

        Raises:
            ReadOnlyStore, StoreLocked, DiskFull: If that cannot be done now; nothing was changed.
        """
        if self.read_only:
            raise ReadOnlyStore(f"{self.read_only_reason} Nothing was changed.")
        before = self.size
        with self._alone(), self._guarded(), contextlib.closing(self._own_connection()) as connection:
            sqlite.optimise(connection)
        return before, self.size

    def _own_connection(self) -> sqlite3.Connection:
        return sqlite.connect(self._opened.path, self._opened.access, wait_seconds=self._wait_seconds)


def _no_room_for(backup: Path) -> DiskFull:
    return DiskFull(
        f"There is no room left for the backup {backup}. Nothing is left of it and the store is as it was; "
        "free some space or choose another place."
    )
