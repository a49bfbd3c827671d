"""Paths as people type them."""

import contextlib
from pathlib import Path


def at_home(path: Path) -> Path:
    """Return a path with ``~`` replaced by the home folder; as it is where that user does not exist."""
    with contextlib.suppress(RuntimeError):
        return path.expanduser()
    return path
