"""Seeded, invented stores and tables to measure on."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES, Memory
from memento_gui.store import Store, text_hash
from tests.bench.passages import passages, vectors

NOW_MS = 1_796_040_000_000


def table(count: int, seed: int = 1) -> FeatureTable:
    """Return a seeded table of ``count`` invented memories."""
    draw = np.random.default_rng(seed)
    created = NOW_MS - (draw.gamma(1.5, 90.0, count) * DAY_MS).astype(np.int64)
    whole = np.zeros(count, dtype=np.int64)
    codes = np.zeros(count, dtype=np.uint8)
    return FeatureTable(
        ids=np.array([f"m{n:07d}" for n in range(count)], dtype=object),
        ordinal=np.arange(1, count + 1),
        type=draw.integers(0, len(TYPES), count).astype(np.uint8),
        category=codes,
        scope=codes,
        status=codes,
        created_ms=created,
        updated_ms=created,
        last_used_ms=created,
        importance=draw.random(count),
        strength=np.ones(count),
        pinned=draw.random(count) < 0.02,
        trashed=np.zeros(count, dtype=np.bool_),
        views=draw.poisson(3.0, count),
        cites=draw.poisson(0.5, count),
        edits=draw.poisson(0.2, count),
        uses=draw.poisson(1.0, count),
        revisions=whole,
        length=whole + 200,
        duplicates=whole - 1,
        episode=whole - 1,
        project=whole,
        source=whole,
        user=whole,
    )


def filled_store(path: Path, count: int, model: str, dimensions: int) -> None:
    """Make a store of ``count`` memories of real words, with seeded titles, tags and vectors of the model's shape."""
    store = Store.open(path, clock=FixedClock(NOW_MS))
    made = _memories(count)
    for block in vectors(count, dimensions):
        part = list(islice(made, len(block)))
        with store.transaction() as writer:
            writer.insert(part)
            writer.put_embeddings(model, [m.id for m in part], block, [text_hash(m.title, m.content) for m in part])
    store.close()


def _memories(count: int) -> Iterator[Memory]:
    draw = np.random.default_rng(5)
    tags = [f"topic-{n}" for n in range(200)]
    for n, content in enumerate(passages(count)):
        made = NOW_MS - n * 60_000
        yield Memory(
            id=f"m{n:07d}",
            title=" ".join(content.split()[:5]) if n % 2 else "",
            content=content,
            type=TYPES[n % len(TYPES)],
            tags=tuple({tags[at] for at in draw.integers(0, len(tags), n % 4).tolist()}),
            created_ms=made,
            updated_ms=made,
        )
