"""Selected rows as a mask: the same rows as Qt would select, whatever the commands, and quick however scattered."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.qt.tables.selection import RowSelection, make_current
from memento_gui.qt.tables.sorting import SortKey, sorted_rows
from memento_gui.qt.tables.view import MemoryTable
from memento_gui.qt.theme import Theme
from tests.qt.test_memory_table import rows

ROWS = 12
F = QItemSelectionModel.SelectionFlag
FLAGS = (
    F.Select,
    F.Deselect,
    F.Toggle,
    F.ClearAndSelect,
    F.SelectCurrent,
    F.ToggleCurrent,
    F.Clear,
    F.NoUpdate,
    F.Deselect | F.Current,
    F.Clear | F.SelectCurrent,
)
commands = st.lists(st.tuples(st.integers(0, ROWS - 1), st.integers(0, 4), st.sampled_from(FLAGS)), min_size=1, max_size=8)


@given(commands)
def test_every_row_is_selected_that_qt_itself_would_select(given_commands: list[tuple[int, int, F]]) -> None:
    model = QStandardItemModel(ROWS, 2)
    own, oracle = RowSelection(model, model), QItemSelectionModel(model, model)
    for first, more, flags in given_commands:
        area = QItemSelection(model.index(first, 0), model.index(min(ROWS - 1, first + more), 1))
        own.select(area, flags)
        oracle.select(area, flags)
        expected = [row for row in range(ROWS) if oracle.isSelected(model.index(row, 0))]
        assert own.places.tolist() == expected
        assert [row for row in range(ROWS) if own.isSelected(model.index(row, 0))] == expected


@pytest.fixture
def table(theme: Theme, qtbot: QtBot) -> MemoryTable:
    made = MemoryTable(theme)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show_rows(rows([f"m{number}" for number in range(4_000)]))
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_many_scattered_rows_stay_selected_through_sorting_and_are_painted(table: MemoryTable) -> None:
    every_third = np.arange(0, 4_000, 3)
    table._selection.put(every_third)
    ids = set(table.selected_ids())
    assert len(ids) == len(every_third)
    assert table._selection.selection().size() <= 500  # Qt is not told of so many
    current = table.memories.rows
    assert current is not None
    table.show_rows(sorted_rows(current, (SortKey("type", down=False),), list))
    assert set(table.selected_ids()) == ids
    table._delegate.focused = True
    image = table.viewport().grab().toImage()
    colours = table._theme.tokens
    for place in range(table.rowAt(image.height() - 1)):
        middle = table.rowViewportPosition(place) + table.rowHeight(place) // 2
        ground = colours.bg_selected if table._selection.holds(place) else colours.bg_base
        assert image.pixelColor(image.width() - 3, middle) == ground


def test_clicks_and_keys_work_on_many_scattered_rows(table: MemoryTable, qtbot: QtBot) -> None:
    table._selection.put(np.arange(0, 4_000, 2))
    told: list[int] = []
    table.selection_changed.connect(lambda: told.append(table.selected_count()))
    at = table.visualRect(table.memories.index(1, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, at)
    assert table.selected_count() == 2_001
    QTest.mouseClick(table.viewport(), Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, at)
    assert table.selected_count() == 2_001  # the menu is about all of them
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert table.selected_count() == 2_001  # as Qt does it: row 2 was selected already
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert table.selected_places().tolist() == [1]
    assert told[-1] == 1
    QTest.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert table.selected_count() == 4_000
    make_current(table._selection, 5, 1)
    assert table.selected_count() == 4_000
