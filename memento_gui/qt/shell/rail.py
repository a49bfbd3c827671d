"""The rail: one entry per place, and the settings at its foot."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import RAIL
from memento_gui.qt.widgets.label import BOLD, MEDIUM

_ITEM = 52
_ICON = 18


@dataclass(frozen=True, slots=True)
class RailEntry:
    """What an entry shows and which place it opens; ``counts`` says what its badge counts."""

    key: str
    label: str
    icon: str
    keys: str = ""
    counts: str = ""


class RailItem(QAbstractButton):
    """An icon over a word; the active one has a bar at the left edge. A badge counts what waits there."""

    def __init__(self, theme: Theme, entry: RailEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.entry = entry
        self._badge = ""
        self.setFixedSize(RAIL, _ITEM)
        self.setCheckable(True)
        self.setText(entry.label)
        self.setAccessibleName(entry.label)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)
        self._tell()

    def show_badge(self, text: str) -> None:
        """Show a short text at the icon's upper right, or none."""
        self._badge = text
        self._tell()
        self.update()

    def _tell(self) -> None:
        entry = self.entry
        counted = f"{self._badge} {entry.counts}".strip() if self._badge else ""
        self.setAccessibleName(f"{entry.label}, {counted}" if counted else entry.label)
        words = [f"{entry.label} ({entry.keys})" if entry.keys else entry.label]
        words += [counted] if counted else []
        words += [] if self.isEnabled() else ["opens once there is a store"]
        self.setToolTip(": ".join(words))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._tell()

    @override
    def sizeHint(self) -> QSize:
        return QSize(RAIL, _ITEM)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        on = self.isChecked()
        painter = QPainter(self)
        if on:
            painter.fillRect(QRect(0, 8, 3, _ITEM - 16), colours.accent_text)
        ink = colours.accent_text if on else colours.text if self.underMouse() else colours.text_secondary
        ink = ink if self.isEnabled() else colours.line_control
        drawing = self._theme.pixmap(self.entry.icon, ink, size=_ICON, ratio=self.devicePixelRatioF())
        painter.drawPixmap((RAIL - _ICON) // 2, 8, drawing)
        painter.setPen(ink)
        painter.setFont(font(11, BOLD if on else font().weight()))
        label_area = QRect(0, 29, RAIL, 16)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(label_area, flags, self.entry.label)
        if self._badge:
            self._paint_badge(painter)
        if self.hasFocus():
            painter.setPen(colours.focus)
            painter.drawRect(self.rect().adjusted(2, 2, -3, -3))
        painter.end()

    def _paint_badge(self, painter: QPainter) -> None:
        colours = self._theme.tokens
        badge_font = font(10, MEDIUM)
        width = max(14, QFontMetrics(badge_font).horizontalAdvance(self._badge) + 8)
        area = QRectF(RAIL / 2 + 5, 3, width, 14)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.accent)
        painter.drawRoundedRect(area, 7, 7)
        painter.setPen(colours.on_accent)
        painter.setFont(badge_font)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._badge)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


class Rail(QFrame):
    """The column of entries; up and down move between them while it has the focus."""

    wished = Signal(str)
    """An entry was pressed (its place's key, or ``settings``)."""

    def __init__(self, theme: Theme, entries: Sequence[RailEntry], foot: RailEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "rail")
        self.setFixedWidth(RAIL)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(0)
        self._items: dict[str, RailItem] = {}
        for entry in (*entries, foot):
            if entry is foot:
                layout.addStretch(1)
            item = RailItem(theme, entry)
            item.clicked.connect(lambda _checked=False, key=entry.key: self._press(key))
            layout.addWidget(item)
            self._items[entry.key] = item
        self._active = ""

    def activate(self, key: str) -> None:
        """Mark an entry as the one that is open."""
        self._active = key
        for known, item in self._items.items():
            item.setChecked(known == key)

    def show_badge(self, key: str, text: str) -> None:
        """Show a short text on an entry, or none."""
        self._items[key].show_badge(text)

    def enable(self, keys: "frozenset[str]", *, on: bool) -> None:
        """Let these entries be pressed, or not."""
        for key in keys & self._items.keys():
            self._items[key].setEnabled(on)

    def _press(self, key: str) -> None:
        self.activate(self._active)  # the place decides whether it opens
        self.wished.emit(key)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        items = list(self._items.values())
        at = next((i for i, item in enumerate(items) if item.hasFocus()), -1)
        if step and at >= 0:
            items[(at + step) % len(items)].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)
