"""Which words of two texts differ, and which of their lines belong beside each other."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final

Span = tuple[int, int]
"""Start and end of a part of a text, in characters."""

_WORD: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+|[^\w\s]")
"""Chinese and Japanese put no spaces between words: there each letter is one."""
_MOST_WORDS: Final = 800
"""Words of two lines up to which they are compared word by word."""
_ALIKE: Final = 0.4
"""The share of common words from which two lines are versions of each other."""
_MOST_LINES: Final = 40
"""Lines that were replaced, on one side, up to which it is looked which belong together."""


def changed_words(one: str, other: str) -> tuple[list[Span], list[Span]] | None:
    """Return which parts of two lines only one of them has; None where they have too little in common, or are too long.

    A part begins and ends with a word, and may be several. Where only spaces differ there is no such part: None too.
    """
    left, right = list(_WORD.finditer(one)), list(_WORD.finditer(other))
    if not 0 < len(left) + len(right) <= _MOST_WORDS:
        return None
    matcher = SequenceMatcher(None, [word[0] for word in left], [word[0] for word in right], autojunk=False)
    if matcher.ratio() < _ALIKE:
        return None
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    if not changes:
        return None
    return (
        [(left[i].start(), left[j - 1].end()) for _, i, j, _, _ in changes if i < j],
        [(right[k].start(), right[m - 1].end()) for _, _, _, k, m in changes if k < m],
    )


def beside_each_other(ones: Sequence[str], others: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """Yield lines that took each other's place in pairs, in order: versions of a line together, the rest alone.

    Each line comes once. Where there are too many, they come in pairs as they stand.
    """
    if max(len(ones), len(others)) > _MOST_LINES or len(ones) == len(others) == 1:
        yield from zip_longest(ones, others)
        return
    at_one = at_other = 0
    for place, partner in [*_partners(ones, others), (len(ones), len(others))]:
        yield from zip_longest(ones[at_one:place], others[at_other:partner])
        if place < len(ones):
            yield ones[place], others[partner]
        at_one, at_other = place + 1, partner + 1


def _partners(ones: Sequence[str], others: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of lines, ascending on both sides, that have most words in common over all."""
    left, right = [_counted(line) for line in ones], [_counted(line) for line in others]
    alike = [[_shared(one, other) for other in right] for one in left]
    best = [[0.0] * (len(others) + 1) for _ in range(len(ones) + 1)]
    for i in reversed(range(len(ones))):
        for j in reversed(range(len(others))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], alike[i][j] + best[i + 1][j + 1] if alike[i][j] else 0.0)
    pairs, i, j = list[tuple[int, int]](), 0, 0
    while i < len(ones) and j < len(others):
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            pairs.append((i, j))
            i, j = i + 1, j + 1
    return pairs


def _counted(line: str) -> Counter[str]:
    return Counter(_WORD.findall(line[: _MOST_WORDS * 10]))


def _shared(one: Counter[str], other: Counter[str]) -> float:
    """Return the share of common words (Dice), 0 where the lines are no versions of each other."""
    share = 2 * (one & other).total() / max(1, one.total() + other.total())
    return share if share >= _ALIKE else 0.0
