"""Code in colours: every character stays, languages that nobody knows stay plain, and big blocks stay quick."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument

from memento_gui.qt.theme import DARK, Theme
from memento_gui.qt.tokens import tokens
from memento_gui.qt.widgets.code import LONGEST, LONGEST_LINE, parts_of
from memento_gui.qt.widgets.markdown import colour_code, rich_text
from memento_gui.qt.widgets.markdown_view import MarkdownView

PYTHON = "```python\ndef one():  # why\n    return '<b>' + str(1)\n```\n"


def roles(code: str, language: str) -> dict[str, str]:
    return {text.strip(): role for role, text in parts_of(code, language) if text.strip()}


def test_words_of_a_language_have_their_roles() -> None:
    found = roles("def one():  # why\n    return 'a' + 1", "python")
    assert found["def"] == found["return"] == "keyword"
    assert found["# why"] == "comment"
    assert found["'a'"] == "string"
    assert found["1"] == "number"
    assert roles("-old\n+new", "diff") == {"-old": "deleted", "+new": "inserted"}


@pytest.mark.parametrize("language", ["", "nothing-known", "한국어", "../python", "<b>"])
def test_what_names_no_language_is_plain(language: str) -> None:
    assert parts_of("def one(): ...", language) == (("", "def one(): ..."),)


@given(
    st.text(st.characters(codec="utf-8"), max_size=200),
    st.sampled_from(["python", "bash", "json", "sql", "yaml", "html", "diff", "markdown", "console", "rust", "c++", "tsx"]),
)
def test_the_parts_together_are_the_code(code: str, language: str) -> None:
    assert "".join(text for _, text in parts_of(code, language)) == code


def test_blocks_and_lines_beyond_bounds_are_plain() -> None:
    line = "x = 1\n"
    assert len(parts_of(line, "python")) > 1
    for code in (line * (LONGEST // len(line) + 1), f"x = {'1' * LONGEST_LINE}\n"):
        assert parts_of(code, "python") == (("", code),)


def test_code_of_a_memory_is_shown_in_the_colours_of_the_theme(theme: Theme, qtbot: object) -> None:
    for dark in (False, True):
        colours = tokens(dark=dark)
        shown = rich_text(PYTHON, colours)
        assert f"color:{colours.css()['accent_text']}'>def</span>" in shown
        assert "&lt;b&gt;" in shown
        assert "<b>" not in shown
        document = QTextDocument()
        document.setHtml(shown)
        assert "def one():  # why\n    return '<b>' + str(1)" in document.toPlainText().replace("\u2028", "\n")
    view = MarkdownView(theme)
    view.show_markdown(PYTHON)
    before = view.toHtml()
    theme.choose(DARK)
    assert view.toHtml() != before
    view.deleteLater()


def test_colours_that_were_computed_ahead_are_found() -> None:
    source = "text\n\n~~~sql\nselect 'ahead' from t\n~~~\n\n- ```json\n  {\"ahead\": 1}\n  ```\n"
    before = parts_of.cache_info()
    colour_code(source)
    computed = parts_of.cache_info()
    assert computed.misses == before.misses + 2
    rich_text(source, tokens(dark=False))
    assert parts_of.cache_info().misses == computed.misses
    assert parts_of.cache_info().hits == computed.hits + 2
