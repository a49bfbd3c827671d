"""Turns knobs in the Tune place over a store, and says how long it takes until everything is painted."""

import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication, QEventLoop, QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap

from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.curves import memory_curves
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.plots.decay_plot import DecayPlot
from memento_gui.qt.theme import Theme
from tests.bench.figures import median_ms
from tests.bench.standing import pause, stood

TURNS, CURVES = 40, 200
SIZE = 640, 260


def tuned(path: str, folder: str) -> dict[str, float]:
    """Return the times, in milliseconds."""
    with stood(TunePlace, path, folder) as place:
        while place.store_desk.counted is None or place.context.tasks.is_busy():
            pause(50)
        turns = [
            _painted(place, partial(place.turning.turn, "forgetting.recency", 0.3 + step / 200, "bench"))
            for step in range(TURNS)
        ]
        steps = [_painted(place, partial(place.store.time.go_to, 5 * step)) for step in range(1, TURNS)]
        ours, theirs = _curves(place.context.theme, place.context.state.parameters)
        return {
            "turn": statistics.median(turns),
            "step": statistics.median(steps),
            "curves": median_ms(ours, 25),
            "path": median_ms(theirs, 25),
        }


def _painted(place: TunePlace, act: Callable[[], object]) -> float:
    """Return the time from an act until curves, histogram and counts that follow from it are painted."""
    loop = QEventLoop()
    place.store_desk.shown.connect(loop.quit)
    started = time.perf_counter()
    act()
    loop.exec()
    QCoreApplication.processEvents()  # paints what has changed, and only that
    taken = (time.perf_counter() - started) * 1000
    place.store_desk.shown.disconnect(loop.quit)
    pause(60)
    return taken


def _curves(theme: Theme, parameters: ParameterSet) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return a frame of the decay plot with two hundred curves, and a painter's that has their path ready."""
    draw = np.random.default_rng(6)
    uses, strength, factor = draw.integers(0, 9, CURVES), draw.uniform(0.5, 1.5, CURVES), np.ones(CURVES)
    plot = DecayPlot(theme)
    plot.resize(*SIZE)
    plot.show_parameters(parameters, parameters)
    plot.show_memories(uses, strength, factor)
    plot.show()
    pause(100)
    curve = memory_curves(parameters.decay, uses=uses, strength=strength, tag_factor=factor, until_days=60.0)
    path, pixmap = QPainterPath(), QPixmap(*SIZE)
    begins = True
    for x, y in zip(curve.x / 60.0 * SIZE[0], (1.0 - np.minimum(curve.y, 1.0)) * SIZE[1], strict=True):
        if np.isnan(y):
            begins = True
        elif begins:
            path.moveTo(QPointF(x, y))
            begins = False
        else:
            path.lineTo(QPointF(x, y))

    def drawn() -> None:
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.tokens.text, 1.0))
        painter.drawPath(path)
        painter.end()

    viewport = plot._view.viewport()
    return viewport.repaint, drawn


if __name__ == "__main__":
    sys.stdout.write(json.dumps(tuned(*sys.argv[1:])) + "\n")
