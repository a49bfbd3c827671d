"""What every row of the knob panel is: a label, and keys that leave it or ask for the default."""

from itertools import count
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.knobs import Knob, Value
from memento_gui.qt.places.tune.knobs.formulas import formula_of
from memento_gui.qt.places.tune.knobs.groups import row_label
from memento_gui.qt.places.tune.knobs.numbers import as_text, bounds_text
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import MEDIUM, plain_tip

HEIGHT: Final = 28
LABEL_LEFT: Final = 24
RIGHT: Final = 12
_DOT: Final = 15.0

_gestures = count(1)


def new_gesture(name: str) -> str:
    """Return a key under which the turns of one drag, or of one held key, become one step of the undo stack."""
    return f"{name} {next(_gestures)}"


class Row(QWidget):
    """One knob. Only the row has the focus; it hands keys on to what it holds.

    ↑ ↓ leave it; Home asks for the default.
    """

    turned = Signal(object, str)
    """The knob should have this value; the gesture it belongs to, or an empty string for a step of its own."""
    entered = Signal()
    """The row got the focus."""
    left = Signal(int)
    """The focus should go so many rows down, or up."""

    def __init__(self, theme: Theme, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.knob = knob
        self.theme = theme
        self.value: Value = knob.default
        self.saved: Value = knob.default
        self.remark = ""
        self._gesture = ""
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(row_label(knob))
        self.setToolTip(plain_tip(tip_of(knob)))
        theme.changed.connect(self.update)

    @property
    def changed(self) -> bool:
        """Whether the value is not the saved one."""
        return self.value != self.saved

    def show_value(self, value: Value, saved: Value) -> None:
        """Show the value, and whether it is the saved one."""
        if (value, saved) != (self.value, self.saved):
            self.value, self.saved = value, saved
            self._show()
            self.update()
            self.describe()

    def describe(self) -> None:
        """Say the value, the saved one, and whatever else is known of it."""
        said = f"{as_text(self.knob, self.value)}, saved {as_text(self.knob, self.saved)}"
        self.setAccessibleDescription(f"{said}. {self.remark}" if self.remark else said)
        self.setToolTip(plain_tip(f"{tip_of(self.knob)}\n{self.remark}".strip()))

    def _show(self) -> None:
        """Show the value in what the row holds."""

    def wish(self, value: Value, gesture: str = "") -> None:
        """Ask for a value."""
        if value != self.value:
            self.turned.emit(value, gesture)

    def _key_gesture(self, event: QKeyEvent) -> str:
        """A key that is held down is one gesture."""
        if not event.isAutoRepeat():
            self._gesture = new_gesture(self.knob.name)
        return self._gesture

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Up:
                self.left.emit(-1)
            case Qt.Key.Key_Down:
                self.left.emit(1)
            case Qt.Key.Key_Home:
                self.wish(self.knob.default)
            case _:
                super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()
        self.entered.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    @override
    def sizeHint(self) -> QSize:
        return QSize(304, HEIGHT)

    def _focused(self) -> bool:
        return self.hasFocus()

    def _label_right(self) -> int:
        return self.width() - RIGHT

    @property
    def shown_label(self) -> str:
        """The knob's name, as far as the row has room for it."""
        metrics = QFontMetrics(font(13, MEDIUM) if self.changed else font(13))
        return _fitting(self.knob, metrics, self._label_right() - LABEL_LEFT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self.theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.changed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.accent_text)
            painter.drawEllipse(QPointF(_DOT, self.height() / 2), 3.0, 3.0)
        painter.setPen(colours.text if self.changed else colours.text_secondary)
        painter.setFont(font(13, MEDIUM) if self.changed else font(13))
        area = QRect(LABEL_LEFT, 0, self._label_right() - LABEL_LEFT, HEIGHT)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, self.shown_label)
        if self._focused():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colours.focus, 2.0))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)
        painter.end()


def name_of(knob: Knob) -> str:
    """Return the shortest label that names the knob in its section: its symbol, if it has one, may be left out."""
    return knob.label if knob.symbol else row_label(knob)


def _fitting(knob: Knob, metrics: QFontMetrics, width: int) -> str:
    """Leave the symbol out where there is no room, or elide the label before it."""
    whole = row_label(knob)
    if metrics.horizontalAdvance(whole) <= width or not knob.symbol:
        return metrics.elidedText(whole, Qt.TextElideMode.ElideRight, width)
    if metrics.horizontalAdvance(knob.label) <= width:
        return knob.label
    room = width - metrics.horizontalAdvance(f" {knob.symbol}")
    return f"{metrics.elidedText(knob.label, Qt.TextElideMode.ElideRight, room)} {knob.symbol}"


def tip_of(knob: Knob) -> str:
    """Return what a knob's tooltip says: what it does, its formula, its bounds and default, and where it comes from."""
    kind = "" if knob.choices or isinstance(knob.default, bool) else f"From {bounds_text(knob)}. "
    lines = (
        f"{row_label(knob)}: {knob.help}",
        formula_of(knob),
        f"{kind}Default {as_text(knob, knob.default)}. Source: {knob.source}.",
        knob.name,
    )
    return "\n".join(line for line in lines if line)
