"""Reading a store's columns."""

import sqlite3

from memento_gui.domain.clock import FixedClock
from memento_gui.store import Store
from tests.bench.figures import Figure, median_ms, slower
from tests.bench.invented import NOW_MS
from tests.bench.stores import store_of

COLUMNS = (
    "ordinal, id, type, category, scope, status, created_ms, updated_ms, last_used_ms, deleted_ms, importance, strength, "
    "pinned, views, cites, edits, uses, revisions, length, source, session, project, user"
)


def fetched(raw: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Fetch the columns of a whole store as the driver gives them."""
    return raw.execute(f"SELECT {COLUMNS} FROM memory ORDER BY ordinal").fetchall()  # noqa: S608


def reading(count: int) -> list[Figure]:
    """Read the columns of a whole store: against the raw fetch of its numeric columns and a copy of them."""
    path = store_of(count)
    raw = sqlite3.connect(path)
    with Store.open(path, clock=FixedClock(NOW_MS)) as store:
        reference = median_ms(lambda: fetched(raw), 3)
        read = median_ms(store.features, 3)
    raw.close()
    return [slower("read the columns", read, "a raw fetch of them", reference, 1.5, count=count)]
