"""How large a dialog opens: as large as it wants to be, and never larger than the screen."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from memento_gui.qt.tokens import FRAME


def room(dialog: QWidget) -> QSize:
    """Return what the screen on which a dialog opens leaves it, beside its frame."""
    return (dialog.parentWidget() or dialog).screen().availableSize() - FRAME


def open_as(dialog: QWidget, width: int, height: int) -> None:
    """Give a dialog the size it wants, or what the screen has."""
    dialog.resize(QSize(width, height).boundedTo(room(dialog)))
