"""What the name of a parameter set would do: save the numbers under it, or rename a saved set."""

from collections.abc import Sequence
from typing import Final

from memento_gui.qt.widgets.name_dialog import Judge, Verdict

_BUILT_IN: Final = "A built-in set has this name. Choose another; built-in sets never change."


def judge_saving(names: Sequence[tuple[str, bool]]) -> Judge:
    """Return what saving does under a name: those of built-in sets are refused, those of saved ones replaced.

    Args:
        names: The sets there are, each with whether it is built in.
    """
    built_in = {name.casefold() for name, fixed in names if fixed}
    own = {name for name, fixed in names if not fixed}

    def judge(name: str) -> Verdict:
        if name.casefold() in built_in:
            return Verdict("Save", allowed=False, note=_BUILT_IN)
        if name in own:
            note = "A saved set has this name; its numbers will be replaced. Undo brings them back."
            return Verdict("Replace", allowed=True, note=note)
        return Verdict("Save", allowed=True, note="Kept in this store. The window and assistants use it from then on.")

    return judge


def judge_renaming(names: Sequence[tuple[str, bool]], current: str) -> Judge:
    """Return what renaming the set ``current`` does: names that another set has are refused."""
    built_in = {name.casefold() for name, fixed in names if fixed}
    others = {name.casefold() for name, _ in names if name != current}

    def judge(name: str) -> Verdict:
        if name.casefold() in built_in:
            return Verdict("Rename", allowed=False, note=_BUILT_IN)
        if name.casefold() in others:
            return Verdict("Rename", allowed=False, note="Another saved set has this name. Choose another.")
        return Verdict(
            "Rename", allowed=name != current, note="Its numbers stay as they are; turns not saved yet stay too."
        )

    return judge
