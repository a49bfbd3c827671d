"""An invented world of queries whose best order is known."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.judged import JudgedQuery
from memento_gui.engine.ranking import Candidates, rank

TableOf = Callable[..., FeatureTable]
World = tuple[FeatureTable, list[JudgedQuery]]


@pytest.fixture(scope="session")
def world_of(table_of: TableOf, now_ms: int) -> Callable[..., World]:
    """Make queries over one store; ``taste`` grades the first four of its own order, without it grades are noise."""

    def make(queries: int, *, seed: int = 1, width: int = 40, taste: ParameterSet | None = None, graded: int = 4) -> World:
        rng = np.random.default_rng(seed)
        count = 8 * width
        table = table_of(
            count,
            age_days=rng.exponential(120.0, count),
            type=rng.integers(0, 4, count),
            importance=rng.choice([0.3, 0.5, 0.7, 0.9], count),
            views=rng.integers(0, 30, count),
            cites=rng.integers(0, 6, count),
        )
        return table, [_query(rng, table, width, taste, now_ms, graded) for _ in range(queries)]

    return make


def _query(
    rng: np.random.Generator, table: FeatureTable, width: int, taste: ParameterSet | None, now_ms: int, graded: int
) -> JudgedQuery:
    candidates = candidates_of(rng, rng.choice(len(table), width, replace=False))
    if taste is None:
        picked = rng.choice(candidates.rows, graded, replace=False)
    else:
        picked = rank(table, candidates, taste, now_ms=now_ms).rows[:graded]
    grades = {str(table.ids[row]): max(3 - place, 1) for place, row in enumerate(picked)}
    return JudgedQuery(text=f"query {rng.integers(1 << 30)}", candidates=candidates, grades=grades)


def candidates_of(rng: np.random.Generator, rows: Any, **columns: Any) -> Candidates:
    """Make candidates with random evidence."""
    count = len(rows)
    vectors = rng.normal(size=(count, 6))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Mapping[str, Any] = {
        "cosine": rng.uniform(0.0, 0.9, count),
        "bm25": rng.choice([0.0, 1.0], count) * rng.exponential(4.0, count),
        "tag": rng.choice([0.0, 0.0, 0.5, 1.0], count),
        "title": rng.choice([0.0, 0.0, 0.2, 0.5], count),
    } | columns
    return Candidates(
        rows=np.asarray(rows, dtype=np.int64),
        likeness=np.clip(vectors @ vectors.T, 0.0, 1.0),
        cosine_max=0.95,
        bm25_max=float(found["bm25"].max(initial=0.0)),
        has_query_vector=True,
        **found,
    )
