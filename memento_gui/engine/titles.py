"""Titles: what a text without one could be called."""

import re
from typing import Final

LONGEST: Final = 72
"""Characters up to which a title is suggested."""
_SHORTEST: Final = 16
"""Characters that must stay before a text is cut at a comma rather than at a word."""
_LOOKED_AT: Final = 4_000

_FENCE: Final = re.compile(r"^(?P<fence>`{3,}|~{3,}).*?(?:^(?P=fence)|\Z)", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_MARKER: Final = re.compile(r"\s*(?:(?:>|[-*+]|\d{1,4}[.)])\s+)*(?:\[[ xX]\]\s+)?")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS: Final = re.compile(r"\*\*|__|~~|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
_SENTENCE_END: Final = re.compile(r"[.!?]+(?=\s)|[。！？．]")
_CLAUSE_END: Final = re.compile(r"[,;:](?=\s)|\s+[-–—](?=\s)|[，、；：]")


def suggested_title(content: str) -> str:
    """Return a title for a text: the heading it begins with, else its first sentence, without Markdown's marks.

    A sentence that is too long is cut after a clause, or else after a word. Empty for a text that is a title by itself:
    one sentence that is not cut.

    Args:
        content: The text; only its beginning is looked at.
    """
    beginning = _FENCE.sub("", content[:_LOOKED_AT]).strip()
    first, _, rest = beginning.partition("\n")
    heading = _HEADING.match(first)
    if heading is not None:
        return _cut(_plain(heading.group(1))) if rest.strip() else ""
    line = _plain(_MARKER.sub("", first, count=1))
    end = _SENTENCE_END.search(line)
    sentence = line[: end.start()] if end is not None else line.rstrip(".:;,")
    title = _cut(sentence.strip())
    is_all = not rest.strip() and len(content) <= _LOOKED_AT and (end is None or not line[end.end() :].strip())
    return "" if is_all and title == sentence.strip() else title


def _plain(line: str) -> str:
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", line)).split())


def _cut(sentence: str) -> str:
    """Return at most `LONGEST` characters of a sentence, without a mark at its end."""
    if len(sentence) <= LONGEST:
        return sentence
    clauses = [mark.start() for mark in _CLAUSE_END.finditer(sentence, _SHORTEST, LONGEST + 1)]
    if clauses:
        return sentence[: clauses[-1]].rstrip()
    space = sentence.rfind(" ", _SHORTEST, LONGEST)
    return f"{sentence[: space if space > 0 else LONGEST - 1].rstrip()}…"
