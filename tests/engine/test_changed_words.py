"""Changed words: what two lines do not share, and which lines belong together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.engine.changed_words import beside_each_other, changed_words


def marked(one: str, other: str) -> tuple[list[str], list[str]] | None:
    found = changed_words(one, other)
    return None if found is None else ([one[i:j] for i, j in found[0]], [other[i:j] for i, j in found[1]])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Tokens rotate on use", "Tokens never rotate on use", ([], ["never"])),
        ("the old laptop takes ten minutes", "the new laptop takes 11 minutes", (["old", "ten"], ["new", "11"])),
        ("rotate, on use.", "rotate on use!", ([",", "."], ["!"])),
        ("deploy on Friday late", "deploy on Monday or Tuesday late", (["Friday"], ["Monday or Tuesday"])),
        ("会議は金曜日です", "会議は月曜日です", (["金"], ["月"])),
        ("배포는 금요일에 하지 않는다", "배포는 월요일에 하지 않는다", (["금요일에"], ["월요일에"])),
        ("one two", "three four", None),
        ("the  spaces", "the spaces", None),
        ("", "", None),
        ("x " * 500, "x " * 501, None),
    ],
)
def test_only_the_words_that_differ_are_named(one: str, other: str, expected: tuple[list[str], list[str]] | None) -> None:
    assert marked(one, other) == expected


words = st.text(alphabet="ab ,会\n\u0301", max_size=20)


@given(words, words)
def test_without_the_changed_words_both_lines_say_the_same(one: str, other: str) -> None:
    found = changed_words(one, other)
    if found is not None:
        assert "".join(without(one, found[0]).split()) == "".join(without(other, found[1]).split())
        assert found[0] or found[1]


def without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


lines = st.lists(st.sampled_from(["a b c", "a b d", "e f", "g", ""]), max_size=6)


@given(lines, lines)
def test_every_line_comes_once_and_in_order(ones: list[str], others: list[str]) -> None:
    pairs = list(beside_each_other(ones, others))
    assert [one for one, _ in pairs if one is not None] == ones
    assert [other for _, other in pairs if other is not None] == others


def test_versions_of_a_line_stand_together_whatever_was_put_between() -> None:
    ones = ["Release on Friday at noon", "Tell the team"]
    others = ["A new first line", "Release on Monday at noon", "Something else", "Tell the whole team"]
    assert list(beside_each_other(ones, others)) == [
        (None, "A new first line"),
        ("Release on Friday at noon", "Release on Monday at noon"),
        (None, "Something else"),
        ("Tell the team", "Tell the whole team"),
    ]


def test_too_many_lines_stand_as_they_come() -> None:
    ones, others = [f"one {n}" for n in range(50)], ["other"]
    assert list(beside_each_other(ones, others)) == [("one 0", "other"), *((line, None) for line in ones[1:])]
