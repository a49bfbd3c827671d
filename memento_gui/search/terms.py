"""What a query is made of, and how it is written down."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from dataclasses import field as member
from functools import cached_property
from typing import Final

from typing_extensions import override

WORD: Final = "word"
BEGINNING: Final = "beginning"
PHRASE: Final = "phrase"
HASH_TAG: Final = "hash"
UNFINISHED: Final = "unfinished"

NONE: Final = "none"
"""Stands for having no tag, source, project or user."""

_VALUE_QUOTE: Final = re.compile(r'(?<=[<>=:])"')
_SPECIAL: Final = re.compile(r'[\\"]')
_ESCAPED: Final = re.compile(r'\\["\\*]|.', re.DOTALL)
_PAIR: Final = re.compile(r'\\.|"', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a query: ``field sign value``.

    Besides the known fields there are ``word``, ``beginning`` (a word that is still being typed), ``phrase``, ``hash`` (a
    ``#tag`` that weighs) and ``unfinished`` (a field without its value: neither filters nor ranks). A ``literal`` value
    is a name that reads like more: ``none``, or one that ends with a star. ``span`` is where it was typed, from start to
    end.
    """

    field: str
    sign: str
    value: str
    negated: bool = False
    literal: bool = False
    span: tuple[int, int] = member(default=(0, 0), compare=False)

    @override
    def __str__(self) -> str:
        return f"-{self._plain()}" if self.negated else self._plain()

    def _plain(self) -> str:
        match self.field:
            case "word" | "beginning" | "unfinished":
                return self.value
            case "phrase":
                return f'"{self.value}"'
            case "hash":
                return f"#{self.value}"
            case "re":
                return f"{self.field}{self.sign}{_quoted_pattern(self.value)}"
            case _:
                return f"{self.field}{self.sign}{quoted(self.value, literal=self.literal)}"


@dataclass(frozen=True, slots=True)
class Group:
    """Several parts: all of them, or (``any``) at least one."""

    parts: "tuple[Node, ...]"
    any: bool = False
    negated: bool = False


Node = Term | Group
EVERYTHING: Final = Group(())


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong with characters ``start`` to ``end`` of a query; they count as text. ``hint``: what would be right."""

    start: int
    end: int
    message: str
    hint: str = ""


@dataclass(frozen=True, kw_only=True)
class Query:
    """A query taken apart. ``str`` writes it down so that it is taken apart into an equal one.

    While ``browsing`` everything in ``root`` filters. In a search words, phrases and ``#tags`` rank, and known fields,
    phrases and what is negated filter.
    """

    root: Node = EVERYTHING
    browsing: bool = False
    remarks: tuple[Remark, ...] = member(default=(), compare=False)

    @cached_property
    def leaves(self) -> tuple[Term, ...]:
        """All terms in the order in which they were typed."""
        return tuple(_leaves(self.root))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms that filter, in order."""
        return tuple(term for term in self.leaves if filters(term, browsing=self.browsing))

    @cached_property
    def ranking(self) -> str:
        """The text that ranks: words, phrases and tags; empty while browsing."""
        if self.browsing:
            return ""
        ranks = {WORD, PHRASE, HASH_TAG}
        parts = [_VALUE_QUOTE.sub("", term.value) for term in self.leaves if term.field in ranks and not term.negated]
        return " ".join(" ".join(parts).replace('"', " ").split())

    @cached_property
    def hash_tags(self) -> tuple[str, ...]:
        """The ``#tags``, which weigh and do not filter."""
        return tuple(term.value for term in self.leaves if term.field == HASH_TAG)

    @cached_property
    def scored(self) -> tuple[Term, ...]:
        """The ``score`` terms of a search, which apply after scoring."""
        return () if self.browsing else tuple(term for term in self.terms if term.field == "score")

    @override
    def __str__(self) -> str:
        """Write the query down: one space between parts, quotes where they are needed."""
        leaves = self.leaves
        finished = self.browsing and bool(leaves) and leaves[-1].field == WORD
        return _written(self.root, outermost=True, last=True) + (" " if finished else "")


