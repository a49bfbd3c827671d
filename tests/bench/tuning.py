"""Turning a knob over a large store: what has to be computed for one frame."""

import json

import numpy as np

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.forget_rules import forget_rules
from memento_gui.engine.usage import table_usage
from memento_gui.qt.places.tune.store.bins import binned, score_edges
from memento_gui.qt.places.tune.store.fates import compare, judge
from tests.bench.figures import BUSY, NO_GOAL, Figure, median_ms, slower
from tests.bench.invented import NOW_MS, table
from tests.bench.keystrokes import in_window
from tests.bench.stores import cache, library_of, store_of

FRAME_MS = 1000 / 60
LARGE, LARGEST = 100_000, 1_000_000
_CHUNK = 16_384


def tuning(count: int) -> list[Figure]:
    """Count every fate under the saved and under other numbers, today and on another day: against one frame."""
    rows, saved = table(count), ParameterSet()
    turned = saved.with_value("forgetting.soft_threshold", 0.5)
    before = judge(rows, saved, now_ms=NOW_MS)

    def turn() -> object:
        after = judge(rows, turned, now_ms=NOW_MS)
        return compare(rows, (saved, before), (turned, after), now_ms=NOW_MS)

    def step() -> object:
        later = NOW_MS + 30 * DAY_MS
        ahead = judge(rows, saved, now_ms=later)
        return compare(rows, (saved, ahead), (saved, ahead), now_ms=later)

    used = table_usage(rows, saved.usage)
    edges = score_edges(saved)
    read = [
        np.ascontiguousarray(column, dtype=np.float64)
        for column in (rows.created, rows.type, rows.importance, rows.pinned, rows.active, rows.duplicates, used.signal)
    ]
    buffers = [np.empty(_CHUNK) for _ in read]

    def tick() -> object:
        return binned(forget_rules(rows, turned, now_ms=NOW_MS, used=used)[0], edges)

    def copied() -> None:
        for start in range(0, count, _CHUNK):
            for column, buffer in zip(read, buffers, strict=True):
                part = column[start : start + _CHUNK]
                np.copyto(buffer[: len(part)], part)

    frames = 1 if count <= LARGE else NO_GOAL
    with library_of(count):  # makes the store and its index, if nobody did
        pass
    told = json.loads(in_window("tests.bench.tuner", str(store_of(count)), str(cache())))
    ticked, copy = median_ms(tick, 15, clock=BUSY), median_ms(copied, 15, clock=BUSY)
    return [
        slower("turn a knob until painted", told["turn"], "one frame at 60 Hz", FRAME_MS, frames, count=count),
        slower("a step ahead until painted", told["step"], "one frame at 60 Hz", FRAME_MS, frames, count=count),
        slower("a frame of 200 curves", told["curves"], "a painter with their path ready", told["path"], 2),
        slower("a frame of 200 curves", told["curves"], "one frame at 60 Hz", FRAME_MS, 1),
        slower(
            "a tick of the histogram",
            ticked,
            "np.copyto of its columns",
            copy,
            4 if count >= LARGEST else NO_GOAL,
            count=count,
        ),
        slower("turn a knob", median_ms(turn, 15, clock=BUSY), "one frame at 60 Hz", FRAME_MS, frames, count=count),
        slower(
            "a step of the time machine",
            median_ms(step, 15, clock=BUSY),
            "one frame at 60 Hz",
            FRAME_MS,
            frames,
            count=count,
        ),
    ]
