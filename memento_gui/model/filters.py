"""Filters: which memories a line lets through, and everything that its terms can look at."""

from collections.abc import Callable
from functools import partial

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray
from memento_gui.domain.clock import Clock
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.live import LiveStore
from memento_gui.model.prospects import PROSPECTS, Prospects
from memento_gui.model.reviews import columns as review_columns
from memento_gui.model.reviews.reviewing import Reviews
from memento_gui.model.scores import Scores
from memento_gui.model.searches.found import diagnostic
from memento_gui.model.searches.searching import Searches
from memento_gui.model.values import Filtered
from memento_gui.search.query import Known, filter_with_remarks, parse
from memento_gui.store import Store


class Filters:
    """Runs filter lines over one store; `about` tells where reviews and prospects come from before the first one."""

    def __init__(
        self,
        store: Store,
        live: LiveStore,
        clock: Clock,
        *,
        searches: Searches,
        scores: Scores,
        parameters: Callable[[], ParameterSet],
    ) -> None:
        self._store, self._live, self._clock = store, live, clock
        self._searches, self._scores, self._parameters = searches, scores, parameters
        self._columns: dict[str, Callable[[], FloatArray]] = {}
        self._states: dict[str, Callable[[], BoolArray]] = {}

    def about(self, reviews: Reviews, prospects: Prospects) -> None:
        """Let terms look at reviews and at what becomes of memories."""
        self._states = {
            "due": partial(review_columns.due_mask, reviews),
            "new": partial(review_columns.new_mask, reviews),
            "card": partial(review_columns.state_mask, reviews, lambda _state: True),
            "suspended": partial(review_columns.state_mask, reviews, lambda state: state.suspended),
        }

        def prospect(name: str) -> FloatArray:
            return prospects.columns((name,), self._parameters())[name]

        self._columns = {
            "score": lambda: self._scores.standing().score,
            "reviewed": partial(review_columns.reviewed_days, reviews),
            **{name: partial(prospect, name) for name in PROSPECTS},
        }

    def known(self) -> Known:
        """Return everything that a term can look at, as of now."""
        snapshot = self._live.snapshot()
        return Known(
            table=snapshot.table,
            tags=snapshot.tags,
            texts=self._store.texts,
            numbers=self._columns,
            states={**self._states, "unembedded": lambda: self._searches.unembedded(snapshot.table)},
            now_ms=self._clock.now_ms(),
        )

    def filter(self, text: str) -> Filtered:
        """Return the rows of the table of features that a line lets through; bare words must occur."""
        query = parse(text, browsing=True)
        with self._live.steady():
            passed, remarks = filter_with_remarks(query, self._searches.indexed(self.known(), self._parameters()))
        return Filtered(
            rows=np.flatnonzero(passed), diagnostics=tuple(diagnostic(remark) for remark in (*query.remarks, *remarks))
        )

    def passed(self, text: str) -> BoolArray:
        """Return which rows of the table of features a line lets through, as a mask."""
        table = self._live.snapshot().table
        mask = np.zeros(len(table), dtype=np.bool_)
        rows = self.filter(text).rows
        mask[rows[rows < len(table)]] = True
        return mask
