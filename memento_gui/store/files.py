"""The files of a store: what their first bytes say, what lies beside them, and that only their owner may read them."""

import contextlib
import glob
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

APPLICATION_ID: Final = 0x4D454D4F  # "MEMO"
HEADER_BYTES: Final = 100
_MAGIC: Final = b"SQLite format 3\0"
_WAL_FORMAT: Final = 2
_UNFINISHED_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Header:
    """The first 100 bytes of a database file."""

    is_database: bool
    is_ours: bool
    page_size: int
    pages: int
    in_wal_mode: bool

    @property
    def whole_bytes(self) -> int:
        """How long the file has to be at least, once its -wal is gone; 0 where the header does not say."""
        return self.page_size * self.pages


def read_header(first: bytes) -> Header:
    """Read the first 100 bytes of a file; see https://www.sqlite.org/fileformat2.html#the_database_header."""
    if len(first) < HEADER_BYTES or not first.startswith(_MAGIC):
        return Header(is_database=False, is_ours=False, page_size=0, pages=0, in_wal_mode=False)
    page_size = int.from_bytes(first[16:18], "big")
    counted = first[24:28] == first[92:96]  # else an old library wrote it and the page count is not kept
    return Header(
        is_database=True,
        is_ours=int.from_bytes(first[68:72], "big") == APPLICATION_ID,
        page_size=65_536 if page_size == 1 else page_size,
        pages=int.from_bytes(first[28:32], "big") if counted else 0,
        in_wal_mode=first[18] == _WAL_FORMAT,
    )


def companion(path: Path, ending: str) -> Path:
    """Return the ``-wal``, ``-shm`` or ``-journal`` beside a database file."""
    return path.with_name(f"{path.name}-{ending}")


def settle(path: Path) -> None:
    """Wait until a file's bytes are on the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def holds_something(path: Path) -> bool:
    """Whether there is such a file and it is not empty."""
    return path.exists() and path.stat().st_size > 0


def remove_unfinished(path: Path, *, now_ms: int) -> None:
    """Remove what a killed program left of backups of this store; one that another program is writing now is younger."""
    for part in path.parent.glob(f"{glob.escape(path.name)}.*.bak.part*"):
        with contextlib.suppress(OSError):  # not ours to remove, or gone already
            if part.stat().st_mtime * 1000 < now_ms - _UNFINISHED_MS:
                part.unlink()


def create_private(path: Path) -> None:
    """Create an empty file for its owner only, whatever the umask; SQLite gives -wal and -shm the same mode.

    Raises:
        FileExistsError: If it exists.
    """
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
