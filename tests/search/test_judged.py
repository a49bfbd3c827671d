"""The judged set: memories and questions belong together, and what is said of them is so."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from memento_gui.search.words import words

JUDGED = Path(__file__).parent.parent / "data" / "judged"
FUNCTION_WORDS = frozenset(
    words(
        "a about after again all an and any are as at be before by did do does for from had has have he her his how i if in"
        " is it its may more must no not of off on or our out over s she so than that the their them then there they this"
        " to up us was we were what when where which who whose why will with you"
    )
)


def read(pattern: str) -> list[dict[str, Any]]:
    paths = sorted(JUDGED.glob(pattern))
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


MEMORIES = {memory["id"]: memory for memory in read("memories-*.jsonl")}
QUESTIONS = read("questions-*.jsonl")


def test_there_is_enough_of_each_language_and_nothing_twice() -> None:
    assert len(MEMORIES) >= 150
    assert len(MEMORIES) == len(read("memories-*.jsonl"))
    assert len({question["query"] for question in QUESTIONS}) == len(QUESTIONS) >= 60
    asked = Counter(question["language"] for question in QUESTIONS)
    assert asked["en"] >= 30
    assert asked["es"] >= 15
    assert asked["ko"] >= 15


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["query"])
def test_a_question_is_graded_by_memories_that_are_there(question: dict[str, Any]) -> None:
    assert set(question["grades"]) <= MEMORIES.keys()
    assert 3 in question["grades"].values()
    assert set(question["grades"].values()) <= {0, 1, 2, 3}


def test_a_third_of_the_english_questions_shares_no_content_word_with_any_of_its_answers() -> None:
    english = [question for question in QUESTIONS if question["language"] == "en"]
    apart = [question for question in english if question.get("apart")]
    assert 3 * len(apart) >= len(english)
    for question in apart:
        asked = set(words(question["query"])) - FUNCTION_WORDS
        for identity in question["grades"]:
            assert not asked & set(words(MEMORIES[identity]["content"])), (question["query"], identity)
