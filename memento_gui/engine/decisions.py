"""Decisions: whether a memory's decay score says promote, forget or keep, and why."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, CodeArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import DecayParameters
from memento_gui.engine.checks import check_range
from memento_gui.engine.decay import decay_scores
from memento_gui.engine.numbers import Numbers, checked


class Decision(StrEnum):
    """What the decay score suggests for a memory."""

    PROMOTE = "promote"
    FORGET = "forget"
    KEEP = "keep"


DECISIONS: Final = tuple(Decision)
"""What the codes of `decisions` index."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision for one memory, and the numbers it rests on as a sentence."""

    decision: Decision
    reason: str


def decisions(
    score: Numbers, *, uses: Numbers, age_days: Numbers, pinned: BoolArray | bool, parameters: DecayParameters
) -> CodeArray:
    """Return codes into `DECISIONS`, in the broadcast shape.

    The order rules: promote by score; promote by use while young; forget by score, unless pinned; else keep.

    Args:
        score: The decay score.
        uses: How often each was used after it was saved.
        age_days: Days since creation; negatives (clock skew) count as 0.
        pinned: Whether each is pinned.
        parameters: The thresholds.

    Raises:
        InvalidParameter: For NaN, or negative uses.

    Source: CortexGraph, "Temporal Decay Scoring Algorithm"; its Example A keeps a memory that its own rule promotes.
    """
    scores = checked(score, "scores")
    young = checked(age_days, "ages in days") <= parameters.promote_within
    promoted = (scores >= parameters.promote) | (_often(uses, parameters) & young)
    forgotten = (scores < parameters.forget) & ~np.asarray(pinned, dtype=np.bool_)
    picked = np.where(forgotten, np.uint8(_FORGET), np.uint8(_KEEP))
    return np.where(promoted, np.uint8(_PROMOTE), picked)


def decisions_of(table: FeatureTable, parameters: DecayParameters, *, now_ms: int, tag_factor: Numbers = 1.0) -> CodeArray:
    """Return `decisions` for every row, scored as by `memento_gui.engine.decay.decay_scores`."""
    return decisions(
        decay_scores(table, parameters, now_ms=now_ms, tag_factor=tag_factor),
        uses=table.uses,
        age_days=age_days(now_ms, table.created_ms),
        pinned=table.pinned,
        parameters=parameters,
    )


def decide(score: float, *, uses: int, age_days: float, pinned: bool, parameters: DecayParameters) -> Decided:
    """Return the decision for one memory with its numbers; arguments as for `decisions`."""
    code = int(decisions(score, uses=uses, age_days=age_days, pinned=pinned, parameters=parameters))
    decision = DECISIONS[code]
    shown = f"{score:.4f}" if score < _SMALL else f"{score:.3f}"
    under = f"the score of {shown} is under {parameters.forget:g}"
    between = f"the score of {shown} lies between {parameters.forget:g} and {parameters.promote:g}"
    enough = f"the score of {shown} reaches {parameters.promote:g}"
    told = {
        Decision.PROMOTE: enough if score >= parameters.promote else _much_used(uses, age_days, parameters),
        Decision.FORGET: under,
        Decision.KEEP: f"{under}, but the memory is pinned" if score < parameters.forget else between,
    }
    return Decided(decision, f"{decision.capitalize()}: {told[decision]}.")


_PROMOTE, _FORGET, _KEEP = range(len(DECISIONS))
_SMALL: Final = 0.1


def _often(uses: Numbers, parameters: DecayParameters) -> BoolArray:
    counted = np.asarray(uses)
    check_range(counted, "uses", low=0.0)
    return np.asarray(counted >= parameters.promote_uses)


def _much_used(uses: int, age_days: float, parameters: DecayParameters) -> str:
    return (
        f"used {uses} times (at least {parameters.promote_uses}) and {max(age_days, 0.0):.1f} days old "
        f"(at most {parameters.promote_within:g})"
    )
