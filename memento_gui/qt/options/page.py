"""The settings: theme, row height, the store's languages, the embedding model, and what this program is."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from memento_gui.qt.options.language_chooser import LanguageChooser
from memento_gui.qt.reminders.form import ReminderForm
from memento_gui.qt.theme import CHOICES, Theme
from memento_gui.qt.widgets.buttons import IconPushButton, SegmentedControl
from memento_gui.qt.widgets.label import BOLD, label, separator

ROW_HEIGHTS: Final = {"compact": 24, "normal": 28, "comfortable": 36}
_THEMES: Final = {"system": "As the system", "light": "Light", "dark": "Dark"}


class SettingsPage(QScrollArea):
    """Shows what it is told and emits what is chosen."""

    theme_chosen = Signal(str)
    rows_chosen = Signal(str)
    wished = Signal(str)
    """An action of the window (its id)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Settings")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._look = SegmentedControl(theme, [(choice, _THEMES[choice]) for choice in CHOICES])
        self._rows = SegmentedControl(theme, [(name, name.capitalize()) for name in ROW_HEIGHTS])
        self.reminders = ReminderForm()
        self._store = _value()
        self.words = LanguageChooser(theme)
        self._model = _value()
        self._settings_file = _value()
        self._about = _value()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(12)
        self._grid.setColumnMinimumWidth(0, 140)
        self._grid.setColumnStretch(1, 1)
        self._heading("Looks")
        self._line("Theme", self._look)
        self._line("Rows", self._rows)
        self._heading("Review")
        self._line("Reminder", self.reminders)
        self._heading("This store")
        self._line("File", self._store)
        self._line("Word endings", self.words)
        self._line("Meaning", self._model)
        self._heading("About Memento")
        self._line("Version", self._about)
        self._line("Settings file", self._settings_file)
        diagnose = IconPushButton(theme, "Show diagnosis", "info")
        diagnose.clicked.connect(lambda: self.wished.emit("window.about"))
        self._line("", diagnose)
        self._lay_out()
        self._look.choose(theme.choice)
        self._look.chosen.connect(self.theme_chosen)
        self._rows.chosen.connect(self.rows_chosen)
        theme.changed.connect(lambda: self._look.choose(theme.choice))

    def _lay_out(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(24, 20, 24, 24)
        column.setSpacing(12)
        column.addWidget(label("Settings", size=15, weight=BOLD))
        column.addLayout(self._grid)
        column.addStretch(1)
        body.setMaximumWidth(760)
        self.setWidget(body)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)

    def _heading(self, text: str) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(separator(), row, 0, 1, 2)
        self._grid.addWidget(label(text, weight=BOLD), row + 1, 0, 1, 2)

    def _line(self, text: str, widget: QWidget) -> None:
        row = self._grid.rowCount()
        name = label(text, tone="secondary")
        name.setMinimumHeight(0 if isinstance(widget, QLabel) else 28)  # level with a control's words
        self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        holder = QHBoxLayout()
        holder.addWidget(widget, 1 if isinstance(widget, QLabel) else 0)
        if not isinstance(widget, QLabel):
            holder.addStretch(1)
        self._grid.addLayout(holder, row, 1)

    def say(self, *, rows: str, store: str, model: str, version: str, settings_file: str) -> None:
        """Show the present state."""
        self._rows.choose(rows)
        self._store.setText(store)
        self._model.setText(model)
        self._about.setText(version)
        self._settings_file.setText(settings_file)


def _value() -> QLabel:
    made = label(wrap=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made
