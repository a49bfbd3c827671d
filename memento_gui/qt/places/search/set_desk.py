"""Which numbers Search ranks by: those in use, turned from its own bar as steps that can be undone."""

from typing import Final

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.model.edits import ACTIVE_SET, PutSetting
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.search.bar import SearchBar
from memento_gui.qt.places.search.chooser import SetKey
from memento_gui.qt.places.search.schemes import SCHEME, option
from memento_gui.qt.slots import NAMES

_EDITED: Final = "(edited)"


class SetDesk(QObject):
    """Between the numbers in use and the bar."""

    changed = Signal()
    """Other numbers are in use, or there are other sets."""

    def __init__(self, context: PlaceContext, bar: SearchBar) -> None:
        super().__init__(bar)
        self._context, self._bar = context, bar
        self._known: dict[str, ParameterSet] = {}
        bar.scheme.chosen.connect(lambda scheme: self.turn(SCHEME, scheme))
        bar.ranking.turned.connect(self.turn)
        bar.chooser.chosen.connect(self.choose)
        bar.chooser.kept.connect(self.use)
        context.state.tuned.connect(lambda _parameters: self._tell())
        context.state.saved_changed.connect(self.read)
        context.state.saved_changed.connect(self._tell)
        self.read()

    @property
    def parameters(self) -> ParameterSet:
        """The numbers to rank by."""
        return self._context.state.parameters

    @property
    def names(self) -> list[tuple[str, bool]]:
        """The sets, each with whether it is built in."""
        return [(name, name in BUILT_IN) for name in self._known]

    @property
    def current(self) -> tuple[str, str]:
        """The name of the set whose numbers are in use, and what is to be said after it."""
        state = self._context.state
        if not state.edited:
            return state.set_name or self._context.library.parameter_sets.active_name(), ""
        only_scheme = state.parameters == state.saved.with_value(SCHEME, state.parameters.ranking.scheme)
        same = "" if only_scheme else self._name_of(state.parameters)
        return (same, "") if same else (state.set_name, _EDITED)

    @property
    def slots(self) -> tuple[str, ...]:
        """What Tune's slots are called, each with the set that it holds."""
        slots = self._context.state.slots.sets
        return tuple(f"Tune {name}: {self.title_of(held)}" for name, held in zip(NAMES, slots, strict=True))

    def named(self, name: str) -> ParameterSet:
        """Return a set by its name; the numbers in use where it is gone."""
        return self._known.get(name, self.parameters)

    def title_of(self, parameters: ParameterSet) -> str:
        """Return the name of the set that these numbers are, else ``(edited)``."""
        return self._name_of(parameters) or _EDITED

    def _name_of(self, parameters: ParameterSet) -> str:
        return next((name for name, known in self._known.items() if known == parameters), "")

    def read(self) -> None:
        """Know which sets the store has now."""
        self._known = self._context.library.parameter_sets.every()
        self._show()

    def turn(self, name: str, value: str) -> None:
        """Rank with another value of a scheme or a calibration."""
        self._context.undo.turn(self.parameters.with_value(name, value), option(name, value).step)
        self._show()

    def choose(self, key: SetKey) -> None:
        """Rank by the numbers of a set; the store's own stays what it is until somebody uses another one."""
        self.try_numbers(self.named(key) if isinstance(key, str) else self._context.state.slots.sets[key])

    def try_numbers(self, wanted: ParameterSet) -> None:
        """Rank by these numbers as a step that can be undone."""
        name = self._name_of(wanted)
        back = wanted == self._context.state.saved
        step = f"Back to {name}" if back else f"Search with {name}" if name else "Search with other numbers"
        self._context.undo.turn(wanted, step)
        self._show()

    def use_long_memory(self) -> None:
        """Make Long memory the store's set."""
        self.use(LONG_MEMORY)

    def use(self, name: str) -> None:
        """Make a set the store's, as a step that can be undone; unsaved turns become a step before it."""
        state, undo = self._context.state, self._context.undo
        before = self._context.library.parameter_sets.active_name()
        if state.edited:
            undo.turn(state.saved, f"Back to {state.set_name}")
        if name != before:
            undo.do(PutSetting(label=f"Use set {name}", key=ACTIVE_SET, before=before, after=name))

    def _tell(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        name, note = self.current
        tried = name if name != self._context.state.set_name and not self._context.library.read_only else ""
        self._bar.chooser.show_sets(self.names, name, note=note, keep=tried)
        self._bar.scheme.choose(str(self.parameters.value(SCHEME)))
        self._bar.ranking.show_parameters(self.parameters)
        self._bar.fit()
