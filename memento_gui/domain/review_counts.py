"""Counts of reviews: by day, and by month."""

from dataclasses import dataclass
from datetime import date, timedelta

from memento_gui.domain.arrays import IntArray


@dataclass(frozen=True, slots=True)
class PerDay:
    """Counts of consecutive review days, from ``first`` on."""

    first: date
    counts: IntArray

    @property
    def total(self) -> int:
        """The sum of all days."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """How many a day; 0 without a day."""
        return self.total / len(self.counts) if len(self.counts) else 0.0

    def days(self) -> list[date]:
        """Return the date of each count."""
        return [self.first + timedelta(days=n) for n in range(len(self.counts))]


@dataclass(frozen=True, slots=True)
class Month:
    """How many answers a month had, and how many of them said that the memory was still known."""

    year: int
    month: int
    answers: int
    known: int

    @property
    def retention(self) -> float:
        """The share of ok and helpful among all answers."""
        return self.known / self.answers
