"""The Tune place: knobs at the left, curves in the middle, the store under these numbers at the right."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.errors import InvalidParameter, MementoError
from memento_gui.domain.knobs import Table, Value
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.model.values import ChangeSet
from memento_gui.qt.actions import Action
from memento_gui.qt.place import Place, PlaceContext
from memento_gui.qt.places.tune.advice import Advice, information_on
from memento_gui.qt.places.tune.groups import full_label, knob_of
from memento_gui.qt.places.tune.learn_pane import LearnDesk
from memento_gui.qt.places.tune.middle import LEARN, Middle
from memento_gui.qt.places.tune.numbers import change_text
from memento_gui.qt.places.tune.rows import new_gesture
from memento_gui.qt.places.tune.save_dialog import SaveDialog
from memento_gui.qt.places.tune.scale import scale_of
from memento_gui.qt.places.tune.sets import Sets
from memento_gui.qt.places.tune.side import Side
from memento_gui.qt.places.tune.slot_bar import KEY
from memento_gui.qt.places.tune.slots import NAMES, Slots
from memento_gui.qt.places.tune.store_pane import StorePane
from memento_gui.qt.places.tune.store_reader import Counted, Population, StoreReader
from memento_gui.qt.plots.exporting import FILTERS, save_plot
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.tokens import DRAWER_BELOW, RAIL
from memento_gui.qt.widgets.label import separator
from memento_gui.qt.widgets.message_bar import DONE, Message

COUNT: Final = "tune.count"
MORE: Final = "tune.more"
YEARLY: Final = "tune.year"
_SELECTED: Final = "tune.selected"
_TOML: Final = "Parameter sets (*.toml)"
_SETS: Final = "Parameter sets and CortexGraph's settings (*.toml *.env .env)"


class TunePlace(Place):
    """Everything follows `AppState.parameters`: a knob asks for a step on the undo stack, and hears what came of it."""

    key = "tune"
    label = "Tune"
    icon = "tune"
    offer: ClassVar[tuple[Action, ...]] = (
        Action(
            id="tune.save",
            label="Save the numbers as…",
            call="save_as",
            group="Tune",
            shortcuts=("Ctrl+S",),
            place="tune",
            words="parameters set preset",
        ),
        Action(
            id="tune.back", label="Back to the saved numbers", call="go_back", group="Tune", place="tune", words="reset"
        ),
        Action(
            id="tune.learn",
            label="Learn the ranking from judgements",
            call="learn",
            group="Tune",
            place="tune",
            words="fit optimise judged queries",
        ),
        Action(
            id="tune.learn_reviews",
            label="Learn the review curve from reviews",
            call="learn_reviews",
            group="Tune",
            place="tune",
            words="fit optimise forgetting curve tau",
        ),
        Action(
            id="tune.switch",
            label="Switch between A and B",
            call="switch_slots",
            group="Tune",
            shortcuts=(KEY,),
            icon="swap",
            place="tune",
            words="slot compare other",
        ),
        Action(id="tune.delete", label="Delete the saved set in use", call="delete_set", group="Tune", place="tune"),
        Action(id="tune.export", label="Export the set as TOML…", call="export_set", group="Tune", place="tune"),
        Action(
            id="tune.recency_file",
            label="Save the recency curves as PNG, SVG or CSV…",
            call="save_recency",
            group="Tune",
            icon="export",
            place="tune",
            words="export picture plot",
        ),
        Action(
            id="tune.decay_file",
            label="Save the decay curves as PNG, SVG or CSV…",
            call="save_decay",
            group="Tune",
            icon="export",
            place="tune",
            words="export picture plot",
        ),
        Action(id="tune.import", label="Import a set from TOML or .env…", call="import_set", group="Tune", place="tune"),
    )

    def __init__(self, context: PlaceContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        theme = context.theme
        self.sets = Sets(context, self)
        self.side = Side(theme)
        self.panel = self.side.panel
        self.middle = Middle(theme)
        self.curves = self.middle.curves
        self.store = StorePane(theme)
        self.desk = LearnDesk(context, self.middle.learn, self)
        self.dialog: SaveDialog | None = None
        self._edge = separator(upright=True)
        self._row = QHBoxLayout(self)
        self._reader = StoreReader(context.library)
        self._counted: Counted | None = None
        self._slots = Slots((context.state.parameters, BUILT_IN[LONG_MEMORY]))
        self._of_queries: tuple[Advice, ...] = ()
        self._tag_factor = context.state.parameters.decay.tag_factor
        self._gesture = ""
        self._began_at: Value | Table = 0.0
        self._drag = ""
        self._narrow = True
        self._lay_out()
        self._dock(narrow=True)
        self._connect_parts()
        self._connect_sets()
        self._show()

    def _lay_out(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self.side)
        self._row.addWidget(separator(upright=True))
        self._row.addWidget(self.middle, 1)
        for part in (self._edge, self.store):
            part.setParent(self)

    def _connect_parts(self) -> None:
        self.panel.turned.connect(self._turn)
        self.panel.focused.connect(self.curves.mark)
        self.panel.reset.connect(self._reset)
        for plots in (self.curves, self.store):
            plots.pressed.connect(self._take)
            plots.turned.connect(self._drag_to)
        self.middle.numbers.picked.connect(self._go_to)
        self.middle.advice.followed.connect(self._follow)
        self.middle.learn.checks.followed.connect(self._follow)
        self.desk.advised.connect(self._hear_queries)
        self.middle.store_wished.connect(self._toggle_drawer)
        self.desk.reported.connect(self.reported)
        self.desk.counted.connect(self.middle.show_judged)
        self.store.opened.connect(self.opened)
        self.store.time.moved.connect(lambda _days: self._count())
        self.store.list.fates.wanted.connect(self._fetch_more)

    def _connect_sets(self) -> None:
        state, undo, chooser = self.context.state, self.context.undo, self.side.chooser
        state.tuned.connect(self._tuned)
        state.saved_changed.connect(self._show)
        undo.changed.connect(self._show_steps)
        self.sets.changed.connect(self._show_sets)
        self.sets.reported.connect(self.reported)
        chooser.chosen.connect(self.sets.use)
        chooser.save_wished.connect(self.save_as)
        chooser.delete_wished.connect(self.delete_set)
        chooser.export_wished.connect(self.export_set)
        chooser.import_wished.connect(self.import_set)
        self.side.undo_wished.connect(undo.undo)
        self.side.redo_wished.connect(undo.redo)
        self.side.slots.switched.connect(self.switch_slots)
        self.side.slots.copied.connect(self._copy_slot)
        self.store.undo_wished.connect(undo.undo)
        self.store.save_wished.connect(self.save_as)
        self.store.back_wished.connect(self.go_back)

    # --- being a place ---

    @override
    def enter(self) -> None:
        self._show()
        self._read_selected()
        self.desk.count()
        self.panel.enter()

    def _read_selected(self) -> None:
        """Read of the memories selected in Browse what their curves need."""
        library, ids = self.context.library, self.context.state.marked_ids
        decay = self.context.state.parameters.decay
        self._tag_factor = decay.tag_factor
        self.context.tasks.run(
            _SELECTED, lambda _job: library.prospects.decays(ids, decay), lambda own: self.curves.show_memories(*own)
        )

    @override
    def leave(self) -> None:
        self.context.tasks.cancel(COUNT)
        self.context.tasks.cancel(MORE)
        self.context.tasks.cancel(YEARLY)
        self.store.time.stop()
        self.desk.stop_checks()

    @override
    def refresh(self, changes: ChangeSet) -> None:
        if changes.everything or changes.tables & {"parameter_set", "meta"}:
            self.sets.adopt()
        if changes:
            self._read_selected()
            self._count()
            self._count_year()
            self.desk.check()
        if changes.everything or changes.tables & {"judgement", "review_log"}:
            self.desk.count()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)

    # --- two sets at once ---

    def switch_slots(self) -> None:
        """Use the other of the two sets that are held at once."""
        other = self._slots.other
        if other == self._slots.current:
            self._slots = replace(self._slots, used=1 - self._slots.used)
            self._show_sets()
        else:
            self.context.undo.turn(other, f"Switch to {NAMES[1 - self._slots.used]}")

    def _copy_slot(self) -> None:
        self._slots = self._slots.copied()
        self._show_sets()

    def _tuned(self, parameters: ParameterSet) -> None:
        self._slots = self._slots.tuned(parameters)
        self._show()
        if parameters.decay.tag_factor != self._tag_factor:
            self._read_selected()

    # --- showing ---

    def _show(self) -> None:
        """Show the numbers at once; what they mean for the store follows from a worker."""
        state = self.context.state
        self.panel.show_parameters(state.parameters, state.saved)
        self.middle.show_parameters(state.parameters, state.saved)
        self.store.show_thresholds(state.parameters)
        self._show_sets()
        self._show_steps()
        self._count()
        self._count_year()
        self.desk.check()

    def _show_sets(self) -> None:
        state = self.context.state
        self.side.chooser.show_sets(self.sets.names(), state.set_name, edited=state.edited)
        first, second = (self.sets.title_of(held) for held in self._slots.sets)
        self.side.slots.show_slots((first, second), self._slots.used)
        self.store.name_saved(state.set_name)
        self.store.back.setEnabled(state.edited)

    def _show_steps(self) -> None:
        undo = self.context.undo
        self.side.show_steps(undo.undo_label, undo.redo_label)
        self.store.undo.setEnabled(bool(undo.undo_label))

    def _count(self) -> None:
        parameters, saved, reader = self.context.state.parameters, self.context.state.saved, self._reader
        ahead = self.store.time.ahead
        self.context.tasks.run(COUNT, lambda job: reader.read(job, parameters, saved, ahead), self._show_counted)

    def _count_year(self) -> None:
        parameters, reader = self.context.state.parameters, self._reader
        self.store.time.begin_at(self.context.clock.now_ms())
        self.context.tasks.run(YEARLY, lambda job: reader.population(job, parameters), self._show_population)

    def _show_population(self, found: Population) -> None:
        self.store.population.show_population(found.days, found.counts)

    def _show_counted(self, counted: Counted) -> None:
        self.context.tasks.cancel(MORE)
        self._counted = counted
        self.store.show_outlook(counted.outlook, counted.rows, counted.parameters)
        tables = counted.outlook.fates.table
        self.panel.suggest({"importance.project_boost": [name for name in tables.projects if name]})
        self._show_advice()

    def _hear_queries(self, advice: tuple[Advice, ...]) -> None:
        self._of_queries = advice
        self._show_advice()

    def _show_advice(self) -> None:
        counted = () if self._counted is None else self._counted.advice
        self.middle.show_advice((*counted, *self._of_queries, *information_on(self.context.state.parameters)))

    def _fetch_more(self, start: int) -> None:
        counted, reader = self._counted, self._reader
        if counted is not None:
            fates = counted.outlook.fates
            self.context.tasks.run(MORE, lambda _job: reader.rows(fates, start), self.store.list.fates.append)

    # --- turning knobs ---

    def _turn(self, name: str, value: Value | Table, gesture: str) -> None:
        """Ask for a value as a step that can be undone; turns of one gesture are one step."""
        state, knob = self.context.state, knob_of(name)
        if not gesture or gesture != self._gesture:
            self._gesture, self._began_at = gesture, state.parameters.value(name)
        try:
            wanted = state.parameters.with_value(name, value)
        except InvalidParameter as error:
            self.reported.emit(error)
            return
        label = f"{full_label(knob)} {change_text(knob, self._began_at, value)}"
        self.context.undo.turn(wanted, label, merge_key=gesture)

    def _take(self, name: str) -> None:
        """A handle or a threshold was taken: its knob gets the focus."""
        self._drag = new_gesture(name)
        self._go_to(name)

    def _drag_to(self, name: str, value: float) -> None:
        self._turn(name, scale_of(knob_of(name)).rounded(value), self._drag)

    def _reset(self, group: str) -> None:
        state = self.context.state
        mapping = state.parameters.to_mapping() | {group: state.saved.to_mapping()[group]}
        wanted, _ = type(state.parameters).from_mapping(mapping)
        title = self.panel.boxes[group].group.title
        self.context.undo.turn(wanted, f"{title} back to {state.set_name}")

    def _go_to(self, name: str) -> None:
        self.panel.go_to(knob_of(name).name)

    def _follow(self, advice: Advice) -> None:
        if advice.use:
            self.sets.use(advice.use)
        else:
            wanted = self.context.state.parameters.with_values(advice.changes)
            self.context.undo.turn(wanted, advice.button)

    def learn(self) -> None:
        """Learn the ranking, and show how it goes."""
        self.middle.tabs.choose(LEARN)
        self.desk.learn_ranking()

    def learn_reviews(self) -> None:
        """Learn the review curve, and show how it goes."""
        self.middle.tabs.choose(LEARN)
        self.middle.learn.ensureWidgetVisible(self.middle.learn.reviews.start)
        self.desk.learn_reviews()

    # --- sets ---

    def save_as(self) -> None:
        """Ask for a name and save the numbers under it."""
        self.dialog = SaveDialog(self.sets.names(), self.sets.suggested_name(), self)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.named.connect(self.sets.save)
        self.dialog.open()

    def go_back(self) -> None:
        """Go back to the saved numbers."""
        self.sets.back()

    def delete_set(self) -> None:
        """Delete the saved set in use."""
        self.sets.delete()

    def export_set(self) -> None:
        """Ask for a file and write the saved set in use to it."""
        suggested = f"{self.context.state.set_name}.toml"
        path, _ = QFileDialog.getSaveFileName(self, "Export the set", suggested, _TOML)
        if path:
            self.sets.write(Path(path))

    def import_set(self) -> None:
        """Ask for a file and take a set from it."""
        path, _ = QFileDialog.getOpenFileName(self, "Import a set", "", f"{_SETS};;All files (*)")
        if path:
            self.sets.read(Path(path))

    # --- curves as files ---

    def save_recency(self) -> None:
        """Ask for a file and write the recency curves to it."""
        self._save_plot(self.curves.recency, "recency.png")

    def save_decay(self) -> None:
        """Ask for a file and write the decay curves to it."""
        self._save_plot(self.curves.decay, "decay.png")

    def _save_plot(self, plot: Plot, suggested: str) -> None:
        path, chosen = QFileDialog.getSaveFileName(self, "Save the curves", suggested, FILTERS)
        if not path:
            return
        target = Path(path) if Path(path).suffix else Path(path + chosen[chosen.index("*") + 1 : -1])
        try:
            save_plot(plot, target)
        except MementoError as error:
            self.reported.emit(error)
        else:
            self.reported.emit(Message(text=f"Curves written to {target.name}", kind=DONE))

    # --- a narrow window ---

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < DRAWER_BELOW - RAIL
        if narrow != self._narrow:
            self._narrow = narrow
            self._dock(narrow=narrow)
        self._place_drawer()

    def _dock(self, *, narrow: bool) -> None:
        """Put the store beside the curves, or over their right side, where it is shown only when asked for."""
        self.middle.store_button.setVisible(narrow)
        self.middle.store_button.setChecked(False)
        if narrow:
            self._row.removeWidget(self._edge)
            self._row.removeWidget(self.store)
        else:
            self._row.addWidget(self._edge)
            self._row.addWidget(self.store)
        self.store.setVisible(not narrow)
        self._edge.setVisible(not narrow)

    def _toggle_drawer(self) -> None:
        self.store.setVisible(self.store.isHidden())
        self._edge.setVisible(not self.store.isHidden())
        self.middle.store_button.setChecked(not self.store.isHidden())
        self._place_drawer()

    def _place_drawer(self) -> None:
        if self._narrow:
            top = self.middle.tabs.geometry().bottom() + 1
            self.store.setGeometry(self.width() - self.store.width(), top, self.store.width(), self.height() - top)
            self._edge.setGeometry(self.store.x() - 1, top, 1, self.store.height())
            self._edge.raise_()
            self.store.raise_()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._narrow and not self.store.isHidden():
            self._toggle_drawer()
        else:
            super().keyPressEvent(event)
