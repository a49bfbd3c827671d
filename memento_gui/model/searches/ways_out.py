"""A search whose filters let nothing through: the one without which most would be found."""

from dataclasses import dataclass
from typing import Final

from memento_gui.model.searches.findings import Finding, Findings

_MOST_FILTERS: Final = 8


@dataclass(frozen=True, slots=True)
class WayOut:
    """A filter, as it was typed; the query without it, and how many memories that finds."""

    dropped: str
    rest: str
    count: int


def way_out(finding: Finding, kept: Findings) -> WayOut | None:
    """Return the one filter of a query without which most would be found; None if leaving out one is not enough.

    One search a filter, so it belongs in a worker.
    """
    text, ways = kept.found.text, []
    for term in kept.found.asked.query.terms[:_MOST_FILTERS]:
        start, end = term.span
        rest = " ".join(f"{text[:start]} {text[end:]}".split())
        count = len(finding.search(rest, kept.outcome.parameters).outcome) if rest else 0
        ways.append(WayOut(text[start:end], rest, count))
    best = max(ways, key=lambda way: way.count, default=None)
    return best if best is not None and best.count else None
