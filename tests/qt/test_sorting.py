"""Sorting and keeping places: arrays in, arrays out."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.standing import standing
from memento_gui.qt.tables import sorting
from memento_gui.qt.tables.columns import COLUMNS
from memento_gui.qt.tables.rows import Rows, places_of, runs
from memento_gui.qt.tables.sorting import DEFAULT, SortKey, clicked, sorted_rows

NOW = 1_796_040_000_000
DAY = 86_400_000


def table(count: int, seed: int = 1) -> FeatureTable:
    rng = np.random.default_rng(seed)
    whole = {
        name: rng.integers(0, 5, count)
        for name in ("views", "cites", "edits", "uses", "revisions", "length", "duplicates", "project", "source", "user")
    }
    created = NOW - rng.integers(0, 400, count) * DAY
    return FeatureTable(
        ids=np.array([f"m{i}" for i in range(count)], dtype=np.object_),
        ordinal=np.arange(count, dtype=np.int64),
        type=rng.integers(0, 4, count).astype(np.uint8),
        category=rng.integers(0, 7, count).astype(np.uint8),
        scope=np.zeros(count, dtype=np.uint8),
        status=np.zeros(count, dtype=np.uint8),
        created_ms=created,
        updated_ms=created,
        last_used_ms=created,
        importance=rng.integers(0, 11, count) / 10,
        strength=np.ones(count),
        pinned=rng.random(count) < 0.2,
        trashed=np.zeros(count, dtype=np.bool_),
        episode=np.full(count, -1, dtype=np.int64),
        projects=("", "a", "b", "C", "d"),
        sources=("", "x", "Y", "z", "w"),
        users=("", "p", "q", "r", "s"),
        **whole,
    )


def rows(count: int = 50, seed: int = 1) -> Rows:
    made = table(count, seed)
    return Rows(
        table=made,
        standing=standing(made, ParameterSet(), now_ms=NOW),
        order=np.arange(count, dtype=np.int64),
        now_ms=NOW,
        weights=(0.2, 0.2, 0.1),
    )


def no_words(_ids: Sequence[str]) -> Sequence[str]:
    pytest.fail("these keys need no words")


@pytest.mark.parametrize("column", [c.key for c in COLUMNS if c.sort is not None])
@pytest.mark.parametrize("down", [False, True])
def test_a_column_sorts_its_own_values(column: str, *, down: bool) -> None:
    given_rows = rows()
    result = sorted_rows(given_rows, (SortKey(column, down=down),), no_words)
    sort = next(c.sort for c in COLUMNS if c.key == column)
    assert sort is not None
    values = np.asarray(sort(given_rows))[result.order].tolist()
    assert values == sorted(values, reverse=down)
    assert sorted(result.order.tolist()) == list(range(50))


def test_the_second_key_decides_among_equals_and_the_newest_comes_first_among_the_rest() -> None:
    result = sorted_rows(rows(200), (SortKey("type", down=False), SortKey("importance", down=True)), no_words)
    held = result.table
    keys = [
        (int(held.type[row]), -float(held.importance[row]), -int(held.created_ms[row]), int(held.ordinal[row]))
        for row in result.order
    ]
    assert keys == sorted(keys)


def test_words_are_asked_once_and_sorted_without_case() -> None:
    asked: list[Sequence[str]] = []

    def words(ids: Sequence[str]) -> Sequence[str]:
        asked.append(ids)
        return [("b", "A", "c")[int(identity[1:]) % 3] for identity in ids]

    result = sorted_rows(rows(6), (SortKey("memory", down=False),), words)
    assert [int(row) % 3 for row in result.order] == [1, 1, 0, 0, 2, 2]
    assert len(asked) == 1


def test_clicks_turn_replace_and_add() -> None:
    assert clicked(DEFAULT, "score", adding=False) == (SortKey("score", down=False),)
    assert clicked(DEFAULT, "type", adding=False) == (SortKey("type", down=False),)
    both = clicked(DEFAULT, "type", adding=True)
    assert both == (SortKey("score", down=True), SortKey("type", down=False))
    assert clicked(both, "type", adding=True) == (SortKey("score", down=True), SortKey("type", down=True))


@given(st.sets(st.integers(0, 60)))
def test_runs_hold_exactly_the_places(places: set[int]) -> None:
    found = runs(np.array(sorted(places), dtype=np.int64))
    assert [place for first, last in found for place in range(first, last + 1)] == sorted(places)
    assert all(later[0] - earlier[1] > 1 for earlier, later in pairwise(found))


@given(st.sets(st.integers(0, 59)), st.integers(0, 5))
def test_places_of_finds_ids_wherever_they_were_sorted(wanted: set[int], seed: int) -> None:
    shuffled = sorted_rows(rows(50, seed), DEFAULT, no_words)
    ids = {f"m{number}" for number in wanted}
    found = places_of(shuffled, ids)
    assert {shuffled.id_at(int(place)) for place in found} == {f"m{n}" for n in wanted if n < 50}
    assert found.tolist() == sorted(found.tolist())


@given(st.lists(st.text(max_size=4), max_size=60), st.integers(1, 5))
def test_places_of_texts_are_those_of_numpy(texts: list[str], piece: int) -> None:
    keys = np.array(texts, dtype="U64")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sorting, "_PIECE", piece)
        places = sorting._places_of_texts(keys)
    assert places.tolist() == np.unique(keys, return_inverse=True)[1].tolist()
