"""New ids: UUIDs of version 7 that sort by time, also within a millisecond and across threads."""

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.identity import new_id

NOON_MS = 1_796_040_000_000


@given(st.integers(0, (1 << 48) - 1))
def test_an_id_is_a_uuid_of_version_7_that_tells_its_time(now_ms: int) -> None:
    made = uuid.UUID(new_id(now_ms))
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == now_ms
    assert str(made) == new_id(now_ms)[:14] + str(made)[14:]


@given(st.lists(st.integers(0, (1 << 48) - 1), min_size=2, max_size=20))
def test_ids_sort_by_time_and_then_by_order_of_making(times: list[int]) -> None:
    ordered = sorted(times)
    ids = [new_id(time) for time in ordered]
    assert ids == sorted(ids)
    assert len(set(ids)) == len(ids)


def test_a_thousand_ids_of_one_millisecond_ascend() -> None:
    ids = [new_id(NOON_MS) for _ in range(1_000)]
    assert ids == sorted(set(ids))


@pytest.mark.parametrize(("now_ms", "kept"), [(-1, 0), (1 << 48, (1 << 48) - 1)])
def test_a_time_that_does_not_fit_is_clamped(now_ms: int, kept: int) -> None:
    assert uuid.UUID(new_id(now_ms)).int >> 80 == kept


def test_the_given_source_of_bits_is_used() -> None:
    first = new_id(1, lambda bits: (1 << bits) - 1)
    again = new_id(1, lambda _: 0)
    assert uuid.UUID(again).int - uuid.UUID(first).int > 0
    assert new_id(2, lambda _: 0) == "00000000-0002-7000-8000-000000000000"
    assert new_id(2, lambda _: 0) == "00000000-0002-7000-8000-000000000001"


def test_threads_never_make_the_same_id() -> None:
    with ThreadPoolExecutor(4) as pool:
        ids = list(pool.map(lambda _: new_id(NOON_MS), range(2_000)))
    assert len(set(ids)) == 2_000
