"""What is acknowledged is kept: through a kill at any moment, and through a disk that is full."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import DiskFull
from memento_gui.domain.memory import Memory
from memento_gui.store import Store

Make = Callable[..., Memory]
Child = Callable[..., "subprocess.Popen[str]"]
Told = Callable[..., list[str]]

LOOP = """
store = Store.open(path, clock=clock)
number = 0
while True:
    ids = [f"{number}-{part}" for part in range(3)]
    with store.transaction() as writer:
        for identity in ids:
            writer.insert([memory(identity)])
    print(number, flush=True)
    number += 1
"""


@pytest.mark.parametrize("acknowledged", [1, 2, 7, 23])
def test_a_killed_program_loses_nothing_it_acknowledged(
    path: Path, clock: FixedClock, child: Child, acknowledged: int
) -> None:
    process = child(LOOP, path)
    assert process.stdout is not None
    told = [process.stdout.readline().strip() for _ in range(acknowledged)]
    process.kill()  # SIGKILL, wherever it is now
    told += process.stdout.read().split()
    with Store.open(path, clock=clock) as store:
        kept = store.ids()
        assert kept[: 3 * len(told)] == [f"{number}-{part}" for number in told for part in range(3)]
        assert len(kept) % 3 == 0  # at most one more, and that one whole
        assert len(kept) // 3 in {len(told), len(told) + 1}
        assert store.integrity() == []


INSIDE = """
store = Store.open(path, clock=clock)
with store.transaction() as writer:
    writer.insert([memory("acknowledged")])
print("acknowledged", flush=True)
with store.transaction() as writer:
    writer.insert([memory("never")])
    writer.set_fields({"acknowledged": {"content": "changed"}})
    writer._connection.exec_driver_sql("PRAGMA cache_size = 1")
    writer.insert([memory(f"never-{number}" + "x" * 300) for number in range(300)])
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_program_killed_inside_a_transaction_leaves_nothing_of_it(path: Path, clock: FixedClock, told: Told) -> None:
    assert told(INSIDE, path) == ["acknowledged"]
    with Store.open(path, clock=clock) as store:
        assert store.ids() == ["acknowledged"]
        assert store.get("acknowledged").content == "Text of acknowledged"
        assert store.integrity() == []


FULL = (
    "There is no room left for memento.db. The change was not made, everything saved before is kept; "
    "free some space and try again."
)


def fill_up(store: Store, make: Make) -> tuple[int, str]:
    """Write until the disk is full; return how many transactions were acknowledged, and what was said."""
    for written in range(500):
        try:
            with store.transaction() as writer:
                writer.insert([make(f"{written}-{part}", "word " * 2_000) for part in range(3)])
        except DiskFull as error:
            return written, error.sentence
    raise AssertionError("the disk never filled up")


def test_a_full_database_keeps_what_was_acknowledged(path: Path, clock: FixedClock, make: Make) -> None:
    with Store.open(path, clock=clock) as store:
        with store._writers.begin() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar() or 0
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 60}")
        written, said = fill_up(store, make)
        assert (written > 0, said) == (True, FULL)
        assert len(store.ids()) == 3 * written
        assert store.integrity() == []
        with store.transaction() as writer:
            writer.add_counts("0-0", views=1)
        assert store.get("0-0").views == 1
    with Store.open(path, clock=clock) as store:
        assert len(store.ids()) == 3 * written


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MB, where it is allowed to mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = False
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        with suppress(OSError):
            command = ["mount", "-t", "tmpfs", "-o", "size=2m", "memento-test", str(place)]
            mounted = subprocess.run(command, check=False, capture_output=True).returncode == 0
    if not mounted:
        pytest.skip("mounting a small disk takes root")
    yield place
    subprocess.run(["umount", str(place)], check=True)  # noqa: S607


def test_a_full_disk_keeps_what_was_acknowledged(small_disk: Path, clock: FixedClock, make: Make, tmp_path: Path) -> None:
    path = small_disk / "memento.db"
    with Store.open(path, clock=clock) as store:
        written, said = fill_up(store, make)
        assert (written > 0, said) == (True, FULL)
        assert len(store.ids()) == 3 * written
        with pytest.raises(DiskFull, match=r"no room left for the backup .*copy.db"):
            store.backup(small_disk / "copy.db")
        assert not [file for file in small_disk.iterdir() if file.name.startswith("copy")]
        store.backup(tmp_path / "copy.db")
    with Store.open(tmp_path / "copy.db", clock=clock) as copy:
        assert len(copy.ids()) == 3 * written
    with Store.open(path, clock=clock) as store:
        assert len(store.ids()) == 3 * written
        assert store.integrity() == []


def test_no_store_is_begun_on_a_full_disk(small_disk: Path, clock: FixedClock) -> None:
    with suppress(OSError), (small_disk / "ballast").open("wb", buffering=0) as ballast:
        while ballast.write(b"x" * 4096):
            pass
    with pytest.raises(DiskFull, match=r"no room left for memento\.db"):
        Store.open(small_disk / "memento.db", clock=clock)
    (small_disk / "ballast").unlink()
    with Store.open(small_disk / "memento.db", clock=clock) as store:
        assert store.ids() == []
        assert store.path.stat().st_size > 0
