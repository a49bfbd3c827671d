"""Arrays in one file for the owner's eyes only: what can always be computed again."""

import os
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays; the folder is made if there is none, and a file that was there is replaced in one step.

    Raises:
        OSError: If it cannot be written; what was there stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(fresh, "wb", opener=_private) as file:
            np.savez(file, **arrays)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def read_arrays(path: Path, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the arrays of these names, or None where there is no such file or it is damaged.

    The file's own checksums are verified; what the arrays say is not.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            return {name: kept[name] for name in names}
    except (OSError, ValueError, KeyError, TypeError, IndexError, EOFError, BadZipFile, NotImplementedError, zlib.error):
        return None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
