"""The vector index: cosines and the best of them as a plain loop has them, and values that are never changed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from memento_gui.domain.arrays import FloatArray, IntArray, VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled
from memento_gui.search.duplicates import duplicate_counts
from memento_gui.search.vectors import VectorIndex, top_k

values = arrays.arrays(
    np.float64,
    st.integers(0, 2500),
    elements=st.sampled_from([0.0, -1.0, 0.5, 0.5, 0.9, 1.0, np.nan, -np.inf]),
    fill=st.sampled_from([0.1, 0.5]),
)


def random(count: int, *, dimensions: int = 16, seed: int = 0) -> VectorArray:
    return np.random.default_rng(seed).standard_normal((count, dimensions)).astype(np.float32)


def numbers(*ordinals: int) -> IntArray:
    return np.array(ordinals, dtype=np.int64)


def cosine(one: VectorArray, other: VectorArray) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def test_cosines_are_those_of_the_definition() -> None:
    matrix, query = random(50) * 3, random(1, seed=1)[0]
    index = VectorIndex(np.arange(50)[::-1], matrix)
    assert index.cosines(query) == pytest.approx([cosine(row, query) for row in matrix], abs=1e-6)
    assert index.ordinals.tolist() == list(range(49, -1, -1))
    assert np.linalg.norm(index.matrix, axis=1) == pytest.approx(1.0, abs=1e-6)


@given(values, st.integers(0, 60), st.integers(0, 3))
def test_top_k_is_the_start_of_a_stable_sort(found: FloatArray, k: int, seed: int) -> None:
    mask = np.random.default_rng(seed).random(len(found)) < 0.7 if seed else None
    allowed = [at for at in range(len(found)) if found[at] > -np.inf and (mask is None or mask[at])]
    expected = sorted(allowed, key=lambda at: (-found[at], at))[:k]
    assert top_k(found, k, mask).tolist() == expected


def test_top_k_leaves_its_input_alone_and_needs_none() -> None:
    found = np.array([0.1, np.nan, 0.3])
    assert top_k(found, 5, np.array([True, True, False])).tolist() == [0]
    assert np.isnan(found[1])
    assert top_k(np.zeros(0), 5).tolist() == []
    assert top_k(found.astype(np.float32), 1).tolist() == [2]


steps = st.lists(st.tuples(st.booleans(), st.lists(st.integers(0, 30), min_size=1, max_size=8, unique=True)), max_size=30)


@given(steps)
def test_any_changes_give_the_index_of_what_is_left_and_keep_every_earlier_one(
    changes: list[tuple[bool, list[int]]],
) -> None:
    query = random(1, seed=99)[0]
    held: dict[int, VectorArray] = {}
    index = VectorIndex(numbers(), np.zeros((0, 16), dtype=np.float32))
    earlier: list[tuple[VectorIndex, dict[int, float]]] = []
    for step, (adding, ordinals) in enumerate(changes):
        if adding:
            fresh = random(len(ordinals), seed=step)
            index = index.with_vectors(numbers(*ordinals), fresh)
            held |= dict(zip(ordinals, fresh, strict=True))
        else:
            index = index.without(numbers(*ordinals))
            held = {ordinal: vector for ordinal, vector in held.items() if ordinal not in ordinals}
        expected = {ordinal: cosine(vector, query) for ordinal, vector in held.items()}
        earlier.append((index, expected))
    for made, expected in earlier:
        assert len(made) == len(expected)
        assert dict(zip(made.ordinals.tolist(), made.cosines(query), strict=True)) == pytest.approx(expected, abs=1e-5)
        assert made.matrix.shape == (len(expected), 16)
        for ordinal, place in zip(range(31), made.positions(range(31)), strict=True):
            assert (place >= 0) == (ordinal in expected)
            assert place < 0 or made.ordinals[place] == ordinal


def test_adding_shares_the_matrix_and_two_descendants_do_not_meet() -> None:
    index = VectorIndex(np.arange(100), random(100))
    one = index.with_vectors(numbers(100), random(1, seed=1))
    other = index.with_vectors(numbers(100), random(1, seed=2))
    assert np.shares_memory(index.matrix, one.matrix)
    assert not np.allclose(one.vectors_of(numbers(100)), other.vectors_of(numbers(100)))
    assert one.vectors_of(numbers(100)) == pytest.approx(VectorIndex(numbers(0), random(1, seed=1)).matrix)


def test_likeness_is_symmetric_positive_and_zero_where_a_vector_is_missing() -> None:
    matrix = random(6)
    matrix[1] = -matrix[0]
    index = VectorIndex(np.arange(6), matrix)
    likeness = index.likeness(numbers(0, 1, 3, 77))
    assert likeness[0, 1] == 0.0
    assert likeness[0, 2] == pytest.approx(max(0.0, cosine(matrix[0], matrix[3])), abs=1e-6)
    assert likeness[3].tolist() == [0.0] * 4
    assert np.array_equal(likeness, likeness.T)
    assert np.diag(likeness)[:3] == pytest.approx(1.0)
    assert np.max(likeness) <= 1.0


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("index", [VectorIndex(np.arange(6), random(6)), VectorIndex(np.arange(8)[::-1], random(8))])
@pytest.mark.parametrize("gone", [[], [2]])
def test_rows_are_as_alike_as_their_memories(index: VectorIndex, gone: list[int], *, aligned: bool) -> None:
    index, ordinals, rows = index.without(numbers(*gone)), np.array([0, 1, 2, 3, 4, 5]), np.array([5, 0, 2, 3])
    if aligned:
        index.cosines_of(ordinals, random(1, seed=1)[0])
    likeness = index.likeness(ordinals, rows)
    assert likeness.tolist() == index.likeness(ordinals[rows]).tolist()
    assert np.diag(likeness) == pytest.approx([1.0, 1.0, 0.0 if gone else 1.0, 1.0])
    assert rows.tolist() == [5, 0, 2, 3]


def test_an_empty_index_answers() -> None:
    index = VectorIndex(numbers(), np.zeros((0, 4), dtype=np.float32))
    assert index.cosines(np.ones(4, dtype=np.float32)).tolist() == []
    assert index.positions([1]).tolist() == [-1]
    assert index.likeness(numbers(1, 2)).tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert index.likeness(numbers(1, 2), numbers(1)).tolist() == [[0.0]]
    assert index.without(numbers(3)) is index
    assert [part.tolist() for part in duplicate_counts(index, 0.5)] == [[], []]


def test_a_model_of_another_size_is_refused_not_mixed() -> None:
    index = VectorIndex(np.arange(3), random(3))
    with pytest.raises(ValueError, match="dimension"):
        index.cosines(np.ones(4, dtype=np.float32))
    with pytest.raises(ValueError, match="shape"):
        index.with_vectors(numbers(9), random(1, dimensions=4))


def test_counts_of_near_duplicates_are_those_of_a_loop_over_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memento_gui.search.duplicates._TILE", 16)
    matrix = np.concatenate([random(20), random(20), random(15, seed=3) + 2.0, np.zeros((1, 16), dtype=np.float32)])
    index = VectorIndex(np.arange(100, 156), matrix.astype(np.float32)).without(numbers(103))
    told: list[tuple[int, int]] = []
    ordinals, counts = duplicate_counts(index, 0.83, progress=lambda done, total: told.append((done, total)))
    unit = index.matrix.astype(np.float64)
    expected = np.count_nonzero(unit @ unit.T >= 0.83, axis=1) - (np.linalg.norm(unit, axis=1) > 0)
    assert ordinals.tolist() == index.ordinals.tolist()
    assert counts.tolist() == expected.tolist()
    assert told[-1] == (10, 10)
    for ordinal, count in zip(ordinals, counts, strict=True):
        if ordinal != 155:  # nothing resembles a vector of zeros
            close = index.similar(index.vectors_of([ordinal])[0], 0.83)
            assert len(close) - 1 == count


def test_only_the_memories_that_count_are_counted() -> None:
    index = VectorIndex(np.arange(4), np.ones((4, 3), dtype=np.float32))
    ordinals, counts = duplicate_counts(index, 0.9, among=numbers(0, 2, 3, 50))
    assert ordinals.tolist() == [0, 2, 3]
    assert counts.tolist() == [2, 2, 2]
    assert index.similar(np.ones(3, dtype=np.float32), 0.9, among=numbers(2, 3)).tolist() == [2, 3]


def test_counting_can_be_stopped() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        duplicate_counts(VectorIndex(np.arange(3), random(3)), 0.5, cancel=token)
