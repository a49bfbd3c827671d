"""The text index: BM25 as bm25s and as the formula have it, live changes, compaction, and its file."""

import json
import math
import stat
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled
from memento_gui.domain.parameters import RelevanceParameters
from memento_gui.domain.texts import Text
from memento_gui.search.documents import indexed_text
from memento_gui.search.text_index import TextIndex
from memento_gui.search.words import words

KNOBS = RelevanceParameters()
SAMPLES = Path(__file__).parent.parent / "data" / "samples" / "cortexgraph_jsonl" / "memories.jsonl"

WORDS = ("apple", "pear", "plum", "fig", "kiwi", "中文", "데이터베이스")
texts = st.lists(st.sampled_from(WORDS), max_size=6).map(lambda chosen: Text("", " ".join(chosen)))
changes = st.lists(st.tuples(st.integers(0, 12), st.none() | texts), max_size=25)
stores = st.dictionaries(st.integers(0, 12), texts, max_size=10)


def built(held: dict[int, Text]) -> TextIndex:
    index = TextIndex(KNOBS)
    index.build(held.items())
    return index


def hits(index: TextIndex, query: list[str]) -> tuple[IntArray, FloatArray]:
    ordinals = index.ordinals  # once: another thread may be writing
    scores = index.scores(query, ordinals)
    assert np.all(scores >= 0.0)
    return ordinals[scores > 0.0], scores[scores > 0.0]


def found(index: TextIndex, query: str) -> dict[int, float]:
    ordinals, scores = hits(index, words(query))
    return dict(zip(ordinals.tolist(), scores.tolist(), strict=True))


def bm25(held: dict[int, Text], query: str) -> dict[int, float]:
    """The formula, by hand."""
    counts = {ordinal: Counter(words(indexed_text(text))) for ordinal, text in held.items()}
    average = sum(count.total() for count in counts.values()) / max(len(counts), 1)
    scores: dict[int, float] = {}
    for word in dict.fromkeys(words(query)):
        holding = sum(word in count for count in counts.values())
        idf = math.log(1 + (len(counts) - holding + 0.5) / (holding + 0.5))
        for ordinal, count in counts.items():
            if count[word]:
                norm = KNOBS.bm25_k1 * (1 - KNOBS.bm25_b + KNOBS.bm25_b * count.total() / average)
                scores[ordinal] = scores.get(ordinal, 0.0) + idf * count[word] / (count[word] + norm)
    return scores


@given(stores, st.lists(st.sampled_from(WORDS), min_size=1, max_size=3))
def test_scores_are_those_of_the_formula(held: dict[int, Text], asked: list[str]) -> None:
    assert found(built(held), " ".join(asked)) == pytest.approx(bm25(held, " ".join(asked)), rel=1e-5)


def test_scores_are_those_of_bm25s() -> None:
    held = {number: Text("", " ".join(WORDS[place % 5] for place in range(number, 3 * number))) for number in range(1, 9)}
    oracle = bm25s.BM25(k1=KNOBS.bm25_k1, b=KNOBS.bm25_b, method="lucene")
    oracle.index([words(text.content) for text in held.values()], show_progress=False)
    expected = oracle.get_scores(words("plum kiwi"))
    assert found(built(held), "plum kiwi") == pytest.approx(
        {number: float(score) for number, score in zip(held, expected, strict=True) if score > 0}, rel=1e-6
    )


@given(stores, changes, st.sampled_from(WORDS))
def test_after_compaction_scores_are_exactly_those_of_an_index_built_anew(
    held: dict[int, Text], changed: list[tuple[int, Text | None]], query: str
) -> None:
    index = built(held)
    for ordinal, text in changed:
        if text is None:
            index.remove(ordinal)
            held.pop(ordinal, None)
        else:
            index.put(ordinal, text)
            held[ordinal] = text
    assert len(index) == len(held)
    assert index.ordinals.tolist() == sorted(held)
    assert found(index, query).keys() == bm25(held, query).keys()
    live = found(index, query)
    index.compact()
    assert found(index, query) == found(built(held), query)
    assert live == pytest.approx(found(index, query), rel=0.5)  # the average length of the main part is the old one


