"""The numbers of a ranking that can be learned, as one point that a search moves."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.knobs import Table
from memento_gui.domain.parameters import TYPE_KEYS, ParameterSet

MIX: Final = ("ranking.relevance", "ranking.recency", "ranking.importance", "ranking.usage")
"""α, β, γ, δ; what they sum to stays."""

FIT: Final = ("relevance.embedding", "relevance.keyword", "relevance.tag", "relevance.title")
"""w_e, w_k, w_t, w_p; what they sum to stays."""

DUPLICATION: Final = "ranking.duplication"
WEIGHTS: Final = (*MIX, *FIT, DUPLICATION)
"""The nine weights a line search goes along."""

EMBEDDING: Final = "relevance.embedding_calibration"
KEYWORD: Final = "relevance.keyword_calibration"
HALF_LIFE: Final = "recency.half_life"

_DECIMALS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One choice of everything that is learned.

    ``mix`` holds the 4 weights of `MIX`, ``fit`` the 4 of `FIT`; ``half_life`` is by type, in the order of the type codes.
    """

    mix: tuple[float, ...]
    fit: tuple[float, ...]
    duplication: float
    embedding: str
    keyword: str
    half_life: tuple[float, ...]

    def weight(self, name: str) -> float:
        """Return one of `WEIGHTS`."""
        if name == DUPLICATION:
            return self.duplication
        return self.mix[MIX.index(name)] if name in MIX else self.fit[FIT.index(name)]

    def moved(self, name: str, to: float) -> "Point":
        """Return the point with one of `WEIGHTS` at ``to``; the others of its group share the rest as they did."""
        if name == DUPLICATION:
            return replace(self, duplication=to)
        if name in MIX:
            return replace(self, mix=_shared(self.mix, MIX.index(name), to))
        return replace(self, fit=_shared(self.fit, FIT.index(name), to))

    def reach(self, name: str) -> tuple[float, float]:
        """Return from where to where one of `WEIGHTS` can go, such that it and those that share the rest stay in [0, 1]."""
        if name == DUPLICATION:
            return 0.0, 1.0
        group, at = (self.mix, MIX.index(name)) if name in MIX else (self.fit, FIT.index(name))
        total = sum(group)
        largest = max(shares_beside(group, at))
        return max(0.0, total - 1.0 / largest), min(total, 1.0)

    def tidy(self) -> "Point":
        """Return the point with weights of three decimals; one far from its bounds takes up what rounding leaves."""
        return replace(self, mix=_tidied(self.mix), fit=_tidied(self.fit), duplication=round(self.duplication, _DECIMALS))


def point_of(parameters: ParameterSet) -> Point:
    """Return what of a set can be learned."""
    return Point(
        mix=tuple(_number(parameters, name) for name in MIX),
        fit=tuple(_number(parameters, name) for name in FIT),
        duplication=parameters.ranking.duplication,
        embedding=parameters.relevance.embedding_calibration,
        keyword=parameters.relevance.keyword_calibration,
        half_life=tuple(parameters.recency.half_life[key] for key in TYPE_KEYS),
    )


def with_point(parameters: ParameterSet, point: Point) -> ParameterSet:
    """Return the set with the numbers of a point in place of its own."""
    return parameters.with_values(
        {
            **dict(zip(MIX, point.mix, strict=True)),
            **dict(zip(FIT, point.fit, strict=True)),
            DUPLICATION: point.duplication,
            EMBEDDING: point.embedding,
            KEYWORD: point.keyword,
            HALF_LIFE: Table(dict(zip(TYPE_KEYS, point.half_life, strict=True))),
        }
    )


def shares_beside(group: tuple[float, ...], at: int) -> tuple[float, ...]:
    """Return how the weights of a group other than one share what it leaves; they sum to 1, its own share is 0."""
    rest = sum(group) - group[at]
    if rest > 0.0:
        return tuple(0.0 if place == at else weight / rest for place, weight in enumerate(group))
    return tuple(0.0 if place == at else 1.0 / (len(group) - 1) for place in range(len(group)))


def _shared(group: tuple[float, ...], at: int, to: float) -> tuple[float, ...]:
    rest = sum(group) - to
    shares = shares_beside(group, at)
    return tuple(to if place == at else min(max(rest * share, 0.0), 1.0) for place, share in enumerate(shares))


def _tidied(group: tuple[float, ...]) -> tuple[float, ...]:
    rounded = np.round(np.array(group), _DECIMALS)
    at = int(np.abs(rounded - 0.5).argmin())
    rounded[at] += round(sum(group), _DECIMALS + 3) - rounded.sum()
    tidied: FloatArray = np.clip(np.round(rounded, _DECIMALS + 3), 0.0, 1.0)
    return tuple(tidied.tolist())


def _number(parameters: ParameterSet, name: str) -> float:
    value = parameters.value(name)
    assert isinstance(value, float)
    return value
