"""What nobody caught: an error that explains itself becomes a message, a fault of the program a dialog with a report."""

import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject

from memento_gui.domain.errors import MementoError
from memento_gui.qt.about import program_version
from memento_gui.qt.dialogs import ReportDialog, crash_dialog
from memento_gui.qt.shell.window import Window
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme


class Faults(QObject):
    """Hears of errors in workers and in slots. While its dialog is open further ones are only written to stderr.

    A `MementoError` in a slot (the store's file was removed or locked just then) is told like one in a worker.
    """

    def __init__(self, window: Window, theme: Theme, tasks: Tasks, tell: Callable[[MementoError], None]) -> None:
        super().__init__(window)
        self._tell = tell
        self._window = window
        self._theme = theme
        self._dialog: ReportDialog | None = None
        self._before = sys.excepthook
        tasks.crashed.connect(self.show)
        sys.excepthook = self._caught

    @property
    def dialog(self) -> ReportDialog | None:
        """The open dialog."""
        return self._dialog

    def stop(self) -> None:
        """Hear of no more."""
        sys.excepthook = self._before

    def show(self, report: str) -> None:
        """Show a report."""
        sys.stderr.write(report)
        if self._dialog is None:
            self._dialog = crash_dialog(self._theme, f"Memento {program_version()}\n\n{report}", self._window)
            self._dialog.finished.connect(self._forget)
            self._dialog.open()

    def _forget(self) -> None:
        self._dialog = None

    def _caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._window.close()
            return
        if isinstance(error, MementoError):
            self._tell(error)
            return
        self.show("".join(traceback.format_exception(kind, error, trace)))
