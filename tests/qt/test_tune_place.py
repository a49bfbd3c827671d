"""The Tune place on a real store: knobs, plots, undo and sets move together."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.errors import UnreadableSource
from memento_gui.domain.memory import Memory, MemoryType
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.engine.recency import recency
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.places.tune.advice.findings import Advice, advice_on
from memento_gui.qt.places.tune.effects import REVIEW, STRENGTH
from memento_gui.qt.places.tune.knobs.choice_row import ChoiceRow
from memento_gui.qt.places.tune.knobs.groups import groups
from memento_gui.qt.places.tune.knobs.number_row import NumberRow
from memento_gui.qt.places.tune.knobs.switch_row import SwitchRow
from memento_gui.qt.places.tune.knobs.table_row import TableRow
from memento_gui.qt.places.tune.middle import CURVES, NUMBERS, RANKING
from memento_gui.qt.places.tune.store.fate_list import FIRST
from memento_gui.qt.places.tune.store.fate_tabs import LRU
from memento_gui.qt.places.tune.store.pane import StorePane
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import DARK, Theme
from memento_gui.qt.undo import Undo
from memento_gui.qt.widgets.file_dialog import FileDialog
from memento_gui.qt.widgets.message_bar import Message
from tests.qt.standing import Stand

M1 = ParameterSet()
EPISODIC = "recency.half_life.episodic"
ALPHA = "ranking.relevance"
SOFT = "forgetting.soft_threshold"
STORED = 150


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    now = clock.now_ms()
    memories = tuple(
        Memory(
            id=f"m{n:03d}",
            content=f"<i>text</i> {n}",
            title=f"Memory {n} & more",
            type=list(MemoryType)[n % 4],
            importance=(n % 11) / 10,
            project="edge" if n % 2 else "",
            created_ms=now - n * 3 * DAY_MS,
            updated_ms=now - n * 3 * DAY_MS,
        )
        for n in range(STORED)
    )
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        opened.apply(AddMemories(label="Add", memories=memories))
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand) -> TunePlace:
    made = stand(TunePlace, library, 1376, 860)
    made.enter()
    return made


def number_row(place: TunePlace, name: str) -> NumberRow:
    row = place.panel.row(name)
    assert isinstance(row, NumberRow)
    return row


def counted(place: TunePlace, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy())


def drag(row: NumberRow, *places: float) -> None:
    """Drag a knob's handle over places of its groove."""
    slider = row.slider
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=slider.point_of(slider.place).toPoint())
    for place in places:
        QTest.mouseMove(slider, slider.point_of(place).toPoint())
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=slider.point_of(places[-1]).toPoint())


def steps(place: TunePlace) -> int:
    return place.context.undo._stack.index()


def focused(place: TunePlace) -> QWidget:
    widget = place.window().focusWidget()
    assert widget is not None
    return widget


# --- knobs and plots ---


def test_moving_a_slider_changes_the_curve_at_once(place: TunePlace) -> None:
    before = place.curves.recency.curve("episodic")[1].copy()
    drag(number_row(place, EPISODIC), 0.9)
    days = place.context.state.parameters.value(EPISODIC)
    assert isinstance(days, float)
    x, y = place.curves.recency.curve("episodic")
    assert days > 1000
    assert np.allclose(y, recency(x, days))
    assert not np.array_equal(y, before)
    assert len(place.curves.recency.curve("saved episodic")[0])


def test_a_drag_is_one_step_and_undo_moves_the_slider_back(place: TunePlace) -> None:
    row = number_row(place, EPISODIC)
    at = row.slider.place
    drag(row, 0.55, 0.6, 0.65, 0.7)
    assert steps(place) == 1
    assert place.context.undo.undo_label.startswith("Half-life episodic 30 → ")
    moved = row.slider.place
    place.context.undo.undo()
    assert place.context.state.parameters == M1
    assert row.slider.place == pytest.approx(at)
    assert row.field.text() == "30 d"
    place.context.undo.redo()
    assert row.slider.place == pytest.approx(moved)


def test_a_drag_that_returns_leaves_no_step(place: TunePlace) -> None:
    row = number_row(place, ALPHA)
    drag(row, 0.8, 0.5)
    assert place.context.state.parameters == M1
    assert steps(place) == 0


