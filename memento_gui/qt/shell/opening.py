"""The page that says which store is being opened, where that takes longer than a blink."""

from typing import Final

from PySide6.QtCore import QObject, QTimer

from memento_gui.qt.shell.window import Window
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.empty_state import EmptyState

AFTER_MS: Final = 300
"""Most stores are open by then, and nothing flashes."""
_NAME: Final = 40
_FOLDER: Final = 60


class Opening(QObject):
    """Says in the status bar at once that a store is being opened, and after a while in the middle of the window too."""

    def __init__(self, window: Window, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._page: EmptyState | None = None
        self._said = ("", "")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(AFTER_MS)
        self._timer.timeout.connect(self._show_page)

    def begin(self, what: str, where: str = "", *, in_the_middle: bool) -> None:
        """Say what is being opened, and in which folder it lies; in the middle only where no store is in sight yet."""
        self._window.status.show_work(f"Opening {_short(what)}…", 0.0)
        self._said = (f"Opening {_short(what)}…", where if len(where) <= _FOLDER else f"…{where[1 - _FOLDER :]}")
        if in_the_middle:
            self._timer.start()
        else:
            self._timer.stop()

    def end(self) -> None:
        """It is open, or was refused: what comes next is shown by others."""
        self._timer.stop()
        self._window.status.show_work("", 0.0)

    def _show_page(self) -> None:
        if self._page is None:
            self._page = EmptyState(self._theme, "database")
        self._page.say(*self._said)
        self._window.show_page(self._page, "", docks_detail=False)


def _short(name: str) -> str:
    half = _NAME // 2
    return name if len(name) <= _NAME else f"{name[:half]}…{name[1 - half :]}"