def filters(term: Term, *, browsing: bool) -> bool:
    """Return whether a term filters: in a search, words and ``#tags`` only do so when they are negated."""
    if term.field == UNFINISHED:
        return False
    return browsing or term.negated or term.field not in {WORD, BEGINNING, HASH_TAG}


def all_of(parts: list[Node]) -> Node:
    """Return the conjunction of the parts; of one, that part."""
    return _joined(parts, any_one=False)


def any_of(parts: list[Node]) -> Node:
    """Return the disjunction of the parts; of one, that part. What is empty is left out."""
    return _joined([part for part in parts if part != EVERYTHING], any_one=True)


def negate(node: Node) -> Node:
    """Return the negation; a word still being typed counts as finished."""
    if isinstance(node, Term) and node.field == BEGINNING:
        node = replace(node, field=WORD)
    return node if node == EVERYTHING else replace(node, negated=not node.negated)


def reads_like_more(value: str) -> bool:
    """Whether a name would mean something else if it stood without quotes: no name at all, or any that begins so."""
    return value.casefold() == NONE or value.endswith("*")


def quoted(value: str, *, literal: bool = False) -> str:
    """Return the value in quotes, if it could not be told from what follows without; `unquoted` takes it back.

    Args:
        value: Any text that is not empty.
        literal: Whether ``none`` and a star at the end mean themselves.
    """
    if not literal and not _wants_quotes(value):
        return value
    escaped = _SPECIAL.sub(r"\\\g<0>", value)
    return f'"{escaped[:-1]}\\*"' if literal and value.endswith("*") else f'"{escaped}"'


def unquoted(typed: str) -> tuple[str, bool]:
    """Return what stands between quotes, and whether it means itself although it `reads_like_more`."""
    parts = _ESCAPED.findall(typed[1:-1])
    value = "".join(part[-1] for part in parts)
    return value, bool(parts) and (value.casefold() == NONE or parts[-1] == r"\*")


def pattern_typed(typed: str) -> str:
    """Return a pattern as it is kept: a quote needs no backslash there, whatever else one takes."""
    return _PAIR.sub(lambda found: '"' if found[0] == r"\"" else found[0], typed)


def _quoted_pattern(pattern: str) -> str:
    """Return a pattern in quotes where it needs them; its own backslashes stay single."""
    if not _wants_quotes(pattern):
        return pattern
    escaped = _PAIR.sub(lambda found: r"\"" if found[0] == '"' else found[0], pattern)
    return f'"{escaped}"'


def _wants_quotes(value: str) -> bool:
    return any(character.isspace() or character in '()"' for character in value)


def _joined(parts: list[Node], *, any_one: bool) -> Node:
    flat: list[Node] = []
    for part in parts:
        if isinstance(part, Group) and not part.negated and (part.any == any_one or not part.parts):
            flat += part.parts
        else:
            flat.append(part)
    if len(flat) == 1:
        return flat[0]
    return Group(tuple(flat), any=any_one) if flat else EVERYTHING


def _leaves(node: Node) -> Iterator[Term]:
    if isinstance(node, Term):
        yield node
    else:
        for part in node.parts:
            yield from _leaves(part)


def _written(node: Node, *, outermost: bool, last: bool) -> str:
    """Write a node down; at the very end a word still being typed leaves its brackets open."""
    if isinstance(node, Term):
        return str(node)
    joint = " or " if node.any else " "
    ending = len(node.parts) - 1
    parts = [
        _written(part, outermost=node.any and isinstance(part, Group) and not part.any, last=last and place == ending)
        for place, part in enumerate(node.parts)
    ]
    text = joint.join(parts)
    if outermost and not node.negated:
        return text
    return f"{'-' if node.negated else ''}({text}{_closing(list(_leaves(node))[-1], last=last)}"


def _closing(term: Term, *, last: bool) -> str:
    """Return the bracket after a term, apart where the term has one that it would close."""
    if last and term.field == BEGINNING:
        return ""
    written = str(term)
    return " )" if written.count("(") > written.count(")") else ")"
