"""Two parameter sets on the same queries: which memories move, and which of the two ranks better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.metrics import kendall_tau, overlap
from memento_gui.model.searches.findings import Finding
from memento_gui.model.searches.judging import DEPTH, Figures, Judging, figures_of, key_of
from memento_gui.model.values import SearchOutcome

COMPARED: Final = 100
"""How many of the best of each side Kendall's tau looks at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How alike the orders of two sets are on one query.

    ``overlap`` is the share of the first ten that both have; ``tau`` Kendall's over what both have among their first
    hundred; ``moved`` counts those of A's first ten that stand elsewhere in B, or are gone. ``figures`` hold A's and B's
    quality where something relevant is judged for the query, else None.
    """

    text: str
    overlap: float
    tau: float
    moved: int
    figures: tuple[Figures, Figures] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One query searched with two sets."""

    first: SearchOutcome
    second: SearchOutcome
    comparison: Comparison


class Comparing:
    """Comparisons of parameter sets on one store. Safe to call from any thread."""

    def __init__(self, judging: Judging, finding: Finding) -> None:
        self._judging, self._finding = judging, finding

    def compare(self, text: str, first: ParameterSet, second: ParameterSet) -> Compared:
        """Search with one set and rank what is found with the other, as of one moment."""
        return self._compared(text, first, second, self._judging.counted(text))

    def compare_all(
        self, texts: Sequence[str], first: ParameterSet, second: ParameterSet, *, cancel: CancelToken | None = None
    ) -> tuple[Comparison, ...]:
        """Compare both sets on many queries; a search each, so it belongs in a worker.

        Raises:
            Cancelled: If ``cancel`` was set.
        """
        grades = {query.text: query.grades for query in self._judging.queries()}
        found: list[Comparison] = []
        for text in texts:
            if cancel is not None:
                cancel.check()
            found.append(self._compared(text, first, second, grades.get(key_of(text), {})).comparison)
        return tuple(found)

    def _compared(self, text: str, first: ParameterSet, second: ParameterSet, grades: Mapping[str, int]) -> Compared:
        found = self._finding.search(text, first)
        left, right = found.outcome, self._finding.again(found, second).outcome
        return Compared(first=left, second=right, comparison=comparison(text, left.ids, right.ids, grades))


def comparison(text: str, first: Sequence[str], second: Sequence[str], grades: Mapping[str, int]) -> Comparison:
    """Compare two rankings (ids, best first) by themselves and by what was judged."""
    places = {identity: place for place, identity in enumerate(second)}
    judged = any(grade > 0 for grade in grades.values())
    return Comparison(
        text=text,
        overlap=overlap(first, second, DEPTH),
        tau=kendall_tau(first[:COMPARED], second[:COMPARED]),
        moved=sum(places.get(identity) != place for place, identity in enumerate(first[:DEPTH])),
        figures=(figures_of(text, first, grades), figures_of(text, second, grades)) if judged else None,
    )
