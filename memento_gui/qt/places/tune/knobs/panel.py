"""The knob panel: every number of the parameter table, in foldable groups."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from memento_gui.domain.knobs import Knob, Table, Value
from memento_gui.domain.parameters import ParameterSet
from memento_gui.qt.places.tune.knobs.choice_row import ChoiceRow
from memento_gui.qt.places.tune.knobs.group_band import GroupBand
from memento_gui.qt.places.tune.knobs.groups import Group, Section, groups, is_user_table, knob_of
from memento_gui.qt.places.tune.knobs.number_row import NumberRow
from memento_gui.qt.places.tune.knobs.rows import LABEL_LEFT, Row
from memento_gui.qt.places.tune.knobs.switch_row import SwitchRow
from memento_gui.qt.places.tune.knobs.table_row import TableRow
from memento_gui.qt.places.tune.overlay_scroll import OverlayScrollArea
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import label, separator

OPEN_AT_FIRST: Final = frozenset({"ranking", "recency", "forgetting"})

_AROUND: Final = 24
"""Pixels that stay in sight above and below the row that has the focus."""

Stop = GroupBand | Row | TableRow


def make_row(theme: Theme, knob: Knob) -> Row | TableRow:
    """Return the row that suits a knob."""
    if is_user_table(knob):
        return TableRow(theme, knob)
    if knob.choices:
        return ChoiceRow(theme, knob)
    return SwitchRow(theme, knob) if isinstance(knob.default, bool) else NumberRow(theme, knob)


class GroupBox(QWidget):
    """One group: its band, and its rows, which are made when it is unfolded first."""

    turned = Signal(str, object, str)
    """A knob's name, the value it should have, and the gesture it belongs to."""
    entered = Signal(str)
    """A knob's row, or the band (an empty name), got the focus."""
    stepped = Signal(object, int)
    """The focus should leave this stop, so many stops down or up."""
    unfolded = Signal()

    def __init__(self, theme: Theme, group: Group, *, open_: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.group = group
        self._theme = theme
        self._rows: list[Row | TableRow] = []
        self._shown = (ParameterSet(), ParameterSet())
        self._changes: tuple[str, Mapping[str, Sequence[float]]] = ("", {})
        self.band = GroupBand(theme, group.title, open_=open_)
        self.band.folded.connect(lambda folded: self._fold(folded=folded))
        self.band.entered.connect(lambda: self.entered.emit(""))
        self.band.left.connect(lambda step: self.stepped.emit(self.band, step))
        self._body = QWidget()
        self._body_layout = QVBoxLayout(self._body)
        self._body_layout.setContentsMargins(0, 0, 0, 8)
        self._body_layout.setSpacing(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.band)
        layout.addWidget(self._body)
        layout.addWidget(separator())
        self._body.setVisible(open_)
        if open_:
            self._build()

    def _fold(self, *, folded: bool) -> None:
        if not folded:
            self._build()
        self._body.setVisible(not folded)
        self.unfolded.emit()

    def _build(self) -> None:
        if not self._rows:
            for section in self.group.sections:
                self._add_section(section)
            self.show_parameters(*self._shown)
            self.show_changes(*self._changes)

    def _add_section(self, section: Section) -> None:
        if section.title:
            heading = label(section.title, size=12, tone="tertiary")
            heading.setContentsMargins(LABEL_LEFT, 10, 0, 2)
            self._body_layout.addWidget(heading)
        for knob in section.knobs:
            row = make_row(self._theme, knob)
            row.turned.connect(lambda value, gesture, name=knob.name: self.turned.emit(name, value, gesture))
            row.entered.connect(lambda name=knob.name: self.entered.emit(name))
            row.left.connect(lambda step, row=row: self.stepped.emit(row, step))
            self._rows.append(row)
            self._body_layout.addWidget(row)

    @property
    def stops(self) -> list[Stop]:
        """What ↑ ↓ go through: the band, and the rows while they are unfolded."""
        return [self.band, *self._rows] if self.band.is_open else [self.band]

    @property
    def rows(self) -> dict[str, Row | TableRow]:
        """The rows by their knob's name; none before the group was unfolded first."""
        return {row.knob.name: row for row in self._rows}

    def unfold(self) -> None:
        """Show the rows."""
        if not self.band.is_open:
            self.band.is_open = True
            self._fold(folded=False)

    def show_parameters(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        """Show a set and what the saved one has otherwise."""
        self._shown = (parameters, saved)
        for row in self._rows:
            now: Value | Table = parameters.value(row.knob.name)
            was: Value | Table = saved.value(row.knob.name)
            if isinstance(row, TableRow):
                assert isinstance(now, Table)
                assert isinstance(was, Table)
                row.show_value(now, was)
            else:
                assert not isinstance(now, Table)
                assert not isinstance(was, Table)
                row.show_value(now, was)

    def show_changes(self, query: str, changes: "Mapping[str, Sequence[float]]") -> None:
        """Mark on the sliders where the first ten results of a query change, by the knob's name."""
        self._changes = (query, changes)
        for row in self._rows:
            if isinstance(row, NumberRow):
                row.show_changes(changes.get(row.knob.name, ()), query)


class KnobPanel(OverlayScrollArea):
    """All groups. ↑ ↓ go from stop to stop; only the current stop is reached by Tab."""

    turned = Signal(str, object, str)
    """A knob's name, the value it should have, and the gesture it belongs to (empty: a step of its own)."""
    focused = Signal(str)
    """A knob's row got the focus (its name), or none of them (an empty name)."""
    reset = Signal(str)
    """Every knob of this group (its key) should be as saved."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inside = QFrame()
        inside.setProperty("surface", "side")
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.boxes = {group.key: GroupBox(theme, group, open_=group.key in OPEN_AT_FIRST) for group in groups()}
        for box in self.boxes.values():
            layout.addWidget(box)
            box.turned.connect(self.turned)
            box.entered.connect(self._enter)
            box.stepped.connect(self._step)
            box.unfolded.connect(self._renew_current)
            box.band.reset.connect(lambda key=box.group.key: self.reset.emit(key))
        layout.addStretch(1)
        self.setWidget(inside)
        self._current: Stop = self.boxes["ranking"].stops[0]
        self._make_current(self._current)

    def show_parameters(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        """Show a set and what the saved one has otherwise."""
        changed = [knob_of(name).group for name in parameters.changes_from(saved)]
        for key, box in self.boxes.items():
            box.band.show_changes(changed.count(key))
            box.show_parameters(parameters, saved)

    def show_changes(self, query: str, changes: "Mapping[str, Sequence[float]]") -> None:
        """Mark on the sliders where the first ten results of a query change, by the knob's name."""
        for box in self.boxes.values():
            box.show_changes(query, changes)

    def row(self, name: str) -> Row | TableRow:
        """Return a knob's row; its group is unfolded."""
        box = self.boxes[knob_of(name).group]
        box.unfold()
        return box.rows[knob_of(name).name]

    def go_to(self, name: str) -> None:
        """Put the focus on a knob and bring it in sight: where its group was just unfolded, once it is laid out."""
        row = self.row(name)
        _take_focus(row)
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(row, 0, _AROUND))

    def enter(self) -> None:
        """Put the focus on the current stop."""
        _take_focus(self._current)

    def suggest(self, names: "dict[str, Sequence[str]]") -> None:
        """Offer names for the entries of tables (by the knob's name) while one is typed."""
        for name, listed in names.items():
            row = self.boxes[knob_of(name).group].rows.get(name)
            if isinstance(row, TableRow):
                row.suggest(listed)

    # --- one tab stop for all ---

    def _stops(self) -> list[Stop]:
        return [stop for box in self.boxes.values() for stop in box.stops]

    def _step(self, stop: Stop, step: int) -> None:
        stops = self._stops()
        at = stops.index(stop) + step
        if 0 <= at < len(stops):
            _take_focus(stops[at])

    def _enter(self, name: str) -> None:
        stop = next((stop for stop in self._stops() if _holds_focus(stop)), None)
        if stop is not None:
            self._make_current(stop)
            self.ensureWidgetVisible(stop, 0, _AROUND)
        self.focused.emit(name)

    def _make_current(self, stop: Stop) -> None:
        if not isinstance(self._current, TableRow):
            self._current.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._current = stop
        if not isinstance(stop, TableRow):
            stop.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _renew_current(self) -> None:
        """The current stop may have been folded away."""
        if self._current not in self._stops():
            self._make_current(self.boxes["ranking"].stops[0])


def _take_focus(stop: Stop) -> None:
    if isinstance(stop, TableRow):
        stop.take_focus()
    else:
        stop.setFocus(Qt.FocusReason.OtherFocusReason)


def _holds_focus(stop: Stop) -> bool:
    focus = QApplication.focusWidget()
    return focus is stop or (focus is not None and stop.isAncestorOf(focus))
