"""Undo: edits of the store and turns of knobs on one stack."""

from collections.abc import Callable
from itertools import count
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from memento_gui.domain.cancel import Watch
from memento_gui.domain.errors import (
    DamagedStore,
    DiskFull,
    MementoError,
    ReadOnlyStore,
    StoreLocked,
    StoreUnavailable,
)
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.edits import Edit
from memento_gui.model.library import Library
from memento_gui.qt.letting_go import let_go
from memento_gui.qt.slots import Slots
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Job, T, Tasks

MANY: Final = 200
"""Memories from which an edit is written in a worker."""

_TURN_ID: Final = 1
_KEY: Final = "undo.write"
_LET_GO: Final = "undo.let_go"
_FILE_TROUBLES: Final = (DamagedStore, DiskFull, ReadOnlyStore, StoreLocked, StoreUnavailable)
"""Errors that say nothing against the step itself: it can be taken again once the file can be written."""


class EditCommand(QUndoCommand):
    """An edit that was written, with its inverse at hand: moving over it on the stack is writing that first.

    ``numbers`` are those scored with before and after it: saved or not, they come back with it.
    """

    def __init__(self, edit: Edit, inverse: Edit, size: int) -> None:
        super().__init__(edit.label)
        self.next = edit
        self.size = size
        self.numbers: tuple[ParameterSet, ParameterSet] | None = None
        self._written: Edit | None = inverse

    @override
    def redo(self) -> None:
        self._flip()

    @override
    def undo(self) -> None:
        self._flip()

    def take(self, inverse: Edit) -> None:
        """Know that `next` was written; ``inverse`` takes it back."""
        self._written = inverse

    @property
    def edits(self) -> "tuple[Edit, ...]":
        """What it holds: the edit, and its inverse unless the stack is already past it."""
        return (self.next,) if self._written is None else (self.next, self._written)

    def _flip(self) -> None:
        if self._written is not None:
            self.next, self._written = self._written, None


class TurnCommand(QUndoCommand):
    """Turn knobs; turns with the same merge key become one step, so that a drag is undone at once."""

    def __init__(self, state: AppState, wanted: ParameterSet, label: str, merge_key: str) -> None:
        super().__init__(label)
        self._state = state
        self._before, self._slots = state.parameters, state.slots
        self.wanted = wanted
        self.merge_key = merge_key

    @override
    def id(self) -> int:
        return _TURN_ID if self.merge_key else -1

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, TurnCommand) or other.merge_key != self.merge_key:
            return False
        self.wanted = other.wanted
        self.setText(other.text())
        self.setObsolete(self.wanted == self._before)
        return True

    @override
    def redo(self) -> None:
        self._state.tune(self.wanted)

    @override
    def undo(self) -> None:
        self._state.tune(self._before)
        self._state.hold(self._slots)


class HoldCommand(QUndoCommand):
    """Have Tune's slots hold other numbers; those in use stay."""

    def __init__(self, state: AppState, wanted: Slots, label: str) -> None:
        super().__init__(label)
        self._state = state
        self._before, self._wanted = state.slots, wanted

    @override
    def redo(self) -> None:
        self._state.hold(self._wanted)

    @override
    def undo(self) -> None:
        self._state.hold(self._before)


