"""The Review place: the queue of a session, one card at a time."""

from typing import ClassVar, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.errors import MementoError
from memento_gui.domain.memory import Answer, Memory
from memento_gui.domain.review_session import CURATE
from memento_gui.model.values import ChangeSet
from memento_gui.qt.actions import Action
from memento_gui.qt.dialogs import ask
from memento_gui.qt.place import Place, PlaceContext
from memento_gui.qt.places.review.acts import Acts
from memento_gui.qt.places.review.card import WIDTH as CARD_WIDTH
from memento_gui.qt.places.review.charts import Charts
from memento_gui.qt.places.review.desk import LEAST, Desk
from memento_gui.qt.places.review.editing import Editing
from memento_gui.qt.places.review.ending import Ending
from memento_gui.qt.places.review.loading import Asked, Statistics, Today
from memento_gui.qt.places.review.offer import MORE, OFFER
from memento_gui.qt.places.review.paperwork import Paperwork
from memento_gui.qt.places.review.progress import Progress
from memento_gui.qt.places.review.round import Round
from memento_gui.qt.places.review.side import WIDTH as SIDE_WIDTH
from memento_gui.qt.places.review.side import Side
from memento_gui.qt.places.review.sitting import Sitting
from memento_gui.qt.places.review.statistics import StatisticsPage
from memento_gui.qt.places.review.toolbar import Toolbar
from memento_gui.qt.places.review.wording import NO_CARDS, ending, progress_text, reminder_text
from memento_gui.qt.widgets.label import separator

