"""The Relations tab: which memories this one leads to, and which lead here."""

from collections import defaultdict

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from memento_gui.qt.phrases import type_label
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.detail.read import LinkLine
from memento_gui.qt.widgets.detail.values import Detail, Linked
from memento_gui.qt.widgets.label import BOLD, label

_SHOWN = 200


class RelationsPage(QScrollArea):
    """Relations by kind, outgoing ones first."""

    opened = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_detail(self, detail: Detail) -> None:
        """Show a memory's relations."""
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(4)
        if not detail.relations:
            layout.addWidget(label("No relations lead from here or to here.", tone="tertiary", wrap=True))
        for heading, links in _grouped(detail.relations).items():
            layout.addWidget(label(heading, size=12, weight=BOLD))
            for linked in links:
                line = LinkLine(self._theme, linked)
                line.opened.connect(self.opened)
                layout.addWidget(line)
            layout.addSpacing(8)
        left = len(detail.relations) - _SHOWN
        if left > 0:
            layout.addWidget(label(f"and {left:,} more", size=12, tone="tertiary"))
        layout.addStretch(1)
        old = self.takeWidget()
        if old is not None:
            old.deleteLater()
        self.setWidget(body)


def _grouped(relations: tuple[Linked, ...]) -> dict[str, list[Linked]]:
    groups: dict[str, list[Linked]] = defaultdict(list)
    for linked in sorted(relations[:_SHOWN], key=lambda one: (not one.outgoing, one.relation)):
        kind = type_label(linked.relation)
        groups[f"{kind}, from here" if linked.outgoing else f"{kind}, to here"].append(linked)
    return groups
