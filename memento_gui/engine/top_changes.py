"""Where the first ten results of one query change as one number of the ranking moves and all others stay."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import TYPE_KEYS, ParameterSet, parameter_table
from memento_gui.engine.learning.judged import DEPTH, Judged, JudgedQuery, judged_of
from memento_gui.engine.learning.measure import parts_of, terms_of
from memento_gui.engine.learning.point import DUPLICATION, FIT, MIX, Point, point_of
from memento_gui.engine.ranking import Candidates, in_tie_order
from memento_gui.engine.recency import recency

KEEP: Final = "ranking.keep_threshold"
HALF_LIFE: Final = "recency.half_life."

_GRID: Final = 401
"""Values that are tried on the whole range of a number: four to a step of its slider."""

_HALVINGS: Final = 34
_ROUNDS: Final = 4
"""How often a stretch is searched again because more than one thing happens in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """C candidates of one query, in the order that ties prefer, and what holds for them under a set.

    ``pending`` candidates have no vector yet and are kept whatever their score; ``threshold`` is −∞ where none is applied.
    """

    judged: Judged
    point: Point
    pending: BoolArray
    threshold: float

    @property
    def likeness(self) -> FloatArray:
        """C×C."""
        likeness: FloatArray = self.judged.likeness[0]
        return likeness


def tried_of(table: FeatureTable, candidates: Candidates, parameters: ParameterSet, *, now_ms: int) -> Tried:
    """Return the candidates of one query, of which there is at least one, ready to be ranked by many values at once."""
    asked = JudgedQuery(text="", candidates=candidates, grades={})
    return Tried(
        judged=judged_of(table, [asked], parameters, now_ms=now_ms),
        point=point_of(parameters),
        pending=np.isnan(in_tie_order(table, candidates).cosine),
        threshold=parameters.ranking.keep_threshold if candidates.has_query_vector else -np.inf,
    )


def names_of(parameters: ParameterSet) -> tuple[str, ...]:
    """Return the numbers whose changes are looked for, by dotted name; none where SearchScore ranks."""
    if parameters.ranking.scheme == "search_score":
        return ()
    return (*MIX, DUPLICATION, KEEP, *FIT, *(HALF_LIFE + kind for kind in TYPE_KEYS))


def top_changes(tried: Tried, name: str) -> FloatArray:
    """Return the values, ascending, at which a memory enters or leaves the first ten as one number moves over its range.

    Each is found by ranking on both sides, as close as floats are told apart, so it also holds where repetitions, MMR or a
    neighbourhood bend S; where S is linear it is w* = w + (S_B − S_A)/(f_A − f_B). What comes and goes again within a
    quarter of a slider's step may be passed over.
    """
    knob = parameter_table()[name]
    if name.startswith(HALF_LIFE):
        grid = np.geomspace(knob.low, knob.high, _GRID)
    else:
        grid = np.linspace(knob.low, knob.high, _GRID)
    members = _members(tried, name, grid)
    low, high = grid[:-1], grid[1:]
    first, last = members[:-1], members[1:]
    found: list[FloatArray] = []
    for _ in range(_ROUNDS):
        differ = (first != last).any(axis=1)
        if not differ.any():
            break
        low, high, first, last = low[differ], high[differ], first[differ], last[differ]
        left, right, inner_first, inner_last = _closed_in(tried, name, (low, high), first)
        found.append(right)
        low, high = np.concatenate([low, right]), np.concatenate([left, high])
        first, last = np.concatenate([first, inner_last]), np.concatenate([inner_first, last])
    return np.unique(np.concatenate(found)) if found else np.zeros(0)


def _closed_in(
    tried: Tried, name: str, ends: tuple[FloatArray, FloatArray], first: BoolArray
) -> tuple[FloatArray, FloatArray, BoolArray, BoolArray]:
    """Halve stretches until their ends are neighbours; return both ends and the members there."""
    left, right = ends
    at_left, at_right = first, _members(tried, name, right)
    for _ in range(_HALVINGS):
        middle = (left + right) / 2.0
        members = _members(tried, name, middle)
        same = (members == first).all(axis=1)
        left, right = np.where(same, middle, left), np.where(same, right, middle)
        at_left, at_right = np.where(same[:, None], members, at_left), np.where(same[:, None], at_right, members)
    return left, right, at_left, at_right


