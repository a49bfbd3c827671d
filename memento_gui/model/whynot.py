"""Why not: the stage at which a memory fell out of a search, and the smallest change that brings it in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import STATUSES
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.ranking import Ranking
from memento_gui.engine.explain import MINUS
from memento_gui.engine.ranking import reordered
from memento_gui.model.found import Found, asks_for_muted
from memento_gui.model.moves import bringing_in, entering, in_by_words
from memento_gui.model.reranking import Change, Reranking
from memento_gui.search.query import Known, Term, refusing

FILTER: Final = "filter"
CANDIDATES: Final = "candidates"
THRESHOLD: Final = "threshold"
DIVERSITY: Final = "diversity"
LIMIT: Final = "limit"
STAGES: Final = (FILTER, CANDIDATES, THRESHOLD, DIVERSITY, LIMIT)


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a search: ``passed`` is None where the memory did not get so far; ``note`` says it in a word."""

    key: str
    passed: bool | None
    note: str
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """What keeps a memory from being looked at: characters ``start`` to ``end`` of the query, or its own state (-1)."""

    text: str
    start: int = -1
    end: int = -1


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
        self.found, self.parameters, self.row, self._title_of = found, parameters, row, title_of
        self.limit = parameters.ranking.limit
        self.actual = Reranking(found, parameters, cancel=cancel)
        self.forced = Reranking(found, parameters, also=row, cancel=cancel)
        self.by_words = self.actual.by_words

    def answer(self, known: Known) -> WhyNot:
        found, row = self.found, self.row
        [spot] = self.actual.spots([row])
        refusals = () if found.allowed[row] and found.asked.ranking.strip() else self._refusals(known)
        if refusals:
            return self._told(self._filter_stages(refusals), FILTER, refusals=refusals)
        stages = [Stage(FILTER, True, "passed", self._filter_text())]
        is_candidate = self._is_candidate()
        stages.append(self._candidate_stage(is_candidate=is_candidate))
        if self.by_words:
            return self._ranked_by_words(stages, spot.position)
        forced = self.forced.ranking()
        position = int(np.flatnonzero(forced.rows == row)[0]) if row in forced.rows else -1
        if position < 0:  # a score term of the query refuses it
            refusals = tuple(Refusal(str(t), *t.span) for t in found.asked.query.scored)
            return self._told(self._filter_stages(refusals), FILTER, refusals=refusals)
        fell = self._later_stages(stages, forced, position, is_candidate=is_candidate)
        nearest = int(forced.nearest[position])
        changes: tuple[Change, ...] = ()
        keeping: tuple[Change, ...] = ()
        if fell == CANDIDATES:
            lists = self._standing(found.evidence.cosine), self._standing(found.evidence.bm25)
            changes = entering(self.actual, row, *lists)
        elif fell:
            changes, keeping = bringing_in(self.actual, row, forced, keeping=fell == THRESHOLD)
        return self._told(
            tuple(stages),
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

    def _filter_stages(self, refusals: tuple[Refusal, ...]) -> tuple[Stage, ...]:
        terms = [f"“{one.text}” does not let it through" for one in refusals if one.start >= 0]
        states = [one.text for one in refusals if one.start < 0]
        text = "; ".join([*states, *terms])
        later = tuple(Stage(key, None, "not reached", "") for key in STAGES[1:])
        return (Stage(FILTER, False, "refused", text[:1].upper() + text[1:]), *later)

    def _filter_text(self) -> str:
        query, table = self.found.asked.query, self.found.table
        state = "In the trash, which the query asks for" if table.trashed[self.row] else "Not in the trash"
        terms = [str(term) for term in query.terms if term not in query.scored]
        hashes = [f"#{tag}" for tag in query.hash_tags]
        fits = f"; fits {' '.join(terms)}" if terms else ""
        weighs = f"; {' '.join(hashes)} weighs, it does not filter" if hashes else ""
        return f"{state}{fits}{weighs}"

    # Candidates

    def _is_candidate(self) -> bool:
        if self.by_words:
            return bool(self.found.evidence.bm25[self.row] > 0.0)
        return self.row in self.actual.candidates(self.parameters).rows

    def _standing(self, values: FloatArray | VectorArray) -> int:
        """Return the rank of this memory by cosine or by BM25, from 1; 0 where it has none."""
        own = values[self.row]
        if np.isnan(own) or (values is self.found.evidence.bm25 and own <= 0.0):
            return 0
        return 1 + int(np.count_nonzero(self.found.allowed & (values > own)))

    def _candidate_stage(self, *, is_candidate: bool) -> Stage:
        evidence, knobs, row = self.found.evidence, self.parameters.ranking, self.row
        meaning, words = self._standing(evidence.cosine), self._standing(evidence.bm25)
        if not evidence.has_query_vector:
            by_meaning = "No vector of the query, so meaning has no list"
        elif not meaning:
            by_meaning = "It has no vector yet"
        else:
            by_meaning = f"{_place(meaning, knobs.candidates_embedding)} by cosine ({_signed(evidence.cosine[row])})"
        by_words = (
            f"{_place(words, knobs.candidates_keyword)} by words (BM25 {evidence.bm25[row]:.2f})"
            if words
            else "no query word occurs in it"
        )
        text = by_words[:1].upper() + by_words[1:] if self.by_words else f"{by_meaning}; {by_words}"
        if is_candidate:
            listed = 0 < meaning <= knobs.candidates_embedding or (0 < words <= knobs.candidates_keyword)
            text += "" if listed or self.by_words else "; it enters beside a candidate of its episode"
            return Stage(CANDIDATES, True, "passed", text)
        return Stage(CANDIDATES, False, "not among them", text)

    def _ranked_by_words(self, stages: list[Stage], position: int | None) -> WhyNot:
        """Finish for SearchScore, which has no threshold and no diversity."""
        stages.append(Stage(THRESHOLD, None, "none", "SearchScore has no threshold"))
        stages.append(Stage(DIVERSITY, None, "none", "SearchScore takes nothing for likeness"))
        if position is None:
            stages.append(Stage(LIMIT, None, "not reached", self._limit_text(0)))
            return self._told(tuple(stages), CANDIDATES)
        inside = position < self.limit
        stages.append(Stage(LIMIT, inside, "passed" if inside else f"{_nth(position + 1)}", self._limit_text(position + 1)))
        changes = () if inside else in_by_words(self.actual, self.row, position)
        return self._told(tuple(stages), "" if inside else LIMIT, rank=position + 1, changes=changes)

    # What comes after

    def _later_stages(self, stages: list[Stage], ranking: Ranking, position: int, *, is_candidate: bool) -> str:
        """Add threshold, diversity and limit, and return the key of the stage at which the memory falls out."""
        kept = bool(ranking.kept[position])
        score, keep = float(ranking.score[position]), self.parameters.ranking.keep_threshold
        lost = self._displaced(ranking, position) if kept else ""
        inside = position < self.limit
        fell = CANDIDATES if not is_candidate else THRESHOLD if not kept else "" if inside else DIVERSITY if lost else LIMIT
        stages.append(self._threshold_stage(ranking, position, reached=is_candidate, score=score, keep=keep))
        reached = is_candidate and kept
        diversity = lost or self._diversity_text(ranking, position)
        passed = (not lost) if reached else None
        stages.append(Stage(DIVERSITY, passed, _said(passed, "displaced"), diversity))
        passed = inside if reached and not lost else None
        rank = position + 1 if kept else 0
        stages.append(Stage(LIMIT, passed, _said(passed, _nth(rank)), self._limit_text(rank)))
        return fell

    def _threshold_stage(self, ranking: Ranking, position: int, *, reached: bool, score: float, keep: float) -> Stage:
        kept = bool(ranking.kept[position])
        lead = "Score" if reached else "As a candidate it would score"
        if not ranking.threshold_applied:
            return Stage(
                THRESHOLD, True if reached else None, "not applied", f"{lead} {_signed(score, 3)}; without meaning none"
            )
        text = f"{lead} {_signed(score, 3)}, the threshold keeps {keep:.3f} and above"
        taken = self.parameters.ranking.duplication * float(ranking.signals.duplication[position])
        if not kept and score + taken >= keep:
            text += f"; {taken:.3f} is lost to likeness"
        if kept and score < keep:
            text = f"Score {_signed(score, 3)}; without a vector it is not held to the threshold of {keep:.3f}"
        return Stage(THRESHOLD, kept if reached else None, _said(kept if reached else None, _short(keep - score)), text)

    def _diversity_text(self, ranking: Ranking, position: int) -> str:
        likeness = float(ranking.signals.duplication[position])
        mmr = "MMR is on" if self.parameters.ranking.mmr else "MMR is off"
        if not likeness:
            return f"{mmr}; it repeats no better result"
        taken = self.parameters.ranking.duplication * likeness
        return f"{mmr}; {likeness:.2f} like {self._nearest(ranking, position)}, which takes {taken:.3f}"

    def _nearest(self, ranking: Ranking, position: int) -> str:
        """Return the better result that a memory repeats most, with its rank."""
        nearest = int(ranking.nearest[position])
        return f"{self._title_at(ranking, nearest)}, rank {nearest + 1}" if nearest >= 0 else "a better result"

    def _title_at(self, ranking: Ranking, position: int) -> str:
        return self._title_of(str(self.found.table.ids[ranking.rows[position]]))

    def _displaced(self, ranking: Ranking, position: int) -> str:
        """Return how likeness pushed a kept memory over the limit; empty where it did not."""
        if position < self.limit:
            return ""
        by_score = reordered(ranking, np.lexsort((np.arange(len(ranking)), -ranking.score, ~ranking.kept)))
        place = int(np.flatnonzero(by_score.rows == self.row)[0])
        like, last = self._nearest(ranking, position), f"; {self._title_at(ranking, self.limit - 1)} has the last place"
        if place < self.limit:
            return f"MMR moves it from {_nth(place + 1)} to {_nth(position + 1)}, for being like {like}{last}"
        taken = self.parameters.ranking.duplication * float(ranking.signals.duplication[position])
        alone = int(np.count_nonzero(ranking.kept & (ranking.score > ranking.score[position] + taken)))
        if taken and alone < self.limit:
            likeness = float(ranking.signals.duplication[position])
            return (
                f"{likeness:.2f} like {like}: without the {taken:.3f} that this takes it would be {_nth(alone + 1)}{last}"
            )
        return ""

    def _limit_text(self, rank: int) -> str:
        stands = f", it is {_nth(rank)}" if rank else ""
        return f"{self.limit} asked for{stands}"


def _leaves(node: object) -> list[Term]:
    if isinstance(node, Term):
        return [node]
    return [leaf for part in getattr(node, "parts", ()) for leaf in _leaves(part)]


def _nth(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def _signed(value: float, digits: int = 2) -> str:
    return f"{value:.{digits}f}".replace("-", MINUS)


def _place(rank: int, entering: int) -> str:
    return f"{_nth(rank)} of {entering}" if rank <= entering else f"{_nth(rank)}, where {entering:,} enter,"


def _short(distance: float) -> str:
    return f"{max(distance, 0.001):.3f} short"


def _said(passed: bool | None, failed: str) -> str:  # noqa: FBT001
    return "not reached" if passed is None else "passed" if passed else failed
