"""Where words begin and end in any script, and what their letters are reduced to for matching."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

_MARK_BLOCKS: Final = ((0x0300, 0x1E00), (0x20D0, 0x2100), (0xA660, 0xABFF), (0xFB1E, 0xFB1F), (0xFE20, 0xFE30))
"""Blocks that hold combining marks of living scripts; Python's ``\\w`` leaves marks out and would cut words at them."""

_JOINERS: Final = "\u00ad\u200c\u200d"
"""Soft hyphen and zero-width joiners: invisible, and part of the word they stand in."""

_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff"
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309f\u30a1-\u30fa"
    "\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uff9f\uffa0-\uffdc\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Scripts written without spaces between words, or with particles glued on: Han, Kana, Bopomofo, Hangul, Thai, Lao, Burmese
and Khmer."""

_SYMBOLS: Final = "\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff"
"""Pictographs; each is a word of its own."""

_APOSTROPHES: Final = "'’ʼ＇"
_APOSTROPHE: Final = frozenset(_APOSTROPHES)


def _marks() -> str:
    """Return the combining marks as the inside of a character class."""
    codes = (code for low, high in _MARK_BLOCKS for code in range(low, high))
    return "".join(chr(code) for code in codes if unicodedata.category(chr(code)).startswith("M"))


_LETTER: Final = rf"[\w{_marks()}{_JOINERS}]"
_NAMED: Final = r"[A-Za-z](?:\+\+|\#)(?!\w)"

WORD: Final = re.compile(rf"{_NAMED}|{_LETTER}+(?:[-.‐‑{_APOSTROPHES}]{_LETTER}+)*|[{_SYMBOLS}]")
"""A run of letters, digits and marks, with single hyphens, dots and apostrophes inside; or C++, C#, or one pictograph."""

UNSPACED_RUN: Final = re.compile(f"[{_UNSPACED}]+")
_ALONE: Final = re.compile(rf"{_NAMED}|[{_SYMBOLS}]")
_CHUNK: Final = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}]+)|(?P<other>(?:(?![{_UNSPACED}_]){_LETTER})+)|(?P<dot>\.)|(?P<apostrophe>[{_APOSTROPHES}])"
)
_NUMBERED: Final = re.compile(r"([^\W\d_]{2,})(\d+)")
_INVISIBLE: Final = re.compile(f"[{_JOINERS}\u200b\u2060\ufe00-\ufe0f\ufeff]")
_ACCENTS: Final = re.compile("[\u0300-\u036f]")


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a word that is found by its parts, and by the whole where it has several.

    ``parts`` are (start, end) within the word; ``whole`` is the parts without what joins them, or empty. ``unspaced`` says
    that the one part is a run to be cut into pairs of characters.
    """

    parts: tuple[tuple[int, int], ...]
    whole: str = ""
    unspaced: bool = False


def normalised(word: str) -> str:
    """Return the word in compatibility composition (one width, one form), without invisible characters."""
    return word if word.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFKC", word))


def folded(text: str) -> str:
    """Return the text as it is compared: NFKC, casefolded, without Latin, Greek and Cyrillic accents.

    Marks that make another letter (Japanese voicing, vowel signs of Indic scripts) stay.
    """
    if text.isascii():
        return text.lower()
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", _INVISIBLE.sub("", spread)))


def pairs(run: str) -> list[str]:
    """Return the overlapping pairs of characters of an unspaced run; of a run of one, that character."""
    return [run[at : at + 2] for at in range(len(run) - 1)] if len(run) > 1 else [run]


def segments(word: str) -> list[Segment]:
    """Cut one match of `WORD`, normalised, into its segments.

    Dots and changes between unspaced and other scripts end a segment; hyphens, underscores, apostrophes, camelCase humps
    and the number at the end of a name end a part. A single letter beside an apostrophe is no part (``l'avion``).
    """
    if _ALONE.fullmatch(word):
        return [Segment(((0, len(word)),))]
    found: list[Segment] = []
    chunks: list[re.Match[str]] = []
    for chunk in _CHUNK.finditer(word):
        if chunk.lastgroup in {"unspaced", "dot"}:
            found += _segment(chunks, word)
            chunks = []
        if chunk.lastgroup == "unspaced":
            found.append(Segment((chunk.span(),), unspaced=True))
        elif chunk.lastgroup == "other":
            chunks.append(chunk)
    return found + _segment(chunks, word)


def _segment(chunks: "list[re.Match[str]]", word: str) -> list[Segment]:
    """Return the segment of these chunks, if there are any."""
    if not chunks:
        return []
    parts = [part for chunk in chunks if not _clipped(chunk, word) for part in _humps(chunk)]
    whole = "".join(chunk.group() for chunk in chunks)
    alone = len(parts) == 1 and len(chunks) == 1
    return [Segment(tuple(parts), whole="" if alone else whole)]


def _clipped(chunk: "re.Match[str]", word: str) -> bool:
    """Whether the chunk is one letter beside an apostrophe."""
    start, end = chunk.span()
    return end - start == 1 and not _APOSTROPHE.isdisjoint(word[max(start - 1, 0) : end + 1])


def _humps(chunk: "re.Match[str]") -> Iterator[tuple[int, int]]:
    """Yield the parts of a name in camelCase, and of a name that ends in a number."""
    name, offset = chunk.group(), chunk.start()
    cuts = [0, len(name)]
    if not (name.islower() or name.isupper()):
        cuts[1:1] = [at for at in range(1, len(name)) if _hump_begins(name, at)]
    for start, end in pairwise(cuts):
        numbered = _NUMBERED.fullmatch(name, start, end)
        for first, last in (numbered.span(1), numbered.span(2)) if numbered else ((start, end),):
            yield offset + first, offset + last


def _hump_begins(name: str, at: int) -> bool:
    before, here, after = name[at - 1], name[at], name[at + 1 : at + 2]
    return here.isupper() and (before.islower() or (after.islower() and (before.isupper() or before.isdigit())))
