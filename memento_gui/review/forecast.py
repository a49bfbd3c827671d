"""Looking ahead and back: reviews to come, answers given, how much was still known, and today so far."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import Answer, ReviewLogEntry
from memento_gui.domain.review_counts import Month, PerDay
from memento_gui.domain.review_log import LogTable
from memento_gui.review.cards import ReviewTable
from memento_gui.review.days import count_by_day, day_boundaries_ms, day_of
from memento_gui.review.queue import in_use, rows_of


@dataclass(frozen=True, slots=True)
class Calendar:
    """Which instants make a review day: a zone (None is the computer's own) and the hour at which days begin."""

    zone: tzinfo | None
    rollover_hour: int

    def day(self, instant_ms: int) -> date:
        """Return the review day of an instant."""
        return day_of(instant_ms, self.zone, self.rollover_hour)

    def boundaries_ms(self, first: date, days: int) -> IntArray:
        """Return where each of ``days`` days from ``first`` on begins, and where the last ends."""
        return day_boundaries_ms(first, days, self.zone, self.rollover_hour)


@dataclass(frozen=True, slots=True)
class Tally:
    """Answers by kind, and the mean time an answer took in seconds, where any was measured."""

    answers: Counter[Answer]
    seconds_a_card: float | None

    @property
    def total(self) -> int:
        """How many answers there were."""
        return self.answers.total()


def due_by_day(cards: ReviewTable, table: FeatureTable, *, now_ms: int, calendar: Calendar, days: int) -> PerDay:
    """Return how many known cards fall due on each of the next days, today first; overdue ones are today's.

    A buried card comes when it is dug out, if it is due by then. Later reviews of the same card are not foreseen.

    Args:
        cards: Every review card.
        table: Every memory; cards of memories that are not in use are left out.
        now_ms: Now.
        calendar: What makes a day.
        days: How many.
    """
    asked = in_use(table, rows_of(cards, table)) & ~cards.suspended
    instants = np.maximum(np.maximum(cards.due_ms, cards.buried_until_ms), now_ms)[asked]
    first = calendar.day(now_ms)
    return PerDay(first, count_by_day(instants, calendar.boundaries_ms(first, days)))


def answers_by_day(log: LogTable, *, now_ms: int, calendar: Calendar, days: int) -> PerDay:
    """Return how many answers were given on each of the last days, today last."""
    first = calendar.day(now_ms) - timedelta(days=days - 1)
    return PerDay(first, count_by_day(log.answered_ms, calendar.boundaries_ms(first, days)))


def retention_by_month(log: LogTable, *, calendar: Calendar) -> list[Month]:
    """Return each month with answers, the earliest first; the last night of a month ends at the rollover hour."""
    if not len(log):
        return []
    instants, known = log.answered_ms, log.known
    starts = _months(calendar.day(int(instants[0])), calendar.day(int(instants[-1])))
    boundaries = np.array([calendar.boundaries_ms(start, 0)[0] for start in starts])
    answered, still_known = count_by_day(instants, boundaries), count_by_day(instants[known], boundaries)
    return [
        Month(start.year, start.month, int(every), int(kept))
        for start, every, kept in zip(starts, answered, still_known, strict=False)
        if every
    ]


def tally(log: Iterable[ReviewLogEntry]) -> Tally:
    """Return what the given answers, such as today's, come to."""
    entries = list(log)
    measured = [entry.duration_ms for entry in entries if entry.duration_ms is not None]
    seconds = sum(measured) / len(measured) / 1000.0 if measured else None
    return Tally(Counter(entry.answer for entry in entries), seconds)


def _months(first: date, last: date) -> list[date]:
    """The first days of all months from the one of ``first`` to the one after ``last``."""
    numbers = range(first.year * 12 + first.month - 1, last.year * 12 + last.month + 1)
    return [date(number // 12, number % 12 + 1, 1) for number in numbers]