def test_two_drags_are_two_steps(place: TunePlace) -> None:
    drag(number_row(place, ALPHA), 0.8)
    drag(number_row(place, ALPHA), 0.6)
    assert steps(place) == 2


def test_shift_drags_ten_times_finer(place: TunePlace) -> None:
    slider = number_row(place, ALPHA).slider
    grip = slider.point_of(0.5).toPoint()
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=grip)
    where = slider.point_of(0.9)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        where,
        slider.mapToGlobal(where),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
    )
    QApplication.sendEvent(slider, move)
    assert place.context.state.parameters.ranking.relevance == pytest.approx(0.54, abs=0.011)


def test_a_handle_on_the_plot_turns_the_knob_in_one_step(place: TunePlace) -> None:
    plot = place.curves.recency
    view = plot._view.viewport()
    start = QPointF(*plot.pixels(x=30, y=0.5)).toPoint()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for days in (40, 50, 60):
        QTest.mouseMove(view, QPointF(*plot.pixels(x=days, y=0.5)).toPoint())
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPointF(*plot.pixels(x=60, y=0.5)).toPoint())
    assert place.context.state.parameters.recency.half_life["episodic"] == pytest.approx(60, abs=1)
    assert steps(place) == 1
    assert focused(place) is number_row(place, EPISODIC)
    assert plot._handles["episodic"].marked


def test_a_threshold_that_is_taken_brings_its_knob_in_sight_though_its_group_was_folded(
    place: TunePlace, qtbot: QtBot
) -> None:
    """The rows are made when the group is unfolded, and have no place yet when the focus comes."""

    def is_in_sight(name: str) -> bool:
        row, seen = panel.row(name), panel.viewport()
        top = row.mapTo(seen, QPoint(0, 0)).y()
        return row.hasFocus() and top >= 0 and top + row.height() <= seen.height()

    panel = place.panel
    assert not panel.boxes["decay"].rows
    place.curves.pressed.emit("decay.forget")
    qtbot.waitUntil(lambda: is_in_sight("decay.forget"))
    place.curves.released.emit("decay.forget")
    panel.verticalScrollBar().setValue(0)
    assert not is_in_sight("decay.forget")
    place.curves.pressed.emit("decay.forget")
    qtbot.waitUntil(lambda: is_in_sight("decay.forget"))
    place.curves.released.emit("decay.forget")


def test_a_threshold_on_the_histogram_turns_its_knob(place: TunePlace, qtbot: QtBot) -> None:
    plot = place.store.histogram
    view, middle = plot._view.viewport(), plot.ground.y_span.high / 2
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPointF(*plot.pixels(x=0.6, y=middle)).toPoint())
    QTest.mouseMove(view, QPointF(*plot.pixels(x=0.3, y=middle)).toPoint())
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPointF(*plot.pixels(x=0.3, y=middle)).toPoint())
    assert place.context.state.parameters.forgetting.soft_threshold == pytest.approx(0.3, abs=0.02)
    assert plot.thresholds["soft"] == place.context.state.parameters.forgetting.soft_threshold
    counted(place, qtbot)


# --- keyboard ---


def test_the_keyboard_turns_knobs(place: TunePlace) -> None:
    row = number_row(place, ALPHA)
    row.setFocus()
    for key, modifiers, value in (
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, 0.51),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, 0.50),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier, 0.60),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier, 0.50),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier, 0.60),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, 0.50),
    ):
        QTest.keyClick(row, key, modifiers)
        assert place.context.state.parameters.ranking.relevance == value
    assert steps(place) == 6


def test_arrows_go_from_knob_to_knob_and_into_folded_groups_not(place: TunePlace) -> None:
    stops = place.panel._stops()
    place.panel.enter()
    visited = [focused(place)]
    for _ in stops[1:]:
        QTest.keyClick(visited[-1], Qt.Key.Key_Down)
        visited.append(focused(place))
    assert visited == stops
    QTest.keyClick(visited[-1], Qt.Key.Key_Up)
    assert focused(place) is stops[-2]


def test_only_the_current_stop_is_reached_by_tab(place: TunePlace) -> None:
    number_row(place, EPISODIC).setFocus()
    strong = [stop for stop in place.panel._stops() if stop.focusPolicy() == Qt.FocusPolicy.StrongFocus]
    assert strong == [number_row(place, EPISODIC)]


