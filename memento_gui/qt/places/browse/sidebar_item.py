"""An item of Browse's sidebar: an icon or glyph, a label, a count."""

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from typing_extensions import override

from memento_gui.model.facets import Join
from memento_gui.qt.phrases import meaning_text
from memento_gui.qt.places.browse.looking import ALL, CHANGED, MORE, PROJECT, SAVED, TAG, TRASH, TYPE, Scope
from memento_gui.qt.tables.dropping import field_data
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import SIDEBAR
from memento_gui.qt.widgets.label import MEDIUM, plain_tip
from memento_gui.qt.widgets.menu import Menu
from memento_gui.qt.widgets.type_glyph import SIZE, paint_glyph

JOINS: Final = (
    (Qt.KeyboardModifier.AltModifier, Join.NOT),
    (Qt.KeyboardModifier.ControlModifier, Join.AND),
    (Qt.KeyboardModifier.ShiftModifier, Join.OR),
)
_ITEM: Final = 28
_HINT: Final = "With Ctrl: and this. With Shift: or this. With Alt: without this."
_OFFERS: Final = (("And this", Join.AND), ("Or this", Join.OR), ("Without this", Join.NOT))


class SidebarItem(QAbstractButton):
    """An icon or glyph, a label, a count."""

    joined = Signal(object)
    """Pressed with Ctrl, Shift or Alt (a `Join`): it joins the filter line."""

    dropped = Signal()
    """This saved search is to be forgotten, or this tag removed from every memory."""
    renamed = Signal()
    """This tag is to be renamed on every memory."""

    def __init__(self, theme: Theme, scope: Scope, text: str, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self._count = ""
        hint = (
            _HINT
            if scope.kind not in {TAG, PROJECT} or not scope.value
            else f"{_HINT}\nDrag it onto memories to give it to them."
        )
        meaning = meaning_text(scope.value) if scope.kind in {TYPE, "status"} else ""
        self._hint = "" if scope.kind in {ALL, CHANGED, TRASH, MORE} else f"{meaning}\n{hint}".strip()
        self.scope = scope
        self._pressed = QPoint()
        self.writing = True
        """Whether what it names can be changed."""
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

    @property
    def gives(self) -> bool:
        """Whether it can be dragged onto memories, which then have its value."""
        return self.scope.kind in {TAG, PROJECT} and bool(self.scope.value)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        far = (event.position().toPoint() - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if not (self.gives and far and event.buttons() & Qt.MouseButton.LeftButton):
            super().mouseMoveEvent(event)
            return
        self.setDown(False)
        drag = QDrag(self)
        drag.setMimeData(field_data(self.scope.kind, self.scope.value))
        drag.setPixmap(self._chip())
        drag.setHotSpot(QPoint(-8, -4))
        drag.exec(Qt.DropAction.CopyAction)

    def _chip(self) -> QPixmap:
        """What hangs at the pointer while it is dragged."""
        colours, used, ratio = self._theme.tokens, font(12, MEDIUM), self.devicePixelRatioF()
        metrics = QFontMetrics(used)
        shown = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, 200)
        size = QSize(metrics.horizontalAdvance(shown) + 20, 24)
        drawing = QPixmap(size * ratio)
        drawing.setDevicePixelRatio(ratio)
        drawing.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawing)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.accent)
        painter.drawRoundedRect(QRect(QPoint(), size), 4, 4)
        painter.setFont(used)
        painter.setPen(colours.on_accent)
        painter.drawText(QRect(QPoint(), size), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, shown)
        painter.end()
        return drawing

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        how = next((how for key, how in JOINS if event.modifiers() & key), None)
        if (
            how is None
            or event.button() != Qt.MouseButton.LeftButton
            or not self.rect().contains(event.position().toPoint())
        ):
            super().mouseReleaseEvent(event)
        else:
            self.setDown(False)
            self.joined.emit(how)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self._hint:
            return
        menu = Menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, how in _OFFERS:
            menu.addAction(text).triggered.connect(lambda _checked=False, how=how: self.joined.emit(how))
        if self.scope.kind == SAVED:
            menu.addSeparator()
            menu.addAction("Delete this saved search").triggered.connect(self.dropped)
        if self.scope.kind == TAG and self.writing:
            menu.addSeparator()
            menu.addAction("Rename or merge this tag everywhere…").triggered.connect(self.renamed)
            menu.addAction("Remove this tag everywhere").triggered.connect(self.dropped)
        menu.popup(event.globalPos())

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
        self.setToolTip(plain_tip("\n".join(["" if shown == self.text() else self.text(), self._hint]).strip()))
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
