"""What can be done with a card besides answering it, as steps that can be undone."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memento_gui.domain.memory import Memory
from memento_gui.model import edits
from memento_gui.model.values import Neighbour
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.review.asking import pop_up, snooze_menu
from memento_gui.qt.places.review.merging import MergeDialog
from memento_gui.qt.widgets.message_bar import DONE, Message

NEIGHBOURS: Final = "review.neighbours"


class Acts(QObject):
    """Makes the edits; ``perform`` applies one, about the memory with this id, and says whether it could."""

    told = Signal(object)
    """Something to tell (`Message`)."""
    edit_wished = Signal(object)
    """Edit this `Memory`."""
    info_wished = Signal(str)
    """Show everything about this memory (its id)."""

    def __init__(self, context: PlaceContext, window: QWidget, perform: Callable[[edits.Edit, str], bool]) -> None:
        super().__init__(window)
        self._perform = perform
        self._context = context
        self._window = window
        self.dialog: MergeDialog | None = None

    def do(self, what: str, memory: Memory) -> None:
        """Do something with a memory: ``edit``, ``info``, or what the methods are called."""
        calls: dict[str, Callable[[Memory], object]] = {
            "edit": self.edit_wished.emit,
            "info": lambda memory: self.info_wished.emit(memory.id),
            "pin": self.pin,
            "merge": self.merge,
            "snooze": self.snooze,
            "bury": self.bury,
            "suspend": self.suspend,
            "lower": self.lower,
            "trash": self.trash,
        }
        calls[what](memory)

    def pin(self, memory: Memory) -> None:
        """Pin a memory, or take its pin away."""
        self._do(memory, edits.pin([memory], pinned=not memory.pinned, now_ms=self._context.clock.now_ms()))

    def trash(self, memory: Memory) -> None:
        """Move a memory to the trash."""
        self._do(memory, edits.trash([memory], now_ms=self._context.clock.now_ms()))

    def bury(self, memory: Memory) -> None:
        """Keep a card out of the queue until tomorrow."""
        self._do(memory, self._context.library.reviews.bury_edit(memory))

    def suspend(self, memory: Memory) -> None:
        """Do not ask a card any more."""
        if self._do(memory, self._context.library.reviews.suspend_edit(memory, suspended=True)):
            words = "The card is not asked any more; the filter is:suspended finds it, Statistics asks it again"
            self.told.emit(Message(text=words, kind=DONE, undoable=True))

    def lower(self, memory: Memory) -> None:
        """Make a memory less important."""
        if memory.importance > 0.0:
            self._do(memory, self._context.library.reviews.lower_edit(memory))

    def snooze(self, memory: Memory) -> None:
        """Ask until when a card is put aside."""

        def until(days: int) -> None:
            self._do(memory, self._context.library.reviews.snooze_edit(memory, days))

        pop_up(snooze_menu(self._context.library.reviews.today(), until, self._window), self._window)

    def merge(self, memory: Memory) -> None:
        """Look for the neighbours of a memory and offer to merge it with one."""
        reviews = self._context.library.reviews

        def chosen(neighbour: Neighbour) -> None:
            self._do(memory, reviews.merge_edit(memory, neighbour))

        def show(neighbours: list[Neighbour]) -> None:
            if not neighbours:
                self.told.emit(Message(text="No other memory says anything similar", kind=DONE))
                return
            self.dialog = MergeDialog(self._context.theme, memory, neighbours, chosen, self._window)
            self.dialog.finished.connect(self._forget)
            self.dialog.open()

        self._context.tasks.run(NEIGHBOURS, lambda _job: reviews.neighbours(memory.id), show)

    def _forget(self) -> None:
        self.dialog = None

    def _do(self, memory: Memory, edit: edits.Edit) -> bool:
        return self._perform(edit, memory.id)
