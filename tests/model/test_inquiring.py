"""Why not, and why above: every stage at which a memory can fall out, and changes that do what they say."""

import math

import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled, UnknownMemory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, ILAB, LONG_MEMORY
from memento_gui.model import edits
from memento_gui.model.library import Library
from memento_gui.model.searches.reranking import IMPORTANCE, Change
from memento_gui.model.searches.stages import CANDIDATES, DIVERSITY, FILTER, LIMIT, STAGES, THRESHOLD
from memento_gui.model.searches.whynot import WhyNot

QUERY = "how do we deploy"
M1 = ParameterSet()


def asked(library: Library, memory_id: str, text: str = QUERY, parameters: ParameterSet = M1) -> WhyNot:
    told = library.inquiries.why_not(text, memory_id, parameters)
    assert [stage.key for stage in told.stages] == list(STAGES)
    failed = [stage.key for stage in told.stages if stage.passed is False]
    assert failed == ([told.fell] if told.fell else [])
    return told


def rank_with(library: Library, change: Change, memory_id: str, text: str, parameters: ParameterSet, value: float) -> int:
    """Return the rank (from 1) among the kept results that are asked for after a change, or 0; by a real search."""
    importance = library.get(memory_id).importance
    if change.name == IMPORTANCE:
        library.apply(edits.set_fields([library.get(memory_id)], "", now_ms=0, importance=value))
    else:
        given = int(value) if isinstance(change.value, int) and not isinstance(change.value, bool) else value
        parameters = parameters.with_value(change.name, change.value if change.crossing is None else given)
    outcome = library.search(text, parameters=parameters)
    if change.name == IMPORTANCE:
        library.apply(edits.set_fields([library.get(memory_id)], "", now_ms=0, importance=importance))
    assert outcome.ranking is not None
    if memory_id not in outcome.ids:
        return 0
    place = outcome.ids.index(memory_id)
    inside = bool(outcome.ranking.kept[place]) and place < parameters.ranking.limit
    return place + 1 if inside else 0


def each_change_does_what_it_says(library: Library, told: WhyNot, text: str, parameters: ParameterSet) -> None:
    assert told.changes
    assert [one.size for one in told.changes] == sorted(one.size for one in told.changes)
    for change in told.changes:
        found = rank_with(library, change, told.id, text, parameters, float(change.value) if change.crossing else 0.0)
        assert found == change.rank > 0, change
        if change.crossing is not None and not isinstance(change.value, int):
            way = math.copysign(1.0, change.crossing.at - change.crossing.now)
            before = change.crossing.at - way * 1e-5 * max(1.0, abs(change.crossing.at))
            assert rank_with(library, change, told.id, text, parameters, before) == 0, change


def test_what_is_in_is_said_to_be_in(demo: Library) -> None:
    told = asked(demo, demo.search(QUERY).ids[0])
    assert (told.fell, told.rank, told.changes) == ("", 1, ())
    assert all(stage.passed for stage in told.stages)


def test_the_filter_names_the_term_and_where_it_stands(demo: Library) -> None:
    best = demo.get(demo.search(QUERY).ids[0])
    other = "semantic" if best.type.value == "working" else "working"
    text = f"{QUERY} tag:nowhere added:99999 type:{other}"
    told = asked(demo, best.id, text)
    assert told.fell == FILTER
    assert [one.text for one in told.refusals] == [text[one.start : one.end] for one in told.refusals]
    assert [one.text for one in told.refusals] == ["tag:nowhere", f"type:{other}"]


def test_the_trash_and_a_muted_status_are_told(demo: Library) -> None:
    best = demo.search(QUERY).ids[0]
    demo.forget(best)
    assert "trash" in asked(demo, best).stages[0].text
    demo.restore(best)
    demo.edit(best, status="muted")
    told = asked(demo, best)
    assert "muted" in told.stages[0].text
    assert told.refusals[0].start == -1


