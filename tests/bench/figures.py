"""A measured figure: a ratio against a reference of the same run, and the goal it is held against."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One goal: the median time of what is measured over that of its reference."""

    name: str
    milliseconds: float
    reference: str
    reference_milliseconds: float
    ratio: float
    goal: str
    met: bool

    @property
    def sentence(self) -> str:
        """The figure as one line."""
        return (
            f"{self.name}: {self.milliseconds:.2f} ms; {self.reference}: {self.reference_milliseconds:.2f} ms; "
            f"ratio {self.ratio:.2f} (goal {self.goal}): {'met' if self.met else 'MISSED'}"
        )


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


def median_ms(work: Callable[[], object], runs: int) -> float:
    """Return the median time of ``work`` in milliseconds, after one run that does not count."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def paired_ms(work: Callable[[str], object], base: Callable[[str], object], queries: Sequence[str]) -> tuple[Times, Times]:
    """Return the times of two pieces of work on the same queries, taken in turn so that both meet the same machine."""
    found: list[float] = []
    reference: list[float] = []
    for query in (*queries[:3], *queries):
        for call, times in ((work, found), (base, reference)):
            start = time.perf_counter()
            call(query)
            times.append((time.perf_counter() - start) * 1000)
    return Times(tuple(found[3:])), Times(tuple(reference[3:]))


def slower(name: str, work: float, reference: str, base: float, at_most: float) -> Figure:
    """Return the figure of something that may take ``at_most`` times its reference."""
    ratio = work / base
    return Figure(name, work, reference, base, ratio, f"at most {at_most:g}", ratio <= at_most)


def faster(name: str, work: float, reference: str, base: float, at_least: float) -> Figure:
    """Return the figure of something that is to be ``at_least`` times faster than its reference."""
    ratio = base / work
    return Figure(name, work, reference, base, ratio, f"at least {at_least:g} times faster", ratio >= at_least)
