"""The languages of a store: whose word endings its searches know, and what is highlighted."""

import pytest

from memento_gui.domain.errors import InvalidParameter
from memento_gui.model.library import Library


def found(library: Library, query: str) -> list[str]:
    return [hit.memory.content for hit in library.recall(query)]


def test_words_are_found_by_the_endings_of_the_languages_that_are_chosen(library: Library) -> None:
    library.remember("Trabajamos los martes")
    assert list(library.wording.languages) == ["english"]
    assert found(library, "trabajando") == []
    library.wording.use("english", "spanish")
    assert list(library.wording.languages) == ["english", "spanish"]
    assert found(library, "trabajando") == ["Trabajamos los martes"]
    assert len(library.filter("trabajando").rows) == 1


def test_choosing_is_an_edit_that_can_be_taken_back(library: Library) -> None:
    library.remember("Trabajamos los martes")
    assert found(library, "trabajamos")
    back = library.apply(library.wording.use_edit(["spanish"]))
    assert found(library, "trabajando")
    library.apply(back)
    assert list(library.wording.languages) == ["english"]
    assert not found(library, "trabajando")


def test_no_language_leaves_words_as_they_are_written(library: Library) -> None:
    library.remember("Deploys go out on Tuesdays")
    library.wording.use()
    assert not library.wording.languages
    assert not found(library, "deploy?")
    assert found(library, "deploys")


def test_an_unknown_language_is_refused(library: Library) -> None:
    with pytest.raises(InvalidParameter, match="klingon"):
        library.wording.use("klingon")
    assert list(library.wording.languages) == ["english"]
    assert "spanish" in library.wording.known


@pytest.mark.parametrize(
    ("text", "query", "marked"),
    [
        ("They rotate; rotated, rotating", "rotates", ["rotate", "rotated", "rotating"]),
        ("Policies and a policy", "policy", ["Policies", "policy"]),
        ("card", "car", ["card"]),
        ("card", "car?", []),
        ("中文优先", "优先", ["优先"]),
        ("the getUserName call at a Café", "user cafe", ["User", "Café"]),
        ("RULE-A002 and A003", "A002", ["A002"]),
    ],
)
def test_what_matches_is_marked_as_the_index_finds_it(library: Library, text: str, query: str, marked: list[str]) -> None:
    library.remember(text)
    outcome = library.search(query)
    assert [text[start:end] for start, end in outcome.matches(text)] == marked


@pytest.mark.parametrize(
    ("languages", "query", "marked"),
    [
        (("english",), "what is the plan for the broker", ["plan", "broker"]),
        (("english",), "what is the", ["the", "is", "the"]),
        (("english",), "the zebra", ["the", "the"]),
        (("english", "spanish"), "cuál es el plan", ["plan"]),
        (("english",), "the el", ["el"]),
        ((), "the plan", ["the", "plan", "the"]),
    ],
)
def test_stop_words_of_the_chosen_languages_are_marked_only_where_no_other_word_occurs(
    library: Library, languages: tuple[str, ...], query: str, marked: list[str]
) -> None:
    text = "the plan is to restart the broker; el riego es tarde"
    library.wording.use(*languages)
    library.remember(text)
    outcome = library.search(query)
    assert [text[start:end] for start, end in outcome.matches(text)] == marked


def test_a_word_that_stands_nearly_everywhere_is_not_marked_beside_a_rare_one(library: Library) -> None:
    for number in range(60):
        library.remember(f"gateway note {number}")
    rare = "gateway zanzibar"
    library.remember(rare)
    assert library.search("gateway zanzibar").matches(rare) == ((8, 16),)
    assert library.search("gateway").matches(rare) == ((0, 7),)


def test_marks_know_the_endings_of_the_chosen_languages(library: Library) -> None:
    library.wording.use("spanish")
    text = "Trabajamos los martes"
    library.remember(text)
    assert [text[start:end] for start, end in library.search("trabajando").matches(text)] == ["Trabajamos"]
