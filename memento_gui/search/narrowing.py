"""Changes what a filter line asks for, by one part at a time: and, or, not."""

from enum import Enum

from memento_gui.search.parsing import parse
from memento_gui.search.terms import BEGINNING, NONE, Group, Node, Query, Term, all_of, any_of, negate, reads_like_more


class Join(Enum):
    """How a part joins a filter."""

    AND = "and"
    OR = "or"
    NOT = "not"


def joined(text: str, part: str, how: Join) -> str:
    """Return a filter line with a part joined to it.

    AND and NOT take the part's opposite out of the line, if it stands there; where the part itself stands there already,
    they take that out, so that the same press twice leaves the line as it was. OR does so with the line's alternatives.

    Args:
        text: The filter line, as Browse reads it.
        part: What joins it, written the same way.
        how: As what it joins.
    """
    root, added = parse(text, browsing=True).root, parse(part, browsing=True).root
    wanted = negate(added) if how is Join.NOT else added
    parts, joint = _parts(root, any_one=how is Join.OR), any_of if how is Join.OR else all_of
    rest = [one for one in parts if one != wanted and (how is Join.OR or one != negate(wanted))]
    if wanted not in parts:
        rest = sorted([*rest, wanted], key=_is_being_typed)  # last, where it stays the beginning of a word
    return str(Query(root=joint(rest), browsing=True))


def both(text: str, part: str) -> str:
    """Return a filter line that asks for what a line and a part ask for."""
    root, added = parse(text, browsing=True).root, parse(part, browsing=True).root
    parts = [one for one in _parts(root, any_one=False) if one != added]
    return str(Query(root=all_of(sorted([*parts, added], key=_is_being_typed)), browsing=True))


def field_term(field: str, value: str) -> str:
    """Return the term that asks for a field's value, or an empty string where it is longer than a query may be."""
    term = Term(field, ":", value or NONE, literal=reads_like_more(value))
    return str(term) if parse(str(term), browsing=True).root == term else ""


def _parts(root: Node, *, any_one: bool) -> list[Node]:
    joins = isinstance(root, Group) and root.any == any_one and not root.negated
    return list(root.parts) if isinstance(root, Group) and joins else [root]


def _is_being_typed(part: Node) -> bool:
    return isinstance(part, Term) and part.field == BEGINNING
