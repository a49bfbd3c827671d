"""A menu whose keys are its own while it is open."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QMenu
from typing_extensions import override


class Menu(QMenu):
    """Takes its letters before a shortcut of the place below it does.

    A popup leaves the focus where it was, and Qt looks for shortcuts there: without this, the T of *Tomorrow* would be the
    place's T.
    """

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def submenu(self, title: str) -> "Menu":
        """Add a menu of the same kind."""
        made = Menu(title, self)
        self.addMenu(made)
        return made


class KeysKept(QObject):
    """An event filter for the list of a combo box, so that letters choose from it while it is open."""

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().eventFilter(watched, event)
