"""Filters: what each field, word, phrase and pattern lets through."""

import re
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memento_gui.domain.memory import Category, Memory, MemoryType, Scope, Status
from memento_gui.domain.texts import Text
from memento_gui.search.fields import period
from memento_gui.search.narrowing import field_term
from memento_gui.search.query import Known, Vocabulary, completions, filter_rows, filter_with_remarks, parse, score_rows

NOW_MS = 1_796_040_000_000
MakeMemory = Callable[..., Memory]
MakeKnown = Callable[..., Known]


@pytest.fixture(scope="module")
def memories(memory_of: MakeMemory) -> list[Memory]:
    return [
        memory_of(
            "The staging server is called heron.",
            id="0192-heron-aa",
            title="Heron",
            tags=("infra", "Server"),
            type=MemoryType.SEMANTIC,
            category=Category.DECISION,
            source="claude",
            project="memento",
            pinned=True,
            importance=0.9,
            uses=7,
            age_days=1.0,
        ),
        memory_of(
            "Deployments go out on Tuesdays; see getUserName and foo-bar.",
            id="0192-deploy-bb",
            tags=("deploy", "project/alpha"),
            source="chat",
            user="ines",
            strength=1.5,
            views=3,
            age_days=40.0,
            updated_ms=NOW_MS - 2 * 86_400_000,
            extra={"duplicates": 2},
        ),
        memory_of(
            "프로젝트의 데이터베이스는 SQLite이며",
            id="0193-db-cc",
            status=Status.PROMOTED,
            scope=Scope.TEAM,
            age_days=400.0,
        ),
        memory_of(
            "Draft: café opens in 2027", id="0193-cafe-dd", type=MemoryType.WORKING, age_days=5.0, status=Status.MUTED
        ),
        memory_of("Thrown away heron", id="0193-trash-ee", tags=("infra",), trashed=True, age_days=3.0),
    ]


NAMES = ("heron", "deploy", "db", "cafe", "trash")


@pytest.fixture(scope="module", params=[True, False], ids=["indexed", "reading"])
def known(request: pytest.FixtureRequest, memories: list[Memory], known_of: MakeKnown) -> Known:
    return known_of(
        memories,
        indexed=request.param,
        numbers={
            "score": lambda: np.array([0.9, 0.1, 0.5, np.nan, 0.2]),
            "recall": lambda: np.array([0.95, 0.3, np.nan, np.nan, 0.1]),
            "reviewed": lambda: np.array([1.0, 30.0, np.nan, np.nan, 2.0]),
        },
        states={"due": lambda: np.array([False, True, False, False, True])},
    )


def passing(known: Known, text: str, *, browsing: bool = True) -> set[str]:
    rows = filter_rows(parse(text, browsing=browsing), known)
    return {NAMES[row] for row in np.flatnonzero(rows)}


