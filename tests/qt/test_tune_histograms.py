"""ForgetScore or the decay score over the store: one is chosen, counted, dragged, remembered and saved."""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.memory import Memory, MemoryType
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import decay_scores
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.places.tune.store.bins import DECAY, FORGET
from memento_gui.qt.widgets.file_dialog import FileDialog
from tests.qt.standing import Stand

M1 = ParameterSet()


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    now = clock.now_ms()
    memories = tuple(
        Memory(
            id=f"m{n:02d}",
            content=f"text {n}",
            type=list(MemoryType)[n % 4],
            uses=n % 9,
            created_ms=now - n * DAY_MS,
            updated_ms=now - n * DAY_MS,
            deleted_ms=now if n % 20 == 3 else None,
        )
        for n in range(80)
    )
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        opened.apply(AddMemories(label="Add", memories=memories))
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand, qtbot: QtBot) -> TunePlace:
    made = stand(TunePlace, library, 1376, 860)
    made.enter()
    settle(made, qtbot)
    return made


def settle(place: TunePlace, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy())


def choose_decay(place: TunePlace, qtbot: QtBot) -> None:
    place.store.histograms.tabs.choose(DECAY)
    settle(place, qtbot)


def expected(place: TunePlace, library: Library, ahead: int = 0) -> list[int]:
    """Count directly, bin by bin, the decay scores of the memories in use."""
    table, decay = library.features(), place.context.state.parameters.decay
    scores = decay_scores(table, decay, now_ms=library.clock.now_ms() + ahead * DAY_MS)[table.active]
    counts: list[int] = np.histogram(scores, [0.0, *place.store.histogram.edges[1:-1], np.inf])[0].tolist()
    return counts


def test_the_decay_score_is_chosen_by_key_and_its_bars_are_the_stores(
    place: TunePlace, library: Library, qtbot: QtBot
) -> None:
    QTest.keyClick(place.store.histograms.tabs, Qt.Key.Key_Right)
    settle(place, qtbot)
    plot = place.store.histogram
    assert plot.isVisible()
    assert plot.accessibleName() == "Decay score over the store"
    assert plot.heights.tolist() == plot.saved_heights.tolist() == expected(place, library)
    assert plot.heights.sum() == 76
    assert plot.thresholds == {"forget": M1.decay.forget, "promote": M1.decay.promote}
    QTest.keyClick(place.store.histograms.tabs, Qt.Key.Key_Left)
    assert place.store.histogram.accessibleName() == "ForgetScore over the store"


def test_only_the_score_in_sight_is_counted(place: TunePlace, qtbot: QtBot) -> None:
    def measure() -> str:
        assert place.store_desk.counted is not None
        return place.store_desk.counted.outlook.measure

    assert measure() == FORGET
    choose_decay(place, qtbot)
    assert measure() == DECAY
    place._turn("decay.half_life", 9.0, "")
    settle(place, qtbot)
    assert measure() == DECAY


def test_bars_follow_the_numbers_and_the_outline_stays_at_the_saved_ones(
    place: TunePlace, library: Library, qtbot: QtBot
) -> None:
    choose_decay(place, qtbot)
    before = place.store.histogram.heights.tolist()
    place._turn("decay.half_life", 30.0, "")
    settle(place, qtbot)
    plot = place.store.histogram
    assert plot.heights.tolist() == expected(place, library) != before
    assert plot.saved_heights.tolist() == before


def test_the_time_machine_moves_the_decay_scores(place: TunePlace, library: Library, qtbot: QtBot) -> None:
    choose_decay(place, qtbot)
    today = place.store.histogram.heights.tolist()
    QTest.keyClick(place.store.time, Qt.Key.Key_PageUp)
    settle(place, qtbot)
    assert place.store.histogram.heights.tolist() == expected(place, library, ahead=30) != today


@pytest.mark.parametrize(("knob", "before", "after"), [("forget", 0.05, 0.2), ("promote", 0.65, 1.5)])
def test_a_threshold_that_is_dragged_turns_its_knob_in_one_step(
    place: TunePlace, qtbot: QtBot, knob: str, before: float, after: float
) -> None:
    choose_decay(place, qtbot)
    plot = place.store.histogram
    view, height = plot._view.viewport(), plot.ground.y_span.high / 2
    start, middle, end = (QPointF(*plot.pixels(x=x, y=height)).toPoint() for x in (before, (before + after) / 2, after))
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, middle)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
    settle(place, qtbot)
    value = place.context.state.parameters.value(f"decay.{knob}")
    assert value == pytest.approx(after, rel=0.1)  # a pixel is some of that
    assert plot.thresholds[knob] == value
    assert place.context.undo._stack.index() == 1
    place.context.undo.undo()
    assert place.context.state.parameters == M1
    assert plot.thresholds[knob] == before
    settle(place, qtbot)


def test_the_choice_is_remembered_and_is_in_the_palette(
    place: TunePlace, stand: Stand, library: Library, qtbot: QtBot
) -> None:
    place.bound["tune.histogram"].trigger()
    assert place.store.histograms.measure == DECAY
    kept = place.look()
    again = stand(TunePlace, library, 1376, 860)
    again.put_look(kept)
    settle(again, qtbot)
    assert again.store.histogram.accessibleName() == "Decay score over the store"
    assert again.store.histogram.heights.sum() == 76
    again.put_look({"histogram": "no such score"})
    assert again.store.histograms.measure == DECAY
    place.bound["tune.histogram"].trigger()
    assert place.store.histograms.measure == FORGET
    settle(place, qtbot)


def test_what_is_saved_is_the_score_in_sight(
    place: TunePlace, library: Library, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    choose_decay(place, qtbot)
    path = tmp_path / "bars.csv"
    monkeypatch.setattr(FileDialog, "ask", lambda _dialog: path)
    place.bound["tune.histogram_file"].trigger()
    with path.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["curve"] == "these numbers"]
    assert [int(float(row["y"])) for row in rows] == expected(place, library)
    assert float(rows[-1]["x"]) == 10.0


def test_the_mouse_over_a_bar_says_how_many_it_holds(place: TunePlace, qtbot: QtBot) -> None:
    choose_decay(place, qtbot)
    plot = place.store.histogram
    fullest = int(plot.heights.argmax())
    at = QPointF(*plot.pixels(x=float(plot.bin_scores[fullest]), y=0.5)).toPoint()
    QTest.mouseMove(plot._view.viewport(), at)
    hair = place.store.histograms.hairs[DECAY]
    assert f"these numbers  {plot.heights[fullest]:.0f}" in hair.text
    QTest.mouseMove(plot._view.viewport(), QPointF(2, 2).toPoint())
    assert hair.text == ""
