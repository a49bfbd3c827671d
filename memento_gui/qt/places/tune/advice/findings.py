"""What is odd about a parameter set, and the change that would mend it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from memento_gui.domain.parameters import ParameterSet, parameter_table
from memento_gui.domain.presets import LONG_MEMORY
from memento_gui.engine.fate import Unreachable, unreachable
from memento_gui.engine.forgetting import ForgetRule
from memento_gui.engine.learning.reach import Reach

_STEP: Final = 0.05
_ROUNDING: Final = 1e-6
_FADED_SHARE: Final = 0.25
_FEW: Final = 20
_FEWEST_QUERIES: Final = 5
_KEEP_SHARE: Final = 0.35  # M1's threshold as a share of its highest score
_MIX: Final = ("relevance", "recency", "importance", "usage")
_FIT: Final = ("embedding", "keyword", "tag", "title")
_DEFAULT: Final = ParameterSet()


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A finding: ``text`` in bold, ``detail`` after it, and a button that changes ``changes`` or uses the set ``use``.

    With ``information`` nothing is wrong: there is no button, and it is listed only where everything is.
    """

    text: str
    detail: str
    button: str
    changes: Mapping[str, float] = field(default_factory=dict)
    use: str = ""
    information: bool = False


def advice_on(parameters: ParameterSet) -> tuple[Advice, ...]:
    """Return what can be said from the numbers alone."""
    beyond = unreachable(parameters)
    found = [_out_of_reach(rule, beyond, parameters) for rule in (ForgetRule.SOFT, ForgetRule.HARD)]
    found.append(_crossed(parameters))
    if parameters.ranking.scheme == "memento_s":
        found += [_never_kept(parameters), *_cancelled_out(parameters), *_tells_nothing(parameters)]
    return tuple(advice for advice in found if advice is not None)


def information_on(parameters: ParameterSet) -> tuple[Advice, ...]:
    """Return what is worth knowing and needs no change."""
    decay = parameters.decay
    if decay.promote > 1.0:
        return ()
    detail = (
        f"The decay score of one that was just saved is 1.00 at strength 1, and promotion begins at {decay.promote:.2f}. "
        "Only what is used again stays promoted."
    )
    return (Advice(text="Every fresh memory is promoted at first.", detail=detail, button="", information=True),)


def advice_on_queries(parameters: ParameterSet, reach: Reach) -> tuple[Advice, ...]:
    """Return what the store's own queries show: old matches that stay out, and weights that move nothing."""
    if parameters.ranking.scheme != "memento_s" or reach.queries < _FEWEST_QUERIES:
        return ()
    return (*_shut_out(reach), *(_idle(name, parameters, reach.queries) for name in reach.idle))


def _shut_out(reach: Reach) -> tuple[Advice, ...]:
    bad = [one for one in reach.shut_out if 4 * one.queries > reach.queries]
    if not bad:
        return ()
    worst = max(bad, key=lambda one: one.queries)
    names = " or ".join(one.type.value for one in bad)
    article = "an" if names.startswith("e") else "a"
    detail = (
        f"For {worst.queries:,} of your {reach.queries:,} queries {article} {names} memory of half a year "
        f"that fits as well as the best result stays out of the first ten."
    )
    text = "Perfect matches of half a year cannot come in."
    needed = {one.type: one.needed for one in bad if one.needed is not None}
    if len(needed) < len(bad):
        return (Advice(text=text, detail=detail, button=f"Use {LONG_MEMORY}", use=LONG_MEMORY),)
    changes = {f"recency.half_life.{kind.value}": days for kind, days in needed.items()}
    moves = ", ".join(f"{one.type.value} {one.half_life:g} → {one.needed:g} d" for one in bad)
    detail += f" Half-lives that let it in: {moves}."
    return (Advice(text=text, detail=detail, button="Lengthen them", changes=changes),)


