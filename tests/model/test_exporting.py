"""Exports: what is written comes back whole, and a file that was there is not lost to a failed one."""

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import Cancelled, ExportFailed, UnknownFormat
from memento_gui.model.library import Library
from memento_gui.model.transfer.exporting import EXPORTS


def everything(library: Library) -> tuple[object, ...]:
    store = library._store
    ids = [*store.ids(), *store.ids(trashed=True)]
    return (
        {identity: replace(library.get(identity), ordinal=0) for identity in ids},
        store.every_revision(),
        store.every_feedback(),
        sorted(store.review_states(), key=lambda card: card.memory_id),
        store.review_log(),
        store.every_relation(),
    )


def test_a_whole_store_comes_back_with_history_reviews_trash_and_relations(demo: Library, tmp_path: Path) -> None:
    first = demo.ids()[0]
    demo.edit(first, content="Other words")
    demo.forget(demo.ids()[3])
    demo.pin(demo.ids()[4])
    target = tmp_path / "all.jsonl"
    assert demo.export(target) == len(demo.features())
    with Library.open(tmp_path / "copy.db", clock=FixedClock(0)) as copy:
        report = copy.import_(target)
        assert (report.format, report.added, report.problems) == ("memento-jsonl", len(demo.features()), ())
        assert everything(copy) == everything(demo)
        assert copy.import_(target).added == 0
        assert everything(copy) == everything(demo)


def test_some_memories_are_exported_with_the_relations_among_them(demo: Library, tmp_path: Path) -> None:
    relation = demo._store.every_relation()[0]
    target = tmp_path / "some.jsonl"
    assert demo.export(target, ids=[relation.source_id, relation.target_id]) == 2
    with Library.open(tmp_path / "copy.db", clock=FixedClock(0)) as copy:
        assert copy.import_(target).relations == sum(
            {one.source_id, one.target_id} <= {relation.source_id, relation.target_id}
            for one in demo._store.every_relation()
        )
        assert set(copy.ids()) == {relation.source_id, relation.target_id}


