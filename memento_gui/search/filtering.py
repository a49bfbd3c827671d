"""Which memories a query lets through."""

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray
from memento_gui.search.columns import compared, rows_fitting
from memento_gui.search.known import Known
from memento_gui.search.matching import (
    exact_fields,
    fitting_pattern,
    holds_words,
    ordinals_holding,
    phrase_pattern,
    texts_by,
)
from memento_gui.search.terms import BEGINNING, PHRASE, WORD, Group, Node, Query, Remark, Term, filters
from memento_gui.search.words import DEFAULT_LANGUAGES, spelled_words


def filter_rows(query: Query, known: Known) -> BoolArray:
    """Return which of N memories every filtering term lets through.

    The trash is left out unless a term asks for it (``is:trashed``). The ``score`` terms of a search let everything
    through: they apply after scoring, see `score_rows`.
    """
    return filter_with_remarks(query, known)[0]


def filter_with_remarks(query: Query, known: Known) -> tuple[BoolArray, tuple[Remark, ...]]:
    """Return what `filter_rows` returns, and remarks on terms that could not be answered in full."""
    table = known.table
    asks_for_trash = any(term.field == "is" and term.value == "trashed" for term in query.terms)
    passed: BoolArray = np.ones(len(table), dtype=np.bool_) if asks_for_trash else ~table.trashed
    filtering = _Filtering(known, browsing=query.browsing)
    return filtering.passing(query.root, passed), tuple(filtering.remarks)


def refusing(query: Query, known: Known, row: int) -> tuple[Node, ...]:
    """Return the parts of a query that do not let one memory through: terms, or brackets of which none fits.

    Of several parts that must all fit, each that does not is named. The trash and ``score`` terms are no parts here.
    """
    filtering = _Filtering(known, browsing=query.browsing)
    only = known.nobody()
    only[row] = True
    root = query.root
    parts = root.parts if isinstance(root, Group) and not root.any and not root.negated else (root,)
    return tuple(part for part in parts if not filtering.passing(part, only)[row])


def score_rows(query: Query, scores: FloatArray) -> BoolArray:
    """Return which results of a search its ``score`` terms let through.

    Args:
        query: A search.
        scores: The scores of C results.
    """
    passed = np.ones(len(scores), dtype=np.bool_)
    for term in query.scored:
        passed &= compared(term, scores) != term.negated
    return passed


class _Filtering:
    """Answers the terms of one query, and collects remarks on them."""

    def __init__(self, known: Known, *, browsing: bool) -> None:
        self._known, self._browsing = known, browsing
        self.remarks: list[Remark] = []

    def passing(self, node: Node, among: BoolArray) -> BoolArray:
        """Return which of the rows ``among`` a node lets through; what reads texts goes last."""
        if isinstance(node, Term):
            found = self._term(node, among)
            return among if found is None else among & (found != node.negated)
        if node.any:
            found = np.zeros(len(among), dtype=np.bool_)
            for part in node.parts:
                found = found | self.passing(part, among)
        else:
            found = among
            for part in sorted(node.parts, key=_cost):
                found = self.passing(part, found)
        return among & ~found if node.negated else found

    def _term(self, term: Term, among: BoolArray) -> BoolArray | None:
        """Return which of the rows ``among`` fit a term, its negation apart; None where the term says nothing."""
        if not filters(term, browsing=self._browsing) or (term.field == "score" and not self._browsing):
            return None
        if term.field in {WORD, BEGINNING}:
            return self._words(term, among)
        if term.field == PHRASE:
            return self._phrase(term, among)
        if term.field == "re":
            return self._pattern(term, among)
        return rows_fitting(term, self._known)

    def _words(self, term: Term, among: BoolArray) -> BoolArray | None:
        known, beginning = self._known, term.field == BEGINNING
        if known.index is not None:
            ordinals = ordinals_holding(known.index, term.value, beginning=beginning)
            return None if ordinals is None else known.rows_of(ordinals)
        wanted = spelled_words(term.value)
        if not wanted:
            return None
        rows = np.flatnonzero(among)
        texts = texts_by(known.table.ids[rows].tolist(), known.texts)
        held = [place for place, text in texts if holds_words(text, wanted, DEFAULT_LANGUAGES, beginning=beginning)]
        return self._only(rows[held])

    def _phrase(self, term: Term, among: BoolArray) -> BoolArray:
        known = self._known
        ordinals = None if known.index is None else ordinals_holding(known.index, term.value)
        rows = np.flatnonzero(among if ordinals is None else among & known.rows_of(ordinals))
        pattern = phrase_pattern(term.value)
        texts = texts_by(known.table.ids[rows].tolist(), known.texts)
        return self._only(rows[[place for place, text in texts if pattern.search(exact_fields(text))]])

    def _pattern(self, term: Term, among: BoolArray) -> BoolArray:
        rows = np.flatnonzero(among)
        texts = texts_by(self._known.table.ids[rows].tolist(), self._known.texts)
        places, sufficed = fitting_pattern(term.value, texts)
        if not sufficed:
            wrong = "This pattern takes too long; some memories were not looked at."
            self.remarks.append(Remark(*term.span, wrong, "Make it simpler, or add terms that leave fewer memories"))
        return self._only(rows[places])

    def _only(self, rows: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> BoolArray:
        found = self._known.nobody()
        found[rows] = True
        return found


def _cost(node: Node) -> int:
    """Return how late a node should be asked."""
    if not isinstance(node, Term):
        return max((_cost(part) for part in node.parts), default=0)
    return {WORD: 1, BEGINNING: 1, PHRASE: 2, "re": 3}.get(node.field, 0)