def _idle(name: str, parameters: ParameterSet, queries: int) -> Advice:
    knob = parameter_table()[name]
    value = parameters.value(name)
    return Advice(
        text=f"{knob.label} moves nothing.",
        detail=f"With {knob.symbol} {value:.2f} or without it, each of your {queries:,} queries has the same first ten.",
        button=f"Set {knob.symbol} to 0",
        changes={name: 0.0},
    )


def _never_kept(parameters: ParameterSet) -> Advice | None:
    weights = parameters.ranking
    most = weights.relevance + weights.recency + weights.importance + weights.usage
    if not 0.0 < most < weights.keep_threshold:
        return None
    mended = math.floor(most * _KEEP_SHARE / _STEP) * _STEP
    return Advice(
        text="Nothing reaches the keep threshold.",
        detail=f"The highest score there can be is {most:.2f}; results are kept from {weights.keep_threshold:.2f}.",
        button=f"Set θ to {mended:.2f}",
        changes={"ranking.keep_threshold": round(mended, 2)},
    )


def _cancelled_out(parameters: ParameterSet) -> list[Advice | None]:
    """Weights that take away what others give."""
    weights, fit = parameters.ranking, parameters.relevance
    found: list[Advice | None] = []
    if weights.duplication > 0.0 and weights.duplication >= weights.relevance > 0.0:
        mended = round(weights.relevance * 0.3, 2)
        detail = (
            f"A copy of a better result loses up to {weights.duplication:.2f}, and relevance gives at most "
            f"{weights.relevance:.2f}: what repeats anything counts as if it did not fit."
        )
        button = f"Set ε to {mended:.2f}"
        change = {"ranking.duplication": mended}
        found.append(Advice(text="Duplication cancels relevance out.", detail=detail, button=button, changes=change))
    if weights.relevance > 0.0 and fit.embedding + fit.keyword + fit.tag + fit.title == 0.0:
        change = {f"relevance.{name}": float(getattr(_DEFAULT.relevance, name)) for name in _FIT}
        detail = "All four of its weights are 0, so the query has no part in the order."
        found.append(Advice(text="Relevance is always 0.", detail=detail, button="Back to the defaults", changes=change))
    if weights.relevance + weights.recency + weights.importance + weights.usage == 0.0:
        change = {f"ranking.{name}": float(getattr(_DEFAULT.ranking, name)) for name in _MIX}
        detail = "α, β, γ and δ are 0, so results come by age alone."
        found.append(Advice(text="Every score is 0.", detail=detail, button="Back to the defaults", changes=change))
    return found


def _tells_nothing(parameters: ParameterSet) -> list[Advice | None]:
    """Signals that are equal for all memories, whatever these are."""
    weights, use = parameters.ranking, parameters.usage
    found: list[Advice | None] = []
    if weights.recency > 0.0 and all(math.isinf(days) for days in parameters.recency.half_life.values()):
        detail = "No type ever fades, so recency is 1 for all and moves nothing."
        change = {"ranking.recency": 0.0}
        found.append(Advice(text="Recency tells nothing apart.", detail=detail, button="Set β to 0", changes=change))
    if weights.usage > 0.0 and use.views == use.cites == use.edits == 0.0:
        detail = "Views, cites and edits count 0, so usage is 0 for all and moves nothing."
        change = {"ranking.usage": 0.0}
        found.append(Advice(text="Usage tells nothing apart.", detail=detail, button="Set δ to 0", changes=change))
    if weights.mmr and weights.mmr_lambda == 1.0:
        detail = "At λ 1 only the score counts, so it reorders nothing."
        change = {"ranking.mmr_lambda": _DEFAULT.ranking.mmr_lambda}
        button = f"Set λ to {_DEFAULT.ranking.mmr_lambda:.2f}"
        found.append(Advice(text="MMR changes nothing.", detail=detail, button=button, changes=change))
    return found


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
        f"{faded:,} of the {recallable:,} memories that a search may find are past three of their half-lives, so recency "
        f"gives them almost nothing. "
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
