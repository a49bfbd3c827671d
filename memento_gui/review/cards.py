"""Review cards as columns: what the queue and the forecast read."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import numpy.typing as npt

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.memory import ReviewState

NOT_BURIED = -(1 << 62)
"""In the column ``buried_until_ms``: the card is not buried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTable:
    """K review cards as arrays of K.

    ``since_ms`` is the last review, or the introduction of a card that was never answered. ``stability_days`` is ``inf``
    and ``difficulty`` NaN where FSRS has not seen the card.
    """

    ids: npt.NDArray[np.object_]
    introduced_ms: IntArray
    since_ms: IntArray
    due_ms: IntArray
    tau_days: FloatArray
    interval_days: FloatArray
    stability_days: FloatArray
    difficulty: FloatArray
    reviews: IntArray
    lapses: IntArray
    suspended: BoolArray
    buried_until_ms: IntArray

    @classmethod
    def of(cls, states: Iterable[ReviewState]) -> Self:
        """Return the states as columns, in the given order."""
        rows = list(states)
        ids = np.empty(len(rows), dtype=object)
        ids[:] = [s.memory_id for s in rows]
        return cls(
            ids=ids,
            introduced_ms=_whole(s.introduced_ms for s in rows),
            since_ms=_whole(s.introduced_ms if s.last_review_ms is None else s.last_review_ms for s in rows),
            due_ms=_whole(s.due_ms for s in rows),
            tau_days=_real(s.tau_days for s in rows),
            interval_days=_real(s.interval_days for s in rows),
            stability_days=_real(np.inf if s.stability_days is None else s.stability_days for s in rows),
            difficulty=_real(np.nan if s.difficulty is None else s.difficulty for s in rows),
            reviews=_whole(s.reviews for s in rows),
            lapses=_whole(s.lapses for s in rows),
            suspended=np.fromiter((s.suspended for s in rows), dtype=np.bool_),
            buried_until_ms=_whole(NOT_BURIED if s.buried_until_ms is None else s.buried_until_ms for s in rows),
        )

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, rows: IntArray | BoolArray) -> Self:
        """Return a table of only these rows, in this order."""
        return type(self)(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    def joined(self, other: Self) -> Self:
        """Return a table of these rows and then the other's."""
        return type(self)(**{f.name: np.concatenate([getattr(self, f.name), getattr(other, f.name)]) for f in fields(self)})

    def elapsed_days(self, now_ms: int) -> FloatArray:
        """Return the days since each card's last review or introduction; 0 for a future one (clock skew)."""
        return age_days(now_ms, self.since_ms)


def _whole(values: Iterable[int]) -> IntArray:
    return np.fromiter(values, dtype=np.int64)


def _real(values: Iterable[float]) -> FloatArray:
    return np.fromiter(values, dtype=np.float64)