class Undo(QObject):
    """The window's undo stack.

    Edits of many memories are written in a worker when there is a task runner; until one is written, nothing else is done,
    undone or redone.
    """

    changed = Signal()
    """What can be undone or redone changed."""
    applied = Signal()
    """An edit was written, or taken back."""
    reported = Signal(object)
    """An edit could not be written (`MementoError`); it left the stack, the store is as it was."""
    began = Signal(str, object)
    """An edit of many memories is being written: its name, and the `CancelToken` that stops it, all or nothing."""
    advanced = Signal(object)
    """How far that is (`Progress`)."""
    ended = Signal()
    """It is written, or was stopped or refused."""

    def __init__(
        self, library: Library, state: AppState, *, tasks: Tasks | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.library = library
        self._state = state
        self._tasks = tasks
        self._writing = False
        self._goal: int | None = None
        self._adopted: list[EditCommand] = []
        self._numbers = count()
        self._stack = QUndoStack(self)
        self._stack.indexChanged.connect(self._tell)

    @property
    def writing(self) -> bool:
        """Whether an edit of many memories is being written."""
        return self._writing

    def do(self, edit: Edit) -> bool:
        """Apply an edit and put it on the stack; False if it could not be applied (then ``reported`` was emitted)."""
        if self._refused():
            return False
        before = self._state.parameters
        try:
            pair = self._now(edit)
        except MementoError as error:
            self.reported.emit(error)
            return False
        command = EditCommand(*pair, 1)
        self._adopt(command)
        command.numbers = before, self._state.parameters
        return True

    def do_many(
        self,
        make: Callable[[], Edit | None],
        size: int,
        *,
        then: Callable[[], None] | None = None,
        unchanged: Callable[[], None] = lambda: None,
    ) -> None:
        """Make and apply an edit of ``size`` memories, in a worker if they are many.

        Args:
            make: Returns the edit, or None if it would change nothing; it may read the store and may be called in a worker.
            size: How many memories it changes.
            then: Called in the GUI thread after it was written.
            unchanged: Called instead where there is nothing to write.
        """
        if self._refused():
            return

        def finish(pair: tuple[Edit, Edit] | None) -> None:
            if pair is None:
                unchanged()
                return
            self.adopt(*pair, size)
            if then is not None:
                then()

        if self._tasks is None or size <= MANY:
            try:
                edit = make()
                pair = None if edit is None else self._now(edit)
            except MementoError as error:
                self.reported.emit(error)
            else:
                finish(pair)
        else:
            self._write(lambda job: self._made(make, job), finish, self.reported.emit)

    def _made(self, make: Callable[[], Edit | None], watch: Watch) -> tuple[Edit, Edit] | None:
        edit = make()
        return None if edit is None else self._apply(edit, watch)

    def adopt(self, edit: Edit, inverse: Edit, size: int) -> None:
        """Put an edit on the stack that a worker has applied already; ``inverse`` takes it back.

        While a step is being written it waits: the stack must not move under that step.
        """
        self._adopt(EditCommand(edit, inverse, size))

    def _adopt(self, command: EditCommand) -> None:
        self._adopted.append(command)
        self._push_adopted()

    def _push_adopted(self) -> None:
        while self._adopted and not self._writing:
            self._push(self._adopted.pop(0))
            self.applied.emit()

    def _push(self, command: QUndoCommand) -> None:
        """Put a step on the stack; a worker lets go of large steps that can then not be taken again."""
        undone = [self._stack.command(place) for place in range(self._stack.index(), self._stack.count())]
        large = [step for step in undone if isinstance(step, EditCommand) and step.size > MANY]
        dropped = [edit for step in large for edit in step.edits]
        self._stack.push(command)
        if dropped and self._tasks is not None:
            waiting: list[Any] = dropped
            self._tasks.run(f"{_LET_GO}.{next(self._numbers)}", lambda _job: let_go(waiting), lambda _none: None)

    def turn(self, parameters: ParameterSet, label: str, *, merge_key: str = "") -> None:
        """Score with other parameters, as a step that can be undone.

        Args:
            parameters: The set from now on.
            label: Names the step: "Half-life episodic 30 → 45 d".
            merge_key: Consecutive turns with the same non-empty key become one step.
        """
        if parameters != self._state.parameters and not self._writing:
            self._push(TurnCommand(self._state, parameters, label, merge_key))

    def hold(self, slots: Slots, label: str) -> None:
        """Have Tune's slots hold these, as a step that can be undone; the numbers in use stay what they are."""
        if slots != self._state.slots and not self._writing:
            self._push(HoldCommand(self._state, slots, label))

    def undo(self) -> None:
        """Take the last step back."""
        self._step(self._stack.index() - 1, self._stack.undo)

    def redo(self) -> None:
        """Take the last undone step again."""
        self._step(self._stack.index(), self._stack.redo)

    def go_to(self, depth: int) -> None:
        """Undo or redo step after step until ``depth`` steps are done.

        A step that cannot be taken ends the way there: ``reported`` says why, and the steps before it stay taken. Steps of
        many memories are written in a worker, each after the one before.
        """
        if not self._refused():
            self._goal = depth
            self._travel()

    def _travel(self) -> None:
        while self._goal is not None and not self._writing:
            if self._goal == self.depth or not 0 <= self._goal <= self._stack.count():
                self._goal = None
            elif self._goal < self.depth:
                self.undo()
            else:
                self.redo()

    @property
    def steps(self) -> int:
        """How many steps there are, done and undone ones."""
        return self._stack.count()

    def label_of(self, step: int) -> str:
        """Return what a step is called; step 0 is the oldest."""
        return self._stack.text(step)

    @property
    def undo_label(self) -> str:
        """What undo would take back, or an empty string."""
        return self._stack.undoText()

    @property
    def depth(self) -> int:
        """How many steps can be undone."""
        return self._stack.index()

    @property
    def redo_label(self) -> str:
        """What redo would do again, or an empty string."""
        return self._stack.redoText()

    def _step(self, index: int, move: Callable[[], None]) -> None:
        command = self._stack.command(index) if 0 <= index < self._stack.count() else None
        if command is None or self._writing:
            return
        if self._tasks is not None and isinstance(command, EditCommand) and command.size > MANY:
            self._flip_later(command, move)
            return
        if isinstance(command, EditCommand):
            try:
                pair = self._now(command.next)
            except MementoError as error:
                self._step_failed(command, move, error)
                return
            command.take(pair[1])
        numbers = self._state.parameters
        move()
        if isinstance(command, EditCommand):
            self.applied.emit()
            self._give_back(command, numbers, undone=index == self._stack.index())

    def _give_back(self, command: EditCommand, numbers: ParameterSet, *, undone: bool) -> None:
        """Score with the numbers there were, which no store need have kept, unless others came from elsewhere meanwhile."""
        if command.numbers is not None:
            wanted, left = command.numbers if undone else reversed(command.numbers)
            if numbers == left:
                self._state.tune(wanted)

    def _flip_later(self, command: EditCommand, move: Callable[[], None]) -> None:
        def flipped(pair: tuple[Edit, Edit]) -> None:
            command.take(pair[1])
            move()
            self.applied.emit()
            self._travel()

        self._write(
            lambda job: self._apply(command.next, job),
            flipped,
            lambda error: self._step_failed(command, move, error),
            title=command.text(),
        )

    def _step_failed(self, command: EditCommand, move: Callable[[], None], error: MementoError) -> None:
        """Tell; a step that can never be taken again leaves the stack, one that only the file refused stays."""
        self._goal = None
        if not isinstance(error, _FILE_TROUBLES):
            command.setObsolete(True)
            move()
        self.reported.emit(error)

    def _refused(self) -> bool:
        """Whether nothing new can be done because a change is still being written; says so."""
        if self._writing:
            self.reported.emit(
                StoreLocked("A change of many memories is still being written. Nothing else was changed; try again then.")
            )
        return self._writing

    def _now(self, edit: Edit) -> tuple[Edit, Edit]:
        """Write an edit while the window waits; the stack stands still meanwhile."""
        if self._tasks is None:
            return self._apply(edit)
        self._writing = True
        try:
            return self._tasks.wait_for(lambda: self._apply(edit))
        finally:
            self._writing = False

    def _apply(self, edit: Edit, watch: Watch | None = None) -> tuple[Edit, Edit]:
        return edit, self.library.apply(edit, watch=watch)

    def _write(
        self,
        work: Callable[[Job[T]], T],
        done: Callable[[T], None],
        refused: Callable[[MementoError], None],
        *,
        title: str = "Changing memories",
    ) -> None:
        assert self._tasks is not None
        self._lock(on=True)

        def finished(pair: T) -> None:
            self._lock(on=False)
            done(pair)
            self._push_adopted()

        def failed(error: MementoError) -> None:
            self._lock(on=False)
            refused(error)
            self._push_adopted()

        def ended() -> None:
            self._goal = None
            self._lock(on=False)
            self._push_adopted()

        token = self._tasks.run(_KEY, work, finished, failed=failed, cancelled=ended, progressed=self.advanced.emit)
        self.began.emit(title, token)

    def _lock(self, *, on: bool) -> None:
        self._writing = on
        if not on:
            self.ended.emit()
        self.changed.emit()

    def _tell(self) -> None:
        self.changed.emit()
