"""Two sets on the same queries, and the searches that are kept."""

import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled, InvalidMemory, StaleEdit
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.metrics import kendall_tau, overlap
from memento_gui.model.library import Library
from memento_gui.model.searches.comparing import comparison

M1 = ParameterSet()
RECENT = M1.with_values({"ranking.relevance": 0.0, "ranking.recency": 1.0, "ranking.importance": 0.0})


def test_moves_overlap_and_tau_of_two_orders() -> None:
    told = comparison("q", "abcd", "bacx", {"a": 3})
    assert told.moved == 3  # a and b changed places, d is gone
    assert told.overlap == 0.75
    assert told.tau == pytest.approx(1 / 3)
    assert told.figures is not None
    assert [figures.reciprocal_rank for figures in told.figures] == [1.0, 0.5]
    assert comparison("q", "ab", "ab", {"a": 0}).figures is None
    assert comparison("q", "", "", {}).moved == 0


def test_both_sets_are_searched_and_measured(demo: Library) -> None:
    text = "how do we deploy"
    compared = demo.comparing.compare(text, M1, RECENT)
    assert compared.first.ids == demo.search(text, parameters=M1).ids
    assert compared.second.ids == demo.search(text, parameters=RECENT).ids
    assert compared.first.ids[:10] != compared.second.ids[:10]
    told = compared.comparison
    assert told.overlap == overlap(compared.first.ids, compared.second.ids, 10)
    assert told.tau == kendall_tau(compared.first.ids[:100], compared.second.ids[:100])
    assert told.figures is None
    demo.judging.rate(f" {text} ", compared.first.ids[0], 3)
    judged = demo.comparing.compare(text, M1, RECENT).comparison.figures
    assert judged is not None
    assert judged[0].ndcg == 1.0
    same = demo.comparing.compare(text, M1, M1).comparison
    assert (same.moved, same.overlap, same.tau) == (0, 1.0, 1.0)


def test_many_queries_are_compared_until_nobody_wants_it(demo: Library) -> None:
    texts = ("how do we deploy", "coffee")
    assert [told.text for told in demo.comparing.compare_all(texts, M1, RECENT)] == list(texts)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        demo.comparing.compare_all(texts, M1, RECENT, cancel=token)


def test_a_saved_search_is_kept_changed_and_undone(library: Library) -> None:
    saved = library.saved_searches
    back = library.apply(saved.save_edit(" My  tokens ", " token rotation "))
    library.apply(saved.save_edit("Bread", "bakery"))
    assert [(search.name, search.query) for search in saved.every()] == [
        ("My tokens", "token rotation"),
        ("Bread", "bakery"),
    ]
    library.apply(saved.save_edit("My tokens", "other words"))
    with pytest.raises(StaleEdit):
        library.apply(back)
    again = library.apply(saved.remove_edit("Bread"))
    assert [search.name for search in saved.every()] == ["My tokens"]
    library.apply(again)
    assert [search.query for search in saved.every()] == ["other words", "bakery"]
    with pytest.raises(InvalidMemory, match="name"):
        saved.save_edit("  ", "words")