def test_live_scores_take_the_average_length_where_most_memories_have_no_words() -> None:
    held = {0: Text("", ""), 1: Text("", ""), 2: Text("", "")}
    index = built(held)
    held[3] = Text("", "apple")
    index.put(3, held[3])
    assert found(index, "apple") == pytest.approx(bm25(held, "apple"), rel=1e-6)


def test_live_scores_use_the_document_frequencies_of_both_parts() -> None:
    held = {number: Text("", f"{WORDS[number % 3]} {WORDS[number % 5]}") for number in range(60)}
    index = built({number: text for number, text in held.items() if number < 50})
    for number in range(50, 60):
        index.put(number, held[number])
    for query in ("apple", "fig kiwi"):
        assert found(index, query) == pytest.approx(bm25(held, query), rel=1e-5)  # all are of one length: exact
    for number in range(10, 30):
        index.remove(number)
        del held[number]
    assert found(index, "apple fig") == pytest.approx(bm25(held, "apple fig"), rel=1e-5)


@given(stores, changes)
def test_the_shares_of_words_sum_to_the_score(held: dict[int, Text], changed: list[tuple[int, Text | None]]) -> None:
    index = built(held)
    for ordinal, text in changed:
        index.put(ordinal, text or Text("", "plum"))
    query = words("apple plum 文")
    ordinals, scores = hits(index, query)
    shares = index.word_scores(query, ordinals)
    assert list(shares) == query
    assert np.sum(list(shares.values()), axis=0) == pytest.approx(scores, abs=1e-12)
    assert all(share.tolist() == [0.0] for share in index.word_scores(query, [999]).values())


@given(stores, changes, st.booleans())
def test_the_shares_of_rows_are_those_of_their_memories(
    held: dict[int, Text],
    changed: list[tuple[int, Text | None]],
    scored: bool,  # noqa: FBT001
) -> None:
    index = built(held)
    ordinals = np.array(sorted({*held, *(ordinal for ordinal, _ in changed), 999}), dtype=np.int64)
    for ordinal, text in changed:
        if text is None:
            index.remove(ordinal)
        else:
            index.put(ordinal, text)
    query, among = words("apple plum 文"), np.arange(len(ordinals))[::-2]
    if scored:
        index.scores(query, ordinals)
    of_rows, of_memories = index.word_scores(query, ordinals, among), index.word_scores(query, ordinals[among])
    assert among.tolist() == list(range(len(ordinals)))[::-2]
    assert {word: share.tolist() for word, share in of_rows.items()} == {
        word: share.tolist() for word, share in of_memories.items()
    }


def test_nothing_breaks_an_empty_index_or_an_unknown_word() -> None:
    index = TextIndex(KNOBS)
    for asked in ([], ["apple"], [""], words('* NEAR(a b) "')):
        assert index.scores(asked, np.arange(3)).tolist() == [0.0, 0.0, 0.0]
    index.build([(3, Text("", "")), (7, Text("", "..."))])
    assert found(index, "apple") == {}
    assert len(index) == 2
    index.put(3, Text("", "apple"))
    assert list(found(index, "apple")) == [3]
    assert found(index, "unheard of") == {}
    index.remove(3, 7, 99)
    index.compact()
    assert len(index) == 0


def test_title_and_tags_are_found_too() -> None:
    index = built({1: Text("Deploying", "on Tuesdays", ("release-train",)), 2: Text("", "nothing")})
    assert all(list(found(index, query)) == [1] for query in ("deploys", "tuesday", "train", "releaseTrain"))


