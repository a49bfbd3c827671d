"""Bins of a store's scores: ForgetScore evenly, the decay score by its logarithm and open at both ends."""

from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.fate import forget_bounds

FORGET: Final = "forget_score"
DECAY: Final = "decay_score"
"""Which score is counted: what `Verdicts` calls it."""

_BINS_A_TENTH: Final = 4
_CHUNK: Final = 32_768
"""Scores that are counted at once: they stay in the processor's cache."""

_BINS_A_DECADE: Final = 12
_DECADES: Final = (-3, 1)
_FINE: Final = 10
"""So many leading bits of a score's fraction tell its bin: 2^10 steps an octave, of which edges are multiples."""

_FRACTION_BITS: Final = 52


def edges_of(measure: str, *sets: ParameterSet) -> FloatArray:
    """Return the bins of a score that hold whatever one of the sets can give."""
    return score_edges(*sets) if measure == FORGET else decay_edges()


def counted(measure: str, scores: FloatArray, edges: FloatArray) -> IntArray:
    """Return how many scores lie in each bin of `edges_of`."""
    return binned(scores, edges) if measure == FORGET else decay_binned(scores, edges)


def score_edges(*sets: ParameterSet) -> FloatArray:
    """Return bins, a quarter of a tenth wide, over every ForgetScore that one of the sets can give."""
    bounds = [forget_bounds(parameters, kind) for parameters in sets for kind in TYPES]
    low = np.floor(min(bound[0] for bound in bounds) * 10)
    high = np.ceil(max(bound[1] for bound in bounds) * 10 + 1e-9)
    return np.arange(low * _BINS_A_TENTH, max(high, low + 2) * _BINS_A_TENTH + 1) / (10 * _BINS_A_TENTH)


def binned(scores: FloatArray, edges: FloatArray) -> IntArray:
    """Return how many scores lie in each bin of `score_edges`."""
    bins = len(edges) - 1
    counts, buffer = np.zeros(bins, dtype=np.int64), np.empty(min(_CHUNK, len(scores)))
    for start in range(0, len(scores), _CHUNK):
        some = scores[start : start + _CHUNK]
        places = np.subtract(some, edges[0], out=buffer[: len(some)])
        np.multiply(places, 10 * _BINS_A_TENTH, out=places)
        np.add(places, 1e-9, out=places)
        np.clip(places, 0.0, bins - 1, out=places)
        counts += _counted(places.astype(np.int64), bins)
    return counts


def decay_edges() -> FloatArray:
    """Return bins of equal width on a logarithmic axis, from about 0.001 to 10, and one more at each end.

    The decay score has no upper bound, and whatever fades approaches 0: the first bin holds all scores under its upper
    edge, the last one all from its lower edge on. Their outer edges only say where they are drawn.
    """
    first, last = _DECADES
    exponents = np.arange(first * _BINS_A_DECADE - 1, last * _BINS_A_DECADE + 2) / _BINS_A_DECADE
    fraction, power = np.frexp(10.0**exponents)
    steps = 2.0 ** (_FINE + 1)  # the fraction begins at a half
    edges: FloatArray = np.ldexp(np.round(fraction * steps) / steps, power)
    return edges


def decay_binned(scores: FloatArray, edges: FloatArray) -> IntArray:
    """Return how many scores, none negative, lie in each bin of `decay_edges`.

    Positive floats are in the order of their bits, so that no logarithm is taken and the counts are exact.
    """
    starts = _leading(edges[1:-1])
    under, cells = int(starts[0]) - 1, int(starts[-1] - starts[0]) + 2
    counts = np.zeros(cells, dtype=np.int64)
    for start in range(0, len(scores), _CHUNK):
        places = _leading(scores[start : start + _CHUNK])
        places -= under
        np.clip(places, 0, cells - 1, out=places)
        counts += np.bincount(places, minlength=cells)
    summed: IntArray = np.add.reduceat(counts, np.concatenate([[0], starts - under]))
    return summed


def _leading(values: FloatArray) -> IntArray:
    """Return exponent and leading fraction bits of floats from 0 as whole numbers."""
    return np.right_shift(np.ascontiguousarray(values).view(np.int64), _FRACTION_BITS - _FINE)


def _counted(places: IntArray, bins: int) -> IntArray:
    """Return how often each of some bins occurs; two places are counted at once, which is quicker than one by one."""
    half = len(places) // 2
    pairs = places[:half] * bins
    pairs += places[half : 2 * half]
    square = np.bincount(pairs, minlength=bins * bins).reshape(bins, bins)
    counts: IntArray = square.sum(axis=0) + square.sum(axis=1)
    counts[places[2 * half :]] += 1  # the last of an odd number
    return counts
