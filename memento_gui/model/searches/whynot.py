"""Why not: the stage at which a memory fell out of a search, and the smallest change that brings it in."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import STATUSES
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.ranking import Ranking
from memento_gui.model.searches.found import Found, asks_for_muted
from memento_gui.model.searches.moves import bringing_in, entering, in_by_words
from memento_gui.model.searches.reranking import Change, Reranking
from memento_gui.model.searches.stages import CANDIDATES, FILTER, LIMIT, THRESHOLD, Refusal, Stage, Stages
from memento_gui.search.query import Known, Term, refusing


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNot:
    """Where one memory went in one search.

    ``fell`` is the key of the stage at which it fell out, empty where it is among the results; ``rank`` then counts from 1.
    ``ranking`` and ``position`` hold its score, as if it were a candidate where it is none; None where a filter refused it
    or SearchScore ranks. ``nearest`` is the id of the better result that it repeats most, or empty. ``changes`` would each
    alone bring it in; where as many are kept as are asked for, ``keeping`` would each alone lift it over the threshold.
    """

    id: str
    parameters: ParameterSet
    now_ms: int
    stages: tuple[Stage, ...]
    fell: str
    rank: int
    ranking: Ranking | None = None
    position: int = -1
    nearest: str = ""
    refusals: tuple[Refusal, ...] = ()
    changes: tuple[Change, ...] = ()
    keeping: tuple[Change, ...] = ()


def why_not(
    found: Found,
    parameters: ParameterSet,
    known: Known,
    row: int,
    title_of: Callable[[str], str],
    *,
    cancel: CancelToken | None = None,
) -> WhyNot:
    """Follow a memory through the stages of a search.

    Args:
        found: What the query found.
        parameters: The numbers to rank with.
        known: What the filters look at.
        row: The memory, a row of the table that was searched.
        title_of: Gives the title of an id.
        cancel: Asked before every ranking.

    Raises:
        Cancelled: If ``cancel`` was set.
    """
    return _Inquiry(found, parameters, row, title_of, cancel).answer(known)


class _Inquiry:
    def __init__(
        self,
        found: Found,
        parameters: ParameterSet,
        row: int,
        title_of: Callable[[str], str],
        cancel: CancelToken | None,
    ) -> None:
        self.found, self.parameters, self.row = found, parameters, row
        self.stages = Stages(found, parameters, row, title_of)
        self.actual = Reranking(found, parameters, cancel=cancel)
        self.forced = Reranking(found, parameters, also=row, cancel=cancel)
        self.by_words = self.actual.by_words

    def answer(self, known: Known) -> WhyNot:
        found, row = self.found, self.row
        [spot] = self.actual.spots([row])
        refusals = () if found.allowed[row] and found.asked.ranking.strip() else self._refusals(known)
        if refusals:
            return self._told(self.stages.refused(refusals), FILTER, refusals=refusals)
        is_candidate = self._is_candidate()
        candidate = self.stages.candidate(is_candidate=is_candidate, by_score=not self.by_words)
        earlier = (self.stages.let_through(), candidate)
        if self.by_words:
            return self._ranked_by_words(earlier, spot.position)
        forced = self.forced.ranking()
        position = int(np.flatnonzero(forced.rows == row)[0]) if row in forced.rows else -1
        if position < 0:  # a score term of the query refuses it
            refusals = tuple(Refusal(str(t), *t.span) for t in found.asked.query.scored)
            return self._told(self.stages.refused(refusals), FILTER, refusals=refusals)
        later, fell = self.stages.by_score(forced, position, is_candidate=is_candidate)
        nearest = int(forced.nearest[position])
        changes: tuple[Change, ...] = ()
        keeping: tuple[Change, ...] = ()
        if fell == CANDIDATES:
            lists = self.stages.standing(found.evidence.cosine), self.stages.standing(found.evidence.bm25)
            changes = entering(self.actual, row, *lists)
        elif fell:
            changes, keeping = bringing_in(self.actual, row, forced, keeping=fell == THRESHOLD)
        return self._told(
            (*earlier, *later),
            fell,
            rank=0 if spot.position is None else spot.position + 1,
            ranking=forced,
            position=position,
            nearest=str(found.table.ids[forced.rows[nearest]]) if nearest >= 0 else "",
            changes=changes,
            keeping=keeping,
        )

    def _told(self, stages: tuple[Stage, ...], fell: str, **more: object) -> WhyNot:
        given: dict[str, object] = {"rank": 0} | more
        return WhyNot(
            id=str(self.found.table.ids[self.row]),
            parameters=self.parameters,
            now_ms=self.found.now_ms,
            stages=stages,
            fell=fell,
            **given,  # type: ignore[arg-type]
        )

    # Filter

    def _refusals(self, known: Known) -> tuple[Refusal, ...]:
        table, row = self.found.table, self.row
        refused: list[Refusal] = []
        if table.trashed[row] and not any(t.field == "is" and t.value == "trashed" for t in self.found.asked.query.terms):
            refused.append(Refusal("it is in the trash"))
        elif not table.trashed[row] and not table.recallable[row] and not asks_for_muted(self.found.asked.query):
            refused.append(Refusal(f"it is {STATUSES[int(table.status[row])].value}, and never recalled"))
        for part in refusing(self.found.asked.query, known, row):
            leaves = [part] if isinstance(part, Term) else [t for t in self.found.asked.query.leaves if t in _leaves(part)]
            start, end = min(t.span[0] for t in leaves), max(t.span[1] for t in leaves)
            refused.append(Refusal(self.found.text[start:end] or str(part), start, end))
        if not refused:
            refused.append(Refusal("the query has no word that ranks"))
        return tuple(refused)

    # Candidates

    def _is_candidate(self) -> bool:
        if self.by_words:
            return bool(self.found.evidence.bm25[self.row] > 0.0)
        return self.row in self.actual.candidates(self.parameters).rows

    def _ranked_by_words(self, earlier: tuple[Stage, ...], position: int | None) -> WhyNot:
        stages = (*earlier, *self.stages.by_words(position))
        if position is None:
            return self._told(stages, CANDIDATES)
        inside = position < self.parameters.ranking.limit
        changes = () if inside else in_by_words(self.actual, self.row, position)
        return self._told(stages, "" if inside else LIMIT, rank=position + 1, changes=changes)


def _leaves(node: object) -> list[Term]:
    if isinstance(node, Term):
        return [node]
    return [leaf for part in getattr(node, "parts", ()) for leaf in _leaves(part)]
