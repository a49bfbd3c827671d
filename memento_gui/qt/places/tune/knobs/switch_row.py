"""The row of a knob that is on or off."""

from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from memento_gui.domain.knobs import Knob
from memento_gui.qt.places.tune.knobs.groups import row_label
from memento_gui.qt.places.tune.knobs.rows import HEIGHT, RIGHT, Row
from memento_gui.qt.theme import Theme

_BOX: Final = 16


class _Box(QAbstractButton):
    """A box with a tick, in the theme's colours."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setCheckable(True)
        self.setFixedSize(_BOX, _BOX)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(_BOX, _BOX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, on = self._theme.tokens, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.accent if on else colours.line_control, 1.0))
        painter.setBrush(colours.accent if on else colours.bg_base)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        if on:
            tick = self._theme.pixmap("check", colours.on_accent, size=12, ratio=self.devicePixelRatioF())
            painter.drawPixmap(QPoint(2, 2), tick)
        painter.end()


class SwitchRow(Row):
    """A knob that is on or off; Space turns it."""

    def __init__(self, theme: Theme, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(theme, knob, parent)
        self.box = _Box(theme, self)
        self.box.setAccessibleName(row_label(knob))
        self.box.clicked.connect(self._click)
        self._show()

    @override
    def _show(self) -> None:
        self.box.setChecked(bool(self.value))

    def _click(self, wanted: bool) -> None:  # noqa: FBT001  # the signal's own argument
        self._show()
        self.setFocus()
        self.wish(wanted)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Space | Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if not event.isAutoRepeat():
                    self.wish(not self.value)
            case Qt.Key.Key_Left:
                self.wish(value=False)
            case Qt.Key.Key_Right:
                self.wish(value=True)
            case _:
                super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: object) -> None:
        self.box.move(self.width() - RIGHT - _BOX, (HEIGHT - _BOX) // 2)

    @override
    def _label_right(self) -> int:
        return self.width() - RIGHT - 24
