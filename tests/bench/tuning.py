"""Turning a knob over a large store: what has to be computed for one frame."""

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.places.tune.fates import compare, judge
from tests.bench.figures import Figure, median_ms, slower
from tests.bench.invented import NOW_MS, table

FRAME_MS = 1000 / 60


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

    return [
        slower("turn a knob", median_ms(turn, 15), "one frame at 60 Hz", FRAME_MS, 1, count=count),
        slower("a step of the time machine", median_ms(step, 15), "one frame at 60 Hz", FRAME_MS, 1, count=count),
    ]
