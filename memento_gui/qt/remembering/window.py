"""The window in which a new memory is written, and what it says while one types: what of it is there already."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QVBoxLayout, QWidget

from memento_gui.model.repeats.repeating import Likeness, Repeat
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.detail.form import MemoryForm
from memento_gui.qt.widgets.detail.values import Draft
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import MEDIUM, ElidedLabel, label

SAVE: Final = "Remember"
SAVE_ANYWAY: Final = "Remember anyway"


def repeat_words(repeat: Repeat) -> str:
    """Return in which way a memory says the same, and what it is called."""
    how = repeat.likeness.value
    if repeat.likeness is Likeness.NEAR and repeat.cosine is not None:
        how = f"{'probably the same' if repeat.likely else how}, {repeat.cosine:.2f}"
    return f"{how[0].upper()}{how[1:]}: “{repeat.headline}”"


class RepeatNotice(QFrame):
    """Lists the memories that say the same already, each with what can be done instead of adding it again."""

    opened = Signal(str)
    """Show this memory (its id)."""
    joined = Signal(object)
    """Put the new memory into this one (`Repeat`)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "notice")
        self._said = label("", weight=MEDIUM, wrap=True)
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(8)
        self._rows.setVerticalSpacing(4)
        self._rows.setColumnStretch(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        layout.addWidget(self._said)
        layout.addLayout(self._rows)
        self.hide()

    def show_repeats(self, repeats: Sequence[Repeat]) -> None:
        """Show these, or nothing."""
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        likely = any(repeat.likely for repeat in repeats)
        self._said.setText("This is remembered already" if likely else "Something near this is remembered already")
        for row, repeat in enumerate(repeats):
            self._add(row, repeat)
        self.setVisible(bool(repeats))

    def _add(self, row: int, repeat: Repeat) -> None:
        said = ElidedLabel(repeat_words(repeat), size=12)
        said.setMinimumWidth(160)
        self._rows.addWidget(said, row, 0)
        asked: tuple[tuple[str, Callable[[], None]], ...] = (
            ("Open", lambda: self.opened.emit(repeat.memory_id)),
            ("Merge into it", lambda: self.joined.emit(repeat)),
        )
        for column, (text, call) in enumerate(asked, start=1):
            button = push_button(text, kind="link")
            button.setAccessibleName(f"{text}: {repeat.headline[:80]}")
            button.clicked.connect(call)
            self._rows.addWidget(button, row, column, Qt.AlignmentFlag.AlignRight)


class NewMemory(QDialog):
    """A form for one new memory, with the words first; closing it keeps what was typed for the next time."""

    def __init__(self, theme: Theme, empty: Draft, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("New memory")
        open_as(self, 620, 520)
        self._empty = empty
        self.form = MemoryForm(theme, save=SAVE, drop="Discard", words_first=True)
        self.form.fill(empty)
        self.notice = RepeatNotice()
        self.form.below.addWidget(self.notice)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.form)
        self.form.dropped.connect(self.clear)

    def appear(self) -> None:
        """Come to the front, with the cursor in the words."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.form.content.setFocus()

    def say(self, repeats: Sequence[Repeat]) -> None:
        """Say which memories are a repeat, or that there are none."""
        self.notice.show_repeats(repeats)
        self.form.name_save(SAVE_ANYWAY if any(repeat.likely for repeat in repeats) else SAVE)

    def go_on(self, draft: Draft) -> None:
        """Show what was typed at an earlier time, as typed and not saved."""
        self.form.fill(replace(draft, base=None), clean=self._empty)

    def clear(self) -> None:
        """Be empty again, and close."""
        self.form.fill(self._empty)
        self.say(())
        self.accept()
