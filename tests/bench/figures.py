"""A measured figure: a ratio against a reference of the same run, and the goal it is held against."""

import math
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final


@dataclass(frozen=True, slots=True)
class Figure:
    """One goal: the usual time of what is measured over that of its reference.

    ``count`` is how many memories there are, 0 where it is no matter.
    """

    name: str
    milliseconds: float
    reference: str
    reference_milliseconds: float
    ratio: float
    goal: str
    met: bool
    count: int = 0

    @property
    def sentence(self) -> str:
        """The figure as one line."""
        size = f" ({self.count:,} memories)" if self.count else ""
        return (
            f"{self.name}{size}: {self.milliseconds:.2f} ms; {self.reference}: {self.reference_milliseconds:.2f} ms; "
            f"ratio {self.ratio:.2f} (goal {self.goal}): {'met' if self.met else 'MISSED'}"
        )


@dataclass(frozen=True, slots=True)
class Growth:
    """By what a time grows from one size of the store to the next."""

    name: str
    smaller: int
    larger: int
    factor: float

    @property
    def sentence(self) -> str:
        """The growth as one line."""
        rows = self.larger / self.smaller
        return f"{self.name}, from {self.smaller:,} to {self.larger:,} memories: ×{self.factor:.1f} for ×{rows:g} rows"


def growths(figures: Iterable[Figure]) -> list[Growth]:
    """Return how the time of each name grows from each count to the next larger one."""
    held: dict[str, dict[int, float]] = {}
    for figure in figures:
        if figure.count:
            held.setdefault(figure.name, {}).setdefault(figure.count, figure.milliseconds)
    return [
        Growth(name, smaller, larger, times[larger] / times[smaller])
        for name, times in held.items()
        for smaller, larger in pairwise(sorted(times))
    ]


@dataclass(frozen=True, slots=True)
class Times:
    """How long the same work took on several queries, in milliseconds."""

    every: tuple[float, ...]

    @property
    def median(self) -> float:
        """The time that half of them need."""
        return statistics.median(self.every)

    @property
    def p95(self) -> float:
        """The time that 95 in a hundred stay under."""
        return statistics.quantiles(self.every, n=20)[-1]


NO_GOAL: Final = math.inf
"""Of something that is to be known, and has no goal at this size of a store."""

NONE: Final = "none at this size"

Clock = Callable[[], float]

BUSY: Final = time.thread_time
"""The processor time of this thread: what never waits takes as long on a busy machine as on an idle one."""


def median_ms(work: Callable[[], object], runs: int, *, clock: Clock = time.perf_counter) -> float:
    """Return the median time of ``work`` in milliseconds, after one run that does not count."""
    work()
    times = []
    for _ in range(runs):
        start = clock()
        work()
        times.append((clock() - start) * 1000)
    return statistics.median(times)


def paired_ms(
    work: Callable[[str], object], base: Callable[[str], object], queries: Sequence[str], *, rounds: int = 1
) -> tuple[Times, Times]:
    """Return the processor times of two pieces of work on the same queries, taken in turn.

    Args:
        work: What is measured.
        base: Its reference.
        queries: What both are given.
        rounds: How often; of each query the median counts.
    """
    taken: dict[str, tuple[list[float], list[float]]] = {query: ([], []) for query in queries}
    for query in (*queries[:3], *(query for _ in range(rounds) for query in queries)):
        for call, times in zip((work, base), taken[query], strict=True):
            start = BUSY()
            call(query)
            times.append((BUSY() - start) * 1000)
    for query in queries[:3]:  # the first of all do not count
        for times in taken[query]:
            del times[0]
    found, reference = zip(
        *((statistics.median(ours), statistics.median(base)) for ours, base in taken.values()), strict=True
    )
    return Times(tuple(found)), Times(tuple(reference))


def slower(name: str, work: float, reference: str, base: float, at_most: float, *, count: int = 0) -> Figure:
    """Return the figure of something that may take ``at_most`` times its reference."""
    ratio = work / base
    return Figure(
        name, work, reference, base, ratio, f"at most {at_most:g}" if at_most < NO_GOAL else NONE, ratio <= at_most, count
    )


def faster(name: str, work: float, reference: str, base: float, at_least: float, *, count: int = 0) -> Figure:
    """Return the figure of something that is to be ``at_least`` times faster than its reference."""
    ratio = base / work
    return Figure(
        name,
        work,
        reference,
        base,
        ratio,
        f"at least {at_least:g} times faster" if at_least else NONE,
        ratio >= at_least,
        count,
    )
