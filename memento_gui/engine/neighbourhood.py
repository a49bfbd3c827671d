"""Neighbourhood: memories of one episode explain each other, so the relevance of one lifts those around it."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.clock import MINUTE_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import RelevanceParameters

NOBODY: Final = -1
"""Stands where a memory has no neighbour."""

STEPS: Final = (-2, -1, 1, 2)
"""Which neighbour each of the four columns holds; the two in the middle are the direct ones."""

DIRECT: Final = slice(1, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighbourhoodInput:
    """Who stands around C candidates, and what the query says of those E neighbours that are no candidates themselves.

    ``around`` holds C×4 rows of the feature table as `neighbour_rows` gives them. ``cosine`` is NaN where there is no
    vector; ``bm25``, ``tag`` and ``title`` are as for candidates.
    """

    around: IntArray
    rows: IntArray
    cosine: FloatArray
    bm25: FloatArray
    tag: FloatArray
    title: FloatArray

    def __post_init__(self) -> None:
        """Refuse arrays that do not belong together.

        Raises:
            ValueError: If their shapes differ.
        """
        columns = (self.cosine, self.bm25, self.tag, self.title)
        if self.around.shape[1:] != (len(STEPS),) or any(column.shape != self.rows.shape for column in columns):
            raise ValueError("a neighbourhood needs C×4 rows, and columns of one length for the other neighbours")


def neighbour_rows(table: FeatureTable, rows: IntArray, *, allowed: BoolArray, parameters: RelevanceParameters) -> IntArray:
    """Return the rows of the memories that stand two before, before, after and two after each one.

    Neighbours follow each other by (created, import ordinal) among the active memories of the same episode that pass
    the filters, and are at most ``neighbourhood_minutes`` away from the one they stand around.

    Args:
        table: All memories, N.
        rows: C rows of the table; they need not be active themselves.
        allowed: N: which memories pass the query's filters.
        parameters: Say how far apart neighbours may be.

    Returns:
        C×4 rows of the table, in the order of `STEPS`; -1 where there is no such neighbour.

    Source: an extension of M, measured on long conversations.
    """
    order = table.episode_order
    place = np.empty(len(table), dtype=np.int64)
    place[order] = np.arange(len(order))
    standing = np.flatnonzero((allowed & table.active)[order])
    around = np.full((len(rows), len(STEPS)), NOBODY, dtype=np.int64)
    placed = table.episode[rows] >= 0
    if not len(standing) or not placed.any():
        return around
    members = order[standing]
    around[placed] = _around(table, rows[placed], members, np.searchsorted(standing, place[rows[placed]]), parameters)
    return around


def _around(
    table: FeatureTable, rows: IntArray, members: IntArray, at: IntArray, parameters: RelevanceParameters
) -> IntArray:
    """Return C×4 rows; ``at`` says before which of the M ordered ``members`` each row stands, or where it stands itself."""
    itself = (at < len(members)) & (members[np.minimum(at, len(members) - 1)] == rows)
    before = at[:, None] + np.array(STEPS[:2])
    after = (at + itself)[:, None] + np.array(STEPS[2:]) - 1
    index = np.concatenate([before, after], axis=1)
    found = members[np.clip(index, 0, len(members) - 1)]
    own = rows[:, None]
    gap_ms = np.abs(table.created_ms[found] - table.created_ms[own])
    near = (
        (index >= 0)
        & (index < len(members))
        & (table.episode[found] == table.episode[own])
        & (gap_ms <= parameters.neighbourhood_minutes * MINUTE_MS)
    )
    return np.where(near, found, NOBODY)


def neighbourhood(own: FloatArray, around: FloatArray, parameters: RelevanceParameters) -> tuple[FloatArray, FloatArray]:
    """Return each candidate's own relevance and what its neighbours add, such that the two sum to at most 1.

    r'(m) = r(m) + w·(0.4·(r(−1) + r(+1)) + 0.1·(r(−2) + r(+2))); if the maximum over the candidates exceeds 1, all are
    divided by it.

    Args:
        own: r of C candidates.
        around: r of their neighbours, C×4 in the order of `STEPS`; 0 where there is none.
        parameters: w, and the shares of near and far neighbours.

    Returns:
        Two arrays of C: own and added, both after the division.

    Source: an extension of M, measured on long conversations.
    """
    added = lift(around, parameters)
    divisor = max(1.0, float(np.max(own + added, initial=0.0)))
    return own / divisor, added / divisor


def lift(around: FloatArray, parameters: RelevanceParameters) -> FloatArray:
    """Return w·(0.4·(r(−1) + r(+1)) + 0.1·(r(−2) + r(+2))), what neighbours add before any division.

    Args:
        around: r of the neighbours of C candidates, or one part of it, C×4 in the order of `STEPS`; 0 where there is none.
        parameters: w, and the shares of near and far neighbours.
    """
    near, far = parameters.neighbourhood_near, parameters.neighbourhood_far
    return parameters.neighbourhood * (near * (around[:, 1] + around[:, 2]) + far * (around[:, 0] + around[:, 3]))
