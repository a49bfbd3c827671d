"""Two people changed the same memory: which fields differ, and what each could become."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from memento_gui.engine.three_way import merge_tags, merge_texts


class Side(Enum):
    """Whose version of a field is taken."""

    THEIRS = "theirs"
    MINE = "mine"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldConflict:
    """A field that is not the same everywhere.

    ``both`` puts the two changes together; None where a field holds one value only. ``clashes`` counts the places at which
    both changed the same words. ``suggested`` loses nothing that can be kept.
    """

    name: str
    before: Any
    theirs: Any
    mine: Any
    both: Any = None
    clashes: int = 0

    @property
    def suggested(self) -> Side:
        """The side of whoever changed it; if both did, both, or mine where only one can be kept."""
        if self.theirs == self.before:
            return Side.MINE
        if self.mine in (self.before, self.theirs):
            return Side.THEIRS
        return Side.MINE if self.both is None else Side.BOTH

    @property
    def contested(self) -> bool:
        """Whether both changed it, each otherwise."""
        return self.before not in (self.theirs, self.mine) and self.theirs != self.mine

    def value(self, side: Side) -> Any:
        """Return what the field becomes."""
        return {Side.THEIRS: self.theirs, Side.MINE: self.mine, Side.BOTH: self.both}[side]


_NONE: Final = object()


def conflicts(before: Mapping[str, Any], theirs: Mapping[str, Any], mine: Mapping[str, Any]) -> tuple[FieldConflict, ...]:
    """Return the fields that someone changed, in the order of ``mine``; seconds for long texts, so call it in a worker.

    Args:
        before: The fields as they were when my edit began.
        theirs: As they are in the store now.
        mine: As I typed them.
    """
    found = []
    for name, own in mine.items():
        old, other = before.get(name, _NONE), theirs[name]
        if own == other == old:
            continue
        both, clashes = _both(name, old, other, own)
        found.append(FieldConflict(name=name, before=old, theirs=other, mine=own, both=both, clashes=clashes))
    return tuple(found)


def _both(name: str, before: Any, theirs: Any, mine: Any) -> tuple[Any, int]:
    if before in (theirs, mine) or theirs == mine:
        return None, 0
    if name == "tags":
        return merge_tags(before, theirs, mine), 0
    if name == "content":
        merged = merge_texts(before, theirs, mine)
        return merged.text, merged.clashes
    return None, 0
