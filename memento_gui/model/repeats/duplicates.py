"""Near-duplicates: counted over all pairs once, and kept up to date as memories come, change and go."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import RLock
from typing import Final

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.model.live import Snapshot
from memento_gui.search.duplicates import duplicate_counts, renewed_counts
from memento_gui.search.embedding import Progress
from memento_gui.search.vectors import VectorIndex
from memento_gui.store import Store

COUNTED: Final = "duplicates_counted"
"""The setting that says of which vectors, and from which similarity on, the counts in the store are."""

_MOST_CHANGES: Final = 0.02
"""The share of changed memories from which counting all pairs anew is quicker than following them."""

_FEW: Final = 64
_ROWS_AT_A_TIME: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counted:
    """What was counted last: counts of the active memories that have a vector, by ascending ordinal."""

    model: str
    threshold: float
    sequence: int
    vectors: VectorIndex
    ordinals: IntArray
    counts: IntArray
    missed: frozenset[str] = field(default_factory=frozenset)


class Duplicates:
    """Counts how many other active memories each one resembles, and keeps the counts in the store."""

    def __init__(self, store: Store, vectors: Callable[[], tuple[Snapshot, str, VectorIndex]]) -> None:
        self._store, self._vectors = store, vectors
        self._lock = RLock()
        self._last: _Counted | None = None

    def count(self, threshold: float, *, progress: Progress | None = None, cancel: CancelToken | None = None) -> int:
        """Bring the counts in the store up to date and return how many of them changed.

        The first time all pairs are compared, which takes time quadratic in their number (half a minute for 100,000): do it
        in a worker. Afterwards only what changed is compared with everything.

        Args:
            threshold: Cosine from which two memories are near-duplicates.
            progress: Told how far a comparison of all pairs is.
            cancel: Asked from time to time.

        Raises:
            Cancelled: If ``cancel`` was set; nothing is written.
        """
        with self._lock:
            snapshot, model, vectors = self._vectors()
            table = snapshot.table
            ordinals = np.intersect1d(vectors.ordinals, table.ordinal[table.active])
            last = self._last
            if last is None or (last.model, last.threshold) != (model, threshold):
                last = self._from_store(snapshot, model, threshold, vectors, ordinals)
            changed = None if last is None else self._changed(last, snapshot, ordinals)
            if last is not None and changed is not None and not len(changed):
                self._last = last
                return 0
            if last is None or changed is None:
                counts = _in_order(*duplicate_counts(vectors, threshold, among=ordinals, progress=progress, cancel=cancel))
            else:
                before, after = (last.vectors, last.ordinals, last.counts), (vectors, ordinals)
                counts = renewed_counts(before, after, changed, threshold, cancel=cancel)
            return self._keep(snapshot, model, threshold, vectors, ordinals, counts)

    def _changed(self, last: _Counted, snapshot: Snapshot, ordinals: IntArray) -> IntArray | None:
        """Return whose vector or standing is another one; None where so many are that all pairs are compared anew."""
        found = self._store.summary(last.sequence, of={"embedding"})
        if found.reload:
            return None
        row_of, table = snapshot.table.row_of, snapshot.table
        keys = last.missed | found.memories
        written = table.ordinal[[row_of[key] for key in keys if key in row_of]]
        changed = np.union1d(np.setxor1d(last.ordinals, ordinals), np.intersect1d(written, ordinals))
        return None if len(changed) > _MOST_CHANGES * len(ordinals) + _FEW else changed

    def _from_store(
        self, snapshot: Snapshot, model: str, threshold: float, vectors: VectorIndex, ordinals: IntArray
    ) -> _Counted | None:
        """Return the counts that are in the store, if they are of just these vectors."""
        if self._store.setting(COUNTED) != _fingerprint(model, threshold, vectors, ordinals):
            return None
        known, table = self._store.duplicate_counts(model), snapshot.table
        ids = table.ids[np.searchsorted(table.ordinal, ordinals)].tolist()
        if not all(identity in known for identity in ids):
            return None
        return _Counted(
            model=model,
            threshold=threshold,
            sequence=snapshot.sequence,
            vectors=vectors,
            ordinals=ordinals,
            counts=np.array([known[identity] for identity in ids], dtype=np.int64),
        )

    def _keep(
        self,
        snapshot: Snapshot,
        model: str,
        threshold: float,
        vectors: VectorIndex,
        ordinals: IntArray,
        counts: IntArray,
    ) -> int:
        """Write what changed, and remember what others wrote meanwhile: in the feed both look alike."""
        table = snapshot.table
        ids = table.ids[np.searchsorted(table.ordinal, ordinals)].tolist()
        known = self._store.duplicate_counts(model)
        fresh = [(i, count) for i, count in zip(ids, counts.tolist(), strict=True) if known.get(i) != count]
        missed: set[str] = set()
        sequence, fingerprint = snapshot.sequence, _fingerprint(model, threshold, vectors, ordinals)
        for start in range(0, len(fresh), _ROWS_AT_A_TIME) or (0,):
            part = fresh[start : start + _ROWS_AT_A_TIME]
            with self._store.transaction() as writer:
                missed |= writer.summary(sequence, of={"embedding"}).memories
                writer.put_duplicate_counts(model, [i for i, _ in part], [count for _, count in part])
                if start + _ROWS_AT_A_TIME >= len(fresh):
                    writer.put_setting(COUNTED, fingerprint)
                sequence = writer.last_change()
        self._last = _Counted(
            model=model,
            threshold=threshold,
            sequence=sequence,
            vectors=vectors,
            ordinals=ordinals,
            counts=counts,
            missed=frozenset(missed),
        )
        return len(fresh)


def _in_order(ordinals: IntArray, counts: IntArray) -> IntArray:
    return counts[np.argsort(ordinals)]


def _fingerprint(model: str, threshold: float, vectors: VectorIndex, ordinals: IntArray) -> str:
    """Return a hash of everything that the counts follow from."""
    made = blake2b(f"{model}\n{threshold!r}\n".encode("utf-8", "surrogatepass"), digest_size=16)
    made.update(ordinals.tobytes())
    for start in range(0, len(ordinals), _ROWS_AT_A_TIME):
        made.update(vectors.vectors_of(ordinals[start : start + _ROWS_AT_A_TIME]).tobytes())
    return made.hexdigest()
