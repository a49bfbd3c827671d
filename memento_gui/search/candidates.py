"""Candidates: the best by meaning and the best by words, among the memories that pass the filters."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray, VectorArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.neighbourhood import NeighbourhoodInput, neighbour_rows
from memento_gui.engine.ranking import Candidates
from memento_gui.search.vectors import VectorIndex, top_k

NOBODY = -1
_DIRECT = slice(1, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a query says of N memories: raw cosine (NaN without a vector) and raw BM25 (0 without a hit), N each.

    ``tag`` and ``title`` give those signals for chosen rows only, since they need words.
    """

    cosine: FloatArray
    bm25: FloatArray
    tag: Callable[[IntArray], FloatArray]
    title: Callable[[IntArray], FloatArray]
    has_query_vector: bool


def evidence_columns(
    table: FeatureTable, hits: tuple[IntArray, FloatArray], vectors: VectorIndex | None, query: VectorArray | None
) -> tuple[FloatArray, FloatArray]:
    """Return cosine and BM25 as columns of the table, from what the two indexes say by ordinal."""
    bm25, cosine = np.zeros(len(table)), np.full(len(table), np.nan)
    _scatter(bm25, table.ordinal, *hits)
    if vectors is not None and query is not None:
        _scatter(cosine, table.ordinal, vectors.ordinals, vectors.cosines(query))
    return cosine, bm25


def _scatter(column: FloatArray, ordinals: IntArray, keys: IntArray, values: FloatArray) -> None:
    if not len(ordinals) or not len(keys):
        return
    rows = np.minimum(np.searchsorted(ordinals, keys), len(ordinals) - 1)
    known = ordinals[rows] == keys
    column[rows[known]] = values[known]


def candidates(
    table: FeatureTable, evidence: Evidence, allowed: BoolArray, parameters: ParameterSet, *, vectors: VectorIndex | None
) -> Candidates:
    """Return the union of the best by cosine and the best by BM25 above 0, with direct neighbours where they count.

    Args:
        table: N memories.
        evidence: What the query says of them.
        allowed: N; which pass the filters.
        parameters: How many enter, and whether the neighbourhood counts.
        vectors: For the likeness between candidates.
    """
    knobs = parameters.ranking
    near = top_k(evidence.cosine, knobs.candidates_embedding, allowed)
    worded = top_k(evidence.bm25, knobs.candidates_keyword, allowed & (evidence.bm25 > 0.0))
    rows = np.union1d(near, worded).astype(np.int64)
    neighbours = None
    if parameters.relevance.neighbourhood > 0.0 and len(rows):
        around = neighbour_rows(table, rows, allowed=allowed, parameters=parameters.relevance)
        direct = around[:, _DIRECT]
        rows = np.union1d(rows, direct[direct != NOBODY]).astype(np.int64)
        neighbours = _neighbours(table, rows, evidence, allowed, parameters)
    likeness = vectors.likeness(table.ordinal[rows]) if vectors is not None else np.zeros((len(rows), len(rows)))
    filtered = evidence.cosine[allowed]
    best = filtered[~np.isnan(filtered)]
    return Candidates(
        rows=rows,
        cosine=evidence.cosine[rows],
        bm25=evidence.bm25[rows],
        tag=evidence.tag(rows),
        title=evidence.title(rows),
        likeness=likeness,
        cosine_max=float(best.max()) if len(best) else float("nan"),
        bm25_max=float(evidence.bm25[allowed].max(initial=0.0)),
        has_query_vector=evidence.has_query_vector,
        neighbours=neighbours,
    )


def _neighbours(
    table: FeatureTable, rows: IntArray, evidence: Evidence, allowed: BoolArray, parameters: ParameterSet
) -> NeighbourhoodInput:
    around = neighbour_rows(table, rows, allowed=allowed, parameters=parameters.relevance)
    others = np.setdiff1d(around[around != NOBODY], rows).astype(np.int64)
    return NeighbourhoodInput(
        around=around,
        rows=others,
        cosine=evidence.cosine[others],
        bm25=evidence.bm25[others],
        tag=evidence.tag(others),
        title=evidence.title(others),
    )
