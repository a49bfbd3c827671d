"""Stores that may be read but not written, as another user meets them: permission bits do not bind root."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Memory
from memento_gui.store import Store, files

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of this system are others")

Make = Callable[..., Memory]
Sql = Callable[..., list[Any]]
Told = Callable[..., list[str]]

LOOK = """
become_nobody()
def act():
    with Store.open(path, clock=clock, wait_seconds=0.2) as store:
        print(store.read_only, store.read_only_reason, sep=": ")
        print(store.ids(), len(store.features()), store.get("a").content, sep=" | ")
        with store.transaction() as writer:
            writer.insert([memory("new")])
said(act)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that another user can reach."""
    made = Path(tempfile.mkdtemp(prefix="memento-test-"))
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


@pytest.fixture
def shared(folder: Path, clock: FixedClock, make: Make) -> Path:
    """A closed store in that folder, which everybody may read."""
    path = folder / "memento.db"
    with Store.open(path, clock=clock) as store, store.transaction() as writer:
        writer.insert([make("a"), make("b")])
    path.chmod(0o644)
    return path


def leave_a_log(path: Path, told: Told) -> None:
    """Let a program die that has committed a memory to the log only."""
    told(
        """
store = Store.open(path, clock=clock)
with store.transaction() as writer:
    writer.insert([memory("logged")])
os.kill(os.getpid(), signal.SIGKILL)
""",
        path,
    )
    assert files.companion(path, "wal").stat().st_size > 0
    path.chmod(0o644)
    files.companion(path, "wal").chmod(0o644)


def test_a_file_that_cannot_be_written_is_opened_for_reading(shared: Path, folder: Path, told: Told) -> None:
    shared.chmod(0o444)
    folder.chmod(0o777)
    before = shared.read_bytes()
    reading, found, refused = told(LOOK, shared)
    assert reading.startswith("True: memento.db is open for reading only: the file cannot be written. Allow writing")
    assert found == "['a', 'b'] | 2 | Text of a"
    assert refused.startswith("ReadOnlyStore: memento.db is open for reading only: the file cannot")
    assert refused.endswith("Nothing was changed.")
    assert shared.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_enough(shared: Path, folder: Path, told: Told) -> None:
    shared.chmod(0o666)
    folder.chmod(0o555)
    before = shared.read_bytes()
    reading, found, refused = told(LOOK, shared)
    assert reading.startswith("True: memento.db is open for reading only: its folder cannot be written.")
    assert found == "['a', 'b'] | 2 | Text of a"
    assert refused.startswith("ReadOnlyStore: memento.db is open for reading only: its folder")
    assert shared.read_bytes() == before


def test_what_is_only_in_the_log_is_read_from_a_copy(shared: Path, folder: Path, told: Told) -> None:
    leave_a_log(shared, told)
    files.companion(shared, "shm").unlink()
    folder.chmod(0o555)
    shared.chmod(0o444)
    reading, found, refused = told(LOOK, shared)
    assert reading.endswith("What you see is a copy made when it was opened.")
    assert found == "['a', 'b', 'logged'] | 3 | Text of a"
    assert refused.startswith("ReadOnlyStore:")


def test_a_log_that_may_not_be_read_is_said(shared: Path, folder: Path, told: Told) -> None:
    leave_a_log(shared, told)
    files.companion(shared, "shm").unlink()
    files.companion(shared, "wal").chmod(0o600 if os.geteuid() == 0 else 0)
    folder.chmod(0o555)
    (said,) = told(LOOK, shared)
    assert said.startswith(f"StoreUnavailable: {shared} cannot be opened:")


def test_a_store_in_use_is_read_beside_its_writer(
    shared: Path, folder: Path, told: Told, clock: FixedClock, make: Make
) -> None:
    with Store.open(shared, clock=clock) as store:
        with store.transaction() as writer:
            writer.insert([make("fresh")])
        for ending in ("wal", "shm"):
            files.companion(shared, ending).chmod(0o644)
        shared.chmod(0o644)
        folder.chmod(0o555)
        _, found, refused = told(LOOK, shared)
    assert found == "['a', 'b', 'fresh'] | 3 | Text of a"
    assert refused.startswith("ReadOnlyStore:")


def test_a_file_that_may_not_be_read_is_said(shared: Path, told: Told) -> None:
    shared.chmod(0o600 if os.geteuid() == 0 else 0)
    (said,) = told(LOOK, shared)
    assert said.startswith(
        f"StoreUnavailable: {shared} cannot be opened: you may not read it, what lies beside it, or its folder."
    )
    assert "check the folder, the drive and your permissions" in said


def test_a_folder_that_may_not_be_entered_is_said(shared: Path, folder: Path, told: Told) -> None:
    folder.chmod(0o700 if os.geteuid() == 0 else 0)
    (said,) = told(LOOK, shared)
    assert said.startswith("StoreUnavailable:")


def test_nothing_is_created_where_nothing_can_be_written(folder: Path, told: Told) -> None:
    folder.chmod(0o555)
    (said,) = told(LOOK, folder / "new.db")
    assert said.startswith("ReadOnlyStore: new.db cannot be created: the folder")
    assert list(folder.iterdir()) == []


def test_an_empty_file_that_cannot_be_written_is_said(folder: Path, told: Told) -> None:
    empty = folder / "empty.db"
    empty.touch(mode=0o444)
    (said,) = told(LOOK, empty)
    assert said.startswith("ReadOnlyStore: empty.db is empty, and the file cannot be written.")


def test_a_backup_that_cannot_be_written_is_said(shared: Path, folder: Path, told: Told) -> None:
    (folder / "closed").mkdir(mode=0o555)
    shared.chmod(0o666)
    folder.chmod(0o777)
    script = """
become_nobody()
store = Store.open(path, clock=clock)
said(lambda: store.backup(path.parent / "closed" / "copy.db"))
"""
    (said,) = told(script, shared)
    assert said.startswith(f"StoreUnavailable: The backup {folder}/closed/copy.db could not be written: Permission denied.")
    assert list((folder / "closed").iterdir()) == []


def test_an_older_schema_that_cannot_be_brought_up_is_said(shared: Path, folder: Path, told: Told, sql: Sql) -> None:
    sql(shared, "UPDATE alembic_version SET version_num = '0000'")
    folder.chmod(0o555)
    (said,) = told(LOOK, shared)
    assert said.startswith("ReadOnlyStore: memento.db was written by an older version of Memento and has to be brought up")
