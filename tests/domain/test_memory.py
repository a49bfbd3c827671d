"""Memories as values, and the texts the store refuses."""

import pytest

from memento_gui.domain.errors import InvalidMemory, MementoError, UnknownMemory
from memento_gui.domain.memory import MAX_CONTENT_BYTES, Answer, Memory, check_text, clean_tags


@pytest.mark.parametrize(
    ("text", "reason"), [("a\0b", "NUL"), ("half \ud83d", "surrogate"), ("é" * MAX_CONTENT_BYTES, "bytes")]
)
def test_a_text_that_cannot_be_kept_byte_for_byte_is_refused_with_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(InvalidMemory, match=reason) as caught:
        check_text(text)
    assert "Nothing was saved" in caught.value.sentence


@pytest.mark.parametrize("text", ["", "Пароль", "中文优先", "\u202eevil\u202c", "bell\x07", "x" * MAX_CONTENT_BYTES])
def test_any_other_text_is_taken_as_it_is(text: str) -> None:
    assert check_text(text) is text


def test_empty_tags_and_exact_repeats_are_dropped_in_order() -> None:
    assert clean_tags(("b", "", "a", "b", "B")) == ("b", "a", "B")


def test_the_headline_is_the_title_or_the_first_line_that_says_something() -> None:
    assert Memory(id="1", content="\n\n  first \nsecond", created_ms=0, updated_ms=0).headline == "first"
    assert Memory(id="1", content="first", title="Title", created_ms=0, updated_ms=0).headline == "Title"
    assert Memory(id="1", content=" \n", created_ms=0, updated_ms=0).headline == ""


def test_answers_rate_from_one_to_four() -> None:
    assert [Answer(name).rating for name in ("bad", "hard", "ok", "helpful")] == [1, 2, 3, 4]


def test_an_error_is_its_sentence_even_where_python_would_quote_it() -> None:
    assert str(UnknownMemory("No memory has the id 'x'.")) == "No memory has the id 'x'."
    assert isinstance(UnknownMemory("x"), KeyError)
    assert MementoError().sentence == "MementoError"
