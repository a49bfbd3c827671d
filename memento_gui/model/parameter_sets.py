"""Parameter sets by name: the built-in ones, those saved in the store, and which of them is active."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from memento_gui.domain.errors import InvalidParameter, StaleEdit, UnknownName, UnreadableSource
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, M1
from memento_gui.interchange import (
    from_environment,
    from_toml,
    is_environment,
    names_parameter,
    to_toml,
    unread_lines,
    variables,
)
from memento_gui.model import edits
from memento_gui.model.live import LiveStore
from memento_gui.store import Store, Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameParameterSet:
    """Give a saved parameter set another name."""

    label: str
    name: str
    new_name: str
    values: Mapping[str, Any]

    def apply(self, writer: Writer) -> "RenameParameterSet":
        """Write it if the set is still as it was; where it is the active one, it stays so.

        Raises:
            StaleEdit: If the set was changed, or the new name given to another one, meanwhile.
        """
        saved = writer.parameter_sets()
        if saved.get(self.name) != self.values or (self.new_name in saved):
            raise StaleEdit("This parameter set was changed elsewhere meanwhile. Nothing was written; look at it again.")
        writer.remove_parameter_set(self.name)
        writer.put_parameter_set(self.new_name, self.values)
        if writer.setting(edits.ACTIVE_SET) == self.name:
            writer.put_setting(edits.ACTIVE_SET, self.new_name)
        return replace(self, name=self.new_name, new_name=self.name)


class ParameterSets:
    """The sets of one store. What writes goes through the library's `apply`."""

    def __init__(self, store: Store, live: LiveStore, apply: Callable[[edits.Edit], edits.Edit]) -> None:
        self._store = store
        self._live = live
        self._apply = apply
        self._kept: tuple[int, ParameterSet] | None = None

    def active_name(self) -> str:
        """Return the name of the active set; M1 where that set is gone or holds what no set may."""
        name = self._store.setting(edits.ACTIVE_SET) or M1
        try:
            self.get(name)
        except (UnknownName, InvalidParameter):
            return M1
        return name

    def active(self) -> ParameterSet:
        """Return the active set; read again only after something changed."""
        sequence = self._live.snapshot().sequence
        if self._kept is None or self._kept[0] != sequence:
            self._kept = (sequence, self.get(self.active_name()))
        return self._kept[1]

    def get(self, name: str) -> ParameterSet:
        """Return a built-in or saved set.

        Raises:
            UnknownName: If there is none of this name.
            InvalidParameter: If another program saved a value out of bounds in it.
        """
        if name in BUILT_IN:
            return BUILT_IN[name]
        saved = self._store.parameter_sets().get(name)
        if saved is None:
            raise UnknownName(f"There is no parameter set {name!r}.")
        return ParameterSet.from_mapping(saved)[0]

    def every(self) -> dict[str, ParameterSet]:
        """Return all sets by name; one that another program saved with a value out of bounds is left out."""
        found = dict(BUILT_IN)
        for name, values in sorted(self._store.parameter_sets().items()):
            with suppress(InvalidParameter):
                found[name] = ParameterSet.from_mapping(values)[0]
        return found

    def names(self) -> list[tuple[str, bool]]:
        """Return the names of all sets, each with whether it is built in."""
        return [(name, True) for name in BUILT_IN] + [(name, False) for name in sorted(self._store.parameter_sets())]

    def save(self, name: str, parameters: ParameterSet) -> None:
        """Save a set under a name and make it the active one."""
        self._apply(self.save_edit(name, parameters))

    def save_edit(self, name: str, parameters: ParameterSet | None) -> edits.SetParameterSet:
        """Return the edit that saves a set under a name and makes it the active one; None deletes the name.

        Raises:
            UnknownName: If the name is empty or belongs to a built-in set.
        """
        if not name.strip() or name in BUILT_IN:
            raise UnknownName(
                f"A set cannot be saved as {name!r}: choose a name that no built-in set has. Nothing was saved."
            )
        active = self.active_name()
        kept = M1 if active == name else active
        return edits.SetParameterSet(
            label=f"Save set {name}" if parameters else f"Delete set {name}",
            name=name,
            before=self._store.parameter_sets().get(name),
            after=None if parameters is None else parameters.to_mapping(),
            active_before=active,
            active_after=kept if parameters is None else name,
        )

    def rename_edit(self, name: str, new_name: str) -> "RenameParameterSet":
        """Return the edit that gives a saved set another name; where it is the active one, it stays so.

        Raises:
            UnknownName: If there is no such saved set, or the new name is empty or another set's.
        """
        saved = self._store.parameter_sets()
        if name not in saved:
            raise UnknownName(f"There is no saved set {name!r} to rename. Nothing was changed.")
        taken = {known.casefold() for known, _ in self.names() if known != name}
        if not new_name.strip() or new_name.casefold() in taken:
            raise UnknownName(f"The set cannot be called {new_name!r}: choose a name that no set has. Nothing was changed.")
        return RenameParameterSet(
            label=f"Rename set {name} to {new_name}", name=name, new_name=new_name, values=saved[name]
        )

    def use(self, name: str) -> None:
        """Make a set the active one."""
        self.get(name)
        before = self._store.setting(edits.ACTIVE_SET)
        self._apply(edits.PutSetting(label=f"Use set {name}", key=edits.ACTIVE_SET, before=before, after=name))

    def delete(self, name: str) -> None:
        """Delete a saved set; M1 becomes active where it was."""
        self._apply(self.save_edit(name, None))

    def text(self, name: str) -> str:
        """Return a set as TOML."""
        return to_toml(self.get(name))

    def read(self, text: str) -> tuple[ParameterSet, list[str]]:
        """Read a set from TOML, or from an ``.env`` file of CortexGraph; also returns what was left out.

        That are names that are no parameter, and lines that could not be read.

        Raises:
            InvalidParameter: For a value out of bounds.
            UnreadableSource: If the text is neither, or names no parameter at all.
        """
        if is_environment(text):
            parameters, unknown = from_environment(variables(text))
            return parameters, unknown + unread_lines(text)
        parameters, unknown = from_toml(text)
        if not names_parameter(text):
            raise UnreadableSource("There is no parameter in the file, so it is no parameter set. Nothing was changed.")
        return parameters, unknown

    def from_variables(self, given: Mapping[str, str]) -> tuple[ParameterSet, list[str]]:
        """Return the set that CortexGraph's variables describe; also returns those of them that are no parameter.

        Raises:
            InvalidParameter: For a value that is no number, or out of bounds.
            UnreadableSource: If none of the variables is CortexGraph's.
        """
        return from_environment(given)
