"""The history of changes: every step done and undone, and the way to any of them."""

from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QDialog, QHBoxLayout, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.undo import Undo
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import label

Index = QModelIndex | QPersistentModelIndex

_NONE: Final = QModelIndex()
_ROW: Final = 28
_BEGINNING: Final = "Before the first change"


class StepModel(QAbstractListModel):
    """The newest step first; the last row is the beginning. A row stands for "this step and all older ones are done"."""

    def __init__(self, theme: Theme, undo: Undo, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._undo = undo
        undo.changed.connect(self._renew)

    def depth_of(self, row: int) -> int:
        """Return how many steps are done when this row is the present one."""
        return self._undo.steps - row

    @property
    def present(self) -> int:
        """The row of what is done now."""
        return self._undo.steps - self._undo.depth

    @override
    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else self._undo.steps + 1

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        depth = self.depth_of(index.row())
        words = self._undo.label_of(depth - 1) if depth else _BEGINNING
        if role == Qt.ItemDataRole.DisplayRole:
            return words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            now = "now" if depth == self._undo.depth else "done" if depth < self._undo.depth else "undone"
            return f"{words}, {now}"
        if role == Qt.ItemDataRole.ForegroundRole and depth > self._undo.depth:
            return self._theme.tokens.text_tertiary
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, _ROW)
        if role == Qt.ItemDataRole.FontRole and depth == self._undo.depth:
            bold = QFont(font())
            bold.setBold(True)
            return bold
        return None

    def _renew(self) -> None:
        self.beginResetModel()
        self.endResetModel()


class ChangesDialog(QDialog):
    """Lists the steps; Enter or a double click undoes or redoes up to one."""

    def __init__(self, theme: Theme, undo: Undo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("History of changes")
        open_as(self, 460, 480)
        self._undo = undo
        self._model = StepModel(theme, undo, self)
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName("Steps, newest first")
        self._said = label("", tone="secondary", wrap=True)
        self._go = push_button("Go to this step", kind="primary")
        self._go.setDefault(True)
        self._go.clicked.connect(self.go)
        close = push_button("Close")
        close.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(close)
        buttons.addWidget(self._go)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._said)
        layout.addLayout(buttons)
        self.list.doubleClicked.connect(self.go)
        self.list.selectionModel().currentChanged.connect(self._say)
        self._model.modelReset.connect(self._show_present)
        self._show_present()
        self.list.setFocus()

    @property
    def sentence(self) -> str:
        """What the dialog says about the chosen step."""
        return self._said.text()

    def go(self) -> None:
        """Undo or redo up to the chosen step."""
        if self.list.currentIndex().isValid():
            self._undo.go_to(self._model.depth_of(self.list.currentIndex().row()))

    def _show_present(self) -> None:
        self.list.setCurrentIndex(self._model.index(self._model.present))
        self._say()

    def _say(self) -> None:
        chosen = self.list.currentIndex()
        away = self._model.depth_of(chosen.row()) - self._undo.depth if chosen.isValid() else 0
        self._go.setEnabled(away != 0 and not self._undo.writing)
        steps = "1 step" if abs(away) == 1 else f"{abs(away):,} steps"
        if self._undo.writing:
            self._said.setText("A change of many memories is being written.")
        elif away:
            self._said.setText(f"Undoes {steps}." if away < 0 else f"Redoes {steps}.")
        else:
            self._said.setText("You are here. Steps that are undone stay until you change something else.")
