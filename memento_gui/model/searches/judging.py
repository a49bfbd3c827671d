"""Judgements: how well memories answer queries, as a person sees it, and how good a ranking is by them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import Clock
from memento_gui.domain.errors import InvalidMemory
from memento_gui.domain.memory import check_text
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.metrics import ndcg_at, recall_at, reciprocal_rank, unjudged
from memento_gui.model.edits import SetJudgement
from memento_gui.model.values import SearchOutcome
from memento_gui.store import Judgement, Store

DEPTH: Final = 10
"""How many results the figures look at."""
GRADES: Final = (0, 1, 2, 3)
"""From useless to exactly what was meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedQuery:
    """A query, and the grade (0..3) of each memory that was judged for it; memories in the trash are left out."""

    text: str
    grades: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """How good one ranking is: nDCG@10, recall@10 and 1/rank of the first relevant one, each in [0, 1].

    They see the order alone, so memories under the keep threshold count at their place. ``unjudged`` lists those of the
    first ten that nobody judged (they count as 0), best first; ``relevant`` counts the memories judged 1 or better,
    without which no ranking can be good.
    """

    text: str
    ndcg: float
    recall: float
    reciprocal_rank: float
    judged: int
    relevant: int
    unjudged: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """The figures of every judged query, and their means over those for which anything is relevant."""

    queries: tuple[Figures, ...]

    @property
    def counted(self) -> tuple[Figures, ...]:
        """The queries for which anything is relevant."""
        return tuple(figures for figures in self.queries if figures.relevant)

    @property
    def ndcg(self) -> float:
        """Mean nDCG@10; 0 without a query."""
        return _mean([figures.ndcg for figures in self.counted])

    @property
    def recall(self) -> float:
        """Mean recall@10; 0 without a query."""
        return _mean([figures.recall for figures in self.counted])

    @property
    def mrr(self) -> float:
        """Mean reciprocal rank; 0 without a query."""
        return _mean([figures.reciprocal_rank for figures in self.counted])


class Judging:
    """The judgements of one store. Safe to call from any thread."""

    def __init__(self, store: Store, clock: Clock, search: Callable[[str, ParameterSet | None], SearchOutcome]) -> None:
        self._store, self._clock, self._search = store, clock, search

    def grades(self, query: str) -> dict[str, int]:
        """Return the grades given for a query, by memory; none for one that no store could keep."""
        try:
            key = check_text(key_of(query), what="query")
        except InvalidMemory:
            return {}
        return {known.memory_id: known.grade for known in self._store.judgements(key)}

    def counted(self, query: str) -> dict[str, int]:
        """Return the grades that count for a query: without those of memories in the trash."""
        grades = self.grades(query)
        kept = {memory.id for memory in self._store.get_many(list(grades)) if not memory.in_trash}
        return {identity: grade for identity, grade in grades.items() if identity in kept}

    def queries(self) -> tuple[JudgedQuery, ...]:
        """Return every judged query with its grades, by query text."""
        every = self._store.judgements()
        kept = set(self._store.ids()) if every else set()
        judged = (
            JudgedQuery(text=text, grades={known.memory_id: known.grade for known in group if known.memory_id in kept})
            for text, group in groupby(every, key=lambda known: known.query)
        )
        return tuple(query for query in judged if query.grades)

    def rate(self, query: str, memory_id: str, grade: int | None) -> None:
        """Grade a memory for a query; None takes the grade away."""
        with self._store.transaction() as writer:
            self.rate_edit(query, memory_id, grade).apply(writer)

    def rate_edit(self, query: str, memory_id: str, grade: int | None) -> SetJudgement:
        """Return the edit that grades a memory for a query; None takes the grade away.

        Raises:
            InvalidMemory: If the query is empty or cannot be kept, or the grade is none of 0, 1, 2 and 3.
        """
        key = check_text(key_of(query), what="query")
        if not key:
            raise InvalidMemory("A result is graded for a query, and there is none. Nothing was saved; type one first.")
        if grade is not None and grade not in GRADES:
            raise InvalidMemory(f"A grade is 0, 1, 2 or 3; given: {grade!r}. Nothing was saved.")
        before = next((known for known in self._store.judgements(key) if known.memory_id == memory_id), None)
        now = self._clock.now_ms()
        after = None if grade is None else Judgement(query=key, memory_id=memory_id, grade=grade, judged_ms=now)
        label = "Take a grade back" if grade is None else f"Grade {grade}"
        return SetJudgement(label=label, query=key, memory_id=memory_id, before=before, after=after)

    def figures(self, outcome: SearchOutcome) -> Figures:
        """Return how good the order of a search is, by what was judged for its query."""
        return figures_of(outcome.text, outcome.ids, self.counted(outcome.text))

    def quality(self, parameters: ParameterSet | None = None, *, cancel: CancelToken | None = None) -> Quality:
        """Search for every judged query with a parameter set (by default the active one) and return how good it is.

        One search a query, so it belongs in a worker.

        Raises:
            Cancelled: If ``cancel`` was set.
        """
        found: list[Figures] = []
        for query in self.queries():
            if cancel is not None:
                cancel.check()
            found.append(figures_of(query.text, self._search(query.text, parameters).ids, query.grades))
        return Quality(queries=tuple(found))


def key_of(query: str) -> str:
    """Return the form under which judgements on a query are kept: white space is one blank."""
    return " ".join(query.split())


def figures_of(text: str, ranked: Sequence[str], grades: Mapping[str, int]) -> Figures:
    """Return how good a ranking (ids, best first) is by these grades."""
    return Figures(
        text=text,
        ndcg=ndcg_at(ranked, grades, DEPTH),
        recall=recall_at(ranked, grades, DEPTH),
        reciprocal_rank=reciprocal_rank(ranked, grades),
        judged=len(grades),
        relevant=sum(grade > 0 for grade in grades.values()),
        unjudged=tuple(unjudged(ranked, grades, DEPTH)),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
