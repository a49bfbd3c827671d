"""The command palette: every action by a few letters of its name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from memento_gui.qt.actions import Action
from memento_gui.qt.phrases import type_label
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import cap_width, paint_cap
from memento_gui.qt.widgets.label import MEDIUM, label, separator
from memento_gui.qt.widgets.overlay import Overlay

Index = QModelIndex | QPersistentModelIndex

_ROW: Final = 36
_ROWS: Final = 9
_NONE: Final = QModelIndex()


@dataclass(frozen=True, slots=True)
class Entry:
    """An action in the palette: what it is called now, and whether it can be done now.

    One that is done ``elsewhere`` leads to its place: what it would act upon is not in sight here.
    """

    action: Action
    label: str
    enabled: bool = True
    elsewhere: bool = False

    @property
    def group(self) -> str:
        """The heading it stands under, or the place to go to."""
        return f"in {type_label(self.action.place)}" if self.elsewhere else self.action.group

    @property
    def keys(self) -> str:
        """The keys that perform it here."""
        return "" if self.elsewhere else self.action.shortcut_text


def found(entries: Sequence[Entry], text: str) -> list[Entry]:
    """Return the entries whose label, group and words hold every word that was typed; labels that begin so come first.

    What is done elsewhere comes after all that is done here.
    """
    wanted = text.casefold().split()
    if not wanted:
        return list(entries)

    def rank(entry: Entry) -> int | None:
        shown = entry.label.casefold()
        whole = f"{shown} {entry.action.group} {entry.group} {entry.action.words}".casefold()
        if not all(word in whole for word in wanted):
            return None
        starts = any(part.startswith(wanted[0]) for part in shown.split())
        return 0 if shown.startswith(wanted[0]) else 1 if starts else 2 if wanted[0] in shown else 3

    ranked = [(place, index, entry) for index, entry in enumerate(entries) if (place := rank(entry)) is not None]
    return [entry for _, _, entry in sorted(ranked, key=lambda one: (one[2].elsewhere, *one[:2]))]


class _Entries(QAbstractListModel):
    """The entries that pass, as a list."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    def show(self, entries: list[Entry]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        return self.entries[index.row()].label if role == Qt.ItemDataRole.DisplayRole else None


