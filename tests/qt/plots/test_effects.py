"""What strength is worth and when a review is due: the engine's curves, and handles that say what they want."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import decay_score
from memento_gui.engine.review import recall
from memento_gui.qt.plots.review_plot import FIRST, TARGET, ReviewPlot
from memento_gui.qt.plots.strength_plot import StrengthPlot
from memento_gui.qt.theme import Theme

M1 = ParameterSet()


@pytest.fixture
def strength(qtbot: QtBot, theme: Theme) -> StrengthPlot:
    made = StrengthPlot(theme)
    qtbot.addWidget(made)
    made.resize(272, 260)
    made.show_parameters(M1)
    made.show()
    return made


@pytest.fixture
def review(qtbot: QtBot, theme: Theme) -> ReviewPlot:
    made = ReviewPlot(theme)
    qtbot.addWidget(made)
    made.resize(272, 260)
    made.show_parameters(M1, M1)
    made.show()
    return made


@pytest.mark.parametrize("logarithmic", [False, True])
def test_strength_multiplies_the_score(strength: StrengthPlot, *, logarithmic: bool) -> None:
    strength.spread(logarithmic=logarithmic)
    for value in (1.0, 1.5, 2.0):
        x, y = strength.curve(f"s = {value:g}")
        assert np.allclose(y, decay_score(0, x, value, M1.decay))
    assert strength.label("forget") == "forget 0.05"
    assert "strength 2 is forgotten after" in strength.accessibleDescription()
    assert strength.ground.x_span.logarithmic == logarithmic


def test_what_is_never_forgotten_is_said(strength: StrengthPlot) -> None:
    strength.show_parameters(M1.with_value("decay.forget", 0.0))
    assert "kept for ever" in strength.accessibleDescription()


def test_recall_reaches_the_target_where_it_is_due(review: ReviewPlot) -> None:
    dues = review.dues
    assert dues["first"] == pytest.approx(M1.review.first_interval)
    assert dues["bad"] < dues["first"] < dues["good"] < dues["helpful"]
    for name, days in dues.items():
        assert float(np.interp(days, *review.curve(name))) == pytest.approx(M1.review.target, abs=0.01)
    tau = dues["first"] / -np.log(M1.review.target)
    x, y = review.curve("first")
    assert np.allclose(y, recall(x, tau))
    assert "saved" not in review.shown_curves
    assert f"Due at {M1.review.target:.2f}" in review.accessibleDescription()


@pytest.mark.parametrize(
    ("start", "end", "name", "wanted"), [((1.0, 0.7), (2.0, 0.7), FIRST, 2.0), ((0.1, 0.7), (0.1, 0.9), TARGET, 0.9)]
)
def test_both_handles_say_what_they_want(
    review: ReviewPlot, start: tuple[float, float], end: tuple[float, float], name: str, wanted: float
) -> None:
    told: list[tuple[str, float]] = []
    held: list[str] = []
    review.turned.connect(lambda name, value: told.append((name, value)))
    review.pressed.connect(held.append)
    review.released.connect(held.append)
    view = review._view.viewport()
    places = [QPointF(*review.pixels(x=x, y=y)).toPoint() for x, y in (start, end)]
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=places[0])
    QTest.mouseMove(view, places[1])
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=places[1])
    assert told[-1][0] == name
    assert told[-1][1] == pytest.approx(wanted, abs=0.05)
    assert held == [name, name]


def test_another_first_interval_shows_the_saved_curve_too(review: ReviewPlot) -> None:
    review.show_parameters(M1.with_value(FIRST, 3.0), M1)
    assert review.dues["first"] == pytest.approx(3.0)
    assert "saved" in review.shown_curves