ALL = {"heron", "deploy", "db", "cafe"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ALL),
        ("tag:infra", {"heron"}),
        ("tag:INFRA", {"heron"}),
        ("tag:server", {"heron"}),
        ("#server", {"heron"}),
        ("tag:project/*", {"deploy"}),
        ("tag:none", {"db", "cafe"}),
        ("-tag:none", {"heron", "deploy"}),
        ("tag:unknown", set()),
        ("type:semantic", {"heron"}),
        ("category:decision", {"heron"}),
        ("source:Claude", {"heron"}),
        ("source:none", {"db", "cafe"}),
        ("source:c*", {"heron", "deploy"}),
        ("project:memento", {"heron"}),
        ("user:ines", {"deploy"}),
        ("scope:team", {"db"}),
        ("status:promoted", {"db"}),
        ("id:0192", {"heron", "deploy"}),
        ("id:CC", {"db"}),
        ("id:0192-heron-aa", {"heron"}),
        ("is:pinned", {"heron"}),
        ("is:trashed", {"trash"}),
        ("-is:trashed", ALL),
        ("is:trashed infra", {"trash"}),
        ("is:trashed or is:pinned", {"trash", "heron"}),
        ("is:active", {"heron", "deploy"}),
        ("is:promoted", {"db"}),
        ("is:muted", {"cafe"}),
        ("is:archived", set()),
        ("is:duplicate", {"deploy"}),
        ("is:due", {"deploy"}),
        ("is:unembedded", set()),
        ("importance>=0.9", {"heron"}),
        ("importance=0.5", {"deploy", "db", "cafe"}),
        ("-importance:0.5", {"heron"}),
        ("strength>1", {"deploy"}),
        ("uses>5", {"heron"}),
        ("views=3", {"deploy"}),
        ("length<30", {"db", "cafe"}),
        ("score<0.2", {"deploy"}),
        ("recall<=0.3", {"deploy"}),
        ("-recall<=0.3", {"heron", "db", "cafe"}),
        ("created>2026-11-20", {"heron", "cafe"}),
        ("created<2026", {"db"}),
        ("created:2026-10", {"deploy"}),
        ("updated:2026-11-28", {"deploy"}),
        ("created:yesterday", {"heron"}),
        ("used:2", {"heron"}),
        ("used<2026", {"db"}),
        ("added:7", {"heron", "cafe"}),
        ("added:7d", {"heron", "cafe"}),
        ("edited:7", {"deploy"}),
        ("reviewed:7", {"heron"}),
        ("re:HERON", {"heron"}),
        (r"re:foo-\w+", {"deploy"}),
        ("re:^heron$", {"heron"}),
        ('re:"server is"', {"heron"}),
    ],
)
def test_a_field_lets_through(known: Known, text: str, expected: set[str]) -> None:
    assert passing(known, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("heron ", {"heron"}),
        ("heron tuesday ", set()),
        ("heron or tuesday ", {"heron", "deploy"}),
        ("deploying ", {"deploy"}),
        ("infra ", {"heron"}),
        ("depl", {"deploy"}),
        ("deploymen", {"deploy"}),
        ("getuser", {"deploy"}),
        ("foob", {"deploy"}),
        ("foo-b", {"deploy"}),
        ("foobar ", {"deploy"}),
        ("username", set()),
        ("user-name ", {"deploy"}),
        ("데이터베이스", {"db"}),
        ("데", {"db"}),
        ("스 ", {"db"}),
        ("cafe ", {"cafe"}),
        ("CAFÉ ", {"cafe"}),
        ("-heron ", {"deploy", "db", "cafe"}),
        ("-her", ALL),
        ("* ", ALL),
        ("-* ", ALL),
        ("tag: ", ALL),
        ("(tag:infra or tag:deploy) -tuesday ", {"heron"}),
        ("-(tag:infra or tag:deploy) ", {"db", "cafe"}),
        ('"server is called"', {"heron"}),
        ('"SERVER  IS"', {"heron"}),
        ('"erver is"', set()),
        ('"heron the"', set()),
        ('"infra"', {"heron"}),
        ('"이터베이"', {"db"}),
        ('"cafe opens"', {"cafe"}),
        ('-"server is"', {"deploy", "db", "cafe"}),
        ('"."', {"heron", "deploy"}),
        ("type:odd ", set()),
    ],
)
def test_words_and_phrases_filter_while_browsing(known: Known, text: str, expected: set[str]) -> None:
    assert passing(known, text) == expected


def test_in_a_search_words_do_not_filter_and_scores_wait(known: Known) -> None:
    assert passing(known, "tuesday #infra or (x", browsing=False) == ALL
    assert passing(known, 'nothing "server is" -tag:deploy', browsing=False) == {"heron"}
    assert passing(known, "-heron", browsing=False) == {"deploy", "db", "cafe"}
    assert passing(known, "score>0.6", browsing=False) == ALL
    assert score_rows(parse("x score>0.6 -score:0.9"), np.array([0.5, 0.7, 0.9])).tolist() == [False, True, False]


def test_numbers_and_states_that_nobody_knows_match_nothing(memories: list[Memory], known_of: MakeKnown) -> None:
    known = known_of(memories)
    for text in ("score>0", "recall<2", "reviewed:9", "is:due", "is:new"):
        assert passing(known, text) == set()


def test_an_empty_store_and_tags_of_unknown_memories_are_no_matter(known_of: MakeKnown) -> None:
    known = known_of([])
    for text in ("word", "tag:x", "tag:none", "id:1", '"phrase"', "re:x", "created>2026", "source:none"):
        assert filter_rows(parse(text, browsing=True), known).tolist() == []
    strange = Known(table=known.table, tags={"gone": ("x",)}, texts=lambda _: {})
    assert filter_rows(parse("tag:x", browsing=True), strange).tolist() == []


vocabulary = st.sampled_from(("heron", "foo-bar", "foo", "bar", "getUser", "user", "데이터", "c++", "1.5", "café"))
contents = st.lists(st.lists(vocabulary, max_size=5).map(" ".join), min_size=1, max_size=8)


