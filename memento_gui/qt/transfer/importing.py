"""Imports in the background: files and folders are read, shown, and become memories as one step that can be undone."""

from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.model.edits import Edit
from memento_gui.model.transfer.importing import ImportPlan
from memento_gui.model.values import ImportReport
from memento_gui.qt.background import Background
from memento_gui.qt.letting_go import let_go
from memento_gui.qt.phrases import memories_text
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.tasks import Job, Progress
from memento_gui.qt.transfer.import_preview import ImportPreview, Preview, preview_of
from memento_gui.qt.widgets.message_bar import DONE, Message

KEY: Final = "import"
_LET_GO: Final = "import.let_go"

_Written = tuple[Edit, Edit, ImportReport]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """A source that was read: what it would add, and the last change of the store that it was compared with."""

    source: Path
    plan: ImportPlan
    preview: Preview
    last_change: int


class Importer(QObject):
    """Imports one source after another; each is shown before anything is written."""

    told = Signal(object)
    """Something to tell (`Message` or `MementoError`)."""

    def __init__(self, context: PlaceContext, background: Background, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._background = background
        self._window = window
        self._waiting: deque[Path] = deque()
        self._at_work = False
        self._found: _Read | None = None
        self.preview: ImportPreview | None = None

    def start(self, *sources: Path) -> None:
        """Read files or folders, and ask about each before it comes in."""
        self._waiting.extend(sources)
        self._go_on()

    def close(self) -> None:
        """Give up what was not agreed to."""
        self._waiting.clear()
        if self.preview is not None:
            self.preview.rejected.disconnect(self._declined)
            self.preview.reject()
            self._end()

    def _go_on(self) -> None:
        if self._at_work or not self._waiting:
            return
        self._at_work = True
        source, library = self._waiting.popleft(), self._context.library

        def work(job: Job[_Read]) -> _Read:
            last_change = library.last_change()
            plan = library.import_plan(source, told=lambda read: job.report(read, 0, "records read"), cancel=job.token)
            preview = preview_of(plan.report, plan.added.memories)
            return _Read(source=source, plan=plan, preview=preview, last_change=last_change)

        token = self._context.tasks.run(
            KEY, work, self._ask, failed=self._failed, cancelled=self._cancelled, progressed=self._progressed
        )
        self._background.begin(KEY, f"Reading {source.name}", token, whole=True)

    def _ask(self, found: _Read) -> None:
        self._background.end(KEY)
        self._found = found
        self.preview = ImportPreview(found.preview, self._window)
        self.preview.agreed.connect(lambda update: self._write(update=update))
        self.preview.rejected.connect(self._declined)
        self.preview.finished.connect(self._forget_preview)
        self.preview.open()

    def _declined(self) -> None:
        self.told.emit(Message(text="Nothing was imported.", kind=DONE))
        waiting: list[Any] = [self._found]
        self._found = None
        self._context.tasks.run(_LET_GO, lambda _job: let_go(waiting), lambda _none: None)
        self._end()

    def _write(self, *, update: bool) -> None:
        library, found, self._found = self._context.library, self._found, None
        assert found is not None

        def work(job: Job[_Written | None]) -> _Written | None:
            plan = found.plan
            if library.last_change() != found.last_change:  # somebody may have added the same meanwhile
                plan = library.import_plan(found.source, cancel=job.token)
            report, edit = plan.done(update=update), plan.edit(update=update)
            return (edit, library.apply(edit, watch=job), report) if report.brings else None

        token = self._context.tasks.run(
            KEY, work, self._done, failed=self._failed, cancelled=self._cancelled, progressed=self._progressed
        )
        self._background.begin(KEY, f"Importing {found.source.name}", token, whole=True)

    def _progressed(self, progress: Progress) -> None:
        self._background.advance(KEY, progress)

    def _cancelled(self) -> None:
        self.told.emit(Message(text="The import was stopped.", detail="Nothing was imported.", key=KEY))
        self._end()

    def _failed(self, error: MementoError) -> None:
        self.told.emit(error)
        self._end()

    def _done(self, written: _Written | None) -> None:
        if written is None:
            self.told.emit(Message(text="Nothing was added: all of it is here by now.", kind=DONE))
        else:
            edit, inverse, report = written
            self._context.undo.adopt(edit, inverse, size=report.added + report.updated)
            updated = f", {report.updated:,} updated" if report.updated else ""
            self.told.emit(Message(text=f"{memories_text(report.added)} imported{updated}", kind=DONE, undoable=True))
        self._end()

    def _forget_preview(self, _result: int) -> None:
        self.preview = None

    def _end(self) -> None:
        self._background.end(KEY)
        self._at_work = False
        self._go_on()
