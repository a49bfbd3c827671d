"""What strength is worth and when a review is due: the engine's curves, and handles that say what they want."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import decay_score
from memento_gui.engine.review import recall
from memento_gui.qt.places.tune.effects import REVIEW, STRENGTH, USES, Effects
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.review_plot import FIRST, TARGET, ReviewPlot
from memento_gui.qt.plots.strength_plot import StrengthPlot
from memento_gui.qt.plots.use_count_plot import UseCountPlot
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


def lines_apart(plot: Plot, names: Sequence[str]) -> list[float]:
    """Return how far each label's middle lies from the next one's, in pixels."""
    boxes = [plot._labels[name].text_rect.translated(*plot.pixels(y=plot._labels[name].y())) for name in names]
    assert all(box.top() >= 0 and box.bottom() <= plot.height() for box in boxes)
    middles = sorted(box.center().y() for box in boxes)
    return [below - above for above, below in pairwise(middles)]


@pytest.mark.parametrize("target", [0.5, 0.7, 0.9, 0.97])
@pytest.mark.parametrize("height", [140, 260])
def test_what_is_said_of_answers_and_the_target_does_not_overlap(review: ReviewPlot, target: float, height: int) -> None:
    sure = M1.with_value(TARGET, target)
    review.show_parameters(sure, sure)
    review.resize(272, height)
    assert min(lines_apart(review, ["target", "bad", "good", "helpful"])) >= 15.0 - 1e-6


@pytest.mark.parametrize("beta", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("promote", [0.0, 0.65, 2.0])
def test_strengths_and_the_threshold_do_not_overlap(qtbot: QtBot, theme: Theme, beta: float, promote: float) -> None:
    uses = UseCountPlot(theme)
    qtbot.addWidget(uses)
    uses.resize(272, 180)
    uses.show()
    uses.show_parameters(M1.with_values({"decay.beta": beta, "decay.promote": promote}))
    assert min(lines_apart(uses, ["promote", "s = 1", "s = 1.5", "s = 2"])) >= 15.0 - 1e-6


def test_the_mouse_reads_values_off_each_of_the_three(qtbot: QtBot, theme: Theme) -> None:
    effects = Effects(theme)
    qtbot.addWidget(effects)
    effects.resize(272, 300)
    effects.show()
    effects.show_parameters(M1, M1)
    read = {}
    for key, plot, x in ((USES, effects.uses, 4.0), (STRENGTH, effects.strength, 3.0), (REVIEW, effects.review, 1.0)):
        effects.tabs.choose(key)
        qtbot.waitUntil(lambda plot=plot: plot.width() == effects.width())  # type: ignore[misc]
        place = QPointF(*plot.pixels(x=x, y=0.3)).toPoint()
        QTest.mouseMove(plot._view.viewport(), place + QPoint(0, 3))
        QTest.mouseMove(plot._view.viewport(), place)
        span, area = plot.ground.x_span, plot.area
        at = span.value((place.x() - area.left()) / area.width())
        read[key] = (at, effects.hairs[key].text.splitlines())
    at, lines = read[USES]
    assert lines[0] == f"{at:.1f} uses"
    assert [line.split("  ")[0] for line in lines[1:]] == ["s = 1", "s = 1.5", "s = 2"]
    at, lines = read[STRENGTH]
    once = float(decay_score(0, at, 2.0, M1.decay))
    assert lines[3].startswith("s = 2  ")
    assert float(lines[3].removeprefix("s = 2  ")) == pytest.approx(once, abs=0.01)
    at, lines = read[REVIEW]
    assert lines[1] == f"At first  {0.7**at:.3f}"
