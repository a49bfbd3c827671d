"""The time machine and the two slots of Tune."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.memory import Memory, MemoryType
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.places.tune.store.fates import population
from memento_gui.qt.places.tune.store.time_bar import YEAR
from memento_gui.qt.slots import Slots
from tests.qt.standing import Stand

M1 = ParameterSet()
LONG = BUILT_IN[LONG_MEMORY]
SETS = st.sampled_from([M1, LONG, M1.with_value("ranking.relevance", 0.6), M1.with_value("ranking.recency", 0.1)])


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    now = clock.now_ms()
    memories = tuple(
        Memory(
            id=f"m{n:02d}",
            content=f"text {n}",
            type=list(MemoryType)[n % 4],
            uses=n % 3,
            created_ms=now - n * DAY_MS,
            updated_ms=now - n * DAY_MS,
        )
        for n in range(40)
    )
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        opened.apply(AddMemories(label="Add", memories=memories))
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand) -> TunePlace:
    made = stand(TunePlace, library, 1376, 860)
    made.enter()
    return made


def settle(place: TunePlace, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy())


def forgotten(place: TunePlace) -> int:
    return int(place.store.counts.texts()["Forgotten"][1].replace(",", ""))


def test_the_days_ahead_show_the_store_as_it_will_be(place: TunePlace, library: Library, qtbot: QtBot) -> None:
    before = forgotten(place)
    QTest.keyClick(place.store.time, Qt.Key.Key_PageUp)
    settle(place, qtbot)
    assert place.store.time.ahead == 30
    assert place.store.time.sentence.startswith("in 30 d, ")
    later = library.clock.now_ms() + 30 * DAY_MS
    (expected,) = population(library.features(), M1, [later])
    assert forgotten(place) == expected.forgotten > before
    x, _ = place.store.population.curve("now")
    assert list(x) == [30.0, 30.0]
    QTest.keyClick(place.store.time, Qt.Key.Key_Home)
    settle(place, qtbot)
    assert (forgotten(place), place.store.time.sentence) == (before, "today")


def test_the_year_is_plotted_from_today_to_its_end(place: TunePlace, library: Library, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(place.store.population.curve("kept")[0]) > 0)
    days, kept = place.store.population.curve("kept")
    now = library.clock.now_ms()
    expected = [counts.kept for counts in population(library.features(), M1, [now + int(day) * DAY_MS for day in days])]
    assert (days[0], days[-1]) == (0.0, float(YEAR))
    assert list(kept) == expected
    total = sum(place.store.population.curve(name)[1] for name in ("kept", "promoted", "forgotten"))
    assert np.all(total == 40)


def test_the_year_plays_to_its_end_and_stops(place: TunePlace, qtbot: QtBot) -> None:
    place.store.time.go_to(YEAR - 7)
    place.store.time.play.click()
    assert place.store.time.playing
    qtbot.waitUntil(lambda: not place.store.time.playing)
    assert place.store.time.ahead == YEAR
    place.store.time.play.click()
    assert place.store.time.ahead == 0
    place.leave()
    assert not place.store.time.playing


def test_one_key_switches_between_two_sets_and_undo_switches_back(place: TunePlace, qtbot: QtBot) -> None:
    state = place.context.state
    place.context.undo.turn(M1.with_value("ranking.relevance", 0.6), "Relevance")
    edited = state.parameters
    QTest.keyClick(place.panel, Qt.Key.Key_X)
    assert state.parameters == LONG
    assert place.side.slots.choice.current == "B"
    place.context.undo.turn(LONG.with_value("ranking.recency", 0.1), "Recency")
    second = state.parameters
    place.switch_slots()
    assert (state.parameters, place.side.slots.choice.current) == (edited, "A")
    place.context.undo.undo()
    assert (state.parameters, place.side.slots.choice.current) == (second, "B")
    place.side.slots.copy.click()
    place.switch_slots()
    assert (state.parameters, place.side.slots.choice.current) == (second, "A")
    settle(place, qtbot)


def test_a_copy_into_the_other_slot_is_a_step_and_each_undo_brings_the_same_slots_back(
    place: TunePlace, qtbot: QtBot
) -> None:
    state, undo = place.context.state, place.context.undo
    undo.turn(M1.with_value("ranking.relevance", 0.6), "Relevance")
    held = [state.slots]
    place.side.slots.copy.click()
    assert undo.undo_label == "Copy A to B"
    assert state.slots.other == state.parameters
    held.append(state.slots)
    undo.turn(state.parameters.with_value("ranking.recency", 0.1), "Recency")
    held.append(state.slots)
    for steps in (1, 0):
        undo.undo()
        assert state.slots == held[steps]
        assert place.side.slots.choice.current == "A"
    for steps in (1, 2):
        undo.redo()
        assert state.slots == held[steps]
    settle(place, qtbot)


def test_a_switch_within_a_drag_ends_its_step(place: TunePlace, qtbot: QtBot) -> None:
    state, undo = place.context.state, place.context.undo
    place.store.histogram.pressed.emit("forgetting.soft_threshold")
    place.store.histogram.turned.emit("forgetting.soft_threshold", 0.5)
    first = state.parameters
    place.switch_slots()
    place.store.histogram.turned.emit("forgetting.soft_threshold", 0.4)
    place.store.histogram.released.emit("forgetting.soft_threshold")
    assert undo.undo_label == "Forgetting, soft from 0.60 \N{RIGHTWARDS ARROW} 0.40"
    undo.undo()
    assert state.parameters == LONG
    undo.undo()
    assert state.parameters == first
    settle(place, qtbot)


@given(st.lists(SETS, max_size=8))
def test_what_is_in_use_is_always_the_slot_in_use(turns: list[ParameterSet]) -> None:
    slots = Slots((M1, LONG))
    for parameters in turns:
        other = slots.other
        slots = slots.tuned(parameters)
        assert slots.current == parameters
        assert other in slots.sets
