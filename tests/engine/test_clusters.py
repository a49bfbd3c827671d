"""Links, clusters and merging."""

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled, InvalidParameter
from memento_gui.domain.memory import Category, Memory, MemoryType, Scope, Status
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine import clusters as module
from memento_gui.engine import links as linking
from memento_gui.engine.clusters import Suggestion, cohesion, groups, spanning_forest, suggestion
from memento_gui.engine.links import Links, bigrams, confirmed, jaccard, mostly_latin, near_pairs
from memento_gui.engine.merging import merged
from memento_gui.engine.strength import suggested_strength

ORACLES = json.loads((Path(__file__).parent.parent / "data/oracles/cortexgraph_scores.json").read_text(encoding="utf-8"))
C = ParameterSet().decay
LABELS = {"auto-merge": Suggestion.MERGE, "llm-review": Suggestion.LOOK, "keep-separate": Suggestion.APART}


def unit(vectors: Any) -> FloatArray:
    rows = np.asarray(vectors, dtype=np.float64)
    lengths: FloatArray = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / lengths


def some_vectors(count: int, seed: int, spread: float = 0.6, centres: int = 4) -> FloatArray:
    """Vectors around a few centres, so that many pairs are near."""
    rng = np.random.default_rng(seed)
    return unit(rng.normal(size=(centres, 12))[rng.integers(0, centres, count)] + spread * rng.normal(size=(count, 12)))


def names(count: int) -> list[str]:
    return [f"m{row:03}" for row in range(count)]


def links_of(*triples: tuple[int, int, float]) -> Links:
    first, second, similarity = zip(*triples, strict=True)
    return Links(np.array(first), np.array(second), np.array(similarity))


def found_groups(triples: list[tuple[int, int, float]], count: int, size: int) -> list[list[int]]:
    forest = spanning_forest([links_of(*triples)], names(count))
    return sorted(rows.tolist() for rows in groups(forest, count, size))


@pytest.mark.parametrize("row", ORACLES["cluster_embed"])
def test_clusters_agree_with_the_other_system(row: dict[str, Any]) -> None:
    ids = [memory["id"] for memory in row["memories"]]
    made = module.clusters(unit([memory["embed"] for memory in row["memories"]]), ids, C)
    ours = {tuple(sorted(ids[member] for member in cluster.rows)): cluster for cluster in made}
    assert set(ours) == {tuple(sorted(cluster["ids"])) for cluster in row["clusters"]}
    for cluster in row["clusters"]:
        mine = ours[tuple(sorted(cluster["ids"]))]
        assert mine.cohesion == pytest.approx(cluster["cohesion"], rel=1e-9)
        assert mine.suggestion is LABELS[cluster["action"]]


@given(st.integers(0, 60), st.integers(0, 5), st.floats(0.3, 0.99))
def test_near_pairs_are_all_pairs_in_order(count: int, seed: int, threshold: float) -> None:
    vectors = some_vectors(count, seed) if count else np.zeros((0, 12))
    every = vectors @ vectors.T
    expected = {pair for pair in combinations(range(count), 2) if every[pair] >= threshold}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linking, "BUFFER_BYTES", 2000)  # a few rows a square
        found = Links.joined(near_pairs(vectors, threshold))
    assert list(zip(found.first.tolist(), found.second.tolist(), strict=True)) == sorted(expected)
    assert found.similarity == pytest.approx(every[found.first, found.second])


def test_comparing_can_be_watched_and_stopped() -> None:
    token, seen = CancelToken(), list[tuple[int, int]]()

    def told(done: int, count: int) -> None:
        seen.append((done, count))
        token.cancel()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linking, "BUFFER_BYTES", 2000)
        with pytest.raises(Cancelled):
            list(near_pairs(some_vectors(50, 0), 0.8, progress=told, cancel=token))
    assert seen == [(15, 50)]


def test_a_vector_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidParameter):
        list(near_pairs(np.array([[1.0, np.nan]]), 0.8))


def test_a_chain_is_one_group_and_strangers_are_left_out() -> None:
    assert found_groups([(0, 1, 0.9), (1, 2, 0.85), (4, 5, 0.95)], 7, 12) == [[0, 1, 2], [4, 5]]


def test_a_large_group_is_cut_at_its_weakest_links() -> None:
    chain = [(n, n + 1, 0.99 if n != 6 else 0.84) for n in range(13)]
    assert found_groups(chain, 14, 12) == [list(range(7)), list(range(7, 14))]
    assert found_groups(chain, 14, 14) == [list(range(14))]


def test_a_strong_way_around_keeps_the_weak_link_out_of_the_tree() -> None:
    ring = [(0, 1, 0.95), (1, 2, 0.95), (0, 2, 0.84), (2, 3, 0.9)]
    assert found_groups(ring, 4, 3) == [[0, 1, 2], [3]]


def test_equal_links_are_cut_by_id() -> None:
    alike = [(n, n + 1, 0.9) for n in range(5)]
    assert found_groups(alike, 6, 5) == [[0, 1, 2, 3, 4], [5]]
    renamed = ["f", "e", "d", "c", "b", "a"]
    forest = spanning_forest([links_of(*alike)], renamed)
    assert sorted(rows.tolist() for rows in groups(forest, 6, 5)) == [[0], [1, 2, 3, 4, 5]]


