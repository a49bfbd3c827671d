"""The Tune place: knobs at the left, curves in the middle, the store under these numbers at the right."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.values import ChangeSet
from memento_gui.qt.actions import Action
from memento_gui.qt.place import Place, PlaceContext
from memento_gui.qt.places.tune.advice.findings import Advice, information_on
from memento_gui.qt.places.tune.drawer import Drawer
from memento_gui.qt.places.tune.file_questions import write_curves
from memento_gui.qt.places.tune.knobs.groups import knob_of
from memento_gui.qt.places.tune.knobs.turning import Turning
from memento_gui.qt.places.tune.learn.pane import LearnDesk
from memento_gui.qt.places.tune.middle import CURVES, LEARN, LINEAR, LOG, RANKING, Middle
from memento_gui.qt.places.tune.offer import OFFER
from memento_gui.qt.places.tune.ranking.desk import RankingDesk
from memento_gui.qt.places.tune.sets.desk import SetDesk
from memento_gui.qt.places.tune.side import Side
from memento_gui.qt.places.tune.store.bins import DECAY, FORGET
from memento_gui.qt.places.tune.store.desk import StoreDesk
from memento_gui.qt.places.tune.store.pane import StorePane
from memento_gui.qt.places.tune.store.reader import Counted
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.slots import NAMES
from memento_gui.qt.widgets.label import separator
from memento_gui.qt.widgets.message_bar import INFO, Message

TIME: Final = "time"
"""What the time axis is remembered by."""

HISTOGRAM: Final = "histogram"
"""What the score that the histogram shows is remembered by."""

_SELECTED: Final = "tune.selected"


class TunePlace(Place):
    """Everything follows `AppState.parameters`: a knob asks for a step on the undo stack, and hears what came of it."""

    key = "tune"
    label = "Tune"
    icon = "tune"
    offer: ClassVar[tuple[Action, ...]] = OFFER

    def __init__(self, context: PlaceContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        theme = context.theme
        self.side = Side(theme)
        self.panel = self.side.panel
        self.middle = Middle(theme)
        self.curves = self.middle.curves
        self.store = StorePane(theme)
        self.turning = Turning(context, self)
        self._turn = self.turning.turn
        self.set_desk = SetDesk(context, self.side.chooser, self)
        self.sets = self.set_desk.sets
        self.store_desk = StoreDesk(context, self.store, self)
        self.ranking_desk = RankingDesk(context, self.middle.ranking, self)
        self.desk = LearnDesk(context, self.middle.learn, self)
        self._of_queries: tuple[Advice, ...] = ()
        self._tag_factor = context.state.parameters.decay.tag_factor
        self._drawer = self._lay_out()
        self._connect_parts()
        self._connect_sets()
        self._show()

    def _lay_out(self) -> Drawer:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.side)
        row.addWidget(separator(upright=True))
        row.addWidget(self.middle, 1)
        return Drawer(self, row, self.middle, self.store)

    def _connect_parts(self) -> None:
        self.panel.turned.connect(self._turn)
        self.panel.focused.connect(self.curves.mark)
        self.panel.reset.connect(lambda group: self.turning.reset(group, self.panel.boxes[group].group.title))
        self.turning.reported.connect(self.reported)
        self.turning.let_go.connect(self._show_advice)
        for plots in (self.curves, self.store):
            plots.pressed.connect(self._take)
            plots.turned.connect(self.turning.drag)
            plots.released.connect(lambda _name: self.turning.drop())
        self.middle.numbers.picked.connect(self._go_to)
        self.middle.advice.followed.connect(self._follow)
        self.middle.learn.checks.followed.connect(self._follow)
        self.middle.store_wished.connect(self._drawer.toggle)
        self.desk.advised.connect(self._hear_queries)
        self.desk.reported.connect(self.reported)
        self.desk.counted.connect(self.middle.show_judged)
        self.store.opened.connect(self.opened)
        self.middle.ranking.opened.connect(self.opened)
        self.middle.turned_over.connect(lambda _tab: self.ranking_desk.follow())
        self.ranking_desk.moved.connect(self.middle.show_moved)
        self.ranking_desk.changes_found.connect(self.panel.show_changes)
        self.store_desk.shown.connect(self._hear_counted)

    def _connect_sets(self) -> None:
        state, undo = self.context.state, self.context.undo
        state.tuned.connect(self._tuned)
        state.saved_changed.connect(self._show)
        state.slotted.connect(self._show_slots)
        undo.changed.connect(self._show_steps)
        self.sets.changed.connect(self._show_sets)
        self.set_desk.reported.connect(self.reported)
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
        self.ranking_desk.list()
        self.panel.enter()

    def _read_selected(self) -> None:
        """Read of the memories selected in Browse what their curves need."""
        library, ids = self.context.library, self.context.state.marked_ids
        decay = self.context.state.parameters.decay
        self._tag_factor = decay.tag_factor
        self.context.tasks.run(_SELECTED, lambda _job: library.lives.of(ids, decay), self.curves.show_memories)

    @override
    def leave(self) -> None:
        self.store_desk.stop()
        self.ranking_desk.stop()
        self.desk.stop_checks()

    @override
    def refresh(self, changes: ChangeSet) -> None:
        if changes.everything or changes.tables & {"parameter_set", "meta"}:
            self.sets.adopt()
        if changes:
            self._read_selected()
            self.store_desk.count()
            self.desk.check()
            self.ranking_desk.list()
        if changes.everything or changes.tables & {"judgement", "review_log"}:
            self.desk.count()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)

    @override
    def look(self) -> dict[str, str]:
        return {TIME: self.middle.time.current, HISTOGRAM: self.store.histograms.measure}

    @override
    def put_look(self, look: Mapping[str, str]) -> None:
        self.middle.choose_time(look.get(TIME, LINEAR))
        self.store.histograms.tabs.choose(look.get(HISTOGRAM, FORGET))

    def switch_time_axis(self) -> None:
        """Spread the curves' time by its logarithm, or evenly again."""
        self.middle.choose_time(LINEAR if self.middle.time.current == LOG else LOG)

    def switch_histogram(self) -> None:
        """Show the other score in the histogram."""
        histograms = self.store.histograms
        histograms.tabs.choose(FORGET if histograms.measure == DECAY else DECAY)

    # --- two sets at once ---

    def switch_slots(self) -> None:
        """Use the other of the two sets that are held at once."""
        state, slots = self.context.state, self.context.state.slots
        self.turning.part()
        if slots.other == slots.current:
            state.hold(replace(slots, used=1 - slots.used))
        else:
            self.context.undo.turn(slots.other, f"Switch to {NAMES[1 - slots.used]}")

    def _copy_slot(self) -> None:
        slots = self.context.state.slots
        self.context.undo.hold(slots.copied(), f"Copy {NAMES[slots.used]} to {NAMES[1 - slots.used]}")

    def _tuned(self, parameters: ParameterSet) -> None:
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
        self.store_desk.count()
        self.desk.check()
        self.ranking_desk.follow()

    def _show_sets(self) -> None:
        state = self.context.state
        self.set_desk.show_sets()
        self._show_slots()
        self.store.name_saved(state.set_name)
        self.store.back.setEnabled(state.edited)

    def _show_slots(self) -> None:
        slots = self.context.state.slots
        first, second = (self.sets.title_of(held) for held in slots.sets)
        self.side.slots.show_slots((first, second), slots.used)

    def _show_steps(self) -> None:
        undo = self.context.undo
        self.side.show_steps(undo.undo_label, undo.redo_label)
        self.store.undo.setEnabled(bool(undo.undo_label))

    def _hear_counted(self, counted: Counted) -> None:
        tables = counted.outlook.fates.table
        self.panel.suggest({"importance.project_boost": [name for name in tables.projects if name]})
        self._show_advice()

    def _hear_queries(self, advice: tuple[Advice, ...]) -> None:
        self._of_queries = advice
        self._show_advice()

    def _show_advice(self) -> None:
        """Show what is odd about the numbers; not while a handle is held, under which the plots would move."""
        if self.turning.held:
            return
        information = information_on(self.context.state.parameters)
        self.middle.show_advice((*self.store_desk.advice, *self._of_queries, *information))

    # --- turning knobs ---

    def _take(self, name: str) -> None:
        """A handle or a threshold was taken: its knob gets the focus."""
        self.turning.take(name)
        self._go_to(name)

    def _go_to(self, name: str) -> None:
        self.panel.go_to(knob_of(name).name)

    def _follow(self, advice: Advice) -> None:
        if advice.use:
            self.sets.use(advice.use)
        else:
            wanted = self.context.state.parameters.with_values(advice.changes)
            self.context.undo.turn(wanted, advice.button)

    def try_queries(self) -> None:
        """Show what the numbers do to queries, ready to type one."""
        self.middle.tabs.choose(RANKING)
        self.middle.ranking.line.setFocus()

    def learn(self) -> None:
        """Learn the ranking, and show how it goes."""
        self.middle.tabs.choose(LEARN)
        self.desk.learn_ranking()

    def learn_reviews(self) -> None:
        """Learn the review curve, and show how it goes."""
        self.middle.tabs.choose(LEARN)
        self.middle.learn.ensureWidgetVisible(self.middle.learn.reviews.start)
        self.desk.learn_reviews()

    def learn_fsrs(self) -> None:
        """Fit FSRS-6 by its own optimizer, and show how it goes; where it is not installed, say so."""
        self.middle.tabs.choose(LEARN)
        self.middle.learn.ensureWidgetVisible(self.middle.learn.fsrs.note)
        self.desk.learn_fsrs()

    # --- sets ---

    def save_as(self) -> None:
        """Ask for a name and save the numbers under it."""
        self.set_desk.save_as()

    def rename_set(self) -> None:
        """Ask for another name of the saved set in use."""
        self.set_desk.rename()

    def duplicate_set(self) -> None:
        """Save the set in use once more under a free name, and use that."""
        self.sets.duplicate()

    def go_back(self) -> None:
        """Go back to the saved numbers."""
        self.sets.back()

    def delete_set(self) -> None:
        """Delete the saved set in use."""
        self.sets.delete()

    def export_set(self) -> None:
        """Ask for a file and write the saved set in use to it."""
        self.set_desk.write()

    def import_set(self) -> None:
        """Ask for a file and take a set from it."""
        self.set_desk.read()

    def import_variables(self) -> None:
        """Take a set from CortexGraph's variables in the environment that the window was started in."""
        self.sets.read_variables(os.environ)

    # --- curves as files ---

    def show_over_time(self) -> None:
        """Show the selected memories over time, or the models again."""
        self.middle.tabs.choose(CURVES)
        if self.curves.over_time.isHidden():
            words = "Select memories in Browse; then their scores are shown here over time, with their uses."
            self.reported.emit(Message(text=words, kind=INFO, key="tune.over_time"))
        else:
            self.curves.over_time.click()

    def save_recency(self) -> None:
        """Ask for a file and write the recency curves to it."""
        self._save_plot(self.curves.recency, "recency.png")

    def save_decay(self) -> None:
        """Ask for a file and write the decay curves to it."""
        plot = self.curves.life if self.curves.over_time.isChecked() else self.curves.decay
        self._save_plot(plot, "decay.png")

    def save_effects(self) -> None:
        """Ask for a file and write to it which of use count, strength and recall is shown."""
        effects = self.curves.effects
        self._save_plot(effects.plot, f"{effects.tabs.current}.png")

    def save_histogram(self) -> None:
        """Ask for a file and write the histogram to it."""
        self._save_plot(self.store.histogram, "histogram.png")

    def save_year(self) -> None:
        """Ask for a file and write the coming year to it."""
        self._save_plot(self.store.population, "year.png")

    def _save_plot(self, plot: Plot, suggested: str) -> None:
        told = write_curves(self, plot, suggested)
        if told is not None:
            self.reported.emit(told)

    # --- a narrow window ---

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._drawer.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._drawer.is_open:
            self._drawer.toggle()
        else:
            super().keyPressEvent(event)
