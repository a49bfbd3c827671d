"""Seeded, invented stores and tables to measure on."""

import json
from pathlib import Path

import numpy as np

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES, Memory
from memento_gui.store import Store, text_hash

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
    """Make a store of ``count`` memories of the demo's own words, with seeded vectors of the model's shape."""
    resources = Path(__file__).parent.parent.parent / "resources" / "demo" / "memories.jsonl"
    vocabulary = " ".join(
        json.loads(line)["content"] for line in resources.read_text(encoding="utf-8").splitlines()
    ).split()
    draw = np.random.default_rng(7)
    picks = draw.integers(0, len(vocabulary), (count, 30))
    memories = [
        Memory(
            id=f"m{n:07d}", content=" ".join(vocabulary[p] for p in row), created_ms=NOW_MS - n * 60_000, updated_ms=NOW_MS
        )
        for n, row in enumerate(picks)
    ]
    store = Store.open(path, clock=FixedClock(NOW_MS))
    with store.transaction() as writer:
        writer.insert(memories)
        for start in range(0, count, 10_000):
            part = memories[start : start + 10_000]
            vectors = draw.standard_normal((len(part), dimensions)).astype(np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            writer.put_embeddings(model, [m.id for m in part], vectors, [text_hash("", m.content) for m in part])
    store.close()
