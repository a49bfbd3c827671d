"""Databases of other programs are read without a trace, wherever they stand and whoever else has them open."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from memento_gui.domain.errors import SourceError, UnreadableSource
from memento_gui.interchange import detect, read
from memento_gui.interchange.sqlite_source import opened

Listing = dict[str, str]

REPOSITORY = Path(__file__).parent.parent.parent
NOBODY = 65534


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that other users may enter, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="memento-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_reading_leaves_no_trace(memento_db: Path, listing: Callable[[Path], Listing], now_ms: int) -> None:
    before = listing(memento_db.parent)
    status = memento_db.stat()
    read(memento_db, now_ms=now_ms)
    assert listing(memento_db.parent) == before
    assert memento_db.stat().st_mtime_ns == status.st_mtime_ns


@pytest.mark.parametrize("beside", ["", "-wal"], ids=["alone", "with a WAL"])
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can become somebody else")
def test_somebody_who_may_only_read_can_import(
    samples: Path, public_folder: Path, listing: Callable[[Path], Listing], beside: str
) -> None:
    path = public_folder / "memento.db"
    shutil.copy(samples / "memento.db", path)
    path.chmod(0o444)
    if beside:
        (public_folder / f"memento.db{beside}").touch(mode=0o444)
    public_folder.chmod(0o555)
    before = listing(public_folder)
    script = (
        "import os, sys, pathlib\n"
        "from memento_gui.interchange import read\n"
        f"os.setgid({NOBODY}); os.setuid({NOBODY})\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "assert not os.access(path.parent, os.W_OK)\n"
        "print(len(read(path, now_ms=0).memories))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, str(path)], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert (run.stdout.strip(), run.stderr) == ("47", "")
    assert listing(public_folder) == before


def test_a_live_store_is_read_with_what_is_only_in_its_wal(
    memento_db: Path, listing: Callable[[Path], Listing], now_ms: int
) -> None:
    writer = sqlite3.connect(memento_db)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    writer.execute("INSERT INTO memory_item (id, type, content) VALUES ('fresh', 'working', 'only in the WAL')")
    writer.commit()
    before = listing(memento_db.parent)
    assert "memento.db-wal" in before
    imported = read(memento_db, now_ms=now_ms)
    assert [memory.content for memory in imported.memories if memory.id == "fresh"] == ["only in the WAL"]
    assert listing(memento_db.parent) == before
    writer.execute("UPDATE memory_item SET content = 'still writable' WHERE id = 'fresh'")
    writer.commit()
    writer.close()


def test_a_store_is_read_at_one_moment_while_another_program_writes_without_a_pause(memento_db: Path, now_ms: int) -> None:
    script = textwrap.dedent(
        """
        import itertools, sqlite3, sys
        writer = sqlite3.connect(sys.argv[1], isolation_level=None)
        for number in itertools.count():
            pair = [(f"a{number}",), (f"b{number}",)]
            writer.execute("BEGIN")
            writer.executemany("INSERT INTO memory_item (id, type, content) VALUES (?, 'working', 'x')", pair)
            writer.execute("COMMIT")
            if number == 0:
                print("begun", flush=True)
        """
    )
    with subprocess.Popen([sys.executable, "-c", script, str(memento_db)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        try:
            writer.stdout.readline()
            for _ in range(5):
                ids = {memory.id for memory in read(memento_db, now_ms=now_ms).memories}
                first, second = ({name[1:] for name in ids if name[0] == half and name[1:].isdecimal()} for half in "ab")
                assert first == second
                assert "0" in first
        finally:
            writer.kill()
    with closing(sqlite3.connect(memento_db)) as after:
        assert after.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_crashed_store_is_read_with_its_wal(memento_db: Path, tmp_path: Path, now_ms: int) -> None:
    writer = sqlite3.connect(memento_db)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    writer.execute("INSERT INTO memory_item (id, type, content) VALUES ('fresh', 'working', 'only in the WAL')")
    writer.commit()
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for suffix in ("", "-wal"):
        shutil.copy(f"{memento_db}{suffix}", crashed / f"memento.db{suffix}")
    writer.close()
    imported = read(crashed / "memento.db", now_ms=now_ms)
    assert "fresh" in {memory.id for memory in imported.memories}
    assert sorted(entry.name for entry in crashed.iterdir()) == ["memento.db", "memento.db-wal"]


def test_a_store_that_crashed_in_a_transaction_is_rolled_back_in_the_copy(
    cortexgraph_db: Path, tmp_path: Path, listing: Callable[[Path], Listing], now_ms: int
) -> None:
    writer = sqlite3.connect(cortexgraph_db, isolation_level=None)
    writer.execute("PRAGMA cache_size = 1")
    writer.execute("PRAGMA cache_spill = 1")
    writer.execute("BEGIN")
    for _ in range(5):
        writer.execute("UPDATE memories SET content = content || 'never committed'")
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for suffix in ("", "-journal"):
        shutil.copy(f"{cortexgraph_db}{suffix}", crashed / f"cortexgraph.db{suffix}")
    writer.execute("ROLLBACK")
    writer.close()
    before = listing(crashed)
    imported = read(crashed / "cortexgraph.db", now_ms=now_ms)
    assert imported.memories == read(cortexgraph_db, now_ms=now_ms).memories
    assert listing(crashed) == before


def test_a_file_that_changes_while_it_is_read_is_refused(memento_db: Path) -> None:
    with pytest.raises(UnreadableSource, match="changed by another program"), opened(memento_db):
        memento_db.touch()


def test_a_link_is_followed_to_where_the_wal_is(memento_db: Path, tmp_path: Path, now_ms: int) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(memento_db)
    writer = sqlite3.connect(memento_db)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    writer.execute("DELETE FROM memory_item WHERE id = 'mem_1795990635266_iljsuhl2s'")
    writer.commit()
    assert len(read(link, now_ms=now_ms).memories) == 46
    writer.close()


def test_a_path_with_marks_of_an_address_is_a_path(memento_db: Path, tmp_path: Path, now_ms: int) -> None:
    folder = tmp_path / "a?b=c#d %41 한국"
    folder.mkdir()
    path = Path(shutil.copy(memento_db, folder / "my&memento.db"))
    assert len(read(path, now_ms=now_ms).memories) == 47
    assert [entry.name for entry in folder.iterdir()] == ["my&memento.db"]


@pytest.mark.parametrize("kept", [16, 100, 4096, 150_000])
def test_a_cut_off_database_is_refused_and_left_as_it_is(memento_db: Path, now_ms: int, kept: int) -> None:
    cut = memento_db.read_bytes()[:kept]
    memento_db.write_bytes(cut)
    with pytest.raises(SourceError):
        read(memento_db, now_ms=now_ms)
    assert memento_db.read_bytes() == cut
    assert [entry.name for entry in memento_db.parent.iterdir()] == ["memento.db"]


def test_a_damaged_name_of_a_column_is_refused(memento_db: Path, now_ms: int) -> None:
    raw = memento_db.read_bytes()
    assert b"  edit_count INTEGER" in raw
    memento_db.write_bytes(raw.replace(b"  edit_count INTEGER", b"  edit\x80count INTEGER"))
    with pytest.raises(UnreadableSource, match="cannot be read"):
        read(memento_db, now_ms=now_ms)


def test_a_view_is_not_taken_for_a_table(tmp_path: Path) -> None:
    path = tmp_path / "trap.db"
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE VIEW memory_item AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
        " SELECT id, id AS content FROM n"
    )
    connection.close()
    with pytest.raises(SourceError):
        detect(path)


def test_a_value_that_no_memory_could_have_is_not_even_read(tmp_path: Path, memento_db: Path, now_ms: int) -> None:
    path = tmp_path / "large.db"
    shutil.copy(memento_db, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE memory_item SET content = CAST(zeroblob(65 << 20) AS TEXT) WHERE rowid = 1")
    with pytest.raises(UnreadableSource, match="Nothing was imported"):
        read(path, now_ms=now_ms)
