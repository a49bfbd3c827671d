"""The right side of Tune: beside the curves, or in a narrow window over them, where it is shown only when asked for."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from memento_gui.qt.places.tune.middle import Middle
from memento_gui.qt.tokens import DRAWER_BELOW, RAIL
from memento_gui.qt.widgets.label import separator


class Drawer:
    """Docks one pane at the right end of a row of a place."""

    def __init__(self, place: QWidget, row: QHBoxLayout, middle: Middle, pane: QWidget) -> None:
        self._place, self._row, self._middle, self._pane = place, row, middle, pane
        self._edge = separator(upright=True)
        self._narrow = True
        for part in (self._edge, pane):
            part.setParent(place)
        self._dock(narrow=True)

    @property
    def is_open(self) -> bool:
        """Whether the pane lies over the curves."""
        return self._narrow and not self._pane.isHidden()

    def fit(self) -> None:
        """Follow the size of the place."""
        narrow = self._place.width() < DRAWER_BELOW - RAIL
        if narrow != self._narrow:
            self._narrow = narrow
            self._dock(narrow=narrow)
        self._lie()

    def toggle(self) -> None:
        """Show the pane, or hide it."""
        self._pane.setVisible(self._pane.isHidden())
        self._edge.setVisible(not self._pane.isHidden())
        self._middle.store_button.setChecked(not self._pane.isHidden())
        self._lie()

    def _dock(self, *, narrow: bool) -> None:
        self._middle.store_button.setVisible(narrow)
        self._middle.store_button.setChecked(False)
        if narrow:
            self._row.removeWidget(self._edge)
            self._row.removeWidget(self._pane)
        else:
            self._row.addWidget(self._edge)
            self._row.addWidget(self._pane)
        self._pane.setVisible(not narrow)
        self._edge.setVisible(not narrow)

    def _lie(self) -> None:
        if not self._narrow:
            return
        top, place, pane = self._middle.tabs.geometry().bottom() + 1, self._place, self._pane
        pane.setGeometry(place.width() - pane.width(), top, pane.width(), place.height() - top)
        self._edge.setGeometry(pane.x() - 1, top, 1, pane.height())
        self._edge.raise_()
        pane.raise_()
