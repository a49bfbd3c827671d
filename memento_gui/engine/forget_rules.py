"""Whom the forgetting rules take: `forget_scores` for a whole store, while a knob is turned, without its terms."""

from typing import Final

import numpy as np

from memento_gui.domain.arrays import CodeArray, FloatArray, IntArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.knobs import Table
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.checks import check_range
from memento_gui.engine.importance import project_boosts
from memento_gui.engine.recency import type_column
from memento_gui.engine.usage import TableUsage, table_usage

KEPT, SOFT, HARD = range(3)
"""No rule takes the memory, the soft one, or the hard one."""

_CHUNK: Final = 65_536
"""Rows that are worked on at once: their buffers stay in the processor's cache."""


def forget_rules(
    table: FeatureTable, parameters: ParameterSet, *, now_ms: int, used: TableUsage | None = None
) -> tuple[FloatArray, CodeArray]:
    """Return the ForgetScore of N memories and which rule takes each: exactly those of `forget_scores`.

    Args:
        table: N memories.
        parameters: The numbers; recency takes forgetting's own half-lives.
        now_ms: The instant at which ages end.
        used: `table_usage` of this table and these parameters, where the caller keeps it.

    Raises:
        InvalidParameter: If a number of the table is NaN or outside its bounds.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 2.
    """
    used = table_usage(table, parameters.usage) if used is None else used
    check_range(table.importance_range, "importances", low=0.0, high=1.0)
    score, rule = np.empty(len(table)), np.zeros(len(table), dtype=np.uint8)
    work = _Work(table, parameters, min(_CHUNK, len(table)))
    for start in range(0, len(table), _CHUNK):
        part = slice(start, start + _CHUNK)
        work.score(part, now_ms, used.signal[part], out=score[part])
        work.take(part, score[part], out=rule[part])
    return score, rule


class _Work:
    """Buffers of one chunk, and what depends only on a memory's type and pin, by `FeatureTable.kinds`."""

    def __init__(self, table: FeatureTable, parameters: ParameterSet, rows: int) -> None:
        self._table, self._parameters = table, parameters
        weights, worth = parameters.forgetting, parameters.importance
        self._minus_half_life, self._boost = -_twice(weights.half_life), _twice(worth.type_boost)
        self._soft_ttl, self._hard_ttl = _twice(weights.soft_ttl), _twice(weights.hard_ttl)
        self._age, self._term, self._picked = np.empty((3, rows))
        self._compared = bool(table.duplicates.max(initial=-1) > 0)

    def score(self, part: slice, now_ms: int, used: FloatArray, *, out: FloatArray) -> None:
        """Write the ForgetScore: the terms are added in the order in which `forget_scores` adds them."""
        table, weights, count = self._table, self._parameters.forgetting, len(out)
        age, term, kinds = self._age[:count], self._term[:count], table.kinds[part]
        np.subtract(now_ms, table.created[part], out=age)
        np.divide(age, DAY_MS, out=age)
        if table.newest_ms > now_ms:
            np.maximum(age, 0.0, out=age)
        np.divide(age, self._of(self._minus_half_life, kinds), out=term)
        np.exp2(term, out=term)
        np.subtract(1.0, term, out=term)
        np.multiply(term, weights.recency, out=out)
        np.subtract(1.0, used, out=term)
        np.multiply(term, weights.usage, out=term)
        np.add(out, term, out=out)
        if self._compared:
            np.divide(np.clip(table.duplicates[part], 0, weights.duplicate_cap), weights.duplicate_cap, out=term)
            np.multiply(term, weights.duplicates, out=term)
            np.add(out, term, out=out)
        among = table.pinned_rows
        pinned = among[slice(*among.searchsorted([part.start, part.start + count]))] - part.start
        self._importance(part, pinned, out=term)
        np.multiply(term, -weights.importance, out=term)
        np.add(out, term, out=out)
        out[pinned] -= weights.pinned

    def _importance(self, part: slice, pinned: IntArray, *, out: FloatArray) -> None:
        table, knobs = self._table, self._parameters.importance
        own, boost = table.importance[part], self._of(self._boost, table.kinds[part])
        np.add(own, boost, out=out)
        out[pinned] = own.take(pinned) + knobs.pinned + boost.take(pinned)
        if knobs.project_boost:
            np.add(out, project_boosts(table.project[part], table.projects, knobs), out=out)
        np.clip(out, 0.0, 1.0, out=out)

    def take(self, part: slice, score: FloatArray, *, out: CodeArray) -> None:
        """Write which rule takes the memories whose score was written last."""
        table, weights = self._table, self._parameters.forgetting
        age, eligible = self._age[: len(score)], table.active[part] & ~table.pinned[part]
        for rule, threshold, ttl in (
            (SOFT, weights.soft_threshold, self._soft_ttl),
            (HARD, weights.hard_threshold, self._hard_ttl),
        ):
            taken = eligible & (score >= threshold)
            if taken.any():
                taken &= age >= self._of(ttl, table.kinds[part])
                np.maximum(out, taken * np.uint8(rule), out=out)

    def _of(self, by_kind: FloatArray, kinds: "np.ndarray[tuple[int], np.dtype[np.intp]]") -> FloatArray:
        """Return a number of each memory's kind, in one buffer."""
        picked: FloatArray = self._picked[: len(kinds)]
        by_kind.take(kinds, out=picked, mode="clip")  # nothing is clipped, but "raise" would copy
        return picked


def _twice(by_type: Table) -> FloatArray:
    """Return a table by type for memories without and with a pin."""
    return np.tile(type_column(by_type), 2)
