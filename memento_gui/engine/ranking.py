"""Ranking: the final score S, picked greedily so that repeats fall behind, and MMR."""

from dataclasses import dataclass

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet, RankingParameters
from memento_gui.domain.ranking import Ranking, RelevanceParts, Signals
from memento_gui.engine.checks import check_range
from memento_gui.engine.importance import importance, project_boosts
from memento_gui.engine.neighbourhood import raised
from memento_gui.engine.recency import by_type, recency
from memento_gui.engine.relevance import keyword, meaning, relevance
from memento_gui.engine.usage import usage, usage_range, usage_raw

NOBODY = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """C candidates, followed by those of their neighbours that are no candidates: P memories in all.

    ``rows`` index the feature table. ``cosine`` is raw, NaN where a memory has no vector; ``bm25`` is raw; ``tag`` and
    ``title`` are signals in [0, 1]. ``before`` and ``after`` hold positions among the P, or -1. ``likeness`` is C × C:
    max(0, cosine) between candidates, 0 where a vector is missing. ``best_cosine`` and ``best_bm25`` are the largest over
    the filtered store.
    """

    count: int
    rows: IntArray
    cosine: FloatArray
    bm25: FloatArray
    tag: FloatArray
    title: FloatArray
    before: IntArray
    after: IntArray
    likeness: FloatArray
    best_cosine: float
    best_bm25: float
    has_query_vector: bool


def rank(table: FeatureTable, candidates: Candidates, parameters: ParameterSet, *, now_ms: int) -> Ranking:
    """Return the candidates by S: kept ones first, then those below the threshold, each in the order they were picked.

    The best is picked given what was picked before it, its likeness to those taken off as the duplication penalty; ties go
    to the newer, then to the smaller id. Without a query vector the threshold is not applied, and a memory whose vector is
    pending is never held below it.

    Raises:
        InvalidParameter: If a signal is NaN or out of bounds.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", sections 1 and 6.
    """
    signals, parts = _signals(table, candidates, parameters, now_ms)
    rows = candidates.rows[: candidates.count]
    first = np.lexsort((table.ids[rows].astype(np.str_), -table.created_ms[rows]))
    base = positive_part(signals, parameters.ranking)
    likeness = candidates.likeness[np.ix_(first, first)]
    picks, duplication, nearest = pick(base[first], likeness, parameters.ranking.duplication)
    score = base[first] - parameters.ranking.duplication * duplication
    if parameters.ranking.mmr:
        picks = diversified(score, likeness, parameters.ranking.mmr_lambda)
    kept = _kept(score, candidates.cosine[: candidates.count][first], candidates, parameters.ranking)
    order = np.concatenate([picks[kept[picks]], picks[~kept[picks]]])
    return _ranking(rows[first], signals, parts, (first, order), (score, duplication, kept, nearest), candidates)


def positive_part(signals: Signals, parameters: RankingParameters) -> FloatArray:
    """Return P = α·relevance + β·recency + γ·importance + δ·usage, for C candidates."""
    return (
        parameters.relevance * signals.relevance
        + parameters.recency * signals.recency
        + parameters.importance * signals.importance
        + parameters.usage * signals.usage
    )


def final_score(signals: Signals, parameters: RankingParameters) -> FloatArray:
    """Return S = P − ε·duplication, for C candidates."""
    return positive_part(signals, parameters) - parameters.duplication * signals.duplication


def pick(base: FloatArray, likeness: FloatArray, weight: float) -> tuple[IntArray, FloatArray, IntArray]:
    """Pick greedily by base − weight·(largest likeness to what is picked already); the first of equals wins.

    Args:
        base: C scores without the penalty.
        likeness: C × C, in [0, 1].
        weight: ε.

    Returns:
        The candidates in the order they were picked, and for each candidate its penalty signal when it was picked and the
        earlier pick it is most like (-1 where there is none).
    """
    check_range(likeness, "likeness", low=0.0, high=1.0)
    count = len(base)
    picks, penalty = np.empty(count, dtype=np.int64), np.zeros(count)
    nearest = np.full(count, NOBODY, dtype=np.int64)
    open_score = base.copy()
    settled = np.zeros(count, dtype=np.bool_)
    for step in range(count):
        chosen = int(np.argmax(open_score))
        picks[step] = chosen
        settled[chosen] = True
        closer = (likeness[chosen] > penalty) & ~settled
        penalty[closer] = likeness[chosen][closer]
        nearest[closer] = chosen
        open_score[closer] = base[closer] - weight * penalty[closer]
        open_score[chosen] = -np.inf
    return picks, penalty, nearest


