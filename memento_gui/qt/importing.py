"""Imports in the background: a file or folder becomes memories, as one step that can be undone, and a report."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.model.edits import Edit
from memento_gui.model.values import ImportReport
from memento_gui.qt.background import Background
from memento_gui.qt.dialogs import ReportDialog
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.tasks import Job, Progress
from memento_gui.qt.widgets.message_bar import Message

Written = tuple[ImportReport, tuple[Edit, Edit] | None]

KEY: Final = "import"
_FEW: Final = 5


def report_lines(report: ImportReport) -> str:
    """Return what was odd about an import, one remark a line."""
    odd = [f"{problem.place}: {problem.what}" for problem in report.problems]
    return "\n".join([*report.notes, *odd])


class Importer(QObject):
    """Imports one source at a time."""

    told = Signal(object)
    """Something to tell (`Message` or `MementoError`)."""

    def __init__(self, context: PlaceContext, background: Background, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._background = background
        self._window = window

    def start(self, source: Path) -> None:
        """Import a file or a folder."""
        tasks, library = self._context.tasks, self._context.library
        if tasks.is_busy(KEY):
            self.told.emit(Message(text="An import is under way.", detail="Wait until it is done, or cancel it.", key=KEY))
            return

        def work(job: Job[Written]) -> Written:
            edit, report = library.import_edit(source, cancel=job.token)
            job.report(0, 0, "writing")
            job.keep()
            changed = bool(edit.memories or edit.relations)
            return report, (edit, library.apply(edit)) if changed else None

        token = tasks.run(
            KEY, work, self._done, failed=self._failed, cancelled=self._cancelled, progressed=self._progressed
        )
        self._background.begin(KEY, f"Importing {source.name}", token)

    def _progressed(self, progress: Progress) -> None:
        self._background.advance(KEY, progress)

    def _cancelled(self) -> None:
        self._background.end(KEY)
        self.told.emit(Message(text="The import was stopped.", detail="Nothing was added.", key=KEY))

    def _failed(self, error: MementoError) -> None:
        self._background.end(KEY)
        self.told.emit(error)

    def _done(self, written: Written) -> None:
        report, applied = written
        self._background.end(KEY)
        if applied is not None:
            self._context.undo.adopt(*applied, size=report.added)
        lines = report_lines(report)
        dialog = ReportDialog(self._context.theme, "Import finished", report.sentence, lines, self._window)
        if applied is not None:
            dialog.offer("Undo the import", self._context.undo.undo)
        dialog.open()
