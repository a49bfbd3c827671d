"""The sidebar of Browse, driven: fields with counts, and/or/not into the filter line, saved searches, folding."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.options.looks import Looks
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.places.browse.looking import MORE, SAVED, Scope
from memento_gui.qt.places.browse.rename_tag import RenameTag
from memento_gui.qt.places.browse.sidebar_item import SidebarItem
from memento_gui.qt.settings import Settings
from memento_gui.qt.tables.columns import COLUMNS
from memento_gui.qt.tables.sorting import SortKey
from memento_gui.qt.widgets.name_dialog import NameDialog
from tests.qt.standing import Stand

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        opened.remember("one", type="semantic", category="decision", tags=("auth",), source="claude", project="alpha")
        opened.remember(
            "two", type="semantic", category="decision", tags=("auth", "old"), source="claude", project="two words"
        )
        opened.remember("three", type="episodic", tags=("release",), source="cursor", scope="team")
        opened.remember("four", type="working", status="muted")
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand, qtbot: QtBot) -> Browse:
    made = stand(Browse, library, 1300, 1400)
    made.sidebar.fold(frozenset())
    catch_up(made, qtbot)
    return made


def catch_up(place: Browse, qtbot: QtBot) -> None:
    place.refresh(ChangeSet(last=1, tables=frozenset({"memory"}), everything=True))
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy() and not place.counting.waiting)


def item(place: Browse, kind: str, value: str = "") -> SidebarItem:
    return next(one for one in place.sidebar.items if one.scope == Scope(kind, value))


def press(place: Browse, qtbot: QtBot, kind: str, value: str, keys: Qt.KeyboardModifier | None = None) -> list[str]:
    pressed = keys or Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(item(place, kind, value), Qt.MouseButton.LeftButton, pressed)
    return shown(place, qtbot)


def shown(place: Browse, qtbot: QtBot) -> list[str]:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy() and not place.counting.waiting)
    assert place.shown is not None
    rows = place.shown.rows
    return sorted(place.context.library.get(rows.id_at(at)).content for at in range(len(rows)))


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("category", "decision", ["one", "two"]),
        ("source", "cursor", ["three"]),
        ("source", "", ["four"]),
        ("project", "two words", ["two"]),
        ("scope", "team", ["three"]),
        ("status", "muted", ["four"]),
    ],
)
def test_a_press_shows_as_many_as_the_item_counts(
    place: Browse, qtbot: QtBot, kind: str, value: str, expected: list[str]
) -> None:
    assert press(place, qtbot, kind, value) == expected
    assert item(place, kind, value).accessibleDescription() == str(len(expected))
    assert item(place, kind, value).isChecked()
    assert not place.line.text()


def test_ctrl_shift_and_alt_write_into_the_filter_line(place: Browse, qtbot: QtBot) -> None:
    assert press(place, qtbot, "type", "semantic", CTRL) == ["one", "two"]
    assert press(place, qtbot, "tag", "old", ALT) == ["one"]
    assert place.line.text() == "type:semantic -tag:old"
    assert press(place, qtbot, "source", "cursor", SHIFT) == ["one", "three"]
    assert place.line.text() == "type:semantic -tag:old or source:cursor"
    assert press(place, qtbot, "status", "active", CTRL) == ["one", "three"]
    assert press(place, qtbot, "status", "active", CTRL) == ["one", "three"]
    assert press(place, qtbot, "source", "cursor", SHIFT) == ["one"]
    assert press(place, qtbot, "project", "two words", SHIFT) == ["one", "two"]
    assert place.line.text() == 'type:semantic -tag:old or project:"two words"'


def test_what_the_sidebar_is_at_joins_the_line_too(place: Browse, qtbot: QtBot) -> None:
    press(place, qtbot, "type", "episodic")
    assert press(place, qtbot, "tag", "auth", SHIFT) == ["one", "three", "two"]
    assert place.line.text() == "type:episodic or tag:auth"
    assert place.sidebar.scope == Scope()
    place.line.put("")
    press(place, qtbot, "trash", "")
    press(place, qtbot, "tag", "auth", CTRL)
    assert place.sidebar.scope == Scope("trash")
    assert place.line.text() == "tag:auth"


def test_a_filter_is_saved_counted_shown_and_deleted(place: Browse, qtbot: QtBot) -> None:
    press(place, qtbot, "type", "semantic")
    place.line.put("-tag:old")
    QTest.keyClick(place.table, Qt.Key.Key_S, CTRL)
    dialog = place.findChild(NameDialog)
    assert dialog is not None
    dialog.field.setText("Current facts")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    place.show_all()
    catch_up(place, qtbot)
    assert item(place, SAVED, "Current facts").accessibleDescription() == "1"
    assert press(place, qtbot, SAVED, "Current facts") == ["one"]
    assert place.line.text() == "-tag:old type:semantic"
    place.context.library.remember("five", type="semantic")
    catch_up(place, qtbot)
    assert item(place, SAVED, "Current facts").accessibleDescription() == "2"
    place.line.put("")
    assert press(place, qtbot, SAVED, "Current facts", ALT) == ["four", "three", "two"]
    item(place, SAVED, "Current facts").dropped.emit()
    assert place.context.library.saved_searches.every() == ()
    place.context.undo.undo()
    assert [search.query for search in place.context.library.saved_searches.every()] == ["-tag:old type:semantic"]


def test_the_menu_of_an_item_offers_the_same_without_a_mouse(place: Browse, qtbot: QtBot) -> None:
    asked = item(place, "tag", "auth")
    QApplication.sendEvent(
        asked, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), asked.mapToGlobal(QPoint()))
    )
    menu = asked.findChild(QMenu)
    assert menu is not None
    everywhere = ["", "Rename or merge this tag everywhere…", "Remove this tag everywhere"]
    assert [action.text() for action in menu.actions()] == ["And this", "Or this", "Without this", *everywhere]
    menu.actions()[2].trigger()
    menu.close()
    assert shown(place, qtbot) == ["four", "three"]


def test_a_tag_is_renamed_or_removed_everywhere_from_its_menu(place: Browse, library: Library, qtbot: QtBot) -> None:
    asked = item(place, "tag", "auth")
    before = library.tags()
    asked.renamed.emit()
    dialog = place.findChild(RenameTag)
    assert dialog is not None
    assert dialog.old.currentText() == "auth"
    dialog.reject()
    asked.dropped.emit()
    shown(place, qtbot)
    assert "auth" not in {tag for tags in library.tags().values() for tag in tags}
    assert library.get(library.ids()[1]).tags == ("old",)
    place.context.undo.undo()
    assert library.tags() == before
    shown(place, qtbot)


def test_folded_sections_and_the_order_are_remembered(place: Browse, stand: Stand, library: Library, qtbot: QtBot) -> None:
    looks = Looks(Settings())
    place.sidebar.fold(frozenset({"tag", "status"}))
    place.table.sort_by((SortKey("type", down=False), SortKey("age", down=True)))
    looks.keep_of_place(place)
    other = stand(Browse, library, 1300, 900)
    assert "category" in other.sidebar.folded
    looks.put_on_place(other)
    assert other.sidebar.folded == {"tag", "status"}
    assert other.table.sort_keys == (SortKey("type", down=False), SortKey("age", down=True))
    shown(other, qtbot)


def test_columns_and_sorting_are_kept_as_soon_as_they_change(library: Library, stand: Stand) -> None:
    looks = Looks(Settings())
    place = stand(Browse, library, 1300, 900)
    looks.put_on_place(place)
    place.table.hide_columns({"type", "recall"})
    place.table.sort_by((SortKey("age", down=True), SortKey("score", down=False)))
    other = stand(Browse, library, 1300, 900)  # the first one was never left: the program was killed, say
    looks.put_on_place(other)
    assert other.table.arrangement.hidden == {"type", "recall"}
    assert other.table.sort_keys == (SortKey("age", down=True), SortKey("score", down=False))


def test_columns_of_what_becomes_are_computed_when_they_are_shown_and_sort(place: Browse, qtbot: QtBot) -> None:
    table, model = place.table, place.table.memories
    assert place.shown is not None
    assert not place.shown.rows.prospects
    menu = table.columns_menu()
    for action in menu.actions():
        if action.text() in {"In 30 d", "Forgetting", "Next due"}:
            action.trigger()
    menu.close()
    shown(place, qtbot)
    assert set(place.shown.rows.prospects) == {"later", "forgetting", "due"}
    later, due = (next(i for i, c in enumerate(COLUMNS) if c.key == key) for key in ("later", "due"))
    texts = [str(model.data(model.index(row, later))) for row in range(4)]
    assert all(0.0 < float(text) < 1.5 for text in texts)
    assert {model.data(model.index(row, due)) for row in range(4)} == {"–"}
    header = table.horizontalHeader()
    for column, keys in ((due, Qt.KeyboardModifier.NoModifier), (later, SHIFT)):
        spot = QPoint(header.sectionViewportPosition(column) + 10, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, keys, spot)
        shown(place, qtbot)
    assert table.sort_keys == (SortKey("due", down=False), SortKey("later", down=True))
    rows = place.shown.rows
    assert (np.diff(rows.prospects["later"][rows.order]) <= 0).all()
    table.hide_columns({column.key for column in COLUMNS if not column.shown})
    assert shown(place, qtbot) == ["four", "one", "three", "two"]
    assert "due" in table.needed_columns  # still sorted by


def test_what_leads_to_all_values_says_of_what(place: Browse, library: Library, qtbot: QtBot) -> None:
    library.remember("many", tags=tuple(f"tag{number:02d}" for number in range(11)))
    catch_up(place, qtbot)
    assert [found.text() for found in place.sidebar.findChildren(SidebarItem) if found.scope.kind == MORE] == [
        "All 14 tags…"
    ]


def test_types_and_states_say_what_they_mean(place: Browse) -> None:
    place.sidebar.grab()
    assert "Episodic: what happened\nWith Ctrl" in item(place, "type", "episodic").toolTip()