def test_an_export_that_fails_or_is_cancelled_leaves_what_was_there(demo: Library, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    target.write_text("earlier")
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        demo.export(target, cancel=token)
    with pytest.raises(ExportFailed, match="could not be written"):
        demo.export(tmp_path / "absent" / "all.jsonl")
    assert target.read_text() == "earlier"
    assert {path.name for path in tmp_path.iterdir() if "jsonl" in path.name} == {"all.jsonl"}


def test_only_the_owner_may_read_an_export(demo: Library, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    demo.export(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_table_holds_every_field_of_every_memory(demo: Library, tmp_path: Path) -> None:
    demo.forget(demo.ids()[3])
    target = tmp_path / "all.CSV"
    assert demo.export(target) == len(demo.features())
    with Library.open(tmp_path / "copy.db", clock=FixedClock(0)) as copy:
        report = copy.import_(target)
        assert (report.format, report.added, report.problems) == ("csv", len(demo.features()), ())
        assert everything(copy)[0] == everything(demo)[0]
        assert copy.import_(target).added == 0


def test_the_format_can_be_chosen_apart_from_the_name(demo: Library, tmp_path: Path) -> None:
    target = tmp_path / "all.txt"
    demo.export(target, ids=demo.ids()[:2], format="csv")
    with Library.open(tmp_path / "copy.db", clock=FixedClock(0)) as copy:
        assert copy.import_(target).format == "csv"
        assert set(copy.ids()) == set(demo.ids()[:2])
    with pytest.raises(UnknownFormat, match="Nothing was written"):
        demo.export(tmp_path / "song", format="song")
    assert not (tmp_path / "song").exists()


def test_a_knowledge_graph_leaves_out_what_it_cannot_hold_and_keeps_relations(demo: Library, tmp_path: Path) -> None:
    target = tmp_path / "graph.jsonl"
    demo.export(target, format="knowledge-graph")
    with Library.open(tmp_path / "copy.db", clock=FixedClock(0)) as copy:
        assert copy.import_(target).format == "knowledge-graph"
        contents = {memory.content for memory in copy.get_many(copy.ids())}
        assert {memory.content for memory in demo.get_many(demo.ids())} <= contents
        again = tmp_path / "again.jsonl"
        copy.export(again, format="knowledge-graph")
        assert sorted(again.read_text("utf-8").splitlines()) == sorted(target.read_text("utf-8").splitlines())


def test_a_folder_of_notes_holds_every_field_and_appears_whole(demo: Library, tmp_path: Path) -> None:
    demo.forget(demo.ids()[3])
    target = tmp_path / "notes"
    assert demo.export(target, format="markdown") == len(demo.features())
    assert len(list(target.rglob("*.md"))) == len(demo.features())
    with Library.open(tmp_path / "copy.db", clock=FixedClock(0)) as copy:
        report = copy.import_(target)
        assert (report.format, report.added, report.problems) == ("markdown", len(demo.features()), ())
        assert everything(copy)[0] == everything(demo)[0]
    with pytest.raises(ExportFailed, match="not an empty folder"):
        demo.export(target)
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


@pytest.mark.parametrize("target_format", EXPORTS)
def test_no_export_takes_the_place_of_a_database(demo: Library, tmp_path: Path, target_format: str) -> None:
    other = tmp_path / "other.db"
    Library.open(other, clock=FixedClock(0)).close()
    link = tmp_path / "link.jsonl"
    link.symlink_to(demo.path)
    before = demo.path.read_bytes(), other.read_bytes()
    for target in (demo.path, Path(f"{demo.path}-wal"), other, link):
        with pytest.raises(ExportFailed):
            demo.export(target, format=target_format)
    assert (demo.path.read_bytes(), other.read_bytes()) == before
    assert demo._store.integrity() == []


def test_what_lies_beside_an_export_is_not_touched(demo: Library, tmp_path: Path) -> None:
    (tmp_path / "all.jsonl.part").write_text("mine")
    (tmp_path / "notes.part").mkdir()
    (tmp_path / "notes.part" / "mine.md").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.md").write_text("mine")
    demo.export(tmp_path / "all.jsonl")
    demo.export(tmp_path / "notes", format="markdown")
    with pytest.raises(ExportFailed, match="not an empty folder"):
        demo.export(tmp_path / "full", format="markdown")
    assert {name.name for name in tmp_path.iterdir() if not name.name.startswith("demo")} >= {
        "all.jsonl",
        "all.jsonl.part",
        "full",
        "notes",
        "notes.part",
    }
    assert (tmp_path / "all.jsonl.part").read_text() == "mine"
    assert (tmp_path / "notes.part" / "mine.md").read_text() == "mine"
    assert not list(tmp_path.glob(".memento-*"))


def test_a_link_stays_a_link_and_a_device_a_device(demo: Library, tmp_path: Path) -> None:
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "all.jsonl")
    demo.export(tmp_path / "link.jsonl")
    assert (tmp_path / "link.jsonl").is_symlink()
    assert (tmp_path / "all.jsonl").stat().st_size > 0
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    demo.export(pipe, ids=demo.ids()[:1])
    assert os.read(reader, 1 << 20)
    os.close(reader)
    assert pipe.is_fifo()


def test_notes_go_into_the_folder_one_is_in(demo: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "vault").mkdir()
    monkeypatch.chdir(tmp_path / "vault")
    assert demo.export(Path(), format="markdown") == len(demo.features())
    assert len(list((tmp_path / "vault").rglob("*.md"))) == len(demo.features())


@pytest.mark.parametrize("target_format", ["cortexgraph-jsonl", "cortexgraph-sqlite", "cortexgraph-vault"])
def test_every_field_comes_back_from_cortexgraph_s_formats(demo: Library, tmp_path: Path, target_format: str) -> None:
    demo.forget(demo.ids()[3])
    target = tmp_path / "out"
    assert demo.export(target, format=target_format) == len(demo.ids())
    with Library.open(tmp_path / "copy.db", clock=FixedClock(0)) as copy:
        report = copy.import_(target)
        assert (report.format, report.added, report.problems) == (target_format, len(demo.ids()), ())
        kept = {identity: replace(demo.get(identity), ordinal=0) for identity in demo.ids()}
        assert {identity: replace(copy.get(identity), ordinal=0) for identity in copy.ids()} == kept
        if target_format != "cortexgraph-vault":
            assert copy._store.every_relation() == demo._store.every_relation()


def test_what_a_format_cannot_hold_is_counted(demo: Library, tmp_path: Path) -> None:
    first, second = demo.ids()[:2]
    demo.edit(first, content="Other words")
    demo.answer(second, "ok")
    demo.forget(demo.ids()[5])
    trashed = len(demo.features()) - len(demo.ids())
    assert demo.exports.losses("memento-jsonl") == ()
    said = {target_format: " ".join(demo.exports.losses(target_format)) for target_format in EXPORTS}
    assert f"{trashed} memories in the trash." in said["cortexgraph-jsonl"]
    assert "relation" not in said["cortexgraph-jsonl"]
    assert f"{len(demo._store.every_relation())} relations." in said["csv"]
    assert "in the trash" not in said["csv"]
    assert "Earlier words of" in said["markdown"]
    assert "Review cards and answers of" in said["cortexgraph-vault"]
    assert "Title of" in said["memento-mcp-sqlite"]
    assert demo.exports.losses("csv", [second]) == ("Review cards and answers of 1 memory.", "Feedback about 1 memory.")
    with pytest.raises(UnknownFormat):
        demo.exports.losses("paper")


def test_a_memento_server_s_store_is_written_whole_and_only_for_its_owner(demo: Library, tmp_path: Path) -> None:
    target = tmp_path / "out.db"
    assert demo.export(target, format="memento-mcp-sqlite") == len(demo.ids())
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        demo.export(tmp_path / "other.db", format="memento-mcp-sqlite", cancel=token)
    assert not (tmp_path / "other.db").exists()
    assert not list(tmp_path.glob(".memento-*"))
    with Library.open(tmp_path / "copy.db", clock=FixedClock(0)) as copy:
        assert copy.import_(target).added == len(demo.ids())
        assert {memory.content for memory in copy.get_many(copy.ids())} == {
            memory.content for memory in demo.get_many(demo.ids())
        }


def test_the_samples_are_imported_exported_and_imported_again_without_a_difference(tmp_path: Path) -> None:
    samples = Path(__file__).parent.parent / "data" / "samples"
    for name in ("cortexgraph_jsonl", "cortexgraph_vault", "memento.db"):
        with Library.open(tmp_path / f"first {name}.db", clock=FixedClock(0)) as first:
            report = first.import_(samples / name)
            target = tmp_path / f"out {name}"
            assert first.exports.losses(report.format) == ()
            assert first.export(target, format=report.format) == report.added
            assert first.import_(target).added == 0
            with Library.open(tmp_path / f"second {name}.db", clock=FixedClock(0)) as second:
                again = second.import_(target)
                assert (again.format, again.added) == (report.format, report.added)
                assert everything(second) == everything(first)


@pytest.mark.parametrize("target_format", [name for name in EXPORTS if name.endswith("sqlite") or name == "csv"])
def test_a_file_in_the_place_of_a_folder_is_refused_with_a_sentence(
    demo: Library, tmp_path: Path, target_format: str
) -> None:
    folder = tmp_path / "place" / "folder"
    folder.mkdir(parents=True)
    with pytest.raises(ExportFailed, match="Is a directory"):
        demo.export(folder, format=target_format)
    assert list(folder.parent.iterdir()) == [folder]
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="links need a right of their own")
@pytest.mark.parametrize("target_format", EXPORTS)
def test_a_link_that_leads_in_a_circle_is_refused_with_a_sentence(
    demo: Library, tmp_path: Path, target_format: str
) -> None:
    loop = tmp_path / "place" / "loop"
    loop.parent.mkdir()
    loop.symlink_to(loop)
    with pytest.raises(ExportFailed, match="could not be written"):
        demo.export(loop, format=target_format)
    assert list(loop.parent.iterdir()) == [loop]
    assert loop.is_symlink()
