"""The filter that stands in the way of a search."""

import pytest

from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library
from memento_gui.model.searches.ways_out import way_out

M1 = ParameterSet()


@pytest.mark.parametrize(
    ("text", "dropped", "rest"),
    [
        ("how do we deploy tag:nowhere", "tag:nowhere", "how do we deploy"),
        ('how "no such phrase" deploy type:semantic', '"no such phrase"', "how deploy type:semantic"),
        ("deploy score>0.99", "score>0.99", "deploy"),
    ],
)
def test_the_filter_in_the_way_is_named_and_the_rest_finds(demo: Library, text: str, dropped: str, rest: str) -> None:
    kept = demo.finding.search(text, M1)
    assert not kept.outcome.ids
    way = way_out(demo.finding, kept)
    assert way is not None
    assert (way.dropped, way.rest) == (dropped, rest)
    assert way.count == len(demo.search(rest, parameters=M1)) > 0


@pytest.mark.parametrize("text", ["tag:nowhere", "deploy tag:nowhere tag:neither"])
def test_where_one_is_not_enough_nothing_is_said(demo: Library, text: str) -> None:
    assert way_out(demo.finding, demo.finding.search(text, M1)) is None
