"""A table that the user extends, such as the boosts of projects: one line for each entry, and one to add."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QCompleter, QHBoxLayout, QLineEdit, QToolTip, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.knobs import Knob, Table, named
from memento_gui.qt.places.tune.knobs.numbers import from_text, number_text
from memento_gui.qt.places.tune.knobs.rows import HEIGHT, LABEL_LEFT, RIGHT, tip_of
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import icon_button
from memento_gui.qt.widgets.label import plain_tip

_NUMBER: Final = 64
_FIELD_STYLE: Final = "QLineEdit { min-height: 18px; padding: 1px 6px; } QLineEdit:focus { padding: 0 5px; }"


class EntryLine(QWidget):
    """A name and its number. An empty name is the line that adds an entry."""

    entered = Signal(str, str, str)
    """The entry's old name, its new name and its number as text."""
    removed = Signal(str)

    def __init__(self, theme: Theme, key: str, number: str, names: QStringListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        self.name_field = self._field(key)
        self.number_field = self._field(number)
        self.name_field.setAccessibleName("Name")
        self.number_field.setAccessibleName(f"Number of {key}" if key else "Number")
        self.number_field.setFixedWidth(_NUMBER)
        self.number_field.setAlignment(Qt.AlignmentFlag.AlignRight)
        completer = QCompleter(names, self.name_field)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.name_field.setCompleter(completer)
        button = icon_button(theme, "close" if key else "plus", f"Remove {key}" if key else "Add", size=14)
        button.setFixedSize(24, 24)
        button.clicked.connect(lambda _checked=False: self._press())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(LABEL_LEFT, 2, RIGHT - 4, 2)
        layout.setSpacing(6)
        layout.addWidget(self.name_field, 1)
        layout.addWidget(self.number_field)
        layout.addWidget(button)
        self.setFixedHeight(HEIGHT)

    def _field(self, text: str) -> QLineEdit:
        made = QLineEdit(text)
        made.setFont(font(12))
        made.setStyleSheet(_FIELD_STYLE)
        made.setMaxLength(200)
        made.editingFinished.connect(self._finish)
        return made

    def _press(self) -> None:
        if self.key:
            self.removed.emit(self.key)
        else:
            self._finish()

    def _finish(self) -> None:
        name, number = self.name_field.text().strip(), self.number_field.text().strip()
        if name and number:
            self.entered.emit(self.key, name, number)


class TableRow(QWidget):
    """The table's lines. Every change asks for the whole new table."""

    turned = Signal(object, str)
    """The knob should have this `Table`; the second argument is an empty gesture."""
    entered = Signal()
    left = Signal(int)

    def __init__(self, theme: Theme, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.knob = knob
        self.value: Table = knob.default
        self.saved: Table = knob.default
        self._theme = theme
        self._names = QStringListModel(self)
        self._lines: list[EntryLine] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 4)
        self._layout.setSpacing(0)
        self.setToolTip(plain_tip(tip_of(knob)))
        self._build()

    @property
    def changed(self) -> bool:
        """Whether the table is not the saved one."""
        return self.value != self.saved

    @property
    def lines(self) -> list[EntryLine]:
        """The lines; the last one adds."""
        return self._lines

    def suggest(self, names: Sequence[str]) -> None:
        """Offer names while one is typed."""
        self._names.setStringList(list(names))

    def show_value(self, value: Table, saved: Table) -> None:
        """Show the table."""
        self.saved = saved
        if value != self.value:
            held = any(line.isAncestorOf(self._focus()) for line in self._lines)
            self.value = value
            self._build()
            if held:
                self._lines[-1].name_field.setFocus()

    def _focus(self) -> QWidget:
        return QApplication.focusWidget() or self

    def take_focus(self) -> None:
        """Put the caret into the first line."""
        self._lines[0].name_field.setFocus()

    def _build(self) -> None:
        for line in self._lines:
            self._layout.removeWidget(line)
            line.hide()
            line.deleteLater()
        entry = self._entry()
        texts = [(key, number_text(entry, number)) for key, number in self.value.items()]
        self._lines = [self._line(key, number) for key, number in [*texts, ("", "")]]
        adding = self._lines[-1]
        adding.name_field.setPlaceholderText("Add a project" if "project" in self.knob.name else "Add a tag")
        adding.number_field.setPlaceholderText(number_text(entry, 1.0 if self.knob.low > 0 else 0.1))

    def _line(self, key: str, number: str) -> EntryLine:
        line = EntryLine(self._theme, key, number, self._names)
        line.entered.connect(self._enter)
        line.removed.connect(lambda name: self._wish(self.value.without(name)))
        for field in (line.name_field, line.number_field):
            field.installEventFilter(self)
        self._layout.addWidget(line)
        return line

    def _entry(self) -> Knob:
        return named(self.knob, f"{self.knob.name}.entry", label="entry", default=0.0)

    def _enter(self, old: str, name: str, number: str) -> None:
        try:
            value = from_text(self._entry(), number)
        except InvalidParameter as error:
            at = self.mapToGlobal(self.rect().bottomLeft())
            QToolTip.showText(at, plain_tip(f"{name}: {error.sentence}"), self)
            return
        kept = self.value.without(old) if old and old != name else self.value
        self._wish(kept.with_item(name, value))

    def _wish(self, table: Table) -> None:
        if table != self.value:
            self.turned.emit(table, "")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._leaves(watched, event):
            return True
        return super().eventFilter(watched, event)

    def _leaves(self, watched: QObject, event: QKeyEvent) -> bool:
        """↑ ↓ go through the lines, and out of the table at its ends."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if not step:
            return False
        at = next(i for i, line in enumerate(self._lines) if watched in (line.name_field, line.number_field))
        if 0 <= at + step < len(self._lines):
            self._lines[at + step].name_field.setFocus()
        else:
            self.left.emit(step)
        return True
