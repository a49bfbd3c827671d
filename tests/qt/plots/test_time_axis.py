"""Curves over the logarithm of time: same values, other places, and everything that hangs on places follows."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.parameters import TYPE_KEYS, ParameterSet
from memento_gui.engine.decay import decay_factor, decay_score
from memento_gui.engine.recency import recency
from memento_gui.qt.plots.cross_hair import CrossHair
from memento_gui.qt.plots.decay_plot import DecayPlot
from memento_gui.qt.plots.exporting import as_csv
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.recency_plot import NAME, RecencyPlot
from memento_gui.qt.plots.ticks import time_axis
from memento_gui.qt.theme import Theme

M1 = ParameterSet()
HOUR = 1 / 24


@pytest.fixture
def recent(qtbot: QtBot, theme: Theme) -> RecencyPlot:
    made = RecencyPlot(theme)
    qtbot.addWidget(made)
    made.resize(712, 384)
    made.show_parameters(M1, M1.with_value(NAME.format("episodic"), 20.0))
    made.show()
    made.spread(logarithmic=True)
    return made


@pytest.fixture
def decay(qtbot: QtBot, theme: Theme) -> DecayPlot:
    made = DecayPlot(theme)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show_memories(np.array([0, 5]), np.array([1.0, 2.0]), np.ones(2))
    made.show_parameters(M1, M1)
    made.show()
    made.spread(logarithmic=True)
    return made


def at(plot: RecencyPlot | DecayPlot, x: float, y: float) -> QPoint:
    return QPointF(*plot.pixels(x=x, y=y)).toPoint()


def test_a_logarithmic_span_maps_there_and_back() -> None:
    span = Span(0.01, 100.0, logarithmic=True)
    assert [span.share(value) for value in (0.01, 1.0, 100.0)] == pytest.approx([0.0, 0.5, 1.0])
    assert span.value(span.share(7.0)) == pytest.approx(7.0)
    assert span.share(0.0) == span.share(0.01) == 0.0
    assert np.allclose(span.places(np.array([0.0, 1.0])), [-2.0, 0.0])


@pytest.mark.parametrize(
    ("shortest", "reach", "first", "last"),
    [(2.0, 240.0, "1 h", "1 y"), (0.1, 7.0, "1 min", "1 w"), (14.0, 4867.0, "1 h", "30 y"), (1.0, 1e9, "1 h", "300 y")],
)
def test_the_axis_has_readable_ticks_that_fill_it(shortest: float, reach: float, first: str, last: str) -> None:
    low, end, ticks = time_axis(shortest, reach)
    assert (ticks.texts[0], ticks.texts[-1]) == (first, last)
    assert (ticks.values[0], ticks.values[-1]) == (low, end)
    assert set(ticks.texts) >= {"1 h", "1 d", "1 w"}


def test_recency_has_the_same_values_at_other_places(recent: RecencyPlot) -> None:
    for kind in TYPE_KEYS:
        x, y = recent.curve(kind)
        assert x[0] == pytest.approx(HOUR)
        assert np.allclose(y, recency(x, M1.recency.half_life[kind]))
    drawn = recent._curves["working"].getData()[0]
    assert np.allclose(np.diff(drawn), drawn[1] - drawn[0])
    assert {kind: round(days, 6) for kind, days in recent.handle_places.items()} == dict(M1.recency.half_life)


def test_a_handle_is_dragged_along_the_logarithm(recent: RecencyPlot) -> None:
    told: list[tuple[str, float]] = []
    recent.turned.connect(lambda name, days: told.append((name, days)))
    view = recent._view.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=at(recent, 2.0, 0.5))
    QTest.mouseMove(view, at(recent, 7.0, 0.5))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=at(recent, 7.0, 0.5))
    name, days = told[-1]
    assert name == NAME.format("working")
    assert days == pytest.approx(7.0, rel=0.05)


def test_decay_and_own_curves_follow_and_go_back(decay: DecayPlot) -> None:
    x, y = decay.curve("exponential")
    assert np.allclose(y, decay_factor(x, ParameterSet().with_value("decay.model", "exponential").decay))
    own_x, own_y = decay.curve("selected")
    first = own_x[: np.flatnonzero(np.isnan(own_y))[0]]
    assert first[0] == pytest.approx(HOUR)
    assert np.allclose(own_y[: len(first)], np.minimum(decay_score(0, first, 1.0, M1.decay), 1.0))
    lx, ly = decay.curve("linear")
    assert len(lx) > 100
    assert np.allclose(ly, np.maximum(1 - lx / M1.decay.linear_span, 0))
    decay.spread(logarithmic=False)
    assert decay.curve("exponential")[0][0] == 0.0
    assert len(decay.curve("linear")[0]) == 3


def test_a_threshold_is_dragged_and_crosses_the_whole_area(decay: DecayPlot) -> None:
    told: list[tuple[str, float]] = []
    decay.turned.connect(lambda name, score: told.append((name, score)))
    view = decay._view.viewport()
    for days in (2 * HOUR, 20.0):
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=at(decay, days, M1.decay.promote))
        QTest.mouseMove(view, at(decay, days, 0.5))
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=at(decay, days, 0.5))
    assert [name for name, _ in told] == ["decay.promote"] * 2
    assert told[-1][1] == pytest.approx(0.5, abs=0.02)


def test_the_cross_hair_reads_hours_near_the_start(decay: DecayPlot) -> None:
    hair = CrossHair(decay, {"power_law": "Power law"})
    for days, said in ((3 * HOUR, "h"), (5.0, "d")):
        point = at(decay, days, 0.4)
        QTest.mouseMove(decay._view.viewport(), point)
        first, second = hair.text.splitlines()
        number, unit = first.split()
        shown = float(number) * (HOUR if unit == "h" else 1.0)
        assert unit == said
        assert shown == pytest.approx(days, rel=0.03)
        value = float(second.removeprefix("Power law"))
        assert value == pytest.approx(float(decay_factor(shown, M1.decay)), abs=0.01)


def test_the_file_holds_days_and_not_places(decay: DecayPlot) -> None:
    rows = [row for row in csv.DictReader(io.StringIO(as_csv(decay).decode())) if row["curve"] == "power_law"]
    x, y = decay.curve("power_law")
    assert [(float(row["x"]), float(row["y"])) for row in rows] == list(zip(x.tolist(), y.tolist(), strict=True))
    assert float(rows[0]["x"]) == pytest.approx(HOUR)
