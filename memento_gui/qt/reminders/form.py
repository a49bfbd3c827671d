"""The settings of reminders: when, on which days not, the tray, and starting with the computer."""

from PySide6.QtCore import QTime, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QTimeEdit, QVBoxLayout, QWidget

from memento_gui.qt.plots.dates import WEEKDAYS
from memento_gui.qt.reminders.reminding import USUAL, ReminderSettings
from memento_gui.qt.widgets.label import label


class ReminderForm(QWidget):
    """Shows what it is told and emits what is chosen."""

    chosen = Signal(object)
    """Other `ReminderSettings`."""
    autostart_chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing = False
        self.remind = QCheckBox("Remind me of due cards at")
        self.at = QTimeEdit(QTime(USUAL.hour, USUAL.minute))
        self.at.lineEdit().setTextMargins(6, 0, 6, 0)
        self.at.setDisplayFormat("HH:mm")
        self.at.setAccessibleName("Time of the reminder")
        self.quiet = [QCheckBox(name) for name in WEEKDAYS]
        for box in self.quiet:
            box.setAccessibleName(f"No reminder on {box.text()}")
        self.tray = QCheckBox("Keep an icon in the tray, and run on when the window is closed")
        self.autostart = QCheckBox("Start with the computer, in the tray")
        self._no_tray = label("This desktop has no tray: the reminder is shown in the window.", size=12, tone="secondary")
        self._lay_out()
        for box in (self.remind, self.tray, *self.quiet):
            box.toggled.connect(self._tell)
        self.at.timeChanged.connect(self._tell)
        self.autostart.toggled.connect(self._tell_autostart)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.addWidget(self.remind)
        first.addWidget(self.at)
        first.addStretch(1)
        days = QHBoxLayout()
        days.addWidget(label("but not on", tone="secondary"))
        for box in self.quiet:
            days.addWidget(box)
        days.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(first)
        layout.addLayout(days)
        for widget in (self.tray, self.autostart, self._no_tray):
            layout.addWidget(widget)

    def say(self, settings: ReminderSettings, *, autostart: bool, tray: bool) -> None:
        """Show the present state; without a ``tray`` nothing of it is offered."""
        self._showing = True
        at = settings.at or USUAL
        self.remind.setChecked(settings.at is not None)
        self.at.setTime(QTime(at.hour, at.minute))
        for day, box in enumerate(self.quiet):
            box.setChecked(day in settings.quiet)
        self.tray.setChecked(settings.tray)
        self.autostart.setChecked(autostart)
        self.tray.setEnabled(tray)
        self.autostart.setEnabled(tray or autostart)
        self._no_tray.setVisible(not tray)
        self._showing = False
        self._allow()

    def settings(self) -> ReminderSettings:
        """Return what the form says."""
        chosen = self.at.time()
        return ReminderSettings(
            at=USUAL.replace(hour=chosen.hour(), minute=chosen.minute()) if self.remind.isChecked() else None,
            quiet=frozenset(day for day, box in enumerate(self.quiet) if box.isChecked()),
            tray=self.tray.isChecked(),
        )

    def _allow(self) -> None:
        for widget in (self.at, *self.quiet):
            widget.setEnabled(self.remind.isChecked())

    def _tell(self) -> None:
        self._allow()
        if not self._showing:
            self.chosen.emit(self.settings())

    def _tell_autostart(self, on: bool) -> None:  # noqa: FBT001  # a signal's argument
        if on and not self.tray.isChecked():
            self.tray.setChecked(True)
        if not self._showing:
            self.autostart_chosen.emit(on)
