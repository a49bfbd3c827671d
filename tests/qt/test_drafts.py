"""What was typed and not saved: kept on the disk, offered again after the process was killed, gone once it is saved."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.qt.drafts.files import DraftFile, drafts_of, folder_of, read, written
from memento_gui.qt.drafts.keeper import SOON_MS, DraftKeeper
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.detail import draft_of
from memento_gui.qt.widgets.message_bar import Message
from tests.qt.desk import Desk

TYPED = "Words that nobody saved — 저장 안 함 🙂"

VICTIM = """
import sys
import time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from memento_gui.qt.app import App, drafts_folder
from memento_gui.qt.start import Start

def until(true):
    while not true():
        application.processEvents()
        time.sleep(0.02)  # QTest.qWait would keep Python's lock, and the workers waiting

application = QApplication(sys.argv[:1])
app = App(application, Start(store=Path(sys.argv[1]), theme="light"))
app.show()
until(lambda: app.control is not None and app.control.session is not None)
session = app.control.session
until(lambda: bool(session.pane.memory_id) and not app.tasks.is_busy())
session.place.editing.emit(session.pane.memory_id)
until(lambda: session.pane.form.isVisible())
session.pane.form.content.insertPlainText(sys.argv[2])
until(lambda: list(drafts_folder().glob("*/*.json")))
print("kept", flush=True)
application.exec()
"""


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=None) as opened:
        yield opened


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "drafts"


def choose(message: Message, text: str) -> None:
    next(call for label, call in message.choices if label == text)()


@pytest.mark.e2e
def test_what_was_typed_is_offered_again_after_the_process_was_killed(
    tmp_path: Path, library: Library, theme: Theme, tasks: Tasks, qtbot: QtBot
) -> None:
    memory = library.remember("The words as they were", title="Kept")
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        **{f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("DATA", "CONFIG", "CACHE")},
        "HOME": str(tmp_path),
    }
    command = [sys.executable, "-c", VICTIM, str(library.path), TYPED]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        alarm = threading.Timer(60, process.kill)
        alarm.start()
        assert process.stdout.readline() == "kept\n"
        process.kill()
        alarm.cancel()
        alarm.join()
    assert library.get(memory.id).content == "The words as they were"
    root = next(tmp_path.glob("DATA/**/drafts"), None) or next(tmp_path.rglob("drafts"))
    after = Desk(library, theme, tasks, root, qtbot)
    assert [message.text for message in after.told] == ["1 edit was not saved when Memento ended."]
    choose(after.told[0], "Show it")
    qtbot.waitUntil(lambda: after.pane.memory_id == memory.id)
    assert TYPED in after.pane.form.draft().content
    assert after.pane.form.dirty
    after.pane.form.saved.emit()
    after.settle()
    assert TYPED in library.get(memory.id).content
    qtbot.waitUntil(lambda: not list(root.rglob("*.json")))  # saved: nothing to recover any more
    after.keeper.close()


def test_a_draft_is_on_the_disk_soon_and_gone_once_it_is_dropped(
    library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot
) -> None:
    memory = library.remember("Before", tags=["one"])
    desk = Desk(library, theme, tasks, root, qtbot)
    path = folder_of(root, library.path) / "0.json"
    desk.open(memory.id)
    QTest.keyClicks(desk.pane.form.content, "More ")
    qtbot.waitUntil(path.exists)
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0  # nobody else reads it
    assert [(identity, typed["content"]) for identity, _, typed in read(path)] == [(memory.id, "More Before")]
    QTest.keyClicks(desk.pane.form.content, "and more ")
    qtbot.waitUntil(lambda: read(path)[0][2]["content"] == "More and more Before")
    desk.pane.form.dropped.emit()
    qtbot.waitUntil(lambda: not path.exists())
    desk.keeper.close()


def test_closing_keeps_what_was_typed_unless_it_is_to_be_dropped(
    library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot
) -> None:
    memory = library.remember("Before")
    first = Desk(library, theme, tasks, root, qtbot)
    first.open(memory.id)
    first.pane.form.title.setText("A title")
    first.keeper.close()  # at once, not after a while
    second = Desk(library, theme, tasks, root, qtbot)
    assert len(second.told) == 1
    second.open(memory.id)
    assert second.pane.form.title.text() == "A title"
    second.keeper.close(dropped=True)
    assert not list(root.rglob("*.json"))


def test_an_edit_of_a_memory_that_is_gone_can_become_a_new_one(
    library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot
) -> None:
    memory = library.remember("Before")
    first = Desk(library, theme, tasks, root, qtbot)
    first.open(memory.id)
    first.pane.form.title.setText("A title")
    first.keeper.close()
    library.forget(memory.id)
    library.purge(memory.id)
    Desk(library, theme, tasks, root, qtbot).keeper.close()  # nobody chose
    second = Desk(library, theme, tasks, root, qtbot)
    assert len(second.told) == 1
    assert "no longer there" in second.told[0].text
    choose(second.told[0], "Keep as a new memory")
    dialog = second.remembering.dialog
    assert dialog is not None
    assert (dialog.form.draft().title, dialog.form.draft().content) == ("A title", "Before")
    dialog.form.saved.emit()
    qtbot.waitUntil(lambda: not list(root.rglob("*.json")))
    assert [library.get(identity).title for identity in library.ids()] == ["A title"]
    second.settle()
    second.keeper.close()


def test_a_new_memory_that_was_not_saved_is_gone_on_with(
    library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot
) -> None:
    first = Desk(library, theme, tasks, root, qtbot)
    first.remembering.begin()
    assert first.remembering.dialog is not None
    QTest.keyClicks(first.remembering.dialog.form.content, "Half a thou")
    qtbot.waitUntil(lambda: bool(list(root.rglob("*.json"))))
    first.settle()
    first.keeper.close()
    second = Desk(library, theme, tasks, root, qtbot)
    assert [message.text for message in second.told] == ["A new memory was not saved when Memento ended."]
    choose(second.told[0], "Go on writing")
    assert second.remembering.draft is not None
    assert second.remembering.draft.content == "Half a thou"
    assert second.remembering.dialog is not None
    second.remembering.dialog.form.dropped.emit()
    qtbot.waitUntil(lambda: not list(root.rglob("*.json")))
    second.settle()
    second.keeper.close()


def test_two_windows_on_one_store_do_not_take_each_others_drafts(
    library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot
) -> None:
    one, other = library.remember("One"), library.remember("Other")
    first = Desk(library, theme, tasks, root, qtbot)
    first.open(one.id)
    first.pane.form.title.setText("First's")
    qtbot.waitUntil(lambda: len(list(root.rglob("*.json"))) == 1)
    second = Desk(library, theme, tasks, root, qtbot)
    assert second.told == []
    second.open(other.id)
    second.pane.form.title.setText("Second's")
    qtbot.waitUntil(lambda: len(list(root.rglob("*.json"))) == 2)
    first.keeper.close()
    second.keeper.close()
    third = Desk(library, theme, tasks, root, qtbot)
    assert third.told[0].text == "2 edits were not saved when Memento ended."
    assert {draft.title for draft in third.pane.drafts().values()} == {"First's", "Second's"}
    qtbot.waitUntil(lambda: len(list(root.rglob("*.json"))) == 1)  # taken over
    choose(third.told[0], "Drop all")
    qtbot.waitUntil(lambda: not list(root.rglob("*.json")))
    third.keeper.close()


def test_a_draft_keeps_what_it_was_made_from(library: Library, tmp_path: Path) -> None:
    memory = library.remember("Before\r\nit", title="T", tags=["a", "b"], project="p", importance=0.123456)
    draft = replace(draft_of(memory), content="Mine\r\nnow", tags=("b",))
    path = tmp_path / "some" / "drafts.json"
    DraftFile(path).write([(memory.id, draft)], 1)
    library.edit(memory.id, content="Theirs")
    now = library.get(memory.id)
    ((_, got),) = drafts_of(read(path), {memory.id: now})
    assert got.base is not None
    assert got.base.content == "Before\r\nit"
    assert got.changes == {"content": "Mine\r\nnow", "tags": ("b",)}
    assert drafts_of(read(path), {memory.id: replace(now, content="Mine\r\nnow", tags=("b",))}) == []  # it was saved


def test_an_older_write_does_not_undo_a_newer_one(tmp_path: Path, library: Library) -> None:
    memory = library.remember("Before")
    file = DraftFile(tmp_path / "drafts.json")
    file.write([], 2)
    file.write([(memory.id, replace(draft_of(memory), title="Old"))], 1)
    assert not file.path.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 2, "drafts": []}',
        '{"version": 1}',
        '{"version": 1, "drafts": [{"memory": "a"}]}',
    ],
)
def test_a_file_that_holds_no_drafts_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "drafts.json"
    path.write_text(text, encoding="utf-8")
    assert read(path) == []
    path.write_bytes(b"\xff\x00")
    assert read(path) == []


def test_a_folder_that_cannot_be_made_is_an_error(
    library: Library, theme: Theme, tasks: Tasks, tmp_path: Path, qtbot: QtBot
) -> None:
    root = tmp_path / "file"
    root.touch()
    with pytest.raises(OSError, match=r"file"):
        Desk(library, theme, tasks, root, qtbot)


def test_fields_of_the_wrong_kind_are_no_draft(library: Library, tmp_path: Path) -> None:
    memory = library.remember("Before")
    path = tmp_path / "drafts.json"
    for old, new in (('"tags": []', '"tags": [1]'), ('"project": ""', '"project": null'), ('"episodic"', '"epic"')):
        path.write_text(written([(memory.id, draft_of(memory))]).replace(old, new), encoding="utf-8")
        assert read(path) == []


def test_nothing_is_written_over_a_file_that_was_not_read_yet(
    library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot
) -> None:
    memory = library.remember("Before")
    first = Desk(library, theme, tasks, root, qtbot)
    first.open(memory.id)
    first.pane.form.title.setText("A title")
    first.keeper.close()
    held = threading.Event()
    for number in range(6):  # every worker is busy
        tasks.run(f"held.{number}", lambda _job: held.wait(30), lambda _done: None)
    hurried = Desk(library, theme, tasks, root, qtbot, wait=False)
    hurried.pane.drafting.emit()
    qtbot.wait(SOON_MS + 100)
    hurried.keeper.close()  # before anything was read
    held.set()
    hurried.settle()
    third = Desk(library, theme, tasks, root, qtbot)
    assert {draft.title for draft in third.pane.drafts().values()} == {"A title"}
    third.keeper.close()


def test_two_edits_of_the_same_memory_both_wait(
    library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot
) -> None:
    memory = library.remember("Before")
    first, second = (Desk(library, theme, tasks, root, qtbot) for _ in range(2))
    for desk, title in ((first, "First's"), (second, "Second's")):
        desk.open(memory.id)
        desk.pane.form.title.setText(title)
    first.keeper.close()
    second.keeper.close()
    Desk(library, theme, tasks, root, qtbot).keeper.close()  # nobody chose
    third = Desk(library, theme, tasks, root, qtbot)
    assert [message.text for message in third.told] == [
        "1 edit was not saved when Memento ended.",
        "A memory has two edits that were not saved. This one waits behind the other.",
    ]
    third.open(memory.id)
    shown = third.pane.form.title.text()
    choose(third.told[1], "Show it")
    third.settle()
    assert {shown, third.pane.form.title.text()} == {"First's", "Second's"}
    assert shown in third.told[2].detail  # the other one waits now
    choose(third.told[1], "Show it")  # a second press changes nothing
    assert {typed["title"] for path in root.rglob("*.json") for _, _, typed in read(path)} == {"First's", "Second's"}
    third.pane.form.saved.emit()
    third.settle()
    assert library.get(memory.id).title != shown
    choose(third.told[2], "Keep as a new memory")
    assert third.remembering.draft is not None
    assert third.remembering.draft.title == shown
    assert third.remembering.dialog is not None
    third.remembering.dialog.form.dropped.emit()
    qtbot.waitUntil(lambda: not list(root.rglob("*.json")))
    third.settle()
    third.keeper.close()


def test_a_new_memory_begun_since_does_not_take_the_place_of_one_that_waits(
    library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot
) -> None:
    for words in ("Of the first time", "Of the second time"):
        desk = Desk(library, theme, tasks, root, qtbot)
        desk.remembering.begin()
        assert desk.remembering.dialog is not None
        desk.remembering.dialog.form.content.setPlainText(words)
        desk.keeper.close()
    last = Desk(library, theme, tasks, root, qtbot)
    assert len(last.told) == 2
    for message in last.told:
        choose(message, "Go on writing")
    assert last.remembering.draft is not None
    assert sorted(last.remembering.draft.content.splitlines()) == ["Of the first time", "Of the second time"]
    last.settle()
    last.keeper.close()


def test_an_edit_begun_before_the_old_one_was_read_does_not_take_its_place(
    library: Library, theme: Theme, tasks: Tasks, root: Path, qtbot: QtBot
) -> None:
    memory = library.remember("Before")
    first = Desk(library, theme, tasks, root, qtbot)
    first.open(memory.id)
    first.pane.form.title.setText("Old")
    first.keeper.close()
    second = Desk(library, theme, tasks, root.parent / "elsewhere", qtbot)
    second.keeper.close()
    second.open(memory.id)
    second.pane.form.title.setText("New")
    keeper = DraftKeeper(second.context, second.pane, second.remembering, root)
    second.settle()
    assert second.pane.form.title.text() == "New"
    (path,) = root.rglob("*.json")
    assert sorted(typed["title"] for _, _, typed in read(path)) == ["New", "Old"]
    keeper.close()


def test_a_draft_that_was_kept_twice_is_offered_once(library: Library) -> None:
    memory = library.remember("Before")
    draft = replace(draft_of(memory), title="Mine")
    kept = (memory.id, {"title": ""}, draft.fields)
    assert drafts_of([kept, kept], {memory.id: memory}) == [(memory.id, draft)]
