"""What a file may be when it is opened, and what is said about it."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import DamagedStore, NotADatabase, ReadOnlyStore, StoreUnavailable
from memento_gui.domain.memory import Memory
from memento_gui.store import SavedSearch, Store, files, sqlite
from memento_gui.store.faults import explained
from memento_gui.store.opening import SCHEMA_VERSION
from memento_gui.store.sqlite import Access

Make = Callable[..., Memory]
Sql = Callable[..., list[Any]]
Told = Callable[..., list[str]]

PAGE = 4096


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.fixture
def closed(path: Path, clock: FixedClock, make: Make) -> Path:
    """A store of 200 memories that nobody has open."""
    with Store.open(path, clock=clock) as store, store.transaction() as writer:
        writer.insert([make(f"id-{number}", "word " * 200) for number in range(200)])
    return path


def test_a_missing_file_becomes_a_store(path: Path, clock: FixedClock, make: Make, sql: Sql) -> None:
    with Store.open(path, clock=clock) as store:
        assert (store.path, store.read_only, store.read_only_reason) == (path, False, "")
        assert store.ids() == []
        with store.transaction() as writer:
            writer.insert([make("a")])
        assert sql(path, "PRAGMA journal_mode") == [("wal",)]
    assert sql(path, "PRAGMA application_id") == [(files.APPLICATION_ID,)]
    assert sql(path, "SELECT version_num FROM alembic_version") == [(SCHEMA_VERSION,)]
    with Store.open(path, clock=clock, create=False) as store:
        assert store.get("a") == make("a", ordinal=1)


def test_every_connection_waits_for_the_disk_and_keeps_foreign_keys(store: Store) -> None:
    for engine in (store._readers, store._writers):
        with engine.begin() as connection:
            names = ("synchronous", "foreign_keys", "busy_timeout")
            assert [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names] == [2, 1, 200]


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277])
def test_only_the_owner_may_read_it_whatever_the_umask(path: Path, clock: FixedClock, make: Make, umask: int) -> None:
    before = os.umask(umask)
    try:
        with Store.open(path, clock=clock) as store, store.transaction() as writer:
            writer.insert([make("a")])
            beside = [files.companion(path, ending) for ending in ("wal", "shm")]
            assert [mode(file) for file in (path, *beside)] == [0o600] * 3
            store.backup(path.with_name("copy.db"))
    finally:
        os.umask(before)
    assert mode(path.with_name("copy.db")) == 0o600


def test_opening_takes_the_rights_of_others_away(closed: Path, clock: FixedClock) -> None:
    closed.chmod(0o664)
    with Store.open(closed, clock=clock):
        assert mode(closed) == 0o600


def test_an_empty_file_becomes_a_store(path: Path, clock: FixedClock) -> None:
    path.touch(mode=0o644)
    with Store.open(path, clock=clock) as store:
        assert store.ids() == []
        assert mode(path) == 0o600


def test_an_empty_file_beside_a_log_is_damage_and_the_log_is_kept(
    path: Path, clock: FixedClock, make: Make, tmp_path: Path
) -> None:
    with Store.open(path, clock=clock) as store:
        with store.transaction() as writer:
            writer.insert([make("a")])
        torn = tmp_path / "torn.db"
        torn.touch()
        log = files.companion(torn, "wal")
        shutil.copyfile(files.companion(path, "wal"), log)
    before = log.read_bytes()
    with pytest.raises(DamagedStore, match=r"torn.db is damaged .*torn.db-wal holds changes.*left exactly as it is"):
        Store.open(torn, clock=clock)
    assert torn.stat().st_size == 0
    assert log.read_bytes() == before


def test_a_missing_file_is_not_made_unless_asked_for(path: Path, clock: FixedClock) -> None:
    with pytest.raises(StoreUnavailable, match="there is no such file"):
        Store.open(path, clock=clock, create=False)
    assert not path.exists()


def test_a_missing_folder_is_said(tmp_path: Path, clock: FixedClock) -> None:
    with pytest.raises(StoreUnavailable, match=r"there is no such folder.*check the folder"):
        Store.open(tmp_path / "nowhere" / "memento.db", clock=clock)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    "content",
    [b"x", b"Dear diary,\n" * 50, b"SQLite format 3\0", b"\0" * 8192, "Prüfung\n".encode("utf-16") * 40],
    ids=["one byte", "text", "a header cut short", "zeros", "utf-16"],
)
def test_a_file_of_another_kind_is_left_alone(path: Path, clock: FixedClock, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(NotADatabase, match=r"memento.db is not a database\. It was left as it is.*import"):
        Store.open(path, clock=clock)
    assert path.read_bytes() == content
    assert sorted(file.name for file in path.parent.iterdir()) == ["memento.db"]


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_a_database_of_another_program_is_left_alone(path: Path, clock: FixedClock, sql: Sql, journal: str) -> None:
    sql(path, f"PRAGMA journal_mode = {journal}", "CREATE TABLE memory (id TEXT, content TEXT)")
    before = path.read_bytes()
    with pytest.raises(NotADatabase, match=r"a database of another program.*import it"):
        Store.open(path, clock=clock)
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["memento.db"]


def test_a_store_of_another_system_is_left_alone(path: Path, clock: FixedClock) -> None:
    shutil.copyfile(Path(__file__).parents[1] / "data" / "samples" / "memento.db", path)
    with pytest.raises(NotADatabase, match="another program"):
        Store.open(path, clock=clock)


def test_a_folder_is_no_store(tmp_path: Path, clock: FixedClock) -> None:
    with pytest.raises(NotADatabase, match="is a folder"):
        Store.open(tmp_path, clock=clock)


def test_a_link_and_an_odd_name_lead_to_the_store(closed: Path, clock: FixedClock, tmp_path: Path) -> None:
    odd = tmp_path / "100% of #1? ünï.db"
    closed.rename(odd)
    link = tmp_path / "link.db"
    link.symlink_to(odd)
    with Store.open(link, clock=clock) as store:
        assert len(store.ids()) == 200
        assert files.companion(odd, "wal").exists()


@pytest.mark.skipif(os.name != "posix", reason="links need a right of their own")
def test_a_link_that_leads_in_a_circle_is_no_store(path: Path, clock: FixedClock) -> None:
    path.symlink_to(path)
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        Store.open(path, clock=clock)
    assert path.is_symlink()


def test_a_store_whose_journal_was_changed_gets_its_log_back(closed: Path, clock: FixedClock, sql: Sql) -> None:
    sql(closed, "PRAGMA journal_mode = DELETE")
    with Store.open(closed, clock=clock) as store:
        assert sql(closed, "PRAGMA journal_mode") == [("wal",)]
        assert len(store.ids()) == 200


def test_a_mistake_of_this_program_is_not_told_as_the_files_trouble(store: Store) -> None:
    with pytest.raises(sa.exc.ProgrammingError), store.transaction() as writer:
        writer.put_saved_search(SavedSearch(name="n", query="q", position=object()))  # type: ignore[arg-type]
    with closing(sqlite3.connect(":memory:")) as other, pytest.raises(sqlite3.ProgrammingError), explained(store.path):
        other.execute("SELECT ?", (object(),))


# A newer version's


def test_a_newer_schema_is_opened_for_reading_only(closed: Path, clock: FixedClock, make: Make, sql: Sql) -> None:
    sql(closed, "ALTER TABLE memory ADD COLUMN mood TEXT", "UPDATE alembic_version SET version_num = '0999'")
    before = closed.read_bytes()
    with Store.open(closed, clock=clock) as store:
        assert store.read_only
        assert "newer version of Memento (schema 0999; this one knows 0001)" in store.read_only_reason
        assert "update Memento" in store.read_only_reason
        assert len(store.features()) == 200
        assert store.get("id-7").content.startswith("word")
        with pytest.raises(ReadOnlyStore, match=r"newer version.*Nothing was changed"), store.transaction() as writer:
            writer.insert([make("a")])
        with pytest.raises(ReadOnlyStore, match="newer version"):
            store.optimise()
    assert closed.read_bytes() == before


def test_words_that_a_newer_version_added_read_as_the_default(closed: Path, clock: FixedClock, sql: Sql) -> None:
    sql(
        closed,
        "PRAGMA ignore_check_constraints = ON",
        "UPDATE memory SET type = 'dreamt', category = 'mood' WHERE id = 'id-3'",
        "UPDATE alembic_version SET version_num = '0999'",
    )
    with Store.open(closed, clock=clock) as store:
        assert store.get("id-3").type == "episodic"
        table = store.features()
        assert (table.type[3], table.category[3]) == (1, 6)


# Damage


def damage(path: Path, pages: range) -> bytes:
    with path.open("r+b") as file:
        for page in pages:
            file.seek(page * PAGE)
            file.write(bytes([page % 251]) * PAGE)
    return path.read_bytes()


def test_a_broken_schema_page_is_damage_and_nothing_is_written(closed: Path, clock: FixedClock) -> None:
    with closed.open("r+b") as file:
        file.seek(files.HEADER_BYTES)
        file.write(b"\x55" * (PAGE - files.HEADER_BYTES))
    before = closed.read_bytes()
    with pytest.raises(DamagedStore, match=r"memento.db is damaged.*left exactly as it is.*Copy it.*restore a backup"):
        Store.open(closed, clock=clock)
    assert closed.read_bytes() == before


def test_a_truncated_store_is_damage(closed: Path, clock: FixedClock) -> None:
    whole = closed.read_bytes()
    closed.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DamagedStore, match=f"of {len(whole):,} bytes are there"):
        Store.open(closed, clock=clock)
    assert closed.read_bytes() == whole[: len(whole) // 2]


def test_damage_found_while_reading_stops_all_writing(closed: Path, clock: FixedClock, make: Make) -> None:
    pages = closed.stat().st_size // PAGE
    before = damage(closed, range(pages // 2, pages))
    with Store.open(closed, clock=clock) as store:
        assert not store.read_only
        with pytest.raises(DamagedStore, match="left exactly as it is"):
            store.features()
        assert "is damaged" in store.read_only_reason
        with pytest.raises(ReadOnlyStore, match="is damaged"), store.transaction() as writer:
            writer.insert([make("new")])
        assert store.integrity() != []
    assert closed.read_bytes() == before


def test_damage_found_while_writing_leaves_the_file_as_it_was(closed: Path, clock: FixedClock) -> None:
    pages = closed.stat().st_size // PAGE
    before = damage(closed, range(pages // 2, pages))
    with Store.open(closed, clock=clock) as store:
        with pytest.raises(DamagedStore), store.transaction() as writer:
            writer.set_fields({f"id-{number}": {"importance": 0.9} for number in range(200)})
        assert store.read_only
    assert closed.read_bytes() == before


# Gone


def test_a_removed_file_is_noticed_before_anything_is_lost(filled: Store, make: Make) -> None:
    filled.path.unlink()
    with pytest.raises(StoreUnavailable, match="no longer there"), filled.transaction() as writer:
        writer.insert([make("d")])
    with pytest.raises(StoreUnavailable, match="no longer there"):
        filled.ids()
    with pytest.raises(StoreUnavailable, match="no longer there"):
        filled.data_version()


def test_a_removed_folder_is_noticed_within_the_transaction(tmp_path: Path, clock: FixedClock, make: Make) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()

    def write_while_it_goes(store: Store) -> None:
        with store.transaction() as writer:
            writer.insert([make("a")])
            shutil.rmtree(folder)

    with Store.open(folder / "memento.db", clock=clock) as store:
        with pytest.raises(StoreUnavailable, match=r"removed, replaced or moved\. Nothing was written"):
            write_while_it_goes(store)
        assert store._writing_thread is None
    assert not folder.exists()


def test_a_file_that_was_replaced_is_not_written(filled: Store, make: Make) -> None:
    filled.path.rename(filled.path.with_name("elsewhere.db"))
    filled.path.write_bytes(b"something else")
    with pytest.raises(StoreUnavailable, match="replaced"), filled.transaction() as writer:
        writer.insert([make("d")])
    assert filled.path.read_bytes() == b"something else"


def test_a_closed_store_says_so(store: Store, make: Make) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreUnavailable, match="was closed"):
        store.ids()
    with pytest.raises(StoreUnavailable, match="was closed"), store.transaction() as writer:
        writer.insert([make("a")])
    with pytest.raises(StoreUnavailable, match="was closed"):
        store.data_version()


def test_closing_leaves_one_file(filled: Store) -> None:
    filled.close()
    assert [file.name for file in filled.path.parent.iterdir()] == ["memento.db"]


# Creation, interrupted and raced


def test_a_creation_killed_while_it_reached_the_disk_is_begun_again(path: Path, clock: FixedClock, told: Told) -> None:
    script = """
