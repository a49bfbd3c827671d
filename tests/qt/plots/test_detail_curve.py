"""The detail pane's curve is the engine's, and crosses where the engine says."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.parameters import DECAY_MODELS, ParameterSet
from memento_gui.engine.decay import decay_score
from memento_gui.qt.plots.detail_curve import DetailCurve
from memento_gui.qt.theme import DARK, Theme

M1 = ParameterSet()
NOW = 1_795_996_800_000


@pytest.fixture
def curve(qtbot: QtBot, theme: Theme) -> DetailCurve:
    made = DetailCurve(theme)
    qtbot.addWidget(made)
    made.resize(360, 130)
    made.show()
    return made


def test_it_is_the_engines_score_up_to_one(curve: DetailCurve) -> None:
    curve.show_memory(9, 1.0, NOW, NOW, M1)
    x, y = curve.curve("score")
    assert y.max() == 1.0
    assert np.allclose(y, np.minimum(decay_score(9, x, 1.0, M1.decay), 1.0))


def test_the_crossings_are_where_the_score_meets_the_thresholds(curve: DetailCurve) -> None:
    curve.show_memory(9, 1.0, NOW - 5 * DAY_MS, NOW, M1)
    for name, threshold in (("promote", 0.65), ("forget", 0.05)):
        days = curve.crossings[name]
        assert float(decay_score(9, days, 1.0, M1.decay)) == pytest.approx(threshold)
        assert curve._marks[name].isVisible()
        assert curve._marks[name].x() == days
    assert curve.curve("today")[0].tolist() == [5.0, 5.0]
    assert curve.ground.x_ticks.texts[0] == "last use"  # no text lies on the curve; today has room where it is later


def test_today_is_named_along_the_axis_where_there_is_room(curve: DetailCurve) -> None:
    curve.show_memory(9, 1.0, NOW - 60 * DAY_MS, NOW, M1)
    ticks = curve.ground.x_ticks
    assert dict(zip(ticks.texts, ticks.values, strict=True))["today"] == pytest.approx(60.0)
    curve.show_memory(9, 1.0, NOW, NOW, M1)
    assert curve.ground.x_ticks.texts[0] == "today"


def test_a_memory_that_never_fades_is_drawn_too(curve: DetailCurve) -> None:
    curve.show_memory(0, 2.0, NOW - 400 * DAY_MS, NOW, M1.with_value("decay.half_life", math.inf))
    assert curve.crossings["forget"] == math.inf
    assert not curve._marks["forget"].isVisible()


def test_a_last_use_in_the_future_counts_as_now(curve: DetailCurve) -> None:
    curve.show_memory(0, 1.0, NOW + DAY_MS, NOW, M1)
    assert curve.curve("today")[0].tolist() == [0.0, 0.0]


def test_it_follows_the_theme(curve: DetailCurve, theme: Theme) -> None:
    curve.show_memory(9, 1.0, NOW, NOW, M1)
    theme.choose(DARK)
    assert curve.pen("score").color() == theme.tokens.text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.integers(0, 1000), st.floats(0, 2), st.floats(0, 5000), st.sampled_from(DECAY_MODELS))
def test_any_memory_can_be_drawn(curve: DetailCurve, uses: int, strength: float, idle: float, model: str) -> None:
    curve.show_memory(uses, strength, NOW - round(idle * DAY_MS), NOW, M1.with_value("decay.model", model))
    x, y = curve.curve("score")
    assert x[-1] >= idle
    assert np.all((y >= 0) & (y <= 1))
