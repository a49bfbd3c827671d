"""What a search found, kept: other numbers rank it at once, without asking the indexes again."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.live import LiveStore
from memento_gui.model.searches.found import Found, outcome_of
from memento_gui.model.searches.searching import Searches
from memento_gui.model.values import SearchOutcome
from memento_gui.search.query import Known

_LOOKED_UP_BY = ("bm25_k1", "bm25_b", "title_exact", "title_prefix", "title_ngram")
"""Numbers of relevance that the findings themselves depend on."""


@dataclass(frozen=True, slots=True)
class Findings:
    """One query: what the indexes and filters say of it, and how some numbers rank that."""

    found: Found
    outcome: SearchOutcome


class Finding:
    """Searches whose findings can be ranked again. Safe to call from any thread."""

    def __init__(self, searches: Searches, live: LiveStore, known: Callable[[], Known]) -> None:
        self._searches, self._live, self._known = searches, live, known

    def search(self, text: str, parameters: ParameterSet) -> Findings:
        """Rank memories for a query, as `Library.search` does, and keep what was found."""
        started = time.perf_counter()
        with self._live.steady():
            found = self._searches.find(text, parameters, self._known())
        return Findings(found, outcome_of(found, parameters, started))

    def again(self, kept: Findings, parameters: ParameterSet) -> Findings:
        """Rank what was found by other numbers, as of the same moment; search anew where that would not be the same.

        It would not where the store changed meanwhile, the embedding model came to be loaded, or the numbers reach into
        the indexes (BM25's, the grades of titles).
        """
        started = time.perf_counter()
        before = kept.outcome.parameters.relevance
        alike = all(getattr(before, name) == getattr(parameters.relevance, name) for name in _LOOKED_UP_BY)
        model_came = kept.outcome.words_only and self._searches.has_model
        if not alike or model_came or self._live.snapshot().table is not kept.found.table:
            return self.search(kept.found.text, parameters)
        return Findings(kept.found, outcome_of(kept.found, parameters, started))
