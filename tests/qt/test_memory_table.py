"""The table of memories: what is selected, current and in sight survives whatever happens to its rows."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.standing import standing
from memento_gui.model.values import Headline
from memento_gui.qt.tables.columns import COLUMNS
from memento_gui.qt.tables.memories import MemoryModel
from memento_gui.qt.tables.rows import Rows
from memento_gui.qt.tables.sorting import DEFAULT, SortKey, sorted_rows
from memento_gui.qt.tables.view import MemoryTable
from memento_gui.qt.theme import DARK, Theme

NOW = 1_796_040_000_000
DAY = 86_400_000


def table(ids: list[str]) -> FeatureTable:
    count = len(ids)
    zeros = np.zeros(count, dtype=np.int64)
    created = NOW - np.array([int(identity[1:]) for identity in ids], dtype=np.int64) * DAY
    return FeatureTable(
        ids=np.array(ids, dtype=np.object_),
        ordinal=np.arange(count, dtype=np.int64),
        type=(np.arange(count) % 4).astype(np.uint8),
        category=np.zeros(count, dtype=np.uint8),
        scope=np.zeros(count, dtype=np.uint8),
        status=np.zeros(count, dtype=np.uint8),
        created_ms=created,
        updated_ms=created,
        last_used_ms=created,
        importance=np.full(count, 0.5),
        strength=np.ones(count),
        pinned=np.arange(count) % 7 == 0,
        trashed=np.zeros(count, dtype=np.bool_),
        views=zeros,
        cites=zeros,
        edits=zeros,
        uses=zeros,
        revisions=zeros,
        length=zeros,
        duplicates=zeros,
        episode=zeros - 1,
        project=zeros,
        source=zeros,
        user=zeros,
    )


def rows(ids: list[str]) -> Rows:
    made = table(ids)
    return Rows(
        table=made,
        standing=standing(made, ParameterSet(), now_ms=NOW),
        order=np.arange(len(ids), dtype=np.int64),
        now_ms=NOW,
        weights=(0.2, 0.2, 0.1),
    )


def numbered(count: int) -> list[str]:
    return [f"m{number}" for number in range(count)]


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> MemoryTable:
    made = MemoryTable(theme)
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    made.words_wanted.connect(
        lambda ids: made.memories.take_words(
            {identity: Headline(f"Title {identity}", "more", ("tag",)) for identity in ids}
        )
    )
    made.show_rows(rows(numbered(300)))
    return made


def test_the_model_keeps_the_rules_of_item_models(qtbot: QtBot) -> None:
    model = MemoryModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show(rows(numbered(20)))
    model.take_words({"m1": Headline("One", "", ())})
    model.show(rows(numbered(3)))
    model.show(rows([]))
    assert model.rowCount() == 0


def test_every_cell_says_something_to_a_screen_reader(view: MemoryTable) -> None:
    model = view.memories
    index = model.index(7, 1)
    spoken = str(model.data(index, Qt.ItemDataRole.AccessibleTextRole))
    for words in ("Title m7", "pinned", TYPES[3].value.capitalize(), "tags tag", "score", "7 d old"):
        assert words in spoken
    assert model.data(model.index(7, 0)) == "Pinned"
    age = [column.key for column in COLUMNS].index("age")
    tip = str(model.data(model.index(7, age), Qt.ItemDataRole.ToolTipRole))
    assert "Nov 2026" in tip


def test_words_that_are_not_there_yet_are_asked_for_only_where_they_are_seen(theme: Theme, qtbot: QtBot) -> None:
    view = MemoryTable(theme)
    qtbot.addWidget(view)
    view.resize(900, 500)
    view.show()
    asked: list[list[str]] = []
    view.words_wanted.connect(asked.append)
    view.show_rows(rows(numbered(10_000)))
    assert len(asked) == 1
    assert 10 < len(asked[0]) < 100
    assert view.memories.data(view.memories.index(0, 1)) == ""
    assert not view.viewport().grab().isNull()


def test_selection_current_and_scroll_survive_an_insertion_above(view: MemoryTable, qtbot: QtBot) -> None:
    view.go_to("m150")
    top_before = view.rowAt(0)
    first_seen = view.memories.rows.id_at(top_before) if view.memories.rows else ""
    y_before = view.rowViewportPosition(150)
    view.show_rows(rows([f"m{number}" for number in range(1000, 1040)] + numbered(300)))
    assert view.selected_ids() == ["m150"]
    assert view.current_id == "m150"
    assert view.memories.rows is not None
    assert view.memories.rows.id_at(view.rowAt(0)) == first_seen
    assert view.rowViewportPosition(190) == y_before


def test_a_selection_of_many_follows_its_memories_through_a_sort(view: MemoryTable) -> None:
    view.go_to_place(10)
    for place in (11, 12, 50):
        view.selectionModel().select(
            view.memories.index(place, 0),
            view.selectionModel().SelectionFlag.Select | view.selectionModel().SelectionFlag.Rows,
        )
    wanted = {"m10", "m11", "m12", "m50"}
    assert set(view.selected_ids()) == wanted
    held = view.memories.rows
    assert held is not None
    view.show_rows(sorted_rows(held, (SortKey("type", down=True), *DEFAULT), lambda ids: ids))
    assert set(view.selected_ids()) == wanted
    assert view.selected_count() == 4


def test_selecting_everything_is_one_range_and_stays_quick(view: MemoryTable) -> None:
    view.show_rows(rows(numbered(50_000)))
    view.selectAll()
    assert view.selected_count() == 50_000
    held = view.memories.rows
    assert held is not None
    view.show_rows(replace(held, order=held.order[::-1].copy()))
    assert view.selected_count() == 50_000
    assert view.selectionModel().selection().size() == 1


def test_a_memory_that_goes_away_is_no_longer_selected(view: MemoryTable) -> None:
    heard: list[str] = []
    view.go_to("m5")
    view.current_changed.connect(heard.append)
    view.show_rows(rows([identity for identity in numbered(300) if identity != "m5"]))
    assert view.selected_ids() == []
    assert heard == [""]


def test_filtering_scrolls_to_the_current_memory_and_sorting_to_the_top(view: MemoryTable) -> None:
    view.go_to("m200")
    held = view.memories.rows
    assert held is not None
    view.show_rows(held, scroll="top")
    assert view.rowAt(0) == 0
    view.show_rows(held, scroll="current")
    assert 0 <= view.rowViewportPosition(200) < view.viewport().height()


def test_keys_move_and_open(view: MemoryTable, qtbot: QtBot) -> None:
    view.setFocus()
    view.go_to("m3")
    opened: list[str] = []
    view.activated_memory.connect(opened.append)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert opened == ["m4", "m299"]


def test_a_click_on_a_header_sorts_and_shift_adds(view: MemoryTable, qtbot: QtBot) -> None:
    asked: list[tuple[SortKey, ...]] = []
    view.sorting_changed.connect(asked.append)
    header = view.horizontalHeader()

    def click(key: str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        section = [column.key for column in COLUMNS].index(key)
        at = QPoint(header.sectionViewportPosition(section) + 30, 10)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, modifier, at)

    click("type")
    click("age", Qt.KeyboardModifier.ShiftModifier)
    click("tags")
    assert asked == [
        (SortKey("type", down=False),),
        (SortKey("type", down=False), SortKey("age", down=False)),
    ]


def test_columns_are_chosen_and_give_way_when_there_is_no_room(view: MemoryTable) -> None:
    shown = {column.key: section for section, column in enumerate(COLUMNS)}
    assert view.isColumnHidden(shown["importance"])
    view.hide_columns({"tags"})
    assert view.isColumnHidden(shown["tags"])
    assert not view.isColumnHidden(shown["importance"])
    assert not view.isColumnHidden(shown["memory"])
    view.hide_columns(set())
    view.resize(420, 400)
    assert view.isColumnHidden(shown["tags"])
    assert not view.isColumnHidden(shown["score"])


def test_the_focus_is_seen_around_the_current_row(view: MemoryTable, theme: Theme, qtbot: QtBot) -> None:
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    view.go_to("m2")
    image = view.viewport().grab().toImage()
    middle = view.rowViewportPosition(2) + view.rowHeight(2) - 1
    assert image.pixelColor(300, middle) == theme.tokens.focus
    theme.choose(DARK)
    QApplication.sendPostedEvents()
    image = view.viewport().grab().toImage()
    assert image.pixelColor(300, middle) == theme.tokens.focus


def test_stale_words_stay_until_the_new_ones_are_there(view: MemoryTable) -> None:
    view.memories.forget_words(["m1"])
    assert view.memories.missing(0, 5) == ["m1"]
    assert view.memories.data(view.memories.index(1, 1)) == "Title m1"
    view.memories.take_words({"m1": Headline("Fresh", "", ())})
    assert view.memories.data(view.memories.index(1, 1)) == "Fresh"
    assert view.memories.missing(0, 5) == []


def test_a_memory_out_of_sight_is_shown_amid_others_and_one_in_sight_stays_put(view: MemoryTable) -> None:
    identity = view.memories.ids_at(np.array([60]))[0]
    assert view.go_to(identity)
    middle = view.visualRect(view.currentIndex()).center().y()
    assert abs(middle - view.viewport().height() / 2) <= view.rowHeight(60)
    scrolled = view.verticalScrollBar().value()
    assert view.go_to(view.memories.ids_at(np.array([61]))[0])
    assert view.verticalScrollBar().value() == scrolled
