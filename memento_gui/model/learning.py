"""Learning from judgements and reviews: what is known is gathered from the store, then fitted and tested."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.knobs import Table
from memento_gui.domain.memory import Answer, ReviewLogEntry, ReviewState
from memento_gui.domain.parameters import ParameterSet, ReviewParameters
from memento_gui.engine.learning.fsrs import FsrsLesson, judge_fsrs, too_few_for_fsrs
from memento_gui.engine.learning.judged import JudgedQuery
from memento_gui.engine.learning.ranking import RankingLesson, learn_ranking
from memento_gui.engine.learning.reach import Reach, reach_of
from memento_gui.engine.learning.reviews import EARLIER, FEWEST_REVIEWS, ReviewHistory, ReviewLesson, learn_reviews
from memento_gui.model.live import LiveStore
from memento_gui.model.reviews.reviewing import Reviews
from memento_gui.model.searches.found import Found, chosen
from memento_gui.model.searches.judging import Judging
from memento_gui.model.searches.trials import evidence_knobs
from memento_gui.review.optimizer import FEWEST_FITTED, fitted_count, fitted_weights, optimizer_is_installed
from memento_gui.review.schedulers import BAD, HELPFUL, Fsrs

Report = Callable[[int, int, str], None]
"""Told how much is done, of how much, and what it is at; raises `Cancelled` to stop."""

_TRIES = 3
_MOST_CHECKED = 50
_Kept = tuple[FeatureTable, object, list[JudgedQuery], int]
_Gathered = tuple[FeatureTable, list[JudgedQuery], int]


class Learning:
    """Learns from one store; its methods take seconds and belong in a worker. Safe to call from any thread."""

    def __init__(
        self,
        judging: Judging,
        live: LiveStore,
        reviews: Reviews,
        *,
        find: Callable[[str, ParameterSet], Found],
        ready: Callable[[], None],
        optimise: Callable[[Sequence[ReviewLogEntry]], Mapping[str, float]] = fitted_weights,
    ) -> None:
        """Keep what is needed.

        Args:
            judging: Knows what was judged.
            live: The store as columns.
            reviews: Knows the review log and the memories' signals.
            find: Asks the indexes for a query.
            ready: Loads the embedding model if there is one.
            optimise: Fits FSRS-6's weights to reviews.
        """
        self._judging, self._live, self._reviews = judging, live, reviews
        self._find, self._ready, self._optimise = find, ready, optimise
        self._kept: _Kept | None = None

    def count(self) -> int:
        """Return how many judged queries have anything relevant."""
        return sum(max(query.grades.values()) > 0 for query in self._judging.queries())

    def ranking(self, parameters: ParameterSet, report: Report) -> RankingLesson:
        """Learn the ranking's numbers from every judged query, beginning at a set; nothing is written.

        Where the set ranks by SearchScore, its Memento S is learned.

        Args:
            parameters: Where to begin, and what to compare with.
            report: Told how far it is.

        Raises:
            Cancelled: If ``report`` raises it.
        """
        table, queries, now = self._gathered(parameters, report)
        return learn_ranking(table, queries, parameters, now_ms=now, report=report)

    def reach(self, parameters: ParameterSet, queries: Sequence[str], check: Callable[[], None]) -> Reach:
        """Return what a set does to judged and other queries, at most 50; loads no model.

        What the searches found is kept until the store, or what decides who is a candidate, changes.

        Args:
            parameters: The set.
            queries: More queries, such as the saved ones.
            check: Called between searches; raises to stop.
        """
        texts = tuple(dict.fromkeys([*(query.text for query in self._judging.queries()), *queries]))[:_MOST_CHECKED]
        table = self._live.snapshot().table
        ranking = parameters.ranking
        key = (texts, evidence_knobs(parameters), ranking.candidates_embedding, ranking.candidates_keyword)
        kept = self._kept
        if kept is None or kept[0] is not table or kept[1] != key:
            found = []
            for text in texts:
                check()
                found.append(self._find(text, parameters))
            same = [one for one in found if one.table is table]
            asked = [JudgedQuery(text=one.text, candidates=chosen(one, parameters), grades={}) for one in same]
            kept = (table, key, asked, max((one.now_ms for one in found), default=0))
            if all(one.evidence.has_query_vector for one in same):  # else the model may only be late
                self._kept = kept
        check()
        return reach_of(table, kept[2], parameters, now_ms=kept[3])

    def review_count(self) -> int:
        """Return how many reviews were recorded."""
        return len(self._reviews.log())

    def review_curve(self, parameters: ParameterSet, report: Report) -> ReviewLesson:
        """Learn τ₀ and a₁ to a₄ from the review log, beginning at a set; nothing is written.

        Importance and usage count as they are today: the log does not keep what they were.

        Raises:
            Cancelled: If ``report`` raises it.
        """
        log = self._reviews.log()
        history = self._history(log)
        published = replace(parameters.review, fsrs=ReviewParameters().fsrs)
        fsrs = _predicted_by_fsrs(log, published) if len(log) >= FEWEST_REVIEWS else np.zeros(len(log))
        return learn_reviews(history, parameters, fsrs=fsrs, report=report)

    @property
    def fsrs_is_installed(self) -> bool:
        """Whether FSRS's own optimizer can be asked."""
        return self._optimise is not fitted_weights or optimizer_is_installed()

    def fsrs(self, parameters: ParameterSet, report: Report) -> FsrsLesson:
        """Fit FSRS-6's weights by its own optimizer to the earlier reviews and test them on the later ones.

        Raises:
            MissingExtra: If the optimizer is not installed.
            Cancelled: If ``report`` raises it; the optimizer itself cannot be stopped, only what it says dropped.
        """
        log = self._reviews.log()
        upto = round(EARLIER * len(log))
        counted = fitted_count(log[:upto])
        if counted < FEWEST_FITTED:
            return too_few_for_fsrs(counted, FEWEST_FITTED, len(log), parameters)
        report(0, 1, "fitting; this can take minutes")
        fitted = parameters.with_value("review.fsrs", Table(self._optimise(log[:upto])))
        report(0, 1, "testing")
        old, new = (_predicted_by_fsrs(log, one.review) for one in (parameters, fitted))
        history = self._history(log)
        report(1, 1, "")
        return judge_fsrs(history, (old, new), (parameters, fitted), upto=upto)

    def _history(self, log: Sequence[ReviewLogEntry]) -> ReviewHistory:
        weight, used = self._reviews.signals()
        row_of = self._reviews.deck().table.row_of
        rows = np.array([row_of[entry.memory_id] for entry in log], dtype=np.int64)
        _, card = np.unique(rows, return_inverse=True)
        return ReviewHistory(
            card=card,
            elapsed_days=np.array([entry.elapsed_days for entry in log], dtype=np.float64),
            recalled=np.array([entry.answer is not Answer.BAD for entry in log], dtype=np.bool_),
            helpful=np.array([HELPFUL.get(entry.answer, 0.0) for entry in log], dtype=np.float64),
            bad=np.array([BAD.get(entry.answer, 0.0) for entry in log], dtype=np.float64),
            importance=weight[rows],
            usage=used[rows],
        )

    def _gathered(self, parameters: ParameterSet, report: Report) -> _Gathered:
        """Search for every judged query with the model loaded; candidates are rows of one table."""
        self._ready()
        judged = [query for query in self._judging.queries() if max(query.grades.values()) > 0]
        found: dict[str, Found] = {}
        table = self._live.snapshot().table
        for _ in range(_TRIES):  # someone may write meanwhile: what was found in an older table is asked again
            old = [query.text for query in judged if query.text not in found or found[query.text].table is not table]
            for done, text in enumerate(old):
                report(done, len(old), "searching")
                found[text] = self._find(text, parameters)
            table = self._live.snapshot().table
            if all(one.table is table for one in found.values()):
                break
        queries = [
            JudgedQuery(text=query.text, candidates=chosen(found[query.text], parameters), grades=query.grades)
            for query in judged
            if found[query.text].table is table
        ]
        return table, queries, max((one.now_ms for one in found.values()), default=0)


def _predicted_by_fsrs(log: Sequence[ReviewLogEntry], parameters: ReviewParameters) -> FloatArray:
    """Return what FSRS-6 with the weights given says of each review, had it led every card from its introduction."""
    model = Fsrs(parameters)
    states: dict[str, ReviewState] = {}
    predicted = np.empty(len(log))
    for place, entry in enumerate(log):
        now = entry.answered_ms
        before = states.get(entry.memory_id) or model.introduce(entry.memory_id, now - round(entry.elapsed_days * DAY_MS))
        predicted[place] = model.recall(before, now)
        states[entry.memory_id] = model.learnt(before, entry.answer, now)
    return predicted
