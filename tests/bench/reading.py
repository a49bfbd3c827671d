"""Reading a store's columns."""

import sqlite3

from memento_gui.domain.clock import FixedClock
from memento_gui.store import Store
from tests.bench.figures import Figure, median_ms, slower
from tests.bench.invented import NOW_MS
from tests.bench.stores import store_of


def reading(count: int) -> list[Figure]:
    """Read the columns of a whole store: against the raw fetch of its numeric columns and a copy of them."""
    wanted = (
        "ordinal, id, type, category, scope, status, created_ms, updated_ms, last_used_ms, deleted_ms, importance, strength"
    )
    wanted += ", pinned, views, cites, edits, uses, revisions, length, source, session, project, user"
    path = store_of(count)
    raw = sqlite3.connect(path)
    with Store.open(path, clock=FixedClock(NOW_MS)) as store:
        fetched = median_ms(lambda: raw.execute(f"SELECT {wanted} FROM memory ORDER BY ordinal").fetchall(), 3)  # noqa: S608
        read = median_ms(store.features, 3)
    raw.close()
    return [slower("read the columns", read, "a raw fetch of them", fetched, 1.5, count=count)]
