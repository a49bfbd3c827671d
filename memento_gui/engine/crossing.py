"""Crossings: how far one number has to move until a ranking says something else."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from memento_gui.domain.parameters import RankingParameters, RelevanceParameters
from memento_gui.domain.ranking import Ranking
from memento_gui.engine.relevance import weight_divisor

SIDE: Final = 1e-9
"""How far from an exact crossing, relative to its size, the two sides are tried."""

_GRID: Final = (*(2.0**-power for power in range(10, 3, -1)), *(step / 12 for step in range(1, 13)))
TRIED: Final = len(_GRID)
"""How many values are tried on either side of a number, beside where its boundary is expected."""

_HALVINGS: Final = 24
_ASKED_AT: Final = (4, 10, 18, 23)
"""After how many halvings the boundary is computed anew; if its sides agree, the rest is saved."""
_DIGITS: Final = 3

Holds = Callable[[float], bool]
Expects = Callable[[float], Iterable[float]]
"""Where a boundary is expected, as computed from what the ranking is at a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A number as it is, and where it may go. ``log`` measures distance in ratios; ``whole`` allows whole numbers only."""

    now: float
    low: float
    high: float
    log: bool = False
    whole: bool = False

    def distance(self, value: float) -> float:
        """Return how far ``value`` is from now, as a share of the whole range."""
        if self.log:
            return abs(math.log(value / self.now)) / math.log(self.high / self.low)
        return abs(value - self.now) / (self.high - self.low)

    def towards(self, end: float, share: float) -> float:
        """Return the number that lies a share of the way from now to ``end``."""
        moved = self.now * (end / self.now) ** share if self.log else self.now + (end - self.now) * share
        if self.whole:
            moved = float(math.ceil(moved) if end > self.now else math.floor(moved))
        return end if share == 1.0 else moved


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """The nearest place at which something becomes true as a number moves away from ``now``.

    ``at`` is the boundary itself; ``value`` is the first round number beyond it, and was tried. ``exact`` says that the
    boundary was computed and tried on both sides; otherwise it was closed in on by halving, and is "about" there.
    """

    now: float
    at: float
    value: float
    exact: bool


def nearest_crossing(
    holds: Holds, span: Span, guesses: tuple[float, ...] = (), *, expects: Expects | None = None
) -> Crossing | None:
    """Return where ``holds`` becomes true nearest to ``span.now``, or None if no value tried makes it true.

    Args:
        holds: Says of a number within the span whether it is true there; false at ``span.now``. Need not be monotone:
            then a stretch in which it is true may be passed over where it lies between two values that are tried.
        span: The number, and its bounds.
        guesses: Where the boundary is expected, as computed; one that is confirmed makes the crossing exact.
        expects: Computes it anew near a boundary that was closed in on, because the ranking there is another one.

    Source: w* = w + (S_B − S_A)/(f_A − f_B) where S is linear in w, else halving.
    """
    found = [_one_way(holds, span, end, guesses, expects) for end in (span.low, span.high) if end != span.now]
    return min((one for one in found if one is not None), key=lambda one: span.distance(one.at), default=None)


def _one_way(holds: Holds, span: Span, end: float, guesses: tuple[float, ...], expects: Expects | None) -> Crossing | None:
    """Return the nearest crossing between now and one end."""
    way = 1.0 if end > span.now else -1.0
    sides = {guess: _sides(guess, way, span) for guess in guesses if _within(guess, span.now, end)}
    tried = {value for pair in sides.values() for value in pair} | {span.towards(end, share) for share in _GRID}
    before = span.now
    for value in sorted((one for one in tried if _within(one, span.now, end)), key=lambda one: abs(one - span.now)):
        if holds(value):
            exact = next((guess for guess, pair in sides.items() if _holds_both(pair, before, value)), None)
            if exact is None and not (span.whole and abs(value - before) <= 1.0):
                return _halved(holds, span, before, value, expects)
            return _rounded(holds, span, value if exact is None else exact, value, exact=True)
        before = value
    return None


def _within(value: float, now: float, end: float) -> bool:
    return math.isfinite(value) and value != now and min(now, end) <= value <= max(now, end)


def _holds_both(pair: tuple[float, float], before: float, beyond: float) -> bool:
    """Whether two neighbours that were tried are the sides of a guess, or lie between them."""
    return min(pair) <= min(before, beyond) and max(before, beyond) <= max(pair)


def _sides(guess: float, way: float, span: Span) -> tuple[float, float]:
    """Return the values just before and just beyond an expected boundary, within the bounds."""
    if span.whole:
        return guess - way, guess
    step = SIDE * max(abs(guess), SIDE) if span.log else SIDE
    before, beyond = guess - way * step, guess + way * step
    if (before - span.now) * way < 0.0:
        before = span.now
    return before, min(max(beyond, span.low), span.high)


def _halved(holds: Holds, span: Span, before: float, beyond: float, expects: Expects | None) -> Crossing:
    """Close in on a boundary between two values; where it is computed from one of them, it is exact."""
    for halving in range(_HALVINGS):
        if expects is not None and not span.whole and halving in _ASKED_AT:
            exact = _confirmed(holds, span, before, beyond, expects)
            if exact is not None:
                return _rounded(holds, span, exact[0], exact[1], exact=True)
        middle = math.sqrt(before * beyond) if span.log else (before + beyond) / 2
        middle = float(math.floor(middle)) if span.whole else middle
        if middle in (before, beyond):
            break
        if holds(middle):
            beyond = middle
        else:
            before = middle
        if span.whole and abs(beyond - before) <= 1.0:
            break
    return _rounded(holds, span, beyond, beyond, exact=span.whole)


def _confirmed(holds: Holds, span: Span, before: float, beyond: float, expects: Expects) -> tuple[float, float] | None:
    """Return the boundary that is computed between two near values, and the value beyond it, if both its sides agree."""
    way = 1.0 if beyond > before else -1.0
    slack = SIDE * max(1.0, abs(beyond))
    for guess in (*expects(before), *expects(beyond)):
        if min(before, beyond) - slack <= guess <= max(before, beyond) + slack:
            nearer, farther = _sides(guess, way, span)
            if holds(farther) and not holds(nearer):
                return guess, farther
    return None


def _rounded(holds: Holds, span: Span, at: float, beyond: float, *, exact: bool) -> Crossing:
    """Round to the side on which it is true: to three decimals, or to three digits where ratios count."""
    up = beyond > span.now
    digits = _DIGITS - 1 - math.floor(math.log10(beyond)) if span.log else _DIGITS
    for more in range(4):
        unit = 10.0 ** (digits + more)
        value = round((math.ceil(at * unit) if up else math.floor(at * unit)) / unit, max(digits + more, 0))
        if span.low <= value <= span.high and not _strictly_between(value, span.now, at) and holds(value):
            return Crossing(now=span.now, at=at, value=value, exact=exact)
    return Crossing(now=span.now, at=at, value=beyond, exact=exact)


def _strictly_between(value: float, now: float, at: float) -> bool:
    return min(now, at) < value < max(now, at)


def slopes(ranking: Ranking, position: int, weights: RankingParameters, knobs: RelevanceParameters) -> dict[str, float]:
    """Return how fast S of one result grows with each weight, by dotted name, as long as its duplication stays.

    The weights inside relevance are left out where S is not linear in them: with a neighbourhood.
    """
    signals, parts = ranking.signals, ranking.parts
    slope = {f"ranking.{name}": float(getattr(signals, name)[position]) for name in _ADDED}
    slope["ranking.duplication"] = -float(signals.duplication[position])
    if knobs.neighbourhood == 0.0:
        share = weights.relevance / weight_divisor(knobs)
        slope |= {f"relevance.{name}": share * float(getattr(parts, name)[position]) for name in _INSIDE}
    return slope


_ADDED: Final = ("relevance", "recency", "importance", "usage")
_INSIDE: Final = ("embedding", "keyword", "tag", "title")


def linear_crossings(
    values: Mapping[str, float], gap: float, mine: Mapping[str, float], other: Mapping[str, float]
) -> dict[str, float]:
    """Return w* = w + (S_B − S_A)/(f_A − f_B) for each weight in which both are linear, by dotted name.

    Args:
        values: w, the weights as they are.
        gap: S_B − S_A: what A lacks.
        mine: f_A, see `slopes`.
        other: f_B; a threshold has none, which is 0.
    """
    lead = {name: slope - other.get(name, 0.0) for name, slope in mine.items()}
    return {name: values[name] + gap / faster for name, faster in lead.items() if faster != 0.0}


def half_life_crossing(age_days: float, recency: float, weight: float, gap: float) -> float | None:
    """Return the half-life in days at which recency adds ``gap`` more to S; None where no half-life does.

    recency = 2^(−age/H), so H* = −age / log2(recency + gap/β).
    """
    needed = recency + gap / weight if weight > 0.0 else 0.0
    return -age_days / math.log2(needed) if 0.0 < needed < 1.0 and age_days > 0.0 else None
