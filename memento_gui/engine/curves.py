"""Curves: the formulas as points to draw, at most 200 a curve, finite everywhere."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.memory import TYPES, MemoryType
from memento_gui.domain.parameters import DECAY_MODELS, DecayParameters, RecencyParameters
from memento_gui.engine.decay import decay_factor, decay_score, time_to_threshold
from memento_gui.engine.recency import recency
from memento_gui.engine.review import due_after, recall

MOST_POINTS: Final = 200
MOST_USES: Final = 12
IMPACT_AFTER_DAYS: Final = 2.0
STRENGTHS: Final = (1.0, 1.5, 2.0)


@dataclass(frozen=True, slots=True)
class Curve:
    """Points to join by straight lines, from left to right."""

    label: str
    x: FloatArray
    y: FloatArray


@dataclass(frozen=True, slots=True)
class RecallCurve:
    """How a card is forgotten, and the point at which it is due."""

    curve: Curve
    due_days: float
    target: float


@dataclass(frozen=True, slots=True)
class MemoryCurve:
    """One memory's score since its last use, and after how many days it crosses each threshold (``inf``: never)."""

    curve: Curve
    promote_days: float
    forget_days: float


def days_to(end: float, start: float = 0.0) -> FloatArray:
    """Return 200 instants to ``end`` days, closest together at the start, where curves are steepest.

    They begin at 0; or at ``start``, each the same number of times the one before, as suits a logarithmic axis.
    """
    return np.geomspace(start, end, MOST_POINTS) if start > 0 else end * np.linspace(0.0, 1.0, MOST_POINTS) ** 2


def recency_curves(parameters: RecencyParameters, *, until_days: float, from_days: float = 0.0) -> dict[MemoryType, Curve]:
    """Return recency by age for every type; `days_to` says what ``from_days`` does."""
    days = days_to(until_days, from_days)
    return {kind: Curve(kind.value, days, recency(days, parameters.half_life[kind])) for kind in TYPES}


def decay_curves(
    parameters: DecayParameters, *, until_days: float, tag_factor: float = 1.0, from_days: float = 0.0
) -> dict[str, Curve]:
    """Return every model's decay since the last use, of a memory used once and of strength 1."""
    days = days_to(until_days, from_days)
    models = {model: replace(parameters, model=model) for model in DECAY_MODELS}
    return {
        model: Curve(model.replace("_", " "), days, decay_factor(days, chosen, tag_factor=tag_factor))
        for model, chosen in models.items()
    }


def fixed_lifetime_curve(parameters: DecayParameters, *, until_days: float) -> Curve:
    """Return what a fixed time to live would do: all, then nothing. For comparison only."""
    end = parameters.fixed_ttl
    label = f"fixed {end:g} d"
    if end >= until_days:
        return Curve(label, np.array([0.0, until_days]), np.ones(2))
    return Curve(label, np.array([0.0, end, end, until_days]), np.array([1.0, 1.0, 0.0, 0.0]))


def linear_curve(parameters: DecayParameters, *, until_days: float, from_days: float = 0.0) -> Curve:
    """Return what a linear decay max(0, 1 − t/span) would do. For comparison only."""
    corners = [0.0, min(parameters.linear_span, until_days), until_days]
    days = np.unique([*corners, *days_to(until_days, from_days)] if from_days > 0 else corners)
    return Curve(f"linear {parameters.linear_span:g} d", days, np.maximum(1.0 - days / parameters.linear_span, 0.0))


def use_count_curves(parameters: DecayParameters, strengths: Iterable[float] = STRENGTHS) -> dict[float, Curve]:
    """Return, by strength, the score two days after the last use for n = 1 to 12 (n counts saving as the first use)."""
    n = np.arange(1.0, MOST_USES + 1.0)
    return {
        strength: Curve(f"s = {strength:g}", n, decay_score(n - 1.0, IMPACT_AFTER_DAYS, strength, parameters))
        for strength in strengths
    }


def strength_curves(
    parameters: DecayParameters,
    *,
    until_days: float,
    from_days: float = 0.0,
    uses: int = 0,
    strengths: Iterable[float] = STRENGTHS,
) -> dict[float, Curve]:
    """Return, by strength, the score since the last use of a memory used ``uses`` times after it was saved."""
    days = days_to(until_days, from_days)
    return {
        strength: Curve(f"s = {strength:g}", days, decay_score(uses, days, strength, parameters)) for strength in strengths
    }


def recall_curve(tau_days: float, target: float, *, until_days: float | None = None) -> RecallCurve:
    """Return recall since the last review with its due point; it ends at three intervals unless told otherwise."""
    due = float(due_after(tau_days, target))
    days = days_to(3.0 * due if until_days is None else until_days)
    return RecallCurve(Curve("recall", days, recall(days, tau_days)), due, target)


def memory_curve(
    parameters: DecayParameters, *, uses: int, strength: float, until_days: float, tag_factor: float = 1.0
) -> MemoryCurve:
    """Return one memory's score since its last use, with the days at which it crosses both thresholds."""
    days = days_to(until_days)
    scores = decay_score(uses, days, strength, parameters, tag_factor=tag_factor)
    promote, forget = (
        float(
            time_to_threshold(
                float(scores[0]), threshold, since_last_use_days=0.0, parameters=parameters, tag_factor=tag_factor
            )
        )
        for threshold in (parameters.promote, parameters.forget)
    )
    return MemoryCurve(Curve("score", days, scores), promote, forget)


def memory_curves(
    parameters: DecayParameters,
    *,
    uses: IntArray,
    strength: FloatArray,
    tag_factor: FloatArray,
    until_days: float,
    from_days: float = 0.0,
) -> Curve:
    """Return the scores of K memories since their last use as one curve, broken by NaN after each of them.

    Args:
        parameters: Model, half-lives and β.
        uses: How often each was used, K counts from 0.
        strength: K values in [0, 2].
        tag_factor: K factors, as for `decay_factor`.
        until_days: Where each ends.
        from_days: Where each begins, as for `days_to`.
    """
    days = days_to(until_days, from_days)
    days = np.append(days[:-1:2], days[-1])  # every other point is enough for thin lines, and twice as quick
    scores = decay_score(uses[:, None], days, strength[:, None], parameters, tag_factor=tag_factor[:, None])
    broken = np.column_stack([scores, np.full(len(uses), np.nan)])
    return Curve("scores", np.tile(np.append(days, days[-1]), len(uses)), broken.ravel())


def evicted_by_lru(last_used_ms: IntArray, kept: BoolArray, size: int) -> IntArray:
    """Return the rows that a least-recently-used cache of ``size`` would drop, the longest unused first.

    Args:
        last_used_ms: When each row was last used.
        kept: Which rows are in use, and so would be in the cache.
        size: How many it holds, such as the number that decay would keep.
    """
    rows = np.flatnonzero(kept)
    oldest_first = rows[np.argsort(last_used_ms[rows], kind="stable")]
    return oldest_first[: max(0, len(rows) - size)]
