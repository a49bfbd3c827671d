"""The line that picks any memory: by words, by a filter, or by the beginning of its id."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget

from memento_gui.domain.errors import UnknownMemory
from memento_gui.model.library import Library

_WAIT_MS: Final = 120
_MOST: Final = 12
_ID: Final = Qt.ItemDataRole.UserRole
_LEAST_ID: Final = 6


def suggestions(library: Library, text: str) -> list[tuple[str, str]]:
    """Return ids and titles of memories that a text may mean: those its words find, and one whose id it shortens."""
    found: list[str] = []
    if len(text) >= _LEAST_ID and " " not in text:
        with suppress(UnknownMemory):
            found.append(library.resolve(text))
    rows = library.filter(text).rows
    table = library.features()
    newest = rows[(-table.created_ms[rows]).argsort(kind="stable")][:_MOST]
    found += [str(i) for i in table.ids[newest] if i not in found]
    lines = library.headlines(found)
    return [(i, lines[i].title or lines[i].snippet or i) for i in found if i in lines]


class MemoryPicker(QLineEdit):
    """Type, choose from what is offered; Enter takes the first."""

    sought = Signal(str)
    """Offer what this text may mean, with `offer`."""
    picked = Signal(str)
    """A memory was chosen (its id)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText("Its words, a filter, or its id")
        self.setAccessibleName("Pick a memory")
        self.setClearButtonEnabled(True)
        self.setMaxLength(4096)
        self._model = QStandardItemModel(self)
        self._fresh = False
        self._eager = False
        self._popup = QListView()
        self._popup.setUniformItemSizes(True)
        self._completer = QCompleter(self._model, self)
        self._completer.setPopup(self._popup)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setMaxVisibleItems(_MOST)
        self.setCompleter(self._completer)
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(_WAIT_MS)
        self._typed.timeout.connect(lambda: self.sought.emit(self.text().strip()))
        self.textEdited.connect(self._wait)
        chosen = self._completer.activated[QModelIndex]  # type: ignore[index]  # one of two signals of this name
        chosen.connect(self._take)  # by key or by mouse; the list itself hears no key
        self.returnPressed.connect(self._take_first)

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Ids and titles on offer."""
        items = [self._model.item(row) for row in range(self._model.rowCount())]
        return [(str(item.data(_ID)), item.text()) for item in items]

    def offer(self, memories: Sequence[tuple[str, str]]) -> None:
        """Offer memories: ids and titles."""
        self._model.clear()
        for identity, title in memories:
            item = QStandardItem(title)
            item.setData(identity, _ID)
            item.setEditable(False)
            self._model.appendRow(item)
        self._fresh = True
        if self._eager and memories:
            self._eager = False
            self.picked.emit(memories[0][0])
        elif memories and self.hasFocus():
            self._completer.complete()

    def show_title(self, title: str) -> None:
        """Show the memory that is chosen."""
        self._typed.stop()
        self._eager = False
        self.setText(title)
        self.setCursorPosition(0)

    def _wait(self, text: str) -> None:
        self._fresh = self._eager = False
        if text.strip():
            self._typed.start()
        else:
            self._typed.stop()
            self.offer(())

    def _take(self, index: QModelIndex) -> None:
        self.picked.emit(str(index.data(_ID)))

    def _take_first(self) -> None:
        """Choose the first on offer, or, where none is on offer yet, what will be the first."""
        if self._popup.isVisible() and self._popup.currentIndex().isValid():
            return
        if self._fresh and self.offered:
            self._popup.hide()
            self.picked.emit(self.offered[0][0])
        elif self._typed.isActive():
            self._typed.stop()
            self._eager = True
            self.sought.emit(self.text().strip())
        else:
            self._eager = not self._fresh
