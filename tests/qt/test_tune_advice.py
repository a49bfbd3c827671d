"""Advice is given where a rule cannot fire, and following it mends that."""

import pytest

from memento_gui.domain.memory import MemoryType
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.engine.fate import forget_bounds
from memento_gui.qt.places.tune.advice import advice_on, advice_on_store

M1 = ParameterSet()


def test_m1_never_reaches_its_hard_rule_and_says_by_how_much() -> None:
    (advice,) = advice_on(M1)
    assert advice.text == "Nothing ordinary reaches the hard rule."
    assert advice.detail == "A working memory of default importance tops out at 0.7325; the rule asks for 0.80."
    assert advice.button == "Set hard to 0.70"
    assert advice_on(M1.with_values(advice.changes)) == ()


def test_the_edited_set_of_the_design_tops_out_at_0_7825() -> None:
    edited = M1.with_values({"forgetting.recency": 0.4, "forgetting.soft_threshold": 0.55})
    (advice,) = advice_on(edited)
    assert "tops out at 0.7825;" in advice.detail
    assert advice.changes == {"forgetting.hard_threshold": 0.75}


def test_the_advised_threshold_is_below_what_can_be_reached() -> None:
    weak = M1.with_values({"forgetting.recency": 0.1, "forgetting.usage": 0.1, "forgetting.duplicates": 0.0675})
    for advice in advice_on(weak):
        for name, value in advice.changes.items():
            assert value < max(forget_bounds(weak, kind, 0.5)[1] for kind in MemoryType), name
    assert advice_on(weak.with_values({k: v for a in advice_on(weak) for k, v in a.changes.items()})) == ()


def test_a_rule_that_no_type_takes_part_in_is_nobodys_mistake() -> None:
    never = dict.fromkeys((kind.value for kind in MemoryType), float("inf"))
    assert advice_on(M1.with_value("forgetting.hard_ttl", never)) == ()


def test_crossed_thresholds_can_be_swapped() -> None:
    crossed = M1.with_values({"decay.promote": 0.1, "decay.forget": 0.4})
    advice = next(one for one in advice_on(crossed) if one.button == "Swap them")
    mended = crossed.with_values(advice.changes).decay
    assert (mended.promote, mended.forget) == (0.4, 0.1)


@pytest.mark.parametrize(("faded", "recallable", "told"), [(300, 1000, True), (100, 1000, False), (9, 10, False)])
def test_long_memory_is_offered_when_many_are_faded(*, faded: int, recallable: int, told: bool) -> None:
    assert [a.use for a in advice_on_store(M1, faded=faded, recallable=recallable)] == [LONG_MEMORY] * told


def test_long_memory_is_not_offered_to_a_set_that_hardly_weighs_recency() -> None:
    assert advice_on_store(BUILT_IN[LONG_MEMORY], faded=900, recallable=1000) == ()
    assert advice_on_store(M1.with_value("ranking.scheme", "search_score"), faded=900, recallable=1000) == ()
