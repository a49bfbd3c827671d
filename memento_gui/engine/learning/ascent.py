"""Coordinate ascent: one number after the other goes where the judged queries are ranked best, from several starts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.parameters import EMBEDDING_CALIBRATIONS, KEYWORD_CALIBRATIONS
from memento_gui.domain.presets import BUILT_IN
from memento_gui.engine.learning.judged import Judged
from memento_gui.engine.learning.line import along
from memento_gui.engine.learning.measure import Terms, ndcg_of, terms_of
from memento_gui.engine.learning.point import WEIGHTS, Point, point_of

HALF_LIVES: Final = (2.0, 7.0, 14.0, 30.0, 60.0, 90.0, 180.0, 365.0, 730.0, 3650.0)
"""Days that are tried for each type."""

_TRIED: Final = 3  # plateaus a line that ranking again chooses from
_MOST_ROUNDS: Final = 8
_ENOUGH: Final = 5e-4  # a round that gains less is the last
_GAIN: Final = 1e-6
_SCREENED: Final = 24
_CLIMBED: Final = 2
_NEAR: Final = 2e-3  # what a start elsewhere must gain more than the one from the numbers in use

Check = Callable[[], None]
"""Called between steps; raises to stop."""


@dataclass(frozen=True, slots=True)
class Climbed:
    """Where a search ended, and the mean nDCG@10 there."""

    point: Point
    value: float


class Rated:
    """How good points are for some of Q queries.

    Folds share most of their queries, and look at many of the same points: all Q are ranked at once by a point, and what
    came of it is kept for every fold.
    """

    def __init__(self, judged: Judged) -> None:
        self._all = judged
        self._known: dict[Point, FloatArray] = {}
        self._rows = np.arange(len(judged))
        self.judged = judged

    def part(self, rows: IntArray) -> "Rated":
        """Return the same for some of the queries; it shares what is known."""
        part = Rated(self._all)
        part._known, part._rows, part.judged = self._known, rows, self._all.take(rows)
        return part

    def value(self, point: Point, near: tuple[Point, Terms] | None = None) -> float:
        """Return the mean nDCG@10; ``near`` is a point whose terms, over all Q, are known."""
        known = self._known.get(point)
        if known is None:
            known = self._known[point] = ndcg_of(self._all, point, terms_of(self._all, point, near))
        return float(known[self._rows].mean())

    def terms(self, point: Point) -> Terms:
        """Return the terms of a point over all Q."""
        return terms_of(self._all, point)


def ascend(rated: Rated, start: Point, *, seed: int, check: Check) -> Climbed:
    """Return the best point found from ``start`` and from the most promising of other starts; weights are tidy.

    Other starts are the built-in sets and random points. All keep the sums of the groups.

    Args:
        rated: At least one query.
        start: The numbers in use; of equally good ends the one that began here is preferred.
        seed: Draws the random points.
        check: Called between steps.
    """
    best = climb(rated, start, check)
    elsewhere = [Climbed(point, rated.value(point)) for point in _starts(start, np.random.default_rng(seed))]
    for other in sorted(elsewhere, key=lambda one: -one.value)[:_CLIMBED]:
        end = climb(rated, other.point, check)
        if end.value > best.value + _NEAR:
            best = end
    tidy = best.point.tidy()
    return Climbed(tidy, rated.value(tidy))


def climb(rated: Rated, start: Point, check: Check) -> Climbed:
    """Return where coordinate ascent from one point ends."""
    judged = rated.judged
    here = Climbed(start, rated.value(start))
    for _ in range(_MOST_ROUNDS):
        before = here.value
        here = _best(rated, here, _calibrated(here.point), check)
        here = _best(rated, here, _aged(judged, here.point), check)
        for name in WEIGHTS:
            check()
            if here.point.reach(name)[1] > 0.0:
                tried = along(judged, here.point, name).best(_TRIED)
                here = _best(rated, here, [here.point.moved(name, to) for to in tried], check)
        if here.value - before < _ENOUGH:
            break
    return here


def _best(rated: Rated, here: Climbed, points: Iterable[Point], check: Check) -> Climbed:
    """Return the best of some points by ranking again, or ``here`` if none is better."""
    near = (here.point, rated.terms(here.point))
    for point in points:
        check()
        value = rated.value(point, near)
        if value > here.value + _GAIN:
            here = Climbed(point, value)
    return here


def _calibrated(point: Point) -> Iterator[Point]:
    for embedding in EMBEDDING_CALIBRATIONS:
        for keyword in KEYWORD_CALIBRATIONS:
            yield replace(point, embedding=embedding, keyword=keyword)


def _aged(judged: Judged, point: Point) -> Iterator[Point]:
    """All half-lives longer or shorter at once, then each type's own."""
    for factor in (0.25, 0.5, 2.0, 4.0, 12.0):
        yield replace(point, half_life=tuple(min(max(days * factor, 1.0), 36_500.0) for days in point.half_life))
    for kind in np.unique(judged.type[judged.present]).tolist():
        for days in HALF_LIVES:
            yield replace(point, half_life=tuple(days if at == kind else own for at, own in enumerate(point.half_life)))


def _starts(start: Point, rng: np.random.Generator) -> Iterator[Point]:
    for parameters in BUILT_IN.values():
        known = point_of(parameters)
        yield replace(known, mix=_summing(known.mix, start.mix), fit=_summing(known.fit, start.fit))
    for _ in range(_SCREENED):
        yield Point(
            mix=_summing(tuple(rng.dirichlet(np.ones(4)).tolist()), start.mix),
            fit=_summing(tuple(rng.dirichlet(np.ones(4)).tolist()), start.fit),
            duplication=float(rng.uniform(0.0, 0.3)),
            embedding=str(rng.choice(EMBEDDING_CALIBRATIONS)),
            keyword=str(rng.choice(KEYWORD_CALIBRATIONS)),
            half_life=tuple(rng.choice(HALF_LIVES, 4).tolist()),
        )


def _summing(weights: tuple[float, ...], like: tuple[float, ...]) -> tuple[float, ...]:
    """Return weights scaled to the sum of others; these themselves where a weight would leave [0, 1]."""
    scale = sum(like) / sum(weights)
    scaled = tuple(weight * scale for weight in weights)
    return scaled if max(scaled) <= 1.0 else like
