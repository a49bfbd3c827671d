"""Clusters of duplicates: groups of memories that say nearly the same, and what becomes of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from threading import Lock
from typing import Final

import numpy as np

from memento_gui.domain.arrays import IntArray, VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import Clock
from memento_gui.domain.errors import StaleEdit
from memento_gui.domain.identity import new_id
from memento_gui.domain.memory import Memory, Relation
from memento_gui.domain.parameters import DecayParameters, ParameterSet
from memento_gui.engine.clusters import Cluster, Suggestion, clusters
from memento_gui.engine.links import Links, Progress
from memento_gui.engine.merging import merged
from memento_gui.model.edits import Edit
from memento_gui.model.index_cache import WORTH_KEEPING, IndexCache
from memento_gui.model.live import Snapshot
from memento_gui.model.near_pairs import Comparison, NearPairs
from memento_gui.model.reviews.edits import SwapRelations, merge_stored
from memento_gui.search.vectors import VectorIndex
from memento_gui.store import Store

DISTINCT: Final = "distinct_from"
"""Type of the relation between two memories that a person called no duplicates."""
LINKED: Final = "similar_to"
"""Type of the relation between two memories that a person kept both, as one matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateCluster:
    """Memories that say nearly the same, in import order; ``cohesion`` is their mean pairwise similarity in [0, 1].

    ``likely`` are the pairs that are likely duplicates.
    """

    ids: tuple[str, ...]
    cohesion: float
    suggestion: Suggestion
    likely: tuple[tuple[str, str], ...]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatesFound:
    """The clusters, the most cohesive first. ``compared`` memories were compared, ``waiting`` have no vector yet."""

    clusters: tuple[DuplicateCluster, ...]
    compared: int
    waiting: int

    @property
    def likely(self) -> int:
        """How many pairs are likely duplicates."""
        return sum(len(cluster.likely) for cluster in self.clusters)


@dataclass(frozen=True, slots=True)
class _Basis:
    """What the clusters depend on: N memories (ascending ordinals), their vectors, the decided pairs and the numbers."""

    vectors: VectorIndex
    ordinals: IntArray
    settled: frozenset[tuple[str, str]]
    parameters: DecayParameters

    def same_as(self, other: "_Basis") -> bool:
        return (
            self.vectors is other.vectors
            and self.settled == other.settled
            and self.parameters == other.parameters
            and np.array_equal(self.ordinals, other.ordinals)
        )


