"""What decides a memory's fate in forgetting: reasons, single moves, waiting times and reachable bounds."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES, MemoryType
from memento_gui.domain.parameters import ForgettingParameters, ParameterSet
from memento_gui.engine.forgetting import ForgetRule, Forgetting
from memento_gui.engine.recency import by_type


@dataclass(frozen=True, slots=True)
class Move:
    """A signal that alone would change whether a rule's threshold is reached.

    At ``needed`` the score is the threshold itself; a number of duplicates and a pin move in whole steps and go past it.
    """

    signal: str
    now: float
    needed: float


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A rule that no unpinned memory of a type reaches, at the default importance and without a project."""

    type: MemoryType
    rule: ForgetRule
    threshold: float
    highest: float


def forget_cause(forgetting: Forgetting, row: int) -> str:
    """Return in two words what speaks most for forgetting, of what weighs at all: the term closest to its full weight."""
    signals = forgetting.signals
    unused = "hardly used" if forgetting.used[row] else "never used"
    causes = [
        (forgetting.disuse[row], 1.0 - signals.usage[row], unused),
        (forgetting.age[row], 1.0 - signals.recency[row], "faded"),
        (forgetting.duplicates[row], signals.duplicates[row], "repeated"),
    ]
    weighing = [(share, cause) for term, share, cause in causes if term > 0.0]
    return max(weighing, key=lambda pair: pair[0])[1] if weighing else "nothing"


def forget_reason(forgetting: Forgetting, row: int, parameters: ForgettingParameters) -> str:
    """Return a sentence with the numbers: why a row is a candidate, or what keeps it."""
    score, age = forgetting.score[row], forgetting.age_days[row]
    rule = forgetting.rule_of(row)
    if rule is not None:
        lived = forgetting.hard_ttl_days[row] if rule is ForgetRule.HARD else forgetting.soft_ttl_days[row]
        return (
            f"{rule.capitalize()} candidate, {forget_cause(forgetting, row)}: the score of {score:.3f} reaches "
            f"{rule.threshold(parameters):g}, and {age:.0f} days of age are at least {lived:g}."
        )
    return f"Kept: {_what_keeps(forgetting, row, parameters)}."


def what_would_move(
    forgetting: Forgetting, row: int, parameters: ForgettingParameters, rule: ForgetRule
) -> tuple[Move, ...]:
    """Return every signal that alone would carry a row over a rule's threshold, the smallest move first.

    Under the threshold the moves lead up to it, from it on they lead below it. A pinned memory is never a candidate, so
    only its pin could move. The importance that a pin adds counts as importance. Age is no signal here: see `days_until`.
    """
    gap = rule.threshold(parameters) - float(forgetting.score[row])
    if forgetting.signals.pinned[row]:
        frees = gap > 0.0 and parameters.pinned >= gap
        return (Move("pinned", 1.0, 0.0),) if frees or gap <= 0.0 else ()
    moves = list(_single_moves(forgetting, row, parameters, gap))
    if gap <= 0.0:
        moves.append(Move("pinned", 0.0, 1.0))
    return tuple(sorted(moves, key=lambda move: abs(move.needed - move.now)))


def days_until(forgetting: Forgetting, table: FeatureTable, parameters: ParameterSet, rule: ForgetRule) -> FloatArray:
    """Return the days until each row becomes a candidate by ageing alone; 0 where it is one, ``inf`` where it never will.

    Args:
        forgetting: N scores.
        table: The N memories they were computed from.
        parameters: The numbers they were computed with.
        rule: Soft or hard.
    """
    weights = parameters.forgetting
    fresh = forgetting.signals.recency
    gap = rule.threshold(weights) - forgetting.score
    with np.errstate(divide="ignore", invalid="ignore"):  # without a weight no ageing closes a gap
        needed = fresh - gap / weights.recency
        fading = by_type(weights.half_life, table.type) * np.log2(fresh / needed)
    reached_in = np.where(gap <= 0.0, 0.0, np.where(needed > 0.0, fading, np.inf))
    ripe_in = np.maximum(by_type(rule.time_to_live(weights), table.type) - forgetting.age_days, 0.0)
    return np.where(forgetting.eligible, np.maximum(reached_in, ripe_in), np.inf)


