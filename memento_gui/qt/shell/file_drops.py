"""Files that are dragged onto a window: taken before any of its parts sees them, and never moved away."""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent, QWindow
from typing_extensions import override


class FileDrops(QObject):
    """Takes files wherever in a window they are dropped; a line to type in would write their address into itself."""

    dropped = Signal(list)
    """Files or folders (`Path`) of this computer."""

    def watch(self, window: QWindow) -> None:
        """Take what is dropped on a window; to say so again changes nothing."""
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDropEvent):  # entering and moving are drops, too
            return False
        paths = _local(event.mimeData())
        if not paths:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)  # whoever is told that they were moved may delete them
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self.dropped.emit(paths)
        return True


def _local(held: QMimeData) -> list[Path]:
    """Return the files and folders of this computer among what is dragged."""
    return [Path(url.toLocalFile()) for url in held.urls() if url.isLocalFile()]
