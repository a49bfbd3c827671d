"""Editing a memory in the middle of a review: a form in the place of the card."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memento_gui.domain.memory import Memory
from memento_gui.model.edits import Edit
from memento_gui.qt.detail.desk import edit_of
from memento_gui.qt.places.review.card import WIDTH
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.detail.form import MemoryForm
from memento_gui.qt.widgets.detail.values import draft_of


class Editing(QWidget):
    """The form, as wide as a card; Ctrl+S or Ctrl+Enter saves, Esc goes back to the card."""

    saved = Signal()
    left = Signal()
    dropped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = MemoryForm(theme, save="Save")
        back = IconPushButton(theme, "Back to the card", keys="Esc")
        back.clicked.connect(self.left)
        column = QVBoxLayout()
        above = QHBoxLayout()
        above.setContentsMargins(16, 0, 16, 0)  # the form's own
        above.addWidget(back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(above)
        column.addWidget(self.form, 1)
        middle = QWidget()
        middle.setMaximumWidth(WIDTH)
        middle.setLayout(column)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addStretch(1)
        layout.addWidget(middle, 100)
        layout.addStretch(1)
        self.form.saved.connect(self.saved)
        self.form.dropped.connect(self.dropped)
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.left)

    def fill(self, memory: Memory) -> None:
        """Show a memory."""
        self.form.fill(draft_of(memory))

    def edit(self, now_ms: int) -> Edit | None:
        """Return the edit that writes what the form says, or None if that is what the memory says.

        Raises:
            MementoError: If it cannot be written so, such as an empty text.
        """
        draft = self.form.draft()
        return edit_of(draft, now_ms) if draft.base is not None and draft.changes else None

    @property
    def dirty(self) -> bool:
        """Whether something was changed and not saved."""
        return self.form.dirty

    def take_focus(self) -> None:
        """Put the cursor into the words."""
        self.form.content.setFocus()
