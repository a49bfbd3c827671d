"""Honest comparison: folds of queries that a fit never saw, and the interval of a paired difference."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray

_RESAMPLED: Final = 5_000
_INTERVAL: Final = (2.5, 97.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two means over the same cases, and the 95 % interval of new − old."""

    old: float
    new: float
    low: float
    high: float

    @property
    def gain(self) -> float:
        """What was gained, new − old."""
        return self.new - self.old


def folds(count: int, parts: int, *, seed: int) -> list[IntArray]:
    """Return ``parts`` sets of cases, of sizes that differ by at most one, in random order; each case is in one."""
    return [np.sort(part) for part in np.array_split(np.random.default_rng(seed).permutation(count), parts)]


def paired_difference(old: FloatArray, new: FloatArray, *, seed: int, groups: IntArray | None = None) -> Difference:
    """Return both means, and the percentile interval of their difference over paired bootstrap samples.

    Args:
        old: One number a case; at least one case.
        new: The same cases.
        seed: Draws the samples.
        groups: The group of each case, 0..G−1, where cases of one group are alike (the reviews of one memory): whole
            groups are drawn then.

    Source: Efron 1979; Sakai 2006 for paired differences of ranking metrics.
    """
    gain = new - old
    group = np.arange(len(gain)) if groups is None else groups
    sums, sizes = np.bincount(group, gain), np.bincount(group)
    drawn = np.random.default_rng(seed).integers(0, len(sums), (_RESAMPLED, len(sums)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.percentile(means, _INTERVAL)
    return Difference(old=float(old.mean()), new=float(new.mean()), low=float(low), high=float(high))
