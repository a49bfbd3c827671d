"""What the window is showing: the parameters being tried, the active place, the selected memory."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.qt.slots import Slots

MOST_MARKED: Final = 200
"""Selected memories that other places show."""


class AppState(QObject):
    """The one state that places share. Each signal is emitted after its value changed, never when it stayed the same.

    ``parameters`` is the set in use, saved or not; ``saved`` is the set as the store keeps it under ``set_name``.
    """

    tuned = Signal(object)
    """The parameters turned (`ParameterSet`)."""
    saved_changed = Signal()
    """Another set became the saved one, or it was saved anew."""
    moved = Signal(str)
    """Another place is active (its key)."""
    selected = Signal(str)
    """Another memory is open in the detail pane (its id, or an empty string)."""

    marked = Signal(tuple)
    """Other memories are selected in Browse (their ids)."""
    reminder_changed = Signal(str)
    """One is reminded of due cards at another time of day (``17:30``), or not any more (an empty string)."""

    slotted = Signal()
    """Tune's slots hold other numbers."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parameters = ParameterSet()
        self._slots = Slots((self._parameters, BUILT_IN[LONG_MEMORY]))
        self._saved = self._parameters
        self._set_name = ""
        self._place = ""
        self._memory = ""
        self._marked: tuple[str, ...] = ()
        self._reminder = ""

    @property
    def parameters(self) -> ParameterSet:
        """The parameters everything is scored with right now."""
        return self._parameters

    @property
    def slots(self) -> Slots:
        """Tune's A and B; the slot in use holds `parameters`."""
        return self._slots

    def hold(self, slots: Slots) -> None:
        """Have Tune's slots hold these; the numbers in use stay what they are."""
        if slots != self._slots:
            self._slots = slots
            self.slotted.emit()

    @property
    def saved(self) -> ParameterSet:
        """The active set as the store keeps it."""
        return self._saved

    @property
    def set_name(self) -> str:
        """The active set's name."""
        return self._set_name

    @property
    def edited(self) -> bool:
        """Whether the parameters differ from the saved set."""
        return self._parameters != self._saved

    @property
    def place(self) -> str:
        """The active place's key."""
        return self._place

    @property
    def memory(self) -> str:
        """The id of the memory in the detail pane, or an empty string."""
        return self._memory

    def tune(self, parameters: ParameterSet) -> None:
        """Score with these parameters from now on."""
        if parameters != self._parameters:
            self._parameters = parameters
            self._slots = self._slots.tuned(parameters)
            self.tuned.emit(parameters)
            self.slotted.emit()

    def adopt(self, name: str, saved: ParameterSet) -> None:
        """Take over the active set from the store.

        Unsaved turns stay, whoever chose or deleted a set meanwhile: no undo would bring them back.
        """
        if (name, saved) == (self._set_name, self._saved):
            return
        follow = not self.edited
        self._set_name, self._saved = name, saved
        self.saved_changed.emit()
        if follow:
            self.tune(saved)

    def move(self, place: str) -> None:
        """Make another place the active one."""
        if place != self._place:
            self._place = place
            self.moved.emit(place)

    def select(self, memory_id: str) -> None:
        """Open a memory in the detail pane, or none."""
        if memory_id != self._memory:
            self._memory = memory_id
            self.selected.emit(memory_id)

    @property
    def reminder(self) -> str:
        """When one is reminded of due cards, such as ``17:30``, or an empty string."""
        return self._reminder

    def remind(self, at: str) -> None:
        """Know when one is reminded."""
        if at != self._reminder:
            self._reminder = at
            self.reminder_changed.emit(at)

    @property
    def marked_ids(self) -> tuple[str, ...]:
        """The first of the memories that are selected in Browse, at most `MOST_MARKED`."""
        return self._marked

    def mark(self, ids: Sequence[str]) -> None:
        """Know which memories are selected in Browse."""
        marked = tuple(ids[:MOST_MARKED])
        if marked != self._marked:
            self._marked = marked
            self.marked.emit(marked)
