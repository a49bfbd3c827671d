"""Spellings: which indexed words begin in some way, or hold a character of an unspaced script."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from itertools import chain, islice

from memento_gui.search.splitting import UNSPACED_RUN
from memento_gui.search.words import Spelled

_FEW = 1_000
"""New words up to which each is put at its place among those that are sorted."""

_ALIKE = 2
"""Characters by which words are gathered before they are sorted."""


class Spellings:
    """Every way in which words were written (folded), with the words they are found by. Only ever grows."""

    def __init__(self, known: Mapping[str, Iterable[str]] | None = None) -> None:
        self._words: dict[str, tuple[str, ...]] = {spelling: tuple(held) for spelling, held in (known or {}).items()}
        self._sorted = _in_order(self._words)
        self._pairs: dict[str, list[str]] = {}
        for spelling in self._sorted:
            self._note_pair(spelling)

    def note(self, written: Iterable[Spelled]) -> None:
        """Remember written words."""
        fresh: list[str] = []
        for spelling, found_by in (one for spelled in written for one in spelled.spellings):
            known = self._words.get(spelling)
            if known is None:
                self._words[spelling] = found_by
                fresh.append(spelling)
                self._note_pair(spelling)
            elif known != found_by:
                self._words[spelling] = tuple(dict.fromkeys((*known, *found_by)))
        if len(fresh) > _FEW:
            self._sorted = _in_order(chain(self._sorted, fresh))
        else:
            for spelling in fresh:
                insort(self._sorted, spelling)

    def beginning(self, prefix: str) -> tuple[str, ...]:
        """Return the words that are written so that they begin with ``prefix`` (folded)."""
        found: dict[str, None] = {}
        for spelling in islice(self._sorted, bisect_left(self._sorted, prefix), None):
            if not spelling.startswith(prefix):
                break
            found |= dict.fromkeys(self._words[spelling])
        return tuple(found)

    def holding(self, character: str) -> tuple[str, ...]:
        """Return the pairs of characters that hold this one."""
        return tuple(self._pairs.get(character, ()))

    def mapping(self) -> dict[str, tuple[str, ...]]:
        """Return everything by spelling."""
        return dict(self._words)

    def _note_pair(self, spelling: str) -> None:
        if len(spelling) == 2 and UNSPACED_RUN.fullmatch(spelling):
            for character in dict.fromkeys(spelling):
                self._pairs.setdefault(character, []).append(spelling)


def _in_order(words: Iterable[str]) -> list[str]:
    """Return words sorted, those that begin alike at a time: one sort of a million would hold every other thread up."""
    alike: dict[str, list[str]] = {}
    for word in words:
        alike.setdefault(word[:_ALIKE], []).append(word)
    return [word for beginning in sorted(alike) for word in sorted(alike[beginning])]
