"""A memory was changed elsewhere while it was edited here: before, theirs and mine, field by field."""

import html
from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFrame,
    QHBoxLayout,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from memento_gui.model.conflicts import FieldConflict, Side
from memento_gui.qt.actions import shown_keys
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import IconPushButton, push_button
from memento_gui.qt.widgets.difference import difference
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import BOLD, label
from memento_gui.qt.widgets.markdown_view import PlainBrowser
from memento_gui.qt.widgets.words_edit import WordsEdit, typed_text

_LABELS: Final = {Side.THEIRS: "Theirs", Side.MINE: "Mine", Side.BOTH: "Both"}
_WORDS: Final = 150
"""Height of a view of words, in px."""

_VALUE: Final = 46
"""Height of a view of a short value, in px."""


class FieldChoice(QWidget):
    """One field: its three versions, which is taken, and for words the result, which can still be edited."""

    def __init__(self, theme: Theme, conflict: FieldConflict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.conflict = conflict
        self._theme = theme
        self._sides = QButtonGroup(self)
        self._buttons: dict[Side, QRadioButton] = {}
        self.result: WordsEdit | None = None
        self._views = [PlainBrowser(theme) for _ in range(3)]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 12)
        layout.setSpacing(6)
        layout.addLayout(self._heading())
        layout.addLayout(self._versions())
        if conflict.name == "content":
            self.result = self._editor()
            layout.addWidget(label("What is saved", size=12, tone="secondary"))
            layout.addWidget(self.result)
        self.take(conflict.suggested)
        theme.changed.connect(self._show_versions)

    @property
    def value(self) -> Any:
        """What the field becomes."""
        taken = self.conflict.value(self.side)
        if self.result is None or not self.result.document().isModified():
            return taken
        return typed_text(self.result.document().toRawText(), taken)

    @property
    def side(self) -> Side:
        """Whose version is taken."""
        return next(side for side, button in self._buttons.items() if button.isChecked())

    def take(self, side: Side) -> None:
        """Take a version, as far as there is one."""
        if side in self._buttons:
            self._buttons[side].setChecked(True)
            for other, button in self._buttons.items():  # Tab comes to what is taken, the arrows go on from there
                button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if other is side else Qt.FocusPolicy.ClickFocus)
            self._show_result()

    def _heading(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(12)
        title = self.conflict.name.capitalize()
        line.addWidget(label(title, weight=BOLD))
        line.addWidget(label(self._said(), size=12, tone="secondary"))
        line.addStretch(1)
        for side, text in _LABELS.items():
            if side is Side.BOTH and self.conflict.both is None:
                continue
            button = QRadioButton(text)
            button.setAccessibleName(f"{title}: {text.lower()}")
            button.clicked.connect(self._show_result)
            self._sides.addButton(button)
            self._buttons[side] = button
            line.addWidget(button)
        return line

    def _said(self) -> str:
        if not self.conflict.contested:
            return "only you changed it" if self.conflict.suggested is Side.MINE else "only they changed it"
        if self.conflict.clashes:
            places = self.conflict.clashes
            return f"both changed it, at {places} {'place' if places == 1 else 'places'} the same words"
        return "both changed it"

    def _versions(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        for view, text in zip(self._views, ("Before", "Theirs", "Mine"), strict=True):
            column = QVBoxLayout()
            column.setSpacing(2)
            view.setFixedHeight(_WORDS if self.conflict.name == "content" else _VALUE)
            view.setAccessibleName(f"{self.conflict.name.capitalize()}, {text.lower()}")
            view.setTabChangesFocus(True)
            column.addWidget(label(text, size=12, tone="secondary"))
            column.addWidget(view)
            line.addLayout(column, 1)
        self._show_versions()
        return line

    def _show_versions(self) -> None:
        colours = self._theme.tokens
        before = _shown(self.conflict.before)
        for view, value in zip(self._views, (self.conflict.before, self.conflict.theirs, self.conflict.mine), strict=True):
            text = _shown(value)
            plain = f"<p style='white-space:pre-wrap'>{html.escape(text)}</p>"
            view.setHtml(plain if text == before else difference(before, text, colours))

    def _editor(self) -> WordsEdit:
        editor = WordsEdit()
        editor.setFont(font(12, fixed=True))
        editor.setFixedHeight(_WORDS)
        editor.setTabChangesFocus(True)
        editor.setAccessibleName("What is saved as content")
        return editor

    def _show_result(self) -> None:
        if self.result is not None:
            self.result.setPlainText(self.conflict.value(self.side))
            self.result.document().setModified(False)


class ConflictDialog(QDialog):
    """All fields that someone changed. Closing it changes nothing: what was typed stays in the form."""

    decided = Signal(object)
    """What each of the fields becomes (a dict by name)."""

    def __init__(self, theme: Theme, conflicts: Sequence[FieldConflict], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Changed elsewhere meanwhile")
        open_as(self, 860, 640)
        self.fields = [FieldChoice(theme, conflict) for conflict in conflicts]
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 4, 16, 4)
        for field in self.fields:
            column.addWidget(field)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its fields take the focus
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        head = QVBoxLayout()
        head.setContentsMargins(16, 16, 16, 4)
        head.addWidget(label("This memory was changed elsewhere while you edited it", size=15, weight=BOLD, wrap=True))
        head.addWidget(
            label(
                "Nothing is written yet. Take a version of each field; words that are replaced stay under History.",
                tone="secondary",
                wrap=True,
            )
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(head)
        layout.addWidget(scroll, 1)
        layout.addLayout(self._foot(theme))
        for keys in ("Ctrl+S", "Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self._decide)

    def _foot(self, theme: Theme) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 8, 16, 12)
        foot.setSpacing(8)
        for text, side in (("All theirs", Side.THEIRS), ("All mine", Side.MINE)):
            button = push_button(text)
            button.clicked.connect(lambda _checked=False, side=side: self._take(side))
            foot.addWidget(button)
        foot.addStretch(1)
        back = push_button("Go on editing")
        back.clicked.connect(self.reject)
        save = IconPushButton(theme, "Save this", "check", kind="primary", keys=shown_keys("Ctrl+S"))
        save.clicked.connect(self._decide)
        foot.addWidget(back)
        foot.addWidget(save)
        return foot

    def _take(self, side: Side) -> None:
        for field in self.fields:
            field.take(side)

    def _decide(self) -> None:
        self.decided.emit({field.conflict.name: field.value for field in self.fields})
        self.accept()


def _shown(value: object) -> str:
    """Return a field's value as text."""
    if isinstance(value, tuple):
        return ", ".join(value) or "(none)"
    if isinstance(value, float):
        return f"{value:.2f}"
    held = getattr(value, "value", value)
    return str(held) or "(empty)"
