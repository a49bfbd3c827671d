"""The row of a number: a slider, and a field that takes the exact value."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget
from typing_extensions import override

from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.knobs import Knob
from memento_gui.qt.places.tune.knobs.numbers import as_text, changes_text, from_text
from memento_gui.qt.places.tune.knobs.rows import HEIGHT, LABEL_LEFT, RIGHT, Row, name_of, new_gesture
from memento_gui.qt.places.tune.knobs.scale import scale_of
from memento_gui.qt.places.tune.knobs.slider import LEAST, WIDTH, KnobSlider
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import BOLD, MEDIUM, plain_tip

_FIELD: Final = 58
_GAP: Final = 2
_TEN: Final = 10
_STARTS: Final = frozenset("0123456789.,-+\N{MINUS SIGN}n∞")


class ExactField(QLineEdit):
    """A value as text. Enter and leaving take it over, Esc takes it back."""

    entered = Signal(str)
    """This was typed and should be taken over."""
    given_up = Signal()
    """What was typed should be dropped."""
    left = Signal(int)
    """The focus should go so many rows down, or up."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("bare", True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setMaxLength(40)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.entered.emit(self.text())
            case Qt.Key.Key_Escape:
                self.given_up.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.entered.emit(self.text())
                self.left.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            case _:
                super().keyPressEvent(event)


class NumberRow(Row):
    """A number. ← → go one step, with Shift ten, with Ctrl beyond the next change; typing or Enter goes to the field."""

    def __init__(self, theme: Theme, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(theme, knob, parent)
        self.scale = scale_of(knob)
        self.slider = KnobSlider(theme, self)
        self.field = ExactField(self)
        self.field.setAccessibleName(f"{self.accessibleName()}, exact value")
        self._bad = False
        self._changes: tuple[float, ...] = ()
        self.slider.pressed.connect(self._press)
        self.slider.turned.connect(lambda place: self.wish(self._checked(self.scale.value(place)), self._gesture))
        self.field.entered.connect(self._take)
        self.field.given_up.connect(self._give_up)
        self.field.left.connect(self.left)
        self.field.textEdited.connect(lambda _text: self._flag(bad=False))
        self.field.installEventFilter(self)
        theme.changed.connect(self._tint)
        self._show()

    @override
    def _show(self) -> None:
        scale, value, saved = self.scale, float(self.value), float(self.saved)
        self.slider.show_places(
            scale.position(value),
            saved=scale.position(saved),
            default=scale.position(float(self.knob.default)),
            changed=self.changed,
        )
        self._write()

    def _write(self) -> None:
        self.field.setText(as_text(self.knob, self.value))
        self.field.setCursorPosition(0)
        self._flag(bad=False)

    def _tint(self) -> None:
        colours = self.theme.tokens
        ink = colours.danger if self._bad else colours.text if self.changed else colours.text_secondary
        self.field.setFont(font(13, BOLD) if self.changed else font(13))
        self.field.setStyleSheet(f"color: {ink.name()};")

    def show_changes(self, values: Sequence[float], query: str) -> None:
        """Mark the values at which the first ten results of a query change."""
        self._changes = tuple(values)
        self.slider.show_marks([self.scale.position(value) for value in values])
        remark = changes_text(self.knob, float(self.value), self._changes, query)
        if remark != self.remark:
            self.remark = remark
            self.describe()

    def _beyond(self, way: int) -> float | None:
        """Return the first value a step reaches beyond the next change up (1) or down (−1)."""
        ahead = [change for change in self._changes if (change - float(self.value)) * way > 0]
        if not ahead:
            return None
        change = min(ahead, key=lambda one: abs(one - float(self.value)))
        reached = self.scale.rounded(change)
        return reached if (reached - change) * way > 0 else self.scale.stepped(reached, way)

    def _press(self) -> None:
        self._gesture = new_gesture(self.knob.name)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    # --- the exact field ---

    def _take(self, text: str) -> None:
        """Take over what was typed, or say why it cannot be."""
        if text == as_text(self.knob, self.value):
            self.setFocus()
            return
        try:
            value = from_text(self.knob, text)
        except InvalidParameter as error:
            self._flag(bad=True)
            QToolTip.showText(self.field.mapToGlobal(self.field.rect().bottomLeft()), plain_tip(error.sentence), self.field)
            return
        self.setFocus()
        self.wish(value)
        self._write()

    def _give_up(self) -> None:
        self._write()
        self.setFocus()

    def _flag(self, *, bad: bool) -> None:
        self._bad = bad
        self._tint()
        self.update()

    @property
    def bad(self) -> bool:
        """Whether the field holds something that cannot be taken over."""
        return self._bad

    def _left_field(self) -> None:
        """Leaving the field takes over what can be; what cannot is dropped."""
        text = self.field.text()
        if text != as_text(self.knob, self.value):
            with suppress(InvalidParameter):
                self.wish(from_text(self.knob, text))
            self._write()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            if event.type() == QEvent.Type.FocusIn:
                self.entered.emit()
            else:
                self._left_field()
            self.update()
        return super().eventFilter(watched, event)

    @override
    def _focused(self) -> bool:
        return self.hasFocus() or self.field.hasFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if steps and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            beyond = self._beyond(steps)
            if beyond is not None:
                self.wish(self._checked(beyond), self._key_gesture(event))
        elif steps:
            times = _TEN if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            self.wish(self._checked(self.scale.stepped(float(self.value), steps * times)), self._key_gesture(event))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.field.setFocus()
            self.field.selectAll()
        elif event.text() and event.text() in _STARTS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.field.setFocus()
            self.field.setText("")
            self.field.insert(event.text())
        else:
            super().keyPressEvent(event)

    def _checked(self, value: float) -> float | int:
        return int(value) if isinstance(self.knob.default, int) else value

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        right = self.width() - RIGHT
        self.field.setGeometry(right - _FIELD, 3, _FIELD, HEIGHT - 6)
        width = self._slider_width()
        self.slider.setGeometry(right - _FIELD - width, 2, width, HEIGHT - 4)

    def _slider_width(self) -> int:
        """Return what the label leaves of the usual width: a name cut short can be that of another knob."""
        label = QFontMetrics(font(13, MEDIUM)).horizontalAdvance(name_of(self.knob))
        room = self.width() - RIGHT - _FIELD - _GAP - LABEL_LEFT - label
        return min(max(room, LEAST), WIDTH)

    @override
    def _label_right(self) -> int:
        return self.width() - RIGHT - _FIELD - self._slider_width() - _GAP
