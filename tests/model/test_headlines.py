"""What rows show of a memory's words."""

import pytest

from memento_gui.model.library import Library
from memento_gui.model.live import headline
from memento_gui.search.words import word_spans

LONG = "A line that says something else at length, before anything that is sought comes. " * 3


@pytest.mark.parametrize(
    ("content", "query", "shown"),
    [
        ("The **deploy** runs `just ship`", "deploy", ["deploy"]),
        (f"{LONG}Then the **deploy** runs", "deploy", ["deploy"]),
        (f"{LONG}그리고 **데이터베이스는** 느리다", "데이터베이스", ["데이터베이스"]),
        (f"👩‍🚀🚀 {LONG}🚀 *launch* day 🚀", "launch", ["launch"]),
        (f"{LONG}ثم **الخادم** يعمل", "الخادم", ["الخادم"]),
        (f"{LONG}# Heading\n\n[deploy notes](https://a.example)", "deploy", ["deploy"]),
    ],
)
def test_the_snippet_holds_the_words_sought_without_marks(content: str, query: str, shown: list[str]) -> None:
    def around(text: str) -> list[tuple[int, int]]:
        return word_spans(text, [query, *(query[at : at + 2] for at in range(len(query) - 1))], ())

    snippet = headline("Title", content, (), around=around).snippet
    found = [snippet[start:end] for start, end in around(snippet)]
    assert found[: len(shown)] == shown
    assert snippet.index(shown[0]) < 60
    assert "**" not in snippet
    assert "](" not in snippet


def test_without_a_title_the_first_line_is_one_in_plain_words() -> None:
    told = headline("", "## The *first* line\n\n- one\n- two", ())
    assert (told.title, told.snippet) == ("The first line", "one · two")


def test_a_long_line_goes_on_in_the_snippet_where_there_is_one() -> None:
    text = "Important decision: we will never store raw card numbers, only tokens that the provider gives us"
    assert headline("", text, ()).title == text
    told = headline("", text, (), around=lambda _text: [])
    assert f"{told.title} {told.snippet}" == text
    assert len(told.title) <= 52
    unbroken = headline("", "漢" * 100, (), around=lambda _text: [])
    assert (unbroken.title, unbroken.snippet) == ("漢" * 26, "漢" * 74)


def test_a_search_shows_where_its_words_stand(demo: Library) -> None:
    memory = demo.remember(f"{LONG}\n\n## Zanzibar\n\n**zanzibar** is an island", title="Far away")
    outcome = demo.search("what do we know of zanzibar")
    [line] = demo.headlines([memory.id], around=outcome.best_matches).values()
    assert line.snippet.startswith("…")
    shown = [line.snippet[start:end] for start, end in outcome.matches(line.snippet)]
    assert shown[:2] == ["Zanzibar", "zanzibar"]
