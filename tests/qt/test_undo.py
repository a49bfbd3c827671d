"""State and undo: edits and knobs on one stack, stale edits off it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import MementoError, StaleEdit, StoreLocked
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY, M1
from memento_gui.model import edits
from memento_gui.model.library import Library
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.undo import MANY, Undo


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        yield opened


@pytest.fixture
def undo(library: Library, tasks: Tasks, qtbot: QtBot) -> Undo:
    return Undo(library, AppState(), tasks=tasks)


def test_an_edit_is_written_taken_back_and_written_again(undo: Undo, library: Library) -> None:
    memory = library.remember("text")
    heard: list[str] = []
    undo.applied.connect(lambda: heard.append(undo.undo_label))
    assert undo.do(edits.pin([memory], pinned=True, now_ms=1))
    assert library.get(memory.id).pinned
    assert undo.undo_label == "Pin 1 memory"
    undo.undo()
    assert library.get(memory.id) == memory
    assert (undo.undo_label, undo.redo_label) == ("", "Pin 1 memory")
    undo.redo()
    assert library.get(memory.id).pinned
    assert len(heard) == 3


def test_an_edit_that_comes_too_late_leaves_the_stack_and_says_so(undo: Undo, library: Library) -> None:
    memory = library.remember("text")
    edit = edits.pin([memory], pinned=True, now_ms=1)
    library.pin(memory.id)
    told: list[MementoError] = []
    undo.reported.connect(told.append)
    assert not undo.do(edit)
    assert [type(error) for error in told] == [StaleEdit]
    assert undo.undo_label == ""


def test_an_undo_that_comes_too_late_leaves_the_stack_and_the_store_as_they_are(undo: Undo, library: Library) -> None:
    memory = library.remember("text")
    undo.do(edits.set_fields([memory], "Set importance", now_ms=1, importance=0.9))
    library.edit(memory.id, importance=0.1)
    told: list[MementoError] = []
    undo.reported.connect(told.append)
    undo.undo()
    assert [type(error) for error in told] == [StaleEdit]
    assert library.get(memory.id).importance == pytest.approx(0.1)
    assert (undo.undo_label, undo.redo_label) == ("", "")


def test_edits_of_many_are_written_in_a_worker_and_block_nothing(undo: Undo, library: Library, qtbot: QtBot) -> None:
    count = MANY + 10
    memories = tuple(library.drafted(f"text {number}") for number in range(count))
    done: list[int] = []
    with qtbot.waitSignal(undo.applied):
        undo.do_many(lambda: edits.AddMemories(label="Import", memories=memories), count, then=lambda: done.append(1))
        assert undo.writing
        assert not undo.do(edits.pin([memories[0]], pinned=True, now_ms=1))
    assert done == [1]
    assert len(library.ids()) == count
    with qtbot.waitSignal(undo.applied):
        undo.undo()
        assert undo.writing
    assert library.ids() == []
    assert undo.redo_label == "Import"
    with qtbot.waitSignal(undo.applied):
        undo.redo()
    assert len(library.ids()) == count


def test_a_failed_edit_of_many_is_told_and_unlocks(undo: Undo, library: Library, qtbot: QtBot) -> None:
    memory = library.remember("text")
    edit = edits.pin([memory], pinned=True, now_ms=1)
    library.pin(memory.id)
    with qtbot.waitSignal(undo.reported):
        undo.do_many(lambda: edit, MANY + 1)
    assert not undo.writing
    assert undo.undo_label == ""


def test_a_step_that_only_the_lock_refused_can_be_taken_again(undo: Undo, library: Library, tmp_path: Path) -> None:
    memory = library.remember("text")
    undo.do(edits.pin([memory], pinned=True, now_ms=1))
    told: list[MementoError] = []
    undo.reported.connect(told.append)
    library._store._wait_seconds = 0.0
    with library._store._turn:
        undo.undo()
    assert [type(error) for error in told] == [StoreLocked]
    assert undo.undo_label == "Pin 1 memory"
    assert library.get(memory.id).pinned
    undo.undo()
    assert not library.get(memory.id).pinned
    assert (undo.undo_label, undo.redo_label) == ("", "Pin 1 memory")


def test_an_import_that_ends_while_a_step_is_written_waits_for_it(undo: Undo, library: Library, qtbot: QtBot) -> None:
    many = tuple(library.drafted(f"text {number}") for number in range(MANY + 1))
    added = edits.AddMemories(label="Many", memories=many)
    with qtbot.waitSignal(undo.applied):
        undo.do_many(lambda: added, len(many))
    imported = edits.AddMemories(label="Import", memories=(library.drafted("imported"),))
    undo.undo()
    undo.adopt(imported, library.apply(imported), 1)
    qtbot.waitUntil(lambda: undo.undo_label == "Import")
    assert [library.get(identity).content for identity in library.ids()] == ["imported"]
    undo.undo()
    assert library.ids() == []


def test_nothing_else_is_done_while_many_are_written_and_it_is_said(undo: Undo, library: Library, qtbot: QtBot) -> None:
    many = tuple(library.drafted(f"text {number}") for number in range(MANY + 1))
    told: list[MementoError] = []
    undo.reported.connect(told.append)
    with qtbot.waitSignal(undo.applied):
        for _ in range(2):
            undo.do_many(lambda: edits.AddMemories(label="Many", memories=many), len(many))
    assert [type(error) for error in told] == [StoreLocked]
    assert undo.undo_label == "Many"
    with qtbot.waitSignal(undo.applied):
        undo.undo()
    assert library.ids() == []


def test_a_crash_while_many_are_written_unlocks(undo: Undo, library: Library, tasks: Tasks, qtbot: QtBot) -> None:
    def broken() -> edits.Edit:
        raise ZeroDivisionError("oops")

    with qtbot.waitSignal(tasks.crashed):
        undo.do_many(broken, MANY + 1)
    qtbot.waitUntil(lambda: not undo.writing)
    assert undo.do(edits.AddMemories(label="New", memories=(library.drafted("text"),)))


def test_turns_of_one_drag_are_one_step(library: Library, qtbot: QtBot) -> None:
    state = AppState()
    undo = Undo(library, state)
    before = state.parameters
    for value in (0.3, 0.4, 0.5):
        undo.turn(before.with_value("ranking.recency", value), f"Recency {value}", merge_key="ranking.recency")
    assert state.parameters.ranking.recency == pytest.approx(0.5)
    assert undo.undo_label == "Recency 0.5"
    undo.turn(state.parameters.with_value("ranking.usage", 0.3), "Usage", merge_key="ranking.usage")
    undo.undo()
    undo.undo()
    assert state.parameters == before
    assert undo.undo_label == ""
    undo.redo()
    assert state.parameters.ranking.recency == pytest.approx(0.5)


def test_a_drag_that_returns_leaves_no_step(library: Library, qtbot: QtBot) -> None:
    state = AppState()
    undo = Undo(library, state)
    before = state.parameters
    undo.turn(before.with_value("ranking.recency", 0.3), "Recency", merge_key="k")
    undo.turn(before, "Recency", merge_key="k")
    assert undo.undo_label == ""


def test_state_speaks_only_when_something_changed() -> None:
    state = AppState()
    heard: list[str] = []
    state.tuned.connect(lambda _set: heard.append("tuned"))
    state.moved.connect(heard.append)
    state.selected.connect(heard.append)
    state.saved_changed.connect(lambda: heard.append("saved"))
    state.tune(ParameterSet())
    state.move("browse")
    state.move("browse")
    state.select("a")
    state.select("a")
    assert heard == ["browse", "a"]


def test_unsaved_turns_stay_whatever_another_program_does_to_the_sets() -> None:
    state = AppState()
    state.adopt(M1, BUILT_IN[M1])
    turned = state.parameters.with_value("ranking.recency", 0.9)
    state.tune(turned)
    assert state.edited
    state.adopt(M1, BUILT_IN[M1].with_value("ranking.usage", 0.2))
    assert state.parameters == turned
    state.adopt(LONG_MEMORY, BUILT_IN[LONG_MEMORY])
    assert (state.parameters, state.set_name, state.edited) == (turned, LONG_MEMORY, True)
    state.tune(state.saved)
    state.adopt(M1, BUILT_IN[M1])
    assert (state.parameters, state.edited) == (BUILT_IN[M1], False)


def test_an_edit_waits_for_another_program_and_the_window_goes_on(
    undo: Undo, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    memory = library.remember("text")
    other = sqlite3.connect(tmp_path / "memento.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    seen: list[bool] = []

    def let_go() -> None:
        seen.append(undo.writing)
        seen.append(undo.do(edits.pin([memory], pinned=True, now_ms=2)))
        other.execute("ROLLBACK")

    QTimer.singleShot(0, let_go)
    assert undo.do(edits.pin([memory], pinned=True, now_ms=1))
    assert seen == [True, False]
    assert library.get(memory.id).pinned
    assert undo.depth == 1
    other.close()
