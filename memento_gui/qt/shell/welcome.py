"""The page of a first start: what Memento is, and the ways to begin."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memento_gui.qt.actions import shown_keys
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton, push_button
from memento_gui.qt.widgets.label import BOLD, MEDIUM, label, plain_tip

_WIDTH: Final = 560
_WAYS: Final = (
    ("file.demo", "Open the demo store", "star", "A year of one invented person's memories, to look around in.", ""),
    ("file.open", "Open a store…", "folder", "A memento.db that you or your assistant already use.", "Ctrl+O"),
    ("file.create", "Create a store…", "file", "An empty file, ready for the first memory.", ""),
    (
        "file.import",
        "Import a file…",
        "import",
        "Memories of other programs, or a table; the original stays as it is.",
        "",
    ),
    (
        "file.import_folder",
        "Import a folder…",
        "import",
        "Markdown notes, as of an Obsidian vault, or a CortexGraph store.",
        "",
    ),
)


class Welcome(QWidget):
    """Emits the id of the action that was chosen, or the path of a recent store."""

    wished = Signal(str)
    reopened = Signal(str)

    def __init__(self, theme: Theme, recent: Sequence[Path] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = QLabel()
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self._icon)
        column.addWidget(label("See what your AI assistant remembers", size=20, weight=BOLD, wrap=True))
        column.addWidget(
            label(
                "One local file, no account, no network. Browse and mend memories, see why they rank where they rank, "
                "tune the numbers behind it, and rehearse what matters.",
                size=14,
                tone="secondary",
                wrap=True,
            )
        )
        column.addSpacing(12)
        for way in _WAYS:
            column.addLayout(self._way(*way))
        if recent:
            column.addSpacing(12)
            column.addWidget(label("Opened before", size=12, weight=MEDIUM, tone="secondary"))
            for path in recent[:4]:
                column.addLayout(self._recent(path))
        self._lay_out(column)
        theme.changed.connect(self._tint)
        self._tint()

    def _lay_out(self, column: QVBoxLayout) -> None:
        holder = QWidget()
        holder.setLayout(column)
        holder.setMaximumWidth(_WIDTH)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(holder, 100)  # not aligned: an aligned widget is not asked how high its wrapped words are
        across.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addLayout(across)
        layout.addStretch(3)

    def _way(self, action: str, text: str, icon: str, words: str, keys: str) -> QHBoxLayout:
        first = action == _WAYS[0][0]
        button = IconPushButton(
            self._theme, text, icon, kind="primary" if first else "", keys=shown_keys(keys) if keys else ""
        )
        button.setMinimumWidth(216)
        if first:
            self.setFocusProxy(button)
        button.clicked.connect(lambda: self.wished.emit(action))
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(button)
        line.addWidget(label(words, size=12, tone="secondary", wrap=True), 1)
        return line

    def _recent(self, path: Path) -> QHBoxLayout:
        button = push_button(path.name, kind="link")
        button.setToolTip(plain_tip(str(path)))
        button.clicked.connect(lambda: self.reopened.emit(str(path)))
        where = str(path.parent)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(button)
        line.addWidget(label(where if len(where) <= 60 else f"…{where[-59:]}", size=12, tone="tertiary"), 1)
        return line

    def _tint(self) -> None:
        accent = self._theme.tokens.accent_text
        self._icon.setPixmap(self._theme.pixmap("memory", accent, size=32, ratio=self.devicePixelRatioF()))
