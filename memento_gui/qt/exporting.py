"""Exports in the background: memories are written to a file that appears whole or not at all."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.qt.background import Background
from memento_gui.qt.files import FileQuestions
from memento_gui.qt.phrases import memories_text
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.tasks import Job
from memento_gui.qt.widgets.message_bar import DONE, Message

KEY: Final = "export"


class Exporter(QObject):
    """Writes one file at a time."""

    told = Signal(object)
    """Something to tell (`Message` or `MementoError`)."""

    def __init__(self, context: PlaceContext, background: Background, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._background = background
        self._files = FileQuestions(window)

    def ask(self, ids: Sequence[str] | None = None) -> QFileDialog:
        """Ask where to write some memories, or the whole store, and do it."""
        title = "Export all memories" if ids is None else f"Export {memories_text(len(ids))}"
        stem = self._context.library.path.stem if ids is None else "memories"
        return self._files.ask_export(title, stem, lambda target, kind: self.start(target, ids, kind))

    def start(self, target: Path, ids: Sequence[str] | None = None, target_format: str | None = None) -> None:
        """Write some memories, or the whole store as of now, to a file; one that is there is replaced."""
        tasks, library = self._context.tasks, self._context.library
        if tasks.is_busy(KEY):
            self.told.emit(Message(text="An export is under way.", detail="Wait until it is done, or cancel it.", key=KEY))
            return

        def work(job: Job[int]) -> int:
            return library.export(
                target,
                ids=ids,
                format=target_format,
                progress=lambda done, all_: job.report(done, all_, "memories"),
                cancel=job.token,
            )

        def done(count: int) -> None:
            self._background.end(KEY)
            self.told.emit(Message(text=f"{memories_text(count)} written to {target.name}", kind=DONE))

        token = tasks.run(
            KEY,
            work,
            done,
            failed=self._failed,
            cancelled=self._cancelled,
            progressed=lambda progress: self._background.advance(KEY, progress),
        )
        self._background.begin(KEY, f"Exporting to {target.name}", token)

    def _cancelled(self) -> None:
        self._background.end(KEY)
        self.told.emit(Message(text="The export was cancelled.", detail="Nothing was written.", key=KEY))

    def _failed(self, error: MementoError) -> None:
        self._background.end(KEY)
        self.told.emit(error)
