"""Comparing two sets in the Search place: lists, lines, figures, many queries, using and swapping."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN
from memento_gui.model.library import Library
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.places.search.compare.rows import differences, kept_text, terms_of
from tests.qt.standing import Stand

WORDS = ("token token token rotation", "token rotation", "token", "token lifetime and other things said at length here")


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        for number, words in enumerate(WORDS):
            opened.remember(words, title=f"Note {number}", type="episodic")
            clock.advance(days=40)
        sets = {"ranking.relevance": 0.0, "ranking.recency": 1.0, "ranking.importance": 0.0, "ranking.duplication": 0.0}
        opened.parameter_sets.save(
            "Words", ParameterSet().with_values({**sets, "ranking.relevance": 1.0, "ranking.recency": 0.0})
        )
        opened.parameter_sets.save("Newest", ParameterSet().with_values(sets))
        opened.parameter_sets.use("M1")
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand) -> SearchPlace:
    return stand(SearchPlace, library, 1300, 700)


def compared(place: SearchPlace, qtbot: QtBot, text: str, first: str, second: str) -> None:
    place.search_for(text)
    place.compare()
    place.comparison.first.chosen.emit(first)
    place.comparison.second.chosen.emit(second)
    qtbot.waitUntil(lambda: place._answered is not None and place._answered.outcome.text == text)
    settled(place, qtbot)


def settled(place: SearchPlace, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy() and not place._typed.isActive())


def titles(place: SearchPlace) -> tuple[list[str], list[str]]:
    pair = place.comparison.canvas.pair
    return [row.title for row in pair.left], [row.title for row in pair.right]


def test_moved_memories_are_joined_and_say_how_far(place: SearchPlace, qtbot: QtBot) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    library = place.context.library
    left, right = titles(place)
    sets = [library.parameter_set(name) for name in ("Words", "Newest")]
    ids = [library.search("token", parameters=used).ids for used in sets]
    assert right == [f"Note {number}" for number in (3, 2, 1, 0)]
    pair = place.comparison.canvas.pair
    assert [row.memory_id for row in pair.left] == list(ids[0])
    for join in pair.joins:
        assert left[join.left] == right[join.right]
        assert join.change == join.left - join.right
    assert len(pair.joins) == 4
    notes = dict(zip(right, pair.right_notes, strict=True))
    change = left.index("Note 3") - 0
    assert notes["Note 3"] == (f"+{change}" if change else "=")
    assert "overlap@10 1.00" in place.panes.comparing.figures.text
    assert "Kendall τ" in place.panes.comparing.figures.text


def test_the_terms_of_the_current_memory_and_what_differs_are_told(place: SearchPlace, qtbot: QtBot) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    canvas, shown = place.comparison.canvas, place.panes.compare_desk._shown
    assert shown is not None
    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    current = canvas.current
    assert current is not None
    assert place.panes.comparing.title.text() == current.title
    terms = {term.label: term for term in terms_of(shown, current.memory_id)}
    parts = [term for label, term in terms.items() if label != "Score"]
    for side in ("first", "second"):
        assert sum(getattr(term, side) for term in parts) == pytest.approx(getattr(terms["Score"], side), abs=1e-9)
    told = [row[0] for row in place.panes.comparing.differs.texts.cells]
    assert len(told) == 2
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.current is not None
    assert canvas.current.memory_id == current.memory_id


def test_what_differs_has_no_scroll_of_its_own_and_the_arrow_keys_bring_rows_into_sight(
    place: SearchPlace, qtbot: QtBot
) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    panel = place.panes.comparing
    panel.show_differences([(f"Number {n}", "0", "1") for n in range(60)])
    table = panel.differs
    around = next(area for area in panel.findChildren(QScrollArea) if area.isAncestorOf(table))
    qtbot.waitUntil(lambda: around.verticalScrollBar().maximum() > 0)
    assert table.verticalScrollBar().maximum() == 0
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert table.current == "Number 59"
    bottom = table.viewport().mapTo(around.viewport(), table.visualRect(table.currentIndex()).bottomLeft())
    assert 0 < bottom.y() <= around.viewport().height()
    around.verticalScrollBar().setValue(0)
    panel.show_terms("", ())
    assert around.verticalScrollBar().value() == 0


def test_judged_queries_show_which_set_is_better(place: SearchPlace, qtbot: QtBot) -> None:
    library = place.context.library
    newest = library.search("token", parameters=library.parameter_set("Newest")).ids[0]
    library.judging.rate("token", newest, 3)
    library.apply(library.saved_searches.save_edit("Lifetime", "lifetime"))
    compared(place, qtbot, "token", "Words", "Newest")
    assert "→ 1.000" in place.panes.comparing.figures.text
    place.panes.comparing.tabs.choose("many")
    qtbot.waitUntil(lambda: len(place.panes.comparing.many.texts.cells) == 2)
    rows = {row[0]: row for row in place.panes.comparing.many.texts.cells}
    assert rows["token"][-1] == "1.00"
    assert rows["lifetime"][-1] == "–"
    assert "over 1 judged" in place.panes.comparing.many_note.text()


def test_grades_are_given_in_the_comparison_too(place: SearchPlace, qtbot: QtBot) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    canvas = place.comparison.canvas
    canvas.setFocus()
    assert canvas.current is not None
    qtbot.keyClick(canvas, Qt.Key.Key_2)
    assert place.context.library.judging.grades("token") == {canvas.current.memory_id: 2}
    settled(place, qtbot)


def test_swap_and_use(place: SearchPlace, qtbot: QtBot) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    before = titles(place)
    place.panes.comparing.swap.click()
    settled(place, qtbot)
    assert titles(place) == (before[1], before[0])
    place.panes.comparing.use.click()
    settled(place, qtbot)
    assert place.context.library.parameter_sets.active_name() == "Words"
    place.context.undo.undo()
    settled(place, qtbot)
    assert place.context.library.parameter_sets.active_name() == "M1"


def test_tunes_slots_are_compared_and_followed(place: SearchPlace, qtbot: QtBot) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    state, second = place.context.state, place.comparison.second
    menu = second.menu()
    assert menu is not None
    slot = next(action for action in menu.actions() if action.text().startswith("Tune B"))
    slot.trigger()
    settled(place, qtbot)
    assert second.text().startswith("Tune B")
    shown = place.panes.compare_desk._shown
    assert shown is not None
    assert shown.second.parameters == state.slots.sets[1]
    state.hold(replace(state.slots, sets=(state.parameters, place.context.library.parameter_set("Newest"))))
    settled(place, qtbot)
    shown = place.panes.compare_desk._shown
    assert shown is not None
    assert shown.second.parameters == place.context.library.parameter_set("Newest")


def test_swapping_keeps_numbers_that_no_set_holds(place: SearchPlace, qtbot: QtBot) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    state = place.context.state
    edited = state.parameters.with_value("ranking.usage", 0.77)
    place.context.undo.turn(edited, "Usage")
    settled(place, qtbot)
    place.panes.comparing.swap.click()
    settled(place, qtbot)
    shown = place.panes.compare_desk._shown
    assert shown is not None
    assert shown.first.parameters == place.context.library.parameter_set("Newest")
    assert shown.second.parameters == edited
    place.panes.comparing.swap.click()
    settled(place, qtbot)
    assert state.parameters == edited


def test_differences_name_knobs_with_their_values() -> None:
    told = {label: (before, after) for label, before, after in differences(ParameterSet(), BUILT_IN["Long memory"])}
    assert ("30 d", "365 d") in told.values()
    assert ("0.5", "0.85") in told.values()
    assert differences(ParameterSet(), ParameterSet()) == ()


def test_without_results_it_says_why(place: SearchPlace, qtbot: QtBot) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    place.search_for("xylophone")
    qtbot.waitUntil(lambda: place.empty.headline == "Nothing found")
    settled(place, qtbot)
    place.search_for("")
    settled(place, qtbot)
    assert place.panes.comparing.figures.text == ""


@pytest.mark.parametrize("width", [720, 900, 1300])
def test_each_set_is_named_above_its_own_list(place: SearchPlace, qtbot: QtBot, width: int) -> None:
    place.resize(width, 700)
    compared(place, qtbot, "token", "Words", "Newest")
    view = place.comparison
    for chooser, column in zip((view.first, view.second), view.canvas._columns(), strict=True):
        left = chooser.mapTo(view, chooser.rect().topLeft()).x()
        assert column.left() < left
        assert left + chooser.width() <= column.right()


def test_the_legend_tells_both_keep_thresholds(place: SearchPlace, qtbot: QtBot) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    shown = place.panes.compare_desk._shown
    assert shown is not None
    assert kept_text(shown) == ""  # by words only, none is applied
    first, second = (
        replace(
            outcome,
            ranking=replace(outcome.ranking, threshold_applied=True),
            parameters=outcome.parameters.with_value("ranking.keep_threshold", threshold),
        )
        for outcome, threshold in ((shown.first, 0.35), (shown.second, 0.2))
        if outcome.ranking is not None
    )
    assert kept_text(replace(shown, first=first, second=second)) == "Keep A 0.35, B 0.20"
    assert kept_text(replace(shown, first=first, second=first)) == "Keep 0.35"
    assert kept_text(replace(shown, second=second)) == "Keep B 0.20"


def test_the_keys_of_a_list_move_in_the_comparison_too(place: SearchPlace, qtbot: QtBot) -> None:
    compared(place, qtbot, "token", "Words", "Newest")
    canvas = place.comparison.canvas
    canvas.setFocus()
    ids = [row.memory_id for row in canvas.pair.left]
    qtbot.keyClick(canvas, Qt.Key.Key_End)
    assert canvas.current is not None
    assert canvas.current.memory_id == ids[-1]
    qtbot.keyClick(canvas, Qt.Key.Key_Home)
    assert canvas.current.memory_id == ids[0]
