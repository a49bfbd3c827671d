"""Which memories wait for their vector, kept current by the change feed: every search says how many."""

from collections.abc import Sequence
from threading import Lock

import numpy as np

from memento_gui.model.live import LiveStore, change_set
from memento_gui.store import Store

_MOST_CHANGES = 0.1
"""The share of changed memories from which asking for all is quicker."""

_FEW = 500


class Waiting:
    """The memories in use that have no vector of a model, or one of an older text. Safe to call from any thread."""

    def __init__(self, store: Store, live: LiveStore) -> None:
        self._store, self._live = store, live
        self._lock = Lock()
        self._known: tuple[str, int, frozenset[str]] | None = None

    def ids(self, model: str) -> frozenset[str]:
        """Return who waits for a vector of a model; only what changed since the last time is asked for."""
        snapshot = self._live.snapshot()
        with self._lock:
            known = self._known
            if known is None or known[0] != model or known[1] > snapshot.sequence:
                found = frozenset(self._store.pending(model))
            elif known[1] < snapshot.sequence:
                found = self._renewed(known[1], known[2], model, len(snapshot.table))
            else:
                return known[2]
            self._known = (model, snapshot.sequence, found)
            return found

    def newest_first(self, model: str) -> list[str]:
        """Return who waits for a vector of a model, the newest first."""
        waiting, table = self.ids(model), self._live.snapshot().table
        rows = np.array([row for one in waiting if (row := table.row_of.get(one)) is not None], dtype=np.int64)
        order = np.lexsort((-table.ordinal[rows], -table.created_ms[rows]))
        found: list[str] = table.ids[rows[order]].tolist()
        return found

    def _renewed(self, since: int, held: frozenset[str], model: str, total: int) -> frozenset[str]:
        changes = change_set(self._store, since)
        if changes.everything or len(changes.ids) > _MOST_CHANGES * total + _FEW:
            return frozenset(self._store.pending(model))
        changed: Sequence[str] = sorted(changes.ids)
        return (held - changes.ids) | frozenset(self._store.pending(model, among=changed))
