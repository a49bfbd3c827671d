"""Reviews to come, day by day: what a scheduler, a target recall or a daily limit would lead to."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.memory import Answer, ReviewState
from memento_gui.domain.parameters import ReviewParameters
from memento_gui.engine.review import due_after, first_tau, next_tau, preset_interval, tau_for
from memento_gui.review.cards import NOT_BURIED, ReviewTable
from memento_gui.review.schedulers import Fsrs, Scheduler, scheduler

_HOURS_MS: Final = 6 * 3_600_000
"""How long after a review day's beginning someone reviews."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """K cards that are simulated.

    Beside their columns: the signals of their memories, in [0, 1], and the code of each one's scheduler in ``models``.
    Those that are ``waiting`` are no cards yet and are introduced in this order.
    """

    table: ReviewTable
    importance: FloatArray
    usage: FloatArray
    model: IntArray
    models: tuple[ReviewParameters, ...]
    waiting: BoolArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """Answers on each of D days, how many of them were right, and how many cards were due and waited for another day."""

    answers: IntArray
    known: IntArray
    left: IntArray

    @property
    def a_day(self) -> float:
        """Answers a day."""
        return float(self.answers.mean()) if len(self.answers) else 0.0

    @property
    def retention(self) -> float:
        """The share of right answers; NaN without answers."""
        total = int(self.answers.sum())
        return float(self.known.sum()) / total if total else float("nan")


def simulate(cards: Cards, *, boundaries_ms: IntArray, due_per_day: int, new_per_day: int, seed: int = 0) -> Simulated:
    """Review for D days: each card is known with its predicted recall, then answered ok, else bad.

    A memory that becomes a card is answered ok on the day it is introduced. The lowest recall comes first; what a day has
    no room for waits.

    Args:
        cards: What there is to review.
        boundaries_ms: Where the days begin, and where the last ends: D + 1.
        due_per_day: How many known cards are asked on one day.
        new_per_day: How many are introduced on one day.
        seed: Of what is known and what is not.
    """
    draw = np.random.default_rng(seed)
    table, waiting = cards.table, cards.waiting.copy()
    models = [scheduler(parameters) for parameters in cards.models]
    days = len(boundaries_ms) - 1
    answers, known, left = (np.zeros(days, dtype=np.int64) for _ in range(3))
    for day in range(days):
        start, end = int(boundaries_ms[day]), int(boundaries_ms[day + 1])
        now = min(start + _HOURS_MS, end - 1)
        asked = ~waiting & ~table.suspended & (table.buried_until_ms <= now) & (table.due_ms < end)
        due = np.flatnonzero(asked)
        recall = _recalls(models, cards.model[due], table.take(due), now)
        first = np.argsort(recall, kind="stable")[:due_per_day]
        picked, right = due[first], draw.random(len(first)) < recall[first]
        fresh = np.flatnonzero(waiting)[:new_per_day]
        waiting[fresh] = False
        table = _introduced(table, fresh, cards, now)
        rows = np.concatenate([picked, fresh])
        good = np.concatenate([right, np.ones(len(fresh), dtype=np.bool_)])
        table = _answered(table, rows, good, cards, models, now)
        answers[day], known[day], left[day] = len(rows), int(good.sum()), len(due) - len(picked)
    return Simulated(answers=answers, known=known, left=left)


def rescheduled(cards: Cards) -> IntArray:
    """Return when each card would be due if its interval were set anew by its scheduler, since its last review."""
    due = cards.table.due_ms.copy()
    for code, parameters in enumerate(cards.models):
        rows = np.flatnonzero(cards.model == code)
        if len(rows):
            days = _intervals(cards.table.take(rows), parameters)
            due[rows] = cards.table.since_ms[rows] + np.maximum(np.rint(days * DAY_MS), 1).astype(np.int64)
    return due


def spread(due_ms: IntArray, boundaries_ms: IntArray, most: int) -> IntArray:
    """Return due instants such that at most ``most`` fall on one of the days; what is too much moves to later days.

    Those due first stay, overdue ones before all; an instant keeps its hour. Those beyond the last day stay where they are;
    where all days are full, the last one takes the rest.
    """
    day = np.maximum(np.searchsorted(boundaries_ms, due_ms, side="right") - 1, 0)
    days, moved = len(boundaries_ms) - 1, due_ms.copy()
    taken = [0] * days
    onward = list(range(days + 1))  # leads from a full day to one with room
    order = np.argsort(due_ms, kind="stable")
    for card, wanted in zip(order.tolist(), day[order].tolist(), strict=True):
        if wanted >= days:
            continue
        found = wanted
        while onward[found] != found:
            onward[found] = onward[onward[found]]
            found = onward[found]
        found = min(found, days - 1)
        taken[found] += 1
        if taken[found] == most:
            onward[found] = found + 1
        if found != wanted:
            moved[card] = boundaries_ms[found] + _HOURS_MS
    return moved


def waiting_cards(ids: Iterable[object], now_ms: int, parameters: ReviewParameters) -> ReviewTable:
    """Return the columns of memories that are no cards yet, as far as a simulation needs them."""
    tau = first_tau(parameters)
    states = [
        ReviewState(
            memory_id=str(i), introduced_ms=now_ms, due_ms=now_ms, tau_days=tau, interval_days=parameters.first_interval
        )
        for i in ids
    ]
    return ReviewTable.of(states)


def _intervals(table: ReviewTable, parameters: ReviewParameters) -> FloatArray:
    match parameters.scheduler:
        case "preset":
            return table.interval_days
        case "fsrs":
            return Fsrs(parameters).intervals(table)
        case _:
            return due_after(table.tau_days, parameters.target)


def _recalls(models: list[Scheduler], codes: IntArray, table: ReviewTable, now_ms: int) -> FloatArray:
    result = np.ones(len(table))
    for code, model in enumerate(models):
        rows = np.flatnonzero(codes == code)
        if len(rows):
            result[rows] = model.recalls(table.take(rows), now_ms)
    return result


def _introduced(table: ReviewTable, rows: IntArray, cards: Cards, now_ms: int) -> ReviewTable:
    if not len(rows):
        return table
    tau, interval = table.tau_days.copy(), table.interval_days.copy()
    for code, parameters in enumerate(cards.models):
        own = rows[cards.model[rows] == code]
        first = parameters.preset_first if parameters.scheduler == "preset" else parameters.first_interval
        interval[own] = first
        tau[own] = tau_for(first, parameters.target, parameters)
    since = table.since_ms.copy()
    since[rows] = now_ms
    return replace(table, tau_days=tau, interval_days=interval, since_ms=since)


def _answered(
    table: ReviewTable, rows: IntArray, good: BoolArray, cards: Cards, models: list[Scheduler], now_ms: int
) -> ReviewTable:
    columns: dict[str, Any] = {
        name: getattr(table, name).copy() for name in ("tau_days", "interval_days", "stability_days", "difficulty")
    }
    for code, model in enumerate(models):
        own = np.flatnonzero(cards.model[rows] == code)
        if len(own):
            some = rows[own]
            new = _next(
                model, cards.models[code], table.take(some), good[own], now_ms, cards.importance[some], cards.usage[some]
            )
            for name, values in zip(columns, new, strict=True):
                columns[name][some] = values
    since, due, reviews = table.since_ms.copy(), table.due_ms.copy(), table.reviews.copy()
    since[rows] = now_ms
    due[rows] = now_ms + np.maximum(np.rint(columns["interval_days"][rows] * DAY_MS), 1).astype(np.int64)
    reviews[rows] += 1
    return replace(table, since_ms=since, due_ms=due, reviews=reviews, **columns)


def _next(  # noqa: PLR0913, PLR0917
    model: Scheduler,
    parameters: ReviewParameters,
    table: ReviewTable,
    good: BoolArray,
    now_ms: int,
    importance: FloatArray,
    usage: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """τ, interval, stability and difficulty after the answers."""
    bad, elapsed = (~good).astype(np.float64), table.elapsed_days(now_ms)
    if parameters.scheduler == "tau":
        tau = next_tau(
            table.tau_days,
            importance=importance,
            usage=usage,
            helpful=0.0,
            bad=bad,
            elapsed_days=elapsed,
            interval_days=table.interval_days,
            parameters=parameters,
        )
        return tau, due_after(tau, parameters.target), table.stability_days, table.difficulty
    if parameters.scheduler == "preset":
        interval = preset_interval(
            table.interval_days, importance=importance, usage=usage, bad=bad, elapsed_days=elapsed, parameters=parameters
        )
        return tau_for(interval, parameters.target, parameters), interval, table.stability_days, table.difficulty
    after = [
        model.answer(state, Answer.OK if right else Answer.BAD, now_ms=now_ms, importance=0.0, usage=0.0)
        for state, right in zip(_states(table), good, strict=True)
    ]
    new = ReviewTable.of(after)
    return new.tau_days, new.interval_days, new.stability_days, new.difficulty


def _states(table: ReviewTable) -> list[ReviewState]:
    return [
        ReviewState(
            memory_id=str(table.ids[row]),
            introduced_ms=int(table.introduced_ms[row]),
            last_review_ms=int(table.since_ms[row]) if table.reviews[row] else None,
            due_ms=int(table.due_ms[row]),
            tau_days=float(table.tau_days[row]),
            interval_days=float(table.interval_days[row]),
            stability_days=float(table.stability_days[row]) if np.isfinite(table.stability_days[row]) else None,
            difficulty=float(table.difficulty[row]) if np.isfinite(table.difficulty[row]) else None,
            reviews=int(table.reviews[row]),
            lapses=int(table.lapses[row]),
            suspended=bool(table.suspended[row]),
            buried_until_ms=None if table.buried_until_ms[row] == NOT_BURIED else int(table.buried_until_ms[row]),
        )
        for row in range(len(table))
    ]