@settings(max_examples=60)
@given(contents, st.lists(vocabulary, min_size=1, max_size=2).map(" ".join), st.sampled_from(("{}", "{} ", '"{}"', "-{} ")))
def test_the_index_answers_as_reading_every_text_does(
    memory_of: MakeMemory, known_of: MakeKnown, held: list[str], words: str, shape: str
) -> None:
    memories = [memory_of(content) for content in held]
    query = parse(shape.format(words), browsing=True)
    indexed, reading = (filter_rows(query, known_of(memories, indexed=indexed)) for indexed in (True, False))
    assert indexed.tolist() == reading.tolist()


def test_texts_are_only_read_for_what_the_other_terms_leave(memories: list[Memory], known_of: MakeKnown) -> None:
    known, asked = known_of(memories), list[str]()

    def texts(ids: Sequence[str]) -> dict[str, Text]:
        asked.extend(ids)
        return dict(known.texts(ids))

    watched = Known(table=known.table, tags=known.tags, texts=texts, index=known.index, now_ms=NOW_MS)
    assert passing(watched, '"server is" re:her tag:infra') == {"heron"}
    assert asked == ["0192-heron-aa", "0192-heron-aa"]
    asked.clear()
    assert passing(watched, "heron or depl") == {"heron", "deploy"}
    assert asked == []


@pytest.mark.slow
def test_a_pattern_that_would_never_end_is_given_up_and_told(memory_of: MakeMemory, known_of: MakeKnown) -> None:
    known = known_of([*(memory_of("a" * 64 + "!") for _ in range(200)), memory_of("aaa end")])
    began = time.perf_counter()
    rows, remarks = filter_with_remarks(parse(r"re:^(a|aa)+$", browsing=True), known)
    assert time.perf_counter() - began < 5.0
    assert len(rows) == 201
    assert "takes too long" in remarks[0].message
    assert (remarks[0].start, remarks[0].end) == (0, 12)


@pytest.mark.parametrize(
    ("value", "first", "after"),
    [
        ("2026", "2026-01-01T00:00", "2027-01-01T00:00"),
        ("2026-02", "2026-02-01T00:00", "2026-03-01T00:00"),
        ("2026-12", "2026-12-01T00:00", "2027-01-01T00:00"),
        ("2026-1-5", "2026-01-05T00:00", "2026-01-06T00:00"),
        ("2024-02-29", "2024-02-29T00:00", "2024-03-01T00:00"),
        ("today", "2026-11-30T00:00", "2026-12-01T00:00"),
        ("Yesterday", "2026-11-29T00:00", "2026-11-30T00:00"),
    ],
)
@pytest.mark.parametrize("zone", [UTC, timezone(timedelta(hours=-7)), ZoneInfo("Europe/Madrid")])
def test_a_period_begins_and_ends_at_midnight_there(value: str, first: str, after: str, zone: timezone) -> None:
    expected = tuple(round(datetime.fromisoformat(at).replace(tzinfo=zone).timestamp() * 1000) for at in (first, after))
    assert period(value, now_ms=NOW_MS, zone=zone) == expected


@given(
    st.text(st.characters(codec="ascii"), max_size=12)
    | st.from_regex(re.compile(r"\d{1,5}(-\d{1,3}){0,3}"), fullmatch=True)
)
def test_any_value_is_a_period_or_none(value: str) -> None:
    found = period(value, now_ms=NOW_MS, zone=None)
    assert found is None or found[0] < found[1]


names = st.text(min_size=1, max_size=20) | st.text('a"\\* )\n', min_size=1, max_size=8) | st.sampled_from(["none", "None"])


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["tag", "source", "project"]), names)
def test_whatever_a_name_is_sidebar_and_completion_write_what_finds_it_alone(
    memory_of: MakeMemory, known_of: MakeKnown, field: str, name: str
) -> None:
    held = [name, f"{name}x", f"x{name}", ""]
    given = [{"tags": (one,) if one else ()} if field == "tag" else {field: one} for one in held]
    known = known_of([memory_of("words", id=one, **fields) for one, fields in zip("0123", given, strict=True)])
    offered = [one.text for text in (f"{field}:", f'{field}:"') for one in completions(text, len(text), _naming(name))]
    for written in [field_term(field, name), *offered]:
        if written == f"{field}:none":
            assert filter_rows(parse(written), known).tolist() == [False, False, False, True]
        else:
            for browsing in (False, True):
                query = parse(f"a {written} -b", browsing=browsing)
                assert parse(str(query), browsing=browsing) == query
                assert filter_rows(parse(written, browsing=browsing), known).tolist() == [True, False, False, False]
    assert len(offered) == 4


def _naming(name: str) -> Vocabulary:
    return Vocabulary(tags=(name,), sources=(name,), projects=(name,))
