"""Buttons, key caps and the segmented control."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import CONTROL
from memento_gui.qt.widgets.label import MEDIUM, plain_tip

_ICON_GAP = 3
"""What Qt leaves between icon and text, 4 px or so, and this make up the 8 px of the design."""


def pressed_by_enter(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Press the button where Enter was, and say so; by itself Qt would press the default button of the dialog instead."""
    if event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
        return False
    if not event.isAutoRepeat():
        button.click()
    return True


class PushButton(QPushButton):
    """A push button that Enter presses too while it has the focus."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text.replace("&", "&&"), parent)  # ampersands are shown as they are
        self.setAutoDefault(False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)


def push_button(text: str, *, kind: str = "", parent: QWidget | None = None) -> PushButton:
    """Return a button; ``kind`` is ``primary``, ``danger``, ``link`` or nothing. Ampersands are shown as they are."""
    made = PushButton(text, parent)
    made.setFont(font(13, MEDIUM))
    if kind:
        made.setProperty("kind", kind)
    if kind == "link":
        made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


class _IconButton(QToolButton):
    """A tool button whose icon keeps the theme's colour."""

    def __init__(self, theme: Theme, icon: str, size: int, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = icon
        self.setIconSize(QSize(size, size))
        self.setFixedSize(CONTROL, CONTROL)
        theme.changed.connect(self._tint)
        self._tint()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def show_icon(self, name: str) -> None:
        """Show another icon of the set."""
        self._name = name
        self._tint()

    def _tint(self) -> None:
        self.setIcon(self._theme.icon(self._name, size=self.iconSize().width()))


def icon_button(theme: Theme, icon: str, tip: str, *, size: int = 16, parent: QWidget | None = None) -> _IconButton:
    """Return a button of only an icon; ``tip`` is its tooltip and its name for screen readers."""
    made = _IconButton(theme, icon, size, parent)
    made.setToolTip(tip)
    made.setAccessibleName(tip)
    return made


class LinkButton(PushButton):
    """A link on one line that elides what does not fit; the tooltip then holds all of it."""

    def __init__(self, theme: Theme, text: str, *, size: int = 13, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._theme = theme
        self._whole = text
        self.setFont(font(size))
        self.setProperty("kind", "link")
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def say(self, text: str) -> None:
        """Show another text."""
        if text != self._whole:
            self._whole = text
            self.setAccessibleName(text)
            self.updateGeometry()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self._whole) + 6, metrics.height() + 4)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(40, QFontMetrics(self.font()).height() + 4)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        used = self.font()
        used.setUnderline(self.underMouse())
        area = self.rect().adjusted(2, 0, -2, 0)
        shown = QFontMetrics(used).elidedText(self._whole, Qt.TextElideMode.ElideRight, area.width() + 1)
        self.setToolTip("" if shown == self._whole else plain_tip(self._whole))
        painter = QPainter(self)
        painter.setFont(used)
        painter.setPen(colours.accent_text if self.isEnabled() else colours.text_tertiary)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
        painter.drawText(area, flags, shown)
        if self.hasFocus():
            painter.setPen(colours.focus)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class IconPushButton(PushButton):
    """A push button with an icon of the set before its text and, if wanted, a key cap after it."""

    def __init__(
        self, theme: Theme, text: str, icon: str = "", *, kind: str = "", keys: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._icon_name = icon
        self._keys = keys
        self._kind = kind
        self.setFont(font(13, MEDIUM))
        self.setIconSize(QSize(14 + _ICON_GAP, 14))
        if kind:
            self.setProperty("kind", kind)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._tint)
        self._tint()

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), CONTROL)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _tint(self) -> None:
        colours = self._theme.tokens
        if self._icon_name:
            colour = colours.on_accent if self._kind == "primary" else colours.text_secondary
            self.setIcon(self._theme.icon(self._icon_name, colour, size=14, gap=_ICON_GAP))
        if self._keys:  # the border that shows the focus is a pixel wider, so that it takes one from each side
            right = cap_width(self._keys) + 18
            self.setStyleSheet(
                f"QPushButton {{ padding-right: {right}px; padding-left: 10px; }}"
                f" QPushButton:focus {{ padding-right: {right - 1}px; padding-left: 9px; }}"
            )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._keys:
            return
        colours = self._theme.tokens
        primary = self._kind == "primary"
        painter = QPainter(self)
        width = cap_width(self._keys)
        area = QRectF(self.width() - width - 10, (self.height() - 18) / 2, width, 18)
        ink = colours.text_secondary if self.isEnabled() else colours.text_tertiary
        edge = colours.line_strong
        if primary and self.isEnabled():
            ink = edge = colours.on_accent
        paint_cap(painter, area, self._keys, ink, edge)
        painter.end()


