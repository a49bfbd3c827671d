"""Where a user has been in Search: back, forward, the recent queries and the saved ones."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.search.menus import add_heading
from memento_gui.qt.widgets.menu import Menu
from memento_gui.qt.widgets.name_dialog import NameDialog
from memento_gui.qt.widgets.save_search import search_name_dialog

SETTLED_MS: Final = 1_500
"""How long a query must stand on the line to count as one that was asked."""
_MENU: Final = 10
_LONGEST: Final = 60
_KEY: Final = "search.recent"


class Trail:
    """The queries that were asked, in order, and which of them is on the line."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._at = -1

    def visit(self, text: str) -> bool:
        """Go on to a query; what was ahead is forgotten. False if it is the present one."""
        if not text or (self._at >= 0 and self._texts[self._at] == text):
            return False
        self._texts = [*self._texts[: self._at + 1], text]
        self._at += 1
        return True

    def step(self, by: int) -> str | None:
        """Go back (-1) or forward (1) and return the query there, or None at the end."""
        if not 0 <= self._at + by < len(self._texts):
            return None
        self._at += by
        return self._texts[self._at]


class History(QObject):
    """Remembers what was asked, and fills the menu of recent and saved searches."""

    wanted = Signal(str)
    """Put this query on the line."""
    told = Signal(object)
    """Something to tell (`MementoError`)."""

    def __init__(self, context: PlaceContext, text: Callable[[], str], owner: QWidget) -> None:
        super().__init__(owner)
        self._context, self._text, self._owner = context, text, owner
        self._trail = Trail()
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(SETTLED_MS)
        self._settled.timeout.connect(self.keep)
        tasks = context.tasks
        owner.destroyed.connect(lambda *_: tasks.cancel(_KEY))

    def typed(self) -> None:
        """The line changed; if it stays so, it counts."""
        self._settled.start()

    def keep(self) -> None:
        """Count the query on the line as one that was asked."""
        self._settled.stop()
        text, library = self._text().strip(), self._context.library
        if self._trail.visit(text):
            self._context.tasks.run(
                _KEY,
                lambda _job: library.recent_searches.remember(text),
                lambda _done: None,
                failed=lambda _error: None,  # a query that is not remembered is no reason to disturb anyone
            )

    def step(self, by: int) -> None:
        """Go back (-1) or forward (1)."""
        self.keep()
        text = self._trail.step(by)
        if text is not None:
            self.wanted.emit(text)

    def save(self) -> NameDialog | None:
        """Ask for a name and keep the query on the line under it; None without a query."""
        query = self._text().strip()
        if not query:
            return None
        saved = self._context.library.saved_searches
        dialog = search_name_dialog(query, {search.name for search in saved.every()}, self._owner)
        dialog.named.connect(lambda name: self._save(name, query))
        dialog.open()
        return dialog

    def _save(self, name: str, query: str) -> None:
        try:
            edit = self._context.library.saved_searches.save_edit(name, query)
        except MementoError as error:
            self.told.emit(error)
        else:
            self._context.undo.do(edit)

    def _delete(self, name: str) -> None:
        self._context.undo.do(self._context.library.saved_searches.remove_edit(name))

    def show_menu(self, under: QWidget) -> None:
        """Show the saved and the recent searches under a button."""
        menu = Menu(self._owner)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill(menu)
        corner = under.mapToGlobal(under.rect().bottomRight())  # it stands at the window's right edge
        menu.popup(corner - QPoint(menu.sizeHint().width() - 1, -2))

    def fill(self, menu: Menu) -> None:
        """Put the saved and the recent searches into a menu."""
        library, query = self._context.library, self._text().strip()
        saved, recent = library.saved_searches.every(), library.recent_searches.every()[:_MENU]
        menu.clear()
        self._entry(menu, "Save this search…", self.save).setEnabled(bool(query))
        if saved:
            add_heading(menu, "Saved")
            for search in saved:
                self._entry(menu, search.name, partial(self.wanted.emit, search.query))
            forget = menu.submenu("Delete a saved search")
            for search in saved:
                self._entry(forget, search.name, partial(self._delete, search.name))
        if recent:
            add_heading(menu, "Recent")
            for text in recent:
                self._entry(menu, text, partial(self.wanted.emit, text))
            menu.addSeparator()
            self._entry(menu, "Forget recent searches", library.recent_searches.clear)

    def _entry(self, menu: Menu, text: str, call: Callable[[], object]) -> QAction:
        shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
        action = menu.addAction(shown.replace("&", "&&"))
        action.triggered.connect(lambda _checked=False: call())
        return action
