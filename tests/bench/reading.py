"""Reading a store's columns."""

import sqlite3
import tempfile
from pathlib import Path

from memento_gui.domain.clock import FixedClock
from memento_gui.store import Store
from tests.bench.figures import Figure, median_ms, slower
from tests.bench.invented import NOW_MS, filled_store


def reading(count: int) -> list[Figure]:
    """Read the columns of a whole store: against the raw fetch of its numeric columns and a copy of them."""
    wanted = (
        "ordinal, id, type, category, scope, status, created_ms, updated_ms, last_used_ms, deleted_ms, importance, strength"
    )
    wanted += ", pinned, views, cites, edits, uses, revisions, length, source, session, project, user"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        filled_store(path, count, "none", 8)
        store = Store.open(path, clock=FixedClock(NOW_MS))
        raw = sqlite3.connect(path)
        fetched = median_ms(lambda: raw.execute(f"SELECT {wanted} FROM memory ORDER BY ordinal").fetchall(), 3)  # noqa: S608
        read = median_ms(store.features, 3)
        raw.close()
        store.close()
    return [slower(f"read the columns of {count:,} memories", read, "a raw fetch of them", fetched, 1.5)]