class _Painter(QStyledItemDelegate):
    """Icon, label with the typed letters in the accent colour, place, keys."""

    def __init__(self, theme: Theme, model: _Entries) -> None:
        super().__init__()
        self._theme = theme
        self._model = model
        self.typed: list[str] = []

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, _ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = option.widget
        assert isinstance(view, QListView)
        entry, colours = self._model.entries[index.row()], self._theme.tokens
        area: QRect = option.rect
        current = view.currentIndex().row() == index.row()
        painter.fillRect(area, colours.bg_selected if current else colours.bg_raised)
        if entry.action.icon:
            ratio = painter.device().devicePixelRatio()
            drawing = self._theme.pixmap(entry.action.icon, size=16, ratio=ratio)
            painter.drawPixmap(area.left() + 14, area.top() + (_ROW - 16) // 2, drawing)
        right = self._right(painter, area, entry)
        self._label(painter, QRect(area.left() + 42, area.top(), right - area.left() - 54, _ROW), entry)

    def _right(self, painter: QPainter, area: QRect, entry: Entry) -> int:
        colours, edge = self._theme.tokens, area.right() - 12
        keys = entry.keys
        if keys:
            width = cap_width(keys)
            box = QRectF(edge - width, area.top() + (_ROW - 18) / 2, width, 18)
            paint_cap(painter, box, keys, colours.text_secondary, colours.line_strong)
        edge -= 96
        painter.setFont(font(11))
        painter.setPen(colours.text_secondary)
        group = QRect(edge - 90, area.top(), 90, _ROW)
        painter.drawText(group, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, entry.group)
        return edge - 90

    def _label(self, painter: QPainter, area: QRect, entry: Entry) -> None:
        colours = self._theme.tokens
        text = QFontMetrics(font(13)).elidedText(entry.label, Qt.TextElideMode.ElideRight, area.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        left = area.left()
        for part, hit in _parts(text, self.typed):
            used = font(13, MEDIUM if hit else font().weight())
            painter.setFont(used)
            painter.setPen(colours.accent_text if hit else colours.text if entry.enabled else colours.text_tertiary)
            painter.drawText(QRect(left, area.top(), area.width(), _ROW), flags, part)
            left += QFontMetrics(used).horizontalAdvance(part)


def _parts(text: str, typed: Sequence[str]) -> list[tuple[str, bool]]:
    """Return a label cut into parts, each with whether it is a typed word."""
    folded = text.casefold()
    at = next((folded.find(word) for word in typed if word in folded), -1)
    if at < 0 or len(folded) != len(text):
        return [(text, False)]
    word = next(word for word in typed if word in folded)
    cut = (text[:at], False), (text[at : at + len(word)], True), (text[at + len(word) :], False)
    return [part for part in cut if part[0]]


class CommandPalette(Overlay):
    """Type, choose with the arrows, Enter performs."""

    performed = Signal(str)
    """An action was chosen (its id)."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(theme, over, card_width=600)
        self.setAccessibleName("All actions")
        self._entries: list[Entry] = []
        self._model = _Entries()
        self.line = QLineEdit()
        self.line.setProperty("bare", True)
        self.line.setFont(font(14))
        self.line.setPlaceholderText("Type what you want to do")
        self.line.setAccessibleName("Command")
        self.list = QListView()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setModel(self._model)
        self._painter = _Painter(theme, self._model)
        self.list.setItemDelegate(self._painter)
        self._nothing = label("No action is called so", tone="tertiary")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setFixedHeight(_ROW * 2)
        self._lay_out(theme)
        self.line.textChanged.connect(self._filter)
        self.list.clicked.connect(lambda _index: self._perform())
        self.list.entered.connect(self.list.setCurrentIndex)

    def _lay_out(self, theme: Theme) -> None:
        icon = QLabel()

        def tint() -> None:
            icon.setPixmap(theme.pixmap("search", ratio=self.devicePixelRatioF()))

        theme.changed.connect(tint)
        tint()
        top = QHBoxLayout()
        top.setContentsMargins(14, 10, 14, 10)
        top.setSpacing(12)
        top.addWidget(icon)
        top.addWidget(self.line, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(14, 6, 14, 6)
        foot.setSpacing(16)
        for text in ("↑↓ choose", "Enter run", "Esc close"):
            foot.addWidget(label(text, size=11, tone="secondary"))
        foot.addStretch(1)
        self.column.addLayout(top)
        self.column.addWidget(separator())
        self.column.addWidget(self.list)
        self.column.addWidget(self._nothing)
        self.column.addWidget(separator())
        self.column.addLayout(foot)

    def open_with(self, entries: Sequence[Entry], at: str = "") -> None:
        """Appear with these entries, the first or the one with this id chosen."""
        self._entries = list(entries)
        self.line.clear()
        self._filter("")
        chosen = next((row for row, entry in enumerate(self._entries) if entry.action.id == at), 0)
        self.list.setCurrentIndex(self._model.index(chosen))
        self.appear(self.line)

    @property
    def labels(self) -> list[str]:
        """What is listed."""
        return [entry.label for entry in self._model.entries]

    def _filter(self, text: str) -> None:
        listed = found(self._entries, text)
        self._painter.typed = text.casefold().split()
        self._model.show(listed)
        self.list.setVisible(bool(listed))
        self._nothing.setVisible(not listed)
        self.list.setFixedHeight(min(len(listed), _ROWS) * _ROW)
        if listed:
            self.list.setCurrentIndex(self._model.index(0))
        self.place_card()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Down: lambda: self._move(1),
            Qt.Key.Key_Up: lambda: self._move(-1),
            Qt.Key.Key_PageDown: lambda: self._move(_ROWS - 1),
            Qt.Key.Key_PageUp: lambda: self._move(1 - _ROWS),
            Qt.Key.Key_Return: self._perform,
            Qt.Key.Key_Enter: self._perform,
        }
        step = steps.get(event.key())
        if step is not None:
            step()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _move(self, step: int) -> None:
        count = len(self._model.entries)
        if count:
            at = self.list.currentIndex().row()
            place = (at + step) % count if abs(step) == 1 else min(max(at + step, 0), count - 1)
            self.list.setCurrentIndex(self._model.index(place))

    def _perform(self) -> None:
        at = self.list.currentIndex().row()
        if 0 <= at < len(self._model.entries) and self._model.entries[at].enabled:
            chosen = self._model.entries[at].action.id
            self.disappear()
            self.performed.emit(chosen)
