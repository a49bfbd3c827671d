"""Use-based decay: how a memory fades since it was last used, and when it reaches a threshold."""

import math
from collections.abc import Collection, Iterable
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import MAX_STRENGTH
from memento_gui.domain.parameters import DecayParameters
from memento_gui.engine.checks import check_range
from memento_gui.engine.numbers import Numbers, checked

NEVER_DAYS: Final = 36_525.0
"""A hundred years: what lies beyond is called never."""

_TAG_FACTOR_BOUNDS: Final = (0.01, 100.0)
_HALVINGS: Final = 80
_MOST_USES: Final = 4_096
"""Uses up to which the power of each number is looked up."""


def use_factor(uses: Numbers, beta: float) -> FloatArray:
    """Return n^β with n = uses + 1: saving is the first use, else every memory would be forgotten at birth.

    Source: CortexGraph, "Temporal Decay Scoring Algorithm"; the + 1 is ours.
    """
    if isinstance(uses, np.ndarray) and uses.dtype.kind == "i" and uses.size > _MOST_USES:
        most = check_range(uses, "uses", low=0.0)[1]
        if most <= _MOST_USES:  # few numbers repeat: each power is computed once
            return np.asarray(np.power(np.arange(1.0, most + 2.0), beta).take(uses))
    return np.power(checked(uses, "uses", low=0.0) + 1.0, beta)


def power_law_t0(half_life_days: Numbers, alpha: float) -> FloatArray:
    """Return the time scale t₀ = H/(2^(1/a) − 1) in days, at which (1 + H/t₀)^(−a) is ½."""
    return np.asarray(half_life_days, dtype=np.float64) / math.expm1(math.log(2.0) / alpha)


def decay_factor(days: Numbers, parameters: DecayParameters, *, tag_factor: Numbers = 1.0) -> FloatArray:
    """Return f(Δt) of the model that ``parameters`` name.

    Args:
        days: Days since the last use; negatives (clock skew) count as 0.
        parameters: Model and its half-lives; a half-life of ``inf`` never decays.
        tag_factor: How much faster the memory fades, as `tag_factor` returns it. It multiplies λ; for the power law, which
            has no λ, it divides the half-life.

    Returns:
        Values in [0, 1], in the broadcast shape.

    Raises:
        InvalidParameter: For NaN.

    Source: CortexGraph, "Temporal Decay Scoring Algorithm".
    """
    return _factor(np.maximum(checked(days, "days since the last use"), 0.0) * _tag_factors(tag_factor), parameters)


def decay_score(
    uses: Numbers,
    since_last_use_days: Numbers,
    strength: Numbers,
    parameters: DecayParameters,
    *,
    tag_factor: Numbers = 1.0,
) -> FloatArray:
    """Return the score n^β · f(Δt) · s; it has no upper bound of 1.

    Args:
        uses: How often it was used after it was saved, from 0.
        since_last_use_days: Days; negatives (clock skew) count as 0.
        strength: In [0, 2].
        parameters: Model, half-lives and β.
        tag_factor: As for `decay_factor`.

    Returns:
        Values from 0, in the broadcast shape.

    Raises:
        InvalidParameter: For NaN, negative uses, or a strength out of bounds.

    Source: CortexGraph, "Temporal Decay Scoring Algorithm".
    """
    faded = decay_factor(since_last_use_days, parameters, tag_factor=tag_factor)
    return use_factor(uses, parameters.beta) * faded * checked(strength, "strengths", low=0.0, high=MAX_STRENGTH)


def decay_scores(table: FeatureTable, parameters: DecayParameters, *, now_ms: int, tag_factor: Numbers = 1.0) -> FloatArray:
    """Return `decay_score` of every row; in a table, a memory that was never used was last used when it was created."""
    idle = age_days(now_ms, table.last_used_ms)
    return decay_score(table.uses, idle, table.strength, parameters, tag_factor=tag_factor)


def tag_factor(tags: Collection[str], parameters: DecayParameters) -> float:
    """Return how much faster a memory with these tags fades: the product of its tags' factors, from 0.01 to 100."""
    return float(tag_factors([(0, tag) for tag in tags], 1, parameters)[0])


def tag_factors(row_tags: Iterable[tuple[int, str]], count: int, parameters: DecayParameters) -> FloatArray:
    """Return the tag factor of ``count`` rows, given pairs of row and tag; a row without such a tag has 1."""
    factors = np.ones(count)
    wanted = {tag.casefold(): factor for tag, factor in parameters.tag_factor.items()}
    if wanted:
        for row, tag in row_tags:
            if (factor := wanted.get(tag.casefold())) is not None:
                factors[row] *= factor
    return np.clip(factors, *_TAG_FACTOR_BOUNDS)


