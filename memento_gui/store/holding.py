"""Holds the locks by which other programs see that a store is in use, also when POSIX has let go of them.

A process that closes any descriptor of a file loses all its locks on that file, and SQLite never hears of it
(https://www.sqlite.org/howtocorrupt.html, 2.2): it is enough that a file dialog looks into the store to draw an icon.
The next program that leaves the store then takes itself for the last one and removes the write-ahead log, into which
this one would go on writing what nobody will ever read. So the locks are taken anew before each look at the store and each
change.
"""

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from memento_gui.store.files import companion

if sys.platform != "win32":  # where a lock belongs to its own descriptor
    import fcntl

_SHARED: Final = (510, 0x4000_0002)
"""Length and start of the bytes by which SQLite's connections share the file."""
_IN_USE: Final = (1, 128)
"""Those of the -shm file that say that somebody uses the write-ahead log."""

_Identity = tuple[int, int]


@dataclass(slots=True)
class _Held:
    """Descriptors of one store's file and -shm, for as many stores of this process as have it open."""

    file: int
    index: int
    stores: int = 0


_lock: Final = Lock()
_held: Final[dict[_Identity, _Held]] = {}


class Hold:
    """One store's part in the locks; made while a connection is open, let go after the last was closed."""

    def __init__(self, path: Path) -> None:
        self._log = companion(path, "wal")
        self._identity = identity_of(path)
        self._log_identity = identity_of(self._log)
        self._open = False
        if sys.platform == "win32" or self._identity is None:
            return
        with _lock:
            if self._identity not in _held:
                made = [os.open(file, os.O_RDONLY | os.O_CLOEXEC) for file in (path, companion(path, "shm"))]
                _held[self._identity] = _Held(*made)
            _held[self._identity].stores += 1
            self._open = True
        self.renew()

    @property
    def log_is_there(self) -> bool:
        """Whether the write-ahead log is the one that was there when the store was opened."""
        return not self._open or identity_of(self._log) == self._log_identity

    def renew(self) -> bool:
        """Take the locks again, which costs microseconds; False where another program has the file for itself."""
        if sys.platform == "win32":
            return True
        with _lock:
            if not self._open or self._identity is None:
                return True
            held = _held[self._identity]
            try:
                fcntl.lockf(held.file, fcntl.LOCK_SH | fcntl.LOCK_NB, *_SHARED)
                fcntl.lockf(held.index, fcntl.LOCK_SH | fcntl.LOCK_NB, *_IN_USE)
            except (BlockingIOError, PermissionError):
                return False
            return True

    def stop(self) -> None:
        """Renew no more: SQLite is about to close its connections, the last of which wants the file for itself."""
        with _lock:
            if not self._open or self._identity is None:
                return
            self._open = False
            _held[self._identity].stores -= 1

    def release(self) -> None:
        """Close the descriptors where no store of this process needs them; every connection of this one is closed."""
        with _lock:
            if self._identity is None or self._identity not in _held or _held[self._identity].stores:
                return
            held = _held.pop(self._identity)
            for descriptor in (held.file, held.index):
                with contextlib.suppress(OSError):
                    os.close(descriptor)


def first_bytes(path: Path, count: int) -> bytes:
    """Read the beginning of a file without letting go of the locks on it."""
    with _lock:
        held = _held.get(identity_of(path) or (0, 0))
        if held is not None and sys.platform != "win32":
            return os.pread(held.file, count, 0)
    with path.open("rb") as file:
        return file.read(count)


def identity_of(path: Path) -> _Identity | None:
    """Return what tells a file from any other one, whatever it is called; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
