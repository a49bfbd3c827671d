"""Looking back and ahead at reviews: charts whose every bar knows the memories behind it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.memory import Answer
from memento_gui.domain.review_counts import PerDay
from memento_gui.domain.review_log import LogTable
from memento_gui.model.reviews.deck import Deck
from memento_gui.model.reviews.reviewing import LEECH_FROM, Reviews
from memento_gui.review.forecast import Calendar
from memento_gui.review.queue import in_use

YEAR: Final = 366
SPENT: Final = 30
OUTSTANDING: Final = 12
_EDGES: Final = np.array([0.0, 1.5, 3.5, 7.5, 14.5, 31.0, 61.0, 122.0, 366.0])
_NAMES: Final = ("1 d", "3 d", "1 w", "2 w", "1 mo", "2 mo", "4 mo", "1 y", "more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """B bars: their names, heights and the memories behind each; ``line`` has a value for each bar (NaN: none).

    ``share`` says that heights are shares in [0, 1].
    """

    title: str
    note: str
    names: tuple[str, ...]
    heights: FloatArray
    ids: tuple[tuple[str, ...], ...]
    line: FloatArray | None = None
    share: bool = False

    @property
    def empty(self) -> bool:
        """Whether there is nothing to see."""
        return not bool(np.nansum(self.heights))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewStatistics:
    """Everything that the statistics show. ``year`` counts the answers of each day, today last."""

    year: PerDay
    of_day: Mapping[date, tuple[str, ...]]
    charts: tuple[Chart, ...]
    suspended: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Days:
    """The review days of a log: ``first``, and where the answers of each begin in it; one more for where the last ends."""

    log: LogTable
    first: date
    starts: IntArray

    @classmethod
    def of(cls, log: LogTable, calendar: Calendar) -> "_Days":
        if not len(log):
            return cls(log, calendar.day(0), np.zeros(1, dtype=np.int64))
        first, last = (calendar.day(int(log.answered_ms[end])) for end in (0, -1))
        boundaries = calendar.boundaries_ms(first, (last - first).days + 1)
        return cls(log, first, np.searchsorted(log.answered_ms, boundaries))

    def answers(self, first: date, last: date) -> slice:
        """Where the answers of the days from one up to, but not with, another are in the log."""
        begin, end = (min(max((day - self.first).days, 0), len(self.starts) - 1) for day in (first, last))
        return slice(int(self.starts[begin]), int(self.starts[end]))

    def answered(self) -> list[date]:
        """The days with answers."""
        return [self.first + timedelta(days=int(n)) for n in np.flatnonzero(np.diff(self.starts))]


def review_statistics(reviews: Reviews, *, now_ms: int, ahead_days: int = 30, target: float = 0.7) -> ReviewStatistics:
    """Return the charts, with a forecast of ``ahead_days``; nothing is written."""
    log, deck, calendar = reviews.log_table(), reviews.deck(), reviews.calendar()
    days = _Days.of(log, calendar)
    charts = (
        _forecast(deck, calendar, now_ms, ahead_days),
        _months(days, target),
        _by_interval(log),
        _lengths(deck, "Intervals", "of all cards", deck.cards.interval_days),
        _lengths(deck, "Time constants τ", "of all cards", deck.cards.tau_days),
        _spent(days, calendar.day(now_ms)),
        _leeches(deck),
        _outstanding(log, Answer.HELPFUL, "Most helpful"),
        _outstanding(log, Answer.BAD, "Most often bad"),
    )
    return ReviewStatistics(
        year=reviews.answers_by_day(YEAR),
        of_day={day: log.memories(days.answers(day, day + timedelta(days=1))) for day in days.answered()},
        charts=charts,
        suspended=tuple(sorted(identity for identity, state in deck.states.items() if state.suspended)),
    )


def _forecast(deck: Deck, calendar: Calendar, now_ms: int, days: int) -> Chart:
    first = calendar.day(now_ms)
    boundaries = calendar.boundaries_ms(first, days)
    cards = deck.cards
    due = np.maximum(np.maximum(cards.due_ms, cards.buried_until_ms), now_ms)
    day = np.searchsorted(boundaries, due, side="right") - 1
    day[~in_use(deck.table, deck.rows) | cards.suspended] = -1
    return _grouped(
        f"Next {days} days",
        "cards due, overdue ones today",
        tuple(_day(first + timedelta(days=n)) for n in range(days)),
        day,
        cards.ids,
    )


def _months(days: _Days, target: float) -> Chart:
    firsts = sorted({day.replace(day=1) for day in days.answered()})[-12:]
    rows = [days.answers(first, (first + timedelta(days=31)).replace(day=1)) for first in firsts]
    return Chart(
        title="Retention by month",
        note="ok and helpful, of all answers; the line is what was asked for",
        names=tuple(f"{first:%b %y}" for first in firsts),
        heights=np.array([_share(days.log.known[own]) for own in rows], dtype=np.float64),
        ids=tuple(days.log.memories(own) for own in rows),
        line=np.full(len(firsts), target),
        share=True,
    )


def _by_interval(log: LogTable) -> Chart:
    place = np.where(log.elapsed_days > 0.0, np.searchsorted(_EDGES, log.elapsed_days, side="right") - 1, -1)
    bins = [np.flatnonzero(place == code) for code in range(len(_NAMES))]
    predicted = [log.predicted_recall[own].mean() if len(own) else np.nan for own in bins]
    return Chart(
        title="Retention by interval",
        note="bars: observed; line: predicted",
        names=_NAMES,
        heights=np.array([_share(log.known[own]) for own in bins], dtype=np.float64),
        ids=tuple(log.memories(own) for own in bins),
        line=np.array(predicted, dtype=np.float64),
        share=True,
    )


def _lengths(deck: Deck, title: str, note: str, days: FloatArray) -> Chart:
    place = np.searchsorted(_EDGES, days, side="right") - 1
    place[deck.rows < 0] = -1
    return _grouped(title, note, _NAMES, place, deck.cards.ids)


def _spent(days: _Days, today: date) -> Chart:
    last = [today - timedelta(days=n) for n in range(SPENT - 1, -1, -1)]
    rows = [days.answers(day, day + timedelta(days=1)) for day in last]
    return Chart(
        title="Minutes a day",
        note=f"in the last {SPENT} days",
        names=tuple(_day(day) for day in last),
        heights=np.array([days.log.duration_ms[own].sum() / 60_000 for own in rows]),
        ids=tuple(days.log.memories(own) for own in rows),
    )


def _leeches(deck: Deck) -> Chart:
    lapses = {i: state.lapses for i, state in deck.states.items() if state.lapses >= LEECH_FROM}
    return _counted("Leeches", f"bad at least {LEECH_FROM} times", lapses)


def _outstanding(log: LogTable, answer: Answer, title: str) -> Chart:
    return _counted(title, "answers a memory", Counter(log.memory_ids[log.rating == answer.rating].tolist()))


def _counted(title: str, note: str, counts: Mapping[str, int]) -> Chart:
    most = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:OUTSTANDING]
    return Chart(
        title=title,
        note=note,
        names=tuple(str(rank) for rank in range(1, len(most) + 1)),
        heights=np.array([count for _, count in most], dtype=np.float64),
        ids=tuple((identity,) for identity, _ in most),
    )


def _grouped(title: str, note: str, names: tuple[str, ...], place: IntArray, ids: object) -> Chart:
    groups: list[list[str]] = [[] for _ in names]
    listed = np.asarray(ids, dtype=object)
    for card in np.flatnonzero((place >= 0) & (place < len(names))):
        groups[place[card]].append(str(listed[card]))
    heights = np.array([len(group) for group in groups], dtype=np.float64)
    return Chart(title=title, note=note, names=names, heights=heights, ids=tuple(tuple(group) for group in groups))


def _share(known: BoolArray) -> float:
    return float(known.mean()) if len(known) else float("nan")


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"
