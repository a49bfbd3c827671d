"""What the place shows, fetched in a worker."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.memory import Answer
from memento_gui.domain.parameters import ReviewParameters
from memento_gui.domain.review_counts import PerDay
from memento_gui.domain.review_rules import ReviewRules
from memento_gui.domain.review_session import ReviewSession
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
    """The queue of a session and its first two cards; None where there are fewer."""

    session: ReviewSession
    queue: ReviewQueue
    first: Asked | None
    second: Asked | None
    parameters: ReviewParameters
    rules: ReviewRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """What the right column shows: ``due`` begins today, ``answered`` ends today; months without answers have NaN."""

    due: PerDay
    answered: PerDay
    months: tuple[date, ...]
    retention: FloatArray

    @property
    def today(self) -> date:
        """Today's review day."""
        return self.due.first


def load_today(library: Library, session: ReviewSession, *, front: str = "") -> Today:
    """Fetch a session's queue and its first cards.

    Args:
        library: The open store.
        session: Order and choice of cards.
        front: The id of a card to show first, if it is in the queue.
    """
    reviews, parameters = library.reviews, library.parameters().review
    queue = reviews.queue(session=session, front=front, limit=2)
    tau = first_tau(parameters)
    first, second, *_ = (*(_asked(library, card, tau) for card in queue.cards), None, None)
    return Today(session=session, queue=queue, first=first, second=second, parameters=parameters, rules=reviews.rules())


def _asked(library: Library, card: Card, tau_of_new: float) -> Asked:
    tau = card.state.tau_days if card.state else tau_of_new
    return Asked(card=card, outlook=library.reviews.outlook(card), tau_days=tau)


def load_statistics(library: Library) -> Statistics:
    """Fetch the right column."""
    reviews = library.reviews
    known = {(month.year, month.month): month.retention for month in reviews.months()}
    months = _last_months(reviews.today())
    shares = np.array([known.get((month.year, month.month), np.nan) for month in months], dtype=np.float64)
    return Statistics(
        due=reviews.forecast(FORECAST_DAYS),
        answered=reviews.answers_by_day(HEAT_DAYS),
        months=months,
        retention=shares,
    )


def _last_months(today: date) -> tuple[date, ...]:
    """The first days of the last twelve months, this one last."""
    count = today.year * 12 + today.month - 1
    return tuple(date(month // 12, month % 12 + 1, 1) for month in range(count - MONTHS + 1, count + 1))
