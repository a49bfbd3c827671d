"""Markdown as plain words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memento_gui.engine.plain_words import plain_words

WORDS = st.text(st.characters(whitelist_categories=("Lu", "Ll", "Lo", "Nd")), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("# Heading\n\nText", "Heading Text"),
        ("## Closed ##", "Closed"),
        ("a **bold** word, *leaning*, ***both***", "a bold word, leaning, both"),
        ("__bold__ and _leaning_", "bold and leaning"),
        ("run `just ship **now**` first", "run just ship **now** first"),
        ("[the docs](https://a.example/b_(c)) and ![a cat](cat.png)", "the docs and a cat"),
        ("[by name][ref] and <https://a.example>", "by name and https://a.example"),
        ("- one\n- two\n  - [x] three", "one · two · three"),
        ("> quoted\n> on", "quoted on"),
        ("```sh\n# a comment\nrm *.log\n```\nafter", "# a comment rm *.log after"),
        ("before\n\n---\n\nafter\n===", "before after"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", "a · b 1 · 2"),
        ("~~gone~~ here", "gone here"),
        (r"2 \* 3 and \_x\_", "2 * 3 and _x_"),
        ("1. first\n2. second", "1. first 2. second"),
        ("2 * 3 * 4, snake_case_name, C# and #tag", "2 * 3 * 4, snake_case_name, C# and #tag"),
        ("**번역** 편지", "번역 편지"),
        ("a **👩‍🚀 launch** day", "a 👩‍🚀 launch day"),
        ("**مرحبا** بالعالم", "مرحبا بالعالم"),
        ("**unclosed and `unclosed", "**unclosed and `unclosed"),
        ("", ""),
    ],
)
def test_marks_go_and_words_stay(marked: str, plain: str) -> None:
    assert plain_words(marked) == plain


@given(st.text(max_size=300))
def test_any_text_becomes_one_line_of_its_own_characters(text: str) -> None:
    said = plain_words(text)
    assert said == " ".join(said.split())
    assert set(said) <= set(text) | {" ", "·"}


@given(st.lists(WORDS, min_size=1, max_size=6), st.data())
def test_what_markdown_shows_is_what_is_said(words: list[str], data: st.DataObject) -> None:
    marks = [data.draw(st.sampled_from(["", "*", "**", "`", "~~"])) for _ in words]
    marked = " ".join(f"{mark}{word}{mark}" for mark, word in zip(marks, words, strict=True))
    tokens = MarkdownIt("commonmark").enable("strikethrough").parse(marked)
    shown = "".join(
        child.content for token in tokens for child in (token.children or []) if child.type in {"text", "code_inline"}
    )
    assert plain_words(marked) == " ".join(shown.split())


def test_a_text_of_nothing_but_marks_takes_no_time() -> None:
    for unit in ("*", "_", "`", "[", "~", "**a", "_a", "![", "\\", "a*b_c`", "|", "> ", "[a]("):
        plain_words(unit * 20_000)
