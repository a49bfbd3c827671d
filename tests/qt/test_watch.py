"""Watching the store: what others write is heard, and who they are."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.watch import FEW, Watch
from memento_gui.qt.writers import Writers


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "memento.db"


@pytest.fixture
def library(store: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(store, clock=clock) as opened:
        yield opened


@pytest.fixture
def other(store: Path, library: Library, clock: FixedClock) -> Iterator[Library]:
    with Library.open(store, clock=clock) as opened:
        yield opened


def test_a_foreign_write_is_heard_with_its_ids(library: Library, other: Library, qtbot: QtBot) -> None:
    watch = Watch(library)
    with qtbot.waitSignal(watch.changed, timeout=2000) as heard:
        memory = other.remember("written elsewhere")
    changes = heard.args[0]
    assert isinstance(changes, ChangeSet)
    assert memory.id in changes.ids
    watch.stop()


def test_looking_again_says_nothing_twice(library: Library, other: Library, qtbot: QtBot) -> None:
    watch = Watch(library)
    watch.stop()
    heard: list[ChangeSet] = []
    watch.changed.connect(heard.append)
    other.remember("one")
    watch.look()
    watch.look()
    library.remember("two")
    watch.look()
    assert len(heard) == 2


def test_a_foreign_writer_is_named_by_its_source(library: Library, other: Library, tasks: Tasks, qtbot: QtBot) -> None:
    watch, writers = Watch(library), Writers(library, tasks)
    watch.stop()
    said: list[str] = []
    writers.changed.connect(said.append)
    watch.changed.connect(writers.hear)
    other.remember("by an assistant", source="claude")
    watch.look()
    qtbot.waitUntil(lambda: said == ["claude wrote just now"])
    other.remember("by nobody")
    watch.look()
    qtbot.waitUntil(lambda: said[-1] == "another program wrote just now")
    writers.stop()


def test_own_writes_and_mere_views_name_nobody(
    library: Library, other: Library, clock: FixedClock, tasks: Tasks, qtbot: QtBot
) -> None:
    memory = library.remember("text", source="claude")
    clock.advance(days=2)
    watch, writers = Watch(library), Writers(library, tasks)
    watch.stop()
    said: list[str] = []
    writers.changed.connect(said.append)
    watch.changed.connect(writers.hear)
    library.viewed(memory.id)
    watch.look()
    other.viewed(memory.id)
    watch.look()
    qtbot.waitUntil(lambda: not tasks.is_busy())
    assert said == []
    library.edit(memory.id, importance=0.9)
    watch.look()
    qtbot.waitUntil(lambda: not tasks.is_busy())
    assert said == []
    writers.stop()


def test_own_bulk_edits_name_nobody_however_the_watch_hears_of_them(
    library: Library, other: Library, tasks: Tasks, qtbot: QtBot
) -> None:
    watch, writers = Watch(library, tasks=tasks), Writers(library, tasks)
    watch.stop()
    said: list[str] = []
    heard: list[ChangeSet] = []
    writers.changed.connect(said.append)
    watch.changed.connect(writers.hear)
    watch.changed.connect(heard.append)
    many = tuple(library.drafted(f"memory {number}") for number in range(FEW + 1))
    library.apply(AddMemories(label="Many", memories=many))
    watch.look()  # the timer is sooner than the undo stack
    qtbot.waitUntil(lambda: bool(heard) and not tasks.is_busy())
    assert len(heard[0].ids) == FEW + 1
    assert heard[0].foreign == frozenset()
    assert said == []
    theirs = other.remember("theirs", source="claude")
    mine = library.remember("mine")
    watch.look()
    assert heard[1].ids == {theirs.id, mine.id}
    assert heard[1].foreign == {theirs.id}
    qtbot.waitUntil(lambda: said == ["claude wrote just now"])
    writers.stop()


def test_the_window_does_not_wait_for_who_wrote(library: Library, other: Library, tasks: Tasks, qtbot: QtBot) -> None:
    watch, writers = Watch(library), Writers(library, tasks)
    watch.stop()
    said: list[str] = []
    writers.changed.connect(said.append)
    watch.changed.connect(writers.hear)
    held, go_on = Event(), Event()

    def read_slowly() -> None:
        with library._live._lock:
            held.set()
            go_on.wait(30)

    reader = Thread(target=read_slowly)
    reader.start()
    assert held.wait(30)
    for source in ("codex", "claude"):  # two changes, and nobody is forgotten
        other.remember(f"by {source}", source=source)
        watch.look()
    assert said == []
    go_on.set()
    reader.join()
    qtbot.waitUntil(lambda: said[-1:] == ["claude wrote just now"])
    writers.stop()


def test_many_changes_are_read_beside_the_window_and_nothing_is_missed(
    library: Library, other: Library, tasks: Tasks, qtbot: QtBot
) -> None:
    watch = Watch(library, tasks=tasks)
    watch.stop()
    heard: list[ChangeSet] = []
    watch.changed.connect(heard.append)
    many = [other.drafted(f"memory {number}") for number in range(FEW + 1)]
    other.apply(AddMemories(label="Many", memories=tuple(many)))
    watch.look()
    assert heard == []  # a worker reads
    mine = library.remember("mine, while the many are being read")
    watch.look()
    qtbot.waitUntil(lambda: not tasks.is_busy() and bool(heard))
    watch.look()
    assert {memory.id for memory in many} <= heard[0].foreign
    assert mine.id in frozenset().union(*(found.ids for found in heard))
    assert mine.id not in frozenset().union(*(found.foreign for found in heard))
