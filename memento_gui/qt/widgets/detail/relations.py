"""The Relations tab: which memories this one leads to, which lead here, and which are near in meaning."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.model.surroundings import Neighbour, Surroundings
from memento_gui.qt.phrases import type_label
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import IconPushButton, LinkButton, icon_button, push_button
from memento_gui.qt.widgets.detail.read import LinkLine
from memento_gui.qt.widgets.detail.values import Detail, Linked
from memento_gui.qt.widgets.label import BOLD, label, plain_tip
from memento_gui.qt.widgets.type_glyph import TypeGlyph

_SHOWN: Final = 200
_BAR: Final = 48


class RelationsPage(QScrollArea):
    """Relations by kind, outgoing ones first, each with a way to remove it; below, the nearest memories."""

    opened = Signal(str)
    relating = Signal(str)
    """A relation is to be added, to this memory (its id) or to one that is still to be picked (an empty string)."""
    unrelated = Signal(str)
    """A relation is to be removed (its id)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._detail: Detail | None = None
        self._around: Surroundings | None = None
        self.setAccessibleName("Relations")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_detail(self, detail: Detail) -> None:
        """Show a memory's relations; what lies around it stays if it is the same memory."""
        if self._around is not None and self._around.memory_id != detail.memory.id:
            self._around = None
        self._detail = detail
        self._show()

    def show_surroundings(self, around: Surroundings) -> None:
        """Show what was found around the memory."""
        self._around = around
        self._show()

    def _show(self) -> None:
        assert self._detail is not None
        detail, cycles = self._detail, self._around.cycles if self._around is not None else {}
        writing = not detail.read_only and not detail.memory.in_trash
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(4)
        if not detail.relations:
            layout.addWidget(label("No relations lead from here or to here.", tone="tertiary", wrap=True))
        for heading, links in _grouped(detail.relations).items():
            layout.addWidget(label(heading, size=12, weight=BOLD))
            for linked in links:
                layout.addWidget(self._line(linked, cycles, writing=writing))
            layout.addSpacing(8)
        left = len(detail.relations) - _SHOWN
        if left > 0:
            layout.addWidget(label(f"and {left:,} more", size=12, tone="tertiary"))
        add = IconPushButton(self._theme, "Add a relation…", "plus")
        add.setEnabled(writing)
        add.clicked.connect(lambda: self.relating.emit(""))
        layout.addWidget(add, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addSpacing(12)
        self._add_neighbours(layout, writing=writing)
        layout.addStretch(1)
        self._replace(body)

    def _replace(self, body: QWidget) -> None:
        scrolled = self.verticalScrollBar().value()
        old = self.takeWidget()
        if old is not None:
            old.deleteLater()
        self.setWidget(body)
        body.adjustSize()
        self.verticalScrollBar().setValue(scrolled)

    def _line(self, linked: Linked, cycles: Mapping[str, int], *, writing: bool) -> QWidget:
        line = LinkLine(self._theme, linked)
        line.opened.connect(self.opened)
        if (round_trip := cycles.get(linked.relation_id)) is not None:
            line.note(f"leads back here, {round_trip} relations around")
        if writing and linked.relation_id:
            name = linked.title or "a memory that no longer exists"
            cross = icon_button(self._theme, "close", f"Remove the relation “{linked.relation}” with {name}", size=12)
            cross.clicked.connect(lambda: self.unrelated.emit(linked.relation_id))
            line.add(cross)
        return line

    def _add_neighbours(self, layout: QVBoxLayout, *, writing: bool) -> None:
        layout.addWidget(label("Near in meaning", size=12, weight=BOLD))
        if self._around is None:
            layout.addWidget(label("Looking…", size=12, tone="tertiary"))
            return
        near = self._around.neighbours
        if not near:
            layout.addWidget(label("No other memory is near this one.", size=12, tone="tertiary", wrap=True))
        elif near[0].cosine is None:
            layout.addWidget(label("By common words: it has no vector yet.", size=12, tone="tertiary", wrap=True))
        for one in near:
            line = NeighbourLine(self._theme, one, relating=writing)
            line.opened.connect(self.opened)
            line.relating.connect(self.relating)
            layout.addWidget(line)


class NeighbourLine(QWidget):
    """A memory that is near: its type, its title, how near it is, and a way to relate it."""

    opened = Signal(str)
    relating = Signal(str)

    def __init__(self, theme: Theme, neighbour: Neighbour, *, relating: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(TypeGlyph(theme, neighbour.type))
        title = LinkButton(theme, neighbour.headline or "(no words)", size=12)
        title.clicked.connect(lambda: self.opened.emit(neighbour.memory_id))
        layout.addWidget(title)
        layout.addStretch(1)
        if neighbour.cosine is not None:
            title.setAccessibleDescription(f"similarity {neighbour.cosine:.2f}")
            layout.addWidget(_Nearness(theme, neighbour.cosine))
        if relating:
            relate = push_button("Relate…", kind="link")
            relate.setFont(font(12))
            relate.setAccessibleName(f"Relate to {neighbour.headline}")
            relate.clicked.connect(lambda: self.relating.emit(neighbour.memory_id))
            layout.addWidget(relate)


class _Nearness(QWidget):
    """A cosine as a short bar with its number."""

    def __init__(self, theme: Theme, cosine: float) -> None:
        super().__init__()
        self._theme, self._cosine = theme, cosine
        self.setFixedSize(QSize(_BAR + 34, 20))
        self.setToolTip(plain_tip(f"Similarity in meaning (cosine) {cosine:.3f}"))
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        track = QRectF(0, self.height() / 2 - 3, _BAR, 6)
        painter.fillRect(track, colours.bg_track)
        painter.fillRect(QRectF(track.left(), track.top(), _BAR * self._cosine, 6), colours.relevance)
        painter.setFont(font(12))
        painter.setPen(colours.text_secondary)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), flags, f"{self._cosine:.2f}")
        painter.end()


def _grouped(relations: tuple[Linked, ...]) -> dict[str, list[Linked]]:
    groups: dict[str, list[Linked]] = defaultdict(list)
    for linked in sorted(relations[:_SHOWN], key=lambda one: (not one.outgoing, one.relation)):
        kind = type_label(linked.relation)
        groups[f"{kind}, from here" if linked.outgoing else f"{kind}, to here"].append(linked)
    return groups
