"""The lives of memories are drawn with their uses, the dates of their crossings, and told apart under the mouse."""

from datetime import UTC, datetime

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.lives import Lives, lives_of, scores_at
from memento_gui.qt.plots.dates import day_text
from memento_gui.qt.plots.life_hair import LifeHair
from memento_gui.qt.plots.life_plot import LifePlot
from memento_gui.qt.theme import Theme

NOW = 1_796_040_000_000
DECAY = ParameterSet().decay


def lives(count: int) -> Lives:
    instants = [[-100.0 - n, -40.0 + n % 7, -2.0] for n in range(count)]
    uses, strength = np.full(count, 2), np.linspace(0.6, 1.8, count)
    return lives_of(instants, uses, strength, np.ones(count))


@pytest.fixture
def plot(qtbot: QtBot, theme: Theme) -> LifePlot:
    made = LifePlot(theme)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    return made


def test_uses_are_dots_and_crossings_have_their_dates(plot: LifePlot) -> None:
    plot.show_lives(lives(1), NOW, DECAY)
    x, y = plot.dots("uses")
    assert x.tolist() == [-100.0, -40.0, -2.0]
    assert np.all(np.diff(y) > 0)
    for name in ("promote", "forget"):
        instant = datetime.fromtimestamp((NOW + float(plot.falls[name][0]) * DAY_MS) / 1000, UTC)
        day = instant.astimezone().date()
        assert plot.label(f"{name} 0").startswith(day_text(day))
    assert plot.sentence(0).startswith("promoted until ")
    assert ", forgotten from " in plot.sentence(0)
    assert plot.accessibleDescription() == plot.sentence(0)


def test_of_many_only_the_one_under_the_mouse_tells(plot: LifePlot) -> None:
    plot.show_lives(lives(200), NOW, DECAY)
    assert plot.label("forget 0") == ""
    assert np.count_nonzero(np.isnan(plot.curve("lives")[1])) == 200
    hair = LifeHair(plot)
    hair.name([f"Memory {n}" for n in range(200)])
    day, place = -1.0, 150
    height = float(scores_at(DECAY, lives(200), day)[place])
    point = QPointF(*plot.pixels(x=day, y=height)).toPoint()
    QTest.mouseMove(plot._view.viewport(), point)
    title, told = hair.text.split("\n")
    named = int(title.removeprefix("Memory "))
    assert abs(named - place) <= 20  # neighbours are less than a pixel apart, and a pixel is more than a day
    assert told == plot.sentence(named)
    assert "nearest" in plot.shown_curves
    QTest.mouseMove(plot._view.viewport(), QPoint(2, 2))
    assert hair.text == ""
    assert "nearest" not in plot.shown_curves


def test_what_never_rose_and_what_never_falls_is_said(plot: LifePlot) -> None:
    weak = lives_of([[-9.0], [-9.0]], np.zeros(2, dtype=np.int64), np.array([0.01, 0.3]), np.ones(2))
    plot.show_lives(weak, NOW, DECAY)
    assert plot.sentence(0) == "forgotten now"
    assert plot.sentence(1).startswith("forgotten ")
    plot.show_lives(weak, NOW, ParameterSet().with_values({"decay.forget": 0.0, "decay.promote": 0.0}).decay)
    assert plot.sentence(1) == "promoted for ever, never forgotten"


def test_ticks_are_months_with_room(plot: LifePlot) -> None:
    plot.show_lives(lives(2), NOW, DECAY)
    ticks = plot.ground.x_ticks
    assert 2 <= len(ticks.values) <= 7
    for value in ticks.values:
        assert plot.date_of(value).day == 1


def test_nothing_is_shown_of_nothing(plot: LifePlot) -> None:
    plot.show_lives(lives_of([], np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0)), NOW, DECAY)
    assert "lives" not in plot.shown_curves
    assert plot.nearest_to(0.0, 100.0) == -1
