"""Candidates: the best by meaning and the best by words, among the memories that pass the filters."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray, VectorArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.neighbourhood import DIRECT, NOBODY, NeighbourhoodInput, neighbour_rows
from memento_gui.engine.ranking import Candidates, tie_order
from memento_gui.search.text_index import TextIndex
from memento_gui.search.vectors import VectorIndex, top_k


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a query says of N memories.

    Attributes:
        cosine: Raw cosine as the vector index gives it, N; NaN without a vector of the memory or of the query.
        bm25: Raw BM25, N; 0 without a hit.
        tag: Gives the tag signal of chosen rows; it needs words.
        title: Gives the title signal of chosen rows.
        has_query_vector: Whether the query has a vector.
    """

    cosine: VectorArray
    bm25: FloatArray
    tag: Callable[[IntArray], FloatArray]
    title: Callable[[IntArray], FloatArray]
    has_query_vector: bool


def evidence_columns(
    table: FeatureTable, index: TextIndex, words: Iterable[str], vectors: VectorIndex | None, query: VectorArray | None
) -> tuple[VectorArray, FloatArray]:
    """Return cosine and BM25 as columns of the table, from what the two indexes say.

    Args:
        table: N memories; what the indexes know of others is no matter.
        index: The text index.
        words: The query's words.
        vectors: The vector index, if there is one.
        query: The query's vector, if there is one.
    """
    if vectors is None or query is None or not len(vectors):
        cosine = np.full(len(table), np.nan, dtype=np.float32)
    else:
        cosine = vectors.cosines_of(table.ordinal, query)
    return cosine, index.scores(words, table.ordinal)  # last: the vectors drive everything out of the processor's cache


def candidates(  # a query has these
    table: FeatureTable,
    evidence: Evidence,
    allowed: BoolArray,
    parameters: ParameterSet,
    *,
    vectors: VectorIndex | None,
    also: int | None = None,
) -> Candidates:
    """Return the union of the best by cosine and the best by BM25 above 0, with direct neighbours where they count.

    Args:
        table: N memories.
        evidence: What the query says of them.
        allowed: Which pass the filters, N.
        parameters: How many enter, and whether the neighbourhood counts.
        vectors: For the likeness between candidates; without it nobody repeats anybody.
        also: One more row that enters, wherever it stands in the two lists.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1; the neighbourhood is an
    extension.
    """
    knobs = parameters.ranking
    mask = None if allowed.all() else allowed
    near = top_k(evidence.cosine, knobs.candidates_embedding, mask)
    worded = top_k(evidence.bm25, knobs.candidates_keyword, mask)
    worded = worded[evidence.bm25[worded] > 0.0]
    picked = {*near.tolist(), *worded.tolist(), *(() if also is None else (also,))}
    rows = np.array(sorted(picked), dtype=np.int64)
    neighbourly = parameters.relevance.neighbourhood > 0.0 and len(rows) > 0
    if neighbourly:
        around = neighbour_rows(table, rows, allowed=allowed, parameters=parameters.relevance)[:, DIRECT]
        rows = np.union1d(rows, around[around != NOBODY])
    rows = rows[tie_order(table, rows)]  # as the ranking wants them
    return Candidates(
        rows=rows,
        cosine=evidence.cosine[rows].astype(np.float64),
        bm25=evidence.bm25[rows],
        tag=evidence.tag(rows),
        title=evidence.title(rows),
        likeness=np.zeros((len(rows), len(rows))) if vectors is None else vectors.likeness(table.ordinal, rows),
        cosine_max=float(evidence.cosine[near[0]]) if len(near) else np.nan,
        bm25_max=float(evidence.bm25[worded[0]]) if len(worded) else 0.0,
        has_query_vector=evidence.has_query_vector,
        neighbours=_neighbours(table, rows, evidence, allowed, parameters) if neighbourly else None,
    )


def _neighbours(
    table: FeatureTable, rows: IntArray, evidence: Evidence, allowed: BoolArray, parameters: ParameterSet
) -> NeighbourhoodInput:
    """Return who stands around the candidates, and what the query says of those that are none themselves."""
    around = neighbour_rows(table, rows, allowed=allowed, parameters=parameters.relevance)
    others = np.setdiff1d(around[around != NOBODY], rows)
    return NeighbourhoodInput(
        around=around,
        rows=others,
        cosine=evidence.cosine[others].astype(np.float64),
        bm25=evidence.bm25[others],
        tag=evidence.tag(others),
        title=evidence.title(others),
    )
