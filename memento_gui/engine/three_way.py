"""Three-way merging: two changes of the same text or tags put together, as far as they leave each other alone."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

LINES: Final = 4_000
"""Lines of all three texts up to which they are compared line by line."""

Span = tuple[int, int]
Clash = Callable[[list[str], list[str], list[str]], tuple[list[str], int]]

_WORDS: Final = 6_000
"""Words of a place that both changed up to which it is compared word by word."""

_WORD: Final = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class MergedText:
    """A text with both changes in it; at ``clashes`` places both changed the same lines, and both versions stand there."""

    text: str
    clashes: int


def merge_texts(before: str, theirs: str, mine: str) -> MergedText:
    """Merge two changes of a text line by line, and where both changed the same lines, word by word.

    Where both changed the same words too, their lines stand before mine. What both put in is taken once. Texts beyond
    `LINES` are taken as one line each.

    Source: Khanna, Kunal, Pierce, "A Formal Investigation of Diff3", 2007.
    """
    base, one, other = (text.splitlines(keepends=True) for text in (before, theirs, mine))
    if len(base) + len(one) + len(other) > LINES:
        base, one, other = [before], [theirs], [mine]
    merged, clashes = _merged(base, one, other, _words)
    return MergedText("".join(merged), clashes)


def _merged(base: list[str], one: list[str], other: list[str], clash: Clash) -> tuple[list[str], int]:
    """Merge lists of parts; ``clash`` says what becomes of parts that both changed, and in how many places."""
    merged: list[str] = []
    clashes = 0
    at_base, at_one, at_other = 0, 0, 0
    for common, in_one, in_other in _stable(base, one, other):
        old = base[at_base : common[0]]
        changed, clashed = _hunk(old, one[at_one : in_one[0]], other[at_other : in_other[0]], clash)
        merged += changed
        clashes += clashed
        merged += base[common[0] : common[1]]
        at_base, at_one, at_other = common[1], in_one[1], in_other[1]
    return merged, clashes


def merge_tags(before: Sequence[str], theirs: Sequence[str], mine: Sequence[str]) -> tuple[str, ...]:
    """Return theirs with what I added, without what I took away."""
    gone = set(before) - set(mine)
    return tuple(dict.fromkeys([*(tag for tag in theirs if tag not in gone), *(tag for tag in mine if tag not in before)]))


def _hunk(old: list[str], one: list[str], other: list[str], clash: Clash) -> tuple[list[str], int]:
    if other in (old, one):
        return one, 0
    return (other, 0) if one == old else clash(old, one, other)


def _words(old: list[str], one: list[str], other: list[str]) -> tuple[list[str], int]:
    """Merge lines that both changed word by word; both versions stand where that is not possible."""
    base, theirs, mine = (_WORD.findall("".join(lines)) for lines in (old, one, other))
    if old and len(base) + len(theirs) + len(mine) <= _WORDS:
        merged, clashes = _merged(base, theirs, mine, lambda _old, _one, _other: ([], 1))
        if not clashes:
            return merged, 0
    return [*(_ended(one) if one and other else one), *other], 1


def _ended(lines: list[str]) -> list[str]:
    """Return the lines with an end to the last one, so that what follows stands on a line of its own."""
    return lines if lines[-1].endswith(("\n", "\r")) else [*lines[:-1], f"{lines[-1]}\n"]


def _stable(base: list[str], one: list[str], other: list[str]) -> Iterator[tuple[Span, Span, Span]]:
    """Give the stretches that all three have in common, in order; the last is empty and stands at the ends."""
    lines_of_one = _matches(base, one)
    lines_of_other = _matches(base, other)
    start = 0
    while start < len(base):
        if start not in lines_of_one or start not in lines_of_other:
            start += 1
            continue
        end = start + 1
        while (
            lines_of_one.get(end) == lines_of_one[start] + end - start
            and lines_of_other.get(end) == lines_of_other[start] + end - start
        ):
            end += 1
        count = end - start
        yield (
            (start, end),
            (lines_of_one[start], lines_of_one[start] + count),
            (lines_of_other[start], lines_of_other[start] + count),
        )
        start = end
    yield (len(base), len(base)), (len(one), len(one)), (len(other), len(other))


def _matches(base: list[str], other: list[str]) -> dict[int, int]:
    """Return for each line of ``base`` that is kept where it stands in the other."""
    blocks = SequenceMatcher(None, base, other, autojunk=False).get_matching_blocks()
    return {block.a + offset: block.b + offset for block in blocks for offset in range(block.size)}
