"""The store's locks outlive whatever else this process does with the file, so that no other program takes its log away."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import StoreUnavailable
from memento_gui.model.library import Library
from memento_gui.store.holding import first_bytes
from memento_gui.store.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a lock belongs to its own descriptor there")

VISIT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(connection.execute("SELECT count(*) FROM memory").fetchone()[0])
connection.close()
"""


def visit(path: Path) -> int:
    """Have another program read the store and leave it, as the last one if nobody seems to have it open."""
    return int(subprocess.run([sys.executable, "-c", VISIT, str(path)], check=True, capture_output=True).stdout)


def look_into(path: Path) -> None:
    """Open the store's files and close them, as a file dialog does: all locks of this process are gone."""
    for ending in ("", "-shm"):
        with path.with_name(path.name + ending).open("rb") as file:
            file.read(64)


def test_what_is_written_after_somebody_looked_into_the_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "memento.db"
    with Library.open(path, embedder=None) as library:
        library.remember("before")
        look_into(path)
        library.data_version()  # which the window asks four times a second
        assert visit(path) == 1
        library.remember("after")
        assert visit(path) == 2
    assert visit(path) == 2


def test_a_second_store_on_the_file_leaves_the_locks_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "memento.db"
    clock = FixedClock(1_000)
    with Store.open(path, clock=clock) as first:
        with Store.open(path, clock=clock):
            visit(path)
            assert path.with_name("memento.db-wal").exists()
        visit(path)
        assert path.with_name("memento.db-wal").exists()
        assert first.data_version() > 0
    visit(path)
    assert not path.with_name("memento.db-wal").exists()


def test_the_first_bytes_of_an_open_store_are_read_without_losing_its_locks(tmp_path: Path) -> None:
    path = tmp_path / "memento.db"
    with Store.open(path, clock=FixedClock(1_000)):
        assert first_bytes(path, 16) == b"SQLite format 3\x00"
        visit(path)
        assert path.with_name("memento.db-wal").exists()
    assert first_bytes(path, 16) == b"SQLite format 3\x00"


def test_a_log_that_was_taken_away_is_told_before_anything_is_written_into_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memento.db"
    with Library.open(path, embedder=None) as library:
        library.remember("before")
        look_into(path)
        visit(path)
        with pytest.raises(StoreUnavailable, match=r"memento\.db-wal was removed by another program"):
            library.remember("into nothing")
    with Library.open(path, embedder=None) as library:
        assert [memory.content for memory in library.get_many(library.ids())] == ["before"]


def test_the_last_store_of_the_process_lets_go_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "memento.db"
    Store.open(path, clock=FixedClock(1_000)).close()
    assert sorted(found.name for found in tmp_path.iterdir()) == ["memento.db"]
    alone = sqlite3.connect(path, isolation_level=None)
    alone.execute("PRAGMA locking_mode = EXCLUSIVE")
    alone.execute("BEGIN EXCLUSIVE")
    alone.close()
