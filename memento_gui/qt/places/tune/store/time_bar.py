"""The time machine: a groove over the coming year, played or dragged."""

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.clock import DAY_MS
from memento_gui.qt.phrases import date_text
from memento_gui.qt.places.tune.knobs.slider import KnobSlider
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import icon_button
from memento_gui.qt.widgets.label import label

YEAR: Final = 365
_FRAME_MS: Final = 40
_DAYS_A_FRAME: Final = 3
_STEPS: Final = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_PageDown: -30,
    Qt.Key.Key_PageUp: 30,
    Qt.Key.Key_Home: -YEAR,
    Qt.Key.Key_End: YEAR,
}


class TimeBar(QWidget):
    """How many days ahead the store is looked at, 0 to 365. Arrow keys move by a day, page keys by 30, Space plays."""

    moved = Signal(int)
    """Another day ahead."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ahead = 0
        self._now_ms = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Days ahead")
        self.play = icon_button(theme, "play", "Play the coming year")
        self.play.clicked.connect(self.toggle)
        self.slider = KnobSlider(theme)
        self.slider.setFixedWidth(136)
        self.slider.turned.connect(lambda place: self.go_to(round(place * YEAR)))
        self.slider.pressed.connect(self.stop)
        self._said = label("today", tone="secondary")
        self._said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._clock = QTimer(self, interval=_FRAME_MS)
        self._clock.timeout.connect(self._step)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 16, 6)
        row.setSpacing(8)
        row.addWidget(self.play)
        row.addWidget(self.slider)
        row.addWidget(self._said, 1)
        self._show()

    @property
    def ahead(self) -> int:
        """The days ahead."""
        return self._ahead

    @property
    def playing(self) -> bool:
        """Whether the year is being played."""
        return self._clock.isActive()

    @property
    def sentence(self) -> str:
        """What is written beside the groove."""
        return self._said.text()

    def begin_at(self, now_ms: int) -> None:
        """Say which instant is today."""
        self._now_ms = now_ms
        self._show()

    def go_to(self, days: int) -> None:
        """Look at the store so many days ahead; kept within the year."""
        days = min(max(days, 0), YEAR)
        if days != self._ahead:
            self._ahead = days
            self._show()
            self.moved.emit(days)

    def toggle(self) -> None:
        """Play from here (from today again where the year is over), or pause."""
        if self.playing:
            self.stop()
            return
        if self._ahead >= YEAR:
            self.go_to(0)
        self._clock.start()
        self._show_button()

    def stop(self) -> None:
        """Pause."""
        self._clock.stop()
        self._show_button()

    def _step(self) -> None:
        self.go_to(self._ahead + _DAYS_A_FRAME)
        if self._ahead >= YEAR:
            self.stop()

    def _show(self) -> None:
        self.slider.show_places(self._ahead / YEAR, saved=0.0, default=0.0, changed=self._ahead > 0)
        day = date_text(self._now_ms + self._ahead * DAY_MS)
        said = f"in {self._ahead} d, {day}" if self._ahead else "today"
        self._said.setText(said)
        self.setAccessibleDescription(said)

    def _show_button(self) -> None:
        self.play.setIcon(self._theme.icon("pause" if self.playing else "play"))
        self.play.setToolTip("Pause" if self.playing else "Play the coming year")
        self.play.setAccessibleName(self.play.toolTip())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.stop()
            self.go_to(self._ahead + _STEPS[key])
        elif key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self.toggle()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(self._theme.tokens.focus)
            painter.drawRect(self.rect().adjusted(4, 2, -5, -3))
            painter.end()
