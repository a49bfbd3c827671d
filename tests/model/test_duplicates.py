"""Near-duplicates: counted over all pairs, followed change by change, and kept in the store."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled
from memento_gui.domain.features import UNKNOWN_DUPLICATES
from memento_gui.model.library import Library
from memento_gui.search.duplicates import duplicate_counts, renewed_counts
from memento_gui.search.vectors import VectorIndex
from memento_gui.store import text_hash

MODEL = "three numbers"
DIRECTIONS = np.eye(3, dtype=np.float32)


def embed(library: Library, identity: str, direction: int) -> None:
    with library._store.transaction() as writer:
        hashes = [text_hash("", library.get(identity).content)]
        writer.put_embeddings(MODEL, [identity], DIRECTIONS[direction][np.newaxis], hashes)


def known(library: Library) -> dict[str, int]:
    table = library.features()
    return {str(i): int(n) for i, n in zip(table.ids, table.duplicates, strict=True) if n != UNKNOWN_DUPLICATES}


@pytest.fixture
def held(library: Library) -> list[str]:
    ids = [library.remember(f"memory {number}").id for number in range(6)]
    for number, direction in enumerate((0, 0, 0, 1, 1)):  # the last has no vector
        embed(library, ids[number], direction)
    return ids


def test_all_are_counted_and_shown_in_forgetting_and_filters(library: Library, held: list[str]) -> None:
    assert known(library) == {}
    assert not library.scores.forgetting().duplicates_known.any()
    assert library.duplicates.count(0.83) == 5
    assert known(library) == dict(zip(held, (2, 2, 2, 1, 1), strict=False))
    forgetting = library.scores.forgetting()
    assert forgetting.duplicates_known.tolist() == [True] * 5 + [False]
    assert forgetting.duplicates[0] == pytest.approx(library.parameters().forgetting.duplicates * 0.2)
    rows = library.filter("is:duplicate").rows
    assert [str(i) for i in library.features().ids[rows]] == held[:5]
    assert library.duplicates.count(0.83) == 0


def test_every_change_is_followed(library: Library, held: list[str]) -> None:
    library.duplicates.count(0.83)
    steps: list[tuple[Callable[[], object], tuple[int, ...]]] = [
        (lambda: library.forget(held[0]), (1, 1, 1, 1)),
        (lambda: library.restore(held[0]), (2, 2, 2, 1, 1)),
        (lambda: embed(library, held[5], 1), (2, 2, 2, 2, 2, 2)),
        (lambda: embed(library, held[2], 1), (1, 1, 3, 3, 3, 3)),
        (lambda: library.edit(held[3], status="archived"), (1, 1, 2, 2, 2)),
        (lambda: library.viewed(held[1]), (1, 1, 2, 2, 2)),
    ]
    for change, expected in steps:
        change()
        library.duplicates.count(0.83)
        table = library.features()
        counted = table.active & (table.duplicates != UNKNOWN_DUPLICATES)
        assert tuple(table.duplicates[counted].tolist()) == expected


def test_counts_are_trusted_only_for_the_vectors_they_were_made_of(
    library: Library, held: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library.duplicates.count(0.83)
    compared: list[int] = []

    def counting(vectors: VectorIndex, *given: object, **more: object) -> object:
        compared.append(len(vectors))
        return duplicate_counts(vectors, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("memento_gui.model.repeats.duplicates.duplicate_counts", counting)
    with Library.open(library.path) as again:
        assert again.duplicates.count(0.83) == 0
    assert compared == []
    library.forget(held[4])
    with Library.open(library.path) as again:
        again.duplicates.count(0.83)
        assert known(again)[held[3]] == 0
        again.duplicates.count(0.5)
    assert compared == [5, 5]


def test_a_cancelled_comparison_writes_nothing(library: Library, held: list[str]) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        library.duplicates.count(0.83, cancel=token)
    assert known(library) == {}
    assert len(held) == 6


corners = st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=1, max_size=12)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(corners, st.data())
def test_following_is_counting_anew(before: list[tuple[int, bool]], data: st.DataObject) -> None:
    after = data.draw(st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=len(before), max_size=16))
    sides = []
    for side in (before, after):
        vectors = VectorIndex(np.arange(len(side)), DIRECTIONS[[direction for direction, _ in side]])
        sides.append((vectors, np.flatnonzero([active for _, active in side])))
    (old, old_active), (new, new_active) = sides
    padded = [*before, *[(-1, False)] * (len(after) - len(before))]
    changed = np.array([n for n, pair in enumerate(zip(padded, after, strict=True)) if pair[0] != pair[1]], dtype=np.int64)
    counts = duplicate_counts(old, 0.83, among=old_active)[1]
    renewed = renewed_counts((old, old_active, counts), (new, new_active), changed, 0.83)
    assert renewed.tolist() == duplicate_counts(new, 0.83, among=new_active)[1].tolist()
