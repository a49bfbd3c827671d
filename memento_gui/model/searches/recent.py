"""The last queries, kept in the store."""

import json
from typing import Final

from memento_gui.model.edits import PutSetting
from memento_gui.store import Store

KEPT: Final = 20
_KEY: Final = "search.recent"


class RecentSearches:
    """The last queries of one store, newest first. Safe to call from any thread; a read-only store keeps none."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def every(self) -> tuple[str, ...]:
        """Return them, newest first; what someone else wrote there and is no list of texts counts as none."""
        kept = self._store.setting(_KEY)
        try:
            found = json.loads(kept) if kept else []
        except ValueError:
            return ()
        listed = found if isinstance(found, list) else []
        return tuple(text for text in listed if isinstance(text, str))[:KEPT]

    def remember(self, query: str) -> None:
        """Put a query first; one that is there already moves up."""
        query = " ".join(query.split())
        known = self.every()
        if not query or self._store.read_only or known[:1] == (query,):
            return
        self._write((query, *(text for text in known if text != query))[:KEPT])

    def clear(self) -> None:
        """Forget them all."""
        if not self._store.read_only and self.every():
            self._write(())

    def _write(self, queries: tuple[str, ...]) -> None:
        before = self._store.setting(_KEY)
        after = json.dumps(queries, ensure_ascii=False) if queries else None
        with self._store.transaction() as writer:
            PutSetting(label="Recent searches", key=_KEY, before=before, after=after).apply(writer)
