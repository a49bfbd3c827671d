"""Relevance: how well a memory's meaning, words, tags and title fit a query."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.parameters import RelevanceParameters
from memento_gui.engine.checks import check_range

_GRAM = 3


def meaning(cosine: FloatArray) -> FloatArray:
    """Return sim_e = max(0, cosine), and 0 where there is no vector.

    Args:
        cosine: Cosines as computed (rounding may carry one a little over 1), any shape; NaN means no vector.

    Returns:
        Values in [0, 1], in the shape of ``cosine``.

    Raises:
        InvalidParameter: If a cosine is infinite.
    """
    known = np.where(np.isnan(cosine), 0.0, cosine)
    check_range(known, "cosines")
    return np.minimum(np.maximum(known, 0.0), 1.0)


def keyword(bm25: FloatArray, k_norm: float) -> FloatArray:
    """Return BM25/(BM25 + k_norm), and 0 where BM25 is not positive: no hit is never worth less than nothing.

    Args:
        bm25: BM25 scores, any shape.
        k_norm: The score at which half is reached, positive.

    Returns:
        Values in [0, 1), in the shape of ``bm25``.

    Raises:
        InvalidParameter: If a score is NaN or infinite, or ``k_norm`` not positive.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1.
    """
    if not (0.0 < k_norm < math.inf):
        raise InvalidParameter(f"k_norm must be positive; given: {k_norm:g}. Nothing was computed.")
    hits = _hits(bm25)
    return hits / (hits + k_norm)


def share_of_best(values: FloatArray, best: float) -> FloatArray:
    """Return values / best in [0, 1], and 0 everywhere where the best is not positive: the calibration "max".

    Args:
        values: Numbers of at least 0, any shape.
        best: The largest such number in the filtered store; NaN where there is none.
    """
    return np.clip(values / best, 0.0, 1.0) if best > 0.0 else np.zeros_like(values)


def embedding_signal(cosine: FloatArray, best: float, parameters: RelevanceParameters) -> FloatArray:
    """Return the meaning signal, calibrated as the parameters ask.

    Args:
        cosine: Raw cosines, any shape; NaN means no vector.
        best: The largest raw cosine in the filtered store.
        parameters: Say whether it counts as it is or as a share of the best.
    """
    known = meaning(cosine)
    return share_of_best(known, best) if parameters.embedding_calibration == "max" else known


def keyword_signal(bm25: FloatArray, best: float, parameters: RelevanceParameters) -> FloatArray:
    """Return the keyword signal, calibrated as the parameters ask.

    Args:
        bm25: BM25 scores, any shape.
        best: The largest BM25 score in the filtered store.
        parameters: Say whether it saturates or counts as a share of the best.
    """
    if parameters.keyword_calibration == "max":
        return share_of_best(_hits(bm25), best)
    return keyword(bm25, parameters.k_norm)


def _hits(bm25: FloatArray) -> FloatArray:
    check_range(bm25, "BM25 scores")
    return np.maximum(bm25, 0.0)


def tag_match(query_tags: Iterable[str], memory_tags: Iterable[str]) -> float:
    """Return shared tags / all tags of both (Jaccard) without regard to case; 0 where both have none.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1.
    """
    wanted = {tag.casefold() for tag in query_tags}
    held = {tag.casefold() for tag in memory_tags}
    either = wanted | held
    return len(wanted & held) / len(either) if either else 0.0


def title_hit(query: str, title: str, parameters: RelevanceParameters) -> float:
    """Return how well one title fits the query: see `title_hits`."""
    return float(title_hits(query, [title], parameters)[0])


def title_hits(query: str, titles: Sequence[str], parameters: RelevanceParameters) -> FloatArray:
    """Return how well each of C titles fits the query, without regard to case.

    The strongest of: it is the query, it begins with the query, both share three letters in a row. (M's document adds
    the three, M's rules take the strongest; the strongest stays a signal.)

    Returns:
        The grades, C, in [0, 1]; 0 where the title or the query is empty.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1, and its algorithm rules.
    """
    wanted = query.strip().casefold()
    if not wanted:
        return np.zeros(len(titles))
    folded = [title.strip().casefold() for title in titles]
    grades = dict.fromkeys(folded, 0.0)
    every = [held for held in grades if held]
    for held in _sharing({wanted[start : start + _GRAM] for start in range(len(wanted) - _GRAM + 1)}, every):
        grades[held] = parameters.title_ngram
    for held in every:
        if held.startswith(wanted):
            exact = parameters.title_exact if held == wanted else 0.0
            grades[held] = max(grades[held], parameters.title_prefix, exact)
    return np.array([grades[held] for held in folded], dtype=np.float64)


def _sharing(grams: set[str], texts: Sequence[str]) -> set[str]:
    """Return those texts that hold one of some grams; what holds one is not looked at again."""
    left = texts
    for gram in grams:
        left = [text for text in left if gram not in text]
    return set(texts).difference(left)


def weight_divisor(parameters: RelevanceParameters) -> float:
    """Return max(1, Σw): what keeps relevance a signal when the weights exceed 1."""
    return max(1.0, parameters.embedding + parameters.keyword + parameters.tag + parameters.title)


def relevance(
    *, embedding: FloatArray, keyword: FloatArray, tag: FloatArray, title: FloatArray, parameters: RelevanceParameters
) -> FloatArray:
    """Return r = (w_e·sim_e + w_k·keyword + w_t·tag_match + w_p·title_hit) / max(1, Σw).

    Args:
        embedding: The meaning signal, in [0, 1].
        keyword: The keyword signal, in [0, 1].
        tag: Tag matches, in [0, 1].
        title: Title grades, in [0, 1].
        parameters: The weights. Where there is no vector the other weights are not rescaled.

    Returns:
        Values in [0, 1], in the broadcast shape.

    Raises:
        InvalidParameter: If a signal is NaN or outside [0, 1].

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1.
    """
    for signal, what in ((embedding, "meaning"), (keyword, "keyword"), (tag, "tag match"), (title, "title grade")):
        check_range(signal, f"{what} signals", low=0.0, high=1.0)
    total = (
        parameters.embedding * embedding + parameters.keyword * keyword + parameters.tag * tag + parameters.title * title
    )
    return np.minimum(total / weight_divisor(parameters), 1.0)