@pytest.fixture(scope="module")
def sampled() -> tuple[TextIndex, dict[int, str]]:
    held: dict[int, Text] = {}
    for number, line in enumerate(SAMPLES.read_text(encoding="utf-8").splitlines()):
        record = json.loads(line)
        if "content" in record:
            held[number] = Text("", record["content"], tuple(record["meta"]["tags"]))
    index = TextIndex(KNOBS, ("english", "spanish"))
    index.build(held.items())
    return index, {number: text.content for number, text in held.items()}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("데이터베이스", "프로젝트 메멘토의 데이터베이스는"),
        ("녹차", "커피보다 녹차를"),
        ("深色主题", "用户喜欢深色主题"),
        ("题", "用户喜欢深色主题"),
        ("東京", "東京リージョンの"),
        ("バケット", "東京リージョンの"),
        ("アイウ", "半角カナ ｱｲｳ"),
        ("𠮷野", "𠮷野家"),
        ("reunion", "La reunión semanal"),
        ("miércoles", "los miércoles a las"),
        ("nunez", "señor Núñez"),
        ("respuesta", "quiere respuestas en español"),
        ("решение", "Ключевое решение"),
        ("ПРИВЕТ", "Привет!"),
        ("สรุป", "ต้องการสรุปสั้น"),
        ("उत्तर", "संक्षिप्त उत्तर"),
        ("שלום", "שלום עולם"),
        ("🚀", "Release 2.0 shipped"),
        ("memento", "𝔐𝔢𝔪𝔢𝔫𝔱𝔬"),
        ("OPS-1234", "see ticket OPS-1234"),
        ("1234", "see ticket OPS-1234"),
        ("pgbouncer", "behind pgbouncer"),
        ("한국어", "한국어 태그와"),
        ("fastapi", "use FastAPI and Redis"),
        ("x", "x"),
    ],
)
def test_samples_in_many_scripts_are_found(sampled: tuple[TextIndex, dict[int, str]], query: str, expected: str) -> None:
    index, contents = sampled
    ordinals, _ = hits(index, words(query, ("english", "spanish")))
    assert any(expected in contents[ordinal] for ordinal in ordinals.tolist())


@pytest.mark.parametrize(
    "query", ["café", "Müller", "foo-bar", "a:b", '"unclosed', "NEAR(a b)", "*", "", "%_", "\ud800", "\0"]
)
def test_odd_queries_give_an_answer(sampled: tuple[TextIndex, dict[int, str]], query: str) -> None:
    ordinals, scores = hits(sampled[0], words(query))
    assert len(ordinals) == len(scores)


def test_a_common_word_scores_the_same_from_its_column_and_from_its_postings() -> None:
    held = {number: Text("", "the pear" if number % 3 else f"the the fig {'kiwi ' * number}") for number in range(30)}
    index = built(held)
    assert found(index, "the kiwi") == found(index, "the kiwi") == pytest.approx(bm25(held, "the kiwi"), rel=1e-6)
    held[40] = Text("", "the fig")
    index.put(40, held[40])
    index.remove(3)
    asked = index.scores(words("the fig"), np.array([3, 5, 40, 77]))
    index.compact()
    assert asked == pytest.approx(index.scores(words("the fig"), np.array([3, 5, 40, 77])), rel=0.05)
    assert asked[0] == asked[3] == 0.0


def test_one_letter_words_and_codes_are_found() -> None:
    index = built({1: Text("", "R and C, level 5"), 2: Text("", "see RULE-A002"), 3: Text("", "other")})
    assert [list(found(index, query)) for query in ("R", "C", "5", "A002", "rule")] == [[1], [1], [1], [2], [2]]


def test_holding_and_beginning_serve_filters() -> None:
    index = built({1: Text("", "deployment of pears"), 2: Text("", "depots"), 3: Text("", "数据库")})
    index.put(4, Text("", "deploying"))
    index.remove(2)
    assert index.holding(words("deploys")).tolist() == [1, 4]
    assert index.holding(index.beginning("deployi")).tolist() == [1, 4]
    assert index.holding(index.beginning("dep")).tolist() == [1, 4]
    assert index.holding(["据"]).tolist() == [3]
    assert index.holding([]).tolist() == []


def test_other_numbers_give_the_scores_of_an_index_built_with_them() -> None:
    held = {1: Text("", "apple apple pear"), 2: Text("", "apple"), 3: Text("", "fig")}
    index = built(held)
    index.put(4, Text("", "apple plum"))
    knobs = RelevanceParameters(bm25_k1=2.0, bm25_b=0.0)
    other = TextIndex(knobs)
    other.build((held | {4: Text("", "apple plum")}).items())
    assert found(index.tuned(knobs), "apple") == found(other, "apple")
    assert index.tuned(KNOBS) is index


def test_a_cancelled_build_leaves_the_index_as_it_was() -> None:
    index, token = built({1: Text("", "apple")}), CancelToken()
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        if done:
            token.cancel()

    many = ((number, Text("", "pear")) for number in range(5000))
    with pytest.raises(Cancelled):
        index.build(many, progress=stop, cancel=token)
    assert told[0] == 0
    assert 0 < told[-1] < 5000
    assert list(found(index, "apple pear")) == [1]


