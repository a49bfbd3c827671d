"""Completion: what could stand where the cursor is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.search.fields import FIELDS
from memento_gui.search.query import Vocabulary, completions, parse

VOCABULARY = Vocabulary(
    tags=("auth", "deploy", "two words", "oauth"), sources=("claude", ""), projects=("memento",), users=("ines",)
)


def offered(text: str, cursor: int | None = None) -> list[str]:
    at = len(text) if cursor is None else cursor
    return [one.text for one in completions(text, at, VOCABULARY)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TA", ["tag:"]),
        ("cre", ["created>"]),
        ("tag:a", ["tag:auth", "tag:oauth"]),
        ("tag:tw", ['tag:"two words"']),
        ('tag:"two w', ['tag:"two words"']),
        ("tag:AU", ["tag:auth", "tag:oauth"]),
        ("-tag:dep", ["tag:deploy"]),
        ("(tag:dep", ["tag:deploy"]),
        ("heron type:sem", ["type:semantic"]),
        ("is:p", ["is:pinned", "is:promoted", "is:suspended", "is:duplicate"]),
        ("source:", ["source:claude", "source:none"]),
        ("created>y", ["created>yesterday", "created>today"]),
        ("#dep", ["#deploy"]),
        ("#two", []),
        ("score<", []),
        ("unknown:x", []),
        ("tag:auth", ["tag:oauth"]),
        ('"a phrase', []),
        ("foo-ta", []),
    ],
)
def test_what_is_offered(text: str, expected: list[str]) -> None:
    assert offered(text) == expected


def test_with_nothing_typed_every_field_is_offered_with_what_it_means() -> None:
    found = completions("heron ", 6, VOCABULARY)
    assert [one.text.rstrip(":<>") for one in found] == list(FIELDS)
    assert all(one.help for one in found)


def test_the_whole_word_under_the_cursor_is_replaced() -> None:
    text = "is:due tag:deXX rest"
    [one] = completions(text, text.index("XX"), VOCABULARY)
    assert text[: one.start] + one.text + text[one.end :] == "is:due tag:deploy rest"


@given(st.text(max_size=30), st.integers(0, 40))
def test_any_text_and_cursor_give_an_answer(text: str, cursor: int) -> None:
    for one in completions(text, min(cursor, len(text)), VOCABULARY):
        assert 0 <= one.start <= one.end <= len(text)


def test_a_completed_value_is_read_as_that_value() -> None:
    for text in ("tag:", "type:", "is:", "source:", "created>"):
        for written in offered(text):
            query = parse(written)
            assert query.remarks == ()
            assert len(query.terms) == 1
