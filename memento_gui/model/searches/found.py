"""What a query finds, whatever the numbers of its ranking; and its ranking by any numbers."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray, VectorArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import Status
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.ranking import Ranking
from memento_gui.engine.ranking import Candidates, matches_weakly, rank, reordered
from memento_gui.engine.session import recency_score, revision_score, search_scores, search_values, text_rank
from memento_gui.model.values import Diagnostic, SearchOutcome, WordRanking
from memento_gui.search.candidates import Evidence, candidates
from memento_gui.search.query import Query, Remark, score_rows
from memento_gui.search.stop_words import stop_words
from memento_gui.search.text_index import TextIndex
from memento_gui.search.vectors import VectorIndex

_SHARE: Final = 0.1
"""The share of the best word's BM25 under which a word has carried nothing worth marking."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A query with the vector it has, or the reason why it has none."""

    query: Query
    ranking: str
    words: tuple[str, ...]
    vector: VectorArray | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the indexes and the filters say of a query, whatever the numbers of its ranking."""

    text: str
    now_ms: int
    asked: Asked
    table: FeatureTable
    evidence: Evidence
    allowed: BoolArray
    index: TextIndex
    vectors: VectorIndex
    remarks: tuple[Remark, ...]


def diagnostic(remark: Remark) -> Diagnostic:
    """Return a remark on a query as faces show it."""
    return Diagnostic(remark.start, remark.end, f"{remark.message} {remark.hint}".strip())


def asks_for_muted(query: Query) -> bool:
    """Whether a term of the query names the muted memories: ``is:muted`` or ``status:muted``, not taken away."""
    return any(t.field in {"is", "status"} and t.value.casefold() == Status.MUTED and not t.negated for t in query.terms)


def _word_ranking(table: FeatureTable, bm25: FloatArray, parameters: ParameterSet, now: int) -> WordRanking:
    hits = np.flatnonzero(bm25 > 0.0)
    knobs = parameters.session
    ranks = text_rank(bm25[hits])
    fresh = recency_score(age_days(now, table.updated_ms[hits]), knobs)
    revised = revision_score(table.revisions[hits], knobs)
    values = search_values(ranks, recency=fresh, revision=revised, parameters=knobs)
    order = np.lexsort((table.ids[hits].astype(np.str_), -table.created_ms[hits], -values))
    return WordRanking(
        rows=hits[order],
        scores=tuple(search_scores(values[order])),
        text_rank=ranks[order],
        recency=fresh[order],
        revision=revised[order],
    )


def chosen(found: Found, parameters: ParameterSet, *, also: int | None = None) -> Candidates:
    """Return the candidates of a query; a query without any word that ranks has none. ``also`` enters as one more row."""
    allowed = found.allowed if found.asked.ranking.strip() else np.zeros(len(found.table), dtype=np.bool_)
    return candidates(found.table, found.evidence, allowed, parameters, vectors=found.vectors, also=also)


def ranked(found: Found, picked: Candidates, parameters: ParameterSet, *, table: FeatureTable | None = None) -> Ranking:
    """Rank candidates by S and take away what the query's ``score`` terms refuse.

    Args:
        found: Where the candidates come from.
        picked: The candidates.
        parameters: The numbers.
        table: The memories, if not as they were found.
    """
    ranking = rank(found.table if table is None else table, picked, parameters, now_ms=found.now_ms)
    if found.asked.query.scored:
        ranking = reordered(ranking, np.flatnonzero(score_rows(found.asked.query, ranking.score)))
    return ranking


def placed_by_words(found: Found, rows: Iterable[int], parameters: ParameterSet) -> list[int | None]:
    """Return where memories stand by SearchScore, from 0 and without ordering all hits; None where no word occurs."""
    hit = hits_of(found, parameters)
    return [_place_among(found.table, hit.rows, hit.values, row) for row in rows]


@dataclass(frozen=True, slots=True)
class WordHits:
    """The H memories in which a word of the query occurs, by row: SearchScore and, 3 × H, text rank, recency, revision."""

    rows: IntArray
    values: FloatArray
    terms: FloatArray


def hits_of(found: Found, parameters: ParameterSet) -> WordHits:
    """Return what SearchScore is made of, without ordering."""
    table, rows = found.table, np.flatnonzero(np.where(found.allowed, found.evidence.bm25, 0.0) > 0.0)
    knobs = parameters.session
    text = text_rank(found.evidence.bm25[rows])
    recency = recency_score(age_days(found.now_ms, table.updated_ms[rows]), knobs)
    revision = revision_score(table.revisions[rows], knobs)
    values = search_values(text, recency=recency, revision=revision, parameters=knobs)
    return WordHits(rows, values, np.array([text, recency, revision]))


def _place_among(table: FeatureTable, hits: IntArray, values: FloatArray, row: int) -> int | None:
    """Return the position of one hit; ties go to the newer, then to the smaller id."""
    at = int(np.searchsorted(hits, row))
    if at == len(hits) or hits[at] != row:
        return None
    tied = hits[values == values[at]]
    own = (-int(table.created_ms[row]), str(table.ids[row]))
    before = sum((-int(table.created_ms[other]), str(table.ids[other])) < own for other in tied)
    return int(np.count_nonzero(values > values[at])) + before


def ranked_by_words(found: Found, parameters: ParameterSet) -> WordRanking:
    """Rank every hit by SearchScore."""
    return _word_ranking(found.table, np.where(found.allowed, found.evidence.bm25, 0.0), parameters, found.now_ms)


def telling_words(
    asked: Sequence[str], word_scores: Mapping[str, FloatArray], languages: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the words of a query that are worth marking: those that carried score, without stop words if others did.

    Args:
        asked: The query's words.
        word_scores: BM25 by query word, for the memories found.
        languages: Those of the words' endings.
    """
    common = stop_words(languages)
    best = {word: float(scores.max(initial=0.0)) for word, scores in word_scores.items()}
    occurring = [word for word in asked if best.get(word, 0.0) > 0.0]
    chosen = [word for word in occurring if word not in common] or occurring
    enough = _SHARE * max((best[word] for word in chosen), default=0.0)
    return tuple(word for word in chosen if best[word] >= enough)


