"""Which memories hold a word, a phrase or a pattern: from the index where it can tell, else from their texts."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Final

import numpy as np
import regex

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.texts import Text
from memento_gui.search.documents import indexed_text
from memento_gui.search.splitting import UNSPACED_RUN, folded
from memento_gui.search.text_index import TextIndex
from memento_gui.search.words import Spelled, spelled_words, words

TextsOf = Callable[[Sequence[str]], Mapping[str, Text]]

_CHUNK: Final = 1000
_LONGEST_TEXT: Final = 1 << 16
"""Characters of a text in which a pattern is looked for."""

_SECONDS_A_TEXT: Final = 0.05
_SECONDS: Final = 2.0
"""How long a pattern may take: some take longer than anyone lives."""


def ordinals_holding(index: TextIndex, text: str, *, beginning: bool = False) -> IntArray | None:
    """Return the memories that hold every word of a text, by ascending ordinal; None where the text has no words.

    Args:
        index: Knows which memory holds which word.
        text: Words, which may stand anywhere.
        beginning: Whether the last word may go on.
    """
    written = spelled_words(text, index.languages)
    if not written:
        return None
    last = len(written) - 1
    found = (_holding_one(index, word, beginning=beginning and place == last) for place, word in enumerate(written))
    return reduce(_both, found)


def _holding_one(index: TextIndex, word: Spelled, *, beginning: bool) -> IntArray:
    parts = [list(found_by) for _, found_by in word.parts]
    whole = list(word.whole[1]) if word.whole is not None else []
    if beginning:
        parts[-1] += index.beginning(word.parts[-1][0])
        whole += index.beginning(word.whole[0]) if word.whole is not None else ()
    apart = reduce(_both, (index.holding(found_by) for found_by in parts))
    return np.union1d(apart, index.holding(whole)) if whole else apart


def _both(one: IntArray, other: IntArray) -> IntArray:
    return np.intersect1d(one, other, assume_unique=True)


def holds_words(text: Text, wanted: Sequence[Spelled], languages: Sequence[str], *, beginning: bool) -> bool:
    """Return whether a text holds every wanted word; the last may go on if ``beginning``."""
    held = set(words(indexed_text(text), languages))
    done = wanted[:-1] if beginning else wanted
    if not all(_is_held(word, held) for word in done):
        return False
    return not beginning or not wanted or _begins(wanted[-1], text, held, languages)


def _is_held(word: Spelled, held: set[str]) -> bool:
    whole = word.whole is not None and not held.isdisjoint(word.whole[1])
    return whole or all(any(_lies_in(one, held) for one in found_by) for _, found_by in word.parts)


def _lies_in(word: str, held: set[str]) -> bool:
    """Whether a word is held; one character of an unspaced script also as a part of a pair."""
    if word in held:
        return True
    return len(word) == 1 and UNSPACED_RUN.fullmatch(word) is not None and any(word in one for one in held)


def _begins(word: Spelled, text: Text, held: set[str], languages: Sequence[str]) -> bool:
    if _is_held(word, held):
        return True
    spellings = [one for written in spelled_words(indexed_text(text), languages) for one, _ in written.spellings]
    last = any(spelling.startswith(word.parts[-1][0]) for spelling in spellings)
    whole = word.whole is not None and any(spelling.startswith(word.whole[0]) for spelling in spellings)
    return whole or (last and all(not held.isdisjoint(found_by) for _, found_by in word.parts[:-1]))


def phrase_pattern(phrase: str) -> "re.Pattern[str]":
    """Return what finds a phrase in an `exact` text: letter by letter, and not in the middle of words."""
    wanted = exact(phrase)
    before = r"(?<!\w)" if _is_bounded(wanted[:1]) else ""
    after = r"(?!\w)" if _is_bounded(wanted[-1:]) else ""
    return re.compile(before + re.escape(wanted) + after)


def exact(text: str) -> str:
    """Return the text as phrases are compared: case, accents, width, apostrophes and the kind of blanks do not count."""
    return " ".join(folded(text).replace("’", "'").split())


def exact_fields(text: Text) -> str:
    """Return title, content and each tag as phrases are compared, apart from each other."""
    return "\n".join(exact(part) for part in (text.title, text.content, *text.tags))


def _is_bounded(character: str) -> bool:
    return character.isalnum() and UNSPACED_RUN.fullmatch(character) is None


def texts_by(ids: Sequence[str], texts_of: TextsOf) -> Iterator[tuple[int, Text]]:
    """Yield place and text of those ids that have one, read in chunks."""
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        found = texts_of(chunk)
        for place, identity in enumerate(chunk, start):
            if identity in found:
                yield place, found[identity]


def fitting_pattern(pattern: str, texts: Iterable[tuple[int, Text]]) -> tuple[list[int], bool]:
    """Return the places of the texts in which a regular expression finds something, and whether time sufficed for all.

    Args:
        pattern: A valid one; upper and lower case are the same.
        texts: Places and texts.
    """
    compiled = regex.compile(pattern, regex.IGNORECASE | regex.MULTILINE)
    until = time.perf_counter() + _SECONDS
    found: list[int] = []
    sufficed = True
    for place, text in texts:
        if time.perf_counter() > until:
            return found, False
        try:
            if compiled.search(indexed_text(text)[:_LONGEST_TEXT], timeout=_SECONDS_A_TEXT, concurrent=True):
                found.append(place)
        except TimeoutError:
            sufficed = False
    return found, sufficed