def test_what_changes_during_a_build_or_compaction_is_not_lost() -> None:
    index = built({1: Text("", "apple"), 2: Text("", "apple"), 3: Text("", "apple")})

    def while_reading() -> Iterator[tuple[int, Text]]:
        yield 1, Text("", "apple")
        index.put(2, Text("", "pear"))
        index.remove(3)
        index.put(4, Text("", "apple"))
        yield from ((2, Text("", "apple")), (3, Text("", "apple")))

    index.build(while_reading())
    assert list(found(index, "apple")) == [1, 4]
    assert list(found(index, "pear")) == [2]
    index.compact()
    assert list(found(index, "apple")) == [1, 4]


def test_many_threads_read_and_write_while_it_is_compacted() -> None:
    index = built({number: Text("", f"apple {number}") for number in range(300)})

    def write() -> None:
        for number in range(300, 400):
            index.put(number, Text("", "apple new"))
            index.remove(number - 300)

    def compact() -> None:
        for _ in range(5):
            index.compact()

    def search() -> None:
        for _ in range(100):
            found(index, "apple new")

    with ThreadPoolExecutor(3) as pool:
        for future in [pool.submit(work) for work in (write, compact, search)]:
            future.result()
    assert list(found(index, "apple")) == list(range(100, 400))
    index.compact()
    assert list(found(index, "apple")) == list(range(100, 400))


def test_it_wants_compacting_when_a_twentieth_has_changed() -> None:
    index = built({number: Text("", "apple") for number in range(200)})
    for number in range(10):
        index.put(number, Text("", "pear"))
    assert index.wants_compacting
    index.compact()
    assert not index.wants_compacting


def test_a_kept_index_is_read_back_and_never_trusted_blindly(tmp_path: Path) -> None:
    index = built({1: Text("", "apple pear"), 2: Text("", "数据库")})
    index.put(5, Text("", "apples"))
    index.remove(1)
    kept = tmp_path / "cache" / "index.npz"
    index.save(kept, 42, lambda ordinals: ordinals * 2)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    loaded = TextIndex.load(kept, KNOBS)
    assert loaded is not None
    again, sequence, stamps = loaded
    assert sequence == 42
    assert stamps.tolist() == [4, 10]
    assert found(again, "apple 据") == found(index, "apple 据")
    assert again.beginning("appl") == ("appl",)
    again.put(6, Text("", "apple"))
    assert list(found(again, "apple")) == [5, 6]
    assert TextIndex.load(kept, RelevanceParameters(bm25_b=0.5)) is None
    assert TextIndex.load(kept, KNOBS, ("spanish",)) is None
    assert TextIndex.load(tmp_path / "elsewhere", KNOBS) is None
    [file] = (tmp_path / "cache").iterdir()
    whole = file.read_bytes()
    at = whole.index("数据".encode())
    for damaged in (whole[: len(whole) // 2], b"", b"nonsense", whole[:at] + b"?" + whole[at + 1 :]):
        file.write_bytes(damaged)
        assert TextIndex.load(kept, KNOBS) is None


def best_fifty(scores: dict[int, float]) -> set[int]:
    return set(sorted(scores, key=lambda ordinal: (-scores[ordinal], ordinal))[:50])


@pytest.mark.slow
def test_before_compaction_the_best_fifty_are_those_of_an_index_built_anew() -> None:
    random = np.random.default_rng(7)

    def some_text() -> Text:
        return Text("", " ".join(f"w{rank}" for rank in np.minimum(random.zipf(1.3, random.integers(5, 60)), 9999)))

    held = {number: some_text() for number in range(5000)}
    index = built(held)
    for number in (*range(5000, 5200), *range(0, 500, 10)):
        held[number] = some_text()
        index.put(number, held[number])
    again = built(held)
    shares = []
    for _ in range(40):
        query = " ".join(f"w{rank}" for rank in random.integers(3, 300, 3))
        live, anew = best_fifty(found(index, query)), best_fifty(found(again, query))
        shares.append(len(live & anew) / len(anew))
    assert np.mean(shares) >= 0.99
    assert min(shares) >= 0.96
