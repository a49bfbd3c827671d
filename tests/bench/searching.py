"""Searching by words and meaning."""

import sqlite3
import tempfile
from pathlib import Path

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.clock import FixedClock
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library
from memento_gui.model.reranking import Reranking
from memento_gui.search.embedder import BundledEmbedder
from memento_gui.search.text_index import TextIndex
from memento_gui.search.vectors import top_k
from memento_gui.search.words import words
from memento_gui.store import Store
from tests.bench.figures import Figure, faster, median_ms, paired_ms, slower
from tests.bench.invented import NOW_MS, filled_store
from tests.bench.passages import passages, vectors

QUERIES = 60
BEST = 50


def queries() -> list[str]:
    """Return seeded questions of three to eight real words."""
    return [" ".join(text.split()[2 : 5 + n % 6]) for n, text in enumerate(passages(QUERIES, seed=99))]


def searching(count: int) -> list[Figure]:
    """Search by words and meaning, and by words alone."""
    embedder = BundledEmbedder()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        filled_store(path, count, embedder.name, embedder.dimensions)
        return [*_whole_search(path, count, embedder), _again(path, embedder), _by_words(path, count)]


def _whole_search(path: Path, count: int, embedder: BundledEmbedder) -> list[Figure]:
    """Search: against embedding the query once and one pass over the vectors, and the slow ones against the usual."""
    matrix = np.concatenate(list(vectors(count, embedder.dimensions, seed=3)))
    with Library.open(path, clock=FixedClock(NOW_MS), embedder=lambda: embedder) as library:
        library.load_model()
        library.prepare()
        found, base = paired_ms(library.search, lambda query: np.vecdot(matrix, embedder.embed_query(query)), queries())
    return [
        slower(f"search {count:,} memories", found.median, "one query embedding + one np.vecdot", base.median, 1.3),
        slower(f"search {count:,} memories, p95", found.p95, "its median", found.median, 1.5),
    ]


def _again(path: Path, embedder: BundledEmbedder) -> Figure:
    """Rank what a query found by other numbers, as a slider does: against a third of a frame."""
    with Library.open(path, clock=FixedClock(NOW_MS), embedder=lambda: embedder) as library:
        library.load_model()
        library.prepare()
        parameters = library.parameters()
        turned = [parameters.with_value("ranking.recency", share / 50) for share in range(25)]
        found = library._searches.find(queries()[0], parameters, library._known())
        known = Reranking(found, parameters)
        count = len(known.ranking(parameters))
        work = median_ms(lambda: [known.ranking(one) for one in turned], 9) / len(turned)
    return slower(f"rank {count} candidates by other numbers", work, "5 ms", 5.0, 1)


def _by_words(path: Path, count: int) -> Figure:
    """Find the best fifty by words: against SQLite's full-text index and its OR query."""
    with Store.open(path, clock=FixedClock(NOW_MS)) as store:
        texts = [text for _, text in store.every_text()]
    index = TextIndex(ParameterSet().relevance)
    index.build(enumerate(texts))
    ordinals = index.ordinals
    full_text = sqlite3.connect(":memory:")
    full_text.execute("CREATE VIRTUAL TABLE memory USING fts5(title, content, tags, tokenize = 'porter unicode61')")
    full_text.executemany("INSERT INTO memory VALUES (?, ?, ?)", [(t.title, t.content, " ".join(t.tags)) for t in texts])

    def ours(query: str) -> IntArray:
        return top_k(index.scores(words(query), ordinals), BEST)

    def theirs(query: str) -> object:
        match = " OR ".join(f'"{word}"' for word in query.replace('"', " ").split())
        return full_text.execute(
            "SELECT rowid FROM memory WHERE memory MATCH ? ORDER BY rank LIMIT ?", (match, BEST)
        ).fetchall()

    found, base = paired_ms(ours, theirs, queries())
    full_text.close()
    return faster(f"best {BEST} by words of {count:,}", found.median, "SQLite FTS5, OR", base.median, 20)