def test_a_score_term_refuses_after_scoring(demo: Library) -> None:
    told = asked(demo, demo.search(QUERY).ids[0], f"{QUERY} score>0.99")
    assert told.fell == FILTER
    assert "score>0.99" in told.stages[0].text


def test_what_is_no_candidate_is_told_its_ranks_and_which_list_would_take_it_in(demo: Library) -> None:
    narrow = M1.with_values(
        {
            "ranking.candidates_embedding": 5,
            "ranking.candidates_keyword": 1,
            "ranking.keep_threshold": 0.0,
            "ranking.limit": 50,
        }
    )
    taken = set(demo.search(QUERY, parameters=narrow).ids)
    wide = demo.search(QUERY, parameters=narrow.with_value("ranking.candidates_embedding", 9)).ids
    missing = next(i for i in wide if i not in taken)
    told = asked(demo, missing, QUERY, narrow)
    assert told.fell == CANDIDATES
    assert "where 5 enter" in told.stages[1].text
    [change] = [one for one in told.changes if one.name == "ranking.candidates_embedding"]
    for value, enters in ((int(change.value), True), (int(change.value) - 1, False)):
        found = demo.search(QUERY, parameters=narrow.with_value(change.name, value))
        assert (missing in found.ids) == enters


@pytest.mark.parametrize(
    "parameters",
    [
        M1,
        M1.with_value("ranking.limit", 50),
        BUILT_IN[LONG_MEMORY].with_values({"ranking.limit": 50, "ranking.keep_threshold": 0.3}),
        M1.with_values({"ranking.mmr": True, "ranking.limit": 50}),
    ],
    ids=["M1", "room for all", "Long memory", "MMR"],
)
def test_what_is_under_the_threshold_is_told_the_distance_and_what_would_bring_it_in(
    demo: Library, parameters: ParameterSet
) -> None:
    outcome = demo.search(QUERY, parameters=parameters)
    assert outcome.ranking is not None
    kept = int(outcome.ranking.kept.sum())
    told = asked(demo, outcome.ids[kept + 1], QUERY, parameters)
    assert told.fell == THRESHOLD
    short = parameters.ranking.keep_threshold - float(outcome.ranking.score[kept + 1])
    assert f"{short:.3f} short" in told.stages[2].note
    each_change_does_what_it_says(demo, told, QUERY, parameters)
    by_threshold = [one for one in (told.keeping or told.changes) if one.name == "ranking.keep_threshold"]
    assert by_threshold[0].exact
    assert by_threshold[0].crossing is not None
    assert by_threshold[0].crossing.at == pytest.approx(float(outcome.ranking.score[kept + 1]), abs=1e-9)


def test_what_is_beyond_the_limit_is_told_so(demo: Library) -> None:
    parameters = M1.with_values({"ranking.limit": 3, "ranking.keep_threshold": 0.0, "ranking.duplication": 0.0})
    told = asked(demo, demo.search(QUERY, parameters=parameters).ids[4], QUERY, parameters)
    assert told.fell == LIMIT
    assert told.stages[-1].note == "5th"
    each_change_does_what_it_says(demo, told, QUERY, parameters)
    assert any(one.name == "ranking.limit" and one.value == 5 for one in told.changes)


@pytest.mark.parametrize("changed", [{"ranking.mmr": True, "ranking.mmr_lambda": 0.3}, {"ranking.duplication": 0.9}])
def test_what_likeness_pushed_out_is_told_by_whom(demo: Library, changed: dict[str, float]) -> None:
    parameters = M1.with_values({"ranking.limit": 5, "ranking.keep_threshold": 0.0, **changed})
    alone = parameters.with_values({"ranking.mmr": False, "ranking.duplication": 0.0})
    wanted = demo.search(QUERY, parameters=alone).ids[:5]
    told = [asked(demo, i, QUERY, parameters) for i in wanted if i not in demo.search(QUERY, parameters=parameters).ids[:5]]
    displaced = [one for one in told if one.fell == DIVERSITY]
    assert displaced
    for one in displaced:
        text = one.stages[3].text
        assert demo.headlines([one.nearest])[one.nearest].title in text
        assert "has the last place" in text


