"""Exports in the background: memories are written to a file that appears whole or not at all."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.model.transfer.exporting import format_of
from memento_gui.qt.background import Background
from memento_gui.qt.files import FileQuestions
from memento_gui.qt.phrases import memories_text
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.tasks import Job
from memento_gui.qt.transfer.export_preview import ExportPreview
from memento_gui.qt.widgets.message_bar import DONE, Message

KEY: Final = "export"
READ: Final = "export.losses"

T = TypeVar("T")


class Exporter(QObject):
    """Writes one file at a time."""

    told = Signal(object)
    """Something to tell (`Message` or `MementoError`)."""

    def __init__(self, context: PlaceContext, background: Background, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._background = background
        self._window = window
        self._files = FileQuestions(window)
        self.preview: ExportPreview | None = None

    def ask(self, ids: Sequence[str] | None = None) -> QFileDialog:
        """Ask where to write some memories, or the whole store, and do it."""
        title = "Export all memories" if ids is None else f"Export {memories_text(len(ids))}"
        stem = self._context.library.path.stem if ids is None else "memories"
        return self._files.ask_export(title, stem, lambda target, kind: self.start(target, ids, kind))

    def start(self, target: Path, ids: Sequence[str] | None = None, target_format: str | None = None) -> None:
        """Say what the format cannot hold, then write some memories, or the whole store, to a file.

        A file that is there is replaced, unless it is a database.
        """
        library = self._context.library
        chosen = target_format or format_of(target)

        if any(map(self._context.tasks.is_busy, (KEY, READ))) or self.preview is not None:
            self.told.emit(Message(text="An export is under way.", detail="Wait until it is done, or cancel it.", key=KEY))
            return

        def ask_or_write(losses: tuple[str, ...]) -> None:
            if losses:
                self._ask_about(target.name, losses, lambda: self._write(target, ids, chosen))
            else:
                self._write(target, ids, chosen)

        self._run(
            READ,
            f"Reading for {target.name}",
            lambda job: library.exports.losses(chosen, ids, progress=_told(job), cancel=job.token),
            ask_or_write,
        )

    def _ask_about(self, name: str, losses: Sequence[str], write: Callable[[], None]) -> None:
        self.preview = ExportPreview(name, losses, self._window)
        self.preview.agreed.connect(write)
        self.preview.finished.connect(self._forget_preview)
        self.preview.open()

    def _write(self, target: Path, ids: Sequence[str] | None, target_format: str) -> None:
        library = self._context.library

        def done(count: int) -> None:
            self.told.emit(Message(text=f"{memories_text(count)} written to {target.name}", kind=DONE))

        self._run(
            KEY,
            f"Exporting to {target.name}",
            lambda job: library.export(target, ids=ids, format=target_format, progress=_told(job), cancel=job.token),
            done,
        )

    def _run(self, key: str, name: str, work: Callable[[Job[T]], T], done: Callable[[T], None]) -> None:
        def ended(result: T) -> None:
            self._background.end(key)
            done(result)

        def failed(error: MementoError) -> None:
            self._background.end(key)
            self.told.emit(error)

        def cancelled() -> None:
            self._background.end(key)
            self.told.emit(Message(text="The export was cancelled.", detail="Nothing was written.", key=KEY))

        token = self._context.tasks.run(
            key,
            work,
            ended,
            failed=failed,
            cancelled=cancelled,
            progressed=lambda progress: self._background.advance(key, progress),
        )
        self._background.begin(key, name, token, whole=True)

    def _forget_preview(self, _result: int) -> None:
        if self.preview is not None:
            self.preview.deleteLater()
            self.preview = None


def _told(job: Job[Any]) -> Callable[[int, int], None]:
    return lambda done, all_: job.report(done, all_, "memories")