class Clustering:
    """Finds clusters of duplicates among the active memories of one store. Safe to call from any thread."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        parameters: Callable[[], ParameterSet],
        vectors: Callable[[], tuple[Snapshot, str, VectorIndex]],
        cache: IndexCache | None = None,
    ) -> None:
        self._store, self._clock, self._cache = store, clock, cache
        self._parameters, self._vectors = parameters, vectors
        self._lock = Lock()
        self._last: tuple[_Basis, DuplicatesFound] | None = None
        self._pairs: NearPairs | None = None

    def find(self, *, progress: Progress | None = None, cancel: CancelToken | None = None) -> DuplicatesFound:
        """Compare all active memories that have a vector, exactly; the answer is kept while nothing changes it.

        The first time this takes time quadratic in their number, so it belongs in a worker; afterwards, and where an
        earlier start left its pairs in the cache, only those whose vectors changed are compared with all. Pairs that were
        linked or called no duplicates do not come again.

        Args:
            progress: Told how many of the memories that are to be compared have been.
            cancel: Asked between blocks.

        Raises:
            Cancelled: If ``cancel`` was set.
        """
        snapshot, _, vectors = self._vectors()
        table = snapshot.table
        rows = np.flatnonzero(table.active)
        rows = rows[vectors.positions(table.ordinal[rows]) >= 0]
        rows = rows[np.argsort(table.ordinal[rows], kind="stable")]
        basis = _Basis(vectors, table.ordinal[rows], self._settled(), self._parameters().decay)
        with self._lock:
            last, pairs = self._last, self._pairs
        if last is not None and last[0].same_as(basis):
            return last[1]
        if pairs is None and self._cache is not None:
            pairs = self._cache.load_pairs()
        ids = [str(identity) for identity in table.ids[rows]]
        matrix = vectors.vectors_of(basis.ordinals)
        near = Comparison(basis.parameters.cluster_link, basis.ordinals, matrix, pairs, progress=progress, cancel=cancel)
        made = self._clusters(basis, matrix, ids, near)
        found = DuplicatesFound(
            clusters=tuple(_named(one, ids) for one in made if len(one) > 1),
            compared=len(ids),
            waiting=int(np.count_nonzero(table.active)) - len(ids),
        )
        compared = near.found
        with self._lock:
            self._last, self._pairs = (basis, found), compared
        if compared is not None and compared is not pairs:
            self._keep(compared)
        return found

    def _keep(self, pairs: NearPairs) -> None:
        """Leave the pairs for the next start, where comparing all again would take a while."""
        if self._cache is not None and len(pairs.ordinals) >= WORTH_KEEPING:
            self._cache.save_pairs(pairs)

    def _clusters(
        self, basis: _Basis, matrix: VectorArray, ids: Sequence[str], near: Iterable[Links]
    ) -> tuple[Cluster, ...]:
        def texts_of(rows: list[int]) -> dict[int, str]:
            texts = self._store.texts([ids[row] for row in rows])
            return {row: texts[ids[row]].full if ids[row] in texts else "" for row in rows}

        place = {identity: row for row, identity in enumerate(ids)}
        pairs = [(place[one], place[other]) for one, other in basis.settled if one in place and other in place]
        return clusters(
            matrix,
            ids,
            basis.parameters,
            texts_of=texts_of,
            settled=np.array(pairs, dtype=np.int64).reshape(-1, 2),
            links=near,
        )

    def _settled(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (relation.source_id, relation.target_id)
            for relation in self._store.every_relation()
            if relation.type in {DISTINCT, LINKED}
        )

    def preview(self, cluster: DuplicateCluster) -> Memory:
        """Return the memory that merging a cluster would make.

        Raises:
            StaleEdit: If one of its memories was removed or moved to the trash meanwhile.
        """
        now = self._clock.now_ms()
        return merged(self._members(cluster), cluster.cohesion, identity=new_id(now), now_ms=now)

    def merge_edit(self, cluster: DuplicateCluster, seen: Sequence[Memory] | None = None) -> Edit:
        """Return the edit that puts one memory in the place of a cluster; the originals go to the trash, in one step.

        Args:
            cluster: The cluster.
            seen: Its memories as a person saw them: the edit is refused, when it is applied, if one was changed since.
                By default as they are now.

        Raises:
            StaleEdit: If one of its memories was removed or moved to the trash meanwhile.
        """
        members = self._members(cluster)
        return merge_stored(self._store, seen or members, cluster.cohesion, now_ms=self._clock.now_ms())

    def link_edit(self, cluster: DuplicateCluster) -> Edit:
        """Return the edit that keeps all of a cluster and relates each to the others; its pairs do not come again.

        Raises:
            StaleEdit: If one of its memories was removed or moved to the trash meanwhile.
        """
        return self._related(cluster, LINKED, f"Link {len(cluster)} memories")

    def distinct_edit(self, cluster: DuplicateCluster) -> Edit:
        """Return the edit that remembers that a cluster's memories are no duplicates; its pairs do not come again.

        Raises:
            StaleEdit: If one of its memories was removed or moved to the trash meanwhile.
        """
        return self._related(cluster, DISTINCT, f"Keep {len(cluster)} memories apart")

    def _related(self, cluster: DuplicateCluster, kind: str, label: str) -> SwapRelations:
        self._members(cluster)
        now = self._clock.now_ms()
        settled = self._settled()
        added = tuple(
            Relation(id=new_id(now), source_id=one, target_id=other, type=kind, created_ms=now)
            for one, other in combinations(cluster.ids, 2)
            if (one, other) not in settled and (other, one) not in settled
        )
        return SwapRelations(label=label, removed=(), added=added)

    def _members(self, cluster: DuplicateCluster) -> list[Memory]:
        members = self._store.get_many(list(cluster.ids))
        if len(members) < len(cluster) or any(memory.in_trash for memory in members):
            raise StaleEdit(
                "One of these memories was removed or moved to the trash meanwhile. Nothing was changed; look again."
            )
        return members


def _named(cluster: Cluster, ids: Sequence[str]) -> DuplicateCluster:
    return DuplicateCluster(
        ids=tuple(ids[row] for row in cluster.rows.tolist()),
        cohesion=cluster.cohesion,
        suggestion=cluster.suggestion,
        likely=tuple((ids[first], ids[second]) for first, second in cluster.likely),
    )
