"""What every test shares: hypothesis profiles and a clock that stands still."""

import os

import pytest
from hypothesis import HealthCheck, settings

from memento_gui.domain.clock import FixedClock

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile(  # the same examples at every run: what it says of a commit does not depend on luck
    "ci", settings.get_profile("dev"), derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

NOON_MS = 1_796_040_000_000
"""30 November 2026, 12:00 UTC: when tests take place unless they say otherwise."""


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOON_MS)
