"""The stages of a search, and what each says of one memory."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, VectorArray
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.ranking import Ranking
from memento_gui.engine.explain import MINUS
from memento_gui.engine.ranking import reordered
from memento_gui.model.searches.found import Found

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


class Stages:
    """Puts into words how one memory (a row of the table that was searched) fares at each stage of a search."""

    def __init__(self, found: Found, parameters: ParameterSet, row: int, title_of: Callable[[str], str]) -> None:
        self.found, self.parameters, self.row, self._title_of = found, parameters, row, title_of
        self.limit = parameters.ranking.limit

    def refused(self, refusals: tuple[Refusal, ...]) -> tuple[Stage, ...]:
        """Return all stages of a memory that a filter refuses."""
        terms = [f"“{one.text}” does not let it through" for one in refusals if one.start >= 0]
        states = [one.text for one in refusals if one.start < 0]
        text = "; ".join([*states, *terms])
        later = tuple(Stage(key, None, "not reached", "") for key in STAGES[1:])
        return (Stage(FILTER, False, "refused", text[:1].upper() + text[1:]), *later)

    def let_through(self) -> Stage:
        """Return the first stage of a memory that the filters let through."""
        query, table = self.found.asked.query, self.found.table
        state = "In the trash, which the query asks for" if table.trashed[self.row] else "Not in the trash"
        terms = [str(term) for term in query.terms if term not in query.scored]
        hashes = [f"#{tag}" for tag in query.hash_tags]
        fits = f"; fits {' '.join(terms)}" if terms else ""
        weighs = f"; {' '.join(hashes)} weighs, it does not filter" if hashes else ""
        return Stage(FILTER, True, "passed", f"{state}{fits}{weighs}")

    def standing(self, values: FloatArray | VectorArray) -> int:
        """Return the rank of this memory by cosine or by BM25, from 1; 0 where it has none."""
        own = values[self.row]
        if np.isnan(own) or (values is self.found.evidence.bm25 and own <= 0.0):
            return 0
        return 1 + int(np.count_nonzero(self.found.allowed & (values > own)))

    def candidate(self, *, is_candidate: bool, by_score: bool) -> Stage:
        """Return how it fares in the two candidate lists; without ``by_score`` words alone have one."""
        evidence, knobs, row = self.found.evidence, self.parameters.ranking, self.row
        meaning, words = self.standing(evidence.cosine), self.standing(evidence.bm25)
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
        text = by_words[:1].upper() + by_words[1:] if not by_score else f"{by_meaning}; {by_words}"
        if is_candidate:
            listed = 0 < meaning <= knobs.candidates_embedding or (0 < words <= knobs.candidates_keyword)
            text += "" if listed or not by_score else "; it enters beside a candidate of its episode"
            return Stage(CANDIDATES, True, "passed", text)
        return Stage(CANDIDATES, False, "not among them", text)

    def by_words(self, position: int | None) -> tuple[Stage, ...]:
        """Return the last three stages for SearchScore, which has neither threshold nor diversity."""
        none = (
            Stage(THRESHOLD, None, "none", "SearchScore has no threshold"),
            Stage(DIVERSITY, None, "none", "SearchScore takes nothing for likeness"),
        )
        if position is None:
            return (*none, Stage(LIMIT, None, "not reached", self._limit_text(0)))
        inside = position < self.limit
        note = "passed" if inside else _nth(position + 1)
        return (*none, Stage(LIMIT, inside, note, self._limit_text(position + 1)))

    def by_score(self, ranking: Ranking, position: int, *, is_candidate: bool) -> tuple[tuple[Stage, ...], str]:
        """Return threshold, diversity and limit, and the key of the stage at which the memory falls out, or nothing."""
        kept = bool(ranking.kept[position])
        score, keep = float(ranking.score[position]), self.parameters.ranking.keep_threshold
        lost = self._displaced(ranking, position) if kept else ""
        inside = position < self.limit
        fell = CANDIDATES if not is_candidate else THRESHOLD if not kept else "" if inside else DIVERSITY if lost else LIMIT
        threshold = self._threshold_stage(ranking, position, reached=is_candidate, score=score, keep=keep)
        reached = is_candidate and kept
        passed = (not lost) if reached else None
        diversity = Stage(DIVERSITY, passed, _said(passed, "displaced"), lost or self._diversity_text(ranking, position))
        passed = inside if reached and not lost else None
        rank = position + 1 if kept else 0
        return (threshold, diversity, Stage(LIMIT, passed, _said(passed, _nth(rank)), self._limit_text(rank))), fell

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
