"""The panel that says why a memory is not among the results, and what would bring it in."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from memento_gui.model.searches.reranking import Change
from memento_gui.model.searches.stages import CANDIDATES, FILTER, THRESHOLD, Refusal
from memento_gui.model.searches.whynot import WhyNot
from memento_gui.qt.places.search.why.change_rows import ChangeRows, tried_text
from memento_gui.qt.places.search.why.stages_view import StagesView
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton, push_button
from memento_gui.qt.widgets.label import BOLD, label, separator
from memento_gui.qt.widgets.memory_picker import MemoryPicker
from memento_gui.qt.widgets.score_bar import ScoreBar, ScoreBarView

ASK = "Pick a memory you expected and see where it fell out."


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An answer as the panel shows it: with the memory's title and the bar of its score."""

    answer: WhyNot
    title: str
    bar: ScoreBar | None
    trashed: bool
    writable: bool


class Foldable(QWidget):
    """A heading over a body, hidden together."""

    def __init__(self, heading: str, body: Sequence[QWidget]) -> None:
        super().__init__()
        self.heading = label(heading, size=12, weight=BOLD, wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(separator())
        layout.addSpacing(4)
        layout.addWidget(self.heading)
        for widget in body:
            layout.addWidget(widget)


def scrolled(body: QWidget, name: str) -> QScrollArea:
    """Return a scroll area that grows with its pane and has no frame; ``name`` is for screen readers."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(name)
    area.setWidget(body)
    return area


def in_tab_order(*widgets: QWidget) -> None:
    """Let Tab go from each of these to the next."""
    for one, following in pairwise(widgets):
        QWidget.setTabOrder(one, following)


class WhyPanel(QWidget):
    """Emits wishes and shows answers; it asks nobody."""

    pressed = Signal(object)
    """A `Change` is to be applied."""
    dropped = Signal(object)
    """Search without this part of the query (a `Refusal`)."""
    restored = Signal(str)
    """Take this memory out of the trash."""
    opened = Signal(str)
    tuning = Signal()
    """Show the numbers in Tune."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told: Told | None = None
        self.picker = MemoryPicker()
        self.sentence = label(ASK, size=12, tone="secondary", wrap=True)
        self.stages = StagesView(theme)
        self._bar = ScoreBarView(theme)
        self._keep = label(size=11, tone="tertiary")
        self._score = Foldable("Where its score goes", [self._bar, self._keep])
        self.changes, self.keeping = ChangeRows(theme), ChangeRows(theme)
        self._tried = label(size=11, tone="tertiary", wrap=True)
        self._changes = Foldable("", [self.changes])
        self._keeping = Foldable("", [self.keeping])
        self._mending = QVBoxLayout()
        self._buttons: list[QPushButton] = []
        self._open = push_button("Open it")
        self._tune = IconPushButton(theme, "Open in Tune", "tune")
        self._open.clicked.connect(self._open_it)
        self._tune.clicked.connect(self.tuning)
        for rows in (self.changes, self.keeping):
            rows.pressed.connect(self.pressed)
        self._lay_out()
        self.ask()

    def _open_it(self) -> None:
        if self.told is not None:
            self.opened.emit(self.told.answer.id)

    def _lay_out(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(label("Why not?", size=15, weight=BOLD))
        column.addWidget(self.sentence)
        column.addWidget(self.picker)
        column.addWidget(self.stages)
        self._mending.setSpacing(8)
        column.addLayout(self._mending)
        for part in (self._score, self._changes, self._keeping, self._tried):
            column.addWidget(part)
        foot = QHBoxLayout()
        foot.addWidget(self._open)
        foot.addWidget(self._tune)
        foot.addStretch(1)
        column.addLayout(foot)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(body, "Why not?"))

    def ask(self, sentence: str = ASK) -> None:
        """Show no answer, and what to do."""
        self.told = None
        self.sentence.setText(sentence)
        self.stages.show_stages(())
        self._mend(())
        for part in (self._score, self._changes, self._keeping, self._tried, self._open, self._tune):
            part.hide()

    def show_answer(self, told: Told) -> None:
        """Show where a memory went."""
        self.told = told
        answer = told.answer
        self.sentence.setText(headline_of(answer))
        if not self.picker.hasFocus() or not self.picker.text():
            self.picker.show_title(told.title)
        self.stages.show_stages(answer.stages)
        self._show_bar(told)
        self._mend(answer.refusals, memory_id=answer.id if told.trashed and told.writable else "")
        limit = answer.parameters.ranking.limit
        first = f"Any one of these would bring it among the first {limit}" if answer.keeping else _BRINGING
        self._show_changes(self._changes, self.changes, answer.changes, first, told)
        self._show_changes(self._keeping, self.keeping, answer.keeping, "Any one of these would keep it", told)
        self._tried.setText(tried_text((*answer.changes, *answer.keeping)))
        self._tried.setVisible(answer.fell not in {"", FILTER, CANDIDATES})
        if not answer.changes and answer.fell not in {"", FILTER}:
            self._changes.heading.setText(nothing_brings(answer))
            self._changes.show()
        self._open.show()
        self._tune.setVisible(answer.fell not in {"", FILTER})
        in_tab_order(self.picker, *self._buttons, *self.changes.rows, *self.keeping.rows, self._open, self._tune)

    def _show_changes(self, part: Foldable, rows: ChangeRows, changes: Sequence[Change], heading: str, told: Told) -> None:
        part.heading.setText(heading)
        rows.show_changes(changes, allowed=told.writable)
        part.setVisible(bool(changes))

    def _show_bar(self, told: Told) -> None:
        self._score.setVisible(told.bar is not None)
        if told.bar is not None:
            self._bar.show_bar(told.bar)
            keep = f"keep {told.bar.thresholds[0]:.2f}, " if told.bar.thresholds else ""
            self._keep.setText(f"score {told.bar.score:.3f}, {keep}full width {told.bar.full:g}".replace("-", "\u2212"))

    def _mend(self, refusals: Sequence[Refusal], *, memory_id: str = "") -> None:
        """Offer a button for each part of the query that refuses, and one that takes it out of the trash."""
        for button in self._buttons:
            self._mending.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for refusal in refusals:
            if refusal.start >= 0:
                button = push_button(f"Search without {_shortened(refusal.text)}")
                button.clicked.connect(lambda _checked=False, refusal=refusal: self.dropped.emit(refusal))
                self._buttons.append(button)
        if memory_id:
            button = push_button("Take it out of the trash")
            button.clicked.connect(lambda: self.restored.emit(memory_id))
            self._buttons.append(button)
        for button in self._buttons:
            self._mending.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    @property
    def buttons(self) -> list[QPushButton]:
        """The buttons that mend what the filter refuses."""
        return self._buttons


_BRINGING = "Any one of these would bring it in"


def headline_of(answer: WhyNot) -> str:
    """Return the answer in a sentence."""
    failed = next((stage for stage in answer.stages if stage.passed is False), None)
    if not answer.fell or failed is None:
        return f"It is among the results, at rank {answer.rank}."
    beyond = f"It is kept, at rank {answer.rank}; only the first {answer.parameters.ranking.limit} are asked for."
    where = {
        FILTER: "A filter refused it.",
        CANDIDATES: "It is no candidate: too far down in both lists.",
        THRESHOLD: f"It is under the keep threshold, {failed.note}.",
    }
    return where.get(answer.fell, beyond)


def nothing_brings(answer: WhyNot) -> str:
    """Return what to say where no single number was found that brings a memory in."""
    if answer.fell != CANDIDATES:
        where = f"among the first {answer.parameters.ranking.limit}" if answer.keeping else "in"
        return f"No single number was found that brings it {where}; two or more together may."
    if answer.parameters.ranking.scheme == "search_score":
        return "No number brings it in: SearchScore finds by words alone, and none of these occurs in it."
    return "Neither a longer list of candidates nor its episode brings it in."


def _shortened(text: str) -> str:
    return text if len(text) <= 28 else f"{text[:27]}…"
