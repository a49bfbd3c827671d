"""A dialog that asks under which name a search is kept."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import BOLD, label

_LONGEST: Final = 60


class SaveSearch(QDialog):
    """Asks under which name a query is kept."""

    named = Signal(str)

    def __init__(self, query: str, taken: frozenset[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._taken = taken
        self.setWindowTitle("Save the search")
        self.setMinimumWidth(360)
        self.field = QLineEdit(query[:_LONGEST])
        self.field.setMaxLength(_LONGEST)
        self.field.setAccessibleName("Name of the search")
        self.save = push_button("Save", kind="primary")
        self.save.setDefault(True)
        cancel = push_button("Cancel")
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(label("Save the search as", size=15, weight=BOLD))
        layout.addWidget(self.field)
        layout.addLayout(buttons)
        self.field.textChanged.connect(lambda _text: self._judge())
        self.save.clicked.connect(self.accept)
        cancel.clicked.connect(self.reject)
        self.accepted.connect(lambda: self.named.emit(self.name))
        self.field.selectAll()
        self._judge()

    @property
    def name(self) -> str:
        """The name typed."""
        return " ".join(self.field.text().split())

    def _judge(self) -> None:
        self.save.setEnabled(bool(self.name))
        self.save.setText("Replace" if self.name in self._taken else "Save")
