"""The recency plot draws the engine's curves, and its handles say what they want."""

import math
from collections.abc import Mapping
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.parameters import TYPE_KEYS, ParameterSet
from memento_gui.engine.recency import recency
from memento_gui.qt.plots.recency_plot import NAME, RecencyPlot
from memento_gui.qt.theme import DARK, Theme

M1 = ParameterSet()
EPISODIC = NAME.format("episodic")
EDITED = M1.with_value(EPISODIC, 45.0)


@pytest.fixture
def plot(qtbot: QtBot, theme: Theme) -> RecencyPlot:
    made = RecencyPlot(theme)
    qtbot.addWidget(made)
    made.resize(712, 384)
    made.show_parameters(M1, M1)
    made.show()
    return made


def viewport_point(plot: RecencyPlot, x: float, y: float = 0.5) -> QPoint:
    return QPointF(*plot.pixels(x=x, y=y)).toPoint()


def test_each_curve_is_the_engines_and_has_at_most_200_points(plot: RecencyPlot) -> None:
    for kind in TYPE_KEYS:
        x, y = plot.curve(kind)
        assert len(x) <= 200
        assert np.allclose(y, recency(x, M1.recency.half_life[kind]))
        assert np.interp(M1.recency.half_life[kind], x, y) == pytest.approx(0.5, abs=0.01)


def test_handles_stand_at_the_half_lives(plot: RecencyPlot) -> None:
    assert plot.handle_places == {"working": 2.0, "episodic": 30.0, "semantic": 180.0, "procedural": 90.0}


def test_the_saved_curve_appears_only_where_it_differs(plot: RecencyPlot) -> None:
    plot.show_parameters(EDITED, M1)
    x, y = plot.curve("saved episodic")
    assert np.allclose(y, recency(x, 30.0))
    assert plot.pen("saved episodic").style() == Qt.PenStyle.CustomDashLine
    assert len(plot.curve("saved semantic")[0]) == 0


def test_the_marked_type_is_named_with_its_saved_value(plot: RecencyPlot) -> None:
    plot.show_parameters(EDITED, M1)
    assert plot.label("episodic") == "Episodic 45 d"
    assert plot.label("saved episodic") == ""
    plot.mark(EPISODIC)
    assert plot.label("saved episodic") == "saved 30 d"
    assert plot.pen("episodic").widthF() == 2.5
    plot.mark("")
    assert plot.pen("episodic").widthF() == 2.0


def test_a_half_life_of_never_lies_on_top_without_a_handle(plot: RecencyPlot) -> None:
    plot.show_parameters(M1.with_value(NAME.format("semantic"), float("inf")), M1)
    assert np.all(plot.curve("semantic")[1] == 1.0)
    assert "semantic" not in plot.handle_places
    assert plot.label("semantic") == "Semantic never"


def test_dragging_a_handle_tells_the_wanted_half_life_and_the_axis_waits(plot: RecencyPlot) -> None:
    told: list[tuple[str, float]] = []
    plot.turned.connect(lambda name, days: told.append((name, days)))
    plot.turned.connect(lambda name, days: plot.show_parameters(M1.with_value(name, days), M1))
    released: list[str] = []
    plot.released.connect(released.append)
    view = plot._view.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=viewport_point(plot, 180))
    for days in (200, 220, 239):
        QTest.mouseMove(view, viewport_point(plot, days))
    assert plot.ground.x_span.high == 240.0
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=viewport_point(plot, 239))
    assert {name for name, _ in told} == {NAME.format("semantic")}
    assert told[-1][1] == pytest.approx(239, abs=1)
    assert plot.handle_places["semantic"] == told[-1][1]
    assert released == [NAME.format("semantic")]
    assert plot.ground.x_span.high > 300


def written(plot: RecencyPlot, kind: str) -> QRectF:
    """Where a type's label is, in pixels."""
    label = plot._labels[kind]
    x, y = plot.ground.x_span.value_at(label.pos().x()), label.pos().y()
    return label.text_rect.translated(*plot.pixels(x=x, y=y))


def covered(plot: RecencyPlot, half_lives: Mapping[str, float], box: QRectF) -> set[str]:
    """Return the types whose curve, by the formula itself, enters a box."""
    area, span = plot.area, plot.ground.x_span
    days = np.array([span.value((x - area.left()) / area.width()) for x in np.linspace(box.left(), box.right(), 500)])
    return {
        kind
        for kind, half_life in half_lives.items()
        if (y := area.bottom() - recency(days, half_life) * area.height())[0] < box.bottom() and y[-1] > box.top()
    }


ODD = (
    (2.0, 30.0, 180.0, 90.0),
    (2.0, 45.0, 180.0, 90.0),
    (30.0, 30.0, 30.0, 30.0),
    (2.0, 30.0, 10_000.0, 90.0),
    (0.01, 0.02, 0.03, 10_000.0),
    (90.0, 100.0, 110.0, 97.0),
    (2.0, 30.0, math.inf, math.inf),
)


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("days", ODD)
@pytest.mark.parametrize("size", [(712, 384), (430, 300)])
def test_labels_lie_on_hardly_a_curve_and_no_other_label(
    plot: RecencyPlot, days: tuple[float, ...], size: tuple[int, int], *, logarithmic: bool
) -> None:
    half_lives = dict(zip(TYPE_KEYS, days, strict=True))
    odd = M1.with_values({NAME.format(kind): value for kind, value in half_lives.items()})
    plot.resize(*size)
    plot.spread(logarithmic=logarithmic)
    plot.show_parameters(odd, odd)
    boxes = {kind: written(plot, kind) for kind in TYPE_KEYS}
    covering = [kind for kind, box in boxes.items() if covered(plot, half_lives, box)]
    assert len(covering) <= int(logarithmic), "where logarithms bring curves too close together, one name may cover one"
    assert not any(a.intersects(b) for a, b in combinations(boxes.values(), 2))
    assert all(box.top() >= plot.area.top() and box.right() <= plot.width() for box in boxes.values())


def test_where_the_name_has_no_room_between_curves_the_number_stands_alone(plot: RecencyPlot) -> None:
    plot.spread(logarithmic=True)
    assert plot.label("procedural") == "90 d"
    plot.spread(logarithmic=False)
    assert plot.label("procedural") == "Procedural 90 d"


def test_half_lives_everywhere_leave_labels_apart(plot: RecencyPlot) -> None:
    chance = np.random.default_rng(7)
    covering = 0
    for _ in range(60):
        half_lives = dict(zip(TYPE_KEYS, (10 ** chance.uniform(-1, 4, 4)).tolist(), strict=True))
        odd = M1.with_values({NAME.format(kind): value for kind, value in half_lives.items()})
        plot.show_parameters(odd, odd)
        boxes = [written(plot, kind) for kind in TYPE_KEYS]
        assert not any(a.intersects(b) for a, b in combinations(boxes, 2))
        covering += sum(bool(covered(plot, half_lives, box)) for box in boxes)
    assert covering <= 6, "of 240 labels"


def test_a_theme_change_repaints_the_pens(plot: RecencyPlot, theme: Theme) -> None:
    light = plot.pen("half").color()
    theme.choose(DARK)
    assert plot.pen("half").color() == theme.tokens.line_strong != light
    assert plot._view.backgroundBrush().color() == theme.tokens.bg_base
    assert plot.pen("working").color() == theme.tokens.working
    assert plot._handles["working"]._fill == theme.tokens.bg_base
    assert plot._labels["working"]._ink == theme.tokens.text
