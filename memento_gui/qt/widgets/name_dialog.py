"""A dialog that asks for a name and says, as it is typed, what the name would do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import BOLD, label

_WIDTH: Final = 360
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a name would do: what the button says, whether it can be pressed, and a sentence, if there is one to say."""

    verb: str
    allowed: bool = True
    note: str = ""


Judge = Callable[[str], Verdict]


class NameDialog(QDialog):
    """A name, judged as it is typed."""

    named = Signal(str)
    """This name was confirmed."""

    def __init__(self, heading: str, suggested: str, judge: Judge, *, of: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._judge_of = judge
        self.setWindowTitle(heading)
        self.setMinimumWidth(_WIDTH)
        self.field = QLineEdit(suggested[:_LONGEST])
        self.field.setMaxLength(_LONGEST)
        self.field.setAccessibleName(f"Name of the {of}")
        self.note = label(size=12, tone="secondary", wrap=True)
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
        layout.addWidget(label(heading, size=15, weight=BOLD))
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
        return " ".join(self.field.text().split())

    def _judge(self) -> None:
        verdict = self._judge_of(self.name)
        self.save.setEnabled(verdict.allowed and bool(self.name))
        self.save.setText(verdict.verb)
        self.note.setText(verdict.note)
        self.note.setVisible(bool(verdict.note))
