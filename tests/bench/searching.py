"""Searching by words and meaning."""

import tempfile
from pathlib import Path

import numpy as np

from memento_gui.domain.clock import FixedClock
from memento_gui.model.bundled import BundledEmbedder
from memento_gui.model.library import Library
from tests.bench.figures import Figure, median_ms, slower
from tests.bench.invented import NOW_MS, filled_store


def searching(count: int) -> list[Figure]:
    """Search by words and meaning: against embedding the query once and one pass over the vectors."""
    embedder = BundledEmbedder()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        filled_store(path, count, embedder.name, embedder.dimensions)
        with Library.open(path, clock=FixedClock(NOW_MS), embedder=lambda: embedder) as library:
            library.load_model()
            library.prepare()
            query = "which pump waters the upper field"
            found = median_ms(lambda: library.search(query), 15)
    matrix = np.random.default_rng(3).standard_normal((count, embedder.dimensions)).astype(np.float32)
    base = median_ms(lambda: np.vecdot(matrix, embedder.embed_query(query)), 15)
    return [slower(f"search {count:,} memories", found, "one query embedding + one np.vecdot", base, 1.5)]
