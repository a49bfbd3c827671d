"""The head of the detail pane: title, buttons, and a line of what kind of memory it is."""

from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memento_gui.qt.phrases import meaning_text, moment_text, type_label
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import icon_button
from memento_gui.qt.widgets.chips import Chip, Flow
from memento_gui.qt.widgets.detail.values import Detail
from memento_gui.qt.widgets.label import BOLD, label, plain_tip
from memento_gui.qt.widgets.menu import Menu
from memento_gui.qt.widgets.title import Title
from memento_gui.qt.widgets.type_glyph import TypeGlyph

_TAGS: Final = 8
"""Tags that are shown: more would leave the words no room."""
_MENU: Final = (
    ("copy_markdown", "Copy as Markdown", "copy"),
    ("copy_json", "Copy as JSON", "copy"),
    ("copy_id", "Copy id", "copy"),
    ("", "", ""),
    ("duplicate", "Duplicate", "plus"),
    ("why", "Why is it not in the search?", "search"),
)


class DetailHeader(QWidget):
    """Shows who the memory is; its buttons emit wishes by name."""

    wished = Signal(str)
    """pin, unpin, edit, trash, restore, purge, duplicate, copy_markdown, copy_json, copy_id, why, or close."""
    tag_pressed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._detail: Detail | None = None
        self._title = Title(theme, font(16, BOLD))
        self._pin = icon_button(theme, "pin", "Pin")
        self._edit = icon_button(theme, "pencil", "Edit")
        self._more = icon_button(theme, "more", "More")
        self._close = icon_button(theme, "close", "Close the pane (Esc)")
        self._close.hide()
        self._flow = Flow(gap=8, line_gap=6)
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self._title, 1)
        for button in (self._pin, self._edit, self._more, self._close):
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 10, 6)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addLayout(self._flow)
        self._pin.clicked.connect(self._ask_pin)
        self._edit.clicked.connect(lambda: self.wished.emit("edit"))
        self._close.clicked.connect(lambda: self.wished.emit("close"))
        self._more.clicked.connect(self._show_menu)

    def show_close(self, *, shown: bool) -> None:
        """Show the button that closes the pane, for a drawer."""
        self._close.setVisible(shown)

    def show_detail(self, detail: Detail) -> None:
        """Show a memory."""
        self._detail = detail
        memory = detail.memory
        self._title.show_text(memory.headline or "(no words)")
        self._pin.show_icon("pin-filled" if memory.pinned else "pin")
        tip = "Take the pin away" if memory.pinned else "Pin: rank higher, never forget"
        self._pin.setToolTip(tip)
        self._pin.setAccessibleName(tip)
        for button in (self._pin, self._edit):
            button.setEnabled(not detail.read_only)
        self._show_facts(detail)

    def _show_facts(self, detail: Detail) -> None:
        memory = detail.memory
        self._flow.clear()
        if memory.in_trash:
            self._flow.addWidget(label("In the trash", size=12, tone="danger"))
        kind = QWidget()
        kind.setToolTip(plain_tip(meaning_text(memory.type.value)))
        line = QHBoxLayout(kind)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        glyph = TypeGlyph(self._theme, memory.type.value)
        line.addWidget(glyph)
        line.addWidget(label(type_label(memory.type.value), size=12, tone="secondary"))
        self._flow.addWidget(kind)
        for tag in memory.tags[:_TAGS]:
            chip = Chip(self._theme, tag)
            chip.pressed.connect(self.tag_pressed)
            self._flow.addWidget(chip)
        if len(memory.tags) > _TAGS:
            more = label(f"+{len(memory.tags) - _TAGS}", size=12, tone="secondary")
            more.setToolTip(plain_tip(", ".join(memory.tags[_TAGS:])))
            self._flow.addWidget(more)
        for text, tip in self._facts(detail):
            fact = label(text, size=12, tone="secondary")
            fact.setToolTip(plain_tip(tip))
            self._flow.addWidget(fact)

    def _facts(self, detail: Detail) -> list[tuple[str, str]]:
        memory = detail.memory
        facts = [(f"importance {memory.importance:.2f}", "As it was set; boosts come on top")]
        if memory.category.value != "other":
            facts.append((memory.category.value, "Category"))
        for text, name in ((memory.source, "Source"), (memory.project, "Project"), (memory.user, "User")):
            if text:
                facts.append((text if len(text) <= 32 else f"{text[:31]}…", f"{name}: {text}"))
        if memory.status.value != "active":
            facts.append((memory.status.value, f"Status. {meaning_text(memory.status.value)}"))
        changed = f"\nChanged {moment_text(memory.updated_ms)}" if memory.updated_ms != memory.created_ms else ""
        facts.append((moment_text(memory.created_ms), f"Written {moment_text(memory.created_ms)}{changed}"))
        return facts

    def _ask_pin(self) -> None:
        if self._detail is not None:
            self.wished.emit("unpin" if self._detail.memory.pinned else "pin")

    def _show_menu(self) -> None:
        if self._detail is None:
            return
        menu = Menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        in_trash = self._detail.memory.in_trash
        last = (
            (("restore", "Restore", "restore"), ("purge", "Delete for good…", "trash"))
            if in_trash
            else (("trash", "Move to the trash", "trash"),)
        )
        for wish, text, icon in (*_MENU, *last):
            if not wish:
                menu.addSeparator()
                continue
            action = menu.addAction(self._theme.icon(icon), text)
            action.setEnabled(wish == "why" or wish.startswith("copy") or not self._detail.read_only)
            action.triggered.connect(lambda _checked=False, wish=wish: self.wished.emit(wish))
        menu.popup(self._more.mapToGlobal(QPoint(0, self._more.height())))
