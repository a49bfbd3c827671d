"""Counts beside an axis have room, however many memories there are."""

from collections.abc import Callable
from datetime import date

import numpy as np
import pytest
from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from memento_gui.domain.arrays import IntArray
from memento_gui.model.reviews.statistics import Chart
from memento_gui.qt.plots.bar_chart import BarChart
from memento_gui.qt.plots.bars import ForecastBars
from memento_gui.qt.plots.plan_bars import PlanBars
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.population import STROKES, PopulationPlot
from memento_gui.qt.plots.score_histograms import ForgetHistogram
from memento_gui.qt.theme import Theme, font

GAP = 7
"""Pixels between a text and the plotting area."""


def histogram(theme: Theme, counts: IntArray) -> Plot:
    plot = ForgetHistogram(theme)
    plot.show_counts(np.linspace(0.0, 1.0, len(counts) + 1), counts, counts)
    return plot


def forecast(theme: Theme, counts: IntArray) -> Plot:
    plot = ForecastBars(theme)
    plot.show_days(date(2026, 7, 14), counts)
    return plot


def plan(theme: Theme, counts: IntArray) -> Plot:
    plot = PlanBars(theme)
    plot.show_plans(date(2026, 7, 14), counts, counts)
    return plot


def population(theme: Theme, counts: IntArray) -> Plot:
    plot = PopulationPlot(theme)
    plot.show_population(np.arange(len(counts), dtype=np.float64), dict.fromkeys(STROKES, counts))
    return plot


def chart(theme: Theme, counts: IntArray) -> Plot:
    plot = BarChart(theme)
    names = tuple(str(n) for n in range(len(counts)))
    plot.show_chart(Chart(title="", note="", names=names, heights=counts.astype(np.float64), ids=((),) * len(counts)))
    return plot


@pytest.mark.parametrize("made", [histogram, forecast, plan, population, chart])
@pytest.mark.parametrize("most", [888, 8_888, 88_888, 888_888, 1_000_000, 8_888_888])
def test_every_count_fits_beside_its_axis(
    qtbot: QtBot, theme: Theme, made: Callable[[Theme, IntArray], Plot], most: int
) -> None:
    plot = made(theme, np.array([0, 1, most]))
    qtbot.addWidget(plot)
    metrics = QFontMetrics(font(11))
    texts = plot.ground.y_ticks.texts
    assert len(texts) >= 2
    assert max(metrics.horizontalAdvance(text) for text in texts) <= plot.area.left() - GAP
