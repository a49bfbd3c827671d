"""Asks for files and folders without blocking the window."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from memento_gui.qt.widgets.file_dialog import FileDialog

STORES: Final = "Memento stores (*.db *.sqlite *.sqlite3);;All files (*)"
EXPORTS: Final = {
    "Memento JSON Lines, complete (*.jsonl)": ("memento-jsonl", ".jsonl"),
    "Table, every field (*.csv)": ("csv", ".csv"),
    "Knowledge graph, texts and relations (*.json)": ("knowledge-graph", ".json"),
    "Folder of Markdown notes, every field (*)": ("markdown", ""),
    "CortexGraph store, a folder of JSON Lines (*)": ("cortexgraph-jsonl", ""),
    "CortexGraph store (*.db)": ("cortexgraph-sqlite", ".db"),
    "CortexGraph notes, a folder (*)": ("cortexgraph-vault", ""),
    "memento-mcp-server store (*.db)": ("memento-mcp-sqlite", ".db"),
}
"""The kinds of file that memories are written to: the format and suffix of each."""

SOURCES: Final = "Memories (*.jsonl *.json *.csv *.db *.sqlite *.sqlite3 *.md *.txt);;All files (*)"

Answer = Callable[[Path], None]


def default_folder() -> Path:
    """Return the folder in which a new store is offered."""
    documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation) or Path.home())
    return documents if documents.is_dir() else Path.home()


class FileQuestions(QObject):
    """One file dialog at a time over the window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def ask_open(self, answer: Answer) -> None:
        """Ask for an existing store."""
        self._ask("Open a store", answer, QFileDialog.FileMode.ExistingFile, STORES)

    def ask_create(self, answer: Answer, title: str = "Create a store") -> None:
        """Ask where a new store should be."""
        dialog = self._ask(title, answer, QFileDialog.FileMode.AnyFile, STORES)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("db")
        dialog.selectFile("memento.db")
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # an existing store is opened, never overwritten

    def ask_file(self, answer: Answer) -> None:
        """Ask for a file to import."""
        self._ask("Import a file", answer, QFileDialog.FileMode.ExistingFile, SOURCES)

    def ask_folder(self, answer: Answer) -> None:
        """Ask for a folder to import."""
        self._ask("Import a folder", answer, QFileDialog.FileMode.Directory, "")

    def ask_export(self, title: str, stem: str, answer: Callable[[Path, str | None], None]) -> QFileDialog:
        """Ask where memories should be written and as what (None: as the suffix says); asks before replacing a file."""

        def chosen(path: Path) -> None:
            target_format, suffix = EXPORTS.get(dialog.selectedNameFilter(), (None, None))
            answer(path, target_format if suffix in {"", path.suffix.lower()} else None)

        dialog = self._ask(title, chosen, QFileDialog.FileMode.AnyFile, ";;".join(EXPORTS))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("jsonl")
        dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix(EXPORTS[kind][1]))
        dialog.selectFile(stem)
        return dialog

    def _ask(self, title: str, answer: Answer, mode: QFileDialog.FileMode, names: str) -> QFileDialog:
        dialog = FileDialog(self._window, title, default_folder(), names)
        dialog.setFileMode(mode)
        if mode == QFileDialog.FileMode.Directory:
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: answer(Path(name)) if name else None)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog
