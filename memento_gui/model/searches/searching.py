"""Searches: indexes that follow the store, and the pipeline from a query to a ranking."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import RLock

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray, VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import Clock
from memento_gui.domain.errors import ModelError, ModelUnavailable
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.relevance import tag_match, title_hits
from memento_gui.model.index_cache import IndexCache
from memento_gui.model.indexes import NO_VECTORS, Indexes
from memento_gui.model.live import LiveStore, Snapshot
from memento_gui.model.searches.found import Asked, Found, asks_for_muted, outcome_of
from memento_gui.model.values import EmbeddingState, SearchOutcome
from memento_gui.model.waiting import Waiting
from memento_gui.search.asking import asked_words
from memento_gui.search.candidates import Evidence, evidence_columns
from memento_gui.search.embedding import Embedder, Progress
from memento_gui.search.query import Known, Query, Remark, filter_with_remarks, parse
from memento_gui.search.splitting import WORD
from memento_gui.search.text_index import TextIndex
from memento_gui.search.vectors import VectorIndex, top_k
from memento_gui.search.words import words
from memento_gui.store import Store, text_hash

EmbedderSource = Callable[[], Embedder]
_EMBED_CHUNK = 64
_NO_WORDS_YET = Remark(0, 0, "The words are still being indexed; until then search goes by meaning.")
_NO_VECTORS_YET = "The vectors are still being read; until then search goes by words."


class Searches:
    """Both indexes of one store and the model that feeds one of them. Safe to call from any thread."""

    def __init__(
        self,
        store: Store,
        live: LiveStore,
        clock: Clock,
        embedder: EmbedderSource | None,
        cache: IndexCache | None = None,
    ) -> None:
        self._store, self._live, self._clock = store, live, clock
        self._source = embedder
        self._model: Embedder | None = None
        self._reason = "" if embedder else "No embedding model is in use; search goes by words."
        self._loading = RLock()
        self._indexes = Indexes(store, cache)
        self._waiting = Waiting(store, live)

    def load_model(self) -> Embedder:
        """Return the embedding model, loading it the first time.

        Raises:
            ModelError: If there is none, or it is damaged; the reason is kept for `state`.
        """
        with self._loading:
            model = self._model
            if model is None:
                source = self._source
                if source is None:
                    raise ModelUnavailable(self._reason)
                try:
                    model = self._model = source()
                except ModelError as error:
                    self._source, self._reason = None, error.sentence
                    raise
            return model

    def try_model(self) -> None:
        """Load the model if there is one; where there is none, search goes by words and says why."""
        with suppress(ModelError):
            self.load_model()

    def close(self) -> None:
        """Let go of the model and the indexes, hundreds of megabytes; searches under way end with what they hold."""
        self._model = self._source = None
        self._reason = "The store is closed."
        self._indexes.close()

    @property
    def has_model(self) -> bool:
        """Whether the embedding model is loaded."""
        return self._model is not None

    def unembedded(self, table: FeatureTable) -> BoolArray:
        """Return which of N memories wait for their vector; all of them without a model."""
        model = self._model
        if model is None:
            return ~table.trashed
        waiting = self._waiting.ids(model.name)
        return np.fromiter((i in waiting for i in table.ids), dtype=np.bool_, count=len(table))

    def state(self) -> EmbeddingState:
        """Return how far the vectors are, without loading anything."""
        snapshot = self._live.snapshot()
        total = int(np.count_nonzero(~snapshot.table.trashed))
        model = self._model
        if model is None:
            reason = self._reason or "The embedding model is still loading; until then search goes by words."
            return EmbeddingState(model="", total=total, pending=total, available=False, reason=reason)
        pending = len(self._waiting.ids(model.name))
        return EmbeddingState(model=model.name, total=total, pending=pending, available=True)

    def embed_pending(self, *, progress: Progress | None = None, cancel: CancelToken | None = None) -> int:
        """Compute and store the vectors that are missing, newest first; return how many.

        What was stored before a cancellation stays.
        """
        model = self.load_model()
        waiting = self._waiting.newest_first(model.name)
        done = 0
        for start in range(0, len(waiting), _EMBED_CHUNK):
            texts = self._store.texts(waiting[start : start + _EMBED_CHUNK])
            ids = list(texts)
            vectors = model.embed([texts[i].full for i in ids], cancel=cancel)
            hashes = [text_hash(texts[i].title, texts[i].content) for i in ids]
            with self._store.transaction() as writer:
                writer.put_embeddings(model.name, ids, vectors, hashes)
            done += len(ids)
            if progress is not None:
                progress(done, len(waiting))
        return done

    def prepare(
        self, parameters: ParameterSet, *, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> None:
        """Get the text index ready, compact and kept."""
        self._indexes.tend(self._live.snapshot(), parameters.relevance, progress=progress, cancel=cancel)

    @property
    def wants_preparing(self) -> bool:
        """Whether `prepare` would have something to do."""
        return self._indexes.wants_tending

    def indexed(self, known: Known, parameters: ParameterSet) -> Known:
        """Return what filters look at, with the text index if it is there, so that they need not read every text."""
        return replace(known, index=self._indexes.text_at_hand(self._live.snapshot(), parameters.relevance))

    def search(self, text: str, parameters: ParameterSet, known: Known) -> SearchOutcome:
        """Run the whole pipeline; waits for nothing but the query's own embedding, and only if the model is loaded."""
        started = time.perf_counter()
        return outcome_of(self.find(text, parameters, known), parameters, started)

    def find(self, text: str, parameters: ParameterSet, known: Known) -> Found:
        """Ask both indexes and the filters; `ranked` then ranks what they say, by these or by other numbers."""
        now = self._clock.now_ms()
        snapshot = self._live.snapshot()
        table = snapshot.table
        words_at_hand = self._indexes.text_at_hand(snapshot, parameters.relevance)
        index = TextIndex(parameters.relevance) if words_at_hand is None else words_at_hand
        asked = self._asked(text, index)
        passed, remarks = _passed(asked.query, table, known, words_at_hand)
        if words_at_hand is None:
            remarks += (_NO_WORDS_YET,)
        vectors = NO_VECTORS
        model = self._model
        if asked.vector is not None and model is not None:
            at_hand = self._indexes.vectors_at_hand(snapshot, model.name)
            if at_hand is None:
                asked = replace(asked, vector=None, reason=_NO_VECTORS_YET)
            else:
                vectors = at_hand
        cosine, bm25 = evidence_columns(table, index, asked.words, vectors, asked.vector)
        evidence = Evidence(
            cosine=cosine,
            bm25=bm25,
            tag=lambda rows: _tag_signals(rows, snapshot, asked),
            title=lambda rows: _title_signals(rows, snapshot, asked, parameters),
            has_query_vector=asked.vector is not None,
        )
        return Found(
            text=text,
            now_ms=now,
            asked=asked,
            table=table,
            evidence=evidence,
            allowed=passed,
            index=index,
            vectors=vectors,
            remarks=(*asked.query.remarks, *remarks),
        )

    def read_vectors(self) -> None:
        """Read the vectors of the model in use, if one is loaded: seconds for a large store."""
        model = self._model
        if model is not None:
            self._indexes.vectors(self._live.snapshot(), model.name)

    def current_vectors(self) -> tuple[Snapshot, str, VectorIndex]:
        """Return the store as it is, and the vectors of the model in use, or of the one that made most."""
        snapshot = self._live.snapshot()
        models = self._store.models()
        model = self._model
        name = model.name if model is not None else max(models, key=lambda one: models[one], default="")
        return snapshot, name, self._indexes.vectors(snapshot, name) if name else NO_VECTORS

    def nearest(self, identity: str, limit: int, parameters: ParameterSet) -> list[tuple[str, float | None]]:
        """Return the memories in use that are most like one, best first, with their cosine.

        Where it has no vector, those that share most words come, with None.
        """
        snapshot, _, vectors = self.current_vectors()
        table = snapshot.table
        row = table.row_of.get(identity)
        if row is None:
            return []
        others = table.active.copy()
        others[row] = False
        score = np.full(len(table), -np.inf)
        has_vector = len(vectors) > 0 and vectors.positions([int(table.ordinal[row])])[0] >= 0
        if has_vector:
            score[:] = vectors.cosines_of(table.ordinal, vectors.vectors_of([int(table.ordinal[row])])[0])
        else:
            text = self._store.texts([identity])[identity]
            index = self._indexes.text(snapshot, parameters.relevance)
            shared = index.scores(dict.fromkeys(words(text.full, index.languages)), table.ordinal)
            score[shared > 0.0] = shared[shared > 0.0]
        best = top_k(score, limit, others)
        return [(str(table.ids[r]), float(np.clip(score[r], 0.0, 1.0)) if has_vector else None) for r in best]

    def shared_words(self, text: str, parameters: ParameterSet) -> FloatArray:
        """Return how much each memory shares of a text's words (BM25, 0 and above); rows as in the snapshot."""
        snapshot = self._live.snapshot()
        index = self._indexes.text(snapshot, parameters.relevance)
        return index.scores(dict.fromkeys(words(text, index.languages)), snapshot.table.ordinal)

    def embedded(self, text: str) -> VectorArray | None:
        """Return a text's vector as a memory would have it; None while no model is loaded."""
        model = self._model
        return None if model is None else model.embed([text])[0]

    def shared_tags(self, text: str, memory_id: str) -> tuple[int, int]:
        """Return how many tags a query and a memory share, of how many that either has."""
        snapshot = self._live.snapshot()
        wanted = _query_tags(parse(text), snapshot)
        held = {tag.casefold() for tag in snapshot.tags.get(memory_id, ())}
        return len(wanted & held), len(wanted | held)

    def _asked(self, text: str, index: TextIndex) -> Asked:
        query = parse(text)
        ranking = query.ranking
        vector, reason = None, ""
        model = self._model
        if model is None:
            reason = self._reason or "The embedding model is still loading; until then search goes by words."
        elif ranking.strip():
            vector = model.embed_query(ranking)
        return Asked(query, ranking, asked_words(index, ranking, text), vector, reason)


