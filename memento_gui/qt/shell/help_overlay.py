"""The help overlay: what the open place is for, and every key that works in it."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.actions import Action, shown_keys
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import KeyCap, icon_button
from memento_gui.qt.widgets.label import BOLD, label, separator
from memento_gui.qt.widgets.overlay import Overlay

_QUOTES: Final = (
    'Quotes hold a value of several words, tag:"on call"; in them \\" is a quote, \\\\ a backslash and \\* a star that '
    "does not stand for any ending."
)
_ABOUT: Final[Mapping[str, str]] = {
    "browse": (
        "Browse lists every memory. The sidebar narrows the list to a part of the store, the filter line narrows it "
        "further: words must occur, tag:auth, type:semantic, is:pinned, score<0.2 and the like must hold; a minus "
        f"excludes. {_QUOTES} A bar's length is the score a memory has without any query: recency, importance and usage."
    ),
    "search": (
        "Search ranks memories for a question, as your assistant would see them. Each bar is the score, stacked by signal; "
        "→ unfolds the arithmetic behind it. Grades say how well a result answers: 0 useless, 3 exactly it. "
        f"Words rank; tag:auth and the like filter. {_QUOTES}"
    ),
    "tune": (
        "Tune turns the numbers of the formulas. Curves move at once, counts and the list of changing fates follow; "
        "nothing is saved until you say so."
    ),
    "review": "Review shows today's cards one at a time: recall the memory, show it, say how it went. The queue ends.",
    "": "Memento shows what an AI assistant remembers, and why it ranks where it ranks.",
}
_TABLE_KEYS: Final = (
    ("↑ ↓", "Move between memories"),
    ("Shift+↑ ↓", "Select several"),
    ("Enter", "Read the memory"),
    ("Esc", "Clear the filter, or close the pane"),
)
_RESULT_KEYS: Final = (
    ("↓", "From the line to the results"),
    ("↑ ↓", "Show a result in the detail pane"),
    ("0 1 2 3", "Grade the result"),
    ("Del", "Take the grade back"),
    ("→ ←", "Explain the score, fold it"),
    ("Ctrl+C", "Copy the explanation"),
    ("Enter", "Read the memory"),
    ("Esc", "Clear the line"),
)


class HelpOverlay(Overlay):
    """Built anew each time it opens, from the tables of actions."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(theme, over, card_width=720)
        self._look = theme
        self._title = label(size=15, weight=BOLD)
        self._close = icon_button(theme, "close", "Close (Esc)")
        self._close.clicked.connect(self.disappear)
        self._scroll = QScrollArea()
        self._scroll.setAccessibleName("Keys")
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        top = QHBoxLayout()
        top.setContentsMargins(16, 10, 10, 10)
        top.addWidget(self._title, 1)
        top.addWidget(self._close)
        self.column.addLayout(top)
        self.column.addWidget(separator())
        self.column.addWidget(self._scroll, 1)

    def open_with(self, place: str, heading: str, groups: Mapping[str, Sequence[Action]]) -> None:
        """Appear with the keys of some groups of actions; ``place`` is the open place's key, or empty."""
        self._title.setText(heading)
        self.setAccessibleName(heading)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(8)
        column.addWidget(label(_ABOUT.get(place, _ABOUT[""]), tone="secondary", wrap=True))
        boxes = [(name, [(a.label, a.shortcuts) for a in actions]) for name, actions in groups.items()]
        lists = {"browse": ("List", _TABLE_KEYS), "search": ("Results", _RESULT_KEYS)}
        if place in lists:
            name, keys_of = lists[place]
            boxes.insert(0, (name, [(text, (keys,)) for keys, text in keys_of]))
        column.addSpacing(4)
        column.addLayout(self._in_two(boxes))
        column.addStretch(1)
        old = self._scroll.takeWidget()
        if old is not None:
            old.deleteLater()
        self._scroll.setWidget(body)
        self._scroll.setMinimumHeight(min(body.sizeHint().height() + 40, 560))
        self.appear(self._scroll)

    def _in_two(self, boxes: Sequence[tuple[str, Sequence[tuple[str, Sequence[str]]]]]) -> QHBoxLayout:
        """Return the boxes in two columns of about the same height."""
        columns = (QVBoxLayout(), QVBoxLayout())
        heights = [0, 0]
        for name, lines in boxes:
            shorter = heights.index(min(heights))
            columns[shorter].addWidget(self._box(name, lines))
            heights[shorter] += len(lines) + 2
        both = QHBoxLayout()
        both.setSpacing(32)
        for half in columns:
            half.setSpacing(12)
            half.addStretch(1)
            both.addLayout(half, 1)
        return both

    def _box(self, heading: str, lines: Sequence[tuple[str, Sequence[str]]]) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(label(heading, size=12, weight=BOLD))
        for text, keys in lines:
            line = QHBoxLayout()
            line.setSpacing(4)
            line.addWidget(label(text, size=12, tone="secondary", wrap=True), 1)
            for chord in keys:
                line.addWidget(KeyCap(self._look, shown_keys(chord) or chord))
            column.addLayout(line)
        return box

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_F1, Qt.Key.Key_Question}:
            self.disappear()
        else:
            super().keyPressEvent(event)
