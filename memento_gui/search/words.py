"""Words: what a text is indexed by and what a query looks for, in any script."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import Stemmer

DEFAULT_LANGUAGES: Final = ("english",)

_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_RUN: Final = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:[_\-'’][^\W_{_CJK}]+)*")
_CJK_RUN: Final = re.compile(rf"[{_CJK}]+")
_JOINTS: Final = re.compile(r"[_\-'’]+")
_HUMPS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")


def words(text: str, languages: Sequence[str] = DEFAULT_LANGUAGES) -> list[str]:
    """Return the words a text is found by, in order, repeats included.

    NFKC and case folded, accents folded; camelCase, snake_case and kebab-case are split and also kept whole; one-letter
    words and numbers stay; runs of Han, Kana and Hangul become character bigrams (a lone character stays as it is); other words
    are stemmed in each of the languages.

    Args:
        text: Any text.
        languages: Names of Snowball stemmers; none leaves words unstemmed.
    """
    chosen = tuple(languages)
    return [word for match in _RUN.finditer(unicodedata.normalize("NFKC", text)) for word in _expanded(match[0], chosen)]


def word_spans(text: str, wanted: Sequence[str], languages: Sequence[str] = DEFAULT_LANGUAGES) -> list[tuple[int, int]]:
    """Return where in ``text`` words stand that share an index word with ``wanted``: pairs of start and end."""
    sought, chosen = set(wanted), tuple(languages)
    return [found.span() for found in _RUN.finditer(text) if sought.intersection(_expanded(_normal(found[0]), chosen))]


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


@lru_cache(maxsize=1 << 17)
def _expanded(run: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    if _CJK_RUN.fullmatch(run):
        return (run,) if len(run) == 1 else tuple(run[start : start + 2] for start in range(len(run) - 1))
    return tuple(dict.fromkeys(stem for part in _parts(run) for stem in _stems(part, languages)))


def _parts(run: str) -> Iterator[str]:
    """The whole, its pieces at joints, and theirs at humps."""
    yield _JOINTS.sub("", run)
    for piece in _JOINTS.split(run):
        yield piece
        yield from _HUMPS.split(piece)


def _stems(word: str, languages: tuple[str, ...]) -> Iterator[str]:
    folded = _folded(word)
    if not folded:
        return
    if not languages:
        yield folded
    for language in languages:
        yield _stemmer(language).stemWord(folded)


def _folded(word: str) -> str:
    apart = unicodedata.normalize("NFD", word.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


@lru_cache(maxsize=32)
def _stemmer(language: str) -> "Stemmer.Stemmer":
    return Stemmer.Stemmer(language)
