"""The review log as columns, for whatever counts answers instead of showing one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.memory import Answer, ReviewLogEntry

KNOWN: Final = frozenset({Answer.OK, Answer.HELPFUL})
"""The answers that say a memory was still known."""
_RATINGS: Final = {answer.value: answer.rating for answer in Answer}
_LEAST_KNOWN: Final = min(answer.rating for answer in KNOWN)

Row = tuple[str, int, str, float, float, int | None]
"""Memory, instant, answer, days since the last review, predicted recall, milliseconds on the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogTable:
    """N answers, oldest first. ``duration_ms`` is 0 where it was not measured."""

    memory_ids: npt.NDArray[np.object_]
    answered_ms: IntArray
    rating: IntArray
    elapsed_days: FloatArray
    predicted_recall: FloatArray
    duration_ms: IntArray

    @classmethod
    def of_rows(cls, rows: Sequence[Row]) -> Self:
        """Return rows as columns, in their order."""
        ids, instants, answers, elapsed, predicted, durations = zip(*rows, strict=True) if rows else ((),) * 6
        listed = np.empty(len(rows), dtype=object)
        listed[:] = ids
        return cls(
            memory_ids=listed,
            answered_ms=np.array(instants, dtype=np.int64),
            rating=np.array([_RATINGS[answer] for answer in answers], dtype=np.int64),
            elapsed_days=np.array(elapsed, dtype=np.float64),
            predicted_recall=np.array(predicted, dtype=np.float64),
            duration_ms=np.array([duration or 0 for duration in durations], dtype=np.int64),
        )

    @classmethod
    def of(cls, entries: Iterable[ReviewLogEntry]) -> Self:
        """Return entries as columns, oldest first."""
        listed = sorted(entries, key=lambda entry: entry.answered_ms)
        return cls.of_rows(
            [
                (e.memory_id, e.answered_ms, e.answer.value, e.elapsed_days, e.predicted_recall, e.duration_ms)
                for e in listed
            ]
        )

    def followed_by(self, later: Self) -> Self:
        """Return these answers and later ones."""
        joined = {f.name: np.concatenate([getattr(self, f.name), getattr(later, f.name)]) for f in fields(self)}
        return replace(self, **joined)

    @property
    def sum(self) -> tuple[int, int]:
        """How many answers there are, and the sum of their instants."""
        return len(self), int(self.answered_ms.sum())

    def __len__(self) -> int:
        return len(self.answered_ms)

    @property
    def known(self) -> BoolArray:
        """Which answers say that the memory was still known."""
        return self.rating >= _LEAST_KNOWN

    def memories(self, rows: IntArray | slice) -> tuple[str, ...]:
        """Return the memories of some answers, each once, in the order of their first answer."""
        return tuple(dict.fromkeys(self.memory_ids[rows].tolist()))
