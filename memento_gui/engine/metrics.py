"""Ranking metrics: how good an order is, and how alike two orders are.

A ranking is a sequence of ids, best first, each at most once. Judgements are grades by id: 0 (useless) to 3; what was not
judged counts as 0, and `unjudged` lists it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray

RELEVANT_FROM: Final = 1
"""The grade from which a memory counts as relevant, where a metric knows only yes and no."""


def gains(grades: Sequence[int] | FloatArray) -> FloatArray:
    """Return the gain 2^grade − 1 of each grade."""
    return np.exp2(np.asarray(grades, dtype=np.float64)) - 1.0


def dcg_at(grades: Sequence[int] | FloatArray, depth: int) -> float:
    """Return the discounted cumulative gain Σ (2^grade − 1)/log₂(1 + rank) of grades in ranked order."""
    cut = gains(grades)[:depth]
    return float(cut @ (1.0 / np.log2(np.arange(2, len(cut) + 2))))


def ndcg_at(ranked: Sequence[str], judged: Mapping[str, int], depth: int) -> float:
    """Return DCG over the DCG of the ideal order of everything judged, returned or not; 0 where nothing is relevant.

    Source: Burges et al. 2005, "Learning to Rank using Gradient Descent" (the gain); Järvelin and Kekäläinen 2002.
    """
    ideal = dcg_at(sorted(judged.values(), reverse=True), depth)
    return dcg_at([judged.get(identity, 0) for identity in ranked[:depth]], depth) / ideal if ideal > 0.0 else 0.0


def recall_at(ranked: Sequence[str], judged: Mapping[str, int], depth: int) -> float:
    """Return which share of the relevant ones is among the first ``depth``; 0 where nothing is relevant."""
    relevant = relevant_ids(judged)
    return len(relevant & set(ranked[:depth])) / len(relevant) if relevant else 0.0


def reciprocal_rank(ranked: Sequence[str], judged: Mapping[str, int]) -> float:
    """Return 1/rank of the first relevant one; 0 where there is none."""
    relevant = relevant_ids(judged)
    return next((1.0 / rank for rank, identity in enumerate(ranked, start=1) if identity in relevant), 0.0)


def mrr(rankings: Sequence[Sequence[str]], judgements: Sequence[Mapping[str, int]]) -> float:
    """Return the mean reciprocal rank over queries; 0 without a query.

    Raises:
        ValueError: If there are not as many rankings as judged queries.
    """
    ranks = [reciprocal_rank(ranked, judged) for ranked, judged in zip(rankings, judgements, strict=True)]
    return sum(ranks) / len(ranks) if ranks else 0.0


def kendall_tau(first: Sequence[str], second: Sequence[str]) -> float:
    """Return how alike two orders of the items they share are: 1 the same, −1 reversed; 1 for fewer than two items.

    Source: Kendall 1938; without ties, as an order has none.
    """
    place = {identity: position for position, identity in enumerate(second)}
    shared = np.array([place[identity] for identity in first if identity in place])
    pairs = len(shared) * (len(shared) - 1) // 2
    if pairs == 0:
        return 1.0
    agreeing = int(np.count_nonzero(np.triu(shared[:, None] < shared[None, :], k=1)))
    return (2 * agreeing - pairs) / pairs


def overlap(first: Sequence[str], second: Sequence[str], depth: int) -> float:
    """Return which share of the longer list's first ``depth`` both have; 1 where both are empty."""
    left, right = set(first[:depth]), set(second[:depth])
    return len(left & right) / max(len(left), len(right)) if left or right else 1.0


def unjudged(ranked: Sequence[str], judged: Mapping[str, int], depth: int) -> list[str]:
    """Return those of the first ``depth`` that nobody judged, in ranked order."""
    return [identity for identity in ranked[:depth] if identity not in judged]


def relevant_ids(judged: Mapping[str, int]) -> set[str]:
    """Return the ids whose grade counts as relevant."""
    return {identity for identity, grade in judged.items() if grade >= RELEVANT_FROM}
