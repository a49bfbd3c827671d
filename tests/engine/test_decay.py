"""Use-based decay, the time to a threshold, and what is decided on it."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.knobs import Table
from memento_gui.domain.parameters import DECAY_MODELS, DecayParameters, ParameterSet
from memento_gui.domain.presets import half_life_days
from memento_gui.engine.decay import (
    danger_zone,
    decay_factor,
    decay_score,
    decay_scores,
    power_law_t0,
    tag_factor,
    tag_factors,
    time_to_threshold,
)
from memento_gui.engine.decisions import DECISIONS, Decision, decide, decisions, decisions_of

ORACLES = json.loads((Path(__file__).parent.parent / "data/oracles/cortexgraph_scores.json").read_text(encoding="utf-8"))
DAY_S = 86_400.0
C = ParameterSet().decay
EXPONENTIAL = DecayParameters(model="exponential")
ASSISTANT = DecayParameters(model="exponential", half_life=half_life_days(2.673e-6))
MODELS = st.builds(
    DecayParameters,
    model=st.sampled_from(DECAY_MODELS),
    beta=st.floats(0, 1),
    alpha=st.floats(0.05, 10),
    half_life=st.floats(0.01, 36_500) | st.just(math.inf),
    weight_fast=st.floats(0, 1),
    half_life_fast=st.floats(0.01, 36_500) | st.just(math.inf),
    half_life_slow=st.floats(0.01, 36_500) | st.just(math.inf),
)
DAYS = st.floats(-1000, 40_000)
USES = st.integers(0, 10_000)


def parameters_of(row: dict[str, Any]) -> DecayParameters:
    """The row's own configuration over the other system's defaults, rates turned into half-lives."""
    config = ORACLES["defaults"] | row["config"]
    return DecayParameters(
        model=config["decay_model"],
        beta=config["decay_beta"],
        alpha=config["pl_alpha"],
        half_life=half_life_days(config["decay_lambda"])
        if config["decay_model"] == "exponential"
        else config["pl_halflife_days"],
        weight_fast=config["tc_weight_fast"],
        half_life_fast=half_life_days(config["tc_lambda_fast"]),
        half_life_slow=half_life_days(config["tc_lambda_slow"]),
    )


@pytest.mark.parametrize("row", ORACLES["calculate_score"])
def test_scores_agree_with_what_the_other_system_documents(row: dict[str, Any]) -> None:
    ours = decay_score(row["use_count"], row["age_s"] / DAY_S, row["strength"], parameters_of(row))
    assert float(ours) == pytest.approx(row["score_as_documented"], rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("row", ORACLES["power_law_t0"])
def test_the_power_laws_time_scale_agrees(row: dict[str, float]) -> None:
    assert float(power_law_t0(row["halflife_days"], row["alpha"])) * DAY_S == pytest.approx(row["t0_s"], rel=1e-9)


@pytest.mark.parametrize("row", ORACLES["lambda_halflife"])
def test_rates_and_half_lives_convert(row: dict[str, float]) -> None:
    assert half_life_days(row["lambda_"]) == pytest.approx(row["days"], rel=1e-9)


@pytest.mark.parametrize("row", ORACLES["time_until_threshold"])
def test_the_time_to_a_threshold_agrees_to_a_microsecond(row: dict[str, Any]) -> None:
    ours = time_to_threshold(
        row["current_score"],
        row["threshold"],
        since_last_use_days=row["elapsed_s"] / DAY_S,
        parameters=parameters_of(row),
    )
    if row["remaining_s"] is None:
        assert ours == 0.0
    else:
        assert float(ours) * DAY_S == pytest.approx(row["remaining_s"], rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("row", ORACLES["review_priority"])
def test_the_danger_zone_agrees(row: dict[str, float]) -> None:
    assert float(danger_zone(row["score"], C)) == pytest.approx(row["priority"], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("row", ORACLES["decide"])
def test_decisions_agree(row: dict[str, Any]) -> None:
    score = float(decay_score(row["use_count"], row["last_used_age_s"] / DAY_S, row["strength"], ASSISTANT))
    assert score == pytest.approx(row["score"], rel=1e-9)
    decided = decide(
        score,
        uses=row["use_count"],
        age_days=row["created_age_s"] / DAY_S,
        pinned=False,
        parameters=ASSISTANT,
    )
    expected = Decision.PROMOTE if row["promote"] else Decision.FORGET if row["forget"] else Decision.KEEP
    assert decided.decision is expected
    assert ("used" in decided.reason) == row["reason"].startswith("High use count")


@pytest.mark.parametrize(
    ("n", "days", "strength", "score"),
    [
        (1, 0.25, 1.0, 0.9439),
        (6, 2, 1.0, 1.846),
        (3, 5, 1.5, 0.913),
        (1, 21, 1.0, 0.0078),
        (3, 1 / 24, 2.0, 3.83),
        (1, 30, 1.0, 0.00098),
    ],
)
def test_worked_examples(n: int, days: float, strength: float, score: float) -> None:
    ours = float(decay_score(n - 1, days, strength, EXPONENTIAL))
    assert ours == pytest.approx(score, rel=6e-4 if score > 0.01 else 6e-3)


@given(MODELS, st.lists(DAYS, min_size=2), USES, st.floats(0, 2), st.floats(0.01, 100))
def test_decay_is_a_share_that_never_rises(
    parameters: DecayParameters, days: list[float], uses: int, strength: float, pace: float
) -> None:
    ordered = np.sort(np.array(days))
    factors = decay_factor(ordered, parameters, tag_factor=pace)
    assert np.all((factors >= 0) & (factors <= 1))
    assert np.all(np.diff(factors) <= 0)
    scores = decay_score(uses, ordered, strength, parameters, tag_factor=pace)
    assert scores == pytest.approx((uses + 1) ** parameters.beta * factors * strength)


@given(MODELS, st.floats(0, 1000), USES, st.floats(0.01, 2))
def test_more_use_and_more_strength_never_lower_a_score(
    parameters: DecayParameters, days: float, uses: int, strength: float
) -> None:
    score = decay_score(uses, days, strength, parameters)
    assert decay_score(uses + 1, days, strength, parameters) >= score
    assert decay_score(uses, days, min(2.0, strength * 1.5), parameters) >= score


@pytest.mark.parametrize("model", ["power_law", "exponential"])
@given(st.floats(0.01, 36_500), st.floats(0.05, 10))
def test_the_half_life_is_where_half_is_left(model: str, half_life: float, alpha: float) -> None:
    parameters = DecayParameters(model=model, half_life=half_life, alpha=alpha)
    assert float(decay_factor(half_life, parameters)) == pytest.approx(0.5, rel=1e-9)
    assert decay_factor(0.0, parameters) == decay_factor(-5.0, parameters) == 1.0


@pytest.mark.parametrize("model", DECAY_MODELS)
def test_never_means_never(model: str) -> None:
    parameters = DecayParameters(model=model, half_life=math.inf, half_life_fast=math.inf, half_life_slow=math.inf)
    assert decay_factor(1e6, parameters) == 1.0
    assert time_to_threshold(1.0, 0.9, since_last_use_days=0.0, parameters=parameters) == math.inf
    assert time_to_threshold(0.9, 0.9, since_last_use_days=0.0, parameters=parameters) == 0.0


def test_scores_are_computed_from_instants_and_so_never_compound() -> None:
    idle = np.array([1.0, 5.0, 9.0])
    once = decay_score(3, idle, 1.0, C)
    again = [decay_score(3, idle, 1.0, C) for _ in range(10)][-1]
    assert np.array_equal(once, again)
    assert np.array_equal(once, np.array([float(decay_score(3, days, 1.0, C)) for days in idle]))


@given(MODELS, st.floats(0, 500), st.floats(0.01, 2), st.floats(0.01, 3), st.floats(0.01, 100))
def test_after_the_time_to_a_threshold_the_score_is_the_threshold(
    parameters: DecayParameters, idle: float, threshold: float, uses: float, pace: float
) -> None:
    score = float(decay_score(uses, idle, 1.0, parameters, tag_factor=pace))
    wait = float(time_to_threshold(score, threshold, since_last_use_days=idle, parameters=parameters, tag_factor=pace))
    if score <= threshold:
        assert wait == 0.0
    elif math.isinf(wait):
        assert decay_score(uses, idle + 36_524.0, 1.0, parameters, tag_factor=pace) > threshold * (1 - 1e-9)
    else:
        later = float(decay_score(uses, idle + wait, 1.0, parameters, tag_factor=pace))
        assert later == pytest.approx(threshold, rel=1e-6)


def test_beyond_a_hundred_years_is_never() -> None:
    for model in DECAY_MODELS:
        slow = DecayParameters(model=model, half_life=30_000, half_life_fast=30_000, half_life_slow=30_000)
        waits = time_to_threshold(1.0, np.array([0.5, 0.05]), since_last_use_days=0.0, parameters=slow)
        assert waits.tolist() == [pytest.approx(30_000), math.inf]
    assert time_to_threshold(1.0, 0.0, since_last_use_days=0.0, parameters=C) == math.inf
    assert time_to_threshold(1.0, -1.0, since_last_use_days=0.0, parameters=C) == math.inf


def test_long_idle_two_component_scores_still_find_their_threshold() -> None:
    parameters = DecayParameters(model="two_component")
    wait = float(time_to_threshold(1e-300, 1e-301, since_last_use_days=10_000.0, parameters=parameters))
    assert wait == pytest.approx(7.0 * math.log2(10), rel=1e-9)  # only the slow component is left


def test_tags_change_the_pace() -> None:
    assert tag_factor(["Credentials"], C) == 0.5
    assert tag_factor(["ephemeral", "x"], C) == 2.0
    assert tag_factor(["ephemeral", "credentials"], C) == 1.0
    assert tag_factor([], C) == 1.0
    many = replace(C, tag_factor=Table(dict.fromkeys("abc", 100.0)))
    assert tag_factor("abc", many) == 100.0
    assert tag_factors([(0, "ephemeral"), (2, "credentials")], 3, C).tolist() == [2.0, 1.0, 0.5]
    for model in ("power_law", "exponential"):
        slower = DecayParameters(model=model, half_life=6.0)
        usual = DecayParameters(model=model, half_life=3.0)
        assert float(decay_factor(9.0, usual, tag_factor=0.5)) == pytest.approx(float(decay_factor(9.0, slower)))


@given(st.floats(-10, 10))
def test_the_danger_zone_peaks_in_its_middle(score: float) -> None:
    value = float(danger_zone(score, C))
    assert 0.0 <= value <= 1.0
    assert (value > 0.0) == (0.15 < score < 0.35) or value < 1e-9
    assert danger_zone(0.25, C) == 1.0


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_nan_and_infinity_are_errors(bad: float) -> None:
    for numbers in ((bad, 1.0, 1.0), (1.0, bad, 1.0), (1.0, 1.0, bad)):
        with pytest.raises(InvalidParameter):
            decay_score(*numbers, C)
    with pytest.raises(InvalidParameter):
        danger_zone(bad, C)
    with pytest.raises(InvalidParameter):
        time_to_threshold(bad, 0.1, since_last_use_days=0.0, parameters=C)
    with pytest.raises(InvalidParameter):
        decisions(bad, uses=0, age_days=0.0, pinned=False, parameters=C)
    with pytest.raises(InvalidParameter):
        decay_score(-1, 0.0, 1.0, C)
    with pytest.raises(InvalidParameter):
        decay_score(0, 0.0, 2.1, C)


def test_the_rules_are_tried_in_order_and_a_pin_only_saves_from_forgetting() -> None:
    scores = np.array([0.65, 0.01, 0.01, 0.01, 0.3, 0.05, 0.9])
    codes = decisions(
        scores,
        uses=np.array([0, 5, 5, 4, 0, 0, 0]),
        age_days=np.array([90.0, 14.0, 14.01, 1.0, 5.0, 5.0, 5.0]),
        pinned=np.array([False, False, False, True, False, False, True]),
        parameters=C,
    )
    assert [DECISIONS[code] for code in codes] == ["promote", "promote", "forget", "keep", "keep", "keep", "promote"]


@pytest.mark.parametrize(
    ("score", "uses", "pinned", "reason"),
    [
        (0.944, 0, False, "Promote: the score of 0.944 reaches 0.65."),
        (0.0078, 5, False, "Promote: used 5 times (at least 5) and 3.0 days old (at most 14)."),
        (0.0078, 1, False, "Forget: the score of 0.0078 is under 0.05."),
        (0.0078, 1, True, "Keep: the score of 0.0078 is under 0.05, but the memory is pinned."),
        (0.2, 1, True, "Keep: the score of 0.200 lies between 0.05 and 0.65."),
    ],
)
def test_each_decision_gives_its_numbers(score: float, uses: int, pinned: bool, reason: str) -> None:  # noqa: FBT001
    assert decide(score, uses=uses, age_days=3.0, pinned=pinned, parameters=C).reason == reason


def test_a_whole_table_is_scored_and_decided(table_of: Callable[..., FeatureTable], now_ms: int) -> None:
    table = table_of(
        5,
        age_days=[0.0, 40.0, 40.0, 40.0, 10.0],
        last_used_ms=now_ms - np.array([-DAY_MS, 40 * DAY_MS, 40 * DAY_MS, 3 * DAY_MS, 10 * DAY_MS]),
        uses=[0, 0, 0, 2, 5],
        strength=[1.0, 1.0, 1.0, 0.5, 1.0],
        pinned=[False, False, True, False, False],
    )
    scores = decay_scores(table, EXPONENTIAL, now_ms=now_ms)
    faded = 2.0 ** (-40 / 3)
    assert scores == pytest.approx([1.0, faded, faded, 3**0.6 / 4, 6**0.6 * 2.0 ** (-10 / 3)])
    codes = decisions_of(table, EXPONENTIAL, now_ms=now_ms)
    assert [DECISIONS[code] for code in codes] == ["promote", "forget", "keep", "keep", "promote"]
    slowly = decisions_of(table, EXPONENTIAL, now_ms=now_ms, tag_factor=np.array([1.0, 0.1, 1.0, 1.0, 1.0]))
    assert DECISIONS[slowly[1]] is Decision.KEEP
