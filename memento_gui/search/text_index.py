"""The text index: BM25 over every memory's words, with changes since the last build in a small live part."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray, VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.parameters import RelevanceParameters
from memento_gui.domain.texts import Text
from memento_gui.search.alignment import Alignment
from memento_gui.search.documents import CodesArray, Documents, indexed_text, split_documents
from memento_gui.search.live_part import LivePart
from memento_gui.search.main_index import MainIndex, main_index, read, write
from memento_gui.search.spellings import Spellings
from memento_gui.search.splitting import UNSPACED_RUN, WORD
from memento_gui.search.words import DEFAULT_LANGUAGES, splitter

COMPACT_SHARE: Final = 0.05
"""The share of changed memories from which the index wants compacting."""

_FEWEST: Final = 100
_COMMON: Final = 0.2
"""The share of memories from which a word's scores are kept as a whole column once they were asked for."""
_FORMAT: Final = 3
"""To be raised when words are split differently, or the file is laid out differently."""


class TextIndex:
    """BM25 (variant "lucene") over memories, keyed by ordinal. Safe to call from any thread.

    A main part that bm25s computed once, tombstones for what changed since, and a live part. A score takes the document
    frequencies of both parts as they are now: main scores are corrected by the ratio of the new inverse document
    frequency to the old one. `compact` makes one main part of everything, after which scores are exactly those of an
    index built anew; it may run in a worker while others read and write.
    """

    def __init__(self, parameters: RelevanceParameters, languages: Sequence[str] = DEFAULT_LANGUAGES) -> None:
        self._k1, self._b = parameters.bm25_k1, parameters.bm25_b
        self._languages = tuple(languages)
        self._splitter = splitter(self._languages)
        self._lock = RLock()
        self._building = RLock()
        self._touched: set[int] | None = None
        self._live = LivePart()
        self._common: dict[str, VectorArray] = {}
        self._alignment = Alignment()
        self._spellings = Spellings()
        self._adopt(main_index(Documents(), k1=self._k1, b=self._b))

    def build(
        self,
        items: Iterable[tuple[int, Text]],
        *,
        progress: Callable[[int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        """Index all these memories anew; changes that others make meanwhile win.

        Args:
            items: Ordinals and texts, each memory once.
            progress: Told from time to time how many are split into words.
            cancel: Asked from time to time.

        Raises:
            Cancelled: If ``cancel`` was set; the index is as it was before.
        """
        with self._renewing():
            documents, written = split_documents(items, self._splitter, progress=progress, cancel=cancel)
            fresh = main_index(documents, k1=self._k1, b=self._b)
            with self._lock:
                self._spellings.note(written)
                self._adopt(fresh)

    def compact(self) -> None:
        """Make one main part of everything; changes that others make meanwhile stay in the live part."""
        with self._renewing():
            with self._lock:
                main, rows = self._main, np.flatnonzero(self._alive).tolist()
                live = list(self._live.documents())
            documents = Documents()
            documents.codes.update(main.vocabulary)
            for row in rows:
                documents.add_coded(int(main.ordinals[row]), main.words_of(row).tolist())
            for ordinal, words in live:
                documents.add(ordinal, words)
            fresh = main_index(documents, k1=self._k1, b=self._b)
            with self._lock:
                self._adopt(fresh)

    def put(self, ordinal: int, text: Text) -> None:
        """Add a memory, or index its changed words; it can be found at once. The same words again change nothing."""
        written = [self._splitter.spelled(word) for word in WORD.findall(indexed_text(text))]
        words = [word for spelled in written for word in spelled.index]
        with self._lock:
            if self._touched is None and self._words_of(ordinal) == words:
                return
            self.remove(ordinal)
            self._spellings.note(dict.fromkeys(written))
            self._live.put(ordinal, words)

    def _words_of(self, ordinal: int) -> list[str] | None:
        row = self._main.row_of(ordinal)
        if row < 0 or not self._alive[row]:
            return self._live.words_of(ordinal)
        return [self._listed[code] for code in self._main.words_of(row).tolist()]

    def remove(self, *ordinals: int) -> None:
        """Take memories out; an unknown one is no matter."""
        with self._lock:
            if self._touched is not None:
                self._touched.update(ordinals)
            for ordinal in ordinals:
                self._live.remove(ordinal)
                row = self._main.row_of(ordinal)
                if row >= 0 and self._alive[row]:
                    self._alive[row] = False
                    self._dead += 1

    def __len__(self) -> int:
        with self._lock:
            return len(self._main) - self._dead + self._live.held

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages whose word endings are cut off."""
        return self._languages

    @property
    def wants_compacting(self) -> bool:
        """Whether more than a twentieth has changed since the main part was made."""
        with self._lock:
            return self._dead + len(self._live) > COMPACT_SHARE * max(len(self._main), _FEWEST)

    @property
    def ordinals(self) -> IntArray:
        """The memories that are indexed, ascending."""
        with self._lock:
            return np.sort(np.concatenate([self._main.ordinals[self._alive], self._live.ordinals[self._live.alive]]))

    def scores(self, query_words: Iterable[str], ordinals: IntArray) -> FloatArray:
        """Return the BM25 of N memories; 0 where no query word occurs and for memories that are not indexed.

        Args:
            query_words: As `words` gives them; repeats count once. A single character of an unspaced script stands for
                every pair that holds it.
            ordinals: N, ascending; the same array until memories come or go, so that it is looked up only once.
        """
        with self._lock:
            main, live = self._columns(dict.fromkeys(query_words))
            column = self._alignment.column(ordinals, self._main.ordinals, main, missing=0.0)
            hits = np.flatnonzero(live)
            if len(hits) and len(ordinals):
                held = self._live.ordinals[hits]
                rows = np.minimum(np.searchsorted(ordinals, held), len(ordinals) - 1)
                met = ordinals[rows] == held
                column[rows[met]] = live[hits[met]]
        return column

    def word_scores(
        self, query_words: Iterable[str], ordinals: Sequence[int] | IntArray, among: IntArray | None = None
    ) -> dict[str, FloatArray]:
        """Return each query word's share of the BM25 of some memories, in their order; the shares sum to `scores`.

        Args:
            query_words: As for `scores`.
            ordinals: C memories; or N, of which ``among`` names C: the array that `scores` was given is known already.
            among: C positions in ``ordinals``.
        """
        every = np.asarray(ordinals, dtype=np.int64)
        with self._lock:
            if among is None:
                asked, rows = every, self._main.rows_of(every)
            else:
                asked, rows = every[among], self._alignment.places(every, self._main.ordinals, among)
            if self._dead:
                rows = np.where((rows >= 0) & self._alive[rows], rows, -1)
            places = np.array(self._live.places_of(asked.tolist()) if len(self._live) else (), dtype=np.int64)
            norm = self._live_norm()
            return {word: self._shares(word, rows, places, norm) for word in dict.fromkeys(query_words)}

    def knows(self, alternatives: Iterable[str]) -> bool:
        """Return whether one of these words occurs in any memory."""
        with self._lock:
            terms = (term for word in dict.fromkeys(alternatives) for term in self._terms(word))
            return any(self._in_main(term) or len(self._live.postings(term)[0]) for term in terms)

    def holding(self, alternatives: Iterable[str]) -> IntArray:
        """Return the memories, by ascending ordinal, in which one of these words occurs."""
        with self._lock:
            main, live = np.zeros(len(self._main), dtype=np.bool_), np.zeros(len(self._live), dtype=np.bool_)
            for term in [term for word in dict.fromkeys(alternatives) for term in self._terms(word)]:
                main[self._main.postings(term)[0]] = True
                live[self._live.postings(term)[0]] = True
            return np.sort(np.concatenate([self._main.ordinals[main & self._alive], self._live.ordinals[live]]))

    def beginning(self, prefix: str) -> tuple[str, ...]:
        """Return the words that are written so that they begin with ``prefix``, which is folded."""
        with self._lock:
            return self._spellings.beginning(prefix)

    def tuned(self, parameters: RelevanceParameters) -> "TextIndex":
        """Return an index of the same memories with other numbers for BM25, or this one where they are the same."""
        if (parameters.bm25_k1, parameters.bm25_b) == (self._k1, self._b):
            return self
        tuned = TextIndex(parameters, self._languages)
        with self._lock:
            tuned._listed = self._listed
            tuned._main, tuned._alive, tuned._dead = self._main, self._alive.copy(), self._dead
            for ordinal, words in self._live.documents():
                tuned._live.put(ordinal, words)
            tuned._spellings = Spellings(self._spellings.mapping())
        tuned.compact()
        return tuned

    def save(self, file: Path, sequence: int, stamps: Callable[[IntArray], IntArray]) -> None:
        """Keep the index in a file that only its owner can read, compacted.

        Args:
            file: Where; its folder is made if it does not exist.
            sequence: The change of the store up to which the index is complete; it may know of later ones.
            stamps: Gives a number for each ordinal, by which `load` tells whether a memory is still the same.

        Raises:
            OSError: If it cannot be written; what was there stays.
        """
        if self._dead or len(self._live):
            self.compact()
        with self._lock:
            main, spellings = self._main, self._spellings.mapping()
        write(main, file, {**self._identity(), "sequence": sequence}, spellings, stamps(main.ordinals))

    @classmethod
    def load(
        cls, file: Path, parameters: RelevanceParameters, languages: Sequence[str] = DEFAULT_LANGUAGES
    ) -> "tuple[TextIndex, int, IntArray] | None":
        """Return a kept index, the change up to which it is complete, and the stamps of its ordinals.

        None where there is none, or where it is damaged or was made with other numbers, languages or by another version:
        then it is to be built anew.
        """
        index = cls(parameters, languages)
        kept = read(file)
        if kept is None:
            return None
        main, facts, spellings, stamps = kept
        if {name: facts.get(name) for name in index._identity()} != index._identity():
            return None
        index._spellings = Spellings(spellings)
        index._adopt(main)
        return index, int(facts["sequence"]), stamps

    def _identity(self) -> dict[str, object]:
        return {"format": _FORMAT, "k1": self._k1, "b": self._b, "languages": list(self._languages)}

    @contextmanager
    def _renewing(self) -> Iterator[None]:
        """Note what others change while a new main part is in the making; one at a time."""
        with self._building:
            with self._lock:
                self._touched = set()
            try:
                yield
            finally:
                with self._lock:
                    self._touched = None

    def _adopt(self, main: MainIndex) -> None:
        """Take over a new main part; what was touched while it was in the making stays in the live part."""
        touched, before = self._touched or set(), self._live
        self._main, self._common, self._listed = main, {}, list(main.vocabulary)
        self._alive = ~np.isin(main.ordinals, np.array(sorted(touched), dtype=np.int64))
        self._dead = int(np.count_nonzero(~self._alive))
        self._live = LivePart()
        for ordinal, words in before.documents():
            if ordinal in touched:
                self._live.put(ordinal, words)

    def _columns(self, query_words: Iterable[str]) -> tuple[FloatArray, FloatArray]:
        """Return the sum of the words' scores, of each main row and of each live place; 0 for what is gone."""
        main, live = np.zeros(len(self._main)), np.zeros(len(self._live))
        norm = self._live_norm()
        for term in [term for word in query_words for term in self._terms(word)]:
            rows, values = self._main.postings(term)
            places, counts = self._live.postings(term)
            now, ratio = self._weights(rows, places)
            if len(rows) > _COMMON * len(main):
                column = self._common_column(term, rows, values)
                main += column if ratio == 1.0 else np.multiply(column, ratio, dtype=np.float64)
            else:
                where = rows.astype(np.intp)  # else it is made twice
                main[where] += values if ratio == 1.0 else np.multiply(values, ratio, dtype=np.float64)
            if len(places):
                live[places] += now * counts / (counts + norm[places])
        if self._dead:
            main[~self._alive] = 0.0
        return main, live

    def _common_column(self, term: str, rows: CodesArray, values: VectorArray) -> VectorArray:
        """Return a common word's scores of all main rows: added five times faster than its postings."""
        column = self._common.get(term)
        if column is None:
            column = self._common[term] = np.zeros(len(self._main), dtype=np.float32)
            column[rows] = values
        return column

    def _weights(self, rows: CodesArray, places: IntArray) -> tuple[float, float]:
        """Return a word's inverse document frequency as it is now, and by what that multiplies its main scores."""
        if not self._dead and not self._live.held:
            return _idf(len(self._main), len(rows)), 1.0
        held = int(np.count_nonzero(self._alive[rows])) if self._dead else len(rows)
        now = _idf(len(self), held + len(places))
        return now, now / _idf(len(self._main), len(rows))

    def _in_main(self, term: str) -> bool:
        rows = self._main.postings(term)[0]
        return bool(self._alive[rows].any()) if self._dead else len(rows) > 0

    def _shares(self, word: str, rows: IntArray, places: IntArray, norm: FloatArray) -> FloatArray:
        """Return a query word's share of the scores of memories at main rows or live places; -1 stands nowhere."""
        shares = np.zeros(len(rows))
        for term in self._terms(word):
            holding, values = self._main.postings(term)
            live, counts = self._live.postings(term)
            now, ratio = self._weights(holding, live)
            common = self._common.get(term)
            if common is None:
                share = _looked_up(rows, holding, values)
                shares += share if ratio == 1.0 else ratio * share
            else:
                shares += np.where(rows >= 0, ratio * common.take(rows, mode="clip").astype(np.float64), 0.0)
            if len(live):
                shares += _looked_up(places, live, now * counts / (counts + norm[live]))
        return shares

    def _live_norm(self) -> FloatArray:
        """Return k1·(1 − b + b·length/average length) of each live place."""
        if not len(self._live):
            return np.zeros(0)
        lengths = self._live.lengths
        total = int(self._main.lengths[self._alive].sum()) + self._live.total_length
        average = total / max(len(self), 1) or 1.0  # no words at all: no matter
        return np.asarray(self._k1 * (1.0 - self._b + self._b * lengths / average), dtype=np.float64)

    def _terms(self, word: str) -> tuple[str, ...]:
        """Return the indexed words that a query's word stands for."""
        if len(word) == 1 and UNSPACED_RUN.fullmatch(word):
            return (word, *self._spellings.holding(word))
        return (word,)


def _looked_up(wanted: IntArray, keys: IntArray | CodesArray, values: FloatArray | VectorArray) -> FloatArray:
    """Return the value of each wanted one among ascending keys; 0 for the others."""
    if not len(keys):
        return np.zeros(len(wanted))
    wanted = wanted.astype(keys.dtype)  # else all keys would be widened
    found = keys.searchsorted(wanted)
    held = keys.take(found, mode="clip") == wanted
    share: FloatArray = np.multiply(values.take(found, mode="clip"), held, dtype=np.float64)
    return share


def _idf(count: int, holding: int) -> float:
    """Return Lucene's inverse document frequency: ln(1 + (N − n + ½)/(n + ½))."""
    return math.log(1.0 + (count - holding + 0.5) / (holding + 0.5))
