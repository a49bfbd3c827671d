"""The window's shell: rail, stage, messages and status bar. It needs nothing but Qt, so that it can be painted first."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QByteArray, QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.actions import shown_keys
from memento_gui.qt.shell.file_drops import FileDrops
from memento_gui.qt.shell.rail import Rail, RailEntry
from memento_gui.qt.shell.stage import Stage
from memento_gui.qt.shell.status_bar import StatusBar
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import DRAWER_BELOW, FRAME
from memento_gui.qt.widgets.message_bar import Message, MessageBars
from memento_gui.qt.widgets.toast import Toast

TITLE: Final = "Memento"
SIZE: Final = QSize(1440, 900)
LEAST: Final = QSize(720, 480)
ENTRIES: Final = (
    RailEntry("browse", "Browse", "browse", shown_keys("Ctrl+1")),
    RailEntry("search", "Search", "search", shown_keys("Ctrl+2")),
    RailEntry("tune", "Tune", "tune", shown_keys("Ctrl+3")),
    RailEntry("review", "Review", "review", shown_keys("Ctrl+4"), "to answer today, due and new ones"),
)
SETTINGS: Final = RailEntry("settings", "Settings", "settings", shown_keys("Ctrl+,"))
KEYS: Final = frozenset(entry.key for entry in ENTRIES)


class Window(QMainWindow):
    """Shows places and passes wishes on; it knows neither the library nor any place."""

    painted = Signal()
    """The first paint is done: now is the time to load everything else."""
    wished = Signal(str)
    """A rail entry was pressed (a place's key, or ``settings``)."""
    dropped = Signal(list)
    """Files or folders (`Path`) were dropped on it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setWindowTitle(TITLE)
        self.resize(SIZE.boundedTo(self.screen().availableSize() - FRAME))
        self.setMinimumSize(LEAST)
        self.rail = Rail(theme, ENTRIES, SETTINGS)
        self.messages = MessageBars(theme)
        self.stage = Stage(theme)
        self.status = StatusBar(theme)
        self.toast = Toast(theme, self)
        self.may_close: Callable[[], bool] = lambda: True
        self._docks = False
        self._drops = FileDrops(self)
        self._drops.dropped.connect(self.dropped)
        self._first = True
        self.setCentralWidget(self._body())
        self.rail.wished.connect(self.wished)

    def _body(self) -> QWidget:
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.messages)
        middle.addWidget(self.stage, 1)
        upper = QHBoxLayout()
        upper.setSpacing(0)
        upper.addWidget(self.rail)
        upper.addLayout(middle, 1)
        body = QWidget()
        outer = QVBoxLayout(body)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(upper, 1)
        outer.addWidget(self.status)
        return body

    def show_page(self, page: QWidget, key: str, *, docks_detail: bool) -> None:
        """Show a place or a page, and mark its rail entry."""
        if self.stage.stack.indexOf(page) < 0:
            self.stage.stack.addWidget(page)
        self.stage.close_drawer()
        self.stage.stack.setCurrentWidget(page)
        self.rail.activate(key)
        self.dock_detail(docks=docks_detail)

    def dock_detail(self, *, docks: bool) -> None:
        """Let the detail pane stand beside the open page where there is room, or slide over it."""
        self._docks = docks
        if not docks:
            self.stage.close_drawer()  # what the place shows instead is not to lie under it
        self._dock()

    def show_message(self, message: Message) -> None:
        """Put a message up above the place."""
        self.messages.show_message(message)

    def name_file(self, name: str, numbers: str = "") -> None:
        """Put the file's name in the title bar, and which parameter set is in use."""
        self.setWindowTitle(" — ".join(part for part in (name, numbers, TITLE) if part))

    def _dock(self) -> None:
        self.stage.dock(docked=self._docks and self.width() >= DRAWER_BELOW)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._drops.watch(self.windowHandle())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._dock()
        self.toast.place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._first:
            self._first = False
            QTimer.singleShot(0, self.painted.emit)

    def shape(self) -> str:
        """Return size, place and state as a text that `restore_shape` takes."""
        return bytes(self.saveGeometry().toBase64().data()).decode("ascii")

    def restore_shape(self, shape: str) -> None:
        """Take the size, place and state of an earlier `shape`; anything else changes nothing."""
        if shape:
            self.restoreGeometry(QByteArray.fromBase64(shape.encode("ascii", "ignore")))

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if self.may_close():
            super().closeEvent(event)
        else:
            event.ignore()
