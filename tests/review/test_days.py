"""Review days in three zones, across every clock change."""

import time
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.review.days import boundary_ms, count_by_day, day_boundaries_ms, day_end_ms, day_of, day_start_ms

BERLIN, NEW_YORK, APIA, LORD_HOWE = (
    ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe")
)
HOUR_MS = 3_600_000
ZONES = st.sampled_from([BERLIN, NEW_YORK, APIA, LORD_HOWE, UTC, None])
INSTANTS = st.integers(1_200_000_000_000, 2_500_000_000_000)  # 2008 to 2049


def ms(zone: ZoneInfo, *when: int) -> int:
    return round(datetime(*when, tzinfo=zone).timestamp() * 1000)  # type: ignore[misc, arg-type]  # year, month, …


@given(INSTANTS, ZONES, st.integers(0, 23))
def test_every_instant_lies_in_exactly_one_day(now: int, zone: ZoneInfo | None, rollover: int) -> None:
    start, end = day_start_ms(now, zone, rollover), day_end_ms(now, zone, rollover)
    assert start <= now < end
    assert day_end_ms(start, zone, rollover) == end
    assert day_start_ms(end, zone, rollover) == end
    assert day_end_ms(start - 1, zone, rollover) == start
    assert end - start <= 49 * HOUR_MS


def test_until_the_rollover_hour_it_is_still_yesterday() -> None:
    assert day_of(ms(BERLIN, 2026, 11, 30, 3, 59), BERLIN, 4) == date(2026, 11, 29)
    assert day_of(ms(BERLIN, 2026, 11, 30, 4, 0), BERLIN, 4) == date(2026, 11, 30)
    assert day_of(ms(NEW_YORK, 2026, 11, 30, 23, 0), NEW_YORK, 0) == date(2026, 11, 30)


@pytest.mark.parametrize(
    ("zone", "day", "rollover", "hours"),
    [
        (BERLIN, date(2026, 3, 28), 4, 23),
        (BERLIN, date(2026, 10, 24), 4, 25),
        (BERLIN, date(2026, 3, 29), 0, 23),
        (NEW_YORK, date(2026, 3, 7), 4, 23),
        (NEW_YORK, date(2026, 10, 31), 4, 25),
        (NEW_YORK, date(2026, 3, 8), 2, 23),  # 2:00 is skipped: begins at the change, which is 3:00
        (NEW_YORK, date(2026, 10, 31), 1, 24),  # 1:00 comes twice; the next day begins at the first
        (NEW_YORK, date(2026, 11, 1), 1, 25),
        (LORD_HOWE, date(2026, 10, 3), 4, 23.5),  # moves by half an hour
        (APIA, date(2011, 12, 29), 4, 24),
        (APIA, date(2011, 12, 30), 4, 0),  # this date never was
        (APIA, date(2011, 12, 31), 4, 24),
    ],
)
def test_days_are_as_long_as_the_clock_makes_them(zone: ZoneInfo, day: date, rollover: int, hours: float) -> None:
    length = boundary_ms(day + timedelta(days=1), zone, rollover) - boundary_ms(day, zone, rollover)
    assert length == hours * HOUR_MS


def test_a_date_that_never_was_holds_no_instant() -> None:
    days = {day_of(ms(APIA, 2011, 12, 29, 12) + hour * HOUR_MS, APIA, 4) for hour in range(72)}
    assert date(2011, 12, 30) not in days
    assert {date(2011, 12, 29), date(2011, 12, 31)} <= days


def test_a_day_that_has_begun_does_not_end_when_the_clock_goes_back_over_midnight() -> None:
    newfoundland = ZoneInfo("America/St_Johns")  # in 2010 the clock went from 0:01 on 7 November back to 23:01
    begun = boundary_ms(date(2010, 11, 7), newfoundland, 0)
    assert datetime.fromtimestamp(begun / 1000 + 600, newfoundland).date() == date(2010, 11, 6)
    assert day_of(begun + 600_000, newfoundland, 0) == date(2010, 11, 7)
    assert day_start_ms(begun + 600_000, newfoundland, 0) == begun


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, APIA])
def test_a_year_of_boundaries_has_neither_gap_nor_overlap(zone: ZoneInfo) -> None:
    boundaries = day_boundaries_ms(date(2026, 1, 1), 365, zone, 4)
    hours = np.diff(boundaries) / HOUR_MS
    assert np.all(np.isin(hours, [23, 24, 25]))
    assert boundaries[-1] == boundary_ms(date(2027, 1, 1), zone, 4)
    noons = np.array([ms(zone, 2026, 1, 1, 12) + n * 24 * HOUR_MS for n in range(365)])
    assert np.array_equal(count_by_day(noons, boundaries), np.ones(365))


def test_instants_outside_are_not_counted() -> None:
    boundaries = day_boundaries_ms(date(2026, 1, 1), 2, UTC, 0)
    inside, end = int(boundaries[0]), int(boundaries[-1])
    counted = count_by_day(np.array([inside - 1, inside, end - 1, end]), boundaries)
    assert counted.tolist() == [1, 1]


def test_the_computers_own_zone_is_taken_where_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(time, "tzset"):
        pytest.skip("the process cannot change its zone here")
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        for now in range(ms(NEW_YORK, 2026, 3, 1), ms(NEW_YORK, 2026, 3, 20), 5 * HOUR_MS):
            assert day_end_ms(now, None, 4) == day_end_ms(now, NEW_YORK, 4)
    finally:
        monkeypatch.undo()
        time.tzset()
