"""All judged queries ranked at once by one point, and how good that is."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.engine.learning.judged import DEPTH, UNJUDGED, Judged
from memento_gui.engine.learning.point import Point
from memento_gui.engine.metrics import RELEVANT_FROM
from memento_gui.engine.recency import recency

DISCOUNT: Final = 1.0 / np.log2(np.arange(2, DEPTH + 2))
"""What a gain counts at each rank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """How good each of Q rankings is, in [0, 1]: nDCG@10, recall@10, reciprocal rank, judged share of the top 10."""

    ndcg: FloatArray
    recall: FloatArray
    reciprocal: FloatArray
    judged: FloatArray

    def __len__(self) -> int:
        return len(self.ndcg)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The signals that a point gives the candidates, Q×C each; S is their weighted sum less the duplication."""

    relevance: FloatArray
    recency: FloatArray
    importance: FloatArray
    usage: FloatArray

    def mixed(self, weights: "tuple[float, ...]") -> FloatArray:
        """Return α·relevance + β·recency + γ·importance + δ·usage, in the order in which a search adds them."""
        alpha, beta, gamma, delta = weights
        return alpha * self.relevance + beta * self.recency + gamma * self.importance + delta * self.usage


def parts_of(judged: Judged, point: Point) -> tuple[FloatArray, ...]:
    """Return the four parts of relevance under a point's calibration, in the order of its weights."""
    fit = judged.fit
    return fit[f"embedding.{point.embedding}"], fit[f"keyword.{point.keyword}"], fit["tag"], fit["title"]


def terms_of(judged: Judged, point: Point, near: tuple[Point, Terms] | None = None) -> Terms:
    """Return the signals; those that are the same at another point, whose terms are known, are taken from there."""
    known, terms = near if near is not None else (None, None)
    same_fit = known is not None and _fit_of(known) == _fit_of(point)
    same_age = known is not None and known.half_life == point.half_life
    half_life = np.array(point.half_life)
    return Terms(
        relevance=terms.relevance if terms is not None and same_fit else relevance_of(judged, point)[0],
        recency=(
            terms.recency if terms is not None and same_age else recency(judged.age_days, half_life.take(judged.type))
        ),
        importance=judged.importance,
        usage=judged.usage,
    )


def _fit_of(point: Point) -> tuple[object, ...]:
    return point.fit, point.embedding, point.keyword


def relevance_of(judged: Judged, point: Point) -> tuple[FloatArray, FloatArray]:
    """Return relevance, Q×C, and by what its weighted sum was divided, Q×1."""
    total = sum(weight * part for weight, part in zip(point.fit, parts_of(judged, point), strict=True)) / judged.divisor
    assert isinstance(total, np.ndarray)
    if not judged.neighbours:
        return np.minimum(total, 1.0), np.full((len(judged), 1), judged.divisor)
    over = np.maximum(total.max(axis=1, keepdims=True), 1.0)
    return np.minimum(total / over, 1.0), judged.divisor * over


def score_of(judged: Judged, point: Point, terms: Terms | None = None) -> FloatArray:
    """Return S before any duplication, Q×C; −∞ where there is no candidate."""
    mixed = (terms or terms_of(judged, point)).mixed(point.mix)
    return np.where(judged.present, mixed, -np.inf)


def top_of(judged: Judged, score: FloatArray, point: Point) -> IntArray:
    """Return the first ten picks of each query, Q×10, as a search would make them; −1 where there are fewer.

    The keep threshold plays no part: it greys results and moves none, except for those whose vector is still missing.
    """
    if judged.mmr_lambda is None:
        return _picks(judged, score, point.duplication)
    _, _, taken = _greedy(judged, score, point.duplication, score.shape[1])
    balance = judged.mmr_lambda
    return _picks(judged, np.where(judged.present, balance * taken, -np.inf), 1.0 - balance)


def duplication_of(judged: Judged, score: FloatArray, point: Point) -> FloatArray:
    """Return the penalty's signal, Q×C: what each of the top ten repeats when it is picked, the rest after all ten."""
    _, most, _ = _greedy(judged, score, point.duplication, DEPTH)
    return most


def _picks(judged: Judged, score: FloatArray, weight: float) -> IntArray:
    """Return the first ten picks of `_greedy`, Q×10; what learning does most, so nothing is made anew at a step."""
    count, width = score.shape
    begins = np.arange(count) * width
    order = np.full((count, DEPTH), -1, dtype=np.int64)
    left, value, near = score.copy(), np.empty_like(score), np.empty_like(score)
    most = np.zeros_like(score)
    flat_left, likeness = left.reshape(-1), judged.likeness.reshape(-1, width)
    for step in range(min(DEPTH, width)):
        if weight and step:
            np.multiply(most, weight, out=value)
            np.subtract(left, value, out=value)
        best = (value if weight and step else left).argmax(axis=1)
        place = begins + best
        order[:, step] = np.where(flat_left[place] > -np.inf, best, -1)
        flat_left[place] = -np.inf
        if weight:
            likeness.take(place, axis=0, out=near, mode="clip")
            np.maximum(most, near, out=most)
    return order


def _greedy(judged: Judged, score: FloatArray, weight: float, depth: int) -> tuple[IntArray, FloatArray, FloatArray]:
    """Pick the largest score − weight · (most likeness to a pick), again and again.

    Returns:
        The picks Q×depth, −1 where there are no more; the most likeness of each candidate to an earlier pick; the scores
        less the penalty of those that were picked.
    """
    count, width = score.shape
    every = np.arange(count)
    order = np.full((count, depth), -1, dtype=np.int64)
    left, most, taken = score.copy(), np.zeros_like(score), score.copy()
    repeats = np.zeros_like(score)
    for step in range(min(depth, width)):
        value = left - weight * most if weight else left
        best = value.argmax(axis=1)
        there = left[every, best] > -np.inf
        order[there, step] = best[there]
        repeats[every, best] = np.where(there, most[every, best], repeats[every, best])
        taken[every, best] = np.where(there, value[every, best], taken[every, best])
        left[every, best] = -np.inf
        np.maximum(most, judged.likeness[every, best], out=most)
    return order, np.where(np.isneginf(left), repeats, most), taken


def ndcg_of(judged: Judged, point: Point, terms: Terms | None = None) -> FloatArray:
    """Return nDCG@10 of each query (gain 2^grade − 1; the ideal knows everything judged)."""
    return _ndcg(judged, top_of(judged, score_of(judged, point, terms), point))


def quality_of(judged: Judged, point: Point) -> Quality:
    """Return every measure of each query."""
    order = top_of(judged, score_of(judged, point), point)
    grade = np.where(order >= 0, np.take_along_axis(judged.grade, np.maximum(order, 0), axis=1), UNJUDGED)
    hit = grade >= RELEVANT_FROM
    first = hit.argmax(axis=1)
    return Quality(
        ndcg=_ndcg(judged, order),
        recall=hit.sum(axis=1) / judged.relevant,
        reciprocal=np.where(hit.any(axis=1), 1.0 / (first + 1.0), 0.0),
        judged=(grade > UNJUDGED).sum(axis=1) / (order >= 0).sum(axis=1),
    )


def _ndcg(judged: Judged, order: IntArray) -> FloatArray:
    gain = np.where(order >= 0, np.take_along_axis(judged.gain, np.maximum(order, 0), axis=1), 0.0)
    counted: FloatArray = (gain * DISCOUNT).sum(axis=1)  # row by row: a query counts the same among any others
    return counted / judged.ideal
