"""The histogram shows both counts, and its thresholds can be dragged."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.qt.plots.exporting import as_csv
from memento_gui.qt.plots.histogram import Histogram
from memento_gui.qt.theme import DARK, Theme

EDGES = np.linspace(-0.5, 1.0, 61)
SCORES = np.linspace(-0.2, 0.9, 5000)
NOW, SAVED = np.histogram(SCORES, EDGES)[0], np.histogram(SCORES - 0.05, EDGES)[0]


@pytest.fixture
def plot(qtbot: QtBot, theme: Theme) -> Histogram:
    made = Histogram(theme)
    qtbot.addWidget(made)
    made.resize(344, 180)
    made.show_counts(EDGES, NOW, SAVED)
    made.show_thresholds(0.55, 0.8)
    made.show()
    return made


def test_bars_are_the_counts_and_the_outline_the_saved_ones(plot: Histogram) -> None:
    assert plot.heights.tolist() == NOW.tolist()
    x, y = plot.curve("saved")
    assert (y[0], y[-1]) == (0.0, 0.0)
    assert y[1:-1:2].tolist() == SAVED.tolist()
    assert x[::2].tolist() == EDGES.tolist()


def test_lengths_that_do_not_fit_are_refused(plot: Histogram) -> None:
    with pytest.raises(ValueError, match="61 edges, but 60 and 59 counts"):
        plot.show_counts(EDGES, NOW, SAVED[1:])


def test_an_empty_store_has_an_empty_histogram(plot: Histogram) -> None:
    none = np.zeros(60, dtype=np.int64)
    plot.show_counts(EDGES, none, none)
    assert plot.heights.sum() == 0


def test_dragging_a_threshold_tells_the_wanted_score(plot: Histogram) -> None:
    told: list[tuple[str, float]] = []
    plot.turned.connect(lambda name, score: told.append((name, score)))
    view = plot._view.viewport()
    height = plot.ground.y_span.high / 2
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPointF(*plot.pixels(x=0.8, y=height)).toPoint())
    QTest.mouseMove(view, QPointF(*plot.pixels(x=0.6, y=height)).toPoint())
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPointF(*plot.pixels(x=0.6, y=height)).toPoint())
    assert told[-1][0] == "forgetting.hard_threshold"
    assert told[-1][1] == pytest.approx(0.6, abs=0.01)


def test_a_threshold_beyond_the_axis_is_not_drawn(plot: Histogram) -> None:
    plot.show_thresholds(0.55, 1.7)
    assert plot.label("hard") == ""
    assert plot.label("soft") == "soft"


def test_bars_are_painted_in_the_themes_colour(plot: Histogram, theme: Theme) -> None:
    def inks() -> set[str]:
        image = plot.grab().toImage()
        y = round(plot.pixels(y=5.0)[1])
        return {image.pixelColor(x, y).name() for x in range(image.width())}

    light = inks()
    theme.choose(DARK)
    assert theme.tokens.bg_base.name() in inks()
    assert light.isdisjoint(inks() - {theme.tokens.threshold.name()})


def test_its_numbers_are_both_counts_at_the_middle_of_each_bin(plot: Histogram) -> None:
    lines = as_csv(plot).decode().splitlines()
    assert len(lines) == 1 + 2 * len(NOW)
    fullest = int(NOW.argmax())
    name, x, y = lines[1 + fullest].split(",")
    assert (name, float(y)) == ("these numbers", NOW[fullest])
    assert EDGES[fullest] < float(x) < EDGES[fullest + 1]
    assert [float(line.split(",")[2]) for line in lines[1 + len(NOW) :]] == SAVED.tolist()