def outcome_of(found: Found, parameters: ParameterSet, started: float) -> SearchOutcome:
    """Rank what was found, by the scheme and the numbers of a set.

    Args:
        found: What the query found.
        parameters: The set.
        started: When the search began, by `time.perf_counter`.
    """
    asked, table, evidence, now = found.asked, found.table, found.evidence, found.now_ms
    languages = found.index.languages
    ranking, word_ranking = None, None
    picked = chosen(found, parameters)
    if parameters.ranking.scheme == "search_score":
        word_ranking = ranked_by_words(found, parameters)
        rows = word_ranking.rows
    else:
        ranking = ranked(found, picked, parameters)
        rows = ranking.rows
    word_scores = found.index.word_scores(asked.words, table.ordinal, rows) if len(rows) else {}
    return SearchOutcome(
        text=found.text,
        parameters=parameters,
        now_ms=now,
        table=table,
        ids=tuple(table.ids[rows].tolist()),
        ranking=ranking,
        word_ranking=word_ranking,
        pending=np.isnan(evidence.cosine[rows]) & evidence.has_query_vector,
        word_scores=word_scores,
        query_words=asked.words,
        telling_words=telling_words(asked.words, word_scores, languages),
        languages=languages,
        considered=len(rows),
        words_only=not evidence.has_query_vector,
        weak=evidence.has_query_vector and matches_weakly(picked, parameters.ranking),
        reason=asked.reason,
        diagnostics=tuple(diagnostic(remark) for remark in found.remarks),
        elapsed_ms=(time.perf_counter() - started) * 1000,
    )
