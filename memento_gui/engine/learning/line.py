"""The exact line search: mean nDCG@10 along one weight is a step function whose steps are crossings of two scores."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.engine.learning.judged import DEPTH, Judged
from memento_gui.engine.learning.measure import (
    DISCOUNT,
    Terms,
    duplication_of,
    parts_of,
    relevance_of,
    score_of,
    terms_of,
)
from memento_gui.engine.learning.point import DUPLICATION, FIT, MIX, Point, shares_beside

_ROUNDING: Final = 1e-12
_INSIDE: Final = 1e-9
"""Crossings this close to an end of the line, or to each other, are one with it."""

_STEP: Final = 0.01
"""A plateau narrower than one step of a slider counts with what lies beside it: it fits a rounding, not a taste."""

_DISCOUNT_AT: Final = np.concatenate([DISCOUNT, [0.0]])


@dataclass(frozen=True, slots=True)
class Steps:
    """A step function on [edges[0], edges[-1]]: ``values[k]`` between ``edges[k]`` and ``edges[k+1]``."""

    edges: FloatArray
    values: FloatArray

    def at(self, x: float) -> float:
        """Return the value at ``x``; the right one at an edge."""
        place = np.searchsorted(self.edges, x, side="right") - 1
        return float(self.values[min(max(int(place), 0), len(self.values) - 1)])

    def best(self, count: int) -> list[float]:
        """Return the middles of the ``count`` best plateaus, the best first; of equals the widest first."""
        width = np.diff(self.edges)
        middles = (self.edges[:-1] + self.edges[1:]) / 2.0
        level = np.round(self.around(middles, _STEP), 9)
        least = np.partition(level, -count)[-count] if len(level) > count else -np.inf
        high = np.flatnonzero(level >= least)
        order = high[np.lexsort((-width[high], -level[high]))][:count]
        return [float(middles[at]) for at in order]

    def around(self, x: FloatArray, span: float) -> FloatArray:
        """Return the mean value over a window of width ``span`` around each ``x``, cut off at the ends."""
        area = np.concatenate([[0.0], np.cumsum(np.diff(self.edges) * self.values)])
        low, high = (np.clip(x + shift, self.edges[0], self.edges[-1]) for shift in (-span / 2.0, span / 2.0))
        mean: FloatArray = (np.interp(high, self.edges, area) - np.interp(low, self.edges, area)) / (high - low)
        return mean

    def plateau(self, x: float) -> tuple[float, float]:
        """Return where the plateau that holds ``x`` begins and ends."""
        at = min(max(int(np.searchsorted(self.edges, x, side="right") - 1), 0), len(self.values) - 1)
        return float(self.edges[at]), float(self.edges[at + 1])


def along(judged: Judged, point: Point, name: str, terms: Terms | None = None) -> Steps:
    """Return mean nDCG@10 along one of the nine weights, the others of its group sharing what it leaves.

    It is exact while no penalty, MMR or division by a neighbourhood's maximum bends it: these are held as they are at the
    point, so what the search finds is to be confirmed by ranking again.
    """
    low, high = point.reach(name)
    known = terms or terms_of(judged, point)
    start, slope = _line(judged, point, name, known)
    if point.duplication > 0.0 or name == DUPLICATION:
        repeated = duplication_of(judged, score_of(judged, point, known), point)
        if name == DUPLICATION:
            slope = -repeated
        else:
            start = start - point.duplication * repeated
    return steps(judged, np.where(judged.present, start, -np.inf), np.where(judged.present, slope, 0.0), low, high)


def _line(judged: Judged, point: Point, name: str, terms: Terms) -> tuple[FloatArray, FloatArray]:
    """Return S, before duplication, as start + slope · weight."""
    if name == DUPLICATION:
        return terms.mixed(point.mix), np.zeros_like(terms.relevance)
    if name in MIX:
        signals = (terms.relevance, terms.recency, terms.importance, terms.usage)
        return _moving(signals, point.mix, MIX.index(name))
    parts = parts_of(judged, point)
    start, slope = _moving(parts, point.fit, FIT.index(name))
    _, divisor = relevance_of(judged, point)
    alpha = point.mix[0]
    beside = terms.mixed((0.0, *point.mix[1:]))
    return beside + alpha * start / divisor, alpha * slope / divisor


def _moving(signals: tuple[FloatArray, ...], group: tuple[float, ...], at: int) -> tuple[FloatArray, FloatArray]:
    """Return Σ weight·signal as start + slope·t, where t is one weight and the others share the rest of their sum."""
    others = sum(share * signal for share, signal in zip(shares_beside(group, at), signals, strict=True))
    assert isinstance(others, np.ndarray)
    return sum(group) * others, signals[at] - others


def steps(judged: Judged, start: FloatArray, slope: FloatArray, low: float, high: float) -> Steps:
    """Return mean nDCG@10 of the order by start + slope·t, for t from ``low`` to ``high``.

    Only crossings with a memory that has a gain can change it, so these alone are looked at.

    Args:
        judged: Q queries.
        start: Q×C; −∞ where there is no candidate.
        slope: Q×C.
        low: Where the line begins.
        high: Where it ends.
    """
    query, place = np.nonzero(judged.present & (judged.gain > 0.0))
    ahead = start[query] - start[query, place][:, None]
    faster = slope[query] - slope[query, place][:, None]
    tied = (np.abs(ahead) <= _ROUNDING) & (np.abs(faster) <= _ROUNDING)
    above = np.where(tied, np.arange(start.shape[1]) < place[:, None], ahead + faster * (low + _INSIDE) > 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = -ahead / faster
    crosses = (crossing > low + _INSIDE) & (crossing < high - _INSIDE) & ~tied
    rank = above.sum(axis=1)
    worth = judged.gain[query, place] / judged.ideal[query] / len(judged)
    first = float((worth * _DISCOUNT_AT[np.minimum(rank, DEPTH)]).sum())
    counts = crosses.sum(axis=1)
    most = int(counts.max(initial=0))
    padded = np.where(crosses, crossing, np.inf)
    order = padded.argsort(axis=1, kind="stable")[:, :most]  # every row by itself: short sorts, all in one call
    overtaken = np.where(np.take_along_axis(above, order, axis=1), -1, 1)
    after = rank[:, None] + np.cumsum(overtaken, axis=1)
    change = worth[:, None] * (_discount(after) - _discount(after - overtaken))
    counted = (np.abs(change) > _ROUNDING) & (np.arange(most) < counts[:, None])
    return _merged(np.take_along_axis(padded, order, axis=1)[counted], change[counted], first, low, high)


def _discount(rank: IntArray) -> FloatArray:
    return _DISCOUNT_AT.take(rank, mode="clip")


def _merged(time: FloatArray, change: FloatArray, first: float, low: float, high: float) -> Steps:
    """Return the steps that begin at ``first`` and change so much at each time."""
    order = np.argsort(time, kind="stable")
    time, level = time[order], first + np.cumsum(change[order])
    last = np.append(np.diff(time) > _INSIDE, np.ones(min(len(time), 1), dtype=np.bool_))
    return Steps(np.concatenate([[low], time[last], [high]]), np.concatenate([[first], level[last]]))
