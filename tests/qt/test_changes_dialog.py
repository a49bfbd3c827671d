"""The history of changes, driven: any step can be gone to, a stale one ends the way there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import MementoError, StaleEdit
from memento_gui.model import edits
from memento_gui.model.library import Library
from memento_gui.qt.changes_dialog import ChangesDialog
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.undo import MANY, Undo


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        yield opened


@pytest.fixture
def undo(library: Library, tasks: Tasks, qtbot: QtBot) -> Undo:
    return Undo(library, AppState(), tasks=tasks)


@pytest.fixture
def dialog(undo: Undo, theme: Theme, qtbot: QtBot) -> Iterator[ChangesDialog]:
    made = ChangesDialog(theme, undo)
    made.show()
    yield made
    made.close()


def imported(undo: Undo, library: Library, qtbot: QtBot, name: str) -> None:
    memories = tuple(library.drafted(f"{name} {number}") for number in range(MANY + 1))
    with qtbot.waitSignal(undo.applied):
        undo.do_many(lambda: edits.AddMemories(label=name, memories=memories), len(memories))


def words(dialog: ChangesDialog) -> list[str]:
    model = dialog.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_keys_go_back_over_large_and_small_steps_and_forth_again(
    dialog: ChangesDialog, undo: Undo, library: Library, qtbot: QtBot
) -> None:
    memory = library.remember("text")
    undo.do(edits.pin([memory], pinned=True, now_ms=1))
    imported(undo, library, qtbot, "First import")
    imported(undo, library, qtbot, "Second import")
    assert words(dialog) == ["Second import", "First import", "Pin 1 memory", "Before the first change"]
    QTest.keyClick(dialog.list, Qt.Key.Key_End)
    assert dialog.sentence == "Undoes 3 steps."
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert undo.writing
    qtbot.waitUntil(lambda: undo.depth == 0 and not undo.writing)
    assert library.ids() == [memory.id]
    assert library.get(memory.id) == memory
    QTest.keyClick(dialog.list, Qt.Key.Key_Home)
    assert dialog.sentence == "Redoes 3 steps."
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: undo.depth == 3 and not undo.writing)
    assert len(library.ids()) == 2 * (MANY + 1) + 1
    assert library.get(memory.id).pinned


def test_a_stale_step_ends_the_way_and_the_steps_before_it_stay(
    dialog: ChangesDialog, undo: Undo, library: Library, qtbot: QtBot
) -> None:
    first, second, third = (library.remember(text) for text in ("one", "two", "three"))
    for memory in (first, second, third):
        undo.do(edits.set_fields([memory], "Set importance", now_ms=1, importance=0.9))
    library.edit(second.id, importance=0.1)
    told: list[MementoError] = []
    undo.reported.connect(told.append)
    undo.go_to(0)
    assert [type(error) for error in told] == [StaleEdit]
    held = [library.get(memory.id).importance for memory in (first, second, third)]
    assert held == pytest.approx([0.9, 0.1, third.importance])
    assert (undo.depth, undo.steps) == (1, 2)
    assert dialog.list.currentIndex().row() == 1
    undo.go_to(2)
    assert library.get(third.id).importance == pytest.approx(0.9)


def test_a_step_beyond_the_last_one_is_not_gone_to(undo: Undo, library: Library) -> None:
    undo.do(edits.pin([library.remember("text")], pinned=True, now_ms=1))
    undo.go_to(7)
    undo.go_to(-1)
    assert (undo.depth, undo.writing) == (1, False)