def test_a_band_folds_by_key_and_a_folded_stop_is_no_longer_current(place: TunePlace) -> None:
    number_row(place, EPISODIC).setFocus()
    band = place.panel.boxes["recency"].band
    QTest.keyClick(band, Qt.Key.Key_Left)
    assert not number_row_is_visible(place, EPISODIC)
    place.panel.enter()
    assert focused(place) is place.panel.boxes["ranking"].band
    QTest.keyClick(band, Qt.Key.Key_Return)
    assert number_row_is_visible(place, EPISODIC)


def number_row_is_visible(place: TunePlace, name: str) -> bool:
    return place.panel.boxes["recency"].rows[name].isVisible()


# --- exact values ---


def test_an_exact_value_is_typed(place: TunePlace) -> None:
    row = number_row(place, EPISODIC)
    row.setFocus()
    QTest.keyClicks(row, "6")
    assert focused(place) is row.field
    QTest.keyClicks(row.field, " weeks")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert place.context.state.parameters.value(EPISODIC) == 42.0
    assert row.field.text() == "42 d"
    assert focused(place) is row
    assert place.context.undo.undo_label == "Half-life episodic 30 → 42 d"


def test_never_is_typed_and_takes_the_handle_away(place: TunePlace) -> None:
    row = number_row(place, EPISODIC)
    row.field.setFocus()
    row.field.setText("never")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert place.context.state.parameters.value(EPISODIC) == float("inf")
    assert "episodic" not in place.curves.recency.handle_places
    assert row.slider.place == 1.0


def test_a_bad_value_is_kept_for_mending_and_escape_drops_it(place: TunePlace) -> None:
    row = number_row(place, ALPHA)
    row.field.setFocus()
    row.field.setText("seven")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert row.bad
    assert row.field.text() == "seven"
    assert place.context.state.parameters == M1
    QTest.keyClick(row.field, Qt.Key.Key_Escape)
    assert (row.bad, row.field.text()) == (False, "0.50")


def test_leaving_the_field_takes_a_good_value_and_drops_a_bad_one(place: TunePlace) -> None:
    row, other = number_row(place, ALPHA), number_row(place, EPISODIC)
    row.field.setFocus()
    row.field.setText("0.7")
    other.setFocus()
    assert place.context.state.parameters.ranking.relevance == 0.7
    row.field.setFocus()
    row.field.setText("lots")
    other.setFocus()
    assert (row.field.text(), steps(place)) == ("0.70", 1)


# --- other kinds of knobs ---


def test_a_choice_goes_by_arrows_and_changes_the_curve(place: TunePlace) -> None:
    row = place.panel.row("decay.model")
    assert isinstance(row, ChoiceRow)
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Right)
    assert place.context.state.parameters.decay.model == "exponential"
    assert row.combo.currentText() == "Exponential"
    assert place.curves.decay.pen("exponential").widthF() == 2.5
    assert len(place.curves.decay.curve("saved")[0])


def test_a_switch_turns(place: TunePlace) -> None:
    row = place.panel.row("ranking.mmr")
    assert isinstance(row, SwitchRow)
    row.box.click()
    assert place.context.state.parameters.ranking.mmr
    assert row.box.isChecked()
    place.context.undo.undo()
    assert not row.box.isChecked()


def test_a_table_takes_entries_and_gives_them_back(place: TunePlace) -> None:
    row = place.panel.row("decay.tag_factor")
    assert isinstance(row, TableRow)
    assert [line.key for line in row.lines] == ["credentials", "ephemeral", ""]
    row.lines[-1].name_field.setText("draft.v2")
    row.lines[-1].number_field.setText("3")
    row.lines[-1].number_field.editingFinished.emit()
    assert place.context.state.parameters.decay.tag_factor["draft.v2"] == 3.0
    assert [line.key for line in row.lines] == ["credentials", "ephemeral", "draft.v2", ""]
    row.lines[0].removed.emit("credentials")
    assert "credentials" not in place.context.state.parameters.decay.tag_factor
    row.lines[0].number_field.setText("500")
    row.lines[0].number_field.editingFinished.emit()
    assert place.context.state.parameters.decay.tag_factor["ephemeral"] == 2.0
    place.context.undo.undo()
    place.context.undo.undo()
    assert place.context.state.parameters == M1


