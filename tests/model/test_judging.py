"""Judgements: kept with their query, undone whole, and counted into figures."""

import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled, InvalidMemory, StaleEdit, UnknownMemory
from memento_gui.engine.metrics import ndcg_at
from memento_gui.model.library import Library


def _three(library: Library) -> list[str]:
    texts = ("Tokens rotate on every use", "Session tokens live ten minutes", "The bakery opens at seven")
    return [library.remember(text).id for text in texts]


def test_a_grade_is_kept_with_its_query_and_undone_whole(library: Library) -> None:
    first, second, _ = _three(library)
    library.judging.rate("  token   rotation ", first, 3)
    assert library.judging.grades("token rotation") == {first: 3}
    assert library.judging.grades("token") == {}
    back = library.apply(library.judging.rate_edit("token rotation", first, 1))
    again = library.apply(back)
    assert library.judging.grades("token rotation") == {first: 3}
    library.apply(again)
    assert library.judging.grades("token rotation") == {first: 1}
    library.judging.rate("token rotation", second, 0)
    library.judging.rate("token rotation", first, None)
    assert library.judging.grades("token rotation") == {second: 0}


def test_what_someone_else_graded_meanwhile_is_left_alone(library: Library) -> None:
    first, *_ = _three(library)
    late = library.judging.rate_edit("tokens", first, 3)
    library.judging.rate("tokens", first, 0)
    with pytest.raises(StaleEdit):
        library.apply(late)
    assert library.judging.grades("tokens") == {first: 0}


def test_what_cannot_be_graded_is_said(library: Library) -> None:
    first, *_ = _three(library)
    with pytest.raises(InvalidMemory, match="none"):
        library.judging.rate(" ", first, 1)
    with pytest.raises(InvalidMemory, match="4"):
        library.judging.rate("tokens", first, 4)
    with pytest.raises(UnknownMemory):
        library.judging.rate("tokens", "nobody", 1)
    assert library.judging.queries() == ()


@pytest.mark.parametrize("query", ["\ud800 tokens", "to\0kens", "re:(", "'; drop table judgement"])
def test_no_query_is_an_error_to_look_up(library: Library, query: str) -> None:
    first, *_ = _three(library)
    assert library.judging.figures(library.search(query)).judged == 0
    if query.isprintable():
        library.judging.rate(query, first, 2)
        assert library.judging.grades(query) == {first: 2}
    else:
        with pytest.raises(InvalidMemory, match="query"):
            library.judging.rate(query, first, 2)


def test_judged_queries_leave_the_trash_out(library: Library) -> None:
    first, second, third = _three(library)
    library.judging.rate("tokens", first, 3)
    library.judging.rate("tokens", second, 1)
    library.judging.rate("bread", third, 2)
    library.forget(third, second)
    assert [(query.text, dict(query.grades)) for query in library.judging.queries()] == [("tokens", {first: 3})]
    library.restore(third)
    assert [query.text for query in library.judging.queries()] == ["bread", "tokens"]
    assert library.judging.figures(library.search("tokens")).judged == 1


def test_figures_follow_the_order_of_the_search(library: Library) -> None:
    first, second, third = _three(library)
    library.judging.rate("tokens", second, 2)
    library.judging.rate("tokens", third, 3)
    outcome = library.search("tokens")
    figures = library.judging.figures(outcome)
    assert set(outcome.ids) == {first, second}
    assert figures.ndcg == pytest.approx(ndcg_at(outcome.ids, {second: 2, third: 3}, 10))
    assert figures.recall == 0.5
    assert figures.reciprocal_rank == 1.0 / (outcome.ids.index(second) + 1)
    assert figures.unjudged == (first,)
    assert (figures.judged, figures.relevant) == (2, 2)


def test_means_are_over_queries_for_which_anything_is_relevant(library: Library) -> None:
    first, _, third = _three(library)
    library.judging.rate("tokens rotate", first, 3)
    library.judging.rate("bakery", third, 3)
    library.judging.rate("bakery", first, 1)
    library.judging.rate("session", third, 0)
    quality = library.judging.quality()
    assert [figures.text for figures in quality.queries] == ["bakery", "session", "tokens rotate"]
    assert [figures.text for figures in quality.counted] == ["bakery", "tokens rotate"]
    assert quality.recall == pytest.approx((0.5 + 1.0) / 2)
    assert quality.mrr == 1.0
    assert quality.ndcg == pytest.approx(sum(figures.ndcg for figures in quality.counted) / 2)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        library.judging.quality(cancel=token)
