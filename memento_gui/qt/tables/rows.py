"""The rows of a table of memories: arrays, and the order in which they are shown."""

from dataclasses import dataclass

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.engine.standing import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What a table shows: ``order`` holds rows of ``table``, first shown first; ``weights`` are β, γ, δ of the score."""

    table: FeatureTable
    standing: Standing
    order: IntArray
    now_ms: int
    weights: tuple[float, float, float]

    def __len__(self) -> int:
        return len(self.order)

    def id_at(self, place: int) -> str:
        """The id of the memory at a place of the table."""
        return str(self.table.ids[self.order[place]])


def places_of(rows: Rows, ids: set[str]) -> IntArray:
    """Return the places at which memories are shown, ascending; those that are not shown are left out."""
    row_of = rows.table.row_of
    wanted = [row_of[identity] for identity in ids if identity in row_of]
    if not wanted:
        return np.empty(0, dtype=np.int64)
    mask = np.zeros(len(rows.table), dtype=np.bool_)
    mask[wanted] = True
    return np.flatnonzero(mask[rows.order]).astype(np.int64)


def runs(places: IntArray) -> list[tuple[int, int]]:
    """Return ascending places as (first, last) runs without gaps."""
    if not len(places):
        return []
    breaks = np.flatnonzero(np.diff(places) > 1)
    firsts = places[np.concatenate([[0], breaks + 1])]
    lasts = places[np.concatenate([breaks, [len(places) - 1]])]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))
