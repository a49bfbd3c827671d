"""A detail pane with what runs it, as a session connects them."""

from pathlib import Path

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from memento_gui.model.library import Library
from memento_gui.qt.detail.desk import DetailDesk
from memento_gui.qt.drafts.keeper import DraftKeeper
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.remembering.desk import Remembering
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.undo import Undo
from memento_gui.qt.widgets.detail import DetailPane
from memento_gui.qt.widgets.message_bar import Message


class Desk:
    """A pane with its desk and its keeper, as a session connects them."""

    def __init__(
        self, library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot, *, wait: bool = True
    ) -> None:
        state = AppState()
        state.adopt(library.parameter_sets.active_name(), library.parameters())
        self.undo = Undo(library, state, tasks=tasks)
        self.context = PlaceContext(
            library=library, state=state, tasks=tasks, undo=self.undo, theme=theme, clock=library.clock
        )
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.pane = DetailPane(theme, self.window)
        self.desk = DetailDesk(self.context, self.pane, self.window)
        self.told: list[Message] = []
        self.remembering = Remembering(self.context, self.window)
        self.keeper = DraftKeeper(self.context, self.pane, self.remembering, root)
        self.keeper.told.connect(self.told.append)
        self.desk.told.connect(self.told.append)
        self.over: list[str] = []
        self.desk.settled.connect(self.over.append)
        self.desk.orphaned.connect(self.remembering.go_on)
        self.undo.reported.connect(self.desk.stale)
        self.keeper.editing.connect(self.desk.edit)
        self._qtbot = qtbot
        if wait:
            self.settle()

    def settle(self) -> None:
        """Wait for the workers."""
        self._qtbot.waitUntil(lambda: not self.context.tasks.is_busy())

    def open(self, identity: str) -> None:
        """Show a memory and wait for it."""
        self.desk.open(identity)
        self._qtbot.waitUntil(lambda: self.pane.memory_id == identity)
        self.settle()