def test_projects_are_suggested(place: TunePlace, qtbot: QtBot) -> None:
    row = place.panel.row("importance.project_boost")
    assert isinstance(row, TableRow)
    place.refresh(ChangeSet(last=1, ids=frozenset({"m001"}), tables=frozenset({"memory"})))
    counted(place, qtbot)
    assert row._names.stringList() == ["edge"]


def test_a_group_is_reset_in_one_step(place: TunePlace) -> None:
    for name, value in ((ALPHA, 0.7), ("ranking.limit", 20), (EPISODIC, 45.0)):
        place._turn(name, value, "")
    assert place.panel.boxes["ranking"].band.note == "2 changed"
    place.panel.boxes["ranking"].band.button.click()
    assert place.panel.boxes["ranking"].band.note == "as saved"
    assert place.context.state.parameters == M1.with_value(EPISODIC, 45.0)
    place.context.undo.undo()
    assert place.context.state.parameters.ranking.relevance == 0.7


def test_every_knob_has_a_row_whose_tooltip_is_plain(place: TunePlace) -> None:
    for box in place.panel.boxes.values():
        box.unfold()
        for name, row in box.rows.items():
            assert name in row.toolTip()
            assert row.toolTip().startswith("<span style='white-space: pre-wrap'>")


# --- the store under these numbers ---


def test_counts_and_fates_follow_the_numbers(place: TunePlace, library: Library, qtbot: QtBot) -> None:
    assert place.store.counts.texts()["Soft candidates"][2] == "0"
    place._turn(SOFT, 0.3, "")
    assert place.store.histogram.thresholds["soft"] == 0.3
    counted(place, qtbot)
    saved, now, change = place.store.counts.texts()["Soft candidates"]
    assert int(now) > int(saved)
    assert change == f"+{int(now) - int(saved)}"
    rows = place.store.fates.changing.fates.rows
    assert rows[0].turn == "kept → soft"
    assert rows[0].title.startswith("Memory ")
    assert place.store.histogram.heights.sum() == STORED


