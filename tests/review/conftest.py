"""Review cards, and the memories behind them, made by hand."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES, Category, MemoryType, ReviewState, Scope, Status

NOW_MS = 1_796_040_000_000
"""30 November 2026, 12:00 UTC."""


@pytest.fixture(scope="session")
def table_of() -> Callable[..., FeatureTable]:
    """Make a table of memories m0, m1, …, a month old, which differ only in the given columns."""
    return _table


@pytest.fixture(scope="session")
def card() -> Callable[..., ReviewState]:
    """Make the card of a memory; its instants are given in days from now."""
    return _card


def _table(count: int, **columns: Sequence[Any] | FloatArray) -> FeatureTable:
    whole = np.zeros(count, dtype=np.int64)
    month_old = np.full(count, NOW_MS - 30 * DAY_MS)
    codes: dict[str, Any] = {
        "type": np.full(count, TYPES.index(MemoryType.EPISODIC), dtype=np.uint8),
        "category": np.full(count, CATEGORIES.index(Category.OTHER), dtype=np.uint8),
        "scope": np.full(count, SCOPES.index(Scope.PRIVATE), dtype=np.uint8),
        "status": np.full(count, STATUSES.index(Status.ACTIVE), dtype=np.uint8),
    }
    counts: dict[str, Any] = dict.fromkeys(
        ("views", "cites", "edits", "uses", "revisions", "length", "duplicates", "project", "source", "user"), whole
    )
    made = FeatureTable(
        ids=np.array([f"m{n}" for n in range(count)], dtype=object),
        ordinal=np.arange(count, dtype=np.int64),
        created_ms=month_old,
        updated_ms=month_old,
        last_used_ms=month_old,
        importance=np.full(count, 0.5),
        strength=np.ones(count),
        pinned=np.zeros(count, dtype=np.bool_),
        trashed=np.zeros(count, dtype=np.bool_),
        episode=whole - 1,
        **codes,
        **counts,
    )
    arrays: dict[str, Any] = {name: np.array(values, dtype=getattr(made, name).dtype) for name, values in columns.items()}
    return replace(made, **arrays)


def _card(memory: int, *, due: float, tau: float = 10.0, since: float = -5.0, **fields: Any) -> ReviewState:
    made = ReviewState(
        memory_id=f"m{memory}",
        introduced_ms=NOW_MS - 60 * DAY_MS,
        last_review_ms=NOW_MS + round(since * DAY_MS),
        due_ms=NOW_MS + round(due * DAY_MS),
        tau_days=tau,
        interval_days=due - since,
    )
    return replace(made, **fields)
