"""What stands right of the results, or under them, instead of the detail pane: one panel at a time, or none."""

from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme

DETAIL: Final = ""
"""The key that stands for no panel: the window's detail pane has the room."""
WIDTH: Final = 400
_LEAST: Final = 320
_BESIDE: Final = 860
"""Width of the place under which a panel stands under the results instead of beside them."""
_UNDER: Final = 0.45
_MOST: Final = 16_777_215
"""What Qt calls no limit."""


class Side(QWidget):
    """Panels by key. A panel keeps what it shows while another one is up."""

    turned = Signal(str)
    """Another panel is up (its key), or none (`DETAIL`)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._panels: dict[str, QWidget] = {}
        self._current = DETAIL
        self._beside = True
        self._stack = QStackedWidget()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 0, 0)
        layout.addWidget(self._stack)
        theme.changed.connect(self.update)
        self.hide()

    @property
    def current(self) -> str:
        """The key of the panel that is up, or `DETAIL`."""
        return self._current

    def add(self, key: str, panel: QWidget) -> None:
        """Take a panel in."""
        self._panels[key] = panel
        self._stack.addWidget(panel)

    def turn(self, key: str) -> None:
        """Show a panel, or none."""
        if key == self._current or (key != DETAIL and key not in self._panels):
            return
        self._current = key
        if key != DETAIL:
            self._stack.setCurrentWidget(self._panels[key])
        self.setVisible(key != DETAIL)
        self.turned.emit(key)

    def fit(self, room: QSize) -> bool:
        """Take a size that suits this room for results and panel; return whether the panel is to stand beside them."""
        self._beside = room.width() >= _BESIDE
        if self._beside:
            self.setFixedWidth(min(WIDTH, max(_LEAST, int(room.width() * 0.4))))
            self._limit_height(0, _MOST)
        else:
            self.setMinimumWidth(0)
            self.setMaximumWidth(_MOST)
            height = int(room.height() * _UNDER)
            self._limit_height(height, height)
        return self._beside

    def _limit_height(self, least: int, most: int) -> None:
        self.setMinimumHeight(least)
        self.setMaximumHeight(most)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.bg_base)
        edge = (1, self.height()) if self._beside else (self.width(), 1)
        painter.fillRect(0, 0, *edge, colours.line)
        painter.end()
