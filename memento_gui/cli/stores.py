"""Stores that a command reads and must not make."""

from pathlib import Path

from memento_gui.domain.errors import StoreUnavailable
from memento_gui.domain.paths import at_home


def existing(path: Path) -> Path:
    """Return where a store is.

    Raises:
        StoreUnavailable: If there is no file, or it is empty: opening that would make a store of it.
    """
    place = at_home(path)
    if not place.is_file():
        raise StoreUnavailable(f"There is no store {place}. Nothing was changed; check the path.")
    log = place.with_name(f"{place.name}-wal")
    if not place.stat().st_size and not (log.is_file() and log.stat().st_size):
        raise StoreUnavailable(f"There is no store in {place}: the file is empty. Nothing was changed; check the path.")
    return place
