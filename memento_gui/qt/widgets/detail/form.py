"""A memory's words and fields in a form: the Edit tab, and the way new memories are written."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from memento_gui.domain.memory import CATEGORIES, MAX_CONTENT_BYTES, MAX_STRENGTH, TYPES, Category, Memory, MemoryType
from memento_gui.qt.actions import shown_keys
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import IconPushButton, push_button
from memento_gui.qt.widgets.choice import Choice, NumberField
from memento_gui.qt.widgets.detail.advice import Advice, Adviser
from memento_gui.qt.widgets.detail.values import Draft
from memento_gui.qt.widgets.label import label
from memento_gui.qt.widgets.tags_line import TagsLine, tags_line, tags_of
from memento_gui.qt.widgets.words_edit import WordsEdit, typed_text


class MemoryForm(QWidget):
    """Title, content, type, category, importance, strength, tags and project; Ctrl+S or Ctrl+Return saves.

    A new memory's strength follows what is suggested until someone sets it.

    A field that was not touched keeps exactly what it was given, even what an editor cannot hold (line ends, spaces around
    tags, more decimals).
    """

    saved = Signal()
    """The draft is to be written."""
    dropped = Signal()
    """The changes are to be dropped."""
    edited = Signal()
    """Something was typed or chosen."""
    turned = Signal(bool)
    """The form began or ceased to differ from what it was filled with."""

    def __init__(
        self,
        theme: Theme,
        *,
        save: str = "Save",
        drop: str = "Drop changes",
        words_first: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Make a form that is not filled yet.

        Args:
            theme: Its colours.
            save: What the button that saves says.
            drop: What the button that drops the changes says.
            words_first: Whether the words stand above the title, for a wide form.
            parent: The widget around it.
        """
        super().__init__(parent)
        self._words_first = words_first
        self.below = QVBoxLayout()
        """What else is to stand above the buttons."""
        self.title = QLineEdit()
        self.content = WordsEdit()
        self.type = Choice([kind.value for kind in TYPES])
        self.category = Choice([category.value for category in CATEGORIES])
        self.importance = NumberField(low=0.0, high=1.0, step=0.05)
        self.strength = NumberField(low=0.0, high=MAX_STRENGTH, step=0.1)
        self.tags = TagsLine()
        self.project = QLineEdit()
        self._save = IconPushButton(theme, save, "check", kind="primary", keys=shown_keys("Ctrl+S"))
        self._drop = push_button(drop)
        self.advice = Advice(theme, self)
        self._given: Draft | None = None
        self._clean: Draft | None = None
        self._shown: dict[str, Any] = {}
        self._writing = True
        self._dirty = False
        self._read: dict[str, Callable[[], Any]] = {
            "title": self.title.text,
            "content": lambda: self.content.document().toRawText(),
            "type": lambda: MemoryType(self.type.currentData()),
            "category": lambda: Category(self.category.currentData()),
            "importance": lambda: round(self.importance.value(), 2),
            "strength": lambda: round(self.strength.value(), 2),
            "tags": self.tags.text,
            "project": self.project.text,
        }
        self._set_up()
        self._lay_out()
        self._listen()

    @property
    def dirty(self) -> bool:
        """Whether the form differs from what it counts as clean."""
        return self._dirty

    def fill(self, draft: Draft, *, clean: Draft | None = None) -> None:
        """Show a draft; ``clean`` is what it counts as changed from, by default itself."""
        self._given = None
        self.title.setText(draft.title)
        self.content.setPlainText(draft.content)
        self.type.choose(draft.type.value)
        self.category.choose(draft.category.value)
        self.importance.setValue(draft.importance)
        if draft.strength is not None:
            self.strength.setValue(draft.strength)
        self.tags.setText(tags_line(draft.tags))
        self.project.setText(draft.project)
        for line in (self.title, self.tags, self.project):
            line.setCursorPosition(0)
        self._shown = {name: read() for name, read in self._read.items()}
        self._given, self._clean = draft, clean or draft
        self._compare()

    def draft(self) -> Draft:
        """Return the form's fields."""
        given = self._given
        assert given is not None, "the form was never filled"
        fields = {}
        for name, read in self._read.items():
            value = read()
            fields[name] = getattr(given, name) if value == self._shown[name] else _typed(name, value, given.base)
        return Draft(base=given.base, **fields)

    def allow(self, *, writing: bool) -> None:
        """Let the form be changed, or only be read."""
        self._writing = writing
        for line in (self.title, self.tags, self.project, self.content):
            line.setReadOnly(not writing)
        for widget in (self.type, self.category, self.importance, self.strength):
            widget.setEnabled(writing)
        self._compare()

    def _set_up(self) -> None:
        self.title.setPlaceholderText("Title (optional)")
        for line in (self.title, self.tags, self.project):
            line.setMaxLength(2 * MAX_CONTENT_BYTES)  # Qt would cut a longer text off without a word
        self.content.setFont(font(12, fixed=True))
        self.content.setTabChangesFocus(True)
        self.content.setPlaceholderText("What is to be remembered. Markdown is shown formatted.")

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(4)
        title = (_caption("Title", self.title, self.advice.title_button), self.title)
        words = (_caption("Content", self.content), self.content)
        for caption, widget in (words, title) if self._words_first else (title, words):
            layout.addWidget(caption)
            layout.addWidget(widget, int(widget is self.content))
            layout.addSpacing(4)
        if not self._words_first:
            self._add_choices(layout)
        for text, line in (("Tags, separated by commas", self.tags), ("Project", self.project)):
            layout.addWidget(_caption(text, line))
            layout.addWidget(line)
            layout.addSpacing(4)
            if line is self.tags and self._words_first:
                self._add_choices(layout)
        layout.addLayout(self.below)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._save)
        buttons.addWidget(self._drop)
        buttons.addStretch(1)
        layout.addSpacing(4)
        layout.addLayout(buttons)

    def _add_choices(self, layout: QVBoxLayout) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        named: tuple[tuple[str, QWidget], ...] = (
            ("Type", self.type),
            ("Category", self.category),
            ("Importance", self.importance),
            ("Strength", self.strength),
        )
        across = len(named) if self._words_first else len(named) // 2
        for place, (text, widget) in enumerate(named):
            row, column = divmod(place, across)
            grid.addWidget(_caption(text, widget), 2 * row, column)
            grid.addWidget(widget, 2 * row + 1, column)
            grid.setColumnStretch(column, 1)
        layout.addLayout(grid)
        layout.addWidget(self.advice.strength_button)

    def _listen(self) -> None:
        for line in (self.title, self.tags, self.project):
            line.textChanged.connect(self._compare)
        self.content.textChanged.connect(self._compare)
        self.type.currentIndexChanged.connect(self._compare)
        self.category.currentIndexChanged.connect(self._compare)
        self.importance.valueChanged.connect(self._compare)
        self.strength.valueChanged.connect(self._compare)
        self.advice.title_taken.connect(self.title.setText)
        self.advice.strength_taken.connect(self.strength.setValue)
        self._save.clicked.connect(self._ask_to_save)
        self._drop.clicked.connect(self.dropped)
        for keys in ("Ctrl+S", "Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._ask_to_save)

    def name_save(self, text: str) -> None:
        """Say something else on the button that saves."""
        self._save.setText(text)

    def advise(self, adviser: Adviser) -> None:
        """Offer what an adviser suggests from now on."""
        self.advice.ask(adviser)
        self.tags.ask(adviser.tags)
        self._compare()

    def _advise(self, draft: Draft) -> None:
        self.advice.advise_title(draft.title, draft.content)
        self.advice.advise_strength(draft.strength, draft.tags, draft.category)
        if draft.strength is None and self.advice.suggested is not None:
            self._given, given = None, self._given  # the field shows what is suggested, and counts as untouched
            self.strength.setValue(self.advice.suggested.value)
            self._shown["strength"] = self._read["strength"]()
            self._given = given
        self.advice.allow(writing=self._writing)

    def _compare(self) -> None:
        if self._given is None:
            return
        draft = self.draft()
        self._advise(draft)
        dirty = draft != self._clean
        self._save.setEnabled(dirty and self._writing and bool(self.content.document().characterCount() > 1))
        self._drop.setEnabled(dirty or self._given.base is None)
        if dirty != self._dirty:
            self._dirty = dirty
            self.turned.emit(dirty)
        self.edited.emit()

    def _ask_to_save(self) -> None:
        if self._save.isEnabled():
            self.saved.emit()


def _caption(text: str, field: QWidget, beside: QWidget | None = None) -> QWidget:
    made = label(text, size=12, tone="secondary")
    made.setBuddy(field)
    field.setAccessibleName(text)
    if beside is None:
        return made
    both = QWidget()
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(12)
    row.addWidget(made, 0, Qt.AlignmentFlag.AlignBottom)  # as near to its field as the others
    row.addStretch(1)
    row.addWidget(beside)
    return both


def _typed(name: str, value: Any, base: Memory | None) -> Any:
    """Return what a touched field holds as the memory keeps it."""
    if name == "tags":
        return tags_of(value)
    if name == "content":
        return typed_text(value, base.content if base is not None else "")
    return value
