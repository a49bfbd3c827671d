"""Questions about a search that was made: why is this memory not in it, and why is this one above that one?"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import UnknownMemory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.explain import signed
from memento_gui.model.live import headline
from memento_gui.model.searches.found import Found, ranked_by_words
from memento_gui.model.searches.moves import swapping, swapping_by_words
from memento_gui.model.searches.reranking import Change, Reranking
from memento_gui.model.searches.searching import Searches
from memento_gui.model.searches.whynot import WhyNot, why_not
from memento_gui.search.query import Known
from memento_gui.store import Store

_TERMS = ("relevance", "recency", "importance", "usage", "duplication")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """What one term of the score gives to each of two memories."""

    name: str
    label: str
    upper: float
    lower: float

    @property
    def difference(self) -> float:
        """What the upper one has more."""
        return self.upper - self.lower


@dataclass(frozen=True, slots=True, kw_only=True)
class Above:
    """Why one result stands above another: the terms, whose differences sum to that of the scores, and what swaps them.

    Ranks count from 1. ``kept_apart`` says that only the upper one reaches the threshold.
    """

    upper: str
    lower: str
    upper_rank: int
    lower_rank: int
    upper_score: float
    lower_score: float
    kept_apart: bool
    terms: tuple[Term, ...]
    swaps: tuple[Change, ...]

    @property
    def text(self) -> str:
        """The comparison as lines of plain text, for the clipboard."""
        lines = [f"Rank {self.upper_rank} above rank {self.lower_rank}: {self.upper_score:.3f} and {self.lower_score:.3f}"]
        lines += [f"{signed(t.difference)}  {t.label}: {t.upper:.3f} and {t.lower:.3f}" for t in self.terms]
        return "\n".join(lines)


class Inquiries:
    """Asks a search again, under the numbers it was made with and under others. Safe to call from any thread."""

    def __init__(self, store: Store, searches: Searches, known: Callable[[], Known]) -> None:
        self._store, self._searches, self._known = store, searches, known

    def why_not(self, text: str, memory_id: str, parameters: ParameterSet, *, cancel: CancelToken | None = None) -> WhyNot:
        """Return where a memory went in a search, and the single changes that would bring it in.

        Args:
            text: The query.
            memory_id: Any memory, trashed ones too.
            parameters: The numbers it was made with.
            cancel: Asked before every ranking; hundreds are made.

        Raises:
            UnknownMemory: If there is none with this id.
            Cancelled: If ``cancel`` was set.
        """
        found, known = self._found(text, parameters)
        return why_not(found, parameters, known, self._row(found, memory_id), self._title, cancel=cancel)

    def above(
        self, text: str, one: str, other: str, parameters: ParameterSet, *, cancel: CancelToken | None = None
    ) -> Above:
        """Return why one of two results stands above the other, whichever it is.

        Raises:
            UnknownMemory: If one of them is no result of this search.
            Cancelled: If ``cancel`` was set; it is asked before every ranking.
        """
        found, _ = self._found(text, parameters)
        rows = [self._row(found, identity) for identity in (one, other)]
        reranking = Reranking(found, parameters, cancel=cancel)
        spots = reranking.spots(rows)
        if any(spot.position is None for spot in spots):
            raise UnknownMemory("Only two results of a search can be compared. Ask “Why not?” for the other.")
        (upper, first), (lower, second) = sorted(
            ((row, spot) for row, spot in zip(rows, spots, strict=True)), key=lambda pair: pair[1].position or 0
        )
        upper_at, lower_at = first.position or 0, second.position or 0
        if reranking.by_words:
            terms, scores = _word_terms(found, parameters, upper_at, lower_at)
            swaps = swapping_by_words(reranking, upper, lower)
        else:
            ranking, weights = reranking.ranking(), parameters.ranking
            signs = {name: -1.0 if name == "duplication" else 1.0 for name in _TERMS}
            products = {name: signs[name] * getattr(weights, name) * getattr(ranking.signals, name) for name in _TERMS}
            terms = tuple(
                Term(name=name, label=name.capitalize(), upper=float(column[upper_at]), lower=float(column[lower_at]))
                for name, column in products.items()
            )
            scores = float(ranking.score[upper_at]), float(ranking.score[lower_at])
            swaps = swapping(reranking, ranking, upper_at, lower_at)
        ids = found.table.ids
        return Above(
            upper=str(ids[upper]),
            lower=str(ids[lower]),
            upper_rank=upper_at + 1,
            lower_rank=lower_at + 1,
            upper_score=scores[0],
            lower_score=scores[1],
            kept_apart=first.kept and not second.kept,
            terms=terms,
            swaps=swaps,
        )

    def _found(self, text: str, parameters: ParameterSet) -> tuple[Found, Known]:
        known = self._known()
        return self._searches.find(text, parameters, known), known

    def _row(self, found: Found, memory_id: str) -> int:
        row = found.table.row_of.get(memory_id)
        if row is None:
            raise UnknownMemory(f"There is no memory with the id {memory_id!r}. Nothing was changed; choose another one.")
        return row

    def _title(self, memory_id: str) -> str:
        texts = self._store.texts([memory_id])
        return next((headline(t.title, t.content, t.tags).title for t in texts.values()), memory_id)


def _word_terms(
    found: Found, parameters: ParameterSet, upper: int, lower: int
) -> tuple[tuple[Term, ...], tuple[float, float]]:
    ranking, knobs = ranked_by_words(found, parameters), parameters.session
    columns = (
        ("relevance", "Text rank", knobs.text * ranking.text_rank),
        ("recency", "Recency", knobs.recency * ranking.recency),
        ("usage", "Revisions", knobs.revision * ranking.revision),
    )
    terms = tuple(
        Term(name=name, label=label, upper=float(column[upper]), lower=float(column[lower]))
        for name, label, column in columns
    )
    scores = np.sum([column for _, _, column in columns], axis=0)
    return terms, (float(scores[upper]), float(scores[lower]))
