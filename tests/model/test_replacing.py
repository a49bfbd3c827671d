"""Find and replace: literal and by pattern, one step, with its way back."""

import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import InvalidMemory, InvalidPattern, StaleEdit
from memento_gui.model.library import Library
from memento_gui.model.replacing import Replacement, replacing


@pytest.mark.parametrize(
    ("replacement", "before", "after"),
    [
        (Replacement(find="a.c", put="\\1"), "A.C abc", "\\1 abc"),
        (Replacement(find="a.c", put="x", match_case=True), "A.C a.c", "A.C x"),
        (Replacement(find=r"(\w+)@old\.org", put=r"\1@new.org", pattern=True), "to ana@OLD.org", "to ana@new.org"),
        (Replacement(find="데이터", put="자료"), "데이터베이스", "자료베이스"),
        (Replacement(find="^(?=one|two)", put="> ", pattern=True), "one\ntwo", "> one\n> two"),
    ],
)
def test_what_is_found_is_replaced(library: Library, replacement: Replacement, before: str, after: str) -> None:
    memory = library.remember(before)
    library.remember("nothing to see")
    (change,) = library.replaced(library.ids(), replacement)
    assert (change.memory.id, change.content) == (memory.id, after)


def test_the_words_of_many_change_in_one_step_and_come_back_in_one(library: Library, clock: FixedClock) -> None:
    for number in range(5):
        library.remember(f"the old name, {number}", title="old" if number else "")
    before = library.get_many(library.ids())
    changes = library.replaced(library.ids(), Replacement(find="old", put="new"))
    assert [change.count for change in changes] == [1, 2, 2, 2, 2]
    back = library.apply(replacing(changes, now_ms=clock.now_ms()))
    assert [memory.content for memory in library.get_many(library.ids())] == [f"the new name, {n}" for n in range(5)]
    assert [revision.content for revision in library.revisions(before[1].id)] == ["the old name, 1"]
    library.apply(back)
    assert library.get_many(library.ids()) == before
    assert library.revisions(before[1].id) == []


def test_one_that_was_edited_meanwhile_stops_all_of_it(library: Library, clock: FixedClock) -> None:
    first, second = library.remember("old one"), library.remember("old two")
    changes = library.replaced(library.ids(), Replacement(find="old", put="new"))
    library.edit(second.id, content="quite other words")
    with pytest.raises(StaleEdit):
        library.apply(replacing(changes, now_ms=clock.now_ms()))
    assert (library.get(first.id).content, library.get(second.id).content) == ("old one", "quite other words")


@pytest.mark.parametrize(
    "replacement",
    [
        Replacement(find="", put="x"),
        Replacement(find="(", put="x", pattern=True),
        Replacement(find="a", put=r"\7", pattern=True),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused(library: Library, replacement: Replacement) -> None:
    library.remember("a word")
    with pytest.raises(InvalidPattern):
        library.replaced(library.ids(), replacement)


def test_a_text_that_could_not_be_kept_is_refused(library: Library) -> None:
    library.remember("a" * 100)
    with pytest.raises(InvalidMemory):
        library.replaced(library.ids(), Replacement(find="a", put="x" * 20_000))
    assert library.get(library.ids()[0]).content == "a" * 100


def test_a_pattern_that_takes_too_long_is_refused(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memento_gui.model.replacing.SECONDS_A_TEXT", 0.05)
    library.remember("a" * 5_000 + "b")
    with pytest.raises(InvalidPattern, match="too long"):
        library.replaced(library.ids(), Replacement(find=r"(?:a|aa|a?a)+?(?:a|aa)+?$", put="x", pattern=True))