def time_to_threshold(
    score: Numbers,
    threshold: Numbers,
    *,
    since_last_use_days: Numbers,
    parameters: DecayParameters,
    tag_factor: Numbers = 1.0,
) -> FloatArray:
    """Return the days from now until a score has fallen to ``threshold`` if nothing uses the memory meanwhile.

    Args:
        score: The score now.
        threshold: Where to.
        since_last_use_days: Days; negatives (clock skew) count as 0.
        parameters: Model and half-lives.
        tag_factor: As for `decay_factor`.

    Returns:
        Days, in the broadcast shape; 0 where the score is not above the threshold, ``inf`` where it takes
        more than a hundred years.

    Raises:
        InvalidParameter: For NaN.

    Source: CortexGraph; its own exponential branch subtracts the elapsed time twice, this one does not.
    """
    scores, thresholds = checked(score, "scores"), checked(threshold, "thresholds")
    pace = _tag_factors(tag_factor)
    idle = np.maximum(checked(since_last_use_days, "days since the last use"), 0.0) * pace
    scores, thresholds, idle, pace = np.broadcast_arrays(scores, thresholds, idle, pace)
    days = np.zeros(scores.shape)
    falling = scores > thresholds
    days[falling & (thresholds <= 0.0)] = np.inf
    falling = falling & (thresholds > 0.0)
    waits = _waits(np.log(scores[falling] / thresholds[falling]), idle[falling], parameters) / pace[falling]
    days[falling] = np.where(waits > NEVER_DAYS, np.inf, waits)
    return days[()]


def danger_zone(score: Numbers, parameters: DecayParameters) -> FloatArray:
    """Return how much a score wants review: 1 in the middle of the zone, falling to 0 at its edges and beyond.

    Source: CortexGraph, review priority.
    """
    offset = (checked(score, "scores") - parameters.danger_centre) / parameters.danger_width
    return np.maximum(1.0 - offset * offset, 0.0)


def _tag_factors(values: Numbers) -> FloatArray:
    return checked(values, "tag factors", low=_TAG_FACTOR_BOUNDS[0], high=_TAG_FACTOR_BOUNDS[1])


def _factor(days: FloatArray, parameters: DecayParameters) -> FloatArray:
    match parameters.model:
        case "power_law":
            scale = power_law_t0(parameters.half_life, parameters.alpha)
            return np.exp(-parameters.alpha * np.log1p(days / scale))
        case "exponential":
            return np.exp2(-days / parameters.half_life)
        case _:
            fast = np.exp2(-days / parameters.half_life_fast)
            slow = np.exp2(-days / parameters.half_life_slow)
            return parameters.weight_fast * fast + (1.0 - parameters.weight_fast) * slow


def _waits(fall: FloatArray, idle: FloatArray, parameters: DecayParameters) -> FloatArray:
    """Days (at tag pace 1) in which the factor falls by exp(−fall), after ``idle`` days without use."""
    match parameters.model:
        case "power_law":
            with np.errstate(over="ignore"):  # a tail this heavy is never
                growth = np.expm1(fall / parameters.alpha)
            return (power_law_t0(parameters.half_life, parameters.alpha) + idle) * growth
        case "exponential":
            return fall / math.log(2.0) * parameters.half_life
        case _:
            return _bisected(fall, idle, parameters)


def _bisected(fall: FloatArray, idle: FloatArray, parameters: DecayParameters) -> FloatArray:
    """Find the wait by halving a bracket: the two components fade at rates between which the sum must lie."""
    wanted = _log_factor(idle, parameters) - fall
    halvings = fall / math.log(2.0)
    fast, slow = sorted((parameters.half_life_fast, parameters.half_life_slow))
    longest = NEVER_DAYS * _TAG_FACTOR_BOUNDS[1] * 2.0
    low = np.minimum(halvings * fast, longest)
    high = np.minimum(halvings * slow, longest)
    for _ in range(_HALVINGS):
        middle = low + (high - low) / 2.0
        above = _log_factor(idle + middle, parameters) > wanted
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return _unreached(low, high, longest)


def _unreached(low: FloatArray, high: FloatArray, longest: float) -> FloatArray:
    return np.where(high >= longest, np.inf, low + (high - low) / 2.0)


def _log_factor(days: FloatArray, parameters: DecayParameters) -> FloatArray:
    """Logarithm of the two-component factor, exact where the factor itself would underflow."""
    with np.errstate(divide="ignore"):  # a share of 0 has the logarithm −inf, which logaddexp ignores
        fast = np.log(parameters.weight_fast) - days * (math.log(2.0) / parameters.half_life_fast)
        slow = np.log1p(-parameters.weight_fast) - days * (math.log(2.0) / parameters.half_life_slow)
    return np.asarray(np.logaddexp(fast, slow))
