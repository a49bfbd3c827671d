"""Forgetting candidates of the demo store: named with a reason, and nothing is touched."""

import numpy as np
import pytest

from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library

EAGER = ParameterSet().with_values({"forgetting.soft_threshold": 0.3, "forgetting.hard_threshold": 0.5})


def test_candidates_carry_the_terms_their_score_is_the_sum_of(demo: Library) -> None:
    found = demo.forgetting_candidates(EAGER)
    assert found
    for candidate in found:
        assert sum(candidate.terms.values()) == pytest.approx(candidate.score, abs=1e-9)
        assert candidate.reason
        assert not candidate.memory.pinned
    kinds = [candidate.kind for candidate in found]
    assert kinds == sorted(kinds)  # hard before soft
    assert [demo.get(candidate.memory.id) for candidate in found] == [candidate.memory for candidate in found]


def test_a_stricter_rule_names_no_memory_that_a_looser_one_spares(demo: Library) -> None:
    strict = {candidate.memory.id for candidate in demo.forgetting_candidates()}
    assert strict <= {candidate.memory.id for candidate in demo.forgetting_candidates(EAGER)}


def test_scores_do_not_depend_on_how_often_they_are_computed(demo: Library) -> None:
    assert np.array_equal(demo.scores.forgetting().score, demo.scores.forgetting().score)
    assert np.array_equal(demo.scores.decay(), demo.scores.decay())
    assert len(demo.scores.decisions()) == len(demo.features())
