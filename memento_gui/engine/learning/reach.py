"""What a set does to a store's own queries: signals that move nothing, and old matches that cannot come in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES, MemoryType
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.ascent import HALF_LIVES
from memento_gui.engine.learning.judged import DEPTH, Judged, JudgedQuery, judged_of
from memento_gui.engine.learning.measure import score_of, terms_of, top_of
from memento_gui.engine.learning.point import DUPLICATION, MIX, Point, point_of
from memento_gui.engine.recency import recency

OLD_DAYS: Final = 180.0
"""Half a year: the age at which a match should still be found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShutOut:
    """A type whose old matches stay out of the top ten.

    ``queries`` is the number of those, of all Q, that a memory of this type and `OLD_DAYS` of age cannot enter, although it
    fits as well as the best result, is of default importance and was never used. ``needed`` is the shortest half-life tried
    at which at most a tenth of the queries shut it out, None where none helps.
    """

    type: MemoryType
    half_life: float
    queries: int
    needed: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What was found on Q queries; ``idle`` names the weights above 0 without which every top ten stays as it is."""

    queries: int
    shut_out: tuple[ShutOut, ...]
    idle: tuple[str, ...]


def reach_of(table: FeatureTable, queries: Sequence[JudgedQuery], parameters: ParameterSet, *, now_ms: int) -> Reach:
    """Rank queries (grades are not looked at) and see what the numbers do to them.

    Args:
        table: The memories whose rows the candidates are.
        queries: Those without candidates are left out.
        parameters: The set.
        now_ms: The instant at which ages end.
    """
    asked = [query for query in queries if len(query.candidates)]
    if not asked:
        return Reach(queries=0, shut_out=(), idle=())
    judged, point = judged_of(table, asked, parameters, now_ms=now_ms), point_of(parameters)
    kinds = np.unique(table.type[table.recallable]).tolist()
    shut_out = [_shut_out(judged, point, parameters, kind) for kind in kinds]
    return Reach(
        queries=len(judged),
        shut_out=tuple(one for one in shut_out if one.queries),
        idle=tuple(_idle(judged, point)),
    )


def _idle(judged: Judged, point: Point) -> list[str]:
    terms = terms_of(judged, point)
    here = top_of(judged, score_of(judged, point, terms), point)
    found = []
    for name in (*MIX, DUPLICATION):
        if point.weight(name) <= 0.0:
            continue
        if name == DUPLICATION:
            without = replace(point, duplication=0.0)
        else:
            without = replace(point, mix=tuple(0.0 if one == name else w for one, w in zip(MIX, point.mix, strict=True)))
        if np.array_equal(top_of(judged, score_of(judged, without, terms), without), here):
            found.append(name)
    return found


def _shut_out(judged: Judged, point: Point, parameters: ParameterSet, kind: int) -> ShutOut:
    own = point.half_life[kind]
    longer = [days for days in HALF_LIVES if days > own]
    most = len(judged) // 10
    needed = next((days for days in longer if _count_out(judged, point, parameters, kind, days) <= most), None)
    return ShutOut(type=TYPES[kind], half_life=own, queries=_count_out(judged, point, parameters, kind, own), needed=needed)


def _count_out(judged: Judged, point: Point, parameters: ParameterSet, kind: int, half_life: float) -> int:
    """Return how many queries an old match of a type cannot enter; all its type's results fade as slowly as it does."""
    slower = replace(point, half_life=tuple(half_life if at == kind else own for at, own in enumerate(point.half_life)))
    terms = terms_of(judged, slower)
    worth = parameters.importance
    given = float(np.clip(worth.default + worth.type_boost[TYPES[kind].value], 0.0, 1.0))
    alpha, beta, gamma, _ = point.mix
    best = np.where(judged.present, terms.relevance, 0.0).max(axis=1)
    faded = float(recency(np.array(OLD_DAYS), half_life))
    score = alpha * best + beta * faded + gamma * given
    return int(np.count_nonzero(score < _last_in(judged, slower, score_of(judged, slower, terms))))


def _last_in(judged: Judged, point: Point, score: FloatArray) -> FloatArray:
    """Return S, before its penalty, of the weakest of each top ten; −∞ where it has room."""
    order = top_of(judged, score, point)
    picked = np.take_along_axis(score, np.maximum(order, 0), axis=1)
    weakest = np.where(order >= 0, picked, np.inf).min(axis=1)
    return np.where((order >= 0).sum(axis=1) == DEPTH, weakest, -np.inf)
