"""A dialog that renames a tag everywhere, or merges it into another."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QDialog, QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from memento_gui.qt.phrases import memories_text
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import field_label, label


class RenameTag(QDialog):
    """Says before it does anything how many memories change, and whether two tags become one."""

    def __init__(
        self, tags: Mapping[str, int], first: str, rename: Callable[[str, str], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Rename or merge a tag")
        self.setMinimumWidth(420)
        self._counts = tags
        self._rename = rename
        self.old = QComboBox()
        self.old.addItems(sorted(tags, key=str.casefold))
        self.old.setAccessibleName("Tag to rename")
        if first in tags:
            self.old.setCurrentText(first)
        self.new = QLineEdit()
        self.new.setAccessibleName("New name")
        self.new.setCompleter(QCompleter(sorted(tags, key=str.casefold), self))
        self._said = label("", tone="secondary", wrap=True)
        self._agree = push_button("Rename", kind="primary")
        self._agree.setDefault(True)
        self._agree.clicked.connect(self._do)
        cancel = push_button("Cancel")
        cancel.clicked.connect(self.reject)
        form = QFormLayout()
        form.addRow(field_label("Tag"), self.old)
        form.addRow(field_label("New name"), self.new)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self._agree)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addLayout(form)
        layout.addWidget(self._said)
        layout.addLayout(buttons)
        self.old.currentTextChanged.connect(self._say)
        self.new.textChanged.connect(self._say)
        self._say()
        self.new.setFocus()

    @property
    def sentence(self) -> str:
        """What the dialog says will happen."""
        return self._said.text()

    def _say(self) -> None:
        old, new = self.old.currentText(), self.new.text().strip()
        self._agree.setEnabled(bool(old and new and old != new))
        if not old:
            self._said.setText("There are no tags yet.")
            return
        count = memories_text(self._counts[old])
        if new in self._counts and new != old:
            other = memories_text(self._counts[new])
            self._said.setText(f"{count} with this tag; {new} is on {other} already: the two become one tag.")
        else:
            self._said.setText(f"{count} with this tag. One step, which can be undone.")

    def _do(self) -> None:
        old, new = self.old.currentText(), self.new.text().strip()
        self.accept()
        self._rename(old, new)
