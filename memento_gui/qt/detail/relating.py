"""The dialog that relates a memory to another one: which, how, and which way."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.errors import MementoError
from memento_gui.domain.memory import Memory
from memento_gui.model.surroundings import KINDS
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import field_label, label
from memento_gui.qt.widgets.memory_picker import MemoryPicker, suggestions

KEY: Final = "detail.relate"
_HEADLINE: Final = 80


class RelateDialog(QDialog):
    """Says the relation as a sentence before it is written, as one step."""

    def __init__(self, context: PlaceContext, memory: Memory, other: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Add a relation")
        open_as(self, 520, 220)
        self._context = context
        self._memory = memory
        self._other = ""
        self._title = ""
        self.picker = MemoryPicker()
        self.kind = QComboBox()
        self.kind.setEditable(True)
        self.kind.addItems([kind.replace("_", " ") for kind in KINDS])
        self.way = QComboBox()
        self.way.addItems(["from this memory to the other", "from the other memory to this one"])
        self.agree = push_button("Relate", kind="primary")
        self._said = label("", tone="secondary", wrap=True)
        self._lay_out()
        self.picker.sought.connect(self._seek)
        self.picker.picked.connect(self._pick)
        self.picker.textEdited.connect(self._unpick)
        self.kind.currentTextChanged.connect(self._say)
        self.way.currentIndexChanged.connect(self._say)
        self.agree.clicked.connect(self._write)
        if other:
            self._pick(other)
        self._say()

    @property
    def sentence(self) -> str:
        """What the dialog says."""
        return self._said.text()

    @override
    def done(self, result: int) -> None:
        self._context.tasks.cancel(KEY)
        super().done(result)
        self.deleteLater()

    def _lay_out(self) -> None:
        form = QFormLayout()
        for text, field in (("Other memory", self.picker), ("Kind", self.kind), ("Direction", self.way)):
            field.setAccessibleName(text)
            form.addRow(field_label(text), field)
        cancel = push_button("Cancel")
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.agree)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addLayout(form)
        layout.addWidget(self._said, 1)
        layout.addLayout(buttons)

    def _seek(self, text: str) -> None:
        library, this = self._context.library, self._memory.id

        def show(found: Sequence[tuple[str, str]]) -> None:
            self.picker.offer([pair for pair in found if pair[0] != this])

        if text:
            self._context.tasks.run(KEY, lambda _job: suggestions(library, text), show)

    def _pick(self, identity: str) -> None:
        found = self._context.library.headlines([identity])
        if identity in found:
            self._other, self._title = identity, found[identity].title
            self.picker.show_title(self._title)
            self._say()

    def _unpick(self) -> None:
        self._other = self._title = ""
        self._say()

    def _say(self) -> None:
        ready = bool(self._other and self.kind.currentText().strip())
        self.agree.setEnabled(ready)
        ends = [f"“{self._memory.headline[:_HEADLINE]}”", f"“{self._title[:_HEADLINE]}”"]
        first, second = reversed(ends) if self.way.currentIndex() else ends
        sentence = f"{first} {self.kind.currentText().strip().lower()} {second}"
        self._said.setText(sentence if ready else "Pick the other memory by its words, a filter, or its id.")

    def _write(self) -> None:
        ends = (self._memory.id, self._other)
        source, target = (ends[1], ends[0]) if self.way.currentIndex() else ends
        try:
            edit = self._context.library.surrounding.relate_edit(source, target, self.kind.currentText())
        except MementoError as error:
            self._said.setText(error.sentence)
            return
        if self._context.undo.do(edit):
            self.accept()
