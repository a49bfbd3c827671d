"""A ring around a widget that has the focus and does not paint one itself."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme


class FocusRing(QWidget):
    """Lies over its parent and lets the mouse through."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        parent.installEventFilter(self)
        theme.changed.connect(self.update)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self.setVisible(event.type() == QEvent.Type.FocusIn)
            self.raise_()
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.Resize} and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.tokens.focus, 2.0))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()
