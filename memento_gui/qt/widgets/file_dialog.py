"""The dialog that asks for a file or folder. It lists files without opening any of them: one may be the open store."""

import sys
from pathlib import Path

from PySide6.QtCore import QDir, QFileInfo
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFileDialog, QFileIconProvider, QWidget
from typing_extensions import override


class NamedKinds(QFileIconProvider):
    """Tells kinds of files by their names alone.

    Qt reads a file's first bytes to choose its icon. On Linux and macOS a process loses its locks on a file that it closes,
    and with them what keeps other programs from removing the open store's write-ahead log.
    """

    def __init__(self) -> None:
        super().__init__()
        self._folder = self.icon(QFileIconProvider.IconType.Folder)
        self._file = self.icon(QFileIconProvider.IconType.File)

    @override
    def icon(self, asked: QFileIconProvider.IconType | QFileInfo, /) -> QIcon:
        if isinstance(asked, QFileInfo):
            return self._folder if asked.isDir() else self._file
        return super().icon(asked)

    @override
    def type(self, info: QFileInfo, /) -> str:
        if info.isDir():
            return "Folder"
        suffix = info.suffix()
        return f"{suffix.upper()} file" if suffix else "File"


class FileDialog(QFileDialog):
    """Lists a folder; the caller says for what it asks, and opens it."""

    def __init__(self, parent: QWidget | None, title: str, folder: Path, kinds: str = "") -> None:
        super().__init__(parent, title, QDir.rootPath(), kinds)  # not the folder yet: icons are asked for at once
        if sys.platform == "linux":  # the desktop's own dialog may run in this process and look into files too
            self.setOption(QFileDialog.Option.DontUseNativeDialog)
        self._kinds = NamedKinds()  # Qt does not own it
        self.setIconProvider(self._kinds)
        self.setDirectory(str(folder))

    def ask(self) -> Path | None:
        """Wait for an answer; None where there is none."""
        chosen = self.selectedFiles() if self.exec() else []
        self.deleteLater()
        return Path(chosen[0]) if chosen else None
