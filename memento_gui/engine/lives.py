"""Lives: the scores of memories over time, from when they were saved, through their uses, to when they are forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.parameters import DecayParameters
from memento_gui.engine.curves import Curve
from memento_gui.engine.decay import decay_score, time_to_threshold

_POINTS: Final = 24
_FEWER_POINTS: Final = 8
_MANY: Final = 300
"""From so many stretches on each is drawn through fewer points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lives:
    """K memories as M stretches between two uses, those of one memory together and in order.

    ``memory`` is the index of the memory, 0..K−1; ``start`` the use that begins the stretch, in days from today (past ones
    negative); ``uses`` how often it had been used by then, 0 for the one that saved it. ``last`` is the index of each
    memory's last stretch. ``strength`` and ``tag_factor`` are by memory.
    """

    memory: IntArray
    start: FloatArray
    uses: IntArray
    last: IntArray
    strength: FloatArray
    tag_factor: FloatArray

    def __len__(self) -> int:
        return len(self.last)

    @property
    def first_day(self) -> float:
        """When the oldest of them was saved; 0 where there is none."""
        return float(self.start.min(initial=0.0))


def lives_of(instants: Sequence[Sequence[float]], uses: IntArray, strength: FloatArray, tag_factor: FloatArray) -> Lives:
    """Return K lives.

    Args:
        instants: The known uses of each memory, ascending and at least one (saving it), in days from today.
        uses: How often each was used after it was saved, K. Uses without a known instant are counted at the last known
            one: the score today is true, an earlier one may have been higher.
        strength: K values in [0, 2].
        tag_factor: K factors, as for `decay_factor`.
    """
    counts = np.array([len(one) for one in instants], dtype=np.int64)
    last = np.cumsum(counts) - 1
    place = np.arange(counts.sum()) - np.repeat(last - counts + 1, counts)
    numbers = np.minimum(place, np.repeat(uses, counts))
    numbers[last] = uses
    return Lives(
        memory=np.repeat(np.arange(len(counts)), counts),
        start=np.concatenate([np.asarray(one, dtype=np.float64) for one in instants]) if len(counts) else np.zeros(0),
        uses=numbers,
        last=last,
        strength=strength,
        tag_factor=tag_factor,
    )


def life_curves(parameters: DecayParameters, lives: Lives, *, until_days: float) -> Curve:
    """Return the scores over time as one curve, broken by NaN after each memory; it jumps where one was used."""
    points = _POINTS if len(lives.start) <= _MANY else _FEWER_POINTS
    ends = np.append(lives.start[1:], until_days)[: len(lives.start)]
    ends[lives.last] = until_days
    length = np.maximum(ends - lives.start, 0.0)
    since = length[:, None] * np.linspace(0.0, 1.0, points) ** 2
    x = lives.start[:, None] + since
    y = _scores(parameters, lives, since, np.arange(len(lives.start)))
    broken = np.full(len(lives.start), np.inf)
    broken[lives.last] = np.nan
    x, y = np.column_stack([x, ends]).ravel(), np.column_stack([y, broken]).ravel()
    kept = ~np.isinf(y)
    return Curve("scores", x[kept], y[kept])


def scores_at(parameters: DecayParameters, lives: Lives, days: float) -> FloatArray:
    """Return the K scores on a day, from today on or before; NaN where a memory was not saved yet."""
    begun = lives.start <= days
    stretch = np.full(len(lives), -1, dtype=np.int64)
    np.maximum.at(stretch, lives.memory[begun], np.flatnonzero(begun))
    found = stretch >= 0
    scores = np.full(len(lives), np.nan)
    at = stretch[found]
    scores[found] = _scores(parameters, lives, (days - lives.start[at])[:, None], at)[:, 0]
    return scores


def scores_when_used(parameters: DecayParameters, lives: Lives) -> FloatArray:
    """Return the M scores right after each use."""
    stretches = np.arange(len(lives.start))
    return _scores(parameters, lives, np.zeros((len(stretches), 1)), stretches)[:, 0]


def falls_to(parameters: DecayParameters, lives: Lives, threshold: float) -> FloatArray:
    """Return the K days, from today, on which each falls to a threshold after its last use; past ones are negative.

    −∞ where it never was above it since its last use, ``inf`` where it never falls so far.
    """
    at, start = lives.last, lives.start[lives.last]
    first = _scores(parameters, lives, np.zeros((len(at), 1)), at)[:, 0]
    waits = np.atleast_1d(
        time_to_threshold(first, threshold, since_last_use_days=0.0, parameters=parameters, tag_factor=lives.tag_factor)
    )
    return np.where(first > threshold, start + waits, -np.inf)


def _scores(parameters: DecayParameters, lives: Lives, since: FloatArray, stretches: IntArray) -> FloatArray:
    who = lives.memory[stretches]
    return decay_score(
        lives.uses[stretches][:, None],
        since,
        lives.strength[who][:, None],
        parameters,
        tag_factor=lives.tag_factor[who][:, None],
    )
