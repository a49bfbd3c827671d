"""Documents: memories as the codes of their words, which is what an index is computed from."""

from array import array
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.texts import Text
from memento_gui.search.splitting import WORD
from memento_gui.search.words import Spelled, Splitter

CodesArray = npt.NDArray[np.int32]

_CHECK_EVERY: Final = 512


class Documents:
    """Memories by ordinal, each once, and the codes of their words behind each other; ``codes`` has each word's."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self._ordinals = array("q")
        self._lengths = array("q")
        self._flat = array("i")

    def add(self, ordinal: int, words: Iterable[str]) -> None:
        """Add a memory that has these words."""
        self.add_coded(ordinal, [self.code_of(word) for word in words])

    def add_coded(self, ordinal: int, codes: Iterable[int]) -> None:
        """Add a memory that has words with these codes."""
        before = len(self._flat)
        self._flat.extend(codes)
        self._ordinals.append(ordinal)
        self._lengths.append(len(self._flat) - before)

    def code_of(self, word: str) -> int:
        """Return a word's code, a new one if it is new."""
        return self.codes.setdefault(word, len(self.codes))

    def in_order(self) -> tuple[IntArray, IntArray, CodesArray]:
        """Return M ordinals, ascending, how many words each has, and the codes of all their words."""
        ordinals, lengths = np.array(self._ordinals, dtype=np.int64), np.array(self._lengths, dtype=np.int64)
        flat = np.array(self._flat, dtype=np.int32)
        order = np.argsort(ordinals, kind="stable")
        if np.array_equal(order, np.arange(len(order))):
            return ordinals, lengths, flat
        ends = np.cumsum(lengths)
        pieces = [flat[end - length : end] for end, length in zip(ends[order], lengths[order], strict=True)]
        return ordinals[order], lengths[order], np.concatenate(pieces)


class _Written(dict[str, tuple[int, ...]]):
    """The codes of each written word, found out when it is met first: texts are made of few words, often repeated."""

    def __init__(self, documents: Documents, splitter: Splitter) -> None:
        super().__init__()
        self._documents, self._splitter = documents, splitter
        self.spelled: list[Spelled] = []

    def __missing__(self, word: str) -> tuple[int, ...]:
        spelled = self._splitter.spelled(word)
        self.spelled.append(spelled)
        codes = self[word] = tuple(self._documents.code_of(one) for one in spelled.index)
        return codes


def indexed_text(text: Text) -> str:
    """Return what a memory is found by: title, content and tags."""
    return "\n".join((text.title, text.content, *text.tags))


def split_documents(
    items: Iterable[tuple[int, Text]],
    splitter: Splitter,
    *,
    progress: Callable[[int], None] | None = None,
    cancel: CancelToken | None = None,
) -> tuple[Documents, list[Spelled]]:
    """Split texts into words; return the documents, and each word as it was written.

    Raises:
        Cancelled: If ``cancel`` was set.
    """
    made = Documents()
    written = _Written(made, splitter)
    for number, (ordinal, text) in enumerate(items):
        if number % _CHECK_EVERY == 0:
            if cancel is not None:
                cancel.check()
            if progress is not None:
                progress(number)
        made.add_coded(ordinal, chain.from_iterable(map(written.__getitem__, WORD.findall(indexed_text(text)))))
    return made, written.spelled