def diversified(score: FloatArray, likeness: FloatArray, balance: float) -> IntArray:
    """Return the order of maximal marginal relevance: λ·S − (1−λ)·(largest likeness to what is picked already)."""
    picks, _, _ = pick(balance * score, likeness, 1.0 - balance)
    return picks


def _kept(score: FloatArray, cosine: FloatArray, candidates: Candidates, parameters: RankingParameters) -> BoolArray:
    if not candidates.has_query_vector:
        return np.ones(len(score), dtype=np.bool_)
    return np.asarray((score >= parameters.keep_threshold) | np.isnan(cosine))


def _ranking(
    rows: IntArray,
    signals: Signals,
    parts: RelevanceParts,
    orders: tuple[IntArray, IntArray],
    picked: tuple[FloatArray, FloatArray, BoolArray, IntArray],
    candidates: Candidates,
) -> Ranking:
    first, order = orders
    score, duplication, kept, nearest = picked
    final = first[order]
    place = np.empty(len(order) + 1, dtype=np.int64)
    place[order], place[NOBODY] = np.arange(len(order)), NOBODY
    ordered = {name: getattr(signals, name)[final] for name in ("relevance", "recency", "importance", "usage")}
    return Ranking(
        rows=rows[order],
        score=score[order],
        kept=kept[order],
        nearest=place[nearest[order]],
        signals=Signals(**ordered, duplication=duplication[order]),
        parts=RelevanceParts(**{name: getattr(parts, name)[final] for name in RelevanceParts.__slots__}),
        threshold_applied=candidates.has_query_vector,
    )


def _signals(
    table: FeatureTable, candidates: Candidates, parameters: ParameterSet, now_ms: int
) -> tuple[Signals, RelevanceParts]:
    parts = _relevance(candidates, parameters)
    chosen = table.take(candidates.rows[: candidates.count])
    raw = usage_raw(chosen.views, chosen.cites, chosen.edits, parameters.usage)
    weight = importance(
        chosen.importance,
        pinned=chosen.pinned,
        type_codes=chosen.type,
        project_boost=project_boosts(chosen.project, chosen.projects, parameters.importance),
        parameters=parameters.importance,
    )
    signals = Signals(
        relevance=parts.own + parts.neighbourhood,
        recency=recency(age_days(now_ms, chosen.created_ms), by_type(parameters.recency.half_life, chosen.type)),
        importance=weight,
        usage=usage(raw, *usage_range(raw, parameters.usage.max_percentile)),
        duplication=np.zeros(candidates.count),
    )
    return signals, parts


def _relevance(candidates: Candidates, parameters: ParameterSet) -> RelevanceParts:
    knobs = parameters.relevance
    embedding = meaning(candidates.cosine, best=candidates.best_cosine, calibration=knobs.embedding_calibration)
    words = keyword(candidates.bm25, best=candidates.best_bm25, calibration=knobs.keyword_calibration, k_norm=knobs.k_norm)
    own = relevance(embedding=embedding, keyword=words, tag=candidates.tag, title=candidates.title, parameters=knobs)
    lifted = raised(own, candidates.before, candidates.after, knobs)
    chosen = slice(0, candidates.count)
    scale = max(1.0, float(lifted[chosen].max(initial=0.0)))
    return RelevanceParts(
        cosine=candidates.cosine[chosen],
        bm25=candidates.bm25[chosen],
        embedding=embedding[chosen],
        keyword=words[chosen],
        tag=candidates.tag[chosen],
        title=candidates.title[chosen],
        own=own[chosen] / scale,
        neighbourhood=(lifted - own)[chosen] / scale,
    )
