"""The left side of Tune: which set is in use, undo and redo, and the knobs."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memento_gui.qt.actions import shown_keys
from memento_gui.qt.places.tune.knobs.panel import KnobPanel
from memento_gui.qt.places.tune.sets.chooser import SetChooser
from memento_gui.qt.places.tune.sets.slot_bar import SlotBar
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import icon_button
from memento_gui.qt.widgets.label import plain_tip, separator

WIDTH = 304


class Side(QFrame):
    """Set chooser on top, knobs underneath."""

    undo_wished = Signal()
    redo_wished = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "side")
        self.setFixedWidth(WIDTH)
        self.chooser = SetChooser(theme)
        self.slots = SlotBar(theme)
        self.panel = KnobPanel(theme)
        self._theme = theme
        self.undo = icon_button(theme, "undo", "Undo", size=14)
        self.redo = icon_button(theme, "redo", "Redo", size=14)
        for button, wish in ((self.undo, self.undo_wished), (self.redo, self.redo_wished)):
            button.clicked.connect(lambda _checked=False, wish=wish: wish.emit())
        top = QHBoxLayout()
        top.setContentsMargins(12, 8, 12, 8)
        top.setSpacing(8)
        top.addWidget(self.chooser, 1)
        top.addWidget(self.undo)
        top.addWidget(self.redo)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.slots)
        layout.addWidget(separator())
        layout.addWidget(self.panel, 1)
        theme.changed.connect(self._frame)
        self._frame()

    def _frame(self) -> None:
        """Give both buttons the border of a push button."""
        colours = self._theme.tokens
        frame = (
            f"QToolButton {{ background: {colours.bg_raised.name()}; border: 1px solid {colours.line_strong.name()}; }}"
            f"QToolButton:hover {{ background: {colours.bg_hover.name()}; }}"
            f"QToolButton:disabled {{ background: {colours.bg_side.name()}; border-color: {colours.line.name()}; }}"
            f"QToolButton:focus {{ border: 2px solid {colours.focus.name()}; padding: 2px; }}"
        )
        self.undo.setStyleSheet(frame)
        self.redo.setStyleSheet(frame)

    def show_steps(self, undo: str, redo: str) -> None:
        """Show what would be undone and redone; empty where there is nothing."""
        self.undo.setEnabled(bool(undo))
        self.redo.setEnabled(bool(redo))
        self.undo.setToolTip(plain_tip(f"Undo {undo}".strip() + f" ({shown_keys('Ctrl+Z')})"))
        self.redo.setToolTip(plain_tip(f"Redo {redo}".strip() + f" ({shown_keys('Ctrl+Shift+Z')})"))
