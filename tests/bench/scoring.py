"""Scoring the whole store."""

import math
from collections.abc import Callable

import numpy as np

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.standing import standing
from memento_gui.engine.usage import table_usage
from tests.bench.figures import BUSY, NO_GOAL, Figure, faster, median_ms, slower
from tests.bench.invented import NOW_MS, table


def per_object(rows: FeatureTable, parameters: ParameterSet) -> Callable[[], list[float]]:
    """Return the same standing score as a plain loop over one object a memory."""
    knobs = parameters.ranking
    half = [parameters.recency.half_life[kind.value] for kind in TYPES]
    boost = [parameters.importance.type_boost[kind.value] for kind in TYPES]
    memories = [
        (int(t), int(c), float(i), bool(p), int(v), int(q), int(e))
        for t, c, i, p, v, q, e in zip(
            rows.type, rows.created_ms, rows.importance, rows.pinned, rows.views, rows.cites, rows.edits, strict=True
        )
    ]

    def loop() -> list[float]:
        raws = [math.log1p(v) + 2.0 * math.log1p(q) + 0.5 * math.log1p(e) for *_, v, q, e in memories]
        low, high = min(raws), max(raws)
        scores = []
        for (kind, created, own, pinned, *_), raw in zip(memories, raws, strict=True):
            age = max((NOW_MS - created) / DAY_MS, 0.0)
            worth = min(max(own + 0.2 * pinned + boost[kind], 0.0), 1.0)
            used = min(max((raw - low) / (high - low + 1e-6), 0.0), 1.0)
            scores.append(knobs.recency * 2.0 ** (-age / half[kind]) + knobs.importance * worth + knobs.usage * used)
        return scores

    return loop


LARGE = 100_000
"""Memories from which the goals count: fewer are scored faster than they are called for."""


def scoring(count: int) -> list[Figure]:
    """Score the whole store: against a loop, and against copying the columns it reads."""
    rows, parameters = table(count), ParameterSet()
    used = table_usage(rows, parameters.usage)
    fresh = median_ms(lambda: standing(rows, parameters, now_ms=NOW_MS), 15, clock=BUSY)
    kept = median_ms(lambda: standing(rows, parameters, now_ms=NOW_MS, used=used), 15, clock=BUSY)
    loop = median_ms(per_object(rows, parameters), 3, clock=BUSY)
    columns = [
        np.ascontiguousarray(column, dtype=np.float64)
        for column in (rows.created_ms, rows.type, rows.importance, rows.pinned, rows.views, rows.cites, rows.edits)
    ]
    buffers = [np.empty(16_384) for _ in columns]

    def copy() -> None:
        for start in range(0, count, 16_384):
            for column, buffer in zip(columns, buffers, strict=True):
                part = column[start : start + 16_384]
                np.copyto(buffer[: len(part)], part)

    copied = median_ms(copy, 15, clock=BUSY)
    return [
        faster("score all", fresh, "a loop over objects, same formula", loop, 150 if count >= LARGE else 0, count=count),
        slower("score all", fresh, "np.copyto of its columns", copied, 4 if count >= LARGE else NO_GOAL, count=count),
        slower(
            "score all, usage kept", kept, "np.copyto of its columns", copied, 4 if count >= LARGE else NO_GOAL, count=count
        ),
    ]
