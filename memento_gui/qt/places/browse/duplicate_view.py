"""One cluster of duplicates: its memories, how one differs from another, and what merging them would make."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from memento_gui.domain.memory import Memory
from memento_gui.model.repeats.clustering import DuplicateCluster
from memento_gui.qt.phrases import date_text
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.difference import beside
from memento_gui.qt.widgets.label import BOLD, label
from memento_gui.qt.widgets.markdown_view import MarkdownView, PlainBrowser

_ROLE: Final = Qt.ItemDataRole.UserRole
_HEADLINE: Final = 160


class DuplicateView(QWidget):
    """The memories above; below, the chosen one beside the first (the first itself beside the second), and the merger."""

    opened = Signal(str)
    """Show this memory (its id)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._memories: tuple[Memory, ...] = ()
        self._cluster: DuplicateCluster | None = None
        self.members = QListWidget()
        self.members.setAccessibleName("Memories of this group")
        self.members.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.members.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.members.setWordWrap(True)
        self.difference = PlainBrowser(theme)
        self.difference.setAccessibleName("Difference")
        self.merger = MarkdownView(theme)
        self.merger.setAccessibleName("The merged memory")
        self._made = label(size=12, tone="secondary", wrap=True)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        for heading, under, body in (
            ("Memories", None, self.members),
            ("Side by side", None, self.difference),
            ("Merged, it would be", self._made, self.merger),
        ):
            parts.addWidget(_titled(heading, under, body))
        for place, share in enumerate((2, 4, 3)):
            parts.setStretchFactor(place, share)
        parts.setSizes([150, 250, 180])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 0, 0, 0)
        layout.addWidget(parts)
        self.members.currentRowChanged.connect(self._compare)
        self.members.itemActivated.connect(lambda item: self.opened.emit(item.data(_ROLE)))
        theme.changed.connect(lambda: self._compare(self.members.currentRow()))

    @property
    def memory_id(self) -> str:
        """The chosen memory."""
        row = self.members.currentRow()
        return self._memories[row].id if 0 <= row < len(self._memories) else ""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the memories that are shown."""
        return tuple(memory.id for memory in self._memories)

    @property
    def memories(self) -> tuple[Memory, ...]:
        """The memories as they are shown."""
        return self._memories

    def show_nothing(self) -> None:
        """Show no cluster."""
        self._memories, self._cluster = (), None
        self.members.clear()
        self.difference.clear()
        self.merger.show_markdown("")
        self._made.setText("")

    def show_cluster(self, cluster: DuplicateCluster, memories: Sequence[Memory], merger: Memory) -> None:
        """Show a cluster's memories and what they would become; the chosen one stays chosen."""
        if cluster == self._cluster and tuple(memories) == self._memories:
            return
        row = self.members.currentRow() if cluster.ids == self.ids else 1
        self.show_nothing()
        self._memories, self._cluster = tuple(memories), cluster
        likely = {identity for pair in cluster.likely for identity in pair}
        for memory in memories:
            mark = ", likely duplicate" if memory.id in likely else ""
            uses = "1 use" if memory.uses == 1 else f"{memory.uses:,} uses"
            item = QListWidgetItem(f"{memory.headline[:_HEADLINE]}\n{date_text(memory.created_ms)}, {uses}{mark}")
            item.setData(_ROLE, memory.id)
            self.members.addItem(item)
        tags = f"tags {', '.join(merger.tags)}" if merger.tags else "no tags"
        title = f"“{merger.title[:_HEADLINE]}”, " if merger.title else ""
        self._made.setText(f"{title}{tags}; strength {merger.strength:.2f}, uses {merger.uses:,}")
        self.merger.show_markdown(merger.content)
        self.members.setCurrentRow(min(row, len(self._memories) - 1))

    def _compare(self, row: int) -> None:
        if not 0 <= row < len(self._memories) or len(self._memories) < 2:
            return
        first, other = self._memories[0], self._memories[max(1, row)]
        pairs = [(first.content, other.content), (_words_of(first.tags), _words_of(other.tags))]
        if first.title or other.title:
            pairs.insert(0, (first.title or "(no title)", other.title or "(no title)"))
        self.difference.setHtml("".join(beside(one, another, self._theme.tokens) for one, another in pairs))


def _words_of(tags: Sequence[str]) -> str:
    return f"Tags: {', '.join(tags)}" if tags else "(no tags)"


def _titled(heading: str, under: QWidget | None, body: QWidget) -> QWidget:
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 4, 0, 4)
    column.setSpacing(4)
    column.addWidget(label(heading, size=12, weight=BOLD))
    if under is not None:
        column.addWidget(under)
    column.addWidget(body, 1)
    return part
