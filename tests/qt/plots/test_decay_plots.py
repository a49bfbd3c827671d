"""The decay plots draw the engine's numbers, and thresholds can be dragged."""

import dataclasses
import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.parameters import DECAY_MODELS, ParameterSet
from memento_gui.engine.decay import decay_factor, decay_score
from memento_gui.qt.plots.decay_plot import DecayPlot
from memento_gui.qt.plots.use_count_plot import AFTER_DAYS, UseCountPlot
from memento_gui.qt.theme import Theme

M1 = ParameterSet()


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
    assert plot.curve("fixed_ttl")[0].tolist() == [0.0, 14.0, 14.0, 30.0]
    assert plot.curve("linear")[0].tolist() == [0.0, 21.0, 30.0]
    assert plot.curve("linear")[1].tolist() == [1.0, 0.0, 0.0]
    assert (plot.label("fixed_ttl"), plot.label("linear")) == ("fixed 14 d", "linear 21 d")


def test_dragging_a_threshold_tells_the_wanted_score(plot: DecayPlot) -> None:
    told: list[tuple[str, float]] = []
    plot.turned.connect(lambda name, score: told.append((name, score)))
    view = plot._view.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPointF(*plot.pixels(x=20, y=0.65)).toPoint())
    QTest.mouseMove(view, QPointF(*plot.pixels(x=20, y=0.8)).toPoint())
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPointF(*plot.pixels(x=20, y=0.8)).toPoint())
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
