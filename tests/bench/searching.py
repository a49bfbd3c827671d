"""Searching by words and meaning."""

import sqlite3

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.model.searches.reranking import Reranking
from memento_gui.search.vectors import top_k
from memento_gui.search.words import words
from memento_gui.store import Store
from tests.bench.figures import BUSY, Figure, faster, median_ms, paired_ms, slower
from tests.bench.invented import NOW_MS
from tests.bench.passages import passages
from tests.bench.stores import embedder, library_of, store_of

QUERIES = 60
BEST = 50
FEW_ROUNDS, ROUNDS = 2, 5
_MANY = 500_000


def queries() -> list[str]:
    """Return seeded questions of three to eight real words; quotes would make filters of them."""
    return [" ".join(text.replace('"', " ").split()[2 : 5 + n % 6]) for n, text in enumerate(passages(QUERIES, seed=99))]


def searching(count: int) -> list[Figure]:
    """Search by words and meaning, and by words alone."""
    with library_of(count) as library:
        return [*_whole_search(library, count), _again(library), _by_words(library, count)]


def _whole_search(library: Library, count: int) -> list[Figure]:
    """Search: against embedding the query once and one pass over the vectors, and the slow ones against the usual."""
    matrix, rounds = library._searches.current_vectors()[2].matrix, FEW_ROUNDS if count > _MANY else ROUNDS

    def base(query: str) -> object:
        return np.vecdot(matrix, embedder().embed_query(query))

    found, reference = paired_ms(library.search, base, queries(), rounds=rounds)
    return [
        slower("search", found.median, "one query embedding + one np.vecdot", reference.median, 1.3, count=count),
        slower("search, p95", found.p95, "its median", found.median, 1.5, count=count),
    ]


def _again(library: Library) -> Figure:
    """Rank what a query found by other numbers, as a slider does: against a third of a frame."""
    parameters = library.parameters()
    turned = [parameters.with_value("ranking.recency", share / 50) for share in range(25)]
    found = library._searches.find(queries()[0], parameters, library._filters.known())
    known = Reranking(found, parameters)
    work = median_ms(lambda: [known.ranking(one) for one in turned], 9, clock=BUSY) / len(turned)
    return slower(f"rank {len(known.ranking(parameters))} candidates by other numbers", work, "5 ms", 5.0, 1)


def _by_words(library: Library, count: int) -> Figure:
    """Find the best fifty by words: against SQLite's full-text index and its OR query."""
    table = library.features()
    index = library._searches.indexed(library._filters.known(), library.parameters()).index
    assert index is not None
    ordinals = table.ordinal
    full_text = sqlite3.connect(":memory:")
    full_text.execute("CREATE VIRTUAL TABLE memory USING fts5(title, content, tags, tokenize = 'porter unicode61')")
    with Store.open(store_of(count), clock=FixedClock(NOW_MS)) as store:
        rows = ((text.title, text.content, " ".join(text.tags)) for _, text in store.every_text())
        full_text.executemany("INSERT INTO memory VALUES (?, ?, ?)", rows)

    def ours(query: str) -> IntArray:
        return top_k(index.scores(words(query), ordinals), BEST)

    def theirs(query: str) -> object:
        match = " OR ".join(f'"{word}"' for word in query.replace('"', " ").split())
        return full_text.execute(
            "SELECT rowid FROM memory WHERE memory MATCH ? ORDER BY rank LIMIT ?", (match, BEST)
        ).fetchall()

    found, base = paired_ms(ours, theirs, queries())
    full_text.close()
    return faster(f"best {BEST} by words", found.median, "SQLite FTS5, OR", base.median, 20, count=count)