def test_search_score_has_its_own_way(demo: Library) -> None:
    words = BUILT_IN[ILAB].with_value("ranking.limit", 1)
    outcome = demo.search(QUERY, parameters=words)
    assert asked(demo, outcome.ids[0], QUERY, words).fell == ""
    assert asked(demo, outcome.ids[1], QUERY, words).fell == LIMIT
    missing = next(i for i in demo.ids() if i not in outcome.ids)
    assert asked(demo, missing, QUERY, words).fell == CANDIDATES


def test_a_place_by_search_score_is_that_of_the_search(demo: Library) -> None:
    words = BUILT_IN[ILAB].with_value("ranking.limit", 1)
    ids = demo.search(QUERY, parameters=words).ids
    assert len(ids) > 3
    for place, memory_id in enumerate(ids):
        assert asked(demo, memory_id, QUERY, words).rank == place + 1


def test_an_unknown_memory_is_an_error_and_so_is_comparing_what_was_not_found(demo: Library) -> None:
    with pytest.raises(UnknownMemory, match="no-such"):
        demo.inquiries.why_not(QUERY, "no-such", M1)
    outcome = demo.search(QUERY)
    missing = next(i for i in demo.ids() if i not in outcome.ids)
    with pytest.raises(UnknownMemory, match="Why not"):
        demo.inquiries.above(QUERY, outcome.ids[0], missing, M1)


@pytest.mark.parametrize("name", ["M1", ILAB])
def test_the_terms_of_two_results_sum_to_their_difference_and_swaps_swap(demo: Library, name: str) -> None:
    parameters = BUILT_IN[name]
    outcome = demo.search(QUERY, parameters=parameters)
    swapped = 0
    for upper, lower in ((0, 1), (2, 5)):
        told = demo.inquiries.above(QUERY, outcome.ids[lower], outcome.ids[upper], parameters)
        assert (told.upper, told.lower) == (outcome.ids[upper], outcome.ids[lower])
        assert sum(term.difference for term in told.terms) == pytest.approx(told.upper_score - told.lower_score, abs=1e-9)
        for change in told.swaps:
            if change.name == IMPORTANCE:
                continue
            ids = demo.search(QUERY, parameters=parameters.with_value(change.name, change.value)).ids
            assert ids.index(told.lower) < ids.index(told.upper)
            swapped += 1
    assert swapped


def test_search_score_swaps_and_comes_in_exactly_where_its_lines_cross(demo: Library) -> None:
    words = BUILT_IN[ILAB].with_value("ranking.limit", 2)
    outcome = demo.search(QUERY, parameters=words)
    told = demo.inquiries.above(QUERY, outcome.ids[0], outcome.ids[3], words)
    changes = (*told.swaps, *(one for i in outcome.ids[2:8] for one in asked(demo, i, QUERY, words).changes))
    assert len(told.swaps) > 0
    assert [one for one in changes if not one.exact] == []
    each_change_of = asked(demo, outcome.ids[4], QUERY, words).changes
    for change in each_change_of:
        ids = demo.search(QUERY, parameters=words.with_value(change.name, change.value)).ids
        limit = change.value if change.name == "ranking.limit" else 2
        assert ids.index(outcome.ids[4]) < int(limit)


def test_questions_stop_when_nobody_wants_the_answer(demo: Library) -> None:
    found = demo.search(QUERY).ids
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        demo.inquiries.why_not(QUERY, found[-1], M1, cancel=token)
    with pytest.raises(Cancelled):
        demo.inquiries.above(QUERY, found[0], found[1], M1, cancel=token)
