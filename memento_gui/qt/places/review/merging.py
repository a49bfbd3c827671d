"""Choosing the neighbour with which a memory is merged."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from memento_gui.domain.memory import Memory
from memento_gui.model.values import Neighbour
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import BOLD, label, separator
from memento_gui.qt.widgets.markdown_view import MarkdownView

_ROLE = Qt.ItemDataRole.UserRole


class MergeDialog(QDialog):
    """The nearest memories, best first, and what the chosen one says; Enter merges."""

    def __init__(
        self,
        theme: Theme,
        memory: Memory,
        neighbours: Sequence[Neighbour],
        merge: Callable[[Neighbour], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Merge with a neighbour")
        open_as(self, 640, 520)
        self._neighbours = list(neighbours)
        self._merge = merge
        self.list = QListWidget()
        self.list.setAccessibleName("Neighbours")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.ensurePolished()  # the rows are measured when one is chosen, before the dialog is shown
        self._text = MarkdownView(theme)
        for number, neighbour in enumerate(self._neighbours):
            like = "shares words" if neighbour.similarity is None else f"{neighbour.similarity:.2f}"
            item = QListWidgetItem(f"{like}   {neighbour.memory.headline}")
            item.setData(_ROLE, number)
            self.list.addItem(item)
        self._lay_out(memory)
        self.list.currentRowChanged.connect(self._show)
        self.list.itemActivated.connect(lambda _item: self._agree())
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def _lay_out(self, memory: Memory) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(label(memory.headline, size=15, weight=BOLD, wrap=True))
        words = "One memory takes the place of both; the two go to the trash. It is one step that can be undone."
        layout.addWidget(label(words, tone="secondary", wrap=True))
        layout.addWidget(self.list, 1)
        layout.addWidget(separator())
        layout.addWidget(self._text, 1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        cancel = push_button("Cancel")
        cancel.clicked.connect(self.reject)
        agree = push_button("Merge", kind="primary")
        agree.setDefault(True)
        agree.clicked.connect(self._agree)
        for button in (cancel, agree):
            buttons.addWidget(button)
        layout.addLayout(buttons)

    def _show(self, row: int) -> None:
        if 0 <= row < len(self._neighbours):
            self._text.show_markdown(self._neighbours[row].memory.content)

    def _agree(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.accept()
            self._merge(self._neighbours[row])
