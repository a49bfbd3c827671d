"""Columns of the table: dragged, widened, hidden, remembered, and put back."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.qt.tables.arrangement import LEAST, MOST, Arrangement, moved, read, written
from memento_gui.qt.tables.columns import BY_KEY, COLUMNS
from memento_gui.qt.tables.header import MemoryHeader
from memento_gui.qt.tables.sorting import DEFAULT, SortKey
from memento_gui.qt.tables.view import MemoryTable
from memento_gui.qt.theme import Theme

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier
KEYS = list(BY_KEY)


@pytest.fixture
def table(theme: Theme, qtbot: QtBot) -> MemoryTable:
    made = MemoryTable(theme)
    qtbot.addWidget(made)
    made.resize(900, 400)
    with qtbot.waitExposed(made):
        made.show()
    return made


def header_of(table: MemoryTable) -> MemoryHeader:
    header = table.horizontalHeader()
    assert isinstance(header, MemoryHeader)
    return header


def drag(table: MemoryTable, start: int, end: int) -> None:
    """Drag in the header from one x to another, in steps as a hand does."""
    viewport, y = header_of(table).viewport(), 10
    QTest.mousePress(viewport, LEFT, PLAIN, QPoint(start, y))
    for step in range(1, 9):
        QTest.mouseMove(viewport, QPoint(start + (end - start) * step // 8, y))
        QTest.qWait(1)
    QTest.mouseRelease(viewport, LEFT, PLAIN, QPoint(end, y))


def left(table: MemoryTable, key: str) -> int:
    return header_of(table).sectionViewportPosition(KEYS.index(key))


def right(table: MemoryTable, key: str) -> int:
    return left(table, key) + table.columnWidth(KEYS.index(key))


def standing(table: MemoryTable) -> list[str]:
    header = header_of(table)
    sections = [header.logicalIndex(place) for place in range(header.count())]
    return [KEYS[section] for section in sections if not header.isSectionHidden(section)]


def test_a_dragged_label_moves_its_column_and_does_not_sort(table: MemoryTable) -> None:
    sorts: list[object] = []
    table.sorting_changed.connect(sorts.append)
    assert standing(table) == ["pin", "memory", "type", "tags", "score", "age"]
    drag(table, left(table, "score") + 40, left(table, "type") + 20)
    assert standing(table) == ["pin", "memory", "score", "type", "tags", "age"]
    drag(table, left(table, "age") + 20, 5)
    assert standing(table)[0] == "pin"  # the pins stay at the left
    assert sorts == []


def test_a_boundary_stays_under_the_pointer_on_both_sides_of_the_words(table: MemoryTable) -> None:
    was, edge, width = left(table, "type"), right(table, "age"), table.columnWidth(KEYS.index("memory"))
    drag(table, was, was - 30)
    assert left(table, "type") == was - 30
    assert table.columnWidth(KEYS.index("type")) == BY_KEY["type"].width + 30
    assert table.columnWidth(KEYS.index("memory")) == width - 30
    assert right(table, "age") == edge
    drag(table, left(table, "type") + 30, 40)  # now the type stands before the words
    assert standing(table)[:3] == ["pin", "type", "memory"]
    was = right(table, "type")
    drag(table, was, was + 25)
    assert right(table, "type") == was + 25
    assert right(table, "age") == edge


def test_a_double_click_gives_a_column_its_own_width_back(table: MemoryTable) -> None:
    drag(table, left(table, "type"), left(table, "type") - 30)
    QTest.mouseDClick(header_of(table).viewport(), LEFT, PLAIN, QPoint(left(table, "type"), 10))
    assert table.columnWidth(KEYS.index("type")) == BY_KEY["type"].width
    assert table.arrangement.widths == {}


def test_what_finds_no_room_is_reached_by_scrolling_sideways(table: MemoryTable, qtbot: QtBot) -> None:
    table.hide_columns(set())
    assert table.columnWidth(KEYS.index("memory")) >= 160
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() > 0)
    table.hide_columns({column.key for column in COLUMNS if not column.shown})
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() == 0)


def test_an_arrangement_is_read_back_as_it_was_written(table: MemoryTable) -> None:
    drag(table, left(table, "age") + 20, left(table, "type") + 20)
    drag(table, left(table, "score"), left(table, "score") - 17)
    table.hide_columns({"tags", "memory", "pin"})
    kept = written(table.arrangement)
    assert read(kept) == table.arrangement
    assert read(kept).hidden == {"tags"}
    table.reset_columns()
    assert table.arrangement == Arrangement()
    table.arrange(read(kept))
    assert written(table.arrangement) == kept
    assert standing(table)[2] == "age"


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '{"order": 5, "widths": [], "hidden": "x"}'])
def test_what_cannot_be_read_is_as_by_default(text: str) -> None:
    assert read(text) == Arrangement()


def test_columns_that_came_and_went_since_find_their_place() -> None:
    order = [key for key in KEYS if key not in {"recall", "score"}]
    order.remove("age")
    text = json.dumps(
        {
            "order": ["gone", "age", *order, "age", 7],
            "widths": {"type": 9_999, "tags": -1, "memory": 5, "gone": 3},
            "hidden": [],
        }
    )
    held = read(text)
    assert sorted(held.order) == sorted(KEYS)
    assert held.order[:3] == ("pin", "age", "memory")
    assert held.order.index("score") == held.order.index("project") + 1
    assert held.widths == {"type": MOST, "tags": LEAST}
    assert held.hidden == {"recall"}  # it is new, and hidden by default


def test_reset_in_the_chooser_puts_columns_and_sorting_back(table: MemoryTable) -> None:
    table.hide_columns({"type"})
    table.sort_by((SortKey("age", down=True), SortKey("type", down=False)))
    drag(table, left(table, "score"), left(table, "score") - 20)
    menu = table.columns_menu()
    next(action for action in menu.actions() if action.text().startswith("Reset")).trigger()
    menu.close()
    assert table.arrangement == Arrangement()
    assert table.sort_keys == DEFAULT
    assert standing(table) == ["pin", "memory", "type", "tags", "score", "age"]


def test_columns_are_shown_hidden_and_moved_in_the_chooser_without_a_mouse(table: MemoryTable, qtbot: QtBot) -> None:
    menu = table.columns_menu()
    menu.popup(table.mapToGlobal(QPoint(10, 10)))
    qtbot.waitUntil(menu.isVisible)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    active = menu.activeAction()
    assert active is not None
    assert active.text() == "Type"
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert standing(table) == ["pin", "memory", "tags", "score", "age"]
    QTest.keyClick(menu, Qt.Key.Key_Space)
    for _ in range(2):
        QTest.keyClick(menu, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert standing(table) == ["pin", "memory", "tags", "type", "score", "age"]  # past a hidden one, then past the tags
    QTest.keyClick(menu, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert standing(table) == ["pin", "memory", "type", "tags", "score", "age"]
    assert menu.isVisible()
    at = menu.actionGeometry(next(action for action in menu.actions() if action.text() == "Age")).center()
    QTest.mouseClick(menu, LEFT, PLAIN, at)
    assert "age" not in standing(table)
    assert menu.isVisible()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not table.findChildren(type(menu)))


def test_the_outermost_columns_go_no_further() -> None:
    first, last = "type", Arrangement().order[-1]
    assert moved(Arrangement(), first, -1) == Arrangement()
    assert moved(Arrangement(), last, 1) == Arrangement()
    assert moved(moved(Arrangement(), "tags", 1), "tags", -1) == Arrangement()
