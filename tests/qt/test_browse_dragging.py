"""Tags and projects are dragged from the sidebar onto rows."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.places.browse.sidebar_item import SidebarItem
from memento_gui.qt.tables.dropping import field_data, field_of
from memento_gui.qt.tables.sorting import SortKey
from tests.qt.standing import Stand

COPY = Qt.DropAction.CopyAction
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=None) as opened:
        for number in range(5):
            opened.remember(f"Words {number}", title=f"M{number}", tags=["auth"] if number == 0 else [], project="x")
            clock.advance(days=1)
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand, qtbot: QtBot) -> Browse:
    made = stand(Browse, library, 1200, 700)
    made.table.sort_by((SortKey("age", down=True),))
    made.context.undo.applied.connect(lambda: catch_up(made))
    catch_up(made)
    settle(made, qtbot)
    return made


def catch_up(place: Browse) -> None:
    place.refresh(ChangeSet(last=1, tables=frozenset({"memory"}), everything=True))


def settle(place: Browse, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy())


def spot(place: Browse, row: int) -> QPoint:
    return QPoint(200, place.table.rowViewportPosition(row) + 5)


def move(place: Browse, data: QMimeData, row: int) -> QDragMoveEvent:
    viewport = place.table.viewport()
    enter = QDragEnterEvent(spot(place, row), COPY, data, LEFT, NONE)
    QApplication.sendEvent(viewport, enter)
    event = QDragMoveEvent(spot(place, row), COPY, data, LEFT, NONE)
    QApplication.sendEvent(viewport, event)
    return event


def drop(place: Browse, data: QMimeData, row: int) -> None:
    move(place, data, row)  # Qt drops on what was entered only
    event = QDropEvent(QPointF(spot(place, row)), COPY, data, LEFT, NONE)
    QApplication.sendEvent(place.table.viewport(), event)


def tagged(library: Library, tag: str) -> list[str]:
    return sorted(memory.title for memory in library.get_many(library.ids()) if tag in memory.tags)


def test_a_tag_dropped_on_a_selected_row_goes_to_all_selected_in_one_step(
    place: Browse, library: Library, qtbot: QtBot
) -> None:
    place.table.selectAll()
    data = field_data("tag", "auth & more")
    assert move(place, data, 2).isAccepted()
    assert place.table.drops.places.tolist() == [0, 1, 2, 3, 4]
    drop(place, data, 2)
    settle(place, qtbot)
    assert place.table.drops.places.tolist() == []
    assert tagged(library, "auth & more") == ["M0", "M1", "M2", "M3", "M4"]
    place.context.undo.undo()
    assert tagged(library, "auth & more") == []
    assert place.context.undo.depth == 0


def test_a_project_dropped_on_another_row_goes_to_that_one_alone(place: Browse, library: Library, qtbot: QtBot) -> None:
    place.table.go_to_place(0)
    data = field_data("project", "y")
    move(place, data, 3)
    assert place.table.drops.places.tolist() == [3]
    before = place.table.viewport().grab().toImage()
    QApplication.sendEvent(place.table.viewport(), QDragLeaveEvent())
    assert place.table.drops.places.tolist() == []
    assert place.table.viewport().grab().toImage() != before  # it was marked
    drop(place, data, 3)
    settle(place, qtbot)
    assert [memory.title for memory in library.get_many(library.ids()) if memory.project == "y"] == ["M3"]
    assert place.table.current_id == library.ids()[0]


def test_what_is_so_already_is_no_step(place: Browse, qtbot: QtBot) -> None:
    told: list[object] = []
    place.reported.connect(told.append)
    drop(place, field_data("tag", "auth"), 0)
    settle(place, qtbot)
    assert place.context.undo.depth == 0
    assert "Nothing to change" in str(told)


def test_files_below_the_rows_and_the_trash_take_nothing(place: Browse, library: Library, qtbot: QtBot) -> None:
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(library.path))])
    assert not move(place, files, 1).isAccepted()
    data = field_data("tag", "new")
    move(place, data, 1)
    below = QDropEvent(QPointF(200, place.table.viewport().height() - 3), COPY, data, LEFT, NONE)
    QApplication.sendEvent(place.table.viewport(), below)
    library.forget(library.ids()[0])
    catch_up(place)
    place.show_trash()
    settle(place, qtbot)
    drop(place, data, 0)
    settle(place, qtbot)
    assert tagged(library, "new") == []
    assert place.context.undo.depth == 0


def test_only_tags_and_projects_can_be_dragged(place: Browse) -> None:
    place.sidebar.fold(frozenset())
    giving = {item.scope.kind for item in place.sidebar.findChildren(SidebarItem) if item.gives}
    assert giving == {"tag", "project"}
    item = next(item for item in place.sidebar.findChildren(SidebarItem) if item.gives)
    assert not item._chip().isNull()
    assert field_of(field_data("tag", 'a "b", 한')) == ("tag", 'a "b", 한')
