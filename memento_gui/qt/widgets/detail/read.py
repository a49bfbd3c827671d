"""The Read tab: the words, the memories they lead to, the signals and the decay."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.phrases import score_text
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import LinkButton, push_button
from memento_gui.qt.widgets.detail.signals import DecayDates, SignalBars
from memento_gui.qt.widgets.detail.values import Detail, Linked
from memento_gui.qt.widgets.label import ElidedLabel, label, separator
from memento_gui.qt.widgets.markdown_view import MarkdownView
from memento_gui.qt.widgets.section import Section

_LINKS = 4
_ROOM_FOR_DECAY = 560
_ROOM_FOR_SIGNALS = 380
_MODELS = {"power_law": "power law", "exponential": "exponential", "two_component": "two components"}


class LinkLine(QWidget):
    """Another memory, and how it is related: pressing it opens it."""

    opened = Signal(str)

    def __init__(self, theme: Theme, linked: Linked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = QLabel()
        way = label(f"· {linked.relation}" if linked.outgoing else f"· {linked.relation} this", size=12, tone="secondary")
        layout = self._line = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._icon)
        layout.addWidget(self._target(linked))
        layout.addWidget(way)
        layout.addStretch(1)
        theme.changed.connect(self._tint)
        self._tint()

    def note(self, text: str) -> None:
        """Say something more about the relation."""
        said = ElidedLabel(f"· {text}", size=12)
        said.setMinimumWidth(80)
        self._line.insertWidget(self._line.count() - 1, said, 1)

    def add(self, widget: QWidget) -> None:
        """Put a button at the end of the line."""
        self._line.addWidget(widget)

    def _tint(self) -> None:
        self._icon.setPixmap(self._theme.pixmap("link", size=14, ratio=self.devicePixelRatioF()))

    def _target(self, linked: Linked) -> QWidget:
        if not linked.exists:
            return label("A memory that no longer exists", size=12, tone="tertiary")
        button = LinkButton(self._theme, linked.title or "(no words)", size=12)
        button.clicked.connect(lambda: self.opened.emit(linked.memory_id))
        return button


class ReadPage(QWidget):
    """Shows; the only thing to do here is to follow a link."""

    opened = Signal(str)
    links_wished = Signal()
    """All relations are to be shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.words = MarkdownView(theme)
        self._links = QVBoxLayout()
        self._links.setContentsMargins(16, 4, 16, 8)
        self._links.setSpacing(4)
        self._bars = SignalBars(theme)
        self.dates = DecayDates()
        self._signals = Section(theme, "Signals", self._bars)
        self._decay = Section(theme, "Decay", self.dates)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        reading = QVBoxLayout()
        reading.setContentsMargins(16, 12, 6, 4)
        reading.addWidget(self.words)
        layout.addLayout(reading, 1)
        layout.addLayout(self._links)
        layout.addWidget(separator())
        layout.addWidget(self._signals)
        layout.addWidget(separator())
        layout.addWidget(self._decay)

    def show_detail(self, detail: Detail, *, fresh: bool) -> None:
        """Show a memory; ``fresh`` scrolls to the top, otherwise only what changed moves."""
        if fresh or detail.memory.content != self.words.markdown:
            self.words.show_markdown(detail.memory.content)
        self._show_links(detail.relations)
        self._bars.show_standing(detail.standing)
        self._signals.say(f"score without a query {score_text(detail.standing.score)}")
        self.dates.show_detail(detail)
        model = _MODELS[detail.parameters.decay.model]
        drawn = " (drawn to 1)" if detail.fading.score > 1 else ""
        self._decay.say(f"{model}, now {detail.fading.score:.2f}{drawn}")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._decay.make_room(scarce=self.height() < _ROOM_FOR_DECAY)
        self._signals.make_room(scarce=self.height() < _ROOM_FOR_SIGNALS)

    def _show_links(self, links: tuple[Linked, ...]) -> None:
        while (item := self._links.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for linked in links[:_LINKS]:
            line = LinkLine(self._theme, linked)
            line.opened.connect(self.opened)
            self._links.addWidget(line)
        if len(links) > _LINKS:
            more = push_button(f"All {len(links):,} relations", kind="link")
            more.clicked.connect(self.links_wished)
            self._links.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)