def forget_bounds(
    parameters: ParameterSet, kind: MemoryType, importance: float | None = None, *, duplicates: bool = True
) -> tuple[float, float]:
    """Return the smallest and the largest score that a memory of a type can reach, pinned or not, in any project.

    Args:
        parameters: The numbers.
        kind: The type.
        importance: The importance that was set; None lets it be anything.
        duplicates: Whether it may have near-duplicates.

    Returns:
        Low and high; what only an endless age or use would reach counts as reachable.
    """
    weights, worth = parameters.forgetting, parameters.importance
    boosts = [0.0, *worth.project_boost.values()]
    lowest, highest = (0.0, 1.0) if importance is None else (importance, importance)
    added = worth.type_boost[kind]
    most = _clamped(highest + worth.pinned + added + max(boosts))
    least = _clamped(lowest + added + min(boosts))
    ageing = 0.0 if math.isinf(weights.half_life[kind]) else weights.recency
    low = -weights.importance * most - weights.pinned
    high = ageing + weights.usage + weights.duplicates * duplicates - weights.importance * least
    return low, high


def unreachable(parameters: ParameterSet) -> tuple[Unreachable, ...]:
    """Return each rule that a type never reaches at default importance, although its time to live would allow it."""
    weights = parameters.forgetting
    found = []
    for rule in ForgetRule:
        for kind in TYPES:
            highest = forget_bounds(_without_projects(parameters), kind, parameters.importance.default)[1]
            allowed = not math.isinf(rule.time_to_live(weights)[kind])
            if allowed and highest < rule.threshold(weights):
                found.append(Unreachable(kind, rule, rule.threshold(weights), highest))
    return tuple(found)


_STEP_ROUNDING: Final = 1e-9  # a count that reaches the threshold but for a rounding error has reached it


def _what_keeps(forgetting: Forgetting, row: int, parameters: ForgettingParameters) -> str:
    score, age = forgetting.score[row], forgetting.age_days[row]
    rule, lived = ForgetRule.SOFT, forgetting.soft_ttl_days[row]
    if math.isinf(lived):  # then only the hard rule can take it
        rule, lived = ForgetRule.HARD, forgetting.hard_ttl_days[row]
    threshold = rule.threshold(parameters)
    if forgetting.signals.pinned[row]:
        return "it is pinned"
    if not forgetting.eligible[row]:
        return "it is not in use"
    if math.isinf(lived):
        return "its type is never forgotten"
    if score < threshold:
        return f"the score of {score:.3f} is {threshold - score:.3f} under {threshold:g}"
    return f"the score of {score:.3f} is high enough, but {age:.0f} days of age are under {lived:g}"


def _single_moves(forgetting: Forgetting, row: int, parameters: ForgettingParameters, gap: float) -> Iterator[Move]:
    signals = forgetting.signals
    for name, weight, values in (
        ("recency", -parameters.recency, signals.recency),
        ("usage", -parameters.usage, signals.usage),
        ("duplicates", parameters.duplicates, signals.duplicates),
        ("importance", -parameters.importance, signals.importance),
    ):
        if weight == 0.0:
            continue
        now = float(values[row])
        needed = now + gap / weight
        if name == "duplicates":
            needed = _whole_step(needed, parameters.duplicate_cap, rising=gap > 0.0)
        if 0.0 <= needed <= 1.0:
            yield Move(name, now, needed)


def _whole_step(ratio: float, cap: int, *, rising: bool) -> float:
    """The next share of ``cap`` copies that reaches ``ratio``, or, falling, the last one that lies under it."""
    copies = ratio * cap
    return (math.ceil(copies - _STEP_ROUNDING) if rising else math.ceil(copies - _STEP_ROUNDING) - 1) / cap


def _clamped(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _without_projects(parameters: ParameterSet) -> ParameterSet:
    return parameters.with_value("importance.project_boost", {})
