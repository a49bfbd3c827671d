"""The live part of the text index: memories that came or changed since the main part was computed."""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray

_NOWHERE = np.zeros(0, dtype=np.int64), np.zeros(0)


class LivePart:
    """Postings of a few memories, in the order in which they came. Not safe for several threads by itself."""

    def __init__(self) -> None:
        self._words: list[list[str]] = []
        self._ordinals = array("q")
        self._lengths = array("q")
        self._alive = array("b")
        self._place: dict[int, int] = {}
        self._postings: dict[str, tuple[array[int], array[int]]] = {}

    def __len__(self) -> int:
        """How many places there are, those of removed memories included."""
        return len(self._words)

    @property
    def held(self) -> int:
        """How many memories are held."""
        return len(self._place)

    @property
    def total_length(self) -> int:
        """How many words the held memories have together."""
        return int(self.lengths[self.alive].sum())

    @property
    def ordinals(self) -> IntArray:
        """The memory at each place."""
        return np.array(self._ordinals, dtype=np.int64)

    @property
    def lengths(self) -> IntArray:
        """How many words the memory at each place has."""
        return np.array(self._lengths, dtype=np.int64)

    @property
    def alive(self) -> BoolArray:
        """Whether the memory at each place is still held there."""
        return np.array(self._alive, dtype=np.bool_)

    def put(self, ordinal: int, words: list[str]) -> None:
        """Hold a memory with these words, instead of what was held of it before."""
        self.remove(ordinal)
        place = self._place[ordinal] = len(self._words)
        self._words.append(words)
        self._ordinals.append(ordinal)
        self._lengths.append(len(words))
        self._alive.append(1)
        for word, count in Counter(words).items():
            places, counts = self._postings.setdefault(word, (array("q"), array("q")))
            places.append(place)
            counts.append(count)

    def remove(self, ordinal: int) -> None:
        """Hold a memory no more; an unknown one is no matter."""
        place = self._place.pop(ordinal, None)
        if place is not None:
            self._alive[place] = 0

    def words_of(self, ordinal: int) -> list[str] | None:
        """Return the words of a memory, or None if it is not held."""
        place = self._place.get(ordinal)
        return None if place is None else self._words[place]

    def documents(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the held memories with their words."""
        for ordinal, place in self._place.items():
            yield ordinal, self._words[place]

    def places_of(self, ordinals: Sequence[int]) -> list[int]:
        """Return the place of each memory, or -1."""
        return [self._place.get(ordinal, -1) for ordinal in ordinals]

    def postings(self, word: str) -> tuple[IntArray, FloatArray]:
        """Return at which places a word occurs, and how often; held memories only."""
        if word not in self._postings:
            return _NOWHERE
        places, counts = self._postings[word]
        where = np.array(places, dtype=np.int64)
        held = self.alive[where]
        return where[held], np.array(counts, dtype=np.float64)[held]
