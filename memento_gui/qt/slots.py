"""Two sets of numbers held at once, Tune's A and B, of which one is in use."""

from dataclasses import dataclass, replace
from typing import Final

from memento_gui.domain.parameters import ParameterSet

NAMES: Final = ("A", "B")


@dataclass(frozen=True, slots=True)
class Slots:
    """The two sets and which is in use (0 or 1)."""

    sets: tuple[ParameterSet, ParameterSet]
    used: int = 0

    @property
    def current(self) -> ParameterSet:
        """The set in use."""
        return self.sets[self.used]

    @property
    def other(self) -> ParameterSet:
        """The set that waits."""
        return self.sets[1 - self.used]

    def tuned(self, parameters: ParameterSet) -> "Slots":
        """Return the slots after the numbers in use became these.

        Numbers that are exactly those of the waiting slot are a switch (or one that was undone); all others are a change
        of the slot in use.
        """
        if parameters == self.other and parameters != self.current:
            return replace(self, used=1 - self.used)
        held = (parameters, self.other) if self.used == 0 else (self.other, parameters)
        return replace(self, sets=held)

    def copied(self) -> "Slots":
        """Return the slots with the set in use in both."""
        return replace(self, sets=(self.current, self.current))
