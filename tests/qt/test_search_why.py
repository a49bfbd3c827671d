"""Why not, why above, and what recency holds back, as a person asks them in Search."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.presets import LONG_MEMORY
from memento_gui.model.library import Library
from memento_gui.model.searches.reranking import IMPORTANCE
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.places.search.results.rows import ResultRow
from memento_gui.qt.places.search.why.change_rows import ChangeRow
from memento_gui.search.embedder import BundledEmbedder
from tests.qt.standing import Stand

MEMORIES = (
    ("Refresh tokens rotate on every use", "A second use revokes the family", "semantic", ("auth",)),
    ("Tokens are rotated at each refresh", "Refresh tokens are single use", "semantic", ("auth",)),
    ("Session cookie", "An access token lives ten minutes", "episodic", ("auth",)),
    ("Password reset links live 30 minutes", "A new request cancels the old link", "semantic", ("auth",)),
    ("Bread", "Flour, water, salt", "procedural", ("kitchen",)),
)
QUERY = "how do refresh tokens rotate"


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=BundledEmbedder) as opened:
        for title, content, kind, tags in MEMORIES:
            opened.remember(content, title=title, type=kind, tags=tags, importance=0.2)
        clock.advance(days=400)
        opened.load_model()
        opened.embed_pending()
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand) -> SearchPlace:
    made = stand(SearchPlace, library, 1300, 800)
    made.context.undo.applied.connect(lambda: made.refresh(library.changes(0)))
    return made


def settled(place: SearchPlace, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place._typed.isActive() and not place.context.tasks.is_busy())


def searched(place: SearchPlace, qtbot: QtBot, text: str) -> list[ResultRow]:
    place.search_for(text)
    qtbot.waitUntil(lambda: place._answered is not None and place._answered.outcome.text == text)
    settled(place, qtbot)
    return [row for row in place.list.results.rows if isinstance(row, ResultRow)]


def id_of(library: Library, title: str) -> str:
    return next(i for i, line in library.headlines(library.ids()).items() if line.title == title)


def pressable(place: SearchPlace, name: str) -> ChangeRow:
    rows = [*place.panes.missing.changes.rows, *place.panes.missing.keeping.rows]
    return next(row for row in rows if row.change.name == name)


def asked(place: SearchPlace, qtbot: QtBot, title: str, text: str = QUERY) -> str:
    searched(place, qtbot, text)
    memory_id = id_of(place.context.library, title)
    place.ask_why(memory_id)
    settled(place, qtbot)
    assert place.panes.missing.told is not None
    return memory_id


def test_a_change_that_is_pressed_brings_the_memory_in_and_undo_takes_it_out(place: SearchPlace, qtbot: QtBot) -> None:
    memory_id = asked(place, qtbot, "Session cookie")
    assert place.panes.missing.told is not None
    assert place.panes.missing.told.answer.fell == "threshold"
    assert not place.docks_detail
    qtbot.mouseClick(pressable(place, "ranking.keep_threshold"), Qt.MouseButton.LeftButton)
    settled(place, qtbot)
    answered = place._answered
    assert answered is not None
    assert answered.outcome.ranking is not None
    assert answered.outcome.ranking.kept[answered.outcome.ids.index(memory_id)]
    assert place.panes.missing.sentence.text().startswith("It is among the results")
    place.context.undo.undo()
    settled(place, qtbot)
    assert place.panes.missing.told.answer.fell == "threshold"


def test_its_own_importance_is_written_and_taken_back(place: SearchPlace, library: Library, qtbot: QtBot) -> None:
    place.context.state.tune(library.parameters().with_value("ranking.keep_threshold", 0.25))
    memory_id = asked(place, qtbot, "Session cookie")
    row = pressable(place, IMPORTANCE)
    wanted = row.change.value
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Space)
    settled(place, qtbot)
    assert library.get(memory_id).importance == wanted
    assert place.panes.missing.sentence.text().startswith("It is among the results")
    place.context.undo.undo()
    assert library.get(memory_id).importance == 0.2
    settled(place, qtbot)


def test_a_refused_memory_offers_the_search_without_the_term(place: SearchPlace, qtbot: QtBot) -> None:
    asked(place, qtbot, "Bread", f"{QUERY} tag:auth")
    assert "tag:auth" in place.panes.missing.stages.stages[0].text
    qtbot.mouseClick(place.panes.missing.buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: place.line.text() == QUERY)
    settled(place, qtbot)
    assert place.panes.missing.stages.stages[0].passed


def test_a_trashed_memory_can_be_restored_from_the_answer(place: SearchPlace, library: Library, qtbot: QtBot) -> None:
    memory_id = id_of(library, "Bread")
    library.forget(memory_id)
    searched(place, qtbot, QUERY)
    place.ask_why(memory_id)
    settled(place, qtbot)
    qtbot.mouseClick(place.panes.missing.buttons[-1], Qt.MouseButton.LeftButton)
    settled(place, qtbot)
    assert not library.get(memory_id).in_trash
    assert place.panes.missing.stages.stages[0].passed


@pytest.mark.parametrize("how", ["words", "id"])
def test_any_memory_is_picked_by_words_or_by_the_beginning_of_its_id(place: SearchPlace, qtbot: QtBot, how: str) -> None:
    searched(place, qtbot, QUERY)
    place.panels.chosen.emit("why")
    memory_id = id_of(place.context.library, "Bread")
    picker = place.panes.missing.picker
    picker.clear()
    picker.setFocus()
    qtbot.keyClicks(picker, "flour" if how == "words" else memory_id)
    qtbot.waitUntil(lambda: [i for i, _ in picker.offered] == [memory_id])
    qtbot.keyClick(picker, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: place.panes.missing.told is not None and place.panes.missing.told.answer.id == memory_id)


def test_why_not_asks_about_the_current_result_unless_what_lies_open_is_not_found(place: SearchPlace, qtbot: QtBot) -> None:
    place.context.state.tune(place.context.library.parameters().with_value("ranking.keep_threshold", 0.25))
    rows = searched(place, qtbot, QUERY)
    assert [row.kept for row in rows[:3]] == [True, True, False]
    library, state, panel = place.context.library, place.context.state, place.panes.missing
    place.list.setCurrentIndex(place.list.results.index_of(rows[1].memory_id))
    for opened, expected in (
        ("", rows[1].memory_id),
        (rows[0].memory_id, rows[1].memory_id),
        (id_of(library, "Session cookie"), id_of(library, "Session cookie")),
        (id_of(library, "Bread"), id_of(library, "Bread")),
    ):
        state.select(opened)
        place.why_not()
        settled(place, qtbot)
        assert panel.told is not None
        assert panel.told.answer.id == expected


def test_two_selected_results_are_compared_and_swap_when_asked(place: SearchPlace, qtbot: QtBot) -> None:
    rows = searched(place, qtbot, QUERY)
    model, selection = place.list.results, place.list.selectionModel()
    place.list.setCurrentIndex(model.index_of(rows[0].memory_id))
    selection.select(model.index_of(rows[1].memory_id), selection.SelectionFlag.Select)
    place.why_above()
    qtbot.waitUntil(lambda: place.panes.above.answer is not None)
    settled(place, qtbot)
    answer = place.panes.above.answer
    assert answer is not None
    assert (answer.upper, answer.lower) == (rows[0].memory_id, rows[1].memory_id)
    swap = next(row for row in place.panes.above.swaps.rows if row.change.name != IMPORTANCE)
    qtbot.mouseClick(swap, Qt.MouseButton.LeftButton)
    settled(place, qtbot)
    outcome = place._answered.outcome if place._answered is not None else None
    assert outcome is not None
    assert outcome.ids.index(rows[1].memory_id) < outcome.ids.index(rows[0].memory_id)
    assert place.panes.above.answer is not None
    assert place.panes.above.answer.upper == rows[1].memory_id


def test_the_comparison_of_two_follows_the_arrow_keys(place: SearchPlace, qtbot: QtBot) -> None:
    ids = [row.memory_id for row in searched(place, qtbot, QUERY)]
    place.list.setFocus()
    qtbot.keyClick(place.list, Qt.Key.Key_Down)
    place.why_above()
    above = place.panes.above
    qtbot.waitUntil(lambda: above.answer is not None and (above.answer.upper, above.answer.lower) == (ids[0], ids[1]))
    qtbot.keyClick(place.list, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: above.answer is not None and (above.answer.upper, above.answer.lower) == (ids[1], ids[2]))
    qtbot.keyClick(place.list, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: "Select two results" in above.sentence.text())
    settled(place, qtbot)


def test_what_recency_holds_back_is_marked_and_long_memory_is_one_press_away(place: SearchPlace, qtbot: QtBot) -> None:
    rows = searched(place, qtbot, QUERY)
    held = [row for row in rows if row.held]
    assert held
    assert "held back by recency" in held[0].spoken
    assert "held back by recency" in place.remarks.text
    assert place.remarks.button.isVisible()
    qtbot.mouseClick(place.remarks.button, Qt.MouseButton.LeftButton)
    settled(place, qtbot)
    assert place.context.library.parameter_sets.active_name() == LONG_MEMORY
    qtbot.waitUntil(place.remarks.button.isHidden)
    assert not any(row.held for row in place.list.results.rows if isinstance(row, ResultRow))
    place.context.undo.undo()
    assert place.context.library.parameter_sets.active_name() != LONG_MEMORY
    settled(place, qtbot)


def test_the_explanation_is_copied_as_json_with_parts_that_sum_to_the_score(place: SearchPlace, qtbot: QtBot) -> None:
    searched(place, qtbot, f"{QUERY} #auth")
    QGuiApplication.clipboard().clear()
    place.copy_explanation("json")
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith("{"))
    told = json.loads(QGuiApplication.clipboard().text())
    assert sum(line["product"] for line in told["lines"]) == pytest.approx(told["score"], abs=1e-9)
    tags = next(part for part in told["lines"][0]["parts"] if part["name"] == "tag")
    assert tags["text"] == "1 shared tag of 1"


def test_what_no_number_brings_in_is_said_to_be_so(place: SearchPlace, qtbot: QtBot) -> None:
    place.rank_with("ranking.scheme=search_score")
    library = place.context.library
    searched(place, qtbot, "zebra")
    place.ask_why(library.ids()[0])
    settled(place, qtbot)
    assert "No number brings it in" in place.panes.missing._changes.heading.text()
    assert not place.panes.missing._tried.isVisible()


def test_tab_goes_down_the_panel(place: SearchPlace, qtbot: QtBot) -> None:
    rows = searched(place, qtbot, QUERY)
    place.list.setCurrentIndex(place.list.results.index_of(rows[1].memory_id))
    place.why_above()
    qtbot.waitUntil(lambda: bool(place.panes.above.swaps.rows))
    settled(place, qtbot)
    place.panes.above.swaps.rows[0].setFocus()
    for row in place.panes.above.swaps.rows:
        qtbot.waitUntil(row.hasFocus)
        qtbot.keyClick(row, Qt.Key.Key_Tab)
    qtbot.waitUntil(place.panes.above._copy.hasFocus)


def test_without_a_query_and_without_a_pair_it_says_what_to_do(place: SearchPlace, qtbot: QtBot) -> None:
    place.ask_why("")
    assert "Type a query" in place.panes.missing.sentence.text()
    searched(place, qtbot, QUERY)
    place.why_above()
    assert "Select two results" in place.panes.above.sentence.text()
