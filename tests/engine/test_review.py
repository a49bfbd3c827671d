"""Spaced review: recall, the time constant and the fixed steps."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.parameters import ParameterSet, ReviewParameters
from memento_gui.engine.review import MAX_INTERVAL_DAYS, due_after, first_tau, next_tau, preset_interval, recall, tau_for

ORACLES = json.loads((Path(__file__).parent.parent / "data/oracles/memento_scores.json").read_text(encoding="utf-8"))
M1 = ParameterSet().review
SIGNAL = st.floats(0, 1)
TAUS = st.floats(0.1, 36_500)
COEFFICIENTS = st.builds(
    ReviewParameters,
    target=st.floats(0.5, 0.97),
    importance=st.floats(0, 5),
    usage=st.floats(0, 5),
    helpful=st.floats(0, 5),
    bad=st.floats(0, 5),
    factor_min=st.floats(0.01, 1),
    factor_max=st.floats(1, 100),
    tau_min=st.floats(0.001, 100),
    tau_max=st.floats(1, 36_500),
    preset_first=st.floats(0.01, 365),
    preset_second=st.floats(0.01, 365),
)


def after(  # noqa: PLR0913  # the formula's own variables, all by keyword
    tau: float,
    parameters: ReviewParameters = M1,
    *,
    importance: float = 0.5,
    usage: float = 0.0,
    helpful: float = 0.0,
    bad: float = 0.0,
    share: float = 1.0,
) -> float:
    interval = float(due_after(tau, parameters.target))
    return float(
        next_tau(
            tau,
            importance=importance,
            usage=usage,
            helpful=helpful,
            bad=bad,
            elapsed_days=share * interval,
            interval_days=interval,
            parameters=parameters,
        )
    )


@pytest.mark.parametrize("row", ORACLES["recall"])
def test_recall_agrees_with_the_other_system(row: dict[str, float]) -> None:
    assert recall(row["since_days"], row["interval"]) == pytest.approx(row["p"], rel=1e-9)
    assert bool(recall(row["since_days"], row["interval"]) < M1.target) == row["needs_review"]


@pytest.mark.parametrize("row", ORACLES["next_interval"])
def test_next_tau_agrees_with_the_other_system_before_it_rounds_up_to_days(row: dict[str, float]) -> None:
    given_up = ReviewParameters(tau_min=0.001)
    ours = after(
        row["current"],
        given_up,
        importance=row["importance"],
        usage=row["usage"],
        helpful=row["helpful_feedback"],
        bad=row["bad_feedback"],
    )
    assert math.ceil(round(ours, 9)) == row["out"]


def test_the_first_review_falls_a_day_after_introduction() -> None:
    assert first_tau(M1) == pytest.approx(2.8037, abs=5e-5)
    assert due_after(first_tau(M1), 0.7) == pytest.approx(1.0, rel=1e-12)


@given(TAUS, st.floats(0.5, 0.97))
def test_recall_at_the_due_instant_is_the_target(tau: float, target: float) -> None:
    assert recall(due_after(tau, target), tau) == pytest.approx(target, abs=1e-9)
    assert tau_for(due_after(tau, target), target, M1) == pytest.approx(tau, rel=1e-12)


@given(st.lists(st.floats(-1e5, 1e5), min_size=2), TAUS)
def test_recall_starts_at_one_and_never_rises(elapsed: list[float], tau: float) -> None:
    values = recall(np.sort(np.array(elapsed)), tau)
    assert np.all((values >= 0) & (values <= 1))
    assert np.all(np.diff(values) <= 0)
    assert recall(-3.0, tau) == recall(0.0, tau) == 1.0


@given(TAUS, COEFFICIENTS, SIGNAL, SIGNAL, SIGNAL, SIGNAL)
def test_tau_stays_within_its_bounds_for_any_coefficients(
    tau: float, parameters: ReviewParameters, importance: float, usage: float, helpful: float, bad: float
) -> None:
    ours = after(tau, parameters, importance=importance, usage=usage, helpful=helpful, bad=bad)
    assert min(parameters.tau_min, parameters.tau_max) <= ours <= parameters.tau_max
    assert 0 < due_after(ours, parameters.target) < MAX_INTERVAL_DAYS


@given(TAUS, COEFFICIENTS, SIGNAL, SIGNAL, SIGNAL, st.floats(0, 1))
def test_reviewing_ahead_never_pays_more_than_waiting(
    tau: float, parameters: ReviewParameters, importance: float, helpful: float, bad: float, share: float
) -> None:
    early = after(tau, parameters, importance=importance, helpful=helpful, bad=bad, share=share)
    waited = after(tau, parameters, importance=importance, helpful=helpful, bad=bad)
    assert early <= waited * (1 + 1e-12)


@given(st.floats(1, 1000), SIGNAL, st.integers(2, 20))
def test_many_early_answers_gain_no_more_than_one_in_time(tau: float, importance: float, pieces: int) -> None:
    interval = float(due_after(tau, M1.target))
    ours = tau
    for _ in range(pieces):
        ours = float(
            next_tau(
                ours,
                importance=importance,
                usage=0.0,
                helpful=1.0,
                bad=0.0,
                elapsed_days=interval / pieces,
                interval_days=due_after(ours, M1.target),
                parameters=M1,
            )
        )
    assert ours <= after(tau, importance=importance, helpful=1.0) * (1 + 1e-9)


def test_answers_are_ordered_from_bad_to_helpful() -> None:
    assert after(10, bad=1.0) < after(10, bad=0.5) < after(10) < after(10, helpful=1.0)
    assert after(10, bad=1.0) == pytest.approx(6.0)
    assert after(10, importance=1.0, usage=1.0, helpful=1.0) == pytest.approx(25.0)


def test_a_loss_is_not_lessened_by_answering_early_and_lateness_gains_nothing_more() -> None:
    assert after(10, bad=1.0, share=0.1) == after(10, bad=1.0)
    assert after(10, share=7.0) == after(10)
    assert after(10, share=-1.0) == 10.0


@pytest.mark.parametrize("given_up", [math.nan, -0.1, 1.1])
def test_a_signal_that_is_none_is_refused(given_up: float) -> None:
    with pytest.raises(InvalidParameter, match="importance"):
        after(10, importance=given_up)
    with pytest.raises(InvalidParameter):
        after(10, bad=given_up)
    with pytest.raises(InvalidParameter):
        recall(math.nan, 1.0)
    with pytest.raises(InvalidParameter):
        recall(1.0, 0.0)


def step(interval: float, parameters: ReviewParameters = M1, *, bad: float = 0.0, share: float = 1.0) -> float:
    return float(
        preset_interval(
            interval,
            importance=0.5,
            usage=0.5,
            bad=bad,
            elapsed_days=share * interval,
            parameters=parameters,
        )
    )


def test_fixed_steps_are_one_day_then_six_then_growing_whole_days() -> None:
    assert [step(1.0), step(6.0), step(9.0)] == [6.0, 9.0, 13.0]  # 6·1.4 = 8.4, 9·1.4 = 12.6
    assert step(10.0) == 14.0  # 10·1.4 is a hair over 14 in floating point
    assert step(30.0, bad=1.0) == 1.0
    assert step(30.0, bad=0.5) == 30.0


@given(st.floats(0.01, 36_500), COEFFICIENTS, st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 2))
def test_fixed_steps_are_bounded_and_never_pay_more_for_coming_early(
    interval: float, parameters: ReviewParameters, bad: float, share: float
) -> None:
    early, waited = (step(interval, parameters, bad=bad, share=part) for part in (share, max(1.0, share)))
    assert 0 < early <= waited <= MAX_INTERVAL_DAYS
    assert bad == 1.0 or early >= interval


@given(st.floats(1, 1000), COEFFICIENTS, st.lists(st.floats(0.01, 1), min_size=2, max_size=20))
def test_many_early_fixed_steps_gain_no_more_than_one_in_time(
    interval: float, parameters: ReviewParameters, waits: list[float]
) -> None:
    ours, least = interval, min(parameters.preset_first, parameters.preset_second)
    parameters = replace(parameters, preset_first=least, preset_second=least)  # growing steps alone
    for wait in waits:
        ours = step(ours, parameters, share=wait / sum(waits) * interval / ours)
    assert ours <= step(interval, parameters) * (1 + 1e-9)


def test_arrays_broadcast() -> None:
    taus = next_tau(
        np.array([[1.0], [10.0]]),
        importance=np.array([0.0, 0.5, 1.0]),
        usage=0.0,
        helpful=0.0,
        bad=0.0,
        elapsed_days=10.0,
        interval_days=10.0,
        parameters=M1,
    )
    assert taus == pytest.approx(np.array([[1.0, 1.3, 1.6], [10.0, 13.0, 16.0]]))
