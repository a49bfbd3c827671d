"""Undo: edits of the store and turns of knobs on one stack."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from memento_gui.domain.errors import MementoError
from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.state import AppState

if TYPE_CHECKING:
    from memento_gui.model.edits import Edit
    from memento_gui.model.library import Library

_TURN_ID = 1


class EditCommand(QUndoCommand):
    """Apply an edit and keep its inverse at hand. An edit that fails leaves the stack with a message."""

    def __init__(self, undo: "Undo", edit: "Edit") -> None:
        super().__init__(edit.label)
        self._undo = undo
        self._next = edit
        self.error: MementoError | None = None

    @override
    def redo(self) -> None:
        self._flip()

    @override
    def undo(self) -> None:
        self._flip()

    def _flip(self) -> None:
        try:
            self._next = self._undo.library.apply(self._next)
        except MementoError as error:
            self.error = error
            self.setObsolete(True)
            self._undo.reported.emit(error)
        else:
            self._undo.applied.emit()


class TurnCommand(QUndoCommand):
    """Turn knobs; turns with the same merge key become one step, so that a drag is undone at once."""

    def __init__(self, state: AppState, wanted: ParameterSet, label: str, merge_key: str) -> None:
        super().__init__(label)
        self._state = state
        self._before = state.parameters
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


class Undo(QObject):
    """The window's undo stack."""

    changed = Signal()
    """What can be undone or redone changed."""
    applied = Signal()
    """An edit was written, or taken back."""
    reported = Signal(object)
    """An edit could not be written (`MementoError`); it left the stack, the store is as it was."""

    def __init__(self, library: "Library", state: AppState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = library
        self._state = state
        self._stack = QUndoStack(self)
        self._stack.indexChanged.connect(self._tell)

    def do(self, edit: "Edit") -> bool:
        """Apply an edit and put it on the stack; False if it could not be applied (then ``reported`` was emitted)."""
        command = EditCommand(self, edit)
        self._stack.push(command)
        return command.error is None

    def turn(self, parameters: ParameterSet, label: str, *, merge_key: str = "") -> None:
        """Score with other parameters, as a step that can be undone.

        Args:
            parameters: The set from now on.
            label: Names the step: "Half-life episodic 30 → 45 d".
            merge_key: Consecutive turns with the same non-empty key become one step.
        """
        if parameters != self._state.parameters:
            self._stack.push(TurnCommand(self._state, parameters, label, merge_key))

    def undo(self) -> None:
        """Take the last step back."""
        self._stack.undo()

    def redo(self) -> None:
        """Take the last undone step again."""
        self._stack.redo()

    @property
    def undo_label(self) -> str:
        """What undo would take back, or an empty string."""
        return self._stack.undoText()

    @property
    def redo_label(self) -> str:
        """What redo would do again, or an empty string."""
        return self._stack.redoText()

    def _tell(self) -> None:
        self.changed.emit()
