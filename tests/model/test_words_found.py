"""Words of any script and spelling, from what is remembered to what is found: by recall, by the filter line, and marked."""

import pytest

from memento_gui.model.library import Library


@pytest.mark.parametrize(
    ("query", "content"),
    [
        ("A002", "RULE-A002 stands"),
        ("rule", "RULE-A002 stands"),
        ("rulea002", "RULE-A002 stands"),
        ("R", "written in R, not in C"),
        ("C", "written in R, not in C"),
        ("5", "room 5 is locked"),
        ("中文", "中文优先"),
        ("文", "中文优先"),
        ("데이터베이스", "데이터베이스는 느리다"),
        ("cafe", "the café at the corner"),
        ("café", "the cafe at the corner"),
        ("muller", "Frau Müller called"),
        ("Müller", "Frau MULLER called"),
        ("пароль", "Пароль сменён"),
        ("🚀", "launch day 🚀"),
        ("foo-bar", "call fooBar once"),
        ("foobar", "call foo_bar once"),
        ("bar", "call fooBar once"),
        ("getUser", "get_user is slow"),
        ("deployed", "Deploys go out on Tuesdays"),
        ("ＡＢＣ", "abc of it"),
    ],
)
def test_a_query_finds_the_memory(library: Library, query: str, content: str) -> None:
    library.remember(content)
    library.remember("something else entirely")
    assert [hit.memory.content for hit in library.recall(query)] == [content]
    assert len(library.filter(query).rows) == 1
    assert library.search(query).matches(content)


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        "*",
        "**",
        "a:b",
        '"unclosed',
        "NEAR(a b)",
        "(((",
        "))",
        "-",
        "--",
        "tag:",
        "created>",
        "re:(",
        "or",
        "😀",
        "\x00",
        "' OR 1=1 --",
        "a AND NOT",
        chr(0xD800),  # half of a character
        "x" * 10000,
    ],
)
def test_no_query_is_an_error(library: Library, query: str) -> None:
    library.remember("a plain memory near b")
    assert all(hit.memory.content for hit in library.recall(query))
    assert library.filter(query).rows.ndim == 1


@pytest.mark.parametrize(
    ("query", "content", "marked"),
    [
        ("deploym", "Deployments go out on Tuesdays", "Deployments"),
        ("tuesdays deplo", "Deployments go out on Tuesdays", "Deployments"),
        ("getU", "getUserName fails", "get"),
        ("reun", "La reunión es hoy", "reunión"),
    ],
)
def test_the_word_being_typed_may_go_on(library: Library, query: str, content: str, marked: str) -> None:
    library.remember(content)
    library.remember("something else entirely")
    outcome = library.search(query)
    assert [library.get(identity).content for identity in outcome.ids] == [content]
    assert marked in [content[start:end] for start, end in outcome.matches(content)]
    assert len(library.filter(query).rows) == 1


def test_a_word_that_is_finished_or_occurs_does_not_go_on(library: Library) -> None:
    library.remember("Deployments go out")
    library.remember("a card on the table")
    library.remember("a cardigan")
    assert not library.recall("deploym ")
    assert not library.recall("deploym?")
    assert not library.recall("deploym today")
    assert [hit.memory.content for hit in library.recall("card")] == ["a card on the table"]


def test_a_query_word_is_a_tag_whatever_stands_behind_it(library: Library) -> None:
    memory = library.remember("Ships leave on Tuesdays", tags=["deploy", "infra"])
    for query in ("when do we deploy?", "deploy, when", "#deploy when"):
        outcome = library.search(f"{query} ships")
        assert outcome.ranking is not None
        assert outcome.ids == (memory.id,)
        assert outcome.ranking.parts.tag.tolist() == [0.5]
