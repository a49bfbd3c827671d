"""The query language: what is read as what, nothing is an error, and every query writes itself down again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memento_gui.search.fields import FIELDS
from memento_gui.search.parsing import parsed
from memento_gui.search.query import Group, Query, Term, parse

PIECES = (
    *("a", "foo-bar", "or", "OR", "(", ")", '"', "-", "#", "#auth", "tag:", "tag:x", "type:", "type:semantic", "type:odd"),
    *('"x', "\\", '\\"', "*", 'tag:"', 're:"', 'y:"', "none"),
    *("is:pinned", "score<", "score<0.2", "created>2026-01", "used:30", "re:a|b", "re:(", ":", "x:y", '"p q"', '"p  q'),
    *(" ", "  ", "\n", "é", "中文"),
)
shaped = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def seen(query: Query) -> list[str]:
    return [f"{term.field}{'!' if term.negated else ''} {term.value}" for term in query.leaves]


def shape(node: Term | Group) -> str:
    if isinstance(node, Term):
        return str(node)
    inner = f"{' | ' if node.any else ' & '}".join(shape(part) for part in node.parts)
    return f"{'!' if node.negated else ''}[{inner}]"


@settings(max_examples=300)
@given(shaped | st.text(max_size=60), st.booleans())
def test_nothing_is_an_error_and_every_query_writes_itself_down_again(text: str, browsing: bool) -> None:  # noqa: FBT001
    query = parse(text, browsing=browsing)
    assert parse(str(query), browsing=browsing) == query
    assert str(parse(str(query), browsing=browsing)) == str(query)
    for remark in query.remarks:
        assert 0 <= remark.start < remark.end <= len(text)
        assert remark.message.endswith(".")
        assert remark.hint
    assert query.browsing is browsing
    assert not browsing or not query.ranking


@given(st.lists(st.sampled_from([*PIECES, " ", "a-b", "-", "x#y", "\u2028", "don't"]), max_size=8).map("".join) | st.text())
def test_plain_words_are_read_as_the_grammar_reads_them(text: str) -> None:
    root, remarks = parsed(text, browsing=False)
    query = parse(text)
    assert (query.root, query.remarks) == (root, remarks)
    assert [term.span for term in query.leaves] == [term.span for term in Query(root=root).leaves]


def test_a_search_ranks_by_words_phrases_and_tags_and_filters_by_the_rest() -> None:
    query = parse('deploy #infra "exact words" tag:auth type:semantic created>2026-01 -draft -"old plan" on Tuesdays')
    assert query.ranking == "deploy infra exact words on Tuesdays"
    assert query.hash_tags == ("infra",)
    assert [str(term) for term in query.terms] == [
        '"exact words"',
        "tag:auth",
        "type:semantic",
        "created>2026-01",
        "-draft",
        '-"old plan"',
    ]
    assert query.remarks == ()


def test_a_score_term_of_a_search_waits_for_the_scores() -> None:
    assert [str(term) for term in parse("x score>=0.5 -score>0.9").scored] == ["score>=0.5", "-score>0.9"]
    assert parse("x score>=0.5", browsing=True).scored == ()


@pytest.mark.parametrize(
    ("text", "ranking"),
    [
        ("unknown:field", "unknown:field"),
        ("deploy or rollback", "deploy or rollback"),
        ("(deploy", "(deploy"),
        ('"unclosed quote', "unclosed quote"),
        ("NEAR(a b)", "NEAR(a b)"),
        ("*", "*"),
        ("https://example.org/a?b=c", "https://example.org/a?b=c"),
        ("10:30", "10:30"),
        ("tag: auth", "auth"),
        ("", ""),
    ],
)
def test_in_a_search_anything_else_is_text(text: str, ranking: str) -> None:
    query = parse(text)
    assert query.ranking == ranking
    assert query.terms == ()
    assert query.remarks == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("type:nonsense", "type is one of working, episodic, semantic, procedural. It is taken as text."),
        ("is:odd", "is is one of pinned"),
        ("score<high", "score wants a number."),
        ("importance:nan", "importance wants a number."),
        ("created>2026-13", "created wants a date"),
        ("created:soon", "created wants a date"),
        ("added:x", "added wants a whole number of days."),
        ("added>7", "added cannot be compared with >"),
        ("tag<x", "tag cannot be compared with <"),
        ("used>30", "used cannot be compared with >"),
        ("re:(", "The pattern cannot be read: missing )"),
        (f"re:{'a' * 201}", "A pattern has at most 200 characters."),
    ],
)
def test_a_bad_value_is_text_with_a_remark_at_its_place(text: str, message: str) -> None:
    query = parse(f"before {text} after")
    [remark] = query.remarks
    assert (remark.start, remark.end) == (7, 7 + len(text))
    assert remark.message.startswith(message)
    assert query.terms == ()
    assert query.ranking == f"before {text} after"


def test_every_field_takes_its_own_example_and_is_not_minded_in_capitals() -> None:
    for name, field in FIELDS.items():
        query = parse(field.example)
        assert query.remarks == ()
        assert [term.field for term in query.terms] == [name]
        assert parse(field.example.replace(name, name.upper(), 1)) == query


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b ", "[a & b]"),
        ("a or b c ", "[a | [b & c]]"),
        ("(a or b) c ", "[[a | b] & c]"),
        ("-(a or b) c ", "[![a | b] & c]"),
        ("-(a) ", "-a"),
        ("-(-a) ", "a"),
        ("((a)) ", "a"),
        ("(tag:x or tag:y) is:pinned", "[[tag:x | tag:y] & is:pinned]"),
        ("(a or (b or c)) ", "[a | b | c]"),
        ("f(x) ", "f(x)"),
        ("(f(x) or g(y)) ", "[f(x) | g(y)]"),
        ("re:(a|b)+ x ", '[re:"(a|b)+" & x]'),
        ("#auth x ", "[tag:auth & x]"),
        ('"or" or a ', '["or" | a]'),
        ("(a or b", "[a | b]"),
        ("a or ", "a"),
        ("or a ", "a"),
        ("a) b ", "[a & b]"),
        ("() ", "[]"),
        (' - # " ', "[]"),
    ],
)
def test_browse_has_or_and_brackets(text: str, expected: str) -> None:
    assert shape(parse(text, browsing=True).root) == expected


def test_while_browsing_the_last_word_may_be_the_beginning_of_one() -> None:
    assert seen(parse("foo ba", browsing=True)) == ["word foo", "beginning ba"]
    assert seen(parse("foo ba ", browsing=True)) == ["word foo", "word ba"]
    assert seen(parse("foo -ba", browsing=True)) == ["word foo", "word! ba"]
    assert seen(parse("foo ba")) == ["word foo", "word ba"]


def test_the_same_written_otherwise_is_the_same_query() -> None:
    assert parse("TAG=Auth  type:Semantic") == parse("tag:Auth type:semantic")
    assert parse('tag:"auth"') == parse("tag:auth") != parse('tag:"none"') != parse("tag:none")
    assert parse(r're:"a\"b"') == parse('re:a"b')
    assert parse("a\tb\n") == parse("a b")


def test_an_endless_query_counts_up_to_its_limit() -> None:
    query = parse("word " * 5000, browsing=True)
    assert len(query.leaves) < 900
    assert "4,096" in query.remarks[0].message
    assert len(parse("(" * 4000 + "a", browsing=True).leaves) == 1
    assert parse('"' * 4000).leaves == ()


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('  a -"b c" #d', ["a", '-"b c"', "#d"]),
        ('-tag:"x y") z)', ['-tag:"x y"', "z"]),
        ("(re:(a) -(f(b)) c:d)", ["re:(a)", "f(b)", "c:d"]),
        ("tag:) x:- -y", ["tag:", "x:-", "-y"]),
    ],
)
def test_while_browsing_a_term_knows_where_it_was_typed(text: str, places: list[str]) -> None:
    assert [text[slice(*term.span)] for term in parse(text, browsing=True).leaves] == places


@pytest.mark.parametrize(
    ("typed", "value", "literal"),
    [
        ("a*", "a*", False),
        ('"a b*"', "a b*", False),
        (r'"a b\*"', "a b*", True),
        (r'"a\\*"', r"a\*", False),
        (r'"C:\new \"x\" "', r'C:\new "x" ', False),
        ('a"b', 'a"b', False),
        ('"none"', "none", True),
        ("C:\\x\\", "C:\\x\\", False),
    ],
)
def test_in_quotes_a_backslash_takes_quotes_backslashes_and_stars_as_they_are(
    typed: str,
    value: str,
    literal: bool,  # noqa: FBT001
) -> None:
    [term] = parse(f"tag:{typed}").terms
    assert (term.value, term.literal) == (value, literal)
    assert parse(r're:"\d+ \"x\\"').terms[0].value == r'\d+ "x\\'


def test_a_field_takes_any_value_that_touches_it() -> None:
    assert seen(parse("tag:- tag:-# tag:or x")) == ["tag -", "tag -#", "tag or", "word x"]
    assert seen(parse('tag:" x', browsing=True)) == ["unfinished tag:", "beginning x"]


@pytest.mark.parametrize("browsing", [False, True])
@pytest.mark.parametrize("part", ["(", ")", "()", "-(", "a)", '"', '""', '-" ', "-", "# ", "or ", "tag:", 'x:" ', "<="])
def test_an_endless_repetition_is_read_and_written(part: str, browsing: bool) -> None:  # noqa: FBT001
    query = parse(part * 100_000, browsing=browsing)
    assert parse(str(query), browsing=browsing) == query
    assert [remark.message for remark in query.remarks] == ["Only the first 4,096 characters of a query count."]


def test_brackets_deeper_than_sixteen_are_skipped() -> None:
    for depth, negated in ((15, True), (16, False), (17, False), (1000, False)):
        assert seen(parse("-(" * depth + "a", browsing=True)) == [f"word{'!' if negated else ''} a"]
    assert shape(parse("(" * 17 + "a or b" + ")" * 16 + " c ", browsing=True).root) == "[[a | b] & c]"