connection = sqlite3.connect(path, isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute(f"PRAGMA application_id = {0x4D454D4F}")
connection.execute("CREATE TABLE memory (id TEXT)")
connection.executemany("INSERT INTO memory VALUES (?)", [("x" * 3000,)] * 100)
os.kill(os.getpid(), signal.SIGKILL)
"""
    told(script, path)
    assert files.companion(path, "journal").stat().st_size > 0
    with Store.open(path, clock=clock) as store:
        assert store.ids() == []
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_two_programs_may_create_the_same_store_at_once(path: Path, child: Callable[..., Any]) -> None:
    script = "sys.stdin.readline(); store = Store.open(path, clock=clock); print(store.read_only)"
    both = [child(script, path) for _ in range(4)]
    for process in both:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60)[0].strip() for process in both] == ["False"] * 4


def test_the_write_ahead_log_is_asked_for_again_while_another_holds_the_file(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("CREATE TABLE t (x)")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM t").fetchall()
        with closing(sqlite.connect(path, Access.WRITE, wait_seconds=0)) as connection:  # SQLite itself does not wait
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                sqlite.use_write_ahead_log(connection, 0.0)
            with ThreadPoolExecutor(1) as pool:
                change = pool.submit(sqlite.use_write_ahead_log, connection, 60.0)
                assert not change.done()
                reader.execute("ROLLBACK")
                change.result(60)
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_home_of_a_user_that_does_not_exist_is_no_place(clock: FixedClock) -> None:
    with pytest.raises(StoreUnavailable, match="no such folder"):
        Store.open(Path("~no-such-user-here/memento.db"), clock=clock)
