"""Headings in menus; a style sheet leaves nothing of Qt's own sections but their line."""

from memento_gui.qt.theme import font
from memento_gui.qt.widgets.label import BOLD
from memento_gui.qt.widgets.menu import Menu


def add_heading(menu: Menu, text: str) -> None:
    """Add a line of text that cannot be chosen, under a separator where something stands above it."""
    if menu.actions():
        menu.addSeparator()
    heading = menu.addAction(text)
    heading.setFont(font(12, BOLD))
    heading.setEnabled(False)
