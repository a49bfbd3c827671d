"""The button that names the parameter set in use, and its menu: other sets, and what can be done with this one."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget
from typing_extensions import override

from memento_gui.qt.actions import shown_keys
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import CONTROL
from memento_gui.qt.widgets.buttons import PushButton
from memento_gui.qt.widgets.label import MEDIUM, plain_tip
from memento_gui.qt.widgets.menu import Menu

_SIDE: Final = 10
_ICON: Final = 14


class SetChooser(PushButton):
    """Shows ``M1`` or ``M1, edited``."""

    chosen = Signal(str)
    """Use the set of this name."""
    save_wished = Signal()
    rename_wished = Signal()
    duplicate_wished = Signal()
    delete_wished = Signal()
    export_wished = Signal()
    import_wished = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._theme = theme
        self._menu = Menu(self)
        self._shown = ""
        self._sets: tuple[tuple[tuple[str, bool], ...], str] = ((), "")
        self.setMenu(self._menu)
        self.setFont(font(13, MEDIUM))
        self.setMinimumWidth(96)
        self.setFixedHeight(CONTROL)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fill)

    @property
    def shown(self) -> str:
        """What the button says."""
        return self._shown

    def show_sets(self, names: Sequence[tuple[str, bool]], current: str, *, edited: bool) -> None:
        """Show the sets, (name, whether built in) pairs, and which is in use."""
        self._shown = f"{current}, edited" if edited else current
        self.setAccessibleName(f"Parameter set: {self._shown}")
        self.setToolTip(plain_tip(f"The parameter set in use: {self._shown}"))
        self.update()
        if (tuple(names), current) != self._sets:
            self._sets = (tuple(names), current)
            self._fill()

    def _fill(self) -> None:
        names, current = self._sets
        self._menu.clear()
        own = [name for name, built_in in names if not built_in]
        self._add("Built in", lambda: None).setEnabled(False)
        for name in (name for name, built_in in names if built_in):
            self._add_set(name, current)
        if own:
            self._add("Saved", lambda: None).setEnabled(False)
        for name in own:
            self._add_set(name, current)
        self._menu.addSeparator()
        self._add(f"Save as…\t{shown_keys('Ctrl+S')}", self.save_wished.emit, icon="plus")
        self._add(f"Duplicate {current}", self.duplicate_wished.emit, icon="copy")
        if current in own:
            self._add(f"Rename {current}…", self.rename_wished.emit, icon="pencil")
            self._add(f"Delete {current}", self.delete_wished.emit, icon="trash")
        self._add(f"Export {current} as TOML…", self.export_wished.emit, icon="export")
        self._add("Import from TOML or .env…", self.import_wished.emit, icon="import")

    def _add_set(self, name: str, current: str) -> None:
        action = self._add(name, lambda: self.chosen.emit(name))
        action.setCheckable(True)
        action.setChecked(name == current)

    def _add(self, text: str, call: Callable[[], object], *, icon: str = "") -> QAction:
        action = QAction(text.replace("&", "&&"), self._menu)
        if icon:
            action.setIcon(self._theme.icon(icon))
        action.triggered.connect(lambda _checked=False: call())
        self._menu.addAction(action)
        return action

    @property
    def choices(self) -> dict[str, QAction]:
        """The menu's entries by their text."""
        return {action.text(): action for action in self._menu.actions() if not action.isSeparator()}

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, CONTROL)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        ratio = self.devicePixelRatioF()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        option.features &= ~QStyleOptionButton.ButtonFeature.HasMenu
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        top = (self.height() - _ICON) // 2
        painter.drawPixmap(QPoint(_SIDE, top), self._theme.pixmap("tune", colours.text_secondary, size=_ICON, ratio=ratio))
        arrow = self._theme.pixmap("chevron-down", colours.text_secondary, size=12, ratio=ratio)
        painter.drawPixmap(QPoint(self.width() - _SIDE - 12, top + 1), arrow)
        painter.setFont(self.font())
        painter.setPen(colours.text)
        left, right = _SIDE + _ICON + 8, self.width() - _SIDE - 18
        metrics = QFontMetrics(self.font())
        text = metrics.elidedText(self._shown, Qt.TextElideMode.ElideMiddle, right - left)
        painter.drawText(left, (self.height() + metrics.ascent() - metrics.descent()) // 2, text)
        painter.end()
