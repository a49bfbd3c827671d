"""The row of a knob with a few named choices."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.knobs import Knob
from memento_gui.qt.places.tune.knobs.groups import row_label
from memento_gui.qt.places.tune.knobs.numbers import choice_text
from memento_gui.qt.places.tune.knobs.rows import HEIGHT, RIGHT, Row
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.choice import Choice


class ChoiceRow(Row):
    """A knob with a few named choices; ← → go through them, Enter opens the list."""

    def __init__(self, theme: Theme, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(theme, knob, parent)
        self.combo = Choice(parent=self)
        self.combo.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.combo.setFont(font(12))
        self.combo.setStyleSheet("QComboBox { min-height: 20px; padding: 0 0 0 7px; }")
        self.combo.addItems([choice_text(choice) for choice in knob.choices])
        self.combo.activated.connect(self._pick)
        self.combo.setAccessibleName(row_label(knob))
        self._show()

    @override
    def _show(self) -> None:
        self.combo.setCurrentIndex(self.knob.choices.index(str(self.value)))

    def _pick(self, index: int) -> None:
        self._show()
        self.setFocus()
        self.wish(self.knob.choices[index])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        choices = self.knob.choices
        at = choices.index(str(self.value))
        match event.key():
            case Qt.Key.Key_Left:
                self.wish(choices[max(at - 1, 0)])
            case Qt.Key.Key_Right:
                self.wish(choices[min(at + 1, len(choices) - 1)])
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
                self.combo.showPopup()
            case _:
                super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: object) -> None:
        width = 132
        self.combo.setGeometry(self.width() - RIGHT - width, 3, width, HEIGHT - 6)

    @override
    def _label_right(self) -> int:
        return self.width() - RIGHT - 140
