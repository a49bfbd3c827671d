"""Finding duplicates by vectors that are known, and what becomes of them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import Cancelled, StaleEdit
from memento_gui.engine.clusters import Suggestion
from memento_gui.model.clustering import DISTINCT, LINKED
from memento_gui.model.library import Library
from memento_gui.store import text_hash

MODEL = "fixed"


def at(degrees: float) -> list[float]:
    """A vector whose cosine with another is that of the angle between them."""
    turn = np.deg2rad(degrees)
    return [float(np.cos(turn)), float(np.sin(turn))]


def give_vectors(library: Library, ids: Sequence[str], angles: Sequence[float]) -> None:
    memories = library.get_many(ids)
    hashes = [text_hash(memory.title, memory.content) for memory in memories]
    vectors = np.array([at(angle) for angle in angles], dtype=np.float32)
    with library._store.transaction() as writer:
        writer.put_embeddings(MODEL, list(ids), vectors, hashes)


def fill(library: Library, told: Sequence[tuple[str, float]]) -> list[str]:
    ids = [library.remember(text).id for text, _ in told]
    give_vectors(library, ids, [angle for _, angle in told])
    return ids


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=None) as opened:
        yield opened


def groups(library: Library) -> list[tuple[str, ...]]:
    return [cluster.ids for cluster in library.clusters.find().clusters]


def test_clusters_carry_cohesion_suggestion_and_the_likely_pairs(library: Library) -> None:
    a, b, c, d, e, _ = fill(
        library,
        [("Tokens rotate", 0), ("Tokens do rotate", 10), ("Rain", 90), ("It rains", 120), ("Much rain", 150), ("Far", 260)],
    )
    found = library.clusters.find()
    assert [cluster.ids for cluster in found.clusters] == [(a, b), (c, d, e)]
    near, wide = found.clusters
    assert near.cohesion == pytest.approx(np.cos(np.deg2rad(10)), abs=1e-3)
    assert near.suggestion is Suggestion.MERGE
    assert near.likely == ((a, b),)
    assert wide.cohesion == pytest.approx((2 * np.cos(np.deg2rad(30)) + 0.5) / 3, abs=1e-3)
    assert wide.suggestion is Suggestion.APART
    assert wide.likely == ()  # 30° is a cosine of 0.866: linked, and not yet likely
    assert (found.compared, found.waiting, found.likely) == (6, 0, 1)


def test_only_active_memories_with_a_vector_are_compared(library: Library) -> None:
    a, b, c = fill(library, [("one", 0), ("one again", 5), ("one more", 8)])
    library.remember("without a vector")
    library.forget(c)
    found = library.clusters.find()
    assert [cluster.ids for cluster in found.clusters] == [(a, b)]
    assert (found.compared, found.waiting) == (2, 1)
    library.restore(c)
    assert groups(library) == [(a, b, c)]


def test_a_store_without_vectors_says_that_nothing_was_compared(library: Library) -> None:
    library.remember("alone")
    found = library.clusters.find()
    assert (found.clusters, found.compared, found.waiting) == ((), 0, 1)


def test_korean_texts_need_letters_in_common(library: Library) -> None:
    fill(library, [("서울의 날씨가 맑다", 0), ("회의는 세 시에 시작한다", 5)])
    assert groups(library) == []
    pair = fill(library, [("배포는 금요일에 하지 않는다", 90), ("배포는 금요일에 하지 않는다!", 95)])
    assert groups(library) == [tuple(pair)]


def test_nothing_is_compared_again_while_nothing_changed(library: Library) -> None:
    a, b = fill(library, [("one", 0), ("one again", 5)])
    first = library.clusters.find()
    library.viewed(a)
    assert library.clusters.find() is first
    give_vectors(library, [b], [80])
    assert groups(library) == []


def test_what_is_followed_equals_what_is_found_anew(library: Library) -> None:
    rng = np.random.default_rng(4)
    ids = fill(library, [(f"memory {n}", float(angle)) for n, angle in enumerate(rng.integers(0, 360, 40) * 3)])
    library.clusters.find()
    steps = [
        lambda: library.forget(ids[3], ids[7]),
        lambda: fill(library, [("new", 33), ("newer", 36)]),
        lambda: give_vectors(library, [ids[0], ids[20]], [120, 300]),
        lambda: library.restore(ids[7]),
        lambda: library.apply(library.clusters.distinct_edit(library.clusters.find().clusters[0])),
    ]
    for step in steps:
        step()
        with Library.open(library.path, clock=library.clock, embedder=None) as fresh:
            expected = fresh.clusters.find()
        followed = library.clusters.find()
        assert followed.compared == expected.compared
        assert {one.ids: one.suggestion for one in followed.clusters} == {
            one.ids: one.suggestion for one in expected.clusters
        }


def test_after_the_first_time_only_what_changed_is_compared(library: Library) -> None:
    fill(library, [(f"memory {n}", n * 40.0) for n in range(8)])
    told: list[int] = []
    library.clusters.find(progress=lambda done, _total: told.append(done))
    assert told
    told.clear()
    a, b = fill(library, [("new", 21), ("new again", 23)])
    found = library.clusters.find(progress=lambda done, _total: told.append(done))
    assert (a, b) in [pair for cluster in found.clusters for pair in cluster.likely]
    assert not told


def test_merging_puts_the_previewed_memory_in_their_place_and_undo_is_exact(library: Library) -> None:
    a, b, other = fill(library, [("Tokens rotate", 0), ("Tokens rotate on use", 10), ("Elsewhere", 90)])
    library.edit(a, tags=("auth",))
    before = [library.get(identity) for identity in (a, b, other)]
    (cluster,) = library.clusters.find().clusters
    preview = library.clusters.preview(cluster)
    inverse = library.apply(library.clusters.merge_edit(cluster))
    (survivor,) = set(library.ids()) - {other}
    made = library.get(survivor)
    assert (made.content, made.tags, made.strength) == (preview.content, preview.tags, preview.strength)
    assert made.content == "Tokens rotate on use"
    assert made.tags == ("auth",)
    assert library.get(a).in_trash
    assert library.get(b).in_trash
    with pytest.raises(StaleEdit):
        library.clusters.merge_edit(cluster)
    library.apply(inverse)
    assert [library.get(identity) for identity in (a, b, other)] == before
    assert groups(library) == [(a, b)]


@pytest.mark.parametrize("kind", [DISTINCT, LINKED])
def test_a_decision_is_remembered_after_a_restart_and_can_be_undone(library: Library, kind: str) -> None:
    ids = fill(library, [("one", 0), ("one again", 5), ("one more", 8)])
    (cluster,) = library.clusters.find().clusters
    make = library.clusters.distinct_edit if kind == DISTINCT else library.clusters.link_edit
    inverse = library.apply(make(cluster))
    assert groups(library) == []
    with Library.open(library.path, clock=library.clock, embedder=None) as again:
        assert groups(again) == []
        assert {relation.type for relation in again.relations(ids[0])} == {kind}
        assert len(again.relations(ids[0])) == 2
    library.apply(inverse)
    assert groups(library) == [tuple(ids)]


def test_a_newcomer_brings_a_decided_pair_back_only_with_itself(library: Library) -> None:
    pair = fill(library, [("one", 0), ("one again", 10)])
    library.apply(library.clusters.distinct_edit(library.clusters.find().clusters[0]))
    (third,) = fill(library, [("one more", 5)])
    (cluster,) = library.clusters.find().clusters
    assert cluster.ids == (*pair, third)
    assert set(cluster.likely) == {(pair[0], third), (pair[1], third)}
    library.apply(library.clusters.distinct_edit(cluster))
    assert groups(library) == []
    assert len(library.relations(pair[0])) == 2


def test_progress_is_told_and_cancelling_keeps_nothing(library: Library) -> None:
    fill(library, [("one", 0), ("one again", 5)])
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        library.clusters.find(cancel=token)
    told: list[tuple[int, int]] = []
    library.clusters.find(progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (2, 2)
