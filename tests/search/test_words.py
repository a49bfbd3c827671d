"""Words of any script: what is split, what is kept, and what meets what."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_gui.domain.errors import InvalidParameter
from memento_gui.search.words import LANGUAGES, spelled_words, word_spans, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R C 5", ["r", "c", "5"]),
        ("RULE-A002", ["rule", "a002", "rulea002"]),
        ("getUserName", ["get", "user", "name", "getusernam"]),
        ("HTML5Parser", ["html", "5", "parser", "html5parser"]),
        ("python3", ["python", "3", "python3"]),
        ("my_file.py", ["my", "file", "py", "myfil", "myfile.py"]),
        ("1.2.3", ["1", "2", "3", "1.2.3"]),
        ("C++ C# C", ["c++", "c#", "c"]),
        ("don't", ["don", "dont"]),
        ("Memento's", ["memento"]),
        ("l'avion", ["avion", "lavion"]),
        ("__init__", ["init"]),
        ("中文优先", ["中文", "文优", "优先"]),
        ("年", ["年"]),
        ("데이터베이스는", ["데이", "이터", "터베", "베이", "이스", "스는"]),
        ("2026年1月", ["2026", "年", "1", "月"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("½", ["1", "2"]),
        ("🚀 go", ["🚀", "go"]),
        ("a:b", ["a", "b"]),
        ('"unclosed', ["unclos"]),
        ("NEAR(a b)", ["near", "a", "b"]),
        ("* -- ... _", []),
        ("\u0300 \u200d", []),
        ("", []),
    ],
)
def test_a_text_is_split_into(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    "spellings",
    [
        ("fooBar", "foo_bar", "foo-bar", "FOO-BAR"),
        ("utf-8", "UTF8", "utf8"),
        ("café", "cafe", "CAFÉ", "cafe\u0301"),
        ("Müller", "Muller", "MÜLLER"),
        ("Пароль", "пароль"),
        ("ＡＢＣ", "abc"),
        ("ｶﾞｷﾞ", "ガギ"),
        ("straße", "STRASSE"),
        ("dé\u00adploy", "deploy"),
        ("don’t", "don't"),
    ],
)
def test_spellings_of_one_word_are_found_by_the_same(spellings: tuple[str, ...]) -> None:
    assert len({frozenset(words(spelling)) for spelling in spellings}) == 1


def test_a_name_written_as_one_meets_it_written_in_parts() -> None:
    assert set(words("foobar")) <= set(words("fooBar")) & set(words("foo-bar")) & set(words("foo_bar"))


def test_stop_words_and_single_letters_stay() -> None:
    assert words("to be or not to be a") == ["to", "be", "or", "not", "to", "be", "a"]


def test_each_language_cuts_its_own_endings_and_no_stem_comes_twice() -> None:
    assert words("running") == ["run"]
    assert words("running", ()) == ["running"]
    assert words("reuniones deploy", ("english", "spanish")) == ["reunion", "deploy"]


def test_a_word_typed_without_its_accents_is_found() -> None:
    typed, written = words("organizacion", ("english", "spanish")), words("organización", ("english", "spanish"))
    assert set(typed) & set(written)


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(InvalidParameter, match="klingon"):
        words("text", ("klingon",))


def test_the_parts_of_a_name_may_stand_apart_or_the_whole_may_stand_for_them() -> None:
    [spelled] = spelled_words("foo-bar")
    assert spelled.parts == (("foo", ("foo",)), ("bar", ("bar",)))
    assert spelled.whole == ("foobar", ("foobar",))


def test_spans_mark_the_matching_part_of_a_word_only() -> None:
    text = "The getUserName call, 数据库连接 and Deployments by l'équipe"
    spans = word_spans(text, words("user 数据 deploy equipe"))
    assert [text[start:end] for start, end in spans] == ["User", "数据", "Deployments", "équipe"]


def test_spans_mark_the_whole_where_the_whole_matches_and_join_what_touches() -> None:
    assert word_spans("see fooBar", words("foobar")) == [(4, 10)]
    assert word_spans("中文优先", words("中文优")) == [(0, 3)]
    assert word_spans("中文优先", ["文"]) == [(1, 2)]


@given(st.text())
@example("\u0300")
def test_any_text_gives_words_that_are_stable_and_composed(text: str) -> None:
    found = words(text)
    assert all(found)
    assert found == words(text)
    assert all(unicodedata.is_normalized("NFC", word) for word in found)
    for start, end in word_spans(text, found[:3]):
        assert 0 <= start < end <= len(text)


@given(st.text(st.characters(categories=["Lu", "Ll", "Nd"], max_codepoint=0x24F), min_size=1, max_size=20))
def test_a_word_in_the_middle_of_a_text_is_found_by_itself(word: str) -> None:
    assert set(words(word)) <= set(words(f"before {word} after"))


def test_a_blob_becomes_one_short_word() -> None:
    assert [len(word) for word in words("x" * 1_000_000)] == [64]


def test_every_language_has_a_stemmer() -> None:
    assert {"english", "spanish", "german", "russian"} <= set(LANGUAGES)
    assert words("word", LANGUAGES)
