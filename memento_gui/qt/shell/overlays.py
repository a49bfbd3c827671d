"""The palette and the help overlay, filled from the tables of actions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from memento_gui.qt.actions import Action
from memento_gui.qt.shell.help_overlay import HelpOverlay
from memento_gui.qt.shell.palette import CommandPalette, Entry
from memento_gui.qt.shell.window import Window
from memento_gui.qt.theme import Theme

Bound = Sequence[tuple[Action, QAction]]


class Overlays(QObject):
    """At most one lies over the window."""

    performed = Signal(str)
    """An action was chosen in the palette (its id)."""

    def __init__(self, window: Window, theme: Theme) -> None:
        super().__init__(window)
        self.palette = CommandPalette(theme, window)
        self.help = HelpOverlay(theme, window)
        self.palette.performed.connect(self.performed)

    def show_palette(self, bound: Bound, elsewhere: Sequence[Action] = (), at: str = "") -> None:
        """Offer these actions, and after them those of other places; ``at`` is the id of the one that is chosen first.

        Those that cannot be performed now are greyed, and the hidden ones left out.
        """
        if not self.palette.isHidden():
            self.palette.disappear()
            return
        self.help.disappear()
        listed = [Entry(action, _plain(made.text()), made.isEnabled()) for action, made in bound if not action.hidden]
        listed.sort(key=lambda entry: not entry.enabled)
        listed += [Entry(action, action.label, elsewhere=True) for action in elsewhere if not action.hidden]
        self.palette.open_with(listed, at)

    def show_help(self, place: str, heading: str, bound: Bound) -> None:
        """Explain a place and list every action that has keys."""
        if not self.help.isHidden():
            self.help.disappear()
            return
        self.palette.disappear()
        self.help.open_with(place, heading, _by_group(bound))

    def close(self) -> None:
        """Take both away."""
        self.palette.disappear()
        self.help.disappear()


def _by_group(bound: Bound) -> Mapping[str, Sequence[Action]]:
    groups: dict[str, list[Action]] = defaultdict(list)
    for action, _ in bound:
        if action.shortcuts:
            groups[action.group].append(action)
    return groups


def _plain(text: str) -> str:
    return text.replace("&&", "&")
