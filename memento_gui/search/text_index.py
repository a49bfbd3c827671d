"""The text index: BM25 over every memory's words, with changes since the last build in a small live part."""

from collections import Counter
from collections.abc import Iterable, Sequence
from threading import RLock
from typing import Final

import bm25s
import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.parameters import RelevanceParameters
from memento_gui.domain.texts import Text
from memento_gui.search.words import DEFAULT_LANGUAGES, words

COMPACT_SHARE: Final = 0.05
_CHECK_EVERY: Final = 512


def text_words(text: Text, languages: Sequence[str]) -> list[str]:
    """Return the words by which a memory is found: of title, content and tags."""
    return words("\n".join((text.title, text.content, *text.tags)), languages)


class TextIndex:
    """BM25 (variant "lucene") over memories, keyed by ordinal.

    A main index that bm25s computed once, tombstones for what changed since, and a live part that is scored with the
    document frequencies of both; `compact` makes one main index of everything. Safe to call from any thread.
    """

    def __init__(self, parameters: RelevanceParameters, languages: Sequence[str] = DEFAULT_LANGUAGES) -> None:
        self._k1, self._b = parameters.bm25_k1, parameters.bm25_b
        self._languages = tuple(languages)
        self._lock = RLock()
        self._documents: dict[int, list[str]] = {}
        self._set_main([])

    def build(self, items: Iterable[tuple[int, Text]], *, cancel: CancelToken | None = None) -> None:
        """Index all these memories anew, by ordinal.

        Raises:
            Cancelled: If ``cancel`` was set; the index is as it was before.
        """
        documents: dict[int, list[str]] = {}
        for number, (ordinal, text) in enumerate(items):
            if cancel is not None and number % _CHECK_EVERY == 0:
                cancel.check()
            documents[ordinal] = text_words(text, self._languages)
        with self._lock:
            self._documents = documents
            self.compact()

    def put(self, ordinal: int, text: Text) -> None:
        """Add a memory, or index its changed words; it can be found at once."""
        with self._lock:
            self.remove(ordinal)
            self._documents[ordinal] = held = text_words(text, self._languages)
            self._live[ordinal] = Counter(held)

    def remove(self, ordinal: int) -> None:
        """Take a memory out; an unknown one is no matter."""
        with self._lock:
            self._documents.pop(ordinal, None)
            self._live.pop(ordinal, None)
            row = int(np.searchsorted(self._ordinals, ordinal))
            if row < len(self._ordinals) and self._ordinals[row] == ordinal and self._alive[row]:
                self._alive[row] = False
                self._dead.append(row)

    def compact(self) -> None:
        """Make one main index of everything."""
        with self._lock:
            self._set_main(sorted(self._documents))

    @property
    def wants_compacting(self) -> bool:
        """Whether the live part has grown past a twentieth of the whole."""
        return len(self._live) + len(self._dead) > COMPACT_SHARE * max(len(self._documents), 100)

    def __len__(self) -> int:
        return len(self._documents)

    @property
    def ordinals(self) -> IntArray:
        """The memories that are indexed, ascending."""
        with self._lock:
            return self._all_ordinals()

    def scores(self, query_words: Sequence[str]) -> tuple[IntArray, FloatArray]:
        """Return the memories in which a query word occurs, by ascending ordinal, and their BM25, all above 0."""
        with self._lock:
            total = self._combined([self._word(word) for word in dict.fromkeys(query_words)])
            hits = np.flatnonzero(total > 0.0)
            return self._all_ordinals()[hits], total[hits]

    def word_scores(self, query_words: Sequence[str], ordinals: Sequence[int]) -> dict[str, FloatArray]:
        """Return each query word's share of the BM25 of these memories; one array of their number for each word."""
        with self._lock:
            every = self._all_ordinals()
            rows = np.searchsorted(every, np.asarray(ordinals, dtype=np.int64))
            return {word: self._combined([self._word(word)])[rows] for word in dict.fromkeys(query_words)}

    def _set_main(self, ordinals: list[int]) -> None:
        self._ordinals: IntArray = np.array(ordinals, dtype=np.int64)
        self._alive: BoolArray = np.ones(len(ordinals), dtype=np.bool_)
        self._dead: list[int] = []
        self._live: dict[int, Counter[str]] = {}
        self._lengths: FloatArray = np.array([len(self._documents[o]) for o in ordinals], dtype=np.float64)
        self._main: bm25s.BM25 | None = None
        if ordinals and self._lengths.any():
            self._main = bm25s.BM25(k1=self._k1, b=self._b, method="lucene")
            self._main.index([self._documents[o] for o in ordinals], show_progress=False)

    def _all_ordinals(self) -> IntArray:
        every = np.concatenate([self._ordinals[self._alive], np.array(list(self._live), dtype=np.int64)])
        return np.sort(every)

    def _word(self, word: str) -> tuple[FloatArray, FloatArray]:
        """One word's scores of the main documents and of the live ones, with the frequencies of both."""
        main = self._main_scores(word)
        live = np.array([held[word] for held in self._live.values()], dtype=np.float64)
        before = int(np.count_nonzero(main > 0.0))
        count = len(self._documents)
        holding = int(np.count_nonzero(main[self._alive] > 0.0)) + int(np.count_nonzero(live))
        now = _idf(count, holding)
        if before and len(self._ordinals):
            main = main * (now / _idf(len(self._ordinals), before))
        lengths = np.array([held.total() for held in self._live.values()], dtype=np.float64)
        average = max(self._average_length(lengths), 1e-9)
        norm = self._k1 * (1.0 - self._b + self._b * lengths / average)
        return main[self._alive], now * live / (live + norm + (live == 0.0))

    def _average_length(self, live: FloatArray) -> float:
        count = int(np.count_nonzero(self._alive)) + len(live)
        return float((self._lengths[self._alive].sum() + live.sum()) / count) if count else 0.0

    def _main_scores(self, word: str) -> FloatArray:
        if self._main is None or word not in self._main.vocab_dict:
            return np.zeros(len(self._ordinals))
        return np.asarray(self._main.get_scores([word]), dtype=np.float64)

    def _combined(self, parts: list[tuple[FloatArray, FloatArray]]) -> FloatArray:
        """The sum over words, in the order of ascending ordinals."""
        main = np.sum([part[0] for part in parts], axis=0) if parts else np.zeros(int(self._alive.sum()))
        live = np.sum([part[1] for part in parts], axis=0) if parts else np.zeros(len(self._live))
        every = np.concatenate([self._ordinals[self._alive], np.array(list(self._live), dtype=np.int64)])
        joined: FloatArray = np.concatenate([main, live])[np.argsort(every, kind="stable")]
        return joined


def _idf(count: int, holding: int) -> float:
    """Lucene's inverse document frequency."""
    return float(np.log1p((count - holding + 0.5) / (holding + 0.5)))
