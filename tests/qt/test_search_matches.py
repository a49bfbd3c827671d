"""Matched words in shown text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.qt.places.search.matches import clipped, match_spans


@pytest.mark.parametrize(
    ("text", "word", "found"),
    [
        ("They rotate; rotated, rotating", "rotat", ["rotate", "rotated", "rotating"]),
        ("Policies", "polici", ["Policies"]),
        ("a policy", "policies", ["policy"]),
        ("card", "car", []),
        ("Text", "test", []),
        ("東京都に行く", "東京", ["東京"]),
        ("x.y x", "x", ["x", "x"]),
    ],
)
def test_words_match_whatever_their_endings(text: str, word: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in match_spans(text, [word])] == found


@given(st.text(max_size=60), st.lists(st.text(max_size=8), max_size=4))
def test_spans_are_in_order_apart_and_inside(text: str, words: list[str]) -> None:
    spans = match_spans(text, words)
    flat = [end for span in spans for end in span]
    assert flat == sorted(flat)
    assert all(0 <= start < end <= len(text) for start, end in spans)


def test_clipping_cuts_and_drops() -> None:
    assert clipped(((0, 3), (5, 9), (12, 14)), 7) == ((0, 3), (5, 7))
