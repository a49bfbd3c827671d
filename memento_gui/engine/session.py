"""iLAB's two scores: SearchScore for a search, ContextScore for the start of a session; the two never mix."""

from dataclasses import dataclass
from typing import final

import numpy as np
from typing_extensions import override

from memento_gui.domain.arrays import CodeArray, FloatArray, IntArray
from memento_gui.domain.parameters import CATEGORY_KEYS, SessionParameters
from memento_gui.engine.checks import check_range
from memento_gui.engine.recency import recency


@final
@dataclass(frozen=True, slots=True, order=True)
class SearchScore:
    """How well a memory answers a search; orders among its own kind, and with nothing else.

    Comparing it with a `ContextScore`, or ordering or adding it to anything else, is a TypeError; mypy rejects it.
    """

    value: float

    def __post_init__(self) -> None:
        """Refuse what is no score.

        Raises:
            InvalidParameter: If the value is NaN, infinite or negative.
        """
        check_range(np.array(self.value), "SearchScores", low=0.0)

    @override
    def __eq__(self, other: "SearchScore") -> bool:  # type: ignore[override]  # mixing the kinds is what must not pass
        kind: type = type(other)
        if kind is ContextScore:
            raise TypeError("a SearchScore and a ContextScore cannot be compared: they measure different things")
        return self.value == other.value if kind is SearchScore else NotImplemented

    @override
    def __ne__(self, other: "SearchScore") -> bool:  # type: ignore[override]  # as for ==
        return not self == other

    @override
    def __hash__(self) -> int:
        return hash((type(self), self.value))


@final
@dataclass(frozen=True, slots=True, order=True)
class ContextScore:
    """How much a memory belongs into a new session; orders among its own kind, and with nothing else.

    Comparing it with a `SearchScore`, or ordering or adding it to anything else, is a TypeError; mypy rejects it.
    """

    value: float

    def __post_init__(self) -> None:
        """Refuse what is no score.

        Raises:
            InvalidParameter: If the value is NaN, infinite or negative.
        """
        check_range(np.array(self.value), "ContextScores", low=0.0)

    @override
    def __eq__(self, other: "ContextScore") -> bool:  # type: ignore[override]  # mixing the kinds is what must not pass
        kind: type = type(other)
        if kind is SearchScore:
            raise TypeError("a ContextScore and a SearchScore cannot be compared: they measure different things")
        return self.value == other.value if kind is ContextScore else NotImplemented

    @override
    def __ne__(self, other: "ContextScore") -> bool:  # type: ignore[override]  # as for ==
        return not self == other

    @override
    def __hash__(self) -> int:
        return hash((type(self), self.value))


def recency_score(age_days: FloatArray, parameters: SessionParameters) -> FloatArray:
    """Return 2^(−age / 30 d), in [0, 1]; both scores use it.

    Args:
        age_days: Days since the last change, any shape, finite; negatives (clock skew) count as 0.
        parameters: The half-life.

    Source: iLAB Memory, "Scoring". (Its printed 0.39 for 140 days is a slip: 0.0394.)
    """
    return recency(age_days, parameters.half_life)


def revision_score(revisions: IntArray, parameters: SessionParameters) -> FloatArray:
    """Return min(revisions, 10)/10, in [0, 1]; both scores use it.

    Args:
        revisions: How often each was revised, any shape.
        parameters: From how many on more change nothing.

    Raises:
        InvalidParameter: If a count is negative.

    Source: iLAB Memory, "Scoring".
    """
    check_range(revisions, "revisions", low=0.0)
    return np.minimum(revisions, parameters.revision_cap) / np.float64(parameters.revision_cap)


def text_rank(bm25: FloatArray) -> FloatArray:
    """Return BM25 divided by the largest over the hits, in [0, 1]; 0 where nothing hits.

    Raises:
        InvalidParameter: If a score is NaN or infinite.

    Source: iLAB Memory, "Scoring".
    """
    _, best = check_range(bm25, "BM25 scores")
    return np.maximum(bm25, 0.0) / best if best > 0.0 else np.zeros_like(bm25)


def type_priority(category_codes: CodeArray, parameters: SessionParameters) -> FloatArray:
    """Return each memory's priority by its category, in [0, 1].

    Args:
        category_codes: Codes into `memento_gui.domain.memory.CATEGORIES`, any shape.
        parameters: The priorities; iLAB's "unknown" is our "other".

    Source: iLAB Memory, "Scoring".
    """
    return np.array([parameters.priority[category] for category in CATEGORY_KEYS]).take(category_codes)


def search_values(
    text: FloatArray, *, recency: FloatArray, revision: FloatArray, parameters: SessionParameters
) -> FloatArray:
    """Return 0.60·text_rank + 0.25·recency + 0.15·revision of many memories, to sort by.

    Args:
        text: `text_rank` of each.
        recency: `recency_score` of each.
        revision: `revision_score` of each.
        parameters: The weights.

    Raises:
        InvalidParameter: If a part is NaN or outside [0, 1].

    Source: iLAB Memory, "Scoring".
    """
    for part, what in ((text, "text ranks"), (recency, "recency scores"), (revision, "revision scores")):
        check_range(part, what, low=0.0, high=1.0)
    return parameters.text * text + parameters.recency * recency + parameters.revision * revision


def context_values(
    recency: FloatArray, *, revision: FloatArray, priority: FloatArray, parameters: SessionParameters
) -> FloatArray:
    """Return 0.50·recency + 0.30·revision + 0.20·type_priority of many memories, to sort by.

    There is no term for a pin: "pinned first" is an order of the session list.

    Args:
        recency: `recency_score` of each.
        revision: `revision_score` of each.
        priority: `type_priority` of each.
        parameters: The weights.

    Raises:
        InvalidParameter: If a part is NaN or outside [0, 1].

    Source: iLAB Memory, "Scoring".
    """
    for part, what in ((recency, "recency scores"), (revision, "revision scores"), (priority, "priorities")):
        check_range(part, what, low=0.0, high=1.0)
    return (
        parameters.context_recency * recency
        + parameters.context_revision * revision
        + parameters.context_priority * priority
    )


def search_score(text: float, *, recency: float, revision: float, parameters: SessionParameters) -> SearchScore:
    """Return one memory's SearchScore; the parts are as for `search_values`."""
    parts = np.array([[text], [recency], [revision]], dtype=np.float64)
    return search_scores(search_values(parts[0], recency=parts[1], revision=parts[2], parameters=parameters))[0]


def context_score(recency: float, *, revision: float, priority: float, parameters: SessionParameters) -> ContextScore:
    """Return one memory's ContextScore; the parts are as for `context_values`."""
    parts = np.array([[recency], [revision], [priority]], dtype=np.float64)
    return context_scores(context_values(parts[0], revision=parts[1], priority=parts[2], parameters=parameters))[0]


def search_scores(values: FloatArray) -> tuple[SearchScore, ...]:
    """Return `search_values` as scores that cannot be mistaken for the other kind."""
    return tuple(SearchScore(value) for value in values.tolist())


def context_scores(values: FloatArray) -> tuple[ContextScore, ...]:
    """Return `context_values` as scores that cannot be mistaken for the other kind."""
    return tuple(ContextScore(value) for value in values.tolist())
