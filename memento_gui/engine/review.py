"""Spaced review: how likely a memory is still recalled, and when it should be asked again."""

import math
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.parameters import ReviewParameters
from memento_gui.engine.numbers import Numbers, checked

MAX_INTERVAL_DAYS: Final = 36_500.0
_SMALLEST: Final = math.ulp(0.0)
_ROUNDING: Final = 1e-9  # 10·1.1 is a hair over 11; without this it would be rounded up to 12


def recall(elapsed_days: Numbers, tau_days: Numbers) -> FloatArray:
    """Return the probability exp(−t/τ) of still recalling something.

    Args:
        elapsed_days: Days since the last review; negatives (clock skew) count as 0.
        tau_days: Time constant in days, positive; broadcast against ``elapsed_days``.

    Returns:
        Values in [0, 1], in the broadcast shape.

    Raises:
        InvalidParameter: For NaN, or a time constant that is not positive.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 5.
    """
    elapsed = np.maximum(checked(elapsed_days, "days since the last review"), 0.0)
    return np.exp(-elapsed / checked(tau_days, "values of τ", low=_SMALLEST))


def due_after(tau_days: Numbers, target: Numbers) -> FloatArray:
    """Return the days τ·ln(1/target) after which recall has fallen to ``target``, a probability in (0, 1)."""
    wanted = checked(target, "target recalls", low=_SMALLEST, high=1.0)
    return checked(tau_days, "values of τ", low=_SMALLEST) * -np.log(wanted)


def tau_for(interval_days: Numbers, target: Numbers, parameters: ReviewParameters) -> FloatArray:
    """Return the time constant whose recall reaches ``target`` after ``interval_days``, within the bounds of τ."""
    wanted = checked(target, "target recalls", low=_SMALLEST, high=1.0 - _SMALLEST)
    return _bounded_tau(checked(interval_days, "intervals", low=0.0) / -np.log(wanted), parameters)


def first_tau(parameters: ReviewParameters) -> float:
    """Return the time constant of a new card, whose first review falls ``first_interval`` days after introduction."""
    return float(tau_for(parameters.first_interval, parameters.target, parameters))


def next_tau(  # noqa: PLR0913  # the formula's own variables, all by keyword
    tau_days: Numbers,
    *,
    importance: Numbers,
    usage: Numbers,
    helpful: Numbers,
    bad: Numbers,
    elapsed_days: Numbers,
    interval_days: Numbers,
    parameters: ReviewParameters,
) -> FloatArray:
    """Return the time constant after an answer: τ·(1 + a₁·importance + a₂·usage + a₃·helpful − a₄·bad).

    The factor and τ are held within their bounds. An answer that comes early gains only its share of the factor, so
    reviewing ahead never pays more than waiting; a loss is not lessened.

    Args:
        tau_days: Time constant before the answer, in days, positive.
        importance: In [0, 1].
        usage: In [0, 1].
        helpful: In [0, 1]; 1 for a helpful answer.
        bad: In [0, 1]; 1 for a bad answer, ½ for a hard one.
        elapsed_days: Days since the last review; negatives (clock skew) count as 0.
        interval_days: Days that were set between the last review and this one.
        parameters: Coefficients and bounds.

    Returns:
        Days, in the broadcast shape.

    Raises:
        InvalidParameter: For NaN, or a signal outside [0, 1].

    Source: memento-mcp-server, section 5; bounds and the early share are ours.
    """
    factor = np.clip(
        1.0
        + parameters.importance * checked(importance, "signals of importance", low=0.0, high=1.0)
        + parameters.usage * checked(usage, "signals of usage", low=0.0, high=1.0)
        + parameters.helpful * checked(helpful, "shares of helpful", low=0.0, high=1.0)
        - parameters.bad * checked(bad, "shares of bad", low=0.0, high=1.0),
        parameters.factor_min,
        parameters.factor_max,
    )
    earned = _earned(factor, elapsed_days, interval_days)
    return _bounded_tau(checked(tau_days, "values of τ", low=_SMALLEST) * earned, parameters)


def preset_interval(
    interval_days: Numbers,
    *,
    importance: Numbers,
    usage: Numbers,
    bad: Numbers,
    elapsed_days: Numbers,
    parameters: ReviewParameters,
) -> FloatArray:
    """Return the next interval of the fixed steps: the first, the second, then ⌈interval·(1 + 0.5·importance + 0.3·usage)⌉.

    A bad answer starts over at the first step. A hard one repeats the interval and an early one gains its share of the
    growth, which is not rounded up: else many early ones would gain a day each. All that is ours, M states none of it.

    Args:
        interval_days: The interval before the answer, in days, positive.
        importance: In [0, 1].
        usage: In [0, 1].
        bad: In [0, 1]; 1 for a bad answer, ½ for a hard one, 0 for a good one.
        elapsed_days: Days since the last review; negatives (clock skew) count as 0.
        parameters: Steps and coefficients.

    Returns:
        Days, in the broadcast shape, at most 36,500.

    Raises:
        InvalidParameter: For NaN, or a signal outside [0, 1].

    Source: memento-mcp-server, section 5.
    """
    interval = checked(interval_days, "intervals", low=_SMALLEST)
    failed = checked(bad, "shares of bad", low=0.0, high=1.0)
    growth = (
        1.0
        + parameters.preset_importance * checked(importance, "signals of importance", low=0.0, high=1.0)
        + parameters.preset_usage * checked(usage, "signals of usage", low=0.0, high=1.0)
    )
    on_first_step = (interval <= parameters.preset_first) & (parameters.preset_first < parameters.preset_second)
    stepped = interval * _earned(parameters.preset_second / interval, elapsed_days, interval)
    earned = interval * _earned(growth, elapsed_days, interval)
    grown = np.where(np.asarray(elapsed_days) < interval, earned, np.ceil(earned - _ROUNDING))
    passed = np.where(failed > 0.0, interval, np.where(on_first_step, stepped, np.maximum(grown, interval)))
    return np.minimum(np.where(failed >= 1.0, parameters.preset_first, passed), MAX_INTERVAL_DAYS)


def _earned(factor: FloatArray, elapsed_days: Numbers, interval_days: Numbers) -> FloatArray:
    """Cut a growing factor down to the share of the interval that was waited for; a shrinking one stays."""
    elapsed = np.maximum(checked(elapsed_days, "days since the last review"), 0.0)
    interval = checked(interval_days, "intervals", low=_SMALLEST)
    share = np.minimum(elapsed, interval) / interval
    return np.where(factor > 1.0, 1.0 + (factor - 1.0) * share, factor)


def _bounded_tau(tau_days: FloatArray, parameters: ReviewParameters) -> FloatArray:
    return np.minimum(np.maximum(tau_days, parameters.tau_min), parameters.tau_max)