def cap_width(keys: str) -> int:
    """Return how wide a key cap is."""
    return QFontMetrics(font(11)).horizontalAdvance(keys) + 10


def paint_cap(painter: QPainter, area: QRectF, keys: str, ink: QColor, edge: QColor) -> None:
    """Paint a key cap: the keys in a box with round corners."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(edge, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.setPen(ink)
    painter.setFont(font(11))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, keys)
    painter.restore()


class KeyCap(QWidget):
    """A key, or a chord, as it looks on the keyboard."""

    def __init__(self, theme: Theme, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self.setFixedSize(cap_width(keys), 18)
        self.setAccessibleName(keys)
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        paint_cap(painter, QRectF(self.rect()), self._keys, colours.text_secondary, colours.line_strong)
        painter.end()


class SegmentedControl(QWidget):
    """A few choices of which one is on; arrow keys move, the mouse picks."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """Show ``choices``: (key, label) pairs; the first is on."""
        super().__init__(parent)
        self._theme = theme
        self._choices = list(choices)
        self._current = 0
        self._hovered = -1
        self.setFont(font(13))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(", ".join(text for _, text in choices))
        theme.changed.connect(self.update)

    @property
    def current(self) -> str:
        """The key of the choice that is on."""
        return self._choices[self._current][0]

    def choose(self, key: str) -> None:
        """Turn a choice on without a signal; unknown keys are ignored."""
        keys = [known for known, _ in self._choices]
        if key in keys:
            self._current = keys.index(key)
            self.update()

    def label_as(self, key: str, text: str) -> None:
        """Give a choice another label."""
        self._choices = [(known, text if known == key else old) for known, old in self._choices]
        self.updateGeometry()
        self.update()

    def _widths(self) -> list[int]:
        metrics = QFontMetrics(font(13, MEDIUM))
        return [metrics.horizontalAdvance(text) + 24 for _, text in self._choices]

    def _cells(self) -> list[QRect]:
        left, cells = 0, []
        for width in self._widths():
            cells.append(QRect(left, 0, width, CONTROL))
            left += width
        return cells

    @override
    def sizeHint(self) -> QSize:
        return QSize(sum(self._widths()), CONTROL)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _pick(self, index: int) -> None:
        if 0 <= index < len(self._choices) and index != self._current:
            self._current = index
            self.update()
            self.chosen.emit(self.current)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pick(next((i for i, cell in enumerate(self._cells()) if cell.contains(event.position().toPoint())), -1))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = next((i for i, cell in enumerate(self._cells()) if cell.contains(event.position().toPoint())), -1)
        if over != self._hovered:
            self._hovered = over
            self.update()

    @override
    def leaveEvent(self, event: object) -> None:
        self._hovered = -1
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._pick(self._current + step)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(colours.line_strong, 1.0))
        painter.setBrush(colours.bg_raised)
        painter.drawRoundedRect(outline, 4, 4)
        for index, cell in enumerate(self._cells()):
            self._paint_cell(painter, index, cell)
        focused = self.hasFocus()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colours.focus if focused else colours.line_strong, 2.0 if focused else 1.0))
        painter.drawRoundedRect(outline.adjusted(0.5, 0.5, -0.5, -0.5) if focused else outline, 4, 4)
        painter.end()

    def _paint_cell(self, painter: QPainter, index: int, cell: QRect) -> None:
        colours = self._theme.tokens
        on = index == self._current
        if on or index == self._hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.bg_selected if on else colours.bg_hover)
            painter.drawRoundedRect(QRectF(cell).adjusted(1, 1, -1, -1), 3, 3)
        if index:
            painter.setPen(QPen(colours.line_strong, 1.0))
            painter.drawLine(QPointF(cell.left() + 0.5, 1), QPointF(cell.left() + 0.5, cell.height() - 1))
        painter.setPen(colours.text if on else colours.text_secondary)
        painter.setFont(font(13, MEDIUM if on else font().weight()))
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, self._choices[index][1])
