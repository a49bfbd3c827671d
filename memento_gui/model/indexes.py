"""The two indexes of one store, brought up to a snapshot through the change feed before they are used."""

from threading import RLock

import numpy as np

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.parameters import RelevanceParameters
from memento_gui.model.index_cache import WORTH_KEEPING, IndexCache
from memento_gui.model.live import Snapshot
from memento_gui.model.wording import languages_of
from memento_gui.search.embedding import Progress
from memento_gui.search.text_index import TextIndex
from memento_gui.search.vectors import VectorIndex
from memento_gui.store import Store

_MOST_VECTORS, _FEW_VECTORS = 0.2, 1_000
"""The share of changed vectors from which reading all of them is quicker."""

_FEW_TEXTS = 1_000
"""By so many must the changed memories outnumber the indexed ones that making the index anew is quicker."""

_GLANCE = 0.01
"""Seconds after which it is looked why an index is busy: following what changed takes less, making one far more."""

_WORDED = frozenset({"memory", "memory_tag"})
NO_VECTORS = VectorIndex(np.zeros(0, dtype=np.int64), np.zeros((0, 1), dtype=np.float32))


class Indexes:
    """Words and vectors of the memories of one store. Safe to call from any thread."""

    def __init__(self, store: Store, cache: IndexCache | None = None) -> None:
        self._store, self._cache = store, cache
        self._lock = RLock()
        self._reading = RLock()
        self._tending = RLock()
        self._makes_text = self._makes_vectors = False
        self._text: TextIndex | None = None
        self._text_sequence = 0
        self._worth_saving = False
        self._vectors = NO_VECTORS
        self._vectors_of = ("", -1)

    def text(
        self,
        snapshot: Snapshot,
        parameters: RelevanceParameters,
        *,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> TextIndex:
        """Return the text index as of ``snapshot``.

        The first time it is read from the cache or built; it is built anew for other languages, and where the change feed
        has a gap.
        """
        with self._lock:
            index = self._text
            self._makes_text = index is None
            try:
                if index is None:
                    index = self._from_cache(snapshot, parameters)
                if index is not None:
                    index = self._followed(index.tuned(parameters), snapshot)
                if index is None:
                    self._makes_text = True
                    index = self._built(snapshot, parameters, progress, cancel)
            finally:
                self._makes_text = False
            self._text = index
            return index

    def close(self) -> None:
        """Let go of both."""
        self._text = None
        self._vectors, self._vectors_of = NO_VECTORS, ("", -1)

    def text_at_hand(self, snapshot: Snapshot, parameters: RelevanceParameters) -> TextIndex | None:
        """Return the text index as of ``snapshot``, or None while another thread is still making it."""
        while not self._lock.acquire(timeout=_GLANCE):
            if self._makes_text:
                return None
        try:
            return self.text(snapshot, parameters)
        finally:
            self._lock.release()

    def tend(
        self,
        snapshot: Snapshot,
        parameters: RelevanceParameters,
        *,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        """Get the text index ready, compact it where much has changed, and keep it in the cache.

        As soon as there is one, others may search meanwhile. Call it in a worker.
        """
        with self._tending:
            index = self.text(snapshot, parameters, progress=progress, cancel=cancel)
            with self._lock:
                complete = self._text_sequence
            if index.wants_compacting:
                index.compact()
                self._worth_saving = True
            if self._worth_saving and self._cache is not None and len(index) >= WORTH_KEEPING:
                self._cache.save(index, complete, snapshot.table)
            self._worth_saving = False

    @property
    def wants_tending(self) -> bool:
        """Whether `tend` would have something to do."""
        index = self._text
        return index is None or index.wants_compacting or index.languages != languages_of(self._store)

    def vectors(self, snapshot: Snapshot, model: str) -> VectorIndex:
        """Return the vectors of a model as of ``snapshot``; only those are read that changed since the last time."""
        with self._reading:
            known, sequence = self._vectors_of
            if known != model or sequence > snapshot.sequence:
                self._makes_vectors = True
                try:
                    self._vectors, sequence = self._read(snapshot, model), snapshot.sequence
                finally:
                    self._makes_vectors = False
            elif sequence < snapshot.sequence:
                self._vectors = self._vectors_since(sequence, snapshot, model)
            self._vectors_of = (model, snapshot.sequence)
            return self._vectors

    def vectors_at_hand(self, snapshot: Snapshot, model: str) -> VectorIndex | None:
        """Return the vectors of a model as of ``snapshot``, or None while another thread is still reading all of them."""
        while not self._reading.acquire(timeout=_GLANCE):
            if self._makes_vectors:
                return None
        try:
            return self.vectors(snapshot, model)
        finally:
            self._reading.release()

    def _vectors_since(self, sequence: int, snapshot: Snapshot, model: str) -> VectorIndex:
        found = self._store.summary(sequence, of={"embedding"})
        if found.reload or not len(self._vectors):
            return self._read(snapshot, model)
        index, table = self._vectors, snapshot.table
        changed = sorted(found.memories)
        if len(changed) > _MOST_VECTORS * len(index) + _FEW_VECTORS:
            return self._read(snapshot, model)
        ids, matrix = self._store.embeddings_of(model, changed, self._vectors.dimensions)
        fresh = np.array([identity in table.row_of for identity in ids], dtype=np.bool_)
        ordinals = table.ordinal[[table.row_of[identity] for identity in ids if identity in table.row_of]]
        if len(ids) < len(changed):  # some lost their vector, or were removed for good
            lost = [table.row_of[identity] for identity in set(changed) - set(ids) if identity in table.row_of]
            gone = np.setdiff1d(index.ordinals, table.ordinal)
            index = index.without(np.concatenate([table.ordinal[lost], gone]))
        return index.with_vectors(ordinals, matrix[fresh]) if len(ordinals) else index

    def _from_cache(self, snapshot: Snapshot, parameters: RelevanceParameters) -> TextIndex | None:
        kept = None if self._cache is None else self._cache.load(parameters, languages_of(self._store), snapshot.table)
        if kept is None or kept.sequence > snapshot.sequence:
            return None
        self._text_sequence = kept.sequence
        rows = np.flatnonzero(np.isin(snapshot.table.ordinal, kept.odd))
        kept.index.remove(*kept.odd.tolist())
        self._put(kept.index, [str(identity) for identity in snapshot.table.ids[rows]], snapshot)
        return kept.index

    def _built(
        self,
        snapshot: Snapshot,
        parameters: RelevanceParameters,
        progress: Progress | None,
        cancel: CancelToken | None,
    ) -> TextIndex:
        table = snapshot.table
        index = TextIndex(parameters, languages_of(self._store))
        texts = self._store.every_text()
        index.build(
            ((int(table.ordinal[table.row_of[i]]), text) for i, text in texts if i in table.row_of),
            progress=None if progress is None else lambda done: progress(done, len(table)),
            cancel=cancel,
        )
        self._text_sequence, self._worth_saving = snapshot.sequence, True
        return index

    def _followed(self, index: TextIndex, snapshot: Snapshot) -> TextIndex | None:
        if self._text_sequence >= snapshot.sequence:
            return index
        found = self._store.summary(self._text_sequence, of=_WORDED)
        if found.reload or ("meta" in found.tables and index.languages != languages_of(self._store)):
            return None
        if len(found.memories) > len(index) + _FEW_TEXTS:
            return None
        ids = sorted(found.memories)
        if self._put(index, ids, snapshot) < len(ids):  # some were removed for good
            index.remove(*(int(ordinal) for ordinal in np.setdiff1d(index.ordinals, snapshot.table.ordinal)))
        self._text_sequence = snapshot.sequence  # what came after it is followed again: its memories may not be in it
        return index

    def _put(self, index: TextIndex, ids: list[str], snapshot: Snapshot) -> int:
        """Index these memories' words as they are now; return how many there still are."""
        table, texts = snapshot.table, self._store.texts(ids)
        for identity, text in texts.items():
            if identity in table.row_of:
                index.put(int(table.ordinal[table.row_of[identity]]), text)
        return len(texts)

    def _read(self, snapshot: Snapshot, model: str) -> VectorIndex:
        ids, matrix, _ = self._store.embeddings(model)
        row_of = snapshot.table.row_of
        rows = np.array([row_of.get(identity, -1) for identity in ids], dtype=np.int64)
        known = rows >= 0
        if not known.any():
            return NO_VECTORS
        return VectorIndex(snapshot.table.ordinal[rows[known]], matrix if known.all() else matrix[known])
