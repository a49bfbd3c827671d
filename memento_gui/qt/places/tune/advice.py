"""What is odd about a parameter set, and the change that would mend it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import LONG_MEMORY
from memento_gui.engine.fate import Unreachable, unreachable
from memento_gui.engine.forgetting import ForgetRule

_STEP: Final = 0.05
_ROUNDING: Final = 1e-6
_FADED_SHARE: Final = 0.25
_FEW: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A warning: ``text`` in bold, ``detail`` after it, and a button that changes ``changes`` or uses the set ``use``."""

    text: str
    detail: str
    button: str
    changes: Mapping[str, float] = field(default_factory=dict)
    use: str = ""


def advice_on(parameters: ParameterSet) -> tuple[Advice, ...]:
    """Return what can be said from the numbers alone."""
    beyond = unreachable(parameters)
    found = [_out_of_reach(rule, beyond, parameters) for rule in (ForgetRule.SOFT, ForgetRule.HARD)]
    return tuple(advice for advice in (*found, _crossed(parameters)) if advice is not None)


def advice_on_store(parameters: ParameterSet, *, faded: int, recallable: int) -> tuple[Advice, ...]:
    """Return what can be said of a store under the numbers: whether its old memories can rank at all.

    Args:
        parameters: The numbers.
        faded: How many memories are past three of their half-lives.
        recallable: Of how many that a search may return.
    """
    loses = parameters.ranking.scheme == "memento_s" and parameters.ranking.recency > _STEP
    if recallable < _FEW or faded < _FADED_SHARE * recallable or not loses:
        return ()
    detail = (
        f"{faded:,} of {recallable:,} memories are past three of their half-lives, so recency gives them almost nothing. "
        f"{LONG_MEMORY} ranks by what fits, whatever its age."
    )
    return (Advice(text="Old memories hardly rank.", detail=detail, button=f"Use {LONG_MEMORY}", use=LONG_MEMORY),)


def _out_of_reach(rule: ForgetRule, beyond: tuple[Unreachable, ...], parameters: ParameterSet) -> Advice | None:
    """A rule is out of reach when every type that it could take at all stays under its threshold."""
    mine = [one for one in beyond if one.rule is rule]
    allowed = [kind for kind, days in rule.time_to_live(parameters.forgetting).items() if not math.isinf(days)]
    if not allowed or len(mine) < len(allowed):
        return None
    best = max(mine, key=lambda one: one.highest)
    mended = math.floor((best.highest - _ROUNDING) / _STEP + _ROUNDING) * _STEP
    return Advice(
        text=f"Nothing ordinary reaches the {rule.value} rule.",
        detail=(
            f"A {best.type.value} memory of default importance tops out at {best.highest:.4f}".rstrip("0").rstrip(".")
            + f"; the rule asks for {best.threshold:.2f}."
        ),
        button=f"Set {rule.value} to {mended:.2f}",
        changes={f"forgetting.{rule.value}_threshold": round(mended, 2)},
    )


def _crossed(parameters: ParameterSet) -> Advice | None:
    decay = parameters.decay
    if decay.forget <= decay.promote:
        return None
    return Advice(
        text="Promote lies under forget.",
        detail=(
            f"From {decay.promote:.2f} a memory is promoted, under {decay.forget:.2f} forgotten: "
            "no score is left in which it is simply kept."
        ),
        button="Swap them",
        changes={"decay.promote": decay.forget, "decay.forget": decay.promote},
    )
