"""Planning reviews: what other rules and numbers would lead to, and the edit that brings them in."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.review_counts import PerDay
from memento_gui.domain.review_rules import ReviewRules
from memento_gui.engine.review import MAX_INTERVAL_DAYS
from memento_gui.model import edits
from memento_gui.model.reviews.edits import SetReviewStates, Together
from memento_gui.model.reviews.reviewing import Reviews
from memento_gui.review.forecast import Calendar
from memento_gui.review.simulation import Cards, rescheduled, simulate, spread, waiting_cards

DAYS: Final = 90
_A_DAY: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Rules and numbers of review.

    ``reschedule`` sets the due days of known cards anew, ``even`` spreads them over days.
    """

    rules: ReviewRules
    parameters: ParameterSet
    reschedule: bool = False
    even: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Expected answers on each of the next days under a plan, and the share of right ones; ``left`` cards still wait."""

    answers: PerDay
    retention: float
    left: int


def outcome(reviews: Reviews, plan: Plan, *, now_ms: int, days: int = DAYS) -> Outcome:
    """Simulate the next days under a plan; nothing is written. Some seconds for FSRS, so do it in a worker."""
    calendar = replace(reviews.calendar(), rollover_hour=plan.parameters.review.rollover_hour)
    first = calendar.day(now_ms)
    boundaries = calendar.boundaries_ms(first, days)
    cards = _cards(reviews, plan, now_ms, days)
    if plan.reschedule:
        cards = replace(cards, table=replace(cards.table, due_ms=_due(cards, plan, calendar, now_ms)))
    simulated = simulate(
        cards,
        boundaries_ms=boundaries,
        due_per_day=plan.rules.due_per_day,
        new_per_day=plan.parameters.review.new_per_day,
    )
    return Outcome(answers=PerDay(first, simulated.answers), retention=simulated.retention, left=int(simulated.left[-1]))


def plan_edit(reviews: Reviews, plan: Plan, save: edits.Edit | None, *, now_ms: int) -> Together:
    """Return the edit that brings a plan in, as one step.

    Args:
        reviews: The store's reviews.
        plan: Rules and numbers from now on.
        save: The edit that saves the plan's parameter set, where it changes.
        now_ms: Now.
    """
    parts: list[edits.Edit] = [] if save is None else [save]
    if plan.rules != reviews.rules():
        parts.append(reviews.rules_edit(plan.rules))
    label = "Change how reviews are scheduled"
    if plan.reschedule:
        cards = _cards(reviews, plan, now_ms, 0)
        calendar = replace(reviews.calendar(), rollover_hour=plan.parameters.review.rollover_hour)
        due, states = _due(cards, plan, calendar, now_ms), reviews.deck().states
        ids = [str(identity) for identity in cards.table.ids]
        before = {i: states[i] for i, at in zip(ids, due, strict=True) if states[i].due_ms != at}
        moved = dict(zip(ids, due.tolist(), strict=True))
        after = {
            i: replace(
                state, due_ms=moved[i], interval_days=_interval(moved[i], state.last_review_ms or state.introduced_ms)
            )
            for i, state in before.items()
        }
        parts.append(SetReviewStates(label=label, before=before, after=after))
    return Together(label=label, parts=tuple(parts))


def _interval(due_ms: int, since_ms: int) -> float:
    return max(due_ms - since_ms, 1) / 86_400_000


def _due(cards: Cards, plan: Plan, calendar: Calendar, now_ms: int) -> IntArray:
    """The new due instants of the known cards; spread, no day gets more than twice the mean of the days ahead, or 20.

    Nor does one get more than the daily limit. Days go on until every card has one.
    """
    due = rescheduled(cards)
    due[cards.waiting] = cards.table.due_ms[cards.waiting]
    if not plan.even:
        return due
    known, first = np.flatnonzero(~cards.waiting & ~cards.table.suspended), calendar.day(now_ms)
    soon = int(np.count_nonzero(due[known] < calendar.boundaries_ms(first, DAYS)[-1]))
    most = max(1, min(plan.rules.due_per_day, max(_A_DAY, -(-2 * soon // DAYS))))
    days = min(DAYS - (-len(known) // most), int(MAX_INTERVAL_DAYS))
    due[known] = spread(due[known], calendar.boundaries_ms(first, days), most)
    return due


def _cards(reviews: Reviews, plan: Plan, now_ms: int, days: int) -> Cards:
    """All cards of memories in use, and the memories that become cards within so many days, as the plan schedules them."""
    deck = reviews.deck()
    used = np.flatnonzero((deck.rows >= 0) & deck.table.active[deck.rows]) if len(deck.rows) else deck.rows
    table, rows = deck.cards.take(used), deck.rows[used]
    fresh = reviews.introducible(plan.rules, plan.parameters, most=plan.parameters.review.new_per_day * days)
    waiting = np.concatenate([np.zeros(len(rows), dtype=np.bool_), np.ones(len(fresh), dtype=np.bool_)])
    table = table.joined(waiting_cards(deck.table.ids[fresh], now_ms, plan.parameters.review))
    rows = np.concatenate([rows, fresh])
    used_by = [plan.rules.scheduled(plan.parameters.review, kind.value) for kind in TYPES]
    models = tuple(dict.fromkeys(used_by))
    codes = np.array([models.index(parameters) for parameters in used_by], dtype=np.int64)
    weight, used_much = reviews.signals(rows)
    return Cards(
        table=table,
        importance=weight,
        usage=used_much,
        model=codes[deck.table.type[rows]],
        models=models,
        waiting=waiting,
    )
