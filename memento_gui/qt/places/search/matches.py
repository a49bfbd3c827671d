"""Which words of a shown text are those of the query, whatever their endings."""

import re
from collections.abc import Iterable
from typing import Final

Span = tuple[int, int]

_WORD: Final = re.compile(r"[^\W_]+")
_WIDE: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ENDINGS: Final = frozenset(
    ("", "s", "es", "d", "e", "ed", "er", "ers", "i", "ing", "ings", "y", "ies", "ied", "ion", "ions", "ly", "al")
)
_SHORTEST_STEM: Final = 3


def match_spans(text: str, words: Iterable[str]) -> tuple[Span, ...]:
    """Return the parts of ``text`` to highlight as (start, end), in order and without overlap.

    Args:
        text: What is shown.
        words: The query's words, stemmed or not; those of scripts without spaces match anywhere.
    """
    wanted = {word.casefold() for word in words if word}
    wide = {word for word in wanted if _WIDE.search(word)}
    spelled = wanted - wide
    found = [m.span() for m in _WORD.finditer(text) if any(_alike(m.group().casefold(), word) for word in spelled)]
    for word in wide:
        found += [m.span() for m in re.finditer(re.escape(word), text, re.IGNORECASE)]
    return _merged(found)


def clipped(spans: Iterable[Span], length: int) -> tuple[Span, ...]:
    """Return the spans that begin within the first ``length`` characters, cut off there."""
    return tuple((start, min(end, length)) for start, end in spans if start < length)


def _alike(one: str, other: str) -> bool:
    """Whether two words differ in nothing but a common ending."""
    if one == other:
        return True
    shared = _shared(one, other)
    endings = one[shared:], other[shared:]
    if shared < _SHORTEST_STEM or not _ENDINGS.issuperset(endings):
        return False
    return "d" not in endings or one[shared - 1] == "e"


def _shared(one: str, other: str) -> int:
    """The length of the longest common beginning."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
