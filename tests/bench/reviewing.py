"""Building the review queue, and answering a card."""

import tempfile
from dataclasses import fields
from pathlib import Path

import numpy as np

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import Memory, MemoryType, ReviewState
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library
from memento_gui.review.cards import ReviewTable
from memento_gui.review.queue import Today, build, rows_of
from memento_gui.store import Store
from tests.bench.figures import BUSY, Figure, median_ms, slower
from tests.bench.invented import NOW_MS, table

ANSWERED = 30
ANSWER_MS = 20.0


def reviewing(count: int) -> list[Figure]:
    """Build the queue of as many cards as memories, and answer cards of a store of a tenth of them and of all."""
    memories = table(count)
    cards = ReviewTable.of(_states(memories))
    rows, today = rows_of(cards, memories), Today(start_ms=NOW_MS - DAY_MS // 3, end_ms=NOW_MS + DAY_MS // 2, now_ms=NOW_MS)
    parameters = ParameterSet()
    columns = _numeric(memories) + _numeric(cards)
    copies = [np.empty_like(column) for column in columns]

    def copied() -> None:
        for to, column in zip(copies, columns, strict=True):
            np.copyto(to, column)

    queued = median_ms(lambda: build(cards, memories, parameters, today=today, rows=rows), 11, clock=BUSY)
    made = slower(
        "build the queue", queued, "np.copyto of its columns", median_ms(copied, 11, clock=BUSY), 4.0, count=count
    )
    answered = _answering(count)
    return [made, slower("answer a card, with the commit", answered, "20 ms", ANSWER_MS, 1.0, count=count)]


def _states(memories: FeatureTable) -> list[ReviewState]:
    """A card of every memory; one in a hundred is due."""
    draw = np.random.default_rng(3)
    due = draw.integers(0, 100, len(memories))
    tau = draw.gamma(2.0, 10.0, len(memories)) + 0.5
    return [
        ReviewState(
            memory_id=str(identity),
            introduced_ms=NOW_MS - 90 * DAY_MS,
            last_review_ms=NOW_MS - 5 * DAY_MS,
            due_ms=NOW_MS + int(days) * DAY_MS,
            tau_days=float(time),
            interval_days=5.0 + float(days),
            reviews=3,
        )
        for identity, days, time in zip(memories.ids, due, tau, strict=True)
    ]


def _numeric(of: FeatureTable | ReviewTable) -> list[np.ndarray]:
    held = [getattr(of, declared.name) for declared in fields(of)]
    return [column for column in held if isinstance(column, np.ndarray) and column.dtype != object]


def _answering(count: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        store = Store.open(path, clock=FixedClock(NOW_MS))
        pinned = [
            Memory(
                id=f"m{n:07d}",
                content=f"memory {n}",
                type=MemoryType.SEMANTIC,
                pinned=n < 200,
                created_ms=NOW_MS,
                updated_ms=NOW_MS,
            )
            for n in range(count)
        ]
        with store.transaction() as writer:
            writer.insert(pinned)
        store.close()
        with Library.open(path, clock=FixedClock(NOW_MS)) as library:
            library.reviews.queue(limit=1)
            ids = iter([memory.id for memory in pinned[: ANSWERED + 1]])
            return median_ms(lambda: library.answer(next(ids), "ok"), ANSWERED)
