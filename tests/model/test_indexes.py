"""Both indexes of a store: they follow every writer, are kept in the cache, and are never trusted blindly."""

import shutil
import stat
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.texts import Text
from memento_gui.model import index_cache
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.search.text_index import TextIndex
from memento_gui.store import Store
from memento_gui.store.memories import text_hash

MODEL = "three numbers"


@pytest.fixture(autouse=True)
def _every_store_is_worth_keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memento_gui.model.indexes.WORTH_KEEPING", 1)


class Counted:
    """Opens libraries on one file with one cache, and says how many texts were read to make the index ready."""

    def __init__(self, folder: Path, clock: FixedClock) -> None:
        self.path, self.cache, self._clock = folder / "memento.db", folder / "cache" / "indexes", clock
        self.read = 0

    def open(self, monkeypatch: pytest.MonkeyPatch) -> Library:
        """Open the store and get its index ready."""
        library = Library.open(self.path, clock=self._clock, cache=self.cache)
        every = Store.every_text
        self.read = 0

        def counted(store: Store):  # type: ignore[no-untyped-def]
            for one in every(store):
                self.read += 1
                yield one

        monkeypatch.setattr(Store, "every_text", counted)
        library.prepare()
        monkeypatch.setattr(Store, "every_text", every)
        return library


@pytest.fixture
def counted(tmp_path: Path, clock: FixedClock) -> Counted:
    return Counted(tmp_path, clock)


def found(library: Library, query: str) -> list[str]:
    return [library.get(i).content for i in library.search(query).ids]


def fill(library: Library, contents: Sequence[str]) -> list[str]:
    return [library.remember(content).id for content in contents]


