"""Advice is given where a rule cannot fire, and following it mends that."""

import pytest

from memento_gui.domain.memory import MemoryType
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.engine.fate import forget_bounds
from memento_gui.engine.learning.reach import Reach, ShutOut
from memento_gui.qt.places.tune.advice.findings import advice_on, advice_on_queries, advice_on_store, information_on

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


ODD = {
    "Nothing reaches the keep threshold.": {
        "ranking.relevance": 0.1,
        "ranking.recency": 0.05,
        "ranking.importance": 0.05,
        "ranking.usage": 0.05,
        "ranking.duplication": 0.0,
    },
    "Duplication cancels relevance out.": {"ranking.duplication": 0.5},
    "Relevance is always 0.": {f"relevance.{name}": 0.0 for name in ("embedding", "keyword", "tag", "title")},
    "Every score is 0.": {f"ranking.{name}": 0.0 for name in ("relevance", "recency", "importance", "usage")},
    "Recency tells nothing apart.": {f"recency.half_life.{kind.value}": float("inf") for kind in MemoryType},
    "Usage tells nothing apart.": {f"usage.{name}": 0.0 for name in ("views", "cites", "edits")},
    "MMR changes nothing.": {"ranking.mmr": True, "ranking.mmr_lambda": 1.0},
}


@pytest.mark.parametrize("text", ODD)
def test_each_oddity_is_said_and_its_button_mends_it(text: str) -> None:
    odd = M1.with_values({"forgetting.hard_threshold": 0.7, **ODD[text]})
    advice = next(one for one in advice_on(odd) if one.text == text)
    assert text not in [one.text for one in advice_on(odd.with_values(advice.changes))]
    assert advice.button
    assert text not in [one.text for one in advice_on(M1)]
    assert advice_on(odd.with_value("ranking.scheme", "search_score")) == ()


def test_that_fresh_memories_promote_is_information_without_a_button() -> None:
    (known,) = information_on(M1)
    assert known.information
    assert (known.button, known.changes) == ("", {})
    assert information_on(M1.with_value("decay.promote", 1.2)) == ()


def test_queries_show_what_old_matches_and_idle_weights_do() -> None:
    shut = ShutOut(type=MemoryType.EPISODIC, half_life=30.0, queries=8, needed=180.0)
    few = ShutOut(type=MemoryType.SEMANTIC, half_life=180.0, queries=2, needed=None)
    first, second = advice_on_queries(M1, Reach(queries=20, shut_out=(shut, few), idle=("ranking.usage",)))
    assert "For 8 of your 20 queries an episodic memory of half a year" in first.detail
    assert (first.button, first.changes) == ("Lengthen them", {"recency.half_life.episodic": 180.0})
    assert first.detail.endswith("Half-lives that let it in: episodic 30 → 180 d.")
    assert second.text == "Usage moves nothing."
    assert (second.button, second.changes) == ("Set δ to 0", {"ranking.usage": 0.0})
    hopeless = ShutOut(type=MemoryType.EPISODIC, half_life=30.0, queries=8, needed=None)
    (only,) = advice_on_queries(M1, Reach(queries=20, shut_out=(hopeless,), idle=()))
    assert only.use == LONG_MEMORY
    assert advice_on_queries(M1, Reach(queries=4, shut_out=(hopeless,), idle=("ranking.usage",))) == ()
