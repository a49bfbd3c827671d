"""Finding duplicates by vectors that are known, and what becomes of them."""

import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import Cancelled, StaleEdit
from memento_gui.engine.clusters import Suggestion
from memento_gui.engine.links import mostly_latin
from memento_gui.model.library import Library
from memento_gui.model.near_pairs import prints
from memento_gui.model.repeats.clustering import DISTINCT, LINKED
from memento_gui.search.vectors import normalised
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


def compared(library: Library) -> int:
    """Find the groups and return how many memories had to be compared with all."""
    told = [0]
    library.clusters.find(progress=lambda done, _total: told.append(done))
    return max(told)


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
    assert compared(library) == 8
    a, b = fill(library, [("new", 21), ("new again", 23)])
    assert compared(library) == 2
    assert (a, b) in [pair for cluster in library.clusters.find().clusters for pair in cluster.likely]


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


def test_what_changed_since_it_was_seen_is_not_merged(library: Library) -> None:
    a, b = fill(library, [("Tokens rotate", 0), ("Tokens rotate on use", 10)])
    (cluster,) = library.clusters.find().clusters
    seen = library.get_many(cluster.ids)
    library.viewed(a)  # reading it is no change
    inverse = library.apply(library.clusters.merge_edit(cluster, seen))
    library.apply(inverse)
    library.edit(b, content="Tokens never rotate")
    with pytest.raises(StaleEdit, match="content"):
        library.apply(library.clusters.merge_edit(cluster, seen))
    assert library.ids() == [a, b]


def test_the_same_text_with_other_tags_is_one_group_whose_tags_are_joined(demo: Library) -> None:
    before = set(demo.ids())
    for tags in (["rust"], ["build", "rust"], []):
        demo.remember("The release build takes eleven minutes on the old laptop.", tags=tags)
    demo.embed_pending()
    (cluster,) = [one for one in demo.clusters.find().clusters if not before & set(one.ids)]
    assert len(cluster) == 3
    assert demo.clusters.preview(cluster).tags == ("rust", "build")


UNRELATED = {
    "ko": (
        "매주 화요일 오전 회의가 끝난 뒤에 배포를 진행합니다.",
        "지난 주말에 가족과 함께 제주도 바다를 여행했습니다.",
        "할머니는 김치를 담글 때 새우젓을 조금 넣으십니다.",
        "데이터베이스 백업은 매일 새벽 세 시에 시작됩니다.",
        "우리 고양이는 창가에서 낮잠 자는 것을 좋아합니다.",
        "내년 봄에는 이사를 해서 더 큰 집을 구하려고 합니다.",
    ),
    "ja": (
        "毎週火曜日の朝会のあとにデプロイを行います。",
        "先週末は家族と一緒に北海道へスキーに行きました。",
        "祖母は味噌汁に必ず柚子の皮を少し入れます。",
        "バックアップは毎日午前三時に自動で始まります。",
        "うちの猫は窓辺で昼寝をするのが大好きです。",
        "来年の春にはもっと広い部屋に引っ越すつもりです。",
    ),
    "zh": (
        "每周二早会之后进行部署。",
        "上周末和家人一起去海边旅行了。",
        "奶奶做汤的时候总会放一点姜。",
        "备份在每天凌晨三点开始。",
    ),
    "ru": (
        "Каждый вторник после совещания мы выкатываем новую версию.",
        "На прошлых выходных мы всей семьёй ездили к морю.",
        "Бабушка всегда добавляет в суп немного укропа.",
        "Резервная копия создаётся каждую ночь в три часа.",
    ),
    "ar": (
        "ننشر الإصدار الجديد كل ثلاثاء بعد الاجتماع.",
        "سافرنا مع العائلة إلى البحر في نهاية الأسبوع.",
        "تضيف جدتي الليمون إلى الحساء.",
    ),
    "th": ("เราปล่อยเวอร์ชันใหม่ทุกวันอังคารหลังประชุม", "สุดสัปดาห์ที่แล้วครอบครัวไปเที่ยวทะเล", "คุณยายใส่ขิงในซุปเสมอ"),
}


def test_unrelated_texts_in_other_scripts_are_no_group_and_near_ones_are(demo: Library) -> None:
    """The bundled model is English: without a look at the letters most of these would be one group."""
    before = set(demo.ids())
    for texts in UNRELATED.values():
        for text in texts:
            demo.remember(text)
    near = {
        (
            demo.remember("회의록은 매주 금요일 저녁까지 공유 폴더에 올려 주세요.").id,
            demo.remember("회의록은 매주 금요일 저녁까지 공유 폴더에 올려 주시기 바랍니다.").id,
        ),
        (
            demo.remember("会議の議事録は毎週金曜日の夕方までに共有フォルダに置いてください。").id,
            demo.remember("会議の議事録は毎週金曜日の夕方までに共有フォルダへ置くこと。").id,
        ),
    }
    demo.embed_pending()
    groups = {cluster.ids for cluster in demo.clusters.find().clusters if not before & set(cluster.ids)}
    assert groups == near
    found = demo.clusters.find()
    words = {memory.id: memory.content for memory in demo.get_many([i for one in found.clusters for i in one.ids])}
    assert all(mostly_latin(words[cluster.ids[0]]) == mostly_latin(words[cluster.ids[-1]]) for cluster in found.clusters)


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


