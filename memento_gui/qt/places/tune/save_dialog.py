"""The dialog that asks under which name a parameter set is saved."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import BOLD, label

_WIDTH = 360
_LONGEST = 60


class SaveDialog(QDialog):
    """A name. Names of built-in sets are refused; those of saved ones are replaced, which the button says."""

    named = Signal(str)
    """Save under this name."""

    def __init__(self, names: Sequence[tuple[str, bool]], suggested: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._built_in = {name.casefold() for name, built_in in names if built_in}
        self._own = {name for name, built_in in names if not built_in}
        self.setWindowTitle("Save the numbers")
        self.setMinimumWidth(_WIDTH)
        self.field = QLineEdit(suggested)
        self.field.setMaxLength(_LONGEST)
        self.field.setAccessibleName("Name of the set")
        self.note = label(size=12, tone="secondary", wrap=True)
        self.note.setMinimumHeight(32)
        self.save = push_button("Save", kind="primary")
        self.save.setDefault(True)
        cancel = push_button("Cancel")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(label("Save the numbers as", size=15, weight=BOLD))
        layout.addWidget(self.field)
        layout.addWidget(self.note)
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
        return self.field.text().strip()

    def _judge(self) -> None:
        built_in = self.name.casefold() in self._built_in
        replaces = self.name in self._own
        self.save.setEnabled(bool(self.name) and not built_in)
        self.save.setText("Replace" if replaces else "Save")
        if built_in:
            self.note.setText("A built-in set has this name. Choose another; built-in sets never change.")
        elif replaces:
            self.note.setText("A saved set has this name; its numbers will be replaced. Undo brings them back.")
        else:
            self.note.setText("Search, Care and assistants use the set from then on.")
