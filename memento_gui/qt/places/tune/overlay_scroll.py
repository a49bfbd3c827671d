"""A scroll area whose bar lies over its right margin, so that nothing moves when it appears."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QScrollBar, QWidget
from typing_extensions import override

_WIDTH: Final = 10


class OverlayScrollArea(QScrollArea):
    """Scrolls down only; what it holds is as wide as the area."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        inner = self.verticalScrollBar()
        inner.rangeChanged.connect(self._range)
        inner.valueChanged.connect(self._bar.setValue)
        self._bar.valueChanged.connect(inner.setValue)

    def _range(self, low: int, high: int) -> None:
        inner = self.verticalScrollBar()
        self._bar.setPageStep(inner.pageStep())
        self._bar.setSingleStep(inner.singleStep())
        self._bar.setRange(low, high)
        self._bar.setVisible(high > low)
        self._bar.raise_()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._bar.setGeometry(self.width() - _WIDTH, 0, _WIDTH, self.height())