def _members(tried: Tried, name: str, values: FloatArray) -> BoolArray:
    """Return who is among the first ten kept results at each of V values, V×C."""
    score = _scores(tried, name, values)
    weight = values[:, None] if name == DUPLICATION else np.full((len(values), 1), tried.point.duplication)
    threshold = values[:, None] if name == KEEP else np.full((len(values), 1), tried.threshold)
    if name == KEEP and np.isneginf(tried.threshold):
        threshold = np.full((len(values), 1), -np.inf)
    balance = tried.judged.mmr_lambda
    whole = balance is not None or bool(tried.pending.any())
    place, taken = _greedy(score, tried.likeness, weight, score.shape[1] if whole else DEPTH)
    kept = (taken >= threshold) | tried.pending
    if balance is not None:
        place, _ = _greedy(balance * taken, tried.likeness, np.full_like(weight, 1.0 - balance), score.shape[1])
    picked = np.where(kept & (place >= 0), place, score.shape[1])
    rank = picked.argsort(axis=1, kind="stable").argsort(axis=1)
    members: BoolArray = (rank < DEPTH) & (picked < score.shape[1])
    return members


def _scores(tried: Tried, name: str, values: FloatArray) -> FloatArray:
    """Return S before any duplication, V×C."""
    judged, point = tried.judged, tried.point
    terms = terms_of(judged, point)
    at = values[:, None]
    if name in MIX:
        without = tuple(0.0 if one == name else weight for one, weight in zip(MIX, point.mix, strict=True))
        signal = (terms.relevance, terms.recency, terms.importance, terms.usage)[MIX.index(name)]
        return terms.mixed(without) + at * signal
    if name in FIT:
        beside = terms.mixed((0.0, *point.mix[1:]))
        return beside + point.mix[0] * _relevance(tried, FIT.index(name), at)
    if name.startswith(HALF_LIFE):
        kind = TYPE_KEYS.index(name.removeprefix(HALF_LIFE))
        faded = np.where(judged.type == kind, recency(judged.age_days, at), terms.recency)
        return replace(terms, recency=faded).mixed(point.mix)
    return np.repeat(terms.mixed(point.mix), len(values), axis=0)


def _relevance(tried: Tried, moved: int, values: FloatArray) -> FloatArray:
    """Return relevance as one of its weights moves, V×C: its weights are divided by max(1, Σw)."""
    judged, point = tried.judged, tried.point
    parts = parts_of(judged, point)
    others = [weight * part for at, (weight, part) in enumerate(zip(point.fit, parts, strict=True)) if at != moved]
    rest = sum(point.fit) - point.fit[moved]
    total = (np.sum(others, axis=0) + values * parts[moved]) / np.maximum(1.0, rest + values)
    if judged.neighbours:
        total = total / np.maximum(total.max(axis=1, keepdims=True), 1.0)
    clipped: FloatArray = np.minimum(total, 1.0)
    return clipped


def _greedy(score: FloatArray, likeness: FloatArray, weight: FloatArray, depth: int) -> tuple[IntArray, FloatArray]:
    """Pick the largest score − weight · (most likeness to a pick), ``depth`` times, in each of V rows.

    Returns:
        When each was picked, V×C, −1 where it was not; the scores, of picks less their penalty.
    """
    every = np.arange(len(score))
    place = np.full(score.shape, -1, dtype=np.int64)
    left, most, taken = score.copy(), np.zeros_like(score), score.copy()
    for step in range(min(depth, score.shape[1])):
        value = left - weight * most
        best = value.argmax(axis=1)
        place[every, best] = step
        taken[every, best] = value[every, best]
        left[every, best] = -np.inf
        np.maximum(most, likeness[best], out=most)
    return place, taken


def every_change(tried: Tried, parameters: ParameterSet, check: Callable[[], None]) -> dict[str, FloatArray]:
    """Return the changes of all numbers, by dotted name; ``check`` is called between them and raises to stop."""
    found = {}
    for name in names_of(parameters):
        check()
        found[name] = top_changes(tried, name)
    return found
