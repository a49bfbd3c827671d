"""Numbers that are only tried say what a search under them would say, without asking the indexes again."""

import pytest

from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library
from memento_gui.model.searches.trials import Trials

M1 = ParameterSet()
RECENT = M1.with_values({"ranking.relevance": 0.2, "ranking.recency": 0.9, "ranking.keep_threshold": 0.1})
WORDS = M1.with_value("ranking.scheme", "search_score")
TEXT = "how do we deploy"


def kept_of(library: Library, parameters: ParameterSet) -> list[str]:
    outcome = library.search(TEXT, parameters=parameters)
    if outcome.ranking is None:
        return list(outcome.ids)
    return [identity for identity, kept in zip(outcome.ids, outcome.ranking.kept, strict=True) if kept]


@pytest.mark.parametrize(("before", "after"), [(M1, RECENT), (RECENT, M1), (M1, WORDS), (M1, M1)])
def test_ranks_are_those_of_both_searches(demo: Library, before: ParameterSet, after: ParameterSet) -> None:
    trial = demo.trials.compare(TEXT, before, after)
    old, new = kept_of(demo, before), kept_of(demo, after)
    first = [step.memory_id for step in trial.steps]
    assert first[: len(new[:10])] == new[:10]
    assert set(first[len(new[:10]) :]) == set(old[:10]) - set(new[:10])
    for step in trial.steps:
        assert step.before == (old.index(step.memory_id) + 1 if step.memory_id in old else None)
        assert step.after == (new.index(step.memory_id) + 1 if step.memory_id in new else None)
    assert trial.moved == sum(step.before != step.after for step in trial.steps)
    assert not trial.words_only
    if before == after:
        assert trial.moved == 0
        assert all(step.risen == 0 for step in trial.steps)


def test_what_the_indexes_said_is_kept_until_the_store_changes(demo: Library) -> None:
    asked: list[str] = []
    inner = demo.trials._find

    def find(text: str, parameters: ParameterSet) -> object:
        asked.append(text)
        return inner(text, parameters)

    trials = Trials(demo._live, demo.clock, find)  # type: ignore[arg-type]
    for value in (0.5, 0.6, 0.7):
        trials.compare(TEXT, M1, M1.with_value("ranking.relevance", value))
    trials.changes(TEXT, M1, lambda: None)
    assert asked == [TEXT]
    trials.compare(TEXT, M1, M1.with_value("relevance.title_exact", 0.9))  # another title signal
    assert asked == [TEXT] * 2
    demo.remember("how do we deploy on Fridays")
    trials.compare(TEXT, M1, M1)
    assert len(asked) == 3


def test_changes_are_confirmed_by_searching(demo: Library) -> None:
    changes = demo.trials.changes(TEXT, M1, lambda: None)
    assert sum(map(len, changes.values())) > 10
    for name in ("ranking.recency", "ranking.relevance", "relevance.keyword", "recency.half_life.semantic"):
        assert len(changes[name])
        for edge in changes[name].tolist():
            sides = [set(kept_of(demo, M1.with_value(name, side))[:10]) for side in (edge * (1 - 1e-7), edge * (1 + 1e-7))]
            assert sides[0] != sides[1], (name, edge)


@pytest.mark.parametrize("text", ["", "tag:acequia", "deploy score>0.5"])
def test_a_query_that_ranks_nothing_has_no_changes(demo: Library, text: str) -> None:
    assert not demo.trials.changes(text, M1, lambda: None)
    assert demo.trials.compare(text, M1, RECENT).text == text


def test_search_score_has_no_changes(demo: Library) -> None:
    assert demo.trials.changes(TEXT, WORDS, lambda: None) == {}
