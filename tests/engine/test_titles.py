"""Titles that are suggested for texts without one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.engine.titles import LONGEST, suggested_title

LONG = "The deployment of the payment service happens on Tuesdays, because on Mondays the other team is still testing it"


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ("# Deploy days\n\nThey go out on Tuesdays.", "Deploy days"),
        ("## Deploy **days** ##\ntext", "Deploy days"),
        ("Deploys go out on Tuesdays. Ask Kim before Friday.", "Deploys go out on Tuesdays"),
        ("- [ ] Call the *dentist*! And then go home.", "Call the dentist"),
        ("> 1. See [the plan](https://example.org/a.b). Soon.", "See the plan"),
        ("Use snake_case names. Always.", "Use snake_case names"),
        ("```python\nx = 1\n```\nRun the block above first. Then read.", "Run the block above first"),
        (f"{LONG}.", "The deployment of the payment service happens on Tuesdays"),
        ("我们决定周二发布。之后再看。", "我们决定周二发布"),
        ("v2.1 is out. Tell all.", "v2.1 is out"),
    ],
)
def test_a_title_is_the_heading_or_the_first_sentence(content: str, title: str) -> None:
    assert suggested_title(content) == title


@pytest.mark.parametrize("content", ["", "  \n ", "Deploys go out on Tuesdays.", "# Only a heading", "```\ncode\n```"])
def test_a_text_that_is_a_title_by_itself_gets_none(content: str) -> None:
    assert suggested_title(content) == ""


def test_a_sentence_without_clauses_is_cut_between_words() -> None:
    assert suggested_title("word " * 40) == ("word " * 14).strip() + "…"


@given(st.text())
def test_a_title_is_short_and_one_line(content: str) -> None:
    title = suggested_title(content)
    assert len(title) <= LONGEST
    assert len(title.splitlines()) <= 1
    assert title == title.strip()
