"""The recency plot draws the engine's curves, and its handles say what they want."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
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


def test_labels_do_not_cover_each_other(plot: RecencyPlot) -> None:
    close = M1.with_values({EPISODIC: 100.0, NAME.format("procedural"): 97.0, NAME.format("semantic"): 110.0})
    plot.show_parameters(close, close)
    boxes = [
        plot._labels[kind].text_rect.translated(*plot.pixels(x=close.recency.half_life[kind], y=0.5)) for kind in TYPE_KEYS
    ]
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_a_theme_change_repaints_the_pens(plot: RecencyPlot, theme: Theme) -> None:
    light = plot.pen("half").color()
    theme.choose(DARK)
    assert plot.pen("half").color() == theme.tokens.line_strong != light
    assert plot._view.backgroundBrush().color() == theme.tokens.bg_base
    assert plot.pen("working").color() == theme.tokens.working
    assert plot._handles["working"]._fill == theme.tokens.bg_base
    assert plot._labels["working"]._ink == theme.tokens.text