_MARGIN: Final = 16
LOAD_EVERY_MS: Final = 300_000
"""Cards fall due while nothing is written: with the time, and when a day begins."""
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
        self._since_ms = 0
        self._said: tuple[object, ...] | None = None
        self.toolbar = Toolbar(theme)
        self.sitting = Sitting(context, self.toolbar, self)
        self.progress = Progress(theme)
        self.desk = Desk(theme)
        self.ending = Ending(theme)
        self.editor = Editing(theme)
        self.side = Side(theme)
        self._edge = separator(upright=True)
        self.statistics = StatisticsPage(theme)
        self.round = Round(context, self.sitting, self)
        self.charts = Charts(context, self.statistics, self.round.do, self)
        self.acts = Acts(context, self, self.round.do)
        self.paperwork = Paperwork(context, self)
        self._clockwork = QTimer(self)
        self._clockwork.setInterval(LOAD_EVERY_MS)
        self._clockwork.timeout.connect(self._load)
        self._stack = QStackedWidget()
        self._blank = QWidget()
        self._lay_out()
        self._connect()
        self._allow_usual()

    def _lay_out(self) -> None:
        segments = QHBoxLayout()
        segments.setContentsMargins(16, 12, 16, 0)
        segments.addWidget(self.progress)
        for screen in (self._blank, self.desk, self.editor, self.ending, self.statistics):
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
        layout.addWidget(self._edge)
        layout.addWidget(self.side)
        self.setMinimumWidth(LEAST)  # without the side, which is no reason to keep a window wide: it makes way

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_side()

    def _fit_side(self) -> None:
        """Show the side where the cards leave it room; what it says is in the statistics too."""
        fits = self.width() >= CARD_WIDTH + SIDE_WIDTH + 2 * _MARGIN
        for widget in (self._edge, self.side):
            widget.setVisible(fits and self._stack.currentWidget() is not self.statistics)

    def _connect(self) -> None:
        undo = self.context.undo
        self.desk.hints.pressed.connect(lambda what: self.bound[f"review.{what}"].trigger())
        self.desk.shown.connect(self._reveal)
        self.desk.answers.answered.connect(self._answer)
        self.desk.bad.chosen.connect(self.mend)
        self.editor.saved.connect(self._write)
        self.editor.left.connect(self._leave_editor)
        self.editor.dropped.connect(self._leave_page)
        self.statistics.left.connect(self._leave_page)
        self.statistics.opened.connect(self.opened)
        self.charts.failed.connect(self.reported)
        self.round.failed.connect(self.reported)
        self.round.counted.connect(self._show_today)
        self.round.looked.connect(self._show_statistics)
        self.round.taken_back.connect(lambda: self.desk.bad.offer(None))
        self.ending.wished.connect(self._go_on_from_ending)
        self.sitting.looked.connect(self._show_card)
        self.sitting.changed.connect(self._begin_anew)
        self.toolbar.undone.connect(self.undo)
        self.toolbar.offer([self.bound[f"review.{name}"] for name in MORE])
        self.acts.told.connect(self.reported)
        self.acts.edit_wished.connect(self._edit)
        self.acts.info_wished.connect(self.opened)
        self.side.reminder_wished.connect(self.show_reminder)
        self.paperwork.told.connect(self.reported)
        self.context.state.reminder_changed.connect(self._tell_reminder)
        self._tell_reminder(self.context.state.reminder)
        undo.changed.connect(lambda: self.toolbar.show_undo(undo.undo_label))
        undo.applied.connect(self._reload)
        self.toolbar.show_undo(undo.undo_label)

    @override
    def enter(self) -> None:
        self._clockwork.start()
        self._load()
        if self.asked is not None:
            self.desk.take_focus()

    @override
    def leave(self) -> None:
        self._clockwork.stop()

    @override
    def refresh(self, changes: ChangeSet) -> None:
        if changes and changes.tables != {"embedding"}:
            self._load()

    @override
    def search_for(self, text: str) -> None:
        """Review what a filter line lets through."""
        self.sitting.only(text)

    @override
    def unsaved(self) -> int:
        return int(self._stack.currentWidget() is self.editor and self.editor.dirty)

    # What the actions call

    def go_on(self) -> None:
        """Show the memory; when it is shown already, answer Ok."""
        if self.asked is not None and not self.desk.card.revealed:
            self._reveal()
        else:
            self._answer(Answer.OK)

    def answer(self, rating: str) -> None:
        """Give the answer of a rating, ``1`` to ``4``."""
        self._answer(next(answer for answer in Answer if str(answer.rating) == rating))

    def act(self, what: str) -> None:
        """Do something with the memory on the desk: see `Acts`."""
        if self._memory is not None:
            self.acts.do(what, self._memory)

    def mend(self, how: str) -> None:
        """Do what is offered after a bad answer, ``edit``, ``lower`` or ``trash``, with the memory as it is now."""
        offered = self.desk.bad.memory
        if offered is None or self.round.waiting or self._page_open:
            return
        self.desk.bad.offer(None)
        for memory in self.context.library.get_many([offered.id]):
            self.acts.do(how, memory)

    def undo(self) -> None:
        """Take the last step back."""
        self.context.undo.undo()

    def order(self, order: str) -> None:
        """Ask cards in another order."""
        self.sitting.change(order=order)

    def sit(self, how: str) -> None:
        """Ask otherwise, or other cards."""
        self.sitting.turn(how)

    def show_statistics(self) -> None:
        """Show the days ahead and behind; once more returns to the cards."""
        if self._stack.currentWidget() is self.statistics:
            self._leave_page()
        elif not self._page_open:
            self._stack.setCurrentWidget(self.statistics)
            self._fit_side()
            self.statistics.setFocus()
            self.charts.load()

    def show_reminder(self) -> None:
        """Show when and how one is reminded."""
        self.wished.emit("window.settings")

    def show_paper(self, what: str) -> None:
        """Show the rules, or the dialog of a file."""
        self.paperwork.show(what)

    def _tell_reminder(self, at: str) -> None:
        self.side.show_reminder(reminder_text(at))
        self.bound["review.reminder"].setText(f"{reminder_text(at)}: when, and the tray…")

    # The card

    @property
    def asked(self) -> Asked | None:
        """The card that lies on the desk, or None: also while a step is under way or a memory is edited."""
        return None if self._page_open else self.round.first

    @property
    def _page_open(self) -> bool:
        """Whether the editor or the statistics are in the place of the card."""
        return self._stack.currentWidget() in {self.editor, self.statistics}

    @property
    def _memory(self) -> Memory | None:
        return self.asked.card.memory if self.asked is not None else None

    def _edit(self, memory: Memory) -> None:
        self.editor.fill(memory)
        self._stack.setCurrentWidget(self.editor)
        self.editor.take_focus()

    def _write(self) -> None:
        try:
            edit = self.editor.edit(self.context.clock.now_ms())
        except MementoError as error:
            self.reported.emit(error)
            return
        if edit is None or self.context.undo.do(edit):
            self._leave_page()

    def _leave_editor(self) -> None:
        """Return to the card; asks first when an edit would be lost."""
        if self.editor.dirty:
            words = "What you changed is not saved. The memory stays as it was."
            ask(self, "Go back without saving?", words, "Go back without saving", self._leave_page)
        else:
            self._leave_page()

    def _leave_page(self) -> None:
        """Return to the card as it was left: shown if it was shown."""
        self._stack.setCurrentWidget(self._blank if self.round.today is None else self.desk)
        self._fit_side()
        self._load()
        self._show_card()

    def _answer(self, answer: Answer) -> None:
        """Record an answer, if the memory was shown."""
        asked = self.asked
        if asked is None or not self.desk.card.revealed:
            return
        memory = asked.card.memory
        took = min(max(self.context.clock.now_ms() - self._since_ms, 0), LONGEST_MS)
        reviews = self.context.library.reviews
        try:
            edit = reviews.answer_edit(memory, answer, mode=self.sitting.session.mode, duration_ms=took)
        except MementoError as error:
            self.reported.emit(error)
            self._load()
            return
        if self.round.go_on(edit, memory.id):
            if not self.round.waiting:
                self._show_card()
            leech = bool(edit.counters.wanted.get(memory.id, {}).get("tags"))
            self.desk.bad.offer(memory if answer is Answer.BAD else None, leech=leech)

    def _reveal(self) -> None:
        self.desk.reveal()
        self.desk.take_focus()

    def _begin_anew(self) -> None:
        self._allow_usual()
        self.round.begin_anew()

    def _allow_usual(self) -> None:
        self.bound["review.usual"].setEnabled(not self.sitting.usual)

    # Loading

    def _reload(self) -> None:
        if self.isVisible():
            self._load()

    def _load(self) -> None:
        self.round.load()
        if self._stack.currentWidget() is self.statistics:
            self.charts.load()

    def _show_today(self) -> None:
        today = self.round.today
        if today is None:
            return
        left = today.queue.due + today.queue.new
        self.toolbar.show_counts(progress_text(today.queue))
        self.progress.show_progress(today.queue.done, today.queue.done + left)
        self.side.show_today(today.queue)
        if self.sitting.usual:
            self.badged.emit(f"{left:,}" if left else "")
        if not self._page_open and (today.first is None or self._said != _said(today.first)):
            self._show_card()

    def _show_card(self) -> None:
        asked, today = self.asked, self.round.today
        if today is None or self._page_open:
            return
        if asked is None:
            self._show_ending(today)
            return
        front, now = asked.card.memory.id, self.context.clock.now_ms()
        same = front == self.round.front == self.desk.card.memory_id
        revealed = self.sitting.session.mode == CURATE or (same and self.desk.card.revealed)
        if not same:
            self._since_ms = now
        self.round.front, self._said = front, _said(asked)
        self._stack.setCurrentWidget(self.desk)
        self.desk.lay(asked, now_ms=now, target=today.parameters.target, cue=self.sitting.session.cue)
        if revealed:
            self.desk.reveal()
        if self.isVisible():
            self.desk.take_focus()

    def _show_ending(self, today: Today) -> None:
        if self.round.waiting:
            return
        self.round.front, self._said = "", None
        heading, sentence = ending(today, self.round.statistics)
        self.ending.show_text(heading, sentence, special=not self.sitting.usual, cards=heading != NO_CARDS)
        if self._stack.currentWidget() is not self.ending:
            self._stack.setCurrentWidget(self.ending)
            self.ending.setFocus()

    def _go_on_from_ending(self, where: str) -> None:
        if where == "browse":
            self.wished.emit("go.browse")
        else:
            self.bound[f"review.{where}"].trigger()

    def _show_statistics(self, statistics: Statistics) -> None:
        self.side.show_statistics(statistics, self.context.library.parameters().review.target)
        if self._stack.currentWidget() is self.ending and self.round.today is not None:
            self._show_ending(self.round.today)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._page_open:
            if event.key() == Qt.Key.Key_Escape:
                (self._leave_editor if self._stack.currentWidget() is self.editor else self._leave_page)()
            return
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if not event.isAutoRepeat():  # a key that is held down answers nothing
                self.go_on()
        elif not self.desk.scroll_by(event.key()):
            super().keyPressEvent(event)


def _said(asked: Asked | None) -> tuple[object, ...] | None:
    """What a card shows, but for its recall, which falls all the time."""
    return None if asked is None else (asked.card.memory, asked.card.state)
