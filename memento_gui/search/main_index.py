"""The main part of the text index: what bm25s computed once for many memories, and its file on disk."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final

import bm25s
import numpy as np

from memento_gui.domain.arrays import IntArray, VectorArray
from memento_gui.search.array_file import read_arrays, write_arrays
from memento_gui.search.documents import CodesArray, Documents

_ROWS_AT_A_TIME: Final = 1_000
_WORDS_A_LINE: Final = 10_000

Spelled = Mapping[str, Iterable[str]]
"""The words that each spelling is found by."""

_ARRAYS: Final = ("ordinals", "starts", "words", "rows", "ends", "values")


@dataclass(frozen=True, slots=True, kw_only=True)
class MainIndex:
    """BM25 (variant "lucene") of M memories; nobody changes it.

    Attributes:
        vocabulary: Code by word.
        ordinals: M, ascending.
        starts: M + 1; the words of memory i are ``words[starts[i]:starts[i + 1]]``.
        words: Codes of all words of all memories, from which it can be computed anew.
        ends: One more than there are words; the postings of word w are ``ends[w]`` to ``ends[w + 1]``.
        rows: Postings: which memory, ascending within a word.
        values: Postings: the word's BM25 in that memory.
    """

    vocabulary: Mapping[str, int]
    ordinals: IntArray
    starts: IntArray
    words: CodesArray
    ends: IntArray
    rows: CodesArray
    values: VectorArray

    def __len__(self) -> int:
        return len(self.ordinals)

    @property
    def lengths(self) -> IntArray:
        """How many words each memory has, M."""
        return np.diff(self.starts)

    def postings(self, word: str) -> tuple[CodesArray, VectorArray]:
        """Return in which memories a word occurs, by row, and its BM25 there."""
        code = self.vocabulary.get(word)
        if code is None:
            return np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.float32)
        part = slice(self.ends[code], self.ends[code + 1])
        return self.rows[part], self.values[part]

    def row_of(self, ordinal: int) -> int:
        """Return the row of a memory, or -1."""
        row = int(np.searchsorted(self.ordinals, ordinal))
        return row if row < len(self) and self.ordinals[row] == ordinal else -1

    def rows_of(self, ordinals: IntArray) -> IntArray:
        """Return the rows of memories, -1 for those that are not here."""
        if not len(self):
            return np.full(len(ordinals), -1, dtype=np.int64)
        rows = np.minimum(np.searchsorted(self.ordinals, ordinals), len(self) - 1)
        return np.where(self.ordinals[rows] == ordinals, rows, -1)

    def words_of(self, row: int) -> CodesArray:
        """Return the codes of the words of one memory, in order."""
        return self.words[self.starts[row] : self.starts[row + 1]]


def main_index(documents: Documents, *, k1: float, b: float) -> MainIndex:
    """Compute the index of memories; words that none of them has any more are left out."""
    ordinals, lengths, flat = documents.in_order()
    words = list(documents.codes)
    used = np.flatnonzero(np.bincount(flat, minlength=len(words)))
    renumbered = np.zeros(len(words), dtype=np.int32)
    renumbered[used] = np.arange(len(used), dtype=np.int32)
    flat = renumbered[flat]
    starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
    vocabulary = {words[code]: place for place, code in enumerate(used.tolist())}
    return MainIndex(
        vocabulary=vocabulary,
        ordinals=ordinals,
        starts=starts,
        words=flat,
        **_postings(flat, starts, vocabulary, k1=k1, b=b),
    )


def _postings(flat: CodesArray, starts: IntArray, vocabulary: Mapping[str, int], *, k1: float, b: float) -> dict[str, Any]:
    """Return ``rows``, ``ends`` and ``values``; bm25s cannot index nothing at all."""
    if not vocabulary:
        nothing = np.zeros(0, dtype=np.int32)
        return {"rows": nothing, "ends": np.zeros(1, dtype=np.int64), "values": nothing.astype(np.float32)}
    computed = bm25s.BM25(k1=k1, b=b, method="lucene")
    computed.index(_Corpus(_Lists(flat, starts), vocabulary), create_empty_token=False, show_progress=False)
    scores = computed.scores
    return {"rows": scores["indices"], "ends": scores["indptr"], "values": scores["data"]}


@dataclass(frozen=True, slots=True)
class _Corpus:
    """What bm25s indexes: the codes of each memory's words, and the words."""

    ids: "_Lists"
    vocab: Mapping[str, int]


class _Lists:
    """Lists of codes, made as they are asked for: all at once are two gigabytes at a million memories.

    To let go of so many would also hold every other thread up for seconds.
    """

    def __init__(self, flat: CodesArray, starts: IntArray) -> None:
        self._flat, self._starts = flat, starts

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __iter__(self) -> Iterator[list[int]]:
        for first in range(0, len(self), _ROWS_AT_A_TIME):
            ends = self._starts[first : first + _ROWS_AT_A_TIME + 1]
            codes = self._flat[ends[0] : ends[-1]].tolist()
            for start, end in pairwise((ends - ends[0]).tolist()):
                yield codes[start:end]


def write(index: MainIndex, path: Path, facts: Mapping[str, Any], spellings: Spelled, stamps: IntArray) -> None:
    """Write the index, some facts about it, its spellings and a number for each memory, for the owner's eyes only.

    A file that was there is replaced in one step.

    Raises:
        OSError: If it cannot be written; what was there stays.
    """
    described = "\n".join([json.dumps(facts), *_lines(index.vocabulary), "", *_lines(spellings)])
    arrays = {name: getattr(index, name) for name in _ARRAYS} | {"stamps": stamps}
    arrays["described"] = np.frombuffer(described.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    write_arrays(path, arrays)


def _lines(words: Mapping[str, Any]) -> Iterator[str]:
    """Write words with what belongs to them as lines of JSON: one line of a million would hold every other thread up."""
    waiting = iter(words.items())
    while part := list(islice(waiting, _WORDS_A_LINE)):
        yield json.dumps(part, ensure_ascii=False)


def _words(lines: Iterator[bytes]) -> dict[str, Any]:
    """Read what `_lines` wrote, up to an empty line."""
    found: dict[str, Any] = {}
    for line in lines:
        if not line:
            break
        found.update(json.loads(line.decode("utf-8", "surrogatepass")))
    return found


def read(path: Path) -> tuple[MainIndex, dict[str, Any], Spelled, IntArray] | None:
    """Return what `write` wrote, or None where there is nothing or it is damaged: an index can always be built anew."""
    arrays = read_arrays(path, [*_ARRAYS, "described", "stamps"])
    if arrays is None:
        return None
    stamps: IntArray = arrays.pop("stamps")
    try:
        lines = iter(arrays.pop("described").tobytes().split(b"\n"))
        facts: dict[str, Any] = dict(json.loads(next(lines)))
        index = MainIndex(vocabulary=_words(lines), **arrays)
        spellings = _words(lines)
        sound = _fits_together(index) and len(stamps) == len(index)
    except (ValueError, KeyError, TypeError, IndexError, StopIteration):
        return None
    return (index, facts, spellings, stamps) if sound else None


def _fits_together(index: MainIndex) -> bool:
    sizes = (
        len(index.starts) == len(index) + 1,
        len(index.ends) == len(index.vocabulary) + 1,
        len(index.rows) == len(index.values) == index.ends[-1],
        len(index.words) == index.starts[-1],
    )
    return all(sizes)
