"""Candidates: who enters by meaning, by words and as a neighbour, and what is known of each."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray, VectorArray
from memento_gui.domain.memory import Memory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.texts import Text
from memento_gui.engine.ranking import rank
from memento_gui.search.candidates import Evidence, candidates, evidence_columns
from memento_gui.search.query import Known, filter_rows, parse
from memento_gui.search.text_index import TextIndex
from memento_gui.search.vectors import VectorIndex
from memento_gui.search.words import words

NOW_MS = 1_796_040_000_000
MakeMemory = Callable[..., Memory]
MakeKnown = Callable[..., Known]


def evidence_of(cosine: list[float], bm25: list[float], *, has_query_vector: bool = True) -> Evidence:
    return Evidence(
        cosine=np.array(cosine),
        bm25=np.array(bm25),
        tag=lambda rows: rows / 100.0,
        title=lambda rows: rows / 200.0,
        has_query_vector=has_query_vector,
    )


def everyone(count: int) -> BoolArray:
    return np.ones(count, dtype=np.bool_)


def few(meaning: int, keyword: int) -> ParameterSet:
    return ParameterSet().with_values({"ranking.candidates_embedding": meaning, "ranking.candidates_keyword": keyword})


@pytest.fixture(scope="module")
def known(memory_of: MakeMemory, known_of: MakeKnown) -> Known:
    return known_of([memory_of(f"number {number}", ordinal=10 + 3 * number) for number in range(6)])


def test_the_best_by_meaning_and_the_best_by_words_enter_once(known: Known) -> None:
    evidence = evidence_of([0.9, 0.1, -0.5, np.nan, 0.8, 0.7], [1.0, 0.0, 0.0, 5.0, 2.0, 0.0])
    found = candidates(known.table, evidence, everyone(6), few(2, 2), vectors=None)
    assert found.rows.tolist() == [0, 3, 4]
    assert found.cosine.tolist() == pytest.approx([0.9, np.nan, 0.8], nan_ok=True)
    assert found.bm25.tolist() == [1.0, 5.0, 2.0]
    assert found.tag.tolist() == [0.0, 0.03, 0.04]
    assert found.title.tolist() == [0.0, 0.015, 0.02]
    assert found.likeness.tolist() == np.zeros((3, 3)).tolist()
    assert (found.cosine_max, found.bm25_max) == (0.9, 5.0)
    assert found.has_query_vector


def test_only_what_passes_the_filters_enters_and_counts_for_the_largest(known: Known) -> None:
    evidence = evidence_of([0.9, 0.1, -0.5, np.nan, 0.8, 0.7], [1.0, 0.0, 0.0, 5.0, 2.0, 0.0])
    allowed = np.array([False, True, True, False, False, True])
    found = candidates(known.table, evidence, allowed, few(2, 2), vectors=None)
    assert found.rows.tolist() == [1, 5]
    assert (found.cosine_max, found.bm25_max) == (0.7, 0.0)


def test_no_word_hit_never_enters_by_words_and_without_a_query_vector_nobody_by_meaning(known: Known) -> None:
    nothing = [np.nan] * 6
    found = candidates(
        known.table, evidence_of(nothing, [0.0, 3.0, 0.0, 0.0, 0.0, 0.0], has_query_vector=False), everyone(6),
        few(50, 50), vectors=None,
    )  # fmt: skip
    assert found.rows.tolist() == [1]
    assert np.isnan(found.cosine_max)
    empty = candidates(known.table, evidence_of(nothing, [0.0] * 6), everyone(6), few(50, 50), vectors=None)
    assert len(empty) == 0
    assert len(rank(known.table, empty, ParameterSet(), now_ms=NOW_MS)) == 0


def test_neighbours_of_candidates_join_and_those_around_them_are_known(memory_of: MakeMemory, known_of: MakeKnown) -> None:
    table = known_of(
        [memory_of(f"part {number}", session="talk", created_ms=NOW_MS - (20 - number) * 60_000) for number in range(9)]
    ).table
    evidence = evidence_of([0.0] * 4 + [0.9] + [0.0] * 4, [0.0] * 9)
    parameters = few(1, 1).with_value("relevance.neighbourhood", 1.0)
    found = candidates(table, evidence, everyone(9), parameters, vectors=None)
    assert found.rows.tolist() == [5, 4, 3]
    assert found.neighbours is not None
    assert found.neighbours.rows.tolist() == [1, 2, 6, 7]
    assert found.neighbours.around[1].tolist() == [2, 3, 5, 6]
    assert found.neighbours.tag.tolist() == [0.01, 0.02, 0.06, 0.07]
    barred = everyone(9)
    barred[5] = False
    assert candidates(table, evidence, barred, parameters, vectors=None).rows.tolist() == [6, 4, 3]
    assert candidates(table, evidence, everyone(9), few(1, 1), vectors=None).neighbours is None


def test_candidates_come_newest_first_then_by_id(memory_of: MakeMemory, known_of: MakeKnown) -> None:
    times = {"b": 0, "c": 1, "a": 0, "d": 2}
    table = known_of(
        [memory_of("text", id=name, created_ms=NOW_MS - days * 86_400_000) for name, days in times.items()]
    ).table
    found = candidates(table, evidence_of([0.5] * 4, [0.0] * 4), everyone(4), few(4, 4), vectors=None)
    assert table.ids[found.rows].tolist() == ["a", "b", "c", "d"]


ordinals = st.lists(st.integers(0, 60) | st.integers(10_000, 10_010), unique=True, max_size=20)


@given(ordinals, ordinals, ordinals, st.integers(0, 5))
def test_columns_meet_their_memories_by_ordinal(
    memory_of: MakeMemory, known_of: MakeKnown, held: list[int], hit: list[int], embedded: list[int], seed: int
) -> None:
    held = sorted(held)
    table = known_of([memory_of("text", id=f"x{number}") for number in held]).table
    table = replace(table, ordinal=_whole(held))
    random = np.random.default_rng(seed)
    index = TextIndex(ParameterSet().relevance)
    index.build((number, Text("", "pear")) for number in hit[::2])
    for number in hit[1::2]:
        index.put(number, Text("", "pear"))
    scores = index.scores(["pear"], _whole(sorted(hit)))
    matrix: VectorArray = random.standard_normal((len(embedded), 4)).astype(np.float32)
    vectors = VectorIndex(_whole(embedded), matrix)
    query = np.ones(4, dtype=np.float32)
    cosine, bm25 = evidence_columns(table, index, ["pear"], vectors, query)
    by_words = dict(zip(sorted(hit), scores.tolist(), strict=True))
    by_meaning = dict(zip(embedded, vectors.cosines(query), strict=True))
    assert bm25.tolist() == [by_words.get(number, 0.0) for number in held]
    assert cosine.tolist() == pytest.approx([by_meaning.get(number, np.nan) for number in held], nan_ok=True)
    assert np.isnan(evidence_columns(table, index, ["pear"], None, query)[0]).all()
    assert np.isnan(evidence_columns(table, index, ["pear"], vectors, None)[0]).all()


def _whole(numbers: list[int]) -> IntArray:
    return np.array(numbers, dtype=np.int64)


def test_from_a_query_to_a_ranking(memory_of: MakeMemory, known_of: MakeKnown) -> None:
    contents = [
        "deploys go out on Tuesdays",
        "deploys go out on Tuesdays",
        "the office plant is a ficus",
        "Tuesday is cinema day",
    ]
    memories = [memory_of(content, tags=("infra",) if "deploy" in content else ()) for content in contents]
    known = known_of(memories)
    assert known.index is not None
    matrix = np.array([[1, 0, 0], [1, 0.01, 0], [0, 1, 0], [0.6, 0, 0.8]], dtype=np.float32)
    vectors = VectorIndex(known.table.ordinal, matrix)
    query = parse("deploy tuesday -cinema")
    cosine, bm25 = evidence_columns(
        known.table, known.index, words(query.ranking), vectors, np.array([1, 0, 0], dtype=np.float32)
    )

    def nothing(rows: IntArray) -> FloatArray:
        return np.zeros(len(rows))

    evidence = Evidence(cosine=cosine, bm25=bm25, tag=nothing, title=nothing, has_query_vector=True)
    found = candidates(known.table, evidence, filter_rows(query, known), ParameterSet(), vectors=vectors)
    assert found.rows.tolist() == [0, 1, 2]
    assert found.likeness[0, 1] > 0.99
    ranking = rank(known.table, found, ParameterSet(), now_ms=NOW_MS)
    assert ranking.rows.tolist() == [0, 1, 2]
    assert ranking.signals.duplication[1] > 0.99
