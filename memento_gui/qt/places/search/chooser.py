"""The button that chooses the parameter set to search with."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtWidgets import QWidget

from memento_gui.qt.places.search.menus import add_heading
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.label import plain_tip
from memento_gui.qt.widgets.menu import Menu

_LONGEST = 220
"""Pixels that a name may take where there is room."""

SetKey = str | int
"""A set by its name, or one of Tune's slots by its number."""


class SetChooser(IconPushButton):
    """The set in use; its menu lists Tune's slots, the built-in sets and the saved ones."""

    chosen = Signal(object)
    """Search with this set (`SetKey`)."""
    kept = Signal(str)
    """Make the set of this name the store's."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "tune", parent=parent)
        self._menu = Menu(self)
        self.setMenu(self._menu)
        self._names: tuple[tuple[str, bool], ...] = ()
        self._current: SetKey = ""
        self._title = ""
        self._most: int | None = None

    def show_sets(
        self,
        names: Sequence[tuple[str, bool]],
        current: SetKey,
        *,
        note: str = "",
        slots: Sequence[str] = (),
        keep: str = "",
    ) -> None:
        """Show what can be chosen.

        Args:
            names: The sets: (name, whether it is built in) pairs.
            current: The one in use.
            note: Follows the current one's name.
            slots: What Tune's slots are called.
            keep: The set that is being tried, which the menu offers to make the store's.
        """
        self._names, self._current = tuple(names), current
        title = slots[current] if isinstance(current, int) else current
        self._title = f"{title} {note}".strip()
        self.setAccessibleName(f"Parameter set: {self._title}")
        self._say()
        self._menu.clear()
        groups: tuple[list[tuple[SetKey, str]], ...] = (
            list(enumerate(slots)),
            [(name, name) for name, theirs in names if theirs],
            [(name, name) for name, theirs in names if not theirs],
        )
        for heading, entries in zip(("Tune", "Built in", "Saved"), groups, strict=True):
            if entries:
                add_heading(self._menu, heading)
                for key, text in entries:
                    self._add(key, text)
        if keep:
            self._menu.addSeparator()
            self._menu.addAction(f"Use {keep} for this store".replace("&", "&&"), lambda: self.kept.emit(keep))

    @property
    def names(self) -> tuple[str, ...]:
        """The sets that can be chosen."""
        return tuple(name for name, _ in self._names)

    @property
    def current(self) -> SetKey:
        """The set in use."""
        return self._current

    @property
    def most(self) -> int | None:
        """How wide the button may be; None where there is room."""
        return self._most

    @most.setter
    def most(self, most: int | None) -> None:
        self._most = most
        self._say()

    def _say(self) -> None:
        metrics = QFontMetrics(self.font())
        shown = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, _LONGEST)
        self.setText(shown.replace("&", "&&"))
        excess = 0 if self._most is None else self.sizeHint().width() - self._most
        if excess > 0:
            room = max(0, metrics.horizontalAdvance(shown) - excess)
            shown = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, room)
            self.setText(shown.replace("&", "&&"))
        whole = "The parameter set to search with" if shown == self._title else f"The parameter set: {self._title}"
        self.setToolTip(plain_tip(whole))

    def _add(self, key: SetKey, text: str) -> None:
        action = QAction(text.replace("&", "&&"), self._menu)
        action.setCheckable(True)
        action.setChecked(key == self._current)
        action.triggered.connect(lambda _checked=False: self.chosen.emit(key))
        self._menu.addAction(action)
