"""The toolbar of Review: mode, order, cue, how far it is, and undo."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.review_session import CLOZE, CURATE, REHEARSE, TITLE
from memento_gui.qt.places.review.wording import ORDERS
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton, SegmentedControl
from memento_gui.qt.widgets.label import BOLD, ElidedLabel, label
from memento_gui.qt.widgets.menu import Menu

CUES: Final = ((TITLE, "Ask with the title"), (CLOZE, "Ask with gaps for bold and code"))

_MARGIN: Final = 16
_GAP: Final = 8
_LEAST_SESSION: Final = 96


class Toolbar(QWidget):
    """What stands above the cards."""

    mode_chosen = Signal()
    order_chosen = Signal()
    cue_chosen = Signal()
    undone = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mode = SegmentedControl(theme, [(REHEARSE, "Rehearse"), (CURATE, "Curate")])
        self._mode.setToolTip("Rehearse asks first and shows then; Curate shows at once: is it still true?")
        self._order_key = ORDERS[0][0]
        self._cue = TITLE
        self._order = IconPushButton(theme, "")
        self._orders = Menu(self._order)
        self._order.setMenu(self._orders)
        self._more = IconPushButton(theme, "More")
        self._more_menu = Menu(self._more)
        self._more.setMenu(self._more_menu)
        self._undo = IconPushButton(theme, "Undo", "undo", keys="Ctrl+Z")
        for button in (self._order, self._more, self._undo):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the mouse leaves it where Space goes on
        self._counts = (label(tone="secondary"), label(weight=BOLD), label(tone="secondary"))
        self._session = ElidedLabel(tone="accent")
        self._cues: dict[str, QAction] = {}
        self._lay_out()
        self._fill_menus()
        self._mode.chosen.connect(lambda _mode: self.mode_chosen.emit())
        self.choose_order(self._order_key)
        self._undo.clicked.connect(self.undone)
        self.show_undo("")

    def _fill_menus(self) -> None:
        for key, text in ORDERS:
            action = self._orders.addAction(text)
            action.triggered.connect(lambda _checked=False, key=key: self._pick_order(key))
        group = QActionGroup(self._more_menu)
        for key, text in CUES:
            action = self._more_menu.addAction(text)
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(lambda _checked=False, key=key: self._pick_cue(key))
            self._cues[key] = action
        self.choose_cue(self._cue)

    def _lay_out(self) -> None:
        bar = QHBoxLayout(self)
        bar.setContentsMargins(_MARGIN, 8, _MARGIN, 8)
        bar.setSpacing(_GAP)
        bar.addWidget(self._mode)
        bar.addWidget(self._order)
        bar.addWidget(self._more)
        bar.addWidget(self._session, 1)
        counts = QHBoxLayout()
        counts.setSpacing(4)
        for part in self._counts:
            counts.addWidget(part)
        bar.addLayout(counts)
        bar.addWidget(self._undo)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show what there is room for. Mode, menu and counts stay; order, time left and undo are elsewhere too."""
        stays = (self._mode, self._more, *self._counts[:2])
        room = self.width() - 2 * _MARGIN - sum(widget.sizeHint().width() + _GAP for widget in stays)
        room -= (_LEAST_SESSION if self._session.text() else self._session.minimumSizeHint().width()) + _GAP
        for widget in (self._order, self._counts[2], self._undo):
            room -= widget.sizeHint().width() + _GAP
            widget.setVisible(room >= 0)

    def offer(self, actions: list[QAction]) -> None:
        """List further actions of the place behind "More"."""
        self._more_menu.addSeparator()
        self._more_menu.addActions(actions)

    @property
    def mode(self) -> str:
        """How cards are asked."""
        return self._mode.current

    @property
    def order(self) -> str:
        """Which card comes first."""
        return self._order_key

    @property
    def cue(self) -> str:
        """What is shown first of a card."""
        return self._cue

    @property
    def counted(self) -> str:
        """The counts as shown."""
        return " ".join(part.text() for part in self._counts).strip()

    def choose_mode(self, mode: str) -> None:
        """Ask in another mode."""
        self._mode.choose(mode)
        self.mode_chosen.emit()

    def show_mode(self, mode: str) -> None:
        """Show another mode, without a signal."""
        self._mode.choose(mode)

    def choose_cue(self, cue: str) -> None:
        """Show another cue, without a signal."""
        self._cue = cue
        self._cues[cue].setChecked(True)

    def choose_order(self, order: str) -> None:
        """Show another order, without a signal."""
        self._order_key = order
        text = dict(ORDERS).get(order, order)
        self._order.setText(text)
        self._order.setAccessibleName(f"Order of the cards: {text}")
        self._fit()

    def _pick_order(self, order: str) -> None:
        self.choose_order(order)
        self.order_chosen.emit()

    def _pick_cue(self, cue: str) -> None:
        self.choose_cue(cue)
        self.cue_chosen.emit()

    def show_session(self, text: str) -> None:
        """Say what makes the session unusual, or nothing."""
        self._session.setText(text)
        self._fit()

    def show_counts(self, texts: tuple[str, str, str]) -> None:
        """Show how far it is; the middle one counts."""
        for part, text in zip(self._counts, texts, strict=True):
            part.setText(text)
        self._fit()

    def show_undo(self, what: str) -> None:
        """Say what undo would take back, or nothing."""
        self._undo.setEnabled(bool(what))
        self._undo.setToolTip(f"Undo {what}" if what else "There is nothing to undo")
