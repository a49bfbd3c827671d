"""The button that chooses the parameter set to search with."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton

_LONGEST = 24


class SetChooser(IconPushButton):
    """The set in use; its menu lists the built-in sets and the saved ones."""

    chosen = Signal(str)
    """Search with the set of this name."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "tune", parent=parent)
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self._names: tuple[tuple[str, bool], ...] = ()
        self._current = ""

    def show_sets(self, names: Sequence[tuple[str, bool]], current: str, *, note: str = "") -> None:
        """Show the sets: (name, whether it is built in) pairs; ``note`` follows the current one's name."""
        self._names, self._current = tuple(names), current
        shown = current if len(current) <= _LONGEST else current[: _LONGEST - 1] + "…"
        self.setText(f"{shown} {note}".strip().replace("&", "&&"))
        self.setAccessibleName(f"Parameter set: {current} {note}".strip())
        self.setToolTip("The parameter set to search with")
        self._menu.clear()
        built_in = [name for name, theirs in names if theirs]
        own = [name for name, theirs in names if not theirs]
        for name in built_in:
            self._add(name)
        if own:
            self._menu.addSeparator()
        for name in own:
            self._add(name)

    @property
    def pairs(self) -> list[tuple[str, bool]]:
        """The sets that can be chosen, each with whether it is built in."""
        return list(self._names)

    @property
    def names(self) -> tuple[str, ...]:
        """The sets that can be chosen."""
        return tuple(name for name, _ in self._names)

    @property
    def current(self) -> str:
        """The set in use."""
        return self._current

    def _add(self, name: str) -> None:
        action = QAction(name.replace("&", "&&"), self._menu)
        action.setCheckable(True)
        action.setChecked(name == self._current)
        action.triggered.connect(lambda _checked=False, name=name: self.chosen.emit(name))
        self._menu.addAction(action)
