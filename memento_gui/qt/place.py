"""What a place is: a screen of the rail, what it is given, and the wishes it emits.

A place is a widget whose module or package lies beside this one. It is built when it is visited first, gets a
`PlaceContext`, and never calls another place: it emits a wish, and ``qt.app`` fulfils it. Work over 16 ms goes through
``context.tasks`` under a key that begins with the place's own key (``"search.run"``). Edits go through ``context.undo.do``,
turns of knobs through ``context.undo.turn``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memento_gui.domain.clock import Clock
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.actions import Action, bind
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.undo import Undo


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceContext:
    """Everything a place may use."""

    library: Library
    state: AppState
    tasks: Tasks
    undo: Undo
    theme: Theme
    clock: Clock


class Place(QWidget):
    """A screen of the rail.

    Subclasses set ``key``, ``label`` and ``icon`` (a name of the icon set), may list what they ``offer``: actions whose
    ``call`` names one of their own methods without arguments, and whose ``place`` is their key. With ``docks_detail`` the
    detail pane stands beside them in a wide window; otherwise it slides over their right side. It may change while a place
    lives, which ``docking`` then says.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    icon: ClassVar[str]
    offer: ClassVar[tuple[Action, ...]] = ()
    docks_detail: bool = False

    opened = Signal(str)
    """Show this memory (its id) in the detail pane."""
    editing = Signal(str)
    """Show this memory (its id) in the detail pane, ready to be edited."""
    reported = Signal(object)
    """Tell the user something: a `MementoError` or a `memento_gui.qt.widgets.message_bar.Message`."""
    exporting = Signal(list)
    """Ask for a file and write these memories (their ids) to it."""
    browsing = Signal(str)
    """Show in Browse what this filter line lets through."""
    reviewing = Signal(str)
    """Review what this filter line lets through; today's cards for an empty one."""
    wished = Signal(str)
    """Perform an action of the window by its id, such as ``"go.tune"``."""
    docking = Signal(bool)
    """Let the detail pane stand beside the place from now on, or slide over it."""
    badged = Signal(str)
    """Show this short text on the place's rail entry, or none."""

    def __init__(self, context: PlaceContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.bound = bind(self.offer, self, self)
        """The actions of ``offer`` as `QAction`, by id; their shortcuts work while the focus is in the place."""

    def enter(self) -> None:
        """Become visible: take the focus where work begins, and catch up with what changed."""

    def leave(self) -> None:
        """Become hidden."""

    def refresh(self, changes: ChangeSet) -> None:
        """Catch up with changes of the store, whoever made them; called while visible and, once, before `enter`."""

    def unsaved(self) -> int:
        """Return how many edits were begun here and not saved."""
        return 0

    def look(self) -> dict[str, str]:
        """How the place was left, by name: short texts that are kept between starts, none of them empty."""
        return {}

    def put_look(self, look: Mapping[str, str]) -> None:
        """Look as it was left; what was kept may be missing, or be another version's."""

    def search_for(self, text: str) -> None:
        """Put words on the place's line, if it has one."""
