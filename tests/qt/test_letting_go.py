"""Letting go of much at once: a thing at a time, in a worker, and only of what nobody else holds."""

import sys
import threading
import weakref
from pathlib import Path

from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Memory
from memento_gui.model import edits
from memento_gui.model.library import Library
from memento_gui.qt.letting_go import let_go
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.undo import MANY, Undo


class Told(dict[str, object]):
    """Fields that tell in which thread they went, and how deep in other work."""

    def __init__(self, gone: list[tuple[str, bool]]) -> None:
        super().__init__(importance=0.5)
        self._gone = gone

    def __del__(self) -> None:
        alone = "let_go" in {sys._getframe(depth).f_code.co_name for depth in range(1, 3)}
        self._gone.append((threading.current_thread().name, alone))


def test_every_value_goes_by_itself() -> None:
    gone: list[tuple[str, bool]] = []
    fields = {f"m{number}": Told(gone) for number in range(50)}
    waiting: list[object] = [edits.SetFields(label="", wanted=fields, previous={}, expected={})]
    kept = fields["m7"]
    del fields
    let_go(waiting)
    assert len(gone) == 49
    assert all(alone for _, alone in gone)
    assert kept == {"importance": 0.5}


def test_memories_of_an_import_go_too() -> None:
    class Held(Memory):
        __slots__ = ("__weakref__",)

    memory = Held(id="m", content="text", created_ms=1, updated_ms=1)
    watched = weakref.ref(memory)
    added = edits.AddMemories(label="", memories=(memory,))
    waiting: list[object] = [edits.RemoveMemories(label="", added=added)]
    del memory, added
    let_go(waiting)
    assert watched() is None


def test_a_large_step_that_cannot_be_redone_any_more_is_let_go_in_a_worker(
    tmp_path: Path, clock: FixedClock, tasks: Tasks, qtbot: QtBot
) -> None:
    with Library.open(tmp_path / "memento.db", clock=clock) as library:
        undo = Undo(library, AppState(), tasks=tasks)
        many = tuple(library.drafted(f"memory {number}") for number in range(MANY + 1))
        library.apply(edits.AddMemories(label="Many", memories=many))
        gone: list[tuple[str, bool]] = []
        fields = {memory.id: Told(gone) for memory in many}
        edit = edits.SetFields(label="Large", wanted=fields, previous=fields, expected={})
        undo.adopt(edit, library.apply(edit), len(many))
        undo.undo()
        qtbot.waitUntil(lambda: not tasks.is_busy())
        assert undo.redo_label == "Large"
        before = set(gone)
        del edit, fields
        undo.do(edits.pin([library.get(many[0].id)], pinned=True, now_ms=1))
        qtbot.waitUntil(lambda: len(gone) == len(many) and not tasks.is_busy())
        assert undo.undo_label.startswith("Pin")
        assert before == set()
        assert all(name.startswith("memento") and alone for name, alone in gone)
