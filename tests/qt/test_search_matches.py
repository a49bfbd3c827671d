"""Matched words in shown text."""

from memento_gui.qt.places.search.results.matches import clipped


def test_clipping_cuts_and_drops() -> None:
    assert clipped(((0, 3), (5, 9), (12, 14)), 7) == ((0, 3), (5, 7))
