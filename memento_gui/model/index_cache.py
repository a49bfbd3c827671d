"""What took long to compute, between two starts: kept in the user's cache, held against the store before it is used."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import RelevanceParameters
from memento_gui.engine.links import Links
from memento_gui.model.near_pairs import NearPairs
from memento_gui.search.array_file import read_arrays, write_arrays
from memento_gui.search.text_index import TextIndex

WORTH_KEEPING: Final = 2_000
"""Memories from which reading the index takes less time than building it."""

_UNUSED_SECONDS: Final = 60 * 24 * 3600
_MIXED: Final = 1_000_003
_PAIR_FORMAT: Final = 1
_PAIR_ARRAYS: Final = ("format", "threshold", "ordinals", "prints", "first", "second", "similarity")


@dataclass(frozen=True, slots=True)
class KeptIndex:
    """An index from the cache.

    Attributes:
        index: The index.
        sequence: The change of the store up to which it was complete.
        odd: Ordinals that the store does not have as the index knew them: what the change feed cannot tell, because the
            file was replaced by another one meanwhile.
    """

    index: TextIndex
    sequence: int
    odd: IntArray


class IndexCache:
    """Two files for each store, in a folder that only the user can read: one holds the words of every memory."""

    def __init__(self, folder: Path, store: Path) -> None:
        name = blake2b(str(store.resolve()).encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
        self._file = folder / f"{name}.npz"
        self._pairs = folder / f"{name}.pairs.npz"

    def load(self, parameters: RelevanceParameters, languages: Sequence[str], table: FeatureTable) -> KeptIndex | None:
        """Return what is kept; None where there is nothing, or nothing that can be used: it is to be built anew."""
        kept = TextIndex.load(self._file, parameters, languages)
        if kept is None:
            return None
        with suppress(OSError):
            self._file.touch()
        index, sequence, stamps = kept
        known = index.ordinals
        odd = np.concatenate([known[stamps != _stamps(table, known)], np.setdiff1d(table.ordinal, known)])
        return KeptIndex(index, sequence, odd)

    def save(self, index: TextIndex, sequence: int, table: FeatureTable) -> None:
        """Keep an index that is complete up to a change of the store; where that cannot be, it is built again next time."""
        with suppress(OSError):
            index.save(self._file, sequence, lambda ordinals: _stamps(table, ordinals))
            self._drop_unused()

    def load_pairs(self) -> NearPairs | None:
        """Return the near pairs that are kept, of whatever vectors there were then; None where none can be used."""
        held = read_arrays(self._pairs, _PAIR_ARRAYS)
        if held is None or held["format"].tolist() != [_PAIR_FORMAT] or held["threshold"].shape != (1,):
            return None
        with suppress(OSError):
            self._pairs.touch()
        try:
            pairs = NearPairs(
                threshold=float(held["threshold"][0]),
                ordinals=held["ordinals"].astype(np.int64),
                prints=held["prints"].astype(np.int64),
                links=Links(
                    held["first"].astype(np.int64), held["second"].astype(np.int64), held["similarity"].astype(np.float64)
                ),
            )
        except (ValueError, TypeError):
            return None
        return pairs if pairs.sound else None

    def save_pairs(self, pairs: NearPairs) -> None:
        """Keep near pairs; where that cannot be, all are compared again next time."""
        arrays = {
            "format": np.array([_PAIR_FORMAT]),
            "threshold": np.array([pairs.threshold]),
            "ordinals": pairs.ordinals,
            "prints": pairs.prints,
            "first": pairs.links.first.astype(np.int32),
            "second": pairs.links.second.astype(np.int32),
            "similarity": pairs.links.similarity.astype(np.float32),
        }
        with suppress(OSError):
            write_arrays(self._pairs, arrays)
            self._drop_unused()

    def _drop_unused(self) -> None:
        """Remove what no store asked for in two months."""
        for file in self._file.parent.glob("*.npz*"):
            with suppress(OSError):
                if file.stat().st_mtime < time.time() - _UNUSED_SECONDS:  # noqa: TID251  # a file's age, by the file system
                    file.unlink()


def _stamps(table: FeatureTable, ordinals: IntArray) -> IntArray:
    """Return a number for each ordinal that changes with its text; 0 for one that the table does not have."""
    if not len(table):
        return np.zeros(len(ordinals), dtype=np.int64)
    rows = np.minimum(np.searchsorted(table.ordinal, ordinals), len(table) - 1)
    mixed = table.updated_ms[rows] * _MIXED + table.length[rows]
    return np.where(table.ordinal[rows] == ordinals, mixed, 0)
