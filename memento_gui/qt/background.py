"""Long work that a user may want to watch or stop: listed in a panel over the status bar."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.cancel import CancelToken
from memento_gui.qt.tasks import Progress
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import STATUS
from memento_gui.qt.widgets.buttons import icon_button, push_button
from memento_gui.qt.widgets.label import BOLD, MEDIUM, label, separator

_WIDTH: Final = 440


def time_left(progress: Progress, elapsed_ms: int) -> str:
    """Return how long the rest will take at the pace so far, or an empty string while nobody can tell."""
    if not progress.total or progress.done <= 0 or elapsed_ms < 1_500:
        return ""
    seconds = elapsed_ms / 1000 * (progress.total - progress.done) / progress.done
    return f"{round(seconds / 60)} min left" if seconds >= 90 else f"{max(1, round(seconds))} s left"


@dataclass(slots=True)
class Work:
    """One piece of work under way."""

    title: str
    token: CancelToken
    clock: QElapsedTimer
    progress: Progress
    whole: bool = False
    """Whether cancelling leaves everything as it was."""

    @property
    def share(self) -> float:
        """How much is done, in [0, 1]."""
        return self.progress.done / self.progress.total if self.progress.total else 0.0

    @property
    def words(self) -> str:
        """How far it is: ``7,614 of 12,482, 2 min left``."""
        if not self.progress.total:
            return f"{self.progress.done:,} {self.progress.note}" if self.progress.done else self.progress.note
        counted = f"{self.progress.done:,} of {self.progress.total:,}"
        left = time_left(self.progress, self.clock.elapsed())
        return f"{counted}, {left}" if left else counted


class _Meter(QWidget):
    """A wide bar."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.share = 0.0
        self.setFixedHeight(6)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.bg_track)
        painter.fillRect(0, 0, int(self.width() * self.share), 6, colours.accent)
        painter.end()


class _WorkRow(QWidget):
    """A title, how far it is, a bar and Cancel."""

    def __init__(self, theme: Theme, work: Work) -> None:
        super().__init__()
        self._work = work
        self._words = label(size=12, tone="secondary")
        self._meter = _Meter(theme)
        self._percent = label(size=12)
        self._percent.setFixedWidth(36)
        self._percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        cancel = push_button("Cancel")
        cancel.clicked.connect(work.token.cancel)
        top = QHBoxLayout()
        top.addWidget(label(work.title, weight=MEDIUM), 1)
        top.addWidget(self._words)
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self._meter, 1)
        bottom.addWidget(self._percent)
        bottom.addWidget(cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 16, 10)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addLayout(bottom)
        kept = "Cancel leaves everything as it was." if work.whole else "Cancel keeps what is done."
        layout.addWidget(label(f"You can keep working. {kept}", size=11, tone="secondary"))
        self.catch_up()

    def catch_up(self) -> None:
        self._words.setText(self._work.words)
        self._meter.share = self._work.share
        self._meter.update()
        self._percent.setText(f"{self._work.share:.0%}" if self._work.progress.total else "")


class Background(QFrame):
    """The panel; the status bar shows the first work in short."""

    changed = Signal(str, float)
    """What the status bar should say, and the share that is done."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self._theme = theme
        self._over = over
        self._works: dict[str, Work] = {}
        self._rows: dict[str, _WorkRow] = {}
        self.setProperty("surface", "popover")
        close = icon_button(theme, "close", "Close")
        close.clicked.connect(self.hide)
        top = QHBoxLayout()
        top.setContentsMargins(16, 8, 8, 8)
        top.addWidget(label("Background work", size=12, weight=BOLD), 1)
        top.addWidget(close)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        self._column.addLayout(top)
        self._column.addWidget(separator())
        self.hide()

    def begin(self, key: str, title: str, token: CancelToken, *, whole: bool = False) -> None:
        """List a piece of work; of one that is ``whole`` nothing stays when it is cancelled."""
        self.end(key)
        clock = QElapsedTimer()
        clock.start()
        self._works[key] = Work(title, token, clock, Progress(0, 0), whole)
        self._rows[key] = _WorkRow(self._theme, self._works[key])
        self._column.addWidget(self._rows[key])
        self._tell()

    def keep(self, key: str, title: str, token: CancelToken) -> None:
        """List a piece of work that turns out to be long, once."""
        if key not in self._works:
            self.begin(key, title, token)

    def advance(self, key: str, progress: Progress) -> None:
        """Show how far it is."""
        if key in self._works:
            self._works[key].progress = progress
            self._rows[key].catch_up()
            self._tell()

    def end(self, key: str) -> None:
        """Take it off the list."""
        if self._works.pop(key, None) is not None:
            row = self._rows.pop(key)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
            self._tell()

    def toggle(self) -> None:
        """Show the panel, or hide it."""
        if self.isVisible() or not self._works:
            self.hide()
        else:
            self._place()
            self.show()
            self.raise_()

    @property
    def titles(self) -> list[str]:
        """What is under way."""
        return [work.title for work in self._works.values()]

    def _place(self) -> None:
        width = min(_WIDTH, self._over.width() - 32)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move(self._over.width() - width - 16, self._over.height() - STATUS - self.height() - 8)

    def _tell(self) -> None:
        if not self._works:
            self.hide()
            self.changed.emit("", 0.0)
            return
        first = next(iter(self._works.values()))
        left = time_left(first.progress, first.clock.elapsed())
        more = f" +{len(self._works) - 1}" if len(self._works) > 1 else ""
        self.changed.emit(f"{first.title}{f', {left}' if left else ''}{more}", first.share)
        if self.isVisible():
            self._place()
