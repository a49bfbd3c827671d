"""Cloze: a text with its bold and code spans left out, as a cue that asks for them."""

import re
from typing import Final

GAP: Final = "[…]"
_FENCE: Final = re.compile(r"(^|\n)(```|~~~).*?(?:\n\2|\Z)", re.DOTALL)
_SPAN: Final = re.compile(r"(\*\*|__)(?=\S)(?:(?!\1).)+?(?<=\S)\1|(?<!`)(`+)(?!`).+?(?<!`)\2(?!`)", re.DOTALL)
_LONGEST: Final = 20_000


def cloze(text: str) -> str | None:
    """Return the Markdown text with each ``**bold**`` and ```code``` span as a gap, or None where it has none.

    Fenced blocks stay as they are. Only the first 20,000 characters are looked at.
    """
    parts, gaps, end = [], 0, 0
    for fence in _FENCE.finditer(text[:_LONGEST]):
        emptied, count = _emptied(text[end : fence.start()])
        parts += [emptied, fence.group()]
        gaps, end = gaps + count, fence.end()
    emptied, count = _emptied(text[end:_LONGEST])
    return "".join([*parts, emptied, text[max(end, _LONGEST) :]]) if gaps + count else None


def _emptied(text: str) -> tuple[str, int]:
    return _SPAN.subn(GAP, text)
