"""The decay plots draw the engine's numbers, and thresholds can be dragged."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.parameters import DECAY_MODELS, ParameterSet
from memento_gui.engine.decay import decay_factor, decay_score
from memento_gui.qt.plots.decay_plot import DecayPlot
from memento_gui.qt.plots.detail_curve import DetailCurve
from memento_gui.qt.plots.use_count_plot import AFTER_DAYS, UseCountPlot
from memento_gui.qt.theme import DARK, Theme

M1 = ParameterSet()
NOW = 1_795_996_800_000


@pytest.fixture
def plot(qtbot: QtBot, theme: Theme) -> DecayPlot:
    made = DecayPlot(theme)
    qtbot.addWidget(made)
    made.resize(440, 340)
    made.show_parameters(M1, M1)
    made.show()
    return made


def test_the_three_models_are_the_engines_and_differ_by_dash(plot: DecayPlot) -> None:
    dashes = set()
    for model in DECAY_MODELS:
        x, y = plot.curve(model)
        assert len(x) <= 200
        assert np.allclose(y, decay_factor(x, dataclasses.replace(M1.decay, model=model)))
        dashes.add(tuple(plot.pen(model).dashPattern()))
        assert plot.pen(model).color() == plot.colours.text
    assert len(dashes) == 3


def test_the_model_in_use_is_the_thick_one(plot: DecayPlot) -> None:
    plot.show_parameters(M1.with_value("decay.model", "exponential"), M1)
    assert plot.pen("exponential").widthF() > plot.pen("power_law").widthF()
    assert np.allclose(plot.curve("saved")[1], decay_factor(plot.curve("saved")[0], M1.decay))


def test_nothing_is_dashed_while_nothing_changed(plot: DecayPlot) -> None:
    assert len(plot.curve("saved")[0]) == 0


def test_the_comparison_curves_are_a_step_and_a_slope(plot: DecayPlot) -> None:
    assert plot.curve("fixed_ttl")[0].tolist() == [0.0, 14.0, 14.0]
    assert plot.curve("linear")[0].tolist() == [0.0, 21.0]
    assert plot.curve("linear")[1].tolist() == [1.0, 0.0]
    assert (plot.label("fixed_ttl"), plot.label("linear")) == ("fixed 14 d", "linear 21 d")


def test_dragging_a_threshold_tells_the_wanted_score(plot: DecayPlot, qtbot: QtBot) -> None:
    told: list[tuple[str, float]] = []
    plot.turned.connect(lambda name, score: told.append((name, score)))
    view = plot._view.viewport()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPointF(*plot.pixels(x=20, y=0.65)).toPoint())
    qtbot.mouseMove(view, QPointF(*plot.pixels(x=20, y=0.8)).toPoint())
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPointF(*plot.pixels(x=20, y=0.8)).toPoint())
    assert told[-1][0] == "decay.promote"
    assert told[-1][1] == pytest.approx(0.8, abs=0.01)


def test_a_threshold_above_one_rests_on_the_edge_with_its_value(plot: DecayPlot) -> None:
    plot.show_parameters(M1.with_value("decay.promote", 2.5), M1)
    assert plot.heights["promote"] == 1.0
    assert plot.label("promote") == "promote 2.50"


def test_use_counts_are_the_engines(qtbot: QtBot, theme: Theme) -> None:
    plot = UseCountPlot(theme)
    qtbot.addWidget(plot)
    plot.show_parameters(M1)
    x, y = plot.curve("s = 2")
    assert (x[0], x[-1]) == (1.0, 12.0)
    assert np.allclose(y, decay_score(x - 1.0, AFTER_DAYS, 2.0, M1.decay))
    assert plot.curve("promote")[1].tolist() == [0.65, 0.65]


def test_every_parameter_set_can_be_drawn(plot: DecayPlot, qtbot: QtBot, theme: Theme) -> None:
    uses = UseCountPlot(theme)
    qtbot.addWidget(uses)
    never = M1.with_values(
        {"decay.half_life": math.inf, "decay.half_life_fast": math.inf, "decay.half_life_slow": math.inf}
    )
    for parameters in (never, M1.with_value("decay.half_life", 36500.0), M1.with_value("decay.half_life", 0.01)):
        for model in DECAY_MODELS:
            plot.show_parameters(parameters.with_value("decay.model", model), M1)
            uses.show_parameters(parameters.with_value("decay.model", model))
            assert np.all(np.isfinite(plot.curve(model)[1]))


class TestDetailCurve:
    @pytest.fixture
    def curve(self, qtbot: QtBot, theme: Theme) -> DetailCurve:
        made = DetailCurve(theme)
        qtbot.addWidget(made)
        made.resize(360, 130)
        made.show()
        return made

    def test_it_is_the_engines_score_up_to_one(self, curve: DetailCurve) -> None:
        curve.show_memory(9, 1.0, NOW, NOW, M1)
        x, y = curve.curve("score")
        assert y.max() == 1.0
        assert np.allclose(y, np.minimum(decay_score(9, x, 1.0, M1.decay), 1.0))

    def test_the_crossings_are_where_the_score_meets_the_thresholds(self, curve: DetailCurve) -> None:
        curve.show_memory(9, 1.0, NOW - 5 * DAY_MS, NOW, M1)
        for name, threshold in (("promote", 0.65), ("forget", 0.05)):
            days = curve.crossings[name]
            assert float(decay_score(9, days, 1.0, M1.decay)) == pytest.approx(threshold)
            assert curve._marks[name].isVisible()
            assert curve._marks[name].x() == days
        assert curve.curve("today")[0].tolist() == [5.0, 5.0]

    def test_a_memory_that_never_fades_is_drawn_too(self, curve: DetailCurve) -> None:
        curve.show_memory(0, 2.0, NOW - 400 * DAY_MS, NOW, M1.with_value("decay.half_life", math.inf))
        assert curve.crossings["forget"] == math.inf
        assert not curve._marks["forget"].isVisible()

    def test_a_last_use_in_the_future_counts_as_now(self, curve: DetailCurve) -> None:
        curve.show_memory(0, 1.0, NOW + DAY_MS, NOW, M1)
        assert curve.curve("today")[0].tolist() == [0.0, 0.0]

    def test_it_follows_the_theme(self, curve: DetailCurve, theme: Theme) -> None:
        curve.show_memory(9, 1.0, NOW, NOW, M1)
        theme.choose(DARK)
        assert curve.pen("score").color() == theme.tokens.text

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
    @given(st.integers(0, 1000), st.floats(0, 2), st.floats(0, 5000), st.sampled_from(DECAY_MODELS))
    def test_any_memory_can_be_drawn(self, curve: DetailCurve, uses: int, strength: float, idle: float, model: str) -> None:
        curve.show_memory(uses, strength, NOW - round(idle * DAY_MS), NOW, M1.with_value("decay.model", model))
        x, y = curve.curve("score")
        assert x[-1] >= idle
        assert np.all((y >= 0) & (y <= 1))
