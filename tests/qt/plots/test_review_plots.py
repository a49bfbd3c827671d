"""The plots of Review: a card's recall, the forecast, retention by month, and the heat map."""

import math
from datetime import date

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS
from memento_gui.engine.review import recall
from memento_gui.qt.plots.bars import ForecastBars
from memento_gui.qt.plots.heat_map import HeatLegend, HeatMap, level
from memento_gui.qt.plots.legend import Legend
from memento_gui.qt.plots.recall_curve import RecallCurve
from memento_gui.qt.plots.retention import RetentionLine, target_entry
from memento_gui.qt.theme import DARK, Theme

NOW = 1_795_996_800_000


@pytest.fixture
def card(qtbot: QtBot, theme: Theme) -> RecallCurve:
    made = RecallCurve(theme)
    qtbot.addWidget(made)
    made.resize(620, 88)
    made.show()
    return made


def test_the_recall_curve_is_the_engines(card: RecallCurve) -> None:
    card.show_card(16.9, NOW - round(7.4 * DAY_MS), NOW, 0.7)
    x, y = card.curve("recall")
    assert np.allclose(y, recall(x, 16.9))
    assert card.today_at == pytest.approx((7.4, math.exp(-7.4 / 16.9)))
    assert card.due_at == pytest.approx(16.9 * math.log(1 / 0.7))
    assert card.label("recall") == "recall 0.65"
    assert card.label("target") == "due at 0.70"
    assert card.ground.x_ticks.texts[:2] == ("last review", "today")


def test_a_card_that_was_never_reviewed_begins_today(card: RecallCurve) -> None:
    card.show_card(2.8, None, NOW, 0.7)
    assert card.today_at == (0.0, 1.0)
    assert card.ground.x_ticks.texts[0] == "today"


def test_a_long_overdue_card_keeps_its_label_inside(card: RecallCurve) -> None:
    card.show_card(2.8, NOW - 300 * DAY_MS, NOW, 0.7)
    label = card._labels["recall"]
    assert label.text_rect.translated(*card.pixels(x=label.x(), y=label.y())).right() <= card.width()


def test_the_forecast_shows_each_day_and_names_each_week(qtbot: QtBot, theme: Theme) -> None:
    bars = ForecastBars(theme)
    qtbot.addWidget(bars)
    bars.resize(312, 150)
    bars.show()
    counts = [11, *range(1, 30)]
    bars.show_days(date(2026, 7, 14), counts)
    assert bars.heights.tolist() == counts
    assert bars.ground.x_ticks.texts == ("14 Jul", "21 Jul", "28 Jul", "4 Aug", "11 Aug")
    image = bars.grab().toImage()
    y = round(bars.pixels(y=0.5)[1])
    assert image.pixelColor(round(bars.pixels(x=0.4)[0]), y) == theme.tokens.accent
    assert image.pixelColor(round(bars.pixels(x=1.4)[0]), y) == theme.tokens.line_control


def test_retention_breaks_where_a_month_had_no_answers(qtbot: QtBot, theme: Theme) -> None:
    line = RetentionLine(theme)
    qtbot.addWidget(line)
    line.resize(312, 150)
    months = [date(2026, month, 1) for month in range(1, 7)]
    line.show_months(months, np.array([0.8, math.nan, 0.82, 0.85, 0.9, 0.87]), 0.7)
    assert np.isnan(line.curve("retention")[1]).tolist() == [False, True, False, False, False, False]
    assert sum(dot.isVisible() for dot in line._dots) == 5
    assert line.label("last") == "87%"
    assert line.ground.y_span.low == 0.5
    line.show_months(months[:1], np.array([0.2]), 0.7)
    assert line.ground.y_span.low == 0.0
    line.show_months([], np.zeros(0), 0.7)
    assert line.label("last") == ""


def test_what_was_asked_for_is_said_beside_the_plot_in_the_colour_of_its_line(qtbot: QtBot, theme: Theme) -> None:
    legend = Legend(theme, [target_entry(0.7)])
    qtbot.addWidget(legend)
    legend.resize(legend.sizeHint())
    assert legend.accessibleName() == "asked for 70%"
    assert legend.grab().toImage().pixelColor(9, 8) == theme.tokens.colour("threshold")


def test_the_heat_map_has_a_square_for_each_day(qtbot: QtBot, theme: Theme) -> None:
    heat = HeatMap(theme)
    qtbot.addWidget(heat)
    heat.setFixedWidth(200)
    heat.show_days(date(2026, 7, 1), [0, 3, 20])
    assert heat.cell(0).top() > heat.cell(0).left() % 1
    assert heat.day_at(heat.cell(2).center()) == (date(2026, 7, 3), 20)
    assert heat.day_at(QPoint(1, 1)) is None
    image = heat.grab().toImage()
    assert image.pixelColor(heat.cell(2).center()) == theme.tokens.heat_4
    theme.choose(DARK)
    assert heat.grab().toImage().pixelColor(heat.cell(2).center()) == theme.tokens.heat_4


def test_the_heat_map_leaves_old_weeks_out_when_it_is_narrow(qtbot: QtBot, theme: Theme) -> None:
    heat = HeatMap(theme)
    qtbot.addWidget(heat)
    heat.setFixedWidth(130)
    heat.show_days(date(2026, 1, 1), list(range(168)))
    assert heat.cell(0).right() < 30
    assert heat.cell(167).right() <= 130


def test_days_are_picked_by_keyboard(qtbot: QtBot, theme: Theme) -> None:
    heat = HeatMap(theme, picks=True)
    qtbot.addWidget(heat)
    heat.resize(700, heat.height())
    heat.show_days(date(2026, 1, 1), [1] * 60)
    picked: list[date] = []
    heat.picked.connect(picked.append)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(heat, key)
    assert picked == [date(2026, 3, 1), date(2026, 2, 22), date(2026, 2, 21)]  # there is nothing after today


def test_the_focus_is_seen(qtbot: QtBot, theme: Theme) -> None:
    heat = HeatMap(theme, picks=True)
    qtbot.addWidget(heat)
    with qtbot.waitExposed(heat):
        heat.show()
    heat.activateWindow()
    heat.setFocus()
    edge = QPoint(heat.width() // 2, 1)
    qtbot.waitUntil(lambda: heat.grab().toImage().pixelColor(edge) == theme.tokens.focus)


def test_levels_rise_from_none_to_many() -> None:
    assert [level(count) for count in (0, 1, 6, 7, 13, 14, 19, 20, 500)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_the_legend_shows_all_five_colours(qtbot: QtBot, theme: Theme) -> None:
    legend = HeatLegend(theme)
    qtbot.addWidget(legend)
    image = legend.grab().toImage()
    inks = {image.pixelColor(x, 8).name() for x in range(legend.width())}
    assert {colour.name() for colour in theme.tokens.heat} <= inks
