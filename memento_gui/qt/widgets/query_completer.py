"""What a query line offers while it is typed."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView
from typing_extensions import override

from memento_gui.model.searches.completing import Completion, Vocabulary, completions

SHOWN: Final = 8
_LEAST: Final = 2
"""Characters of a word from which something is offered."""
_ROW: Final = QSize(0, 24)
_OPEN: Final = (":", "<", ">", "=")


class QueryCompleter(QObject):
    """Offers fields, values and tags for the word at the cursor. ↓ ↑ pick, Tab or Enter takes, Esc closes.

    Tab takes the first offer where none was picked; Enter then goes to the line.
    """

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._line = line
        self._vocabulary = Vocabulary()
        self._offers: list[Completion] = []
        self._model = QStandardItemModel(self)
        self._completer = QCompleter(self._model, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setMaxVisibleItems(SHOWN)
        self._completer.setWidget(line)
        self.popup = QListView()
        self.popup.setUniformItemSizes(True)
        self.popup.setProperty("surface", "popover")
        self.popup.setAccessibleName("Completions")
        self._completer.setPopup(self.popup)
        self.popup.installEventFilter(self)
        self.popup.clicked.connect(self._take)
        line.textEdited.connect(lambda _text: self.offer())

    @property
    def offered(self) -> list[str]:
        """What is offered, the likeliest first; nothing while the list is closed."""
        return [one.text for one in self._offers] if self.popup.isVisible() else []

    def know(self, vocabulary: Vocabulary) -> None:
        """Offer these names of the store from now on."""
        self._vocabulary = vocabulary

    def offer(self) -> None:
        """Offer what could stand at the cursor, or close the list."""
        text, cursor = self._line.text(), self._line.cursorPosition()
        found = completions(text, cursor, self._vocabulary)
        if not found or cursor - found[0].start < _LEAST or not self._line.hasFocus():
            self.close()
            return
        self._offers = found
        self._model.clear()
        for one in found:
            item = QStandardItem(f"{one.text}    {one.help}")
            item.setEditable(False)
            item.setSizeHint(_ROW)
            self._model.appendRow(item)
        area = self._line.cursorRect()
        area.setWidth(min(420, self._line.width()))
        area.setBottom(self._line.rect().bottom())  # the list opens under the line, not over its frame
        self._completer.complete(area)

    def close(self) -> None:
        """Offer nothing."""
        self._offers = []
        self.popup.hide()

    def _take(self, index: QModelIndex) -> None:
        if not 0 <= index.row() < len(self._offers):
            return
        chosen = self._offers[index.row()]
        self.close()
        finished = not chosen.text.endswith(_OPEN)
        follows = self._line.text()[chosen.end : chosen.end + 1]
        self._line.setSelection(chosen.start, chosen.end - chosen.start)
        self._line.insert(chosen.text + (" " if finished and not follows else ""))
        if not finished:
            self.offer()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.popup and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._pressed(event)
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> bool:
        current = self.popup.currentIndex()
        match event.key():
            case Qt.Key.Key_Escape:
                self.close()
            case Qt.Key.Key_Tab:
                self._take(current if current.isValid() else self._model.index(0, 0))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if current.isValid():
                self._take(current)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.close()
                QCoreApplication.sendEvent(self._line, event)
            case _:
                return False
        return True
