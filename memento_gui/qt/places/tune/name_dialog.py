"""The dialogs that ask for the name of a parameter set: to save the numbers under, or to rename a saved set."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import BOLD, label

_WIDTH: Final = 360
_LONGEST: Final = 60
_BUILT_IN: Final = "A built-in set has this name. Choose another; built-in sets never change."


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a name would do: what the button says, whether it can be pressed, and a sentence."""

    verb: str
    allowed: bool
    note: str


Judge = Callable[[str], Verdict]


class NameDialog(QDialog):
    """A name, judged as it is typed."""

    named = Signal(str)
    """This name was confirmed."""

    def __init__(self, heading: str, suggested: str, judge: Judge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._judge_of = judge
        self.setWindowTitle(heading)
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
        return self.field.text().strip()

    def _judge(self) -> None:
        verdict = self._judge_of(self.name)
        self.save.setEnabled(verdict.allowed and bool(self.name))
        self.save.setText(verdict.verb)
        self.note.setText(verdict.note)


def judge_saving(names: Sequence[tuple[str, bool]]) -> Judge:
    """Return what saving does under a name: those of built-in sets are refused, those of saved ones replaced.

    Args:
        names: The sets there are, each with whether it is built in.
    """
    built_in = {name.casefold() for name, fixed in names if fixed}
    own = {name for name, fixed in names if not fixed}

    def judge(name: str) -> Verdict:
        if name.casefold() in built_in:
            return Verdict("Save", allowed=False, note=_BUILT_IN)
        if name in own:
            note = "A saved set has this name; its numbers will be replaced. Undo brings them back."
            return Verdict("Replace", allowed=True, note=note)
        return Verdict(
            "Save", allowed=True, note="Kept in this store. Search, Care and assistants use the set from then on."
        )

    return judge


def judge_renaming(names: Sequence[tuple[str, bool]], current: str) -> Judge:
    """Return what renaming the set ``current`` does: names that another set has are refused."""
    built_in = {name.casefold() for name, fixed in names if fixed}
    others = {name.casefold() for name, _ in names if name != current}

    def judge(name: str) -> Verdict:
        if name.casefold() in built_in:
            return Verdict("Rename", allowed=False, note=_BUILT_IN)
        if name.casefold() in others:
            return Verdict("Rename", allowed=False, note="Another saved set has this name. Choose another.")
        return Verdict(
            "Rename", allowed=name != current, note="Its numbers stay as they are; turns not saved yet stay too."
        )

    return judge
