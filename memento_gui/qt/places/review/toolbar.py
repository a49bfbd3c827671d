"""The toolbar of Review: mode, order, how far it is, and undo."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from memento_gui.qt.places.review.wording import ORDERS
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton, SegmentedControl
from memento_gui.qt.widgets.label import BOLD, label

REHEARSE: Final = "rehearse"
CURATE: Final = "curate"


class Toolbar(QWidget):
    """What stands above the cards."""

    mode_chosen = Signal()
    order_chosen = Signal()
    undone = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mode = SegmentedControl(theme, [(REHEARSE, "Rehearse"), (CURATE, "Curate")])
        self._mode.setToolTip("Rehearse asks first and shows then; Curate shows at once: is it still true?")
        self._order_key = ORDERS[0][0]
        self._order = IconPushButton(theme, "")
        self._orders = QMenu(self._order)
        self._order.setMenu(self._orders)
        self._undo = IconPushButton(theme, "Undo", "undo", keys="Ctrl+Z")
        self._counts = (label(tone="secondary"), label(weight=BOLD), label(tone="secondary"))
        self._lay_out()
        self._mode.chosen.connect(lambda _mode: self.mode_chosen.emit())
        for key, text in ORDERS:
            action = self._orders.addAction(text)
            action.triggered.connect(lambda _checked=False, key=key: self._pick_order(key))
        self.choose_order(self._order_key)
        self._undo.clicked.connect(self.undone)
        self.show_undo("")

    def _lay_out(self) -> None:
        bar = QHBoxLayout(self)
        bar.setContentsMargins(16, 8, 16, 8)
        bar.setSpacing(8)
        bar.addWidget(self._mode)
        bar.addWidget(self._order)
        bar.addStretch(1)
        counts = QHBoxLayout()
        counts.setSpacing(4)
        for part in self._counts:
            counts.addWidget(part)
        bar.addLayout(counts)
        bar.addSpacing(8)
        bar.addWidget(self._undo)

    @property
    def mode(self) -> str:
        """How cards are asked."""
        return self._mode.current

    @property
    def order(self) -> str:
        """Which card comes first."""
        return self._order_key

    @property
    def counted(self) -> str:
        """The counts as shown."""
        return " ".join(part.text() for part in self._counts).strip()

    @property
    def undo_enabled(self) -> bool:
        """Whether there is something to undo."""
        return self._undo.isEnabled()

    def choose_mode(self, mode: str) -> None:
        """Ask in another mode."""
        self._mode.choose(mode)
        self.mode_chosen.emit()

    def choose_order(self, order: str) -> None:
        """Show another order, without a signal."""
        self._order_key = order
        text = dict(ORDERS).get(order, order)
        self._order.setText(text)
        self._order.setAccessibleName(f"Order of the cards: {text}")

    def _pick_order(self, order: str) -> None:
        self.choose_order(order)
        self.order_chosen.emit()

    def show_counts(self, texts: tuple[str, str, str]) -> None:
        """Show how far it is; the middle one counts."""
        for part, text in zip(self._counts, texts, strict=True):
            part.setText(text)

    def show_undo(self, what: str) -> None:
        """Say what undo would take back, or nothing."""
        self._undo.setEnabled(bool(what))
        self._undo.setToolTip(f"Undo {what}" if what else "There is nothing to undo")