def naive_groups(triples: list[tuple[int, int, float]], count: int, size: int) -> list[list[int]]:
    """The rule as it is written: cut the weakest link of a tree that is too large, then look again."""
    forest = spanning_forest([links_of(*triples)], names(count))
    edges = list(zip(forest.first.tolist(), forest.second.tolist(), strict=True))
    linked = {row for edge in edges for row in edge}
    while True:
        pieces = {row: {row} for row in linked}
        for first, second in edges:
            both = pieces[first] | pieces[second]
            pieces.update(dict.fromkeys(both, both))
        large = [edge for edge in edges if len(pieces[edge[0]]) > size]
        if not large:
            return sorted(map(sorted, {frozenset(piece) for piece in pieces.values()}))
        edges.remove(large[-1])


@given(st.integers(2, 40), st.integers(0, 9), st.integers(2, 12), st.sampled_from([0.5, 0.7, 0.83]))
def test_cutting_agrees_with_the_rule_and_drops_nobody(count: int, seed: int, size: int, threshold: float) -> None:
    vectors = some_vectors(count, seed)
    found = Links.joined(near_pairs(vectors, threshold))
    triples = list(zip(found.first.tolist(), found.second.tolist(), np.round(found.similarity, 2).tolist(), strict=True))
    if not triples:
        return
    ours = found_groups(triples, count, size)
    assert ours == naive_groups(triples, count, size)
    assert sorted(row for rows in ours for row in rows) == sorted({*found.first.tolist(), *found.second.tolist()})
    assert max(map(len, ours)) <= size


@given(st.integers(2, 40), st.integers(0, 5))
def test_the_forest_does_not_depend_on_the_order_or_the_parts_of_its_links(count: int, seed: int) -> None:
    found = Links.joined(near_pairs(some_vectors(count, seed), 0.6))
    order = np.random.default_rng(seed).permutation(len(found))
    whole = spanning_forest([found], names(count))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MANY", 3)
        parts = spanning_forest((found.take(order[n::4]) for n in range(4)), names(count))
    assert set(zip(whole.first.tolist(), whole.second.tolist(), strict=True)) == set(
        zip(parts.first.tolist(), parts.second.tolist(), strict=True)
    )


def test_a_crowd_of_copies_is_cut_without_delay() -> None:
    vectors = np.tile(unit([[1.0, 2.0, 3.0]]), (1500, 1)).astype(np.float32)
    made = module.clusters(vectors, names(1500), C)
    assert sum(map(len, made)) == 1500
    assert max(map(len, made)) <= 12
    assert all(cluster.cohesion == pytest.approx(1.0) for cluster in made)


def test_clusters_come_the_most_cohesive_first_with_their_likely_duplicates() -> None:
    def at(degrees: float) -> list[float]:
        return [np.cos(np.radians(degrees)), np.sin(np.radians(degrees)), 0.0]

    vectors = unit([at(0), at(33), at(150), at(152), [0.0, 0.0, 1.0]])
    tight, loose = module.clusters(vectors, names(5), C)
    assert (tight.rows.tolist(), tight.suggestion, tight.likely) == ([2, 3], Suggestion.MERGE, ((2, 3),))
    assert (loose.rows.tolist(), loose.suggestion, loose.likely) == ([0, 1], Suggestion.LOOK, ())
    assert loose.cohesion == pytest.approx(np.cos(np.radians(33)))


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.9, Suggestion.MERGE), (0.899, Suggestion.LOOK), (0.75, Suggestion.LOOK), (0.749, Suggestion.APART)],
)
def test_cohesion_suggests(value: float, expected: Suggestion) -> None:
    assert suggestion(value, C) is expected


def test_cohesion_is_the_mean_over_pairs_with_opposites_as_strangers() -> None:
    assert cohesion(unit([[1, 0], [0, 1], [-1, 0]])) == 0.0
    assert cohesion(unit([[1, 0], [1, 0], [0, 1]])) == pytest.approx(1 / 3)
    assert cohesion(unit([[1, 0]])) == 1.0


@pytest.mark.parametrize(
    ("text", "latin"),
    [
        ("Deploys go out on Tuesdays", True),
        ("Größe über alles, café", True),
        ("42 %", True),
        ("", True),
        ("＼(^o^)／", True),
        ("배포는 화요일에 나간다", False),
        ("Развёртывание по вторникам", False),
        ("화요일에 배포: API", False),
        ("The word 배포 means deploy", True),
        ("日本語", False),
    ],
)
def test_scripts_are_told_apart(text: str, latin: bool) -> None:  # noqa: FBT001
    assert mostly_latin(text) is latin


def test_bigrams_ignore_case_and_width() -> None:
    assert bigrams("Abc ＡＢ x") == {"ab", "bc", "x"}
    assert jaccard(bigrams("배포 화요일"), bigrams("배포 수요일")) == pytest.approx(2 / 4)
    assert jaccard(frozenset(), frozenset()) == 0.0