def _passed(
    query: Query, table: FeatureTable, known: Known, index: TextIndex | None
) -> tuple[BoolArray, tuple[Remark, ...]]:
    """Return which memories pass the filters; muted ones are found only by who asks for them by name."""
    if not query.terms:
        return table.recallable, ()
    passed, remarks = filter_with_remarks(query, replace(known, index=index))
    return passed if asks_for_muted(query) else passed & (table.recallable | table.trashed), remarks


def _query_tags(query: Query, snapshot: Snapshot) -> set[str]:
    """The query's tags are its ``#tags``, and its words that are tags here."""
    typed = {word.casefold() for word in (*query.ranking.split(), *WORD.findall(query.ranking))}
    return {tag.casefold() for tag in query.hash_tags} | (typed & snapshot.folded_tags)


def _tag_signals(rows: IntArray, snapshot: Snapshot, asked: Asked) -> FloatArray:
    wanted = _query_tags(asked.query, snapshot)
    if not wanted:
        return np.zeros(len(rows))
    tags = [snapshot.tags.get(identity, ()) for identity in snapshot.table.ids[rows].tolist()]
    return np.array([tag_match(wanted, own) for own in tags], dtype=np.float64)


def _title_signals(rows: IntArray, snapshot: Snapshot, asked: Asked, parameters: ParameterSet) -> FloatArray:
    return title_hits(asked.ranking, snapshot.titles[rows].tolist(), parameters.relevance)
