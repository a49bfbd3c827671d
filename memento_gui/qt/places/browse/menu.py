"""The menu of selected memories: what can be done with one, and with many at once."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QWidget

from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES, Status
from memento_gui.qt.curating import Curator
from memento_gui.qt.phrases import memories_text, type_label
from memento_gui.qt.widgets.menu import Menu

_IMPORTANCES: Final = (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
_STRENGTHS: Final = (0.5, 1.0, 1.3, 1.5, 2.0)
_TAGS: Final = 12


class MemoryMenu(Menu):
    """Built for one selection, gone when it closes."""

    def __init__(self, curator: Curator, ids: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._curator = curator
        self._ids = list(ids)
        self.setAccessibleName(memories_text(len(ids)))

    def offer(self, actions: Sequence[QAction]) -> None:
        """Begin with these actions of the place."""
        for action in actions:
            self.addAction(action)

    def offer_fields(self, tags: Sequence[str], *, writing: bool) -> None:
        """Offer to give all selected memories one value of a field; ``tags`` are those that can be taken away."""
        self.addSeparator()
        fields = (
            ("Type", "type", [kind.value for kind in TYPES]),
            ("Category", "category", [category.value for category in CATEGORIES]),
            ("Scope", "scope", [scope.value for scope in SCOPES]),
            ("Status", "status", [status.value for status in STATUSES if status is not Status.PROMOTED]),
        )
        for title, name, values in fields:
            menu = self.submenu(title)
            menu.setEnabled(writing)
            for value in values:
                self._field(menu, type_label(value), name, value)
        for title, name, numbers in (("Importance", "importance", _IMPORTANCES), ("Strength", "strength", _STRENGTHS)):
            menu = self.submenu(title)
            menu.setEnabled(writing)
            for number in numbers:
                self._field(menu, f"{number:.2f}", name, number)
        project = self.addAction("Project…")
        project.setEnabled(writing)
        project.triggered.connect(self._ask_for_project)
        self._offer_tags(tags, writing=writing)

    def _field(self, menu: Menu, text: str, name: str, value: object) -> None:
        action = menu.addAction(text.replace("&", "&&"))
        action.triggered.connect(lambda: self._curator.set_fields(self._ids, name, {name: _typed(name, value)}))

    def _offer_tags(self, tags: Sequence[str], *, writing: bool) -> None:
        menu = self.submenu("Tags")
        menu.setEnabled(writing)
        menu.addAction("Add a tag…").triggered.connect(self._ask_for_tag)
        if tags:
            menu.addSeparator()
        for tag in tags[:_TAGS]:
            shown = (tag if len(tag) <= 40 else f"{tag[:39]}…").replace("&", "&&")
            menu.addAction(f"Take away {shown}").triggered.connect(
                lambda _checked=False, tag=tag: self._curator.remove_tag(self._ids, tag)
            )

    def _ask_for_tag(self) -> None:
        curator, ids = self._curator, self._ids
        self._ask("Add a tag", "Tag", "Add tag", lambda text: curator.add_tag(ids, text) if text else None)

    def _ask_for_project(self) -> None:
        curator, ids = self._curator, self._ids
        self._ask("Set the project", "Project", "Set", lambda text: curator.set_fields(ids, "project", {"project": text}))

    def _ask(self, title: str, what: str, agree: str, call: Callable[[str], object]) -> None:
        asked = QInputDialog(self.parentWidget())
        asked.setWindowTitle(title)
        asked.setLabelText(f"{what} for {memories_text(len(self._ids))}:")
        asked.setOkButtonText(agree)
        asked.textValueSelected.connect(lambda text: call(text.strip()))
        asked.finished.connect(asked.deleteLater)
        asked.open()


def _typed(name: str, value: object) -> object:
    """Return a field's value as the memory keeps it."""
    enumerations = {"type": TYPES, "category": CATEGORIES, "scope": SCOPES, "status": STATUSES}
    return next((member for member in enumerations.get(name, ()) if member.value == value), value)
