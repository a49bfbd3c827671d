"""Findings ranked again by other numbers are what a search with those numbers finds."""

import numpy as np
import pytest

from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, ILAB, LONG_MEMORY
from memento_gui.model.library import Library
from memento_gui.model.values import SearchOutcome

QUERY = "how do we deploy"
M1 = ParameterSet()
TURNED = {
    "long memory": BUILT_IN[LONG_MEMORY],
    "search score": BUILT_IN[ILAB],
    "calibrated": M1.with_values({"relevance.embedding_calibration": "max", "relevance.keyword_calibration": "max"}),
    "fewer candidates": M1.with_value("ranking.candidates_embedding", 5),
    "other BM25": M1.with_values({"relevance.bm25_k1": 2.0, "relevance.title_ngram": 0.9}),
}


def scores(outcome: SearchOutcome) -> list[float]:
    if outcome.ranking is not None:
        return [float(score) for score in outcome.ranking.score]
    assert outcome.word_ranking is not None
    return [score.value for score in outcome.word_ranking.scores]


@pytest.mark.parametrize("name", TURNED)
def test_ranking_again_is_searching(demo: Library, name: str) -> None:
    again = demo.finding.again(demo.finding.search(QUERY, M1), TURNED[name]).outcome
    fresh = demo.search(QUERY, parameters=TURNED[name])
    assert again.parameters == TURNED[name]
    assert again.ids == fresh.ids
    assert np.allclose(scores(again), scores(fresh), atol=1e-12)


def test_the_indexes_are_asked_only_where_the_numbers_reach_them(demo: Library) -> None:
    kept = demo.finding.search(QUERY, M1)
    for name in ("long memory", "search score", "calibrated", "fewer candidates"):
        assert demo.finding.again(kept, TURNED[name]).found is kept.found
    assert demo.finding.again(kept, TURNED["other BM25"]).found is not kept.found


def test_a_changed_store_is_searched_anew(demo: Library) -> None:
    kept = demo.finding.search(QUERY, M1)
    best = kept.outcome.ids[0]
    demo.forget(best)
    assert best not in demo.finding.again(kept, M1).outcome.ids
