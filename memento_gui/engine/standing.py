"""The standing score: what every memory of a store is worth without a query."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ImportanceParameters, ParameterSet, RankingParameters, RecencyParameters
from memento_gui.engine.checks import check_range
from memento_gui.engine.importance import project_boosts
from memento_gui.engine.recency import type_column
from memento_gui.engine.usage import TableUsage, table_usage

CHUNK: Final = 32_768
"""Rows that are worked on at once: their buffers stay in the processor's cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """N standing scores, and the three signals they are made of; rows as in the feature table."""

    score: FloatArray
    recency: FloatArray
    importance: FloatArray
    usage: FloatArray
    usage_raw: FloatArray


def standing(table: FeatureTable, parameters: ParameterSet, *, now_ms: int, used: TableUsage | None = None) -> Standing:
    """Return β·recency + γ·importance + δ·usage of every memory, trashed ones included.

    Args:
        table: N memories.
        parameters: The numbers.
        now_ms: The instant at which ages end.
        used: `table_usage` of this table and these parameters, where the caller keeps it: it does not change with time.

    Returns:
        The scores and their signals, equal to `recency`, `importance` and `usage` within 1e-12. The arrays are new, but
        ``usage`` and ``usage_raw`` are those of ``used``.

    Raises:
        InvalidParameter: If a number of the table is NaN or outside its bounds.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1, without its query.
    """
    used = table_usage(table, parameters.usage) if used is None else used
    check_range(table.importance_range, "importances", low=0.0, high=1.0)
    score, fresh, worth = np.empty((3, len(table)))  # one block: the allocator keeps it warm from call to call
    work = _Chunks.sized(min(CHUNK, len(table)), parameters)
    for start in range(0, len(table), CHUNK):
        part = slice(start, start + CHUNK)
        work.signals(table, part, now_ms, fresh=fresh[part], worth=worth[part])
        work.weigh(parameters.ranking, (fresh[part], worth[part], used.signal[part]), out=score[part])
    return Standing(score=score, recency=fresh, importance=worth, usage=used.signal, usage_raw=used.raw)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chunks:
    """A buffer of one chunk, and the numbers that depend only on a memory's type and pin.

    ``rate`` is half-lives per millisecond and ``boost`` what type and pin add; both are indexed by `FeatureTable.kinds`.
    """

    rate: FloatArray
    boost: FloatArray
    parameters: ImportanceParameters
    term: FloatArray

    @classmethod
    def sized(cls, rows: int, parameters: ParameterSet) -> "_Chunks":
        boost = type_column(parameters.importance.type_boost)
        return cls(
            rate=np.tile(_rate(parameters.recency), 2),
            boost=np.concatenate([boost, parameters.importance.pinned + boost]),
            parameters=parameters.importance,
            term=np.empty(rows),
        )

    def signals(self, table: FeatureTable, part: slice, now_ms: int, *, fresh: FloatArray, worth: FloatArray) -> None:
        """Write recency into ``fresh`` and importance into ``worth``."""
        kinds, term = table.kinds[part], self.term[: len(fresh)]
        np.subtract(table.created[part], now_ms, out=fresh)
        if table.newest_ms > now_ms:
            np.minimum(fresh, 0.0, out=fresh)  # a future time (clock skew) is now
        self.rate.take(kinds, out=term, mode="clip")  # nothing is clipped, but "raise" would copy
        np.multiply(fresh, term, out=fresh)
        np.exp2(fresh, out=fresh)
        self.boost.take(kinds, out=worth, mode="clip")
        np.add(worth, table.importance[part], out=worth)
        if self.parameters.project_boost:
            np.add(worth, project_boosts(table.project[part], table.projects, self.parameters), out=worth)
        np.clip(worth, 0.0, 1.0, out=worth)

    def weigh(
        self, weights: RankingParameters, signals: tuple[FloatArray, FloatArray, FloatArray], *, out: FloatArray
    ) -> None:
        """Write β·recency + γ·importance + δ·usage into ``out``."""
        term = self.term[: len(out)]
        fresh, worth, used = signals
        np.multiply(fresh, weights.recency, out=out)
        np.multiply(worth, weights.importance, out=term)
        np.add(out, term, out=out)
        np.multiply(used, weights.usage, out=term)
        np.add(out, term, out=out)


def _rate(parameters: RecencyParameters) -> FloatArray:
    return 1.0 / (type_column(parameters.half_life) * DAY_MS)
