"""The icon in the tray, with the number of due cards, and the daily reminder; both only where a tray exists."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from memento_gui.domain.clock import Clock, local_datetime
from memento_gui.qt.phrases import count_text
from memento_gui.qt.reminders.reminding import ReminderSettings, Schedule, due_words
from memento_gui.qt.settings import Settings
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.menu import Menu

EVERY_MS: Final = 30_000
_SIZE: Final = 64


def tray_exists() -> bool:
    """Return whether this desktop has a tray."""
    return QSystemTrayIcon.isSystemTrayAvailable()


def badge_icon(theme: Theme, due: int) -> QIcon:
    """Return the review icon in the accent, with the number of cards to review."""
    made = QPixmap(_SIZE, _SIZE)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawPixmap(4, 4, theme.pixmap("review", theme.tokens.accent_text, size=_SIZE - 8, ratio=1.0))
    if due:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.tokens.accent))
        painter.drawRoundedRect(20, 26, 44, 38, 12, 12)
        letters = QFont()
        letters.setPixelSize(28 if due < 100 else 21)
        letters.setWeight(QFont.Weight.DemiBold)
        painter.setFont(letters)
        painter.setPen(QColor(theme.tokens.on_accent))
        painter.drawText(QRect(20, 26, 44, 38), Qt.AlignmentFlag.AlignCenter, str(due) if due < 100 else "99+")
    painter.end()
    return QIcon(made)


class Tray(QObject):
    """Reminds once a day. Without a tray it tells inside the window, and never hides it."""

    review_wished = Signal()
    new_wished = Signal()
    window_wished = Signal()
    quit_wished = Signal()
    told = Signal(str)
    """A reminder, where there is no tray to show it."""
    lost = Signal()
    """The tray is gone: what hid in it has to show itself."""

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        clock: Clock,
        parent: QObject | None = None,
        *,
        exists: Callable[[], bool] = tray_exists,
    ) -> None:
        """Show the icon, if it is wanted and the desktop has a tray, which ``exists`` tells."""
        super().__init__(parent)
        self._exists = exists
        self._there = False
        self._theme = theme
        self._kept = settings
        self._clock = clock
        self._due = 0
        self.settings = ReminderSettings.read(settings)
        self._schedule = Schedule(settings)
        self.icon: QSystemTrayIcon | None = None
        self._menu = Menu()
        self._review = self._entry("Review", self.review_wished.emit)
        self._entry("Remind me in an hour", self.later)
        self._entry("New memory", self.new_wished.emit)
        self._menu.addSeparator()
        self._entry("Open Memento", self.window_wished.emit)
        self._entry("Quit", self.quit_wished.emit)
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        theme.changed.connect(self._show)
        self._show()

    def choose(self, settings: ReminderSettings) -> None:
        """Remind otherwise from now on."""
        self.settings = settings
        settings.keep(self._kept)
        self._show()

    def count(self, due: int) -> None:
        """Know how many cards there are to review."""
        self._due = due
        self._show()
        self.look()

    def later(self) -> None:
        """Remind again in an hour."""
        self._schedule.later(local_datetime(self._clock.now_ms()))

    def look(self) -> None:
        """Remind if it is time and there are cards. A tray may come and go while the program runs."""
        if self._exists() != self._there:
            self._show()
        now = local_datetime(self._clock.now_ms())
        if not self._due or not self._schedule.is_time(now, self.settings):
            return
        self._schedule.told(now)
        if self.icon is not None and self.icon.isVisible() and QSystemTrayIcon.supportsMessages():
            self.icon.showMessage("Memento", due_words(self._due), badge_icon(self._theme, self._due))
        else:
            self.told.emit(due_words(self._due))

    def close(self) -> None:
        """Take the icon away."""
        self._timer.stop()
        self._menu.deleteLater()
        if self.icon is not None:
            self.icon.hide()

    def _entry(self, text: str, call: Callable[[], object]) -> QAction:
        action = self._menu.addAction(text)
        action.triggered.connect(lambda _checked=False: call())
        return action

    def _show(self) -> None:
        """Show the icon if it is wanted and there is a tray. Only with an icon does the program outlive its window."""
        there, self._there = self._there, self._exists()
        wanted = self.settings.tray and self._there
        if wanted and self.icon is None:
            self.icon = QSystemTrayIcon(self)
            self.icon.setContextMenu(self._menu)
            self.icon.activated.connect(self._activate)
            self.icon.messageClicked.connect(self.review_wished)
        if self.icon is not None:
            self.icon.setIcon(badge_icon(self._theme, self._due))
            self.icon.setToolTip(due_words(self._due) if self._due else "No cards to review")
            self.icon.setVisible(wanted)
        self._review.setText(f"Review {count_text(self._due, 'card', 'cards')}" if self._due else "Review")
        QApplication.setQuitOnLastWindowClosed(not wanted)
        if there and not self._there:
            self.lost.emit()

    def _activate(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.review_wished.emit()
