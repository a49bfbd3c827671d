"""Turning knobs: what a row, a handle or a band asks for becomes a step that can be undone."""

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.knobs import Table, Value
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.tune.knobs.groups import full_label, knob_of
from memento_gui.qt.places.tune.knobs.numbers import change_text
from memento_gui.qt.places.tune.knobs.rows import new_gesture
from memento_gui.qt.places.tune.knobs.scale import scale_of


class Turning(QObject):
    """Turns of one gesture are one step; a handle that is dragged is a gesture."""

    reported = Signal(object)
    """A value was refused (`InvalidParameter`)."""
    let_go = Signal()
    """A handle was let go."""

    def __init__(self, context: PlaceContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._gesture = ""
        self._began_at: Value | Table = 0.0
        self._drag = ""
        self.held = False
        """Whether a handle is held."""

    def turn(self, name: str, value: Value | Table, gesture: str) -> None:
        """Ask for a value; turns of the same non-empty gesture are one step, named by the value it began at."""
        state, knob = self._context.state, knob_of(name)
        if not gesture or gesture != self._gesture:
            self._gesture, self._began_at = gesture, state.parameters.value(name)
        try:
            wanted = state.parameters.with_value(name, value)
        except InvalidParameter as error:
            self.reported.emit(error)
            return
        label = f"{full_label(knob)} {change_text(knob, self._began_at, value)}"
        self._context.undo.turn(wanted, label, merge_key=gesture)

    def take(self, name: str) -> None:
        """Begin a drag of the handle that turns this knob."""
        self._drag, self.held = new_gesture(name), True

    def drag(self, name: str, value: float) -> None:
        """Ask for the value at which the handle is dragged."""
        self.turn(name, scale_of(knob_of(name)).rounded(value), self._drag)

    def part(self) -> None:
        """Begin another step, because the numbers are others now; a handle that is held goes on turning these."""
        self._gesture = ""

    def drop(self) -> None:
        """End a drag."""
        self.held = False
        self.let_go.emit()

    def reset(self, group: str, title: str) -> None:
        """Ask for the saved numbers of a whole group (its key, and what it is called)."""
        state = self._context.state
        mapping = state.parameters.to_mapping() | {group: state.saved.to_mapping()[group]}
        wanted, _ = type(state.parameters).from_mapping(mapping)
        self._context.undo.turn(wanted, f"{title} back to {state.set_name}")
