"""What a least-recently-used cache of equal size would forget instead of what these numbers forget."""

from dataclasses import dataclass

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import DecayParameters
from memento_gui.engine.curves import evicted_by_lru
from memento_gui.engine.decisions import DECISIONS, Decision, decide
from memento_gui.qt.places.tune.store.fates import DECIDED, Fate, Verdicts

_FORGET = DECISIONS.index(Decision.FORGET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evictions:
    """The memories that one of both forgets and the other does not, the most important first.

    ``forgotten`` is how many each of them forgets; as they are equally many, each forgets half of the listed alone.
    """

    table: FeatureTable
    verdicts: Verdicts
    decay: DecayParameters
    now_ms: int
    forgotten: int
    rows: IntArray

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def alone(self) -> int:
        """How many memories LRU would forget that these numbers keep, and the other way round."""
        return len(self.rows) // 2

    def taken(self, start: int, stop: int) -> tuple[Fate, ...]:
        """Return some of them, as fates: what LRU does, what these numbers do."""
        rows, table = self.rows[start:stop], self.table
        ages = age_days(self.now_ms, table.created_ms[rows])
        idle = age_days(self.now_ms, table.last_used_ms[rows])
        return tuple(self._fate(int(row), float(age), float(days)) for row, age, days in zip(rows, ages, idle, strict=True))

    def _fate(self, row: int, age: float, idle: float) -> Fate:
        table, code = self.table, int(self.verdicts.decision[row])
        score = float(self.verdicts.decay_score[row])
        uses, pinned = int(table.uses[row]), bool(table.pinned[row])
        return Fate(
            id=str(table.ids[row]),
            type=TYPES[table.type[row]].value,
            age_days=age,
            before="LRU keeps" if code == _FORGET else "LRU forgets",
            after=DECIDED[DECISIONS[code]],
            score_before=None,
            score_after=score,
            distance=None,
            reason=decide(score, uses=uses, age_days=age, pinned=pinned, parameters=self.decay).reason,
            idle_days=idle,
        )


def evictions(table: FeatureTable, verdicts: Verdicts, decay: DecayParameters, *, now_ms: int) -> Evictions:
    """Compare what the decay decisions forget of the active memories with the same number of those longest unused."""
    forgotten = table.active & (verdicts.decision == _FORGET)
    count, kept = int(forgotten.sum()), int(table.active.sum())
    evicted = np.zeros(len(table), dtype=np.bool_)
    evicted[evicted_by_lru(table.last_used_ms, table.active, kept - count)] = True
    rows = np.flatnonzero(evicted != forgotten)
    return Evictions(
        table=table,
        verdicts=verdicts,
        decay=decay,
        now_ms=now_ms,
        forgotten=count,
        rows=rows[np.lexsort((table.ordinal[rows], -table.importance[rows]))],
    )
