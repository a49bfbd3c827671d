"""Words: what a text is indexed by and what a query looks for, in any script."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Final

import Stemmer

from memento_gui.domain.errors import InvalidParameter
from memento_gui.search.splitting import UNSPACED_RUN, WORD, Segment, folded, normalised, pairs, segments

DEFAULT_LANGUAGES: Final = ("english",)
LANGUAGES: Final = tuple(name for name in Stemmer.algorithms() if not name.endswith("porter"))
"""The languages whose word endings are known."""

_LONGEST: Final = 64
"""Characters of a word that count: what is longer is a key or a blob, and told apart well before."""

_REMEMBERED: Final = 1 << 18


Spelling = tuple[str, tuple[str, ...]]
"""A part or whole of a written word as it is compared, and the words it is found by: one for each language and spelling."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """What one written word is found by.

    A text matches it when each of its ``parts`` occurs in one of its words, or ``whole`` does, if there is one. ``index``
    holds the words of all parts and wholes. ``wholes`` also has the wholes of stretches between dots.
    """

    parts: tuple[Spelling, ...]
    wholes: tuple[Spelling, ...]
    whole: Spelling | None
    index: tuple[str, ...]

    @property
    def spellings(self) -> tuple[Spelling, ...]:
        """Every part and whole."""
        return (*self.parts, *self.wholes)


class Splitter:
    """Splits texts into words, with the word endings of some languages; remembers every word it has seen.

    Safe to call from any thread.
    """

    def __init__(self, languages: tuple[str, ...]) -> None:
        unknown = [name for name in languages if name not in LANGUAGES]
        if unknown:
            raise InvalidParameter(
                f"No word endings are known for {', '.join(unknown)}. The languages stay as they were; "
                f"choose from {', '.join(LANGUAGES)}."
            )
        self._stemmers = [Stemmer.Stemmer(name) for name in languages]
        self._lock = Lock()  # a stemmer serves one thread at a time
        self._seen: dict[str, Spelled] = {}

    def words(self, text: str) -> list[str]:
        """Return the words of a text in order, repeats included."""
        seen = self._seen
        found: list[str] = []
        for word in WORD.findall(text):
            spelled = seen.get(word)
            found += (self.spelled(word) if spelled is None else spelled).index
        return found

    def spelled(self, word: str) -> Spelled:
        """Return what one match of `WORD` is found by."""
        known = self._seen.get(word)
        if known is not None:
            return known
        with self._lock:
            if len(self._seen) >= _REMEMBERED:
                self._seen = {}
            made = self._seen[word] = self._spell(word)
        return made

    def _spell(self, word: str) -> Spelled:
        plain = normalised(word)
        inner = WORD.findall(plain) if plain != word else [plain]  # ½ becomes 1⁄2: two words
        parts: list[Spelling] = []
        wholes: list[Spelling] = []
        for piece in inner:
            cut = segments(piece)
            for segment in cut:
                parts += self._parts(piece, segment)
            wholes += [one for one in self._wholes(piece, cut) if one[0]]
        parts = [one for one in parts if one[0]] or wholes[:1]  # an accent alone is nothing
        whole = wholes[-1] if wholes and len(inner) == 1 else None
        listed = [one for _, found_by in parts for one in found_by]
        extra = dict.fromkeys(one for _, found_by in wholes for one in found_by if one not in listed)
        return Spelled(parts=tuple(parts), wholes=tuple(wholes), whole=whole, index=(*listed, *extra))

    def _parts(self, word: str, segment: Segment) -> Iterator[Spelling]:
        if segment.unspaced:
            [(start, end)] = segment.parts
            for pair in pairs(word[start:end]):
                yield pair, (pair,)
            return
        for start, end in segment.parts:
            yield self._stemmed(word[start:end])

    def _wholes(self, word: str, cut: list[Segment]) -> Iterator[Spelling]:
        """Yield each segment as a whole, and then all of them with the dots between them; not across scripts."""
        for segment in cut:
            if segment.whole:
                yield self._stemmed(segment.whole)
        if len(cut) > 1 and not any(segment.unspaced for segment in cut):
            dotted = ".".join(segment.whole or word[slice(*segment.parts[0])] for segment in cut)
            spelling = folded(dotted)[:_LONGEST]
            yield spelling, (spelling,)

    def _stemmed(self, part: str) -> Spelling:
        """Return the part as compared, and its stems: of the part with its accents, and of the part typed without."""
        spelling = folded(part)[:_LONGEST]
        spelled = {part.casefold()[:_LONGEST]: None, spelling: None}
        stems = [folded(stemmer.stemWord(one)) for stemmer in self._stemmers for one in spelled]
        return spelling, tuple(dict.fromkeys(stem for stem in stems if stem)) or (spelling,)


@cache
def splitter(languages: tuple[str, ...]) -> Splitter:
    """Return the one splitter for these languages.

    Raises:
        InvalidParameter: If a language is unknown.
    """
    return Splitter(languages)


def words(text: str, languages: Sequence[str] = DEFAULT_LANGUAGES) -> list[str]:
    """Return the words a text is found by, in order, repeats included; the same for a memory and for a query.

    NFKC and case folded, accents folded; camelCase, snake_case and kebab-case are split and also kept whole (without what
    joins them, so that all three spellings meet); one-letter words and numbers stay; runs of Han, Kana, Hangul or Thai
    become pairs of characters (a lone character stays as it is); other words lose their endings in each of the languages.

    Args:
        text: Any text.
        languages: Some of `LANGUAGES`; none leaves the endings.

    Raises:
        InvalidParameter: If a language is unknown.
    """
    return splitter(tuple(languages)).words(text)


def spelled_words(text: str, languages: Sequence[str] = DEFAULT_LANGUAGES) -> list[Spelled]:
    """Return what each written word of a text is found by, in order."""
    split = splitter(tuple(languages))
    return [spelled for word in WORD.findall(text) if (spelled := split.spelled(word)).index]


def word_spans(text: str, wanted: Sequence[str], languages: Sequence[str] = DEFAULT_LANGUAGES) -> list[tuple[int, int]]:
    """Return where in ``text`` stand the words that match ``wanted``: pairs of start and end, in order, apart.

    Args:
        text: A shown text.
        wanted: Words as `words` gives them.
        languages: As for `words`.
    """
    sought, split = set(wanted), splitter(tuple(languages))
    found: list[tuple[int, int]] = []
    for match in WORD.finditer(text):
        if sought.isdisjoint(split.spelled(match[0]).index) and not _lone(match[0], sought):
            continue
        for start, end in _spans(match[0], sought, split):
            first, last = match.start() + start, match.start() + end
            if found and first <= found[-1][1]:
                found[-1] = (found[-1][0], max(last, found[-1][1]))
            else:
                found.append((first, last))
    return found


def _lone(word: str, sought: set[str]) -> bool:
    """Whether the word holds a character of an unspaced script that is sought by itself."""
    return any(len(one) == 1 and one in word and UNSPACED_RUN.fullmatch(one) for one in sought)


def _spans(word: str, sought: set[str], split: Splitter) -> list[tuple[int, int]]:
    """Return which parts of a word are sought; all of it where the parts cannot be told."""
    everything = [(0, len(word))]
    whole = split.spelled(word).whole
    if normalised(word) != word or (whole is not None and not sought.isdisjoint(whole[1])):
        return everything
    found: list[tuple[int, int]] = []
    for segment in segments(word):
        for start, end in segment.parts:
            part = word[start:end]
            if segment.unspaced:
                found += [(start + at, start + at + len(one)) for at, one in _pieces(part) if one in sought]
            elif not sought.isdisjoint(split.spelled(part).index):
                found.append((start, end))
    return sorted(found) or everything


def _pieces(run: str) -> list[tuple[int, str]]:
    return [*enumerate(pairs(run)), *enumerate(run)]