def test_a_link_between_foreign_texts_needs_shared_letters() -> None:
    texts = {
        0: "배포는 화요일에 나간다",
        1: "배포는 화요일에 나갔다",
        2: "고양이가 창가에서 잔다",
        3: "Deploys go out on Tuesdays",
        4: "We ship every Tuesday",
    }
    every = links_of(*((first, second, 0.9) for first, second in combinations(range(5), 2)))
    kept = confirmed(every, texts, 0.5)
    assert list(zip(kept.first.tolist(), kept.second.tolist(), strict=True)) == [(0, 1), (3, 4)]
    alike = unit(np.ones((5, 3)))
    asked = module.clusters(alike, names(5), C, texts_of=lambda rows: {row: texts[row] for row in rows})
    assert sorted(cluster.rows.tolist() for cluster in asked) == [[0, 1], [3, 4]]
    assert [len(cluster) for cluster in module.clusters(alike, names(5), C)] == [5]


Make = Callable[..., Memory]


def memory(identity: str, content: str, created: int, **fields: Any) -> Memory:
    return Memory(id=identity, content=content, created_ms=created, updated_ms=created, **fields)


def test_merging_keeps_the_longest_text_if_it_says_all() -> None:
    short, long = memory("a", "on Tuesdays ", 5), memory("b", "Deploys go out on Tuesdays", 9)
    assert merged([short, long], 0.9, identity="n", now_ms=100).content == "Deploys go out on Tuesdays"


def test_merging_strings_distinct_texts_together_in_order_of_creation() -> None:
    parts = [memory("c", "third", 9), memory("a", "first text", 1), memory("b", "second", 5), memory("d", "second", 7)]
    assert merged(parts, 0.9, identity="n", now_ms=100).content == "first text\n\nsecond\n\nthird"


def test_merging_adds_up() -> None:
    parts = [
        memory("a", "long enough", 20, tags=("x", "y"), uses=3, views=1, strength=1.2, last_used_ms=40, importance=0.4),
        memory(
            "b", "short", 10, tags=("y", "z"), uses=4, cites=2, strength=1.0, title="Title", pinned=True, importance=0.8
        ),
        memory("c", "shorter", 90, edits=1, scope=Scope.PUBLIC, type=MemoryType.SEMANTIC, category=Category.DECISION),
    ]
    made = merged(parts, 0.9, identity="n", now_ms=100)
    assert (made.id, made.created_ms, made.updated_ms, made.last_used_ms) == ("n", 10, 100, 90)
    assert made.tags == ("y", "z", "x")
    assert (made.uses, made.views, made.cites, made.edits) == (7, 1, 2, 1)
    assert made.strength == pytest.approx(1.2 + 0.27)
    assert (made.importance, made.pinned, made.title, made.scope) == (0.8, True, "Title", Scope.PRIVATE)
    assert (made.type, made.status, made.deleted_ms, made.ordinal) == (MemoryType.EPISODIC, Status.ACTIVE, None, 0)


@given(st.lists(st.floats(0, 2), min_size=2, max_size=20), st.floats(0, 1))
def test_merged_strength_is_bounded(strengths: list[float], mean: float) -> None:
    parts = [memory(str(n), str(n), n, strength=strength) for n, strength in enumerate(strengths)]
    made = merged(parts, mean, identity="n", now_ms=100)
    assert max(strengths) <= made.strength <= min(2.0, max(strengths) + 0.5)


def test_one_memory_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="at least two"):
        merged([memory("a", "x", 1)], 1.0, identity="n", now_ms=2)


@pytest.mark.parametrize(
    ("tags", "category", "strength"),
    [
        ((), Category.OTHER, 1.0),
        (("Security",), Category.OTHER, 2.0),
        (("security",), Category.PREFERENCE, 2.0),
        (("x",), Category.DECISION, 1.5),
        ((), Category.PREFERENCE, 1.3),
        ((), Category.PROFILE, 1.0),
    ],
)
def test_suggested_strength(tags: tuple[str, ...], category: Category, strength: float) -> None:
    suggested = suggested_strength(tags, category, C)
    assert suggested.value == strength
    assert suggested.reason


@given(st.integers(0, 40), st.integers(0, 6), st.integers(0, 1000))
def test_pairs_renewed_for_changed_rows_are_all_pairs(count: int, changes: int, seed: int) -> None:
    before = some_vectors(count, seed)
    rng = np.random.default_rng(seed + 1)
    changed = np.zeros(count, dtype=np.bool_)
    changed[rng.permutation(count)[:changes]] = True
    after = np.where(changed[:, None], some_vectors(count, seed + 2), before)
    renewed = linking.renewed_pairs(Links.joined(near_pairs(before, 0.8)), after, changed, 0.8)
    expected = Links.joined(near_pairs(after, 0.8))
    order, wanted = np.lexsort((renewed.second, renewed.first)), np.lexsort((expected.second, expected.first))
    assert renewed.first[order].tolist() == expected.first[wanted].tolist()
    assert renewed.second[order].tolist() == expected.second[wanted].tolist()
    assert renewed.similarity[order] == pytest.approx(expected.similarity[wanted])
