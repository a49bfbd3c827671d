"""The neighbourhood: who stands around a memory, and what that adds to its relevance."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.arrays import BoolArray
from memento_gui.domain.clock import MINUTE_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import RelevanceParameters
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.engine.neighbourhood import NeighbourhoodInput, neighbour_rows, neighbourhood

TableOf = Callable[..., FeatureTable]
LONG = BUILT_IN[LONG_MEMORY].relevance
MEMORIES = st.lists(
    st.tuples(st.integers(-1, 2), st.integers(0, 90), st.sampled_from([0, 0, 0, 2]), st.booleans(), st.booleans()),
    min_size=1,
    max_size=14,
)


def plainly(table: FeatureTable, row: int, allowed: BoolArray, minutes: float) -> list[int]:
    """Say the rule again, one memory at a time."""
    episode = int(table.episode[row])
    key = {other: (int(table.created_ms[other]), int(table.ordinal[other])) for other in range(len(table))}
    others = sorted(
        (o for o in key if o != row and table.episode[o] == episode and table.active[o] and allowed[o]),
        key=lambda other: key[other],
    )
    before = [other for other in others if key[other] < key[row]]
    after = [other for other in others if key[other] > key[row]]
    found = [(before[-2:-1] or [-1])[0], (before[-1:] or [-1])[0], (after[:1] or [-1])[0], (after[1:2] or [-1])[0]]
    if episode < 0:
        return [-1] * 4
    gaps = [abs(key[o][0] - key[row][0]) if o >= 0 else 0 for o in found]
    return [other if gap <= minutes * MINUTE_MS else -1 for other, gap in zip(found, gaps, strict=True)]


@given(MEMORIES, st.floats(0, 60), st.randoms(use_true_random=False))
def test_neighbours_are_those_of_the_rule(
    table_of: TableOf, memories: list[tuple[int, int, int, bool, bool]], minutes: float, order: Random
) -> None:
    episodes, created, statuses, trashed, passing = zip(*memories, strict=True)
    ordinals = list(range(len(memories)))
    order.shuffle(ordinals)
    table = table_of(
        len(memories),
        episode=episodes,
        created_ms=np.array(created) * MINUTE_MS,
        ordinal=np.array(ordinals),
        status=statuses,
        trashed=trashed,
    )
    allowed, rows = np.array(passing), np.arange(len(memories))
    found = neighbour_rows(table, rows, allowed=allowed, parameters=RelevanceParameters(neighbourhood_minutes=minutes))
    assert found.tolist() == [plainly(table, row, allowed, minutes) for row in rows.tolist()]


def test_neighbours_by_hand(table_of: TableOf) -> None:
    """Two conversations told in turns, a pause of 31 minutes, an equal time, and one memory of no episode."""
    table = table_of(
        8,
        episode=[0, 1, 0, 0, 1, 0, -1, 0],
        created_ms=np.array([0, 1, 2, 2, 3, 30, 31, 61]) * MINUTE_MS,
    )
    everyone = np.ones(8, dtype=np.bool_)
    found = neighbour_rows(table, np.arange(8), allowed=everyone, parameters=LONG)
    assert found.tolist() == [
        [-1, -1, 2, 3],
        [-1, -1, 4, -1],
        [-1, 0, 3, 5],
        [0, 2, 5, -1],
        [-1, 1, -1, -1],
        [2, 3, -1, -1],
        [-1, -1, -1, -1],
        [-1, -1, -1, -1],
    ]
    filtered = everyone.copy()
    filtered[3] = False
    assert neighbour_rows(table, np.array([2, 3]), allowed=filtered, parameters=LONG).tolist() == [
        [-1, 0, 5, -1],
        [0, 2, 5, -1],
    ]
    nobody = np.zeros(8, dtype=np.bool_)
    assert np.all(neighbour_rows(table, np.arange(8), allowed=nobody, parameters=LONG) == -1)


def test_neighbours_add_their_shares() -> None:
    own, added = neighbourhood(np.array([0.3, 0.2]), np.array([[0.1, 0.2, 0.4, 0.5], [0.0, 0.0, 0.0, 0.0]]), LONG)
    assert own == pytest.approx([0.3, 0.2])
    assert added == pytest.approx([0.4 * (0.2 + 0.4) + 0.1 * (0.1 + 0.5), 0.0])


def test_all_are_divided_by_a_maximum_over_one() -> None:
    own, added = neighbourhood(np.array([1.0, 0.5]), np.array([[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]]), LONG)
    assert own == pytest.approx([0.5, 0.25])
    assert added == pytest.approx([0.5, 0.0])


@given(st.lists(st.lists(st.floats(0, 1), min_size=5, max_size=5), min_size=1, max_size=9), st.floats(0, 1))
def test_the_sum_stays_a_signal_and_no_weight_adds_nothing(values: list[list[float]], weight: float) -> None:
    columns = np.array(values)
    own, added = neighbourhood(columns[:, 0], columns[:, 1:], RelevanceParameters(neighbourhood=weight))
    assert np.all((own >= 0) & (added >= 0) & (own + added <= 1 + 1e-12))
    plain, nothing = neighbourhood(columns[:, 0], columns[:, 1:], RelevanceParameters(neighbourhood=0.0))
    assert np.array_equal(plain, columns[:, 0])
    assert not nothing.any()


def test_arrays_that_do_not_belong_together_are_refused() -> None:
    none = np.zeros(0)
    with pytest.raises(ValueError, match="C×4"):
        NeighbourhoodInput(
            around=np.zeros((2, 3), dtype=np.int64),
            rows=np.zeros(0, dtype=np.int64),
            cosine=none,
            bm25=none,
            tag=none,
            title=none,
        )
    with pytest.raises(ValueError, match="one length"):
        NeighbourhoodInput(
            around=np.zeros((2, 4), dtype=np.int64),
            rows=np.zeros(1, dtype=np.int64),
            cosine=none,
            bm25=none,
            tag=none,
            title=none,
        )
