"""The stage: the open place, and the detail pane docked beside it or sliding over its right side."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import DETAIL

_LEAST = 320
_SHARE = 0.6
_GRIP = 5


class _Grip(QWidget):
    """The edge by which the pane is made wider or narrower."""

    dragged = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setCursor(Qt.CursorShape.SplitHCursor)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.dragged.emit(self.mapToParent(event.position().toPoint()).x())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, 0, 1, self.height(), self._theme.tokens.line)
        painter.end()


class Stage(QWidget):
    """Places lie in a stack; one detail pane serves them all."""

    drawer_closed = Signal()
    redocked = Signal(bool)
    """The pane stands beside the place from now on, or became a drawer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stack = QStackedWidget(self)
        self._pane: QWidget | None = None
        self._grip = _Grip(theme, self)
        self._grip.dragged.connect(self._resize_pane)
        self._grip.hide()
        self._docked = False
        self._open = False
        self._width = DETAIL
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.stack)  # the drawer lies on top: it closes first
        self._escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._escape.activated.connect(self.close_drawer)
        self._escape.setEnabled(False)

    @property
    def docked(self) -> bool:
        """Whether the pane stands beside the place."""
        return self._docked

    @property
    def drawer_open(self) -> bool:
        """Whether the pane lies over the place."""
        return self._open and not self._docked

    @property
    def pane_width(self) -> int:
        """The pane's width in pixels, as the user left it."""
        return self._width

    @pane_width.setter
    def pane_width(self, width: int) -> None:
        self._width = width
        self._lay_out()

    def mount(self, pane: QWidget | None) -> None:
        """Take the detail pane in, or let it go."""
        if self._pane is not None:
            self._pane.hide()
            self._pane.setParent(None)
        self._pane = pane
        if pane is not None:
            pane.setParent(self)
        self._open = False
        self._lay_out()

    def dock(self, *, docked: bool) -> None:
        """Let the pane stand beside the place, or make it a drawer; a docked pane is always visible."""
        if docked == self._docked:
            return
        focus = QApplication.focusWidget()
        inside = self._pane is not None and focus is not None and self._pane.isAncestorOf(focus)
        self._docked = docked
        self._open = inside and not docked  # what is being edited does not vanish
        self._lay_out()
        self.redocked.emit(docked)

    def open_drawer(self) -> None:
        """Slide the pane over the place, if it is not docked."""
        if not self._docked and self._pane is not None and not self._open:
            self._open = True
            self._lay_out()

    def close_drawer(self) -> None:
        """Slide the pane away."""
        if self.drawer_open:
            self._open = False
            self._lay_out()
            self.drawer_closed.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.drawer_open:
            self.close_drawer()
        else:
            super().keyPressEvent(event)

    def _resize_pane(self, edge: int) -> None:
        self._width = self.width() - edge
        self._lay_out()

    def _lay_out(self) -> None:
        width = max(_LEAST, min(self._width, int(self.width() * _SHARE)))
        shown = self._pane is not None and (self._docked or self._open)
        self._escape.setEnabled(self.drawer_open)
        beside = width if shown and self._docked else 0
        self.stack.setGeometry(0, 0, self.width() - beside, self.height())
        self._grip.setVisible(shown)
        if self._pane is None:
            return
        self._pane.setVisible(shown)
        if shown:
            left = max(0, self.width() - width)
            self._pane.setGeometry(left + 1, 0, self.width() - left - 1, self.height())
            self._grip.setGeometry(left, 0, _GRIP, self.height())
            self._pane.raise_()
            self._grip.raise_()
