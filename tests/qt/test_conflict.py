"""A memory is changed by another writer while it is edited here: nothing of either is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QRadioButton
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Memory
from memento_gui.model.conflicts import Side
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import DARK, Theme
from memento_gui.qt.widgets.detail import ConflictDialog
from tests.qt.desk import Desk

WORDS = "First line\nSecond line\nThird line"


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=None) as opened:
        yield opened


@pytest.fixture
def other(library: Library, clock: FixedClock) -> Iterator[Library]:
    """Another program on the same file."""
    with Library.open(library.path, clock=clock, embedder=None) as opened:
        yield opened


@pytest.fixture
def memory(library: Library) -> Memory:
    return library.remember(WORDS, title="Lines", tags=["kept", "old"], importance=0.5)


@pytest.fixture
def desk(library: Library, memory: Memory, theme: Theme, tasks: Tasks, tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(library, theme, tasks, tmp_path / "drafts", qtbot)
    with qtbot.waitExposed(made.window):
        made.window.show()
    made.open(memory.id)
    yield made
    made.settle()
    made.keeper.close(dropped=True)


def typed(desk: Desk, content: str) -> None:
    desk.pane.form.content.setPlainText(content)


def asked(desk: Desk, qtbot: QtBot) -> ConflictDialog:
    """Press Save and return the dialog that follows."""
    desk.pane.form.saved.emit()
    qtbot.waitUntil(lambda: desk.window.findChild(ConflictDialog) is not None)
    dialog = desk.window.findChild(ConflictDialog)
    assert dialog is not None
    return dialog


def names(dialog: ConflictDialog) -> list[str]:
    return [field.conflict.name for field in dialog.fields]


def test_both_changes_of_the_words_are_kept_and_undo_takes_back_mine_only(
    desk: Desk, library: Library, other: Library, memory: Memory, qtbot: QtBot
) -> None:
    typed(desk, "First line\nSecond line\nThird line, mine")
    desk.pane.form.tags.setText("kept, mine")
    other.edit(memory.id, content="First line, theirs\nSecond line\nThird line", tags=["kept", "old", "theirs"])
    dialog = asked(desk, qtbot)
    assert names(dialog) == ["content", "tags"]
    assert [field.side for field in dialog.fields] == [Side.BOTH, Side.BOTH]
    QTest.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    now = library.get(memory.id)
    assert now.content == "First line, theirs\nSecond line\nThird line, mine"
    assert now.tags == ("kept", "theirs", "mine")
    assert [revision.content for revision in library.revisions(memory.id)][-1].startswith("First line, theirs")
    assert not desk.pane.form.dirty
    desk.undo.undo()
    desk.settle()
    assert library.get(memory.id).content == "First line, theirs\nSecond line\nThird line"


def test_the_warning_goes_once_the_conflict_is_over(desk: Desk, library: Library, other: Library, memory: Memory) -> None:
    def warned() -> bool:
        return "changed elsewhere while you edit it" in desk.told[-1].text and desk.told[-1].key not in desk.over

    for end in ("save", "drop", "taken back"):
        before = library.get(memory.id)
        typed(desk, f"{before.content}\nMine: {end}")
        other.edit(memory.id, tags=[*before.tags, end])
        desk.told.clear()
        desk.over.clear()
        desk.desk.refresh(ChangeSet(last=0, everything=True))
        desk.settle()
        assert warned()
        if end == "save":
            desk.pane.form.saved.emit()  # they changed other fields: both changes are kept without a question
        elif end == "drop":
            desk.pane.form.dropped.emit()
        else:
            other.edit(memory.id, tags=before.tags)
            desk.desk.refresh(ChangeSet(last=0, everything=True))
        desk.settle()
        assert desk.told
        assert not warned()


def test_a_clash_shows_both_and_the_result_can_be_typed_with_the_keyboard_alone(
    desk: Desk, library: Library, other: Library, memory: Memory, qtbot: QtBot
) -> None:
    typed(desk, "First line\nMine\nThird line")
    other.edit(memory.id, content="First line\nTheirs\nThird line")
    dialog = asked(desk, qtbot)
    field = dialog.fields[0]
    assert field.conflict.clashes == 1
    assert field.value == "First line\nTheirs\nMine\nThird line"
    theirs, mine, both = dialog.findChildren(QRadioButton)
    assert [button.accessibleName() for button in (theirs, mine, both)] == [
        "Content: theirs",
        "Content: mine",
        "Content: both",
    ]
    both.setFocus()
    QTest.keyClick(both, Qt.Key.Key_Left)
    assert field.side is Side.MINE
    assert field.value == "First line\nMine\nThird line"
    QTest.keyClick(mine, Qt.Key.Key_Left)
    assert field.value == "First line\nTheirs\nThird line"
    assert field.result is not None
    QTest.keyClicks(field.result, "So: ")
    QTest.keyClick(field.result, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert library.get(memory.id).content == "So: First line\nTheirs\nThird line"


def test_going_on_editing_loses_nothing(desk: Desk, library: Library, other: Library, memory: Memory, qtbot: QtBot) -> None:
    typed(desk, "Mine alone")
    other.edit(memory.id, content="Theirs alone")
    dialog = asked(desk, qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    desk.settle()
    assert library.get(memory.id).content == "Theirs alone"
    assert desk.pane.form.draft().content == "Mine alone"
    assert desk.pane.read.words.markdown == "Theirs alone"


def test_taking_theirs_leaves_the_memory_as_they_wrote_it(
    desk: Desk, library: Library, other: Library, memory: Memory, qtbot: QtBot
) -> None:
    typed(desk, "Mine alone")
    other.edit(memory.id, content="Theirs\r\nalone")
    before = other.get(memory.id)
    dialog = asked(desk, qtbot)
    dialog.fields[0].take(Side.THEIRS)
    QTest.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert library.get(memory.id) == before
    assert not desk.pane.form.dirty
    assert desk.pane.form.draft().content == "Theirs\r\nalone"
    desk.told[-1].choices[0][1]()
    assert QGuiApplication.clipboard().text() == "Mine alone"  # nothing is lost


def test_a_third_change_while_one_decides_is_asked_about_again(
    desk: Desk, library: Library, other: Library, memory: Memory, qtbot: QtBot
) -> None:
    typed(desk, "Mine alone")
    other.edit(memory.id, content="Theirs alone")
    dialog = asked(desk, qtbot)
    other.edit(memory.id, content="Theirs again")
    dialog.fields[0].take(Side.MINE)
    QTest.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert library.get(memory.id).content == "Theirs again"
    qtbot.waitUntil(lambda: any(d.isVisible() for d in desk.window.findChildren(ConflictDialog)))
    again = next(d for d in desk.window.findChildren(ConflictDialog) if d.isVisible())
    assert (again.fields[0].conflict.theirs, again.fields[0].conflict.mine) == ("Theirs again", "Mine alone")
    again.reject()


def test_one_is_told_before_saving_and_short_fields_show_their_values(
    desk: Desk, theme: Theme, other: Library, memory: Memory, qtbot: QtBot
) -> None:
    desk.pane.form.importance.setValue(0.9)
    other.edit(memory.id, importance=0.1, type="procedural", title="<b>Theirs</b>")
    desk.desk.refresh(ChangeSet(last=1, ids=frozenset({memory.id}), tables=frozenset({"memory"})))
    desk.settle()
    told = desk.told[-1]
    assert told.text == "This memory was changed elsewhere while you edit it."
    told.choices[0][1]()
    qtbot.waitUntil(lambda: desk.window.findChild(ConflictDialog) is not None)
    dialog = desk.window.findChild(ConflictDialog)
    assert dialog is not None
    theme.choose(DARK)
    sides = {field.conflict.name: field.side for field in dialog.fields}
    assert sides == {"title": Side.THEIRS, "type": Side.THEIRS, "importance": Side.MINE}
    texts = [view.toPlainText() for view in dialog.fields[0]._views]
    assert "Lines" in texts[0]
    assert "<b>Theirs</b>" in texts[1]
    dialog.reject()


def test_what_was_typed_for_a_memory_that_is_purged_meanwhile_can_become_a_new_one(
    desk: Desk, library: Library, other: Library, memory: Memory, qtbot: QtBot
) -> None:
    typed(desk, "Mine alone")
    other.forget(memory.id)
    other.purge(memory.id)
    desk.desk.refresh(ChangeSet(last=1, ids=frozenset({memory.id}), tables=frozenset({"memory"})))
    desk.settle()
    told = desk.told[-1]
    assert told.text == "The memory that you were editing is no longer there."
    told.choices[0][1]()
    dialog = desk.remembering.dialog
    assert dialog is not None
    assert dialog.form.draft().content == "Mine alone"
    assert dialog.form.draft().tags == ("kept", "old")
    assert desk.pane.drafts() == {}
    dialog.form.saved.emit()
    qtbot.waitUntil(lambda: len(library.ids()) == 1)
    assert library.get(library.ids()[0]).content == "Mine alone"