def test_a_fate_opens_its_memory(place: TunePlace, qtbot: QtBot) -> None:
    place._turn(SOFT, 0.3, "")
    counted(place, qtbot)
    told: list[str] = []
    place.opened.connect(told.append)
    fates = place.store.fates.changing
    fates.setCurrentIndex(fates.fates.index(1))
    QTest.keyClick(fates, Qt.Key.Key_Return)
    centre = fates.visualRect(fates.fates.index(0)).center()
    QTest.mouseClick(fates.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert told == [fates.fates.rows[1].fate.id, fates.fates.rows[0].fate.id]


def test_the_current_fate_stays_when_the_numbers_go_on(place: TunePlace, qtbot: QtBot) -> None:
    place._turn(SOFT, 0.35, "")
    counted(place, qtbot)
    fates = place.store.fates.changing
    fates.setCurrentIndex(fates.fates.index(2))
    held = fates.fates.rows[2].fate.id
    place._turn(SOFT, 0.3, "")
    counted(place, qtbot)
    assert fates.fates.rows[fates.currentIndex().row()].fate.id == held


def test_a_long_list_is_fetched_in_pieces(place: TunePlace, qtbot: QtBot) -> None:
    place._turn("decay.promote", 0.0, "")
    counted(place, qtbot)
    fates = place.store.fates.changing.fates
    everything = place.store_desk.counted.outlook.fates if place.store_desk.counted else ()
    assert len(everything) > len(fates.rows) == FIRST

    def scrolled_to_the_end() -> bool:
        place.store.fates.changing.scrollToBottom()
        return len(fates.rows) == len(everything)

    qtbot.waitUntil(scrolled_to_the_end)
    assert len({row.fate.id for row in fates.rows}) == len(everything)


def test_a_low_window_keeps_its_room_for_the_plots(place: TunePlace, qtbot: QtBot) -> None:
    bars = place.middle.advice
    assert bars.isVisible()
    place.middle.setFixedHeight(440)
    qtbot.waitUntil(lambda: not bars.isVisible())
    place.middle.setFixedHeight(800)
    qtbot.waitUntil(bars.isVisible)


def test_the_advice_is_followed_with_one_press(place: TunePlace, qtbot: QtBot) -> None:
    bars = place.middle.advice
    hard = next(bar for bar in bars.bars if bar.advice.button == "Set hard to 0.70")
    hard.button.click()
    assert place.context.state.parameters.forgetting.hard_threshold == 0.7
    counted(place, qtbot)
    assert all(bar.advice.button != "Set hard to 0.70" for bar in bars.bars)
    long_memory = next(bar for bar in bars.bars if bar.advice.use)
    long_memory.button.click()
    assert place.context.library.parameter_sets.active_name() == LONG_MEMORY
    assert place.context.state.parameters == BUILT_IN[LONG_MEMORY]
    counted(place, qtbot)


# --- sets ---


def test_a_set_is_saved_used_and_restored(place: TunePlace, library: Library) -> None:
    place._turn(ALPHA, 0.7, "")
    assert place.side.chooser.shown == "M1, edited"
    place.save_as()
    dialog = place.set_desk.dialog
    assert dialog is not None
    assert dialog.name == "M1 edited"
    dialog.field.setText("Mine & yours")
    dialog.save.click()
    assert library.parameter_sets.active_name() == "Mine & yours"
    assert library.parameters().ranking.relevance == 0.7
    assert place.side.chooser.shown == "Mine & yours"
    assert not place.context.state.edited
    place.side.chooser.choices["M1"].trigger()
    assert library.parameter_sets.active_name() == "M1"
    assert place.context.state.parameters == M1
    place.side.chooser.choices["Mine && yours"].trigger()
    assert place.context.state.parameters.ranking.relevance == 0.7


def test_an_undone_save_gives_the_unsaved_numbers_back(place: TunePlace, library: Library) -> None:
    place._turn(ALPHA, 0.7, "")
    place.sets.save("Mine")
    place.context.undo.undo()
    assert (library.parameter_sets.active_name(), place.side.chooser.shown) == ("M1", "M1, edited")
    assert place.context.state.parameters.ranking.relevance == 0.7
    place.context.undo.undo()
    assert place.context.state.parameters == M1
    place.context.undo.redo()
    place.context.undo.redo()
    assert library.parameter_sets.active_name() == "Mine"
    assert library.parameters().ranking.relevance == 0.7


def test_the_dialog_refuses_built_in_names_and_says_what_it_replaces(place: TunePlace) -> None:
    place.sets.save("Mine")
    place.save_as()
    dialog = place.set_desk.dialog
    assert dialog is not None
    assert (dialog.name, dialog.save.text()) == ("Mine", "Replace")
    for name in ("m1", "Long Memory", "  "):
        dialog.field.setText(name)
        assert not dialog.save.isEnabled()
    dialog.field.setText("Other")
    assert (dialog.save.isEnabled(), dialog.save.text()) == (True, "Save")
    dialog.reject()


def test_using_another_set_keeps_unsaved_turns_on_the_stack(place: TunePlace, library: Library) -> None:
    place._turn(ALPHA, 0.7, "")
    place.sets.use("Research")
    assert place.context.state.parameters == BUILT_IN["Research"]
    place.context.undo.undo()
    assert place.context.state.parameters == M1
    place.context.undo.undo()
    assert place.context.state.parameters.ranking.relevance == 0.7
    assert library.parameter_sets.active_name() == "M1"


def test_a_saved_set_is_deleted_and_comes_back(place: TunePlace, library: Library) -> None:
    place._turn(ALPHA, 0.7, "")
    place.sets.save("Mine")
    told: list[object] = []
    place.reported.connect(told.append)
    place.delete_set()
    assert ("Mine", False) not in library.parameter_sets.names()
    assert place.context.state.parameters == M1
    (message,) = told
    assert isinstance(message, Message)
    dict(message.choices)["Undo"]()
    assert library.parameter_sets.active_name() == "Mine"
    assert place.context.state.parameters.ranking.relevance == 0.7


def test_a_built_in_set_is_not_deleted(place: TunePlace, library: Library) -> None:
    told: list[object] = []
    place.reported.connect(told.append)
    place.delete_set()
    assert len(told) == 1
    assert library.parameter_sets.active_name() == "M1"


def test_back_to_the_saved_numbers_is_a_step(place: TunePlace) -> None:
    place._turn(ALPHA, 0.7, "")
    assert place.store.back.isEnabled()
    place.store.back.click()
    assert place.context.state.parameters == M1
    assert not place.store.back.isEnabled()
    place.store.undo.click()
    assert place.context.state.parameters.ranking.relevance == 0.7


def test_a_set_goes_out_and_in_as_toml(place: TunePlace, tmp_path: Path, library: Library) -> None:
    place._turn(EPISODIC, float("inf"), "")
    place.sets.save("Forever")
    place.sets.write(tmp_path / "forever.toml")
    place.sets.use("M1")
    (tmp_path / "odd.toml").write_text((tmp_path / "forever.toml").read_text() + "\n[nonsense]\nx = 1\n")
    told: list[object] = []
    place.reported.connect(told.append)
    place.sets.read(tmp_path / "odd.toml")
    assert library.parameter_sets.active_name() == "odd"
    assert library.parameters().value(EPISODIC) == float("inf")
    (message,) = told
    assert isinstance(message, Message)
    assert "nonsense" in message.detail


@pytest.mark.parametrize(
    "content", [b"= broken", b"\xff\xfe", b"[ranking]\nrelevance = 9\n", b"", b"[project]\nname = 'other'\n"]
)
def test_a_bad_toml_file_changes_nothing(place: TunePlace, tmp_path: Path, content: bytes, library: Library) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    told: list[object] = []
    place.reported.connect(told.append)
    place.sets.read(path)
    assert len(told) == 1
    assert library.parameter_sets.active_name() == "M1"
    assert steps(place) == 0


def test_a_missing_or_huge_file_is_told(place: TunePlace, tmp_path: Path) -> None:
    (tmp_path / "huge.toml").write_bytes(b"#" * (1 << 21))
    told: list[object] = []
    place.reported.connect(told.append)
    place.sets.read(tmp_path / "huge.toml")
    place.sets.read(tmp_path / "none.toml")
    place.sets.write(tmp_path / "no folder" / "x.toml")
    assert [isinstance(one, UnreadableSource) for one in told] == [True] * 3


def test_a_set_used_elsewhere_is_taken_over(place: TunePlace, library: Library) -> None:
    library.parameter_sets.save("From an agent", M1.with_value(ALPHA, 0.9))
    place.refresh(ChangeSet(last=9, tables=frozenset({"parameter_set", "meta"})))
    assert place.context.state.parameters.ranking.relevance == 0.9
    assert place.side.chooser.shown == "From an agent"


# --- looks ---


def test_a_theme_change_repaints_the_pens(place: TunePlace, theme: Theme) -> None:
    theme.choose(DARK)
    colours = theme.tokens
    assert place.curves.decay.pen("power_law").color() == colours.text
    assert place.curves.recency.pen("half").color() == colours.line_strong
    assert place.store.histogram.pen("saved").color() == colours.text
    panel = place.panel.grab().toImage()
    assert panel.pixelColor(2, panel.height() - 3) == colours.bg_side


def test_all_numbers_are_listed_and_lead_to_their_knob(place: TunePlace) -> None:
    place._turn(ALPHA, 0.7, "")
    place.middle.tabs.choose(NUMBERS)
    model = place.middle.numbers.numbers
    assert {line.name for line in model.lines} == set(M1.values())
    line = next(line for line in model.lines if line.name == ALPHA)
    assert (line.now, line.saved, line.default, line.changed) == ("0.70", "0.50", "0.50", True)
    place._turn(ALPHA, 0.8, "")
    assert next(line.now for line in model.lines if line.name == ALPHA) == "0.80"
    table = place.middle.numbers
    at = [line.name for line in model.lines].index("review.target")
    table.setCurrentIndex(model.index(at, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert focused(place) is place.panel.row("review.target")


def test_a_narrow_window_puts_the_store_into_a_drawer(place: TunePlace, qtbot: QtBot) -> None:
    assert place.store.isVisible()
    place.resize(1000, 700)
    qtbot.waitUntil(lambda: not place.store.isVisible())
    assert place.middle.store_button.isVisible()
    place.middle.store_button.click()
    assert place.store.isVisible()
    assert place.store.geometry().right() == place.rect().right()
    QTest.keyClick(place.panel.boxes["ranking"].band, Qt.Key.Key_Escape)
    assert not place.store.isVisible()
    place.resize(1376, 860)
    qtbot.waitUntil(place.store.isVisible)


def test_the_tabs_keep_their_room_in_a_narrow_window(place: TunePlace, qtbot: QtBot) -> None:
    place.resize(1000, 700)
    place.middle.tabs.choose(RANKING)
    place.middle.tabs.choose(CURVES)
    place.resize(720, 700)
    qtbot.waitUntil(lambda: place.middle.time.isHidden() and place.middle.store_button.text().strip() == "")
    assert place.middle.store_button.accessibleName() == "Your store"
    place.resize(1376, 860)
    qtbot.waitUntil(place.middle.time.isVisible)


def test_an_empty_store_is_shown(tmp_path: Path, theme: Theme, tasks: Tasks, qtbot: QtBot) -> None:
    with Library.open(tmp_path / "empty.db") as library:
        state = AppState()
        state.adopt(library.parameter_sets.active_name(), library.parameters())
        undo = Undo(library, state)
        made = TunePlace(
            PlaceContext(library=library, state=state, tasks=tasks, undo=undo, theme=theme, clock=library.clock)
        )
        qtbot.addWidget(made)
        made.enter()
        qtbot.waitUntil(lambda: not tasks.is_busy())
        assert made.store.counts.texts()["Kept"] == ("0", "0", "0")
        assert made.store.fates.changing.fates.rows == ()


def test_no_two_names_of_one_section_read_alike(theme: Theme, qtbot: QtBot) -> None:
    for group in groups():
        for section in group.sections:
            rows = [NumberRow(theme, knob) for knob in section.knobs if isinstance(knob.default, int | float)]
            for row in rows:
                qtbot.addWidget(row)
                row.resize(row.sizeHint())
            names = [row.shown_label.removesuffix(row.knob.symbol) for row in rows]
            assert len(set(names)) == len(names)


class Shown(QObject):
    """Hears which widgets are shown as windows of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.windows: list[str] = []

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.windows.append(type(watched).__name__)
        return False


def test_building_the_store_pane_shows_no_window(theme: Theme, qtbot: QtBot, qapp: QApplication) -> None:
    shown = Shown()
    qapp.installEventFilter(shown)
    qtbot.addWidget(StorePane(theme))
    qapp.removeEventFilter(shown)
    assert shown.windows == []


def logarithmic(place: TunePlace) -> list[bool]:
    return [plot.ground.x_span.logarithmic for plot in (place.curves.recency, place.curves.decay)]


def test_the_time_axis_is_switched_by_key_and_by_mouse_and_remembered(
    place: TunePlace, stand: Stand, library: Library
) -> None:
    assert place.look()["time"] == "linear"
    place.bound["tune.time_axis"].trigger()
    assert logarithmic(place) == [True, True]
    left = place.middle.time.rect().center() / 2
    QTest.mouseClick(place.middle.time, Qt.MouseButton.LeftButton, pos=left)
    assert logarithmic(place) == [False, False]
    place.switch_time_axis()
    kept = place.look()
    again = stand(TunePlace, library, 1376, 860)
    again.put_look(kept)
    assert logarithmic(again) == [True, True]
    place.middle.tabs.choose(NUMBERS)
    assert place.middle.time.isHidden()


def test_lru_of_equal_size_is_compared_and_its_list_opens(place: TunePlace, library: Library, qtbot: QtBot) -> None:
    place._turn("decay.forget", 0.2, "")
    qtbot.waitUntil(lambda: not place.store_desk._rest.isActive() and not place.context.tasks.is_busy())
    qtbot.waitUntil(lambda: place.store.fates.tabs._notes.get(LRU, "") != "")
    tabs = place.store.fates
    rows = tabs.lru.fates.rows
    forgotten = place.store.counts.texts()["Forgotten"][1]
    assert tabs.tabs._notes[LRU].endswith(f"of {forgotten} differ")
    tabs.tabs.choose(LRU)
    assert tabs._stack.currentWidget() is (tabs.lru if rows else tabs._empty[LRU])
    told: list[str] = []
    place.opened.connect(told.append)
    if rows:
        tabs.lru.setCurrentIndex(tabs.lru.fates.index(0))
        QTest.keyClick(tabs.lru, Qt.Key.Key_Return)
        assert told == [rows[0].fate.id]
    place._turn("decay.forget", 0.0, "")
    qtbot.waitUntil(lambda: tabs.tabs._notes[LRU] == "none")
    assert "no memory" in tabs._empty[LRU].text()


def test_the_due_point_and_the_target_turn_their_knobs(place: TunePlace, qtbot: QtBot) -> None:
    effects = place.curves.effects
    effects.tabs.choose(REVIEW)
    plot = effects.review
    view = plot._view.viewport()
    qtbot.waitUntil(lambda: abs(plot.due.scenePos().x() - plot.pixels(x=1.0)[0]) < 2)  # laid out and painted
    start, end = (QPointF(*plot.pixels(x=days, y=0.7)).toPoint() for days in (1.0, 1.8))
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
    assert place.context.state.parameters.review.first_interval == pytest.approx(1.8, abs=0.06)
    assert focused(place) is place.panel.row("review.first_interval")
    assert steps(place) == 1
    assert plot.dues["first"] == pytest.approx(place.context.state.parameters.review.first_interval)
    place._turn("review.scheduler", "fsrs", "")
    assert "FSRS-6" in effects.note
    effects.tabs.choose(STRENGTH)
    place._turn("decay.half_life", 9.0, "")
    assert effects.strength.ground.x_span.high >= 81.0


def test_no_warning_moves_the_plots_while_a_handle_is_held(place: TunePlace, qtbot: QtBot) -> None:
    counted(place, qtbot)
    bars = place.middle.advice
    place.store.histogram.pressed.emit("forgetting.hard_threshold")
    before = [bar.advice.text for bar in bars.bars]
    assert "Nothing ordinary reaches the hard rule." in before
    place.store.histogram.turned.emit("forgetting.hard_threshold", 0.3)
    counted(place, qtbot)
    assert [bar.advice.text for bar in bars.bars] == before
    place.store.histogram.released.emit("forgetting.hard_threshold")
    assert "Nothing ordinary reaches the hard rule." not in [bar.advice.text for bar in bars.bars]


@pytest.mark.parametrize(("height", "bars"), [(540, 0), (1000, 2)])
def test_warnings_leave_the_plots_their_room(place: TunePlace, qtbot: QtBot, height: int, bars: int) -> None:
    counted(place, qtbot)
    middle, odd = place.middle, advice_on(M1)
    middle.resize(440, height)
    middle.show_advice((*odd, replace(odd[0], text="Another.")))
    middle.resize(440, height + 1)
    assert len(middle.advice.bars) == bars
    assert middle.advice.isHidden() == (bars == 0)


@pytest.mark.parametrize("ending", ["png", "svg", "csv"])
def test_every_plot_is_saved_as_picture_drawing_or_numbers(
    place: TunePlace, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ending: str
) -> None:
    qtbot.waitUntil(lambda: place.store_desk.counted is not None, timeout=20_000)
    qtbot.waitUntil(lambda: "kept" in place.store.population.shown_curves, timeout=20_000)
    curves = {
        "recency": {"working", "episodic", "semantic", "procedural"},
        "decay": {"power_law", "exponential", "two_component", "fixed_ttl", "linear"},
        "effects": {"s = 1", "s = 1.5", "s = 2", "promote"},
        "histogram": {"these numbers", "saved"},
        "year": {"kept", "promoted", "forgotten", "soft", "hard"},
    }
    for name, expected in curves.items():
        path = tmp_path / f"{name}.{ending}"
        monkeypatch.setattr(FileDialog, "ask", lambda _dialog, path=path: path)
        place.bound[f"tune.{name}_file"].trigger()
        if ending == "csv":
            with path.open(newline="") as file:
                assert {row["curve"] for row in csv.DictReader(file)} >= expected
        elif ending == "png":
            assert QImage(str(path)).width() > 100
        else:
            assert QSvgRenderer(str(path)).isValid()


def test_a_warning_whose_figures_change_keeps_its_bar_and_its_button(place: TunePlace, qtbot: QtBot) -> None:
    heard: list[Advice] = []
    odd = advice_on(M1)[0]
    bars = place.middle.advice
    bars.show_advice((odd, replace(odd, text="Another.")))
    first, second = bars._bars
    bars.show_advice((replace(odd, text="A third."), replace(odd, detail="Only the figures changed.", button="Do it")))
    third, again = bars._bars
    assert again is first
    assert third not in {first, second}
    assert [bars._layout.indexOf(bar) for bar in (third, first)] == [0, 1]
    assert "Only the figures changed." in first._words.text()
    assert first.button.text() == "Do it"
    assert second.isHidden()
    bars.followed.disconnect()
    bars.followed.connect(heard.append)
    first.button.click()
    assert [one.detail for one in heard] == ["Only the figures changed."]
