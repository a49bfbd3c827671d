"""One kind of learning: a sentence, a button that starts it, progress with Cancel, and what came of it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.tasks import Progress
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import BOLD, label


class Meter(QWidget):
    """A bar of progress."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.share = 0.0
        self.setFixedHeight(6)

    def show_share(self, share: float) -> None:
        """Show how much is done, in [0, 1]."""
        self.share = share
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.tokens.bg_track)
        painter.fillRect(0, 0, int(self.width() * self.share), 6, self._theme.tokens.accent)
        painter.end()


class LearnSection(QWidget):
    """The frame of a kind of learning; ``result`` is the column below the sentence that says what came of it."""

    started = Signal()
    cancelled = Signal()
    applied = Signal()
    discarded = Signal()

    def __init__(self, theme: Theme, title: str, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.note = label(size=12, tone="secondary", wrap=True)
        self.start = push_button(button, kind="primary")
        self.cancel = push_button("Cancel")
        self.meter = Meter(theme)
        self.words = label(size=12, tone="secondary")
        self.verdict = label(wrap=True)
        self.apply = push_button("Apply", kind="primary")
        self.discard = push_button("Discard")
        self._icon = QLabel()
        self._good = False
        self.result = QWidget()
        self.column = QVBoxLayout(self.result)
        self._lay_out(title)
        for pressed, wish in (
            (self.start, self.started),
            (self.cancel, self.cancelled),
            (self.apply, self.applied),
            (self.discard, self.discarded),
        ):
            pressed.clicked.connect(lambda _checked=False, wish=wish: wish.emit())
        theme.changed.connect(self._tint)
        self.show_idle("")

    def _lay_out(self, title: str) -> None:
        top = QHBoxLayout()
        top.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(title, size=15, weight=BOLD))
        words.addWidget(self.note)
        top.addLayout(words, 1)
        top.addWidget(self.start)
        self._under_way = QWidget()
        way = QHBoxLayout(self._under_way)
        way.setContentsMargins(0, 0, 0, 0)
        way.setSpacing(12)
        way.addWidget(self.meter, 1)
        way.addWidget(self.words)
        way.addWidget(self.cancel)
        said = QHBoxLayout()
        said.setSpacing(8)
        self._icon.setFixedSize(16, 20)
        said.addWidget(self._icon)
        said.addWidget(self.verdict, 1)
        said.addWidget(self.apply)
        said.addWidget(self.discard)
        self._said = QWidget()
        self._said.setLayout(said)
        said.setContentsMargins(0, 0, 0, 0)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addWidget(self._under_way)
        layout.addWidget(self._said)
        layout.addWidget(self.result)

    def show_idle(self, note: str) -> None:
        """Show that nothing is under way and nothing was learned."""
        self.note.setText(note)
        self._show(under_way=False, said=False)

    def show_start(self) -> None:
        """Show that it began."""
        self.meter.show_share(0.0)
        self.words.setText("waiting to begin")
        self._show(under_way=True, said=False)

    def show_progress(self, progress: Progress) -> None:
        """Show how far it is."""
        self.meter.show_share(progress.done / progress.total if progress.total else 0.0)
        self.words.setText(progress.note)

    def show_verdict(self, text: str, *, good: bool, has_result: bool) -> None:
        """Show what came of it; only what is good can be applied."""
        self.verdict.setText(text)
        self._good = good
        self._show(under_way=False, said=True)
        self.apply.setVisible(good)
        if good and self.discard.hasFocus():
            self.apply.setFocus()
        self.result.setVisible(has_result)
        self._tint()

    def _show(self, *, under_way: bool, said: bool) -> None:
        """Whoever pressed one of the buttons by key finds the focus on the one that comes next."""
        held = any(button.hasFocus() for button in (self.start, self.cancel, self.apply, self.discard))
        self._under_way.setVisible(under_way)
        self._said.setVisible(said)
        self.result.setVisible(False)
        if held:
            self.start.setEnabled(True)
            (self.cancel if under_way else self.discard if said else self.start).setFocus()
        self.start.setEnabled(not under_way)

    def _tint(self) -> None:
        colours = self._theme.tokens
        name, colour = ("check", colours.ok) if self._good else ("info", colours.text_secondary)
        self._icon.setPixmap(self._theme.pixmap(name, colour, ratio=self.devicePixelRatioF()))
