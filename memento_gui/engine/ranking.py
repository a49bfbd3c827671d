"""Ranking: the final score S, picked greedily so that a repetition of a better result stands behind it."""

from dataclasses import dataclass, fields, replace
from typing import TypeVar

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet, RankingParameters, RelevanceParameters
from memento_gui.domain.ranking import Ranking, RelevanceParts, Signals
from memento_gui.engine.checks import check_range
from memento_gui.engine.importance import importance, project_boosts
from memento_gui.engine.neighbourhood import NOBODY, NeighbourhoodInput, neighbourhood
from memento_gui.engine.recency import by_type, recency
from memento_gui.engine.relevance import embedding_signal, keyword_signal, relevance
from memento_gui.engine.usage import usage_among, usage_raw

Columns = TypeVar("Columns", Signals, RelevanceParts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """C memories that a query may return, and what the query says of each.

    ``rows`` are rows of the feature table, each once. ``cosine`` is raw, NaN where there is no vector; ``bm25`` is raw,
    0 without a hit; ``tag`` and ``title`` are signals. ``likeness`` is C×C: sim_e between candidates, symmetric, 0 where
    there is no vector. ``cosine_max`` and ``bm25_max`` are the largest raw values in the filtered store, for the
    calibration "max" (``cosine_max`` is NaN where there is no vector at all).
    """

    rows: IntArray
    cosine: FloatArray
    bm25: FloatArray
    tag: FloatArray
    title: FloatArray
    likeness: FloatArray
    cosine_max: float
    bm25_max: float
    has_query_vector: bool
    neighbours: NeighbourhoodInput | None = None

    def __post_init__(self) -> None:
        """Refuse arrays that do not belong together.

        Raises:
            ValueError: If their shapes differ.
        """
        count = len(self.rows)
        columns = (self.cosine, self.bm25, self.tag, self.title)
        if any(column.shape != (count,) for column in columns) or self.likeness.shape != (count, count):
            raise ValueError(f"{count} candidates need columns of {count} and a likeness of {count}×{count}")
        if self.neighbours is not None and len(self.neighbours.around) != count:
            raise ValueError(f"{count} candidates need {count} rows of neighbours")

    def __len__(self) -> int:
        return len(self.rows)


def rank(table: FeatureTable, candidates: Candidates, parameters: ParameterSet, *, now_ms: int) -> Ranking:
    """Rank C candidates by S; the order they are given in does not matter.

    The best is picked, then the best given what is picked, and so on; ties go to the newer, then to the smaller id. MMR,
    if on, reorders what S has scored. Those under the keep threshold follow apart, in the order of the picks. Without a
    query vector the threshold is not applied, and a memory that has no vector yet is not held to it.

    Args:
        table: All memories.
        candidates: C rows of the table and what the query says of them.
        parameters: The numbers.
        now_ms: The instant at which ages end.

    Returns:
        All C, the kept ones first.

    Raises:
        InvalidParameter: If a number is NaN or outside its bounds.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1.
    """
    ordered = in_tie_order(table, candidates)
    parts = _relevance_parts(ordered, parameters.relevance)
    signals = _signals(table, ordered.rows, parts, parameters, now_ms=now_ms)
    weights = parameters.ranking
    likeness = _within_bounds(ordered.likeness)
    undisturbed = _weighted(signals, weights)
    order = _picks(undisturbed, likeness, weights.duplication)
    signals, nearest = _penalised(signals, likeness, order)
    score = undisturbed - weights.duplication * signals.duplication
    pending = np.isnan(ordered.cosine)  # what has no vector yet cannot reach its score: it is marked, not held back
    kept = (score >= weights.keep_threshold) | pending if candidates.has_query_vector else np.ones_like(pending)
    ranking = Ranking(
        rows=ordered.rows,
        score=score,
        kept=kept,
        nearest=nearest,
        signals=signals,
        parts=parts,
        threshold_applied=candidates.has_query_vector,
    )
    if weights.mmr:
        order = _picks(weights.mmr_lambda * score, likeness, 1.0 - weights.mmr_lambda)
    return reordered(ranking, order[np.argsort(~kept[order], kind="stable")])


def final_score(signals: Signals, weights: RankingParameters) -> FloatArray:
    """Return S = α·relevance + β·recency + γ·importance + δ·usage − ε·duplication.

    Raises:
        InvalidParameter: If a signal is NaN or outside [0, 1].

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1.
    """
    for signal in fields(signals):
        check_range(getattr(signals, signal.name), f"{signal.name} signals", low=0.0, high=1.0)
    return _weighted(signals, weights)


def _weighted(signals: Signals, weights: RankingParameters) -> FloatArray:
    return (
        weights.relevance * signals.relevance
        + weights.recency * signals.recency
        + weights.importance * signals.importance
        + weights.usage * signals.usage
        - weights.duplication * signals.duplication
    )


def full_score(weights: RankingParameters) -> float:
    """Return max(1, α + β + γ + δ): the score at which a bar is full."""
    return max(1.0, weights.relevance + weights.recency + weights.importance + weights.usage)


def matches_weakly(candidates: Candidates, weights: RankingParameters) -> bool:
    """Return whether nothing matches well: no word hit at all, and no cosine that reaches ``weak_match``."""
    return not candidates.bm25_max > 0.0 and not candidates.cosine_max >= weights.weak_match


def reordered(ranking: Ranking, order: IntArray) -> Ranking:
    """Return the same results in another order, or only some of them.

    Args:
        ranking: C results.
        order: Positions of the ranking, each at most once. A result whose nearest is left out has none that can be named.
    """
    place = np.full(len(ranking) + 1, NOBODY, dtype=np.int64)  # the last one stands for nobody
    place[order] = np.arange(len(order))
    return replace(
        ranking,
        rows=ranking.rows[order],
        score=ranking.score[order],
        kept=ranking.kept[order],
        nearest=place[ranking.nearest[order]],
        signals=_each(ranking.signals, order),
        parts=_each(ranking.parts, order),
    )


def _each(columns: Columns, order: IntArray) -> Columns:
    return type(columns)(**{column.name: getattr(columns, column.name)[order] for column in fields(columns)})


def in_tie_order(table: FeatureTable, candidates: Candidates) -> Candidates:
    """Return the candidates newest first, then by id: the first of several best is then the one that ties prefer."""
    order = tie_order(table, candidates.rows)
    if (order[1:] > order[:-1]).all():
        return candidates
    near = candidates.neighbours
    return replace(
        candidates,
        rows=candidates.rows[order],
        cosine=candidates.cosine[order],
        bm25=candidates.bm25[order],
        tag=candidates.tag[order],
        title=candidates.title[order],
        likeness=_permuted(candidates.likeness, order),
        neighbours=None if near is None else replace(near, around=near.around[order]),
    )


def tie_order(table: FeatureTable, rows: IntArray) -> IntArray:
    """Return positions of C rows of the table: newest first, then by id."""
    created = -table.created_ms[rows]
    order = np.argsort(created, kind="stable")
    ascending = created[order]
    if (ascending[1:] == ascending[:-1]).any():
        ids, times = table.ids[rows].tolist(), created.tolist()
        order = np.array(sorted(range(len(ids)), key=lambda at: (times[at], ids[at])), dtype=np.int64)
    return order


def _relevance_parts(candidates: Candidates, parameters: RelevanceParameters) -> RelevanceParts:
    embedding = embedding_signal(candidates.cosine, candidates.cosine_max, parameters)
    keyword = keyword_signal(candidates.bm25, candidates.bm25_max, parameters)
    tag, title = candidates.tag, candidates.title
    own = relevance(embedding=embedding, keyword=keyword, tag=tag, title=title, parameters=parameters)
    added = np.zeros_like(own)
    if parameters.neighbourhood > 0.0 and candidates.neighbours is not None:
        own, added = neighbourhood(own, _around(candidates, candidates.neighbours, own, parameters), parameters)
    return RelevanceParts(
        cosine=candidates.cosine,
        bm25=candidates.bm25,
        embedding=embedding,
        keyword=keyword,
        tag=tag,
        title=title,
        own=own,
        neighbourhood=added,
    )


def _around(
    candidates: Candidates, near: NeighbourhoodInput, own: FloatArray, parameters: RelevanceParameters
) -> FloatArray:
    """Return r of the neighbours, C×4; 0 where there is none."""
    others = relevance(
        embedding=embedding_signal(near.cosine, candidates.cosine_max, parameters),
        keyword=keyword_signal(near.bm25, candidates.bm25_max, parameters),
        tag=near.tag,
        title=near.title,
        parameters=parameters,
    )
    known = dict(zip(near.rows.tolist(), others.tolist(), strict=True))
    known |= dict(zip(candidates.rows.tolist(), own.tolist(), strict=True))
    known[NOBODY] = 0.0
    values = [known[row] for row in near.around.ravel().tolist()]
    return np.array(values, dtype=np.float64).reshape(near.around.shape)


def _signals(
    table: FeatureTable, rows: IntArray, parts: RelevanceParts, parameters: ParameterSet, *, now_ms: int
) -> Signals:
    """Return the signals of C rows, no duplication yet; usage is compared within the batch."""
    types = table.type[rows]
    raw = usage_raw(table.views[rows], table.cites[rows], table.edits[rows], parameters.usage)
    return Signals(
        relevance=np.minimum(parts.own + parts.neighbourhood, 1.0),
        recency=recency(age_days(now_ms, table.created_ms[rows]), by_type(parameters.recency.half_life, types)),
        importance=importance(
            table.importance[rows],
            pinned=table.pinned[rows],
            type_codes=types,
            project_boost=project_boosts(table.project[rows], table.projects, parameters.importance),
            parameters=parameters.importance,
        ),
        usage=usage_among(raw, parameters.usage.max_percentile),
        duplication=np.zeros(len(rows)),
    )


def _within_bounds(likeness: FloatArray) -> FloatArray:
    """Return likenesses as they are, or clipped where rounding carried one over a bound."""
    low, high = check_range(likeness, "likenesses between candidates")
    return likeness if low >= 0.0 and high <= 1.0 else np.clip(likeness, 0.0, 1.0)


def _permuted(likeness: FloatArray, order: IntArray) -> FloatArray:
    """Return rows and columns of a C×C matrix in another order, in a third of the time that a look-up by pairs takes."""
    return likeness.take(order, axis=0).take(order, axis=1)


def _picks(score: FloatArray, likeness: FloatArray, weight: float) -> IntArray:
    """Return the order of picking the largest score − weight · (most likeness to a pick), again and again."""
    left = score.copy()
    beside = score - likeness * weight  # what is left of each when only one pick stands before it; the least of all counts
    np.fill_diagonal(beside, -np.inf)  # and nothing of the pick itself
    order = []
    for _ in range(len(left)):
        best = left.argmax()
        order.append(best)
        np.minimum(left, beside[best], out=left)
    return np.array(order, dtype=np.int64)


def _penalised(signals: Signals, likeness: FloatArray, order: IntArray) -> tuple[Signals, IntArray]:
    """Return the signals with duplication, and which earlier pick each repeats most (the earliest of several)."""
    if not len(order):
        return signals, order
    place = np.arange(len(order))
    earlier = _permuted(likeness, order) * (place < place[:, np.newaxis])
    closest = earlier.argmax(axis=1)
    most = earlier[place, closest]
    duplication = np.empty_like(most)
    duplication[order] = most
    nearest = np.empty_like(order)
    nearest[order] = np.where(most > 0.0, order[closest], NOBODY)
    return replace(signals, duplication=duplication), nearest
