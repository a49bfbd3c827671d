"""The Review place: today's queue, one card at a time."""

from typing import ClassVar, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.errors import MementoError
from memento_gui.domain.memory import Answer
from memento_gui.model import edits
from memento_gui.model.values import ChangeSet
from memento_gui.qt.actions import Action
from memento_gui.qt.place import Place, PlaceContext
from memento_gui.qt.places.review.desk import Desk
from memento_gui.qt.places.review.ending import Ending
from memento_gui.qt.places.review.loading import Asked, Statistics, Today, load_statistics, load_today
from memento_gui.qt.places.review.offer import OFFER
from memento_gui.qt.places.review.progress import Progress
from memento_gui.qt.places.review.side import Side
from memento_gui.qt.places.review.toolbar import CURATE, Toolbar
from memento_gui.qt.places.review.wording import ending, progress_text
from memento_gui.qt.widgets.label import separator

QUEUE: Final = "review.queue"
STATISTICS: Final = "review.statistics"
LONGEST_MS: Final = 300_000
"""Time on one card that is counted at most: beyond it, someone went away."""


class ReviewPlace(Place):
    """Cue, memory, answer; beside it the days behind and ahead."""

    key = "review"
    label = "Review"
    icon = "review"
    offer: ClassVar[tuple[Action, ...]] = OFFER

    editing = Signal(str)
    """Open this memory (its id) in the detail pane, ready to be edited."""

    def __init__(self, context: PlaceContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        theme = context.theme
        self._today: Today | None = None
        self._statistics: Statistics | None = None
        self._answered: list[str] = []
        self._aside: frozenset[str] = frozenset()
        self._since_ms = 0
        self._front = ""
        self._waiting = False
        self.toolbar = Toolbar(theme)
        self.progress = Progress(theme)
        self.desk = Desk(theme)
        self.ending = Ending(theme)
        self.side = Side(theme)
        self._stack = QStackedWidget()
        self._blank = QWidget()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        segments = QHBoxLayout()
        segments.setContentsMargins(16, 12, 16, 0)
        segments.addWidget(self.progress)
        for screen in (self._blank, self.desk, self.ending):
            self._stack.addWidget(screen)
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.toolbar)
        middle.addWidget(separator())
        middle.addLayout(segments)
        middle.addWidget(self._stack, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(middle, 1)
        layout.addWidget(separator(upright=True))
        layout.addWidget(self.side)

    def _connect(self) -> None:
        undo, hints = self.context.undo, self.desk.hints
        calls = {"E": self.edit, "P": self.pin, "B": self.bury, "Del": self.trash, "U": self.undo}
        hints.pressed.connect(lambda keys: calls[keys]())
        self.desk.shown.connect(self._reveal)
        self.desk.answers.answered.connect(self._answer)
        self.ending.browse.connect(lambda: self.wished.emit("go.browse"))
        self.toolbar.mode_chosen.connect(self._show_card)
        self.toolbar.order_chosen.connect(self._reorder)
        self.toolbar.undone.connect(self.undo)
        undo.changed.connect(lambda: self.toolbar.show_undo(undo.undo_label))
        undo.applied.connect(self._reload)
        self.toolbar.show_undo(undo.undo_label)
        self.toolbar.choose_order(self.context.library.parameters().review.order)

    @override
    def enter(self) -> None:
        self._load()
        if self.asked is not None:
            self.desk.take_focus()

    @override
    def refresh(self, changes: ChangeSet) -> None:
        if changes:
            self._load()

    @property
    def asked(self) -> Asked | None:
        """The card that lies on the desk, or None: also while an edit of it is under way."""
        return self._today.first if self._today is not None and not self._waiting else None

    def go_on(self) -> None:
        """Show the memory; when it is shown already, answer Ok."""
        if self.asked is not None and not self.desk.card.revealed:
            self._reveal()
        else:
            self._answer(Answer.OK)

    def answer_bad(self) -> None:
        """Answer Bad."""
        self._answer(Answer.BAD)

    def answer_hard(self) -> None:
        """Answer Hard."""
        self._answer(Answer.HARD)

    def answer_ok(self) -> None:
        """Answer Ok."""
        self._answer(Answer.OK)

    def answer_helpful(self) -> None:
        """Answer Helpful."""
        self._answer(Answer.HELPFUL)

    def edit(self) -> None:
        """Open this memory, ready to be edited."""
        if self.asked is not None:
            self.opened.emit(self.asked.card.memory.id)
            self.editing.emit(self.asked.card.memory.id)

    def pin(self) -> None:
        """Pin or unpin this memory."""
        if self.asked is not None:
            memory = self.asked.card.memory
            self._do(edits.pin([memory], pinned=not memory.pinned, now_ms=self.context.clock.now_ms()))

    def trash(self) -> None:
        """Move this memory to the trash."""
        if self.asked is not None:
            self._do(edits.trash([self.asked.card.memory], now_ms=self.context.clock.now_ms()))

    def bury(self) -> None:
        """Keep this card out of the queue until tomorrow; a memory that is no card yet, while the window is open."""
        asked = self.asked
        if asked is None:
            return
        if asked.card.state is not None:
            self._do(self.context.library.bury_edit(asked.card.memory.id))
        else:
            self._aside |= {asked.card.memory.id}
            self._load()

    def undo(self) -> None:
        """Take the last step back."""
        self.context.undo.undo()

    def _answer(self, answer: Answer) -> None:
        """Record an answer, if the memory was shown."""
        asked = self.asked
        if asked is None or not self.desk.card.revealed:
            return
        identity = asked.card.memory.id
        took = min(max(self.context.clock.now_ms() - self._since_ms, 0), LONGEST_MS)
        try:
            edit = self.context.library.answer_edit(identity, answer, mode=self.toolbar.mode, duration_ms=took)
        except MementoError as error:
            self.reported.emit(error)
            self._load()
            return
        self._answered.append(identity)
        self._front = ""
        if not self._do(edit):
            self._answered.pop()

    def _do(self, edit: edits.Edit) -> bool:
        """Apply an edit of the present card; the keys do nothing until the queue is there again."""
        self._waiting = True
        done = self.context.undo.do(edit)
        self._load()
        return done

    def _reveal(self) -> None:
        self.desk.reveal()
        self.desk.take_focus()

    def _reload(self) -> None:
        if self.isVisible():
            self._load()

    def _reorder(self) -> None:
        self._front = ""
        self._load()

    def _load(self) -> None:
        library, order, aside, front = self.context.library, self.toolbar.order, self._aside, self._front
        before, answered = (self._today.queue.done if self._today else 0), tuple(self._answered)

        def work(_job: object) -> Today:
            today = load_today(library, order, front=front, aside=aside)
            if answered and today.queue.done < before:
                return load_today(library, order, front=answered[-1], aside=aside)
            return today

        self.context.tasks.run(QUEUE, work, self._show_today, failed=self._fail)
        self.context.tasks.run(STATISTICS, lambda _job: load_statistics(library), self._show_statistics)

    def _fail(self, error: MementoError) -> None:
        self._waiting = False
        self.reported.emit(error)

    def _show_today(self, today: Today) -> None:
        before, self._today = self._today, today
        self._waiting = False
        if before is not None and today.queue.done < before.queue.done and self._answered:
            self._answered.pop()
        left = len(today.cards)
        self.toolbar.show_counts(progress_text(today.queue, left) if left else ("", "", ""))
        self.progress.show_progress(today.queue.done, today.queue.done + left)
        self.side.show_today(today.queue)
        self.badged.emit(str(left) if left else "")
        if before is None or before.first is None or today.first is None or before.first.card != today.first.card:
            self._show_card()

    def _show_card(self) -> None:
        asked, today = self.asked, self._today
        if today is None:
            return
        if asked is None:
            self._show_ending()
            return
        same = asked.card.memory.id == self._front
        revealed = self.toolbar.mode == CURATE or (same and self.desk.card.revealed)
        if not same:
            self._since_ms = self.context.clock.now_ms()
        self._front = asked.card.memory.id
        self._stack.setCurrentWidget(self.desk)
        self.desk.lay(asked, now_ms=self.context.clock.now_ms(), target=today.rules.target)
        if revealed:
            self.desk.reveal()
        if self.isVisible():
            self.desk.take_focus()

    def _show_ending(self) -> None:
        if self._today is None:
            return
        self._front = ""
        self.ending.show_text(*ending(self._today.queue, self._statistics, self._today.rules))
        if self._stack.currentWidget() is not self.ending:
            self._stack.setCurrentWidget(self.ending)
            self.ending.button.setFocus()

    def _show_statistics(self, statistics: Statistics) -> None:
        self._statistics = statistics
        target = self._today.rules.target if self._today else self.context.library.parameters().review.target
        self.side.show_statistics(statistics, target)
        if self._today is not None and self._today.first is None:
            self._show_ending()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.desk.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_Space | Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.go_on()
            case Qt.Key.Key_PageDown:
                bar.setValue(bar.value() + bar.pageStep())
            case Qt.Key.Key_PageUp:
                bar.setValue(bar.value() - bar.pageStep())
            case _:
                super().keyPressEvent(event)
