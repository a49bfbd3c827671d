"""The outcome of ranking: scores, and every number that went into them."""

from dataclasses import dataclass

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True, kw_only=True)
class RelevanceParts:
    """Where relevance comes from, for C candidates; signals in [0, 1] except the raw ones.

    ``own`` is the relevance without the neighbourhood and ``neighbourhood`` what its neighbours add, both after the common
    division, so that relevance = own + neighbourhood.
    """

    cosine: FloatArray
    bm25: FloatArray
    embedding: FloatArray
    keyword: FloatArray
    tag: FloatArray
    title: FloatArray
    own: FloatArray
    neighbourhood: FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """The five signals of S for C candidates, each in [0, 1]."""

    relevance: FloatArray
    recency: FloatArray
    importance: FloatArray
    usage: FloatArray
    duplication: FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """C candidates, best first.

    ``rows`` are rows of the feature table that was ranked; ``score`` is S; ``kept`` says which reach the keep threshold
    (all, where the threshold was not applied); ``nearest`` is the position, in this ranking, of the earlier pick a
    candidate repeats most, or -1.
    """

    rows: IntArray
    score: FloatArray
    kept: BoolArray
    nearest: IntArray
    signals: Signals
    parts: RelevanceParts
    threshold_applied: bool

    def __len__(self) -> int:
        return len(self.rows)
