"""The detail pane around the words: neighbours, relations, timeline, revisions side by side."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.detail.relating import RelateDialog
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.detail.relations import NeighbourLine
from memento_gui.qt.widgets.detail.side_by_side import SideBySide
from tests.qt.desk import Desk


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        for title in ("The cat sleeps on the sofa", "A kitten naps on the couch", "Invoices are rounded to cents"):
            opened.remember(title, title=title)
        opened.embed_pending()
        yield opened


@pytest.fixture
def desk(library: Library, theme: Theme, tasks: Tasks, tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(library, theme, tasks, tmp_path / "drafts", qtbot)
    made.undo.applied.connect(lambda: catch_up(made))
    made.window.resize(500, 700)
    made.pane.resize(500, 700)
    with qtbot.waitExposed(made.window):
        made.window.show()
    made.open(library.ids()[0])
    made.pane.tabs.choose("relations")
    made.settle()
    yield made
    made.settle()
    made.keeper.close(dropped=True)


def catch_up(desk: Desk) -> None:
    desk.desk.refresh(ChangeSet(last=1, tables=frozenset({"relation"}), everything=True))


def said(desk: Desk) -> str:
    page = desk.pane.relations
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisibleTo(page))


def button(desk: Desk, name: str) -> QAbstractButton:
    page = desk.pane.relations
    return next(one for one in page.findChildren(QAbstractButton) if name in (one.accessibleName() or one.text()))


def test_the_nearest_memories_come_with_their_similarity_and_are_opened(desk: Desk, library: Library, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(desk.pane.relations.findChildren(NeighbourLine)) == 2)
    near = library.surrounding.neighbours(library.ids()[0])
    first = button(desk, "A kitten naps on the couch")
    assert first.accessibleDescription() == f"similarity {near[0].cosine:.2f}"
    opened: list[str] = []
    desk.pane.opened.connect(opened.append)
    first.click()
    assert opened == [library.ids()[1]]


def test_a_relation_is_added_from_a_neighbour_and_removed_and_both_are_steps(
    desk: Desk, library: Library, qtbot: QtBot
) -> None:
    cat, kitten, _ = library.ids()
    qtbot.waitUntil(lambda: len(desk.pane.relations.findChildren(NeighbourLine)) == 2)
    button(desk, "Relate to A kitten").click()
    dialog = desk.window.findChild(RelateDialog)
    assert dialog is not None
    dialog.kind.setCurrentText("Supports")
    dialog.way.setCurrentIndex(1)
    assert dialog.sentence == "“A kitten naps on the couch” supports “The cat sleeps on the sofa”"
    dialog.agree.click()
    desk.settle()
    assert [(one.source_id, one.target_id, one.type) for one in library.relations(cat)] == [(kitten, cat, "supports")]
    qtbot.waitUntil(lambda: "Supports, to here" in said(desk))
    button(desk, "Remove the relation “supports”").click()
    desk.settle()
    assert library.relations(cat) == []
    desk.undo.undo()
    assert len(library.relations(cat)) == 1
    desk.undo.undo()
    assert library.relations(cat) == []
    desk.settle()


def test_another_memory_is_picked_with_the_keyboard_alone(desk: Desk, library: Library, qtbot: QtBot) -> None:
    button(desk, "Add a relation").click()
    dialog = desk.window.findChild(RelateDialog)
    assert dialog is not None
    assert not dialog.agree.isEnabled()
    QTest.keyClicks(dialog.picker, "invoices")
    QTest.keyClick(dialog.picker, Qt.Key.Key_Return)
    qtbot.waitUntil(dialog.agree.isEnabled)
    QTest.keyClick(dialog.agree, Qt.Key.Key_Space)
    desk.settle()
    assert [one.target_id for one in library.relations(library.ids()[0])] == [library.ids()[2]]


def test_rounds_and_dangling_ends_are_said(desk: Desk, library: Library, qtbot: QtBot) -> None:
    cat, kitten, invoice = library.ids()
    for source, target, kind in ((cat, kitten, "causes"), (kitten, cat, "supports"), (cat, invoice, "explains")):
        library.apply(library.surrounding.relate_edit(source, target, kind))
    library.forget(invoice)
    library.purge(invoice)
    catch_up(desk)
    desk.settle()
    qtbot.waitUntil(lambda: "leads back here, 2 relations around" in said(desk))
    assert "A memory that no longer exists" in said(desk)
    assert "Explains, from here" in said(desk)


def test_the_timeline_tells_what_happened_and_what_lies_ahead(desk: Desk, library: Library, clock: FixedClock) -> None:
    cat = library.ids()[0]
    clock.advance(days=3)
    library.edit(cat, content="The cat <b>sleeps</b>")
    clock.advance(days=1)
    library.answer(cat, "ok")
    catch_up(desk)
    desk.settle()
    desk.pane.tabs.choose("timeline")
    desk.settle()
    text = desk.pane.timeline.lines.toPlainText()
    assert text.index("Its card is asked next") < text.index("Reviewed, ok") < text.index("Edited, revision 1")
    assert "It would be forgotten" in text
    assert "3 days ago" in text or "4 days ago" in text


def test_revisions_stand_side_by_side_and_come_back(desk: Desk, library: Library) -> None:
    cat = library.ids()[0]
    library.edit(cat, content="Second words")
    library.edit(cat, content="Third <i>words</i>")
    catch_up(desk)
    desk.settle()
    desk.pane.tabs.choose("history")
    next(one for one in desk.pane.history.findChildren(QPushButton) if one.text().startswith("Side")).click()
    dialog = desk.pane.history.findChild(SideBySide)
    assert dialog is not None
    assert "Second words" in dialog.words.toPlainText()
    assert "Third <i>words</i>" in dialog.words.toPlainText()
    dialog.left.setCurrentIndex(2)
    assert "The cat sleeps on the sofa" in dialog.words.toPlainText()
    dialog.restore.click()
    desk.settle()
    assert library.get(cat).content == "The cat sleeps on the sofa"
    desk.undo.undo()
    assert library.get(cat).content == "Third <i>words</i>"
    desk.settle()