@pytest.fixture
def kept(tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Library]:
    """Opens one store again and again, with one cache, and keeps pairs however few there are."""
    monkeypatch.setattr("memento_gui.model.repeats.clustering.WORTH_KEEPING", 1)
    return lambda: Library.open(tmp_path / "memento.db", clock=clock, embedder=None, cache=tmp_path / "cache")


def pairs_file(tmp_path: Path) -> Path:
    (file,) = (tmp_path / "cache").glob("*.pairs.npz")
    return file


def test_a_restarted_library_compares_only_what_changed_since(
    kept: Callable[[], Library], tmp_path: Path, clock: FixedClock
) -> None:
    with kept() as library:
        ids = fill(library, [(f"memory {n}", n * 3.0) for n in range(0, 90, 2)])
        assert compared(library) == 45
        first = library.clusters.find()
    assert stat.S_IMODE(pairs_file(tmp_path).stat().st_mode) == 0o600
    with kept() as library:
        assert compared(library) == 0
        assert library.clusters.find() == first
        give_vectors(library, [ids[3], ids[9]], [310, 311])
        library.forget(ids[20])
        library.apply(library.clusters.distinct_edit(first.clusters[0]))
    with kept() as library:
        assert compared(library) == 2
        found = library.clusters.find()
        assert (ids[3], ids[9]) in [cluster.ids for cluster in found.clusters]
        with Library.open(library.path, clock=clock, embedder=None) as fresh:
            assert fresh.clusters.find() == found
    with kept() as library:
        assert compared(library) == 0
        library.restore(ids[20])
        assert compared(library) == 1


def test_pairs_of_another_threshold_are_found_anew(kept: Callable[[], Library]) -> None:
    with kept() as library:
        fill(library, [("one", 0), ("two", 40)])
        assert groups(library) == []
    with kept() as library:
        parameters = library.parameters()
        library.parameter_sets.save("Wide", replace(parameters, decay=replace(parameters.decay, cluster_link=0.7)))
        library.parameter_sets.use("Wide")
        assert compared(library) == 2
        assert len(groups(library)) == 1


def test_pairs_of_a_store_that_was_replaced_are_not_believed(
    kept: Callable[[], Library], tmp_path: Path, clock: FixedClock
) -> None:
    with kept() as library:
        fill(library, [("one", 0), ("one again", 5), ("far", 90)])
        assert len(groups(library)) == 1
    with Library.open(tmp_path / "other.db", clock=clock, embedder=None) as other:
        a, b, c = fill(other, [("one", 0), ("two", 100), ("two again", 103)])
    shutil.move(tmp_path / "other.db", tmp_path / "memento.db")
    with kept() as library:
        assert groups(library) == [(b, c)]
        assert library.get(a).content == "one"


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda file: file.write_bytes(b""), id="empty"),
        pytest.param(lambda file: file.write_bytes(b"PK\x03\x04 nothing"), id="no archive"),
        pytest.param(lambda file: file.write_bytes(file.read_bytes()[:-30]), id="cut off"),
        pytest.param(lambda file: file.write_bytes(file.read_bytes().replace(b"NUMPY", b"NOMPY")), id="changed bytes"),
        pytest.param(lambda file: respelled(file, first=np.array([5], dtype=np.int32)), id="a row beyond the last"),
        pytest.param(lambda file: respelled(file, second=np.array([-1], dtype=np.int32)), id="a negative row"),
        pytest.param(lambda file: respelled(file, similarity=np.array([np.nan])), id="not a number"),
        pytest.param(lambda file: respelled(file, similarity=np.array(["near"])), id="words"),
        pytest.param(lambda file: respelled(file, prints=np.zeros((3, 3), dtype=np.int64)), id="two dimensions"),
        pytest.param(lambda file: respelled(file, ordinals=np.array([3, 2, 1])), id="out of order"),
        pytest.param(lambda file: respelled(file, ordinals=np.array(3)), id="no dimension"),
        pytest.param(lambda file: respelled(file, format=np.array([0])), id="another format"),
        pytest.param(lambda file: respelled(file, threshold=np.array([[0.8]])), id="an odd threshold"),
        pytest.param(lambda file: (file.unlink(), file.mkdir()), id="a folder"),
    ],
)
def test_a_damaged_file_of_pairs_is_thrown_away(
    kept: Callable[[], Library], tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    with kept() as library:
        a, b, _ = fill(library, [("one", 0), ("one again", 5), ("far", 90)])
        assert compared(library) == 3
    spoil(pairs_file(tmp_path))
    with kept() as library:
        assert compared(library) == 3
        assert groups(library) == [(a, b)]


def respelled(file: Path, **arrays: np.ndarray) -> None:
    """Write a sound file with other arrays in it."""
    with np.load(file) as held:
        np.savez(file, **{**held, **arrays})


def test_a_vector_is_known_by_its_number_whatever_stands_beside_it() -> None:
    rng = np.random.default_rng(2)
    matrix = normalised(rng.normal(size=(5_000, 24)).astype(np.float32))
    numbers = prints(matrix)
    assert len(set(numbers.tolist())) == 5_000
    assert prints(matrix[4_321:4_322]).tolist() == [numbers[4_321]]
    assert prints(matrix[:, ::-1]).tolist() != numbers.tolist()
    nearly = matrix[:1].copy()
    nearly[0, 7] = np.nextafter(nearly[0, 7], np.float32(2))
    assert prints(nearly)[0] != numbers[0]
    assert prints(matrix[:0]).tolist() == []
