"""What the place shows, fetched in a worker."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.clock import local_datetime
from memento_gui.domain.memory import Answer
from memento_gui.domain.parameters import ReviewParameters
from memento_gui.engine.decay import danger_zone
from memento_gui.engine.review import first_tau
from memento_gui.model.library import Library
from memento_gui.model.values import Card, Outlook, ReviewQueue

FORECAST_DAYS: Final = 30
HEAT_DAYS: Final = 168
MONTHS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One card to show: what each answer leads to, and the τ its recall falls by."""

    card: Card
    outlook: Mapping[Answer, Outlook]
    tau_days: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """Today's queue, in the order asked for; ``first`` is None when it is empty."""

    queue: ReviewQueue
    cards: tuple[Card, ...]
    first: Asked | None
    rules: ReviewParameters


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """What the right column shows. Counts are by day: ``due`` begins today, ``answered`` ends today."""

    today: date
    due: IntArray
    answered: IntArray
    months: tuple[date, ...]
    retention: FloatArray


def load_today(library: Library, order: str, *, front: str = "", aside: frozenset[str] = frozenset()) -> Today:
    """Fetch today's queue and its first card.

    Args:
        library: The open store.
        order: One of the parameter table's orders.
        front: The id of a card to show first, if it is in the queue.
        aside: Ids of new memories that are left out for now.
    """
    queue = library.review_queue()
    rules = library.parameters().review
    cards = tuple(card for card in queue.cards if card.memory.id not in aside)
    ordered = ordered_cards(cards, order, _danger(library) if order == "danger_zone" else {})
    ordered = tuple(sorted(ordered, key=lambda card: card.memory.id != front)) if front else ordered
    return Today(queue=queue, cards=ordered, first=_asked(library, ordered[0], rules) if ordered else None, rules=rules)


def ordered_cards(cards: Sequence[Card], order: str, danger: Mapping[str, float]) -> tuple[Card, ...]:
    """Return the cards in an order; memories that become cards today follow those that are."""

    def key(card: Card) -> tuple[float, int, str]:
        state, identity = card.state, card.memory.id
        due = state.due_ms if state else 0
        match order:
            case "lowest_recall":
                return card.recall, due, identity
            case "danger_zone":
                return -danger.get(identity, 0.0), due, identity
            case "random":
                return float(zlib.crc32(identity.encode())), due, identity
            case _:
                return 0.0, due, identity

    return (*sorted((c for c in cards if c.state), key=key), *(c for c in cards if c.state is None))


def load_statistics(library: Library) -> Statistics:
    """Fetch the right column."""
    start, due = library.review_forecast(FORECAST_DAYS)
    _, answered = library.review_days(HEAT_DAYS)
    today = local_datetime(start).date()
    known = {(year, month): share for year, month, share, _ in library.review_retention()}
    months = _last_months(today)
    shares = np.array([known.get((month.year, month.month), np.nan) for month in months], dtype=np.float64)
    return Statistics(today=today, due=due, answered=answered, months=months, retention=shares)


def first_answered(statistics: Statistics) -> date:
    """Return the first day of the heat map."""
    return statistics.today - timedelta(days=len(statistics.answered) - 1)


def _last_months(today: date) -> tuple[date, ...]:
    """The first days of the last twelve months, this one last."""
    count = today.year * 12 + today.month - 1
    return tuple(date(month // 12, month % 12 + 1, 1) for month in range(count - MONTHS + 1, count + 1))


def _asked(library: Library, card: Card, rules: ReviewParameters) -> Asked:
    tau = card.state.tau_days if card.state else first_tau(rules)
    return Asked(card=card, outlook=library.review_outlook(card), tau_days=tau)


def _danger(library: Library) -> dict[str, float]:
    zone = danger_zone(library.decay(), library.parameters().decay)
    return {str(identity): float(value) for identity, value in zip(library.features().ids, zone, strict=True)}
