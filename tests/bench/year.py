"""A simulated year of reviews with 2,000 memories: how many a day, at most, and how much is known when asked."""

from dataclasses import dataclass
from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

import numpy as np

from memento_gui.domain.parameters import SCHEDULERS, ReviewParameters
from memento_gui.review.days import day_boundaries_ms
from memento_gui.review.simulation import Cards, simulate, waiting_cards

MEMORIES: Final = 2_000
DAYS: Final = 365
DUE_PER_DAY: Final = 200


@dataclass(frozen=True, slots=True)
class Load:
    """What one scheduler leads to."""

    scheduler: str
    a_day: float
    at_most: int
    known: float
    waiting: int

    @property
    def sentence(self) -> str:
        """The load as one line."""
        return (
            f"A year with {MEMORIES:,} memories under {self.scheduler}: {self.a_day:.1f} reviews a day, at most "
            f"{self.at_most}; {self.known:.0%} known when asked; {self.waiting:,} waiting on the last day"
        )


def year() -> list[Load]:
    """Simulate a year under each scheduler, target 0.7, ten new cards a day, days of Berlin."""
    boundaries = day_boundaries_ms(date(2026, 11, 30), DAYS, ZoneInfo("Europe/Berlin"), 4)
    return [_load(name, boundaries) for name in SCHEDULERS]


def _load(name: str, boundaries: np.ndarray) -> Load:
    draw, parameters = np.random.default_rng(5), ReviewParameters(scheduler=name)
    cards = Cards(
        table=waiting_cards([f"m{n}" for n in range(MEMORIES)], 0, parameters),
        importance=draw.uniform(0.7, 1.0, MEMORIES),
        usage=draw.beta(1.0, 4.0, MEMORIES),
        model=np.zeros(MEMORIES, dtype=np.int64),
        models=(parameters,),
        waiting=np.ones(MEMORIES, dtype=np.bool_),
    )
    made = simulate(cards, boundaries_ms=boundaries, due_per_day=DUE_PER_DAY, new_per_day=parameters.new_per_day)
    return Load(name, made.a_day, int(made.answers.max()), made.retention, int(made.left[-1]))
