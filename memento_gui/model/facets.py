"""Facets: how many memories have each value of a field, for a sidebar; and the filter lines that such values make."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, CodeArray, IntArray
from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES
from memento_gui.model.live import LiveStore, Snapshot
from memento_gui.search.narrowing import Join, both, field_term, joined

__all__ = ["FIELDS", "Facets", "Join", "both", "field_term", "joined"]

FIELDS: Final = ("type", "category", "tag", "source", "project", "scope", "status")
"""What memories are counted by; each is a field of the query language too."""

_CHOICES: Final = {
    "type": tuple(kind.value for kind in TYPES),
    "category": tuple(category.value for category in CATEGORIES),
    "scope": tuple(scope.value for scope in SCOPES),
    "status": tuple(status.value for status in STATUSES),
}


class Facets:
    """The counts of one store. Safe to call from any thread."""

    def __init__(self, live: LiveStore) -> None:
        self._live = live

    def counts(self) -> dict[str, dict[str, int]]:
        """Return how many memories outside the trash have each value of each of `FIELDS`.

        Choices come in their own order with zeros; tags, sources and projects come the most common first, and only those
        in use. Memories without a source or project are counted under an empty name, where others have one.
        """
        snapshot = self._live.snapshot()
        table, used = snapshot.table, ~snapshot.table.trashed
        counts = {field: _chosen(getattr(table, field)[used], names) for field, names in _CHOICES.items()}
        counts["source"] = _named(table.source[used], table.sources)
        counts["project"] = _named(table.project[used], table.projects)
        counts["tag"] = _tags(snapshot)
        return {field: counts[field] for field in FIELDS}

    def rows(self, field: str, value: str) -> BoolArray:
        """Return which of N memories, trashed ones included, have exactly this value of one of `FIELDS`."""
        snapshot = self._live.snapshot()
        table = snapshot.table
        if field == "tag":
            tagged = (value in snapshot.tags.get(identity, ()) for identity in table.ids)
            return np.fromiter(tagged, dtype=np.bool_, count=len(table))
        names = _CHOICES.get(field) or {"source": table.sources, "project": table.projects}[field]
        if value not in names:
            return np.zeros(len(table), dtype=np.bool_)
        return np.asarray(getattr(table, field) == names.index(value))


def _chosen(codes: CodeArray, names: Sequence[str]) -> dict[str, int]:
    return dict(zip(names, np.bincount(codes, minlength=len(names)).tolist(), strict=False))


def _named(codes: IntArray, names: Sequence[str]) -> dict[str, int]:
    counts = np.bincount(codes, minlength=len(names))
    found = {names[int(code)]: int(counts[code]) for code in np.argsort(-counts, kind="stable") if counts[code]}
    return found if any(found) else {}


def _tags(snapshot: Snapshot) -> dict[str, int]:
    counts, trashed = Counter(snapshot.tag_uses), snapshot.table.ids[snapshot.table.trashed].tolist()
    counts.subtract(chain.from_iterable(snapshot.tags.get(identity, ()) for identity in trashed))
    return {tag: count for tag, count in counts.most_common() if count > 0}
