"""Closing the window: into the tray, for good, or not yet, because something was begun and not saved."""

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from memento_gui.qt.dialogs import ask
from memento_gui.qt.shell.window import Window


class Leaving:
    """Decides whether the window may close; ``unsaved`` counts the edits that would be lost."""

    def __init__(self, window: Window, unsaved: Callable[[], int]) -> None:
        self._window = window
        self._unsaved = unsaved
        self._quitting = False
        self.sure = False
        """Whether what was not saved may be lost."""
        window.may_close = self._may_close

    def quit(self) -> None:
        """Close the window and end the program, even where its icon would stay in the tray."""
        self._quitting = True
        if self._window.close():
            QApplication.quit()
        self._quitting = False

    def _may_close(self) -> bool:
        if not self._quitting and not QApplication.quitOnLastWindowClosed():
            return True  # it only hides: the icon in the tray brings it back
        lost = self._unsaved()
        if not lost or self.sure:
            return True
        what = "An edit was" if lost == 1 else f"{lost} edits were"
        words = f"{what} begun and not saved. What is saved stays as it is."
        ask(self._window, "Close without saving?", words, "Close without saving", self._close_surely)
        return False

    def _close_surely(self) -> None:
        self.sure = True
        self.quit()
