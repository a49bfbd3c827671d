"""The histograms show both counts, and their thresholds can be dragged."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.qt.plots.exporting import as_csv
from memento_gui.qt.plots.histogram import Histogram
from memento_gui.qt.plots.histogram_hair import HistogramHair
from memento_gui.qt.plots.score_histograms import DecayHistogram, ForgetHistogram
from memento_gui.qt.theme import DARK, Theme

EDGES = np.linspace(-0.5, 1.0, 61)
SCORES = np.linspace(-0.2, 0.9, 5000)
DECADES = 10.0 ** (np.arange(-37, 14) / 12)
NOW, SAVED = np.histogram(SCORES, EDGES)[0], np.histogram(SCORES - 0.05, EDGES)[0]


@pytest.fixture
def plot(qtbot: QtBot, theme: Theme) -> ForgetHistogram:
    made = ForgetHistogram(theme)
    qtbot.addWidget(made)
    made.resize(344, 180)
    made.show_counts(EDGES, NOW, SAVED)
    made.show_thresholds(0.55, 0.8)
    made.show()
    return made


def test_bars_are_the_counts_and_the_outline_the_saved_ones(plot: ForgetHistogram) -> None:
    assert plot.heights.tolist() == NOW.tolist()
    x, y = plot.curve("saved")
    assert (y[0], y[-1]) == (0.0, 0.0)
    assert y[1:-1:2].tolist() == SAVED.tolist()
    assert x[::2].tolist() == EDGES.tolist()


def test_lengths_that_do_not_fit_are_refused(plot: ForgetHistogram) -> None:
    with pytest.raises(ValueError, match="61 edges, but 60 and 59 counts"):
        plot.show_counts(EDGES, NOW, SAVED[1:])


def test_an_empty_store_has_an_empty_histogram(plot: ForgetHistogram) -> None:
    none = np.zeros(60, dtype=np.int64)
    plot.show_counts(EDGES, none, none)
    assert plot.heights.sum() == 0


def drag(plot: Histogram, before: float, after: float) -> list[tuple[str, float]]:
    """Drag what is at one score to another, and return what the plot told."""
    told: list[tuple[str, float]] = []
    plot.turned.connect(lambda name, score: told.append((name, score)))
    view = plot._view.viewport()
    height = plot.ground.y_span.high / 2
    start, end = (QPointF(*plot.pixels(x=score, y=height)).toPoint() for score in (before, after))
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
    return told


def test_dragging_a_threshold_tells_the_wanted_score(plot: ForgetHistogram) -> None:
    name, score = drag(plot, 0.8, 0.6)[-1]
    assert name == "forgetting.hard_threshold"
    assert score == pytest.approx(0.6, abs=0.01)


def test_a_threshold_beyond_the_axis_is_not_drawn(plot: ForgetHistogram) -> None:
    plot.show_thresholds(0.55, 1.7)
    assert plot.label("hard") == ""
    assert plot.label("soft") == "soft"


def test_bars_are_painted_in_the_themes_colour(plot: ForgetHistogram, theme: Theme) -> None:
    def inks() -> set[str]:
        image = plot.grab().toImage()
        y = round(plot.pixels(y=5.0)[1])
        return {image.pixelColor(x, y).name() for x in range(image.width())}

    light = inks()
    theme.choose(DARK)
    assert theme.tokens.bg_base.name() in inks()
    assert light.isdisjoint(inks() - {theme.tokens.threshold.name()})


def test_its_numbers_are_both_counts_at_the_middle_of_each_bin(plot: ForgetHistogram) -> None:
    lines = as_csv(plot).decode().splitlines()
    assert len(lines) == 1 + 2 * len(NOW)
    fullest = int(NOW.argmax())
    name, x, y = lines[1 + fullest].split(",")
    assert (name, float(y)) == ("these numbers", NOW[fullest])
    assert EDGES[fullest] < float(x) < EDGES[fullest + 1]
    assert [float(line.split(",")[2]) for line in lines[1 + len(NOW) :]] == SAVED.tolist()


def test_the_mouse_reads_which_scores_a_bar_holds_and_both_counts(plot: ForgetHistogram) -> None:
    hair = HistogramHair(plot)
    hair.show_at(0.51, QPoint(200, 60))
    place = int(np.searchsorted(EDGES, 0.51)) - 1
    assert hair.text.splitlines() == ["0.500 to 0.525", f"these numbers  {NOW[place]}", f"saved  {SAVED[place]}"]
    hair.show_at(-0.49, QPoint(45, 60))
    assert hair.text.splitlines()[0] == "\N{MINUS SIGN}0.500 to \N{MINUS SIGN}0.475"


# --- the decay score ---


@pytest.fixture
def decay(qtbot: QtBot, theme: Theme) -> DecayHistogram:
    made = DecayHistogram(theme)
    qtbot.addWidget(made)
    made.resize(344, 158)
    made.show_counts(DECADES, np.arange(50), np.arange(50)[::-1])
    made.show_thresholds(0.05, 0.65)
    made.show()
    return made


def test_a_decade_is_as_wide_as_the_next_and_the_ends_are_open(decay: DecayHistogram) -> None:
    at = [decay.pixels(x=score)[0] for score in (0.01, 0.1, 1.0, 10.0)]
    assert np.diff(at) == pytest.approx([at[1] - at[0]] * 3)
    assert decay.ground.x_ticks.texts == ("<0.001", "0.01", "0.1", "1", "≥10")
    assert [decay.bin_text(place) for place in (0, 1, 49)] == ["under 0.001", "0.001 to 0.00121", "from 10"]
    assert decay.heights.tolist() == list(range(50))
    assert decay.counts_at(11.0) == ["from 10", "these numbers  49", "saved  0"]
    assert decay.counts_at(100.0) == []


def test_bars_of_the_decay_score_stand_where_their_scores_are(decay: DecayHistogram, theme: Theme) -> None:
    """The bar of 0.46 to 0.56 is the only one."""
    counts = np.zeros(50, dtype=np.int64)
    counts[int(np.searchsorted(DECADES, 0.5)) - 1] = 9
    decay.show_counts(DECADES, counts, np.zeros(50, dtype=np.int64))
    image = decay.grab().toImage()
    y = round(decay.pixels(y=3.5)[1])
    ground = theme.tokens.bg_base.name()
    inside = [image.pixelColor(round(decay.pixels(x=score)[0]), y).name() != ground for score in (0.3, 0.5, 0.8)]
    assert inside == [False, True, False]


def test_thresholds_of_the_decay_score_are_dragged_by_their_own_axis(decay: DecayHistogram) -> None:
    name, score = drag(decay, 0.05, 0.2)[-1]
    assert name == "decay.forget"
    assert score == pytest.approx(0.2, rel=0.03)
    name, score = drag(decay, 0.65, 2.0)[-1]
    assert name == "decay.promote"
    assert score == pytest.approx(2.0, rel=0.03)


def test_never_forgetting_has_no_line_on_a_logarithmic_axis(decay: DecayHistogram) -> None:
    decay.show_thresholds(0.0, 0.65)
    assert (decay.label("forget"), decay.label("promote")) == ("", "promote")
    assert decay.thresholds == {"forget": 0.0, "promote": 0.65}


def test_labels_of_close_thresholds_lean_away_from_each_other(decay: DecayHistogram) -> None:
    decay.show_thresholds(0.4, 0.65)
    forget, promote = (
        decay._labels[name].text_rect.translated(decay.pixels(x=score)[0], 0.0)
        for name, score in (("forget", 0.4), ("promote", 0.65))
    )
    assert forget.right() < promote.left()


def test_open_bins_of_the_decay_score_are_written_at_the_edge_they_have(decay: DecayHistogram) -> None:
    lines = [line.split(",") for line in as_csv(decay).decode().splitlines()[1:]]
    assert [float(lines[place][1]) for place in (0, 49)] == pytest.approx([0.001, 10.0])
    assert [float(y) for _, _, y in lines] == [*range(50), *reversed(range(50))]
