"""Files and folders that appear whole or not at all, and never in the place of a database."""

import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp, mkstemp
from typing import Final

from memento_gui.domain.errors import ExportFailed

_DATABASE: Final = b"SQLite format 3\x00"
_COMPANIONS: Final = ("-wal", "-shm", "-journal")
_UNFINISHED: Final = ".memento-"


def refuse_database(path: Path) -> None:
    """Raise when a path is that of a SQLite database, such as a store, or of a file that belongs to one.

    Raises:
        ExportFailed: It is.
    """
    names = [path, *(path.with_name(path.name.removesuffix(end)) for end in _COMPANIONS if path.name.endswith(end))]
    if any(_is_database(one) for one in names):
        raise ExportFailed(f"{path} is a database, or belongs to one. It is as it was; choose another name.")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a file to write into that only its owner may read; it takes the place of ``path`` when the block is through.

    A symbolic link stays one. What is no ordinary file, such as a device, is written into as it is.

    Raises:
        ExportFailed: If it cannot be written, or is a database; what was there stays.
    """
    refuse_database(path)
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists() and not path.is_file():
            yield path
            return
        target = _resolved(path)
        part = _fresh_file(target.parent)
        try:
            yield part
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise ExportFailed(
            f"{path} could not be written: {error.strerror or error}. What was there is as it was; choose another place."
        ) from error


def write_whole(path: Path, lines: Iterable[str]) -> None:
    """Write a text file so that nobody sees half of it.

    Raises:
        ExportFailed: As `replacing` does.
    """
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        file.writelines(lines)


def write_folder(path: Path, files: Iterable[tuple[str, str | Iterable[str]]]) -> None:
    """Write text files into a folder that appears whole or not at all: a new one, or one that is empty.

    Each file is given by its path in the folder, and its text or lines.

    Raises:
        ExportFailed: If it cannot be written, or something is in it.
    """
    refuse_database(path)
    try:
        target = _resolved(path)
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise ExportFailed(f"{path} is not an empty folder. Nothing was written; choose a new name.")
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = Path(mkdtemp(prefix=_UNFINISHED, dir=target.parent))
        try:
            for name, text in files:
                note = part / name
                note.parent.mkdir(exist_ok=True)
                with open(note, "w", encoding="utf-8", newline="", opener=_private) as file:
                    file.writelines([text] if isinstance(text, str) else text)
            if target.is_dir():
                target.rmdir()
            part.replace(target)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except OSError as error:
        raise ExportFailed(
            f"{path} could not be written: {error.strerror or error}. Nothing was written; choose another place."
        ) from error


def _is_database(path: Path) -> bool:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return False
        with path.open("rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except RuntimeError as error:  # what Python up to 3.12 raises where links lead in a circle
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from error


def _fresh_file(folder: Path) -> Path:
    handle, name = mkstemp(prefix=_UNFINISHED, dir=folder)
    os.close(handle)
    return Path(name)


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)
