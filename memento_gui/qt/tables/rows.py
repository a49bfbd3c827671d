"""The rows of a table of memories: arrays, and the order in which they are shown."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.engine.standing import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What a table shows: ``order`` holds rows of ``table``, first shown first; ``weights`` are β, γ, δ of the score.

    ``prospects`` are columns of ``table`` by name, only those that are shown or sorted by.
    """

    table: FeatureTable
    standing: Standing
    order: IntArray
    now_ms: int
    weights: tuple[float, float, float]
    prospects: Mapping[str, FloatArray] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.order)

    def prospect(self, name: str) -> FloatArray:
        """Return a column; NaN throughout while it is not there."""
        return self.prospects[name] if name in self.prospects else np.full(len(self.table), np.nan)

    def prospect_of(self, name: str, row: int) -> float:
        """Return a column's number for a row of ``table``; NaN while it is not there."""
        return float(self.prospects[name][row]) if name in self.prospects else math.nan

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


def carried(old: Rows, places: IntArray, new: Rows) -> IntArray:
    """Return the places, ascending, at which memories stand now that stood at ``places``; those that left are left out."""
    rows = old.order[places]
    if new.table is not old.table:
        rows = _rows_in(new.table, old.table, rows)
    mask = np.zeros(len(new.table), dtype=np.bool_)
    mask[rows] = True
    return np.flatnonzero(mask[new.order]).astype(np.int64)


def _rows_in(table: FeatureTable, earlier: FeatureTable, rows: IntArray) -> IntArray:
    """Return the rows of a table that hold the memories of an earlier one's rows, as far as they are still there."""
    if not len(table):
        return np.empty(0, dtype=np.int64)
    at = np.minimum(np.searchsorted(table.ordinal, earlier.ordinal[rows]), len(table) - 1)
    same = table.ids[at] == earlier.ids[rows]
    missed = earlier.ids[rows[~same]].tolist()
    others = [table.row_of[identity] for identity in missed if identity in table.row_of]
    return np.concatenate([at[same], np.array(others, dtype=np.int64)])


def runs(places: IntArray) -> list[tuple[int, int]]:
    """Return ascending places as (first, last) runs without gaps."""
    if not len(places):
        return []
    breaks = np.flatnonzero(np.diff(places) > 1)
    firsts = places[np.concatenate([[0], breaks + 1])]
    lasts = places[np.concatenate([breaks, [len(places) - 1]])]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))
