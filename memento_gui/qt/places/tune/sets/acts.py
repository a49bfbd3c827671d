"""Saving, using and deleting parameter sets: every act is one step that can be undone, and no unsaved turn is lost."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.errors import MementoError, UnreadableSource
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN
from memento_gui.model.edits import ACTIVE_SET, PutSetting
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.widgets.message_bar import INFO, Message

MOST_BYTES: Final = 1 << 20
_MOST_NAMES: Final = 20


class Sets(QObject):
    """What can be done with parameter sets."""

    changed = Signal()
    """Another set is in use, or there are other sets."""
    reported = Signal(object)

    def __init__(self, context: PlaceContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._names = context.library.parameter_sets.names()
        context.undo.applied.connect(self.adopt)

    def names(self) -> list[tuple[str, bool]]:
        """Return the names of all sets, each with whether it is built in."""
        return self._names

    def title_of(self, parameters: ParameterSet) -> str:
        """Return the name of the set that these numbers are: the one in use or a built-in one; else ``edited``."""
        state = self._context.state
        if parameters == state.saved:
            return state.set_name
        return next((name for name, known in BUILT_IN.items() if known == parameters), "edited")

    def suggested_name(self) -> str:
        """Return the name under which the numbers would be saved: the set's own, or a free one where that is built in."""
        name = self._context.state.set_name
        built_in = (name, True) in self._names
        return free_name(f"{name} edited", [known for known, _ in self._names]) if built_in else name

    def adopt(self) -> None:
        """Take over the store's active set, whoever chose it."""
        library = self._context.library
        self._names = library.parameter_sets.names()
        self._context.state.adopt(library.parameter_sets.active_name(), library.parameters())
        self.changed.emit()

    def save(self, name: str) -> None:
        """Save the numbers as they are under a name, and use that set."""
        self._try(lambda: self._save(name, self._context.state.parameters))

    def _save(self, name: str, parameters: ParameterSet) -> None:
        self._context.undo.do(self._context.library.parameter_sets.save_edit(name, parameters))

    def use(self, name: str) -> None:
        """Use another set; unsaved turns of the present one become a step of their own."""
        if name == self._context.state.set_name:
            self.back()
            return
        self._settle()
        before = self._context.library.parameter_sets.active_name()
        self._context.undo.do(PutSetting(label=f"Use set {name}", key=ACTIVE_SET, before=before, after=name))

    def back(self) -> None:
        """Go back to the saved numbers."""
        state = self._context.state
        self._context.undo.turn(state.saved, f"Back to {state.set_name}")

    def duplicate(self) -> None:
        """Save the set in use once more under a free name, and use that; unsaved turns stay unsaved."""
        library, name = self._context.library, self._context.state.set_name
        copy = free_name(f"{name} copy", [known for known, _ in self._names])
        edit = library.parameter_sets.save_edit(copy, self._context.state.saved)
        if self._context.undo.do(replace(edit, label=f"Duplicate set {name}")):
            self.reported.emit(Message(text=f"{copy} is in use now, with the numbers of {name}.", key="tune.duplicated"))

    def rename(self, name: str) -> None:
        """Give the saved set in use another name; unsaved turns stay unsaved."""
        sets, now = self._context.library.parameter_sets, self._context.state.set_name
        self._try(lambda: self._context.undo.do(sets.rename_edit(now, name)))

    def delete(self) -> None:
        """Delete the saved set in use; M1 is used from then on."""
        name = self._context.state.set_name
        self._try(lambda: self._delete(name))

    def _delete(self, name: str) -> None:
        edit = self._context.library.parameter_sets.save_edit(name, None)
        self._settle()
        if self._context.undo.do(edit):
            using = self._context.state.set_name
            words = Message(
                text=f"Deleted the set {name}.",
                detail=f"{using} is in use now.",
                kind=INFO,
                choices=(("Undo", self._context.undo.undo),),
                key="tune.deleted",
            )
            self.reported.emit(words)

    def write(self, path: Path) -> None:
        """Write the saved set in use to a TOML file."""
        self._try(lambda: self._write(path))

    def _write(self, path: Path) -> None:
        name = self._context.state.set_name
        text = self._context.library.parameter_sets.text(name)
        try:
            path.write_text(text, "utf-8")
        except OSError as error:
            reason = error.strerror or str(error)
            self.reported.emit(
                UnreadableSource(
                    f"{path.name} could not be written: {reason}. Choose another folder; the set is still here."
                )
            )
        else:
            self.reported.emit(Message(text=f"Wrote the set {name} to {path}.", key="tune.written"))

    def read(self, path: Path) -> None:
        """Take a set from a TOML or ``.env`` file, save it under a free name made of the file's, and use it."""
        self._try(lambda: self._read(path))

    def _read(self, path: Path) -> None:
        parameters, unknown = self._context.library.parameter_sets.read(_text_of(path))
        self._put_in_use(path.stem.removeprefix(".env") or "CortexGraph", parameters, unknown)

    def read_variables(self, variables: Mapping[str, str]) -> None:
        """Take a set from CortexGraph's variables among these, save it under a free name, and use it."""
        sets = self._context.library.parameter_sets
        self._try(lambda: self._put_in_use("CortexGraph", *sets.from_variables(variables)))

    def _put_in_use(self, wanted: str, parameters: ParameterSet, unknown: list[str]) -> None:
        name = free_name(wanted, [known for known, _ in self.names()])
        self._settle()
        self._save(name, parameters)
        more = f" and {len(unknown) - _MOST_NAMES:,} more" if len(unknown) > _MOST_NAMES else ""
        skipped = f"What is no parameter was left out: {', '.join(unknown[:_MOST_NAMES])}{more}." if unknown else ""
        self.reported.emit(Message(text=f"Read the set {name}; it is in use now.", detail=skipped, key="tune.read"))

    def _settle(self) -> None:
        """Turn unsaved numbers back first, as a step of its own, so that undo brings them back."""
        if self._context.state.edited:
            self.back()

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except MementoError as error:
            self.reported.emit(error)


def free_name(wanted: str, taken: list[str]) -> str:
    """Return a name that no set has: ``M1 edited``, ``M1 edited 2``."""
    names = {name.casefold() for name in taken}
    stem = wanted.strip() or "Imported"
    candidates = [stem, *(f"{stem} {number}" for number in range(2, len(names) + 3))]
    return next(name for name in candidates if name.casefold() not in names)


def _text_of(path: Path) -> str:
    """Read a small UTF-8 file.

    Raises:
        UnreadableSource: If it cannot be read, is larger than 1 MiB, or is not UTF-8.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UnreadableSource(f"{path.name} has more than 1 MiB, so it is no parameter set. Nothing was changed.")
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise UnreadableSource(f"{path.name} could not be read: {error.strerror or error}. Nothing was changed.") from error
    except UnicodeDecodeError as error:
        raise UnreadableSource(f"{path.name} is not UTF-8 text, so it is no parameter set. Nothing was changed.") from error
