"""What could stand where the cursor is in a query: fields, their values, and the names that occur in the store."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.model.live import LiveStore
from memento_gui.search.query import Completion, Vocabulary, completions

__all__ = ["Completing", "Completion", "Vocabulary", "completions"]


class Completing:
    """The names that occur in one store. Safe to call from any thread."""

    def __init__(self, live: LiveStore) -> None:
        self._live = live
        self._kept: tuple[int, Vocabulary] | None = None

    def vocabulary(self) -> Vocabulary:
        """Return the names in use outside the trash, the most common first; counted once a change."""
        snapshot = self._live.snapshot()
        kept = self._kept
        if kept is None or kept[0] != snapshot.sequence:
            table = snapshot.table
            uses = Counter(snapshot.tag_uses)
            uses.subtract(chain.from_iterable(snapshot.tags.get(one, ()) for one in table.ids[table.trashed]))
            used = ~table.trashed
            vocabulary = Vocabulary(
                tags=tuple(tag for tag, count in uses.most_common() if count > 0),
                sources=_common(table.source[used], table.sources),
                projects=_common(table.project[used], table.projects),
                users=_common(table.user[used], table.users),
            )
            kept = self._kept = (snapshot.sequence, vocabulary)
        return kept[1]


def _common(codes: IntArray, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names that occur, the most common first."""
    counts = np.bincount(codes, minlength=len(names))
    return tuple(names[int(code)] for code in np.argsort(-counts, kind="stable") if counts[code] and names[int(code)])