def test_the_index_is_kept_privately_and_brought_up_to_date(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    with counted.open(monkeypatch) as library:
        first = fill(library, ["apples in the cellar", "pears in the attic", "a letter about plums"])
    with counted.open(monkeypatch):
        assert counted.read == 3
    [file] = counted.cache.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with Library.open(counted.path) as other:  # without the cache
        other.edit(first[0], content="cherries in the cellar")
        other.remember("new quinces")
        other.forget(first[1])
        other.forget(first[2])
        other.purge(first[2])
    with counted.open(monkeypatch) as library:
        assert counted.read == 0
        assert found(library, "cherries") == ["cherries in the cellar"]
        assert found(library, "quinces") == ["new quinces"]
        assert found(library, "apples") == found(library, "pears") == found(library, "plums") == []
        library.restore(first[1])
        assert found(library, "pears") == ["pears in the attic"]


def test_a_store_that_was_replaced_by_another_is_noticed(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    with counted.open(monkeypatch) as library:
        fill(library, ["apples"])
        backup = counted.path.with_name("copy.db")
        library._store.backup(backup)
        fill(library, ["pears", "plums"])
        library.prepare()
    with counted.open(monkeypatch):
        pass
    for companion in counted.path.parent.glob("memento.db*"):
        companion.unlink()
    shutil.move(backup, counted.path)
    with Library.open(counted.path) as other:  # another history with as many changes
        fill(other, ["quinces", "figs", "dates", "cherries"])
    with counted.open(monkeypatch) as library:
        assert found(library, "pears") == found(library, "plums") == []
        assert found(library, "quinces") == ["quinces"]
        assert found(library, "apples") == ["apples"]


@pytest.mark.parametrize("damage", [b"", b"nonsense"])
def test_a_damaged_cache_is_built_anew_without_a_word(
    counted: Counted, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    with counted.open(monkeypatch) as library:
        fill(library, ["apples", "pears"])
    with counted.open(monkeypatch):
        pass
    [file] = counted.cache.iterdir()
    file.write_bytes(damage)
    with counted.open(monkeypatch) as library:
        assert counted.read == 2
        assert found(library, "pears") == ["pears"]


def test_a_cache_that_cannot_be_written_is_no_matter(
    tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    with Library.open(tmp_path / "memento.db", clock=clock, cache=tmp_path / "file" / "indexes") as library:
        fill(library, ["apples"])
        library.prepare()
        assert found(library, "apples") == ["apples"]


def test_caches_that_nobody_asked_for_in_months_are_removed(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    counted.cache.mkdir(parents=True)
    old = counted.cache / "other.npz"
    old.touch()
    monkeypatch.setattr(index_cache, "_UNUSED_SECONDS", -1)
    with counted.open(monkeypatch) as library:
        fill(library, ["apples"])
    with counted.open(monkeypatch):
        assert not old.exists()


def test_searches_never_compact_and_preparing_does(library: Library) -> None:
    fill(library, ["apples"])
    library.prepare()
    fill(library, [f"pear number {n}" for n in range(10)])
    assert len(library.search("pear")) == 10
    states = [library.wants_preparing]
    library.prepare()
    states.append(library.wants_preparing)
    assert states == [True, False]
    assert len(library.search("pear")) == 10


def test_reading_a_memory_changes_no_word(library: Library) -> None:
    ids = fill(library, ["apples", "pears"])
    library.prepare()
    for _ in range(20):
        library.viewed(ids[0])
        library.search("apples")
    index = library._searches._indexes._text
    assert index is not None
    assert index._dead <= 1


def test_vectors_follow_single_changes(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    store, indexes = library._store, library._searches._indexes
    ids = fill(library, ["one", "two", "three"])

    def write(identity: str, vector: list[float]) -> None:
        with store.transaction() as writer:
            hashes = [text_hash("", library.get(identity).content)]
            writer.put_embeddings(MODEL, [identity], np.array([vector], dtype=np.float32), hashes)

    def held() -> dict[str, list[float]]:
        snapshot = library._live.snapshot()
        index = indexes.vectors(snapshot, MODEL)
        names = dict(zip(snapshot.table.ordinal.tolist(), snapshot.table.ids.tolist(), strict=True))
        pairs = zip(index.ordinals.tolist(), index.matrix.tolist(), strict=True)
        return {names[ordinal]: vector for ordinal, vector in pairs}

    assert held() == {}
    write(ids[0], [1, 0, 0])
    write(ids[1], [0, 1, 0])
    assert held() == {ids[0]: [1, 0, 0], ids[1]: [0, 1, 0]}
    monkeypatch.setattr(Store, "embeddings", None)  # from here on only what changed is read
    write(ids[2], [0, 0, 1])
    write(ids[0], [0, 0, 1])
    assert held() == {ids[0]: [0, 0, 1], ids[1]: [0, 1, 0], ids[2]: [0, 0, 1]}
    library.forget(ids[1])
    assert set(held()) == set(ids)
    library.purge(ids[1])
    assert set(held()) == {ids[0], ids[2]}
    fill(library, ["four"])
    assert set(held()) == {ids[0], ids[2]}


def test_a_search_does_not_wait_for_an_index_that_another_thread_makes(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(counted.path, clock=FixedClock(0), embedder=None) as library:
        fill(library, ["the red kite", "a blue boat"])
        begun, go_on = threading.Event(), threading.Event()
        every = Store.every_text

        def slow(store: Store):  # type: ignore[no-untyped-def]
            begun.set()
            assert go_on.wait(10)
            yield from every(store)

        monkeypatch.setattr(Store, "every_text", slow)
        making = threading.Thread(target=library.prepare)
        making.start()
        assert begun.wait(10)
        outcome = library.search("kite")
        assert outcome.ids == ()
        assert any("still being indexed" in told.message for told in outcome.diagnostics)
        assert [str(library.features().ids[row]) for row in library.filter("kite").rows] == [library.ids()[0]]
        go_on.set()
        making.join()
        assert found(library, "kite") == ["the red kite"]
        assert not library.search("kite").diagnostics


def test_a_search_goes_by_words_while_the_vectors_are_being_read(demo: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    demo.embed_pending()
    begun, go_on = threading.Event(), threading.Event()
    read = Store.embeddings
    fresh = demo._searches._indexes
    fresh._vectors_of = ("", -1)

    def slow(store: Store, model: str):  # type: ignore[no-untyped-def]
        begun.set()
        assert go_on.wait(10)
        return read(store, model)

    monkeypatch.setattr(Store, "embeddings", slow)
    reading = threading.Thread(target=demo.load_model)
    reading.start()
    assert begun.wait(10)
    outcome = demo.search("deploy")
    assert outcome.words_only
    assert "still being read" in outcome.reason
    go_on.set()
    reading.join()
    assert not demo.search("deploy").words_only


def test_many_more_new_memories_than_indexed_ones_are_indexed_anew_and_not_one_by_one(
    tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    put: list[int] = []
    one = TextIndex.put
    monkeypatch.setattr("memento_gui.model.indexes._FEW_TEXTS", 10)

    def noted(index: TextIndex, ordinal: int, text: Text) -> None:
        put.append(ordinal)
        one(index, ordinal, text)

    monkeypatch.setattr(TextIndex, "put", noted)
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=None) as library:
        fill(library, ["apples in the cellar"])
        library.prepare()
        many = tuple(library.drafted(f"pears of tree {number}") for number in range(20))
        library.apply(AddMemories(label="Import", memories=many))
        assert len(found(library, "pears")) == 20
        assert put == []
        fill(library, ["plums in the attic"])
        assert found(library, "plums") == ["plums in the attic"]
        assert len(put) == 1
