"""The sidebar of Browse: parts of the store with their counts, types and tags."""

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.memory import TYPES
from memento_gui.qt.phrases import type_label
from memento_gui.qt.places.browse.looking import ALL, CHANGED, DUE, PINNED, TAG, TRASH, TYPE, Counts, Scope
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import SIDEBAR
from memento_gui.qt.widgets.label import BOLD, MEDIUM, label, plain_tip
from memento_gui.qt.widgets.type_glyph import SIZE, paint_glyph

_ITEM: Final = 28
_FEW_TAGS: Final = 10
_MANY_TAGS: Final = 400
_PARTS: Final = (
    (Scope(ALL), "All memories", "browse"),
    (Scope(PINNED), "Pinned", "pin"),
    (Scope(DUE), "Due for review", "clock"),
    (Scope(CHANGED), "Changed this week", "pencil"),
    (Scope(TRASH), "Trash", "trash"),
)
_ORDER: Final = ("semantic", "episodic", "procedural", "working")


class SidebarItem(QAbstractButton):
    """An icon or glyph, a label, a count."""

    def __init__(self, theme: Theme, scope: Scope, text: str, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self._count = ""
        self.scope = scope
        self.setText(text)
        self.setCheckable(True)
        self.setFixedHeight(_ITEM)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(text)
        theme.changed.connect(self.update)

    def show_count(self, number: int) -> None:
        """Show how many memories lie here."""
        self._count = f"{number:,}"
        self.setAccessibleDescription(self._count)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(SIDEBAR - 16, _ITEM)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        if self.isChecked() or self.underMouse():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.bg_selected if self.isChecked() else colours.bg_track)
            painter.drawRoundedRect(self.rect(), 4, 4)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        self._paint_icon(painter)
        numbers = font(12)
        count_width = QFontMetrics(numbers).horizontalAdvance(self._count)
        area = self.rect().adjusted(32, 0, -8, 0)
        vertical = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.setFont(numbers)
        painter.setPen(colours.text_secondary if self.isChecked() else colours.text_tertiary)
        painter.drawText(area, vertical | Qt.AlignmentFlag.AlignRight, self._count)
        used = font(13, MEDIUM if self.isChecked() else font().weight())
        room = QRect(area.left(), area.top(), area.width() - count_width - 6, area.height())
        shown = QFontMetrics(used).elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        self.setToolTip("" if shown == self.text() else plain_tip(self.text()))
        painter.setFont(used)
        painter.setPen(colours.text)
        painter.drawText(room, vertical | Qt.AlignmentFlag.AlignLeft, shown)
        if self.hasFocus():
            painter.setPen(colours.focus)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_icon(self, painter: QPainter) -> None:
        middle = self.height() / 2
        if self.scope.kind == TYPE:
            paint_glyph(painter, 8 + (16 - SIZE) / 2, middle, self.scope.value, self._theme.tokens)
        elif self._icon_name:
            drawing = self._theme.pixmap(self._icon_name, ratio=self.devicePixelRatioF())
            painter.drawPixmap(8, int(middle - 8), drawing)


class Sidebar(QFrame):
    """One item is on; up and down move between items while one has the focus."""

    chosen = Signal(object)
    """Another scope (`Scope`)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scope = Scope()
        self._every_tag = False
        self._counts = Counts()
        self.setProperty("surface", "side")
        self.setFixedWidth(SIDEBAR)
        self._items: list[SidebarItem] = []
        self._tags = QVBoxLayout()
        self._tags.setSpacing(0)
        body = QFrame()
        body.setProperty("surface", "side")
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(8, 8, 8, 8)
        self._column.setSpacing(0)
        for scope, text, icon in _PARTS:
            self._column.addWidget(self._item(scope, text, icon))
        self._heading("Types")
        kinds = {kind.value for kind in TYPES}
        for kind in (kind for kind in _ORDER if kind in kinds):
            self._column.addWidget(self._item(Scope(TYPE, kind), type_label(kind), ""))
        self._heading("Tags")
        self._column.addLayout(self._tags)
        self._column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)
        self._check()

    @property
    def scope(self) -> Scope:
        """What is on."""
        return self._scope

    def choose(self, scope: Scope) -> None:
        """Turn a scope on and say so, if it was not."""
        if scope != self._scope:
            self._scope = scope
            self._check()
            self.chosen.emit(scope)

    def show_counts(self, counts: Counts) -> None:
        """Show other numbers; tags that are new or gone come and go."""
        same_tags = list(counts.tags) == list(self._counts.tags) and self._tags.count()
        self._counts = counts
        if not same_tags:
            self._list_tags()
        numbers = {
            ALL: counts.everything,
            PINNED: counts.pinned,
            DUE: counts.due,
            CHANGED: counts.changed,
            TRASH: counts.trash,
        }
        for item in self._items:
            by_kind = {TYPE: counts.types, TAG: counts.tags}.get(item.scope.kind, {})
            item.show_count(by_kind.get(item.scope.value, numbers.get(item.scope.kind, 0)))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        at = next((i for i, item in enumerate(self._items) if item.hasFocus()), -1)
        if step and at >= 0:
            item = self._items[(at + step) % len(self._items)]
            item.setFocus(Qt.FocusReason.TabFocusReason)
            self.choose(item.scope)
        else:
            super().keyPressEvent(event)

    def _item(self, scope: Scope, text: str, icon: str) -> SidebarItem:
        item = SidebarItem(self._theme, scope, text, icon)
        item.clicked.connect(lambda: self._press(item))
        self._items.append(item)
        return item

    def _press(self, item: SidebarItem) -> None:
        self.choose(item.scope)
        self._check()

    def _check(self) -> None:
        for item in self._items:
            item.setChecked(item.scope == self._scope)

    def _heading(self, text: str) -> None:
        self._column.addSpacing(12)
        made = label(text, size=11, weight=BOLD, tone="secondary")
        made.setContentsMargins(8, 0, 0, 4)
        self._column.addWidget(made)

    def _list_tags(self) -> None:
        self._items = [item for item in self._items if item.scope.kind != TAG]
        while (taken := self._tags.takeAt(0)) is not None:
            old = taken.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        tags = list(self._counts.tags)
        shown = tags[: _MANY_TAGS if self._every_tag else _FEW_TAGS]
        if self._scope.kind == TAG and self._scope.value in tags and self._scope.value not in shown:
            shown.append(self._scope.value)
        for tag in shown:
            self._tags.addWidget(self._item(Scope(TAG, tag), tag, "tag"))
        if len(tags) > _FEW_TAGS:
            text = "Fewer tags" if self._every_tag else f"All {len(tags):,} tags…"
            more = SidebarItem(self._theme, Scope("more"), text, "")
            more.setCheckable(False)
            more.clicked.connect(self._toggle_tags)
            self._tags.addWidget(more)
        if not tags:
            none = label("No memory has a tag yet", size=12, tone="tertiary")
            none.setContentsMargins(8, 4, 0, 0)
            self._tags.addWidget(none)
        self._check()

    def _toggle_tags(self) -> None:
        self._every_tag = not self._every_tag
        self._list_tags()
        self.show_counts(self._counts)
