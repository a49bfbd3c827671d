"""The two indexes of one store, brought up to a snapshot through the change feed before they are used."""

from threading import RLock

import numpy as np

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.parameters import RelevanceParameters
from memento_gui.model.live import LiveStore, Snapshot
from memento_gui.model.wording import languages_of
from memento_gui.search.text_index import TextIndex
from memento_gui.search.vectors import VectorIndex
from memento_gui.store import Store

NO_VECTORS = VectorIndex(np.zeros(0, dtype=np.int64), np.zeros((0, 1), dtype=np.float32))


class Indexes:
    """Words and vectors of the memories of one store. Safe to call from any thread."""

    def __init__(self, store: Store, live: LiveStore) -> None:
        self._store, self._live = store, live
        self._lock = RLock()
        self._text: TextIndex | None = None
        self._text_sequence = 0
        self._vectors = NO_VECTORS
        self._vectors_of = ("", -1)

    def text(self, snapshot: Snapshot, parameters: RelevanceParameters, cancel: CancelToken | None = None) -> TextIndex:
        """Return the text index as of ``snapshot``; built anew for other languages or where the feed has a gap."""
        with self._lock:
            index = self._text
            if index is not None:
                index = self._followed(index.tuned(parameters), snapshot)
            if index is None:
                index = self._built(snapshot, parameters, cancel)
            self._text = index
            return index

    def vectors(self, snapshot: Snapshot, model: str) -> VectorIndex:
        """Return the vectors of a model as of ``snapshot``; read again only when one changed."""
        with self._lock:
            known, sequence = self._vectors_of
            if (known, sequence) != (model, snapshot.sequence):
                changed = self._live.changes(sequence) if known == model else None
                if changed is None or changed.everything or "embedding" in changed.tables:
                    self._vectors = self._read(snapshot, model)
                self._vectors_of = (model, snapshot.sequence)
            return self._vectors

    def _built(self, snapshot: Snapshot, parameters: RelevanceParameters, cancel: CancelToken | None) -> TextIndex:
        table = snapshot.table
        index = TextIndex(parameters, languages_of(self._store))
        texts = self._store.every_text()
        index.build(((int(table.ordinal[table.row_of[i]]), text) for i, text in texts if i in table.row_of), cancel=cancel)
        self._text_sequence = snapshot.sequence
        return index

    def _followed(self, index: TextIndex, snapshot: Snapshot) -> TextIndex | None:
        if self._text_sequence >= snapshot.sequence:
            return index
        changed = self._live.changes(self._text_sequence)
        if changed.everything or ("meta" in changed.tables and index.languages != languages_of(self._store)):
            return None
        table, ids = snapshot.table, sorted(changed.ids)
        texts = self._store.texts(ids)
        for identity in ids:
            if identity in texts and identity in table.row_of:
                index.put(int(table.ordinal[table.row_of[identity]]), texts[identity])
        if len(texts) < len(ids):  # some were removed for good
            index.remove(*(int(ordinal) for ordinal in np.setdiff1d(index.ordinals, table.ordinal)))
        if index.wants_compacting:
            index.compact()
        self._text_sequence = changed.last
        return index

    def _read(self, snapshot: Snapshot, model: str) -> VectorIndex:
        ids, matrix, _ = self._store.embeddings(model)
        row_of = snapshot.table.row_of
        known = np.array([identity in row_of for identity in ids], dtype=np.bool_)
        if not known.any():
            return NO_VECTORS
        rows = [row_of[identity] for identity in ids if identity in row_of]
        return VectorIndex(snapshot.table.ordinal[rows], matrix[known])
