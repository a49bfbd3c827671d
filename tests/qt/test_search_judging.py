"""Judging in the Search place: keys on the results, one undo step each, missing memories, figures."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.places.search.judge.grade_list import Head, Line
from memento_gui.qt.places.search.results.delegate import grade_cells
from memento_gui.qt.places.search.results.rows import ResultRow
from tests.qt.standing import Stand

TITLES = ("Refresh tokens rotate on every use", "Token lifetime is ten minutes", "Session cookies", "Bakery opens at seven")


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        for title in TITLES:
            opened.remember(f"About {title}", title=title)
            clock.advance(days=1)
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand) -> SearchPlace:
    return stand(SearchPlace, library, 1200, 700)


def search(place: SearchPlace, qtbot: QtBot, text: str) -> list[ResultRow]:
    place.search_for(text)
    qtbot.waitUntil(lambda: place._answered is not None and place._answered.outcome.text == text)
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy())
    return rows(place)


def rows(place: SearchPlace) -> list[ResultRow]:
    return [row for row in place.list.results.rows if isinstance(row, ResultRow)]


def graded(place: SearchPlace) -> dict[str, int]:
    return {row.title: row.grade for row in rows(place) if row.grade is not None}


def lines(place: SearchPlace) -> dict[str, Line]:
    return {entry.title: entry for entry in place.panes.judging.list.lines.entries if isinstance(entry, Line)}


def test_keys_grade_the_current_result_and_undo_takes_one_step_back(place: SearchPlace, qtbot: QtBot) -> None:
    first, second = search(place, qtbot, "token")[:2]
    place.list.setFocus()
    qtbot.keyClick(place.list, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: graded(place) == {first.title: 3})
    qtbot.keyClick(place.list, Qt.Key.Key_Down)
    qtbot.keyClick(place.list, Qt.Key.Key_0)
    qtbot.waitUntil(lambda: graded(place) == {first.title: 3, second.title: 0})
    assert place.context.undo.undo_label == "Grade 0"
    place.context.undo.undo()
    qtbot.waitUntil(lambda: graded(place) == {first.title: 3})
    place.context.undo.undo()
    qtbot.waitUntil(lambda: graded(place) == {})
    assert place.context.library.judging.queries() == ()


def test_the_same_key_again_is_no_step_and_delete_takes_the_grade_back(place: SearchPlace, qtbot: QtBot) -> None:
    first = search(place, qtbot, "token")[0]
    place.list.setFocus()
    qtbot.keyClick(place.list, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: graded(place) == {first.title: 2})
    qtbot.keyClick(place.list, Qt.Key.Key_2)
    qtbot.keyClick(place.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: graded(place) == {})
    place.context.undo.undo()
    qtbot.waitUntil(lambda: graded(place) == {first.title: 2})
    place.context.undo.undo()
    qtbot.waitUntil(lambda: graded(place) == {})
    assert place.context.undo.undo_label == ""


def test_digits_on_the_line_are_text(place: SearchPlace, qtbot: QtBot) -> None:
    search(place, qtbot, "token")
    place.line.setFocus()
    qtbot.keyClick(place.line, Qt.Key.Key_3)
    assert place.line.text() == "token3"
    assert place.context.library.judging.queries() == ()


def test_the_mouse_grades_by_the_cells_and_again_takes_it_back(place: SearchPlace, qtbot: QtBot) -> None:
    first = search(place, qtbot, "token")[0]
    cells = grade_cells(QRectF(place.list.visualRect(place.list.results.index(0))))
    at = QPoint(int(cells.left() + 30), int(cells.center().y()))
    qtbot.mouseClick(place.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: graded(place) == {first.title: 1})
    qtbot.mouseClick(place.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: graded(place) == {})


def test_another_query_has_its_own_grades(place: SearchPlace, qtbot: QtBot) -> None:
    search(place, qtbot, "token")
    place.list.setFocus()
    qtbot.keyClick(place.list, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: len(graded(place)) == 1)
    search(place, qtbot, "tokens")
    assert graded(place) == {}
    search(place, qtbot, "token")
    qtbot.waitUntil(lambda: len(graded(place)) == 1)


def test_the_panel_lists_what_is_not_judged_and_finds_a_missing_memory(place: SearchPlace, qtbot: QtBot) -> None:
    found = search(place, qtbot, "token")
    place.judge()
    assert place.panes.judging.isVisible()
    assert set(lines(place)) == {row.title for row in found}
    place.panes.judging.finder.setText("bakery")
    qtbot.waitUntil(lambda: "Bakery opens at seven" in lines(place))
    qtbot.keyClick(place.panes.judging.finder, Qt.Key.Key_Return)
    panel = place.panes.judging.list
    at = next(n for n, e in enumerate(panel.lines.entries) if isinstance(e, Line) and e.title.startswith("Bakery"))
    panel.setCurrentIndex(panel.lines.index(at))
    qtbot.keyClick(panel, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: lines(place)["Bakery opens at seven"].grade == 3)
    assert lines(place)["Bakery opens at seven"].note == "not found"
    assert "nDCG@10 0.000" in place.panes.judging.figures.text
    assert "Recall@10 0.000" in place.panes.judging.figures.text
    assert f"{len(found)} results of the first ten not judged" in place.panes.judging.note.text()
    heads = [entry.text for entry in panel.lines.entries if isinstance(entry, Head)]
    assert "Judged for this query: 1" in heads


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Down])
def test_a_key_grades_what_was_found_by_other_words_and_not_what_was_current_before(
    place: SearchPlace, qtbot: QtBot, key: Qt.Key
) -> None:
    search(place, qtbot, "token")
    place.judge()
    panel, finder = place.panes.judging.list, place.panes.judging.finder
    panel.setCurrentIndex(panel.lines.index(len(panel.lines.entries) - 1))
    finder.setFocus()
    qtbot.keyClicks(finder, "bakery")
    qtbot.waitUntil(lambda: "Bakery opens at seven" in lines(place))
    qtbot.keyClick(finder, key)
    assert panel.hasFocus()
    qtbot.keyClick(panel, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: lines(place)["Bakery opens at seven"].grade == 3)
    assert [one.title for one in lines(place).values() if one.grade is not None] == ["Bakery opens at seven"]


def test_all_judged_queries_have_their_figures_and_lead_back_to_the_line(place: SearchPlace, qtbot: QtBot) -> None:
    judging = place.context.library.judging
    by_title = {row.title: row.memory_id for row in search(place, qtbot, "token cookies bakery")}
    judging.rate("session", by_title["Session cookies"], 2)
    judging.rate("token", by_title["Bakery opens at seven"], 3)
    place.judge()
    place.panes.judging.tabs.choose("every")
    qtbot.waitUntil(lambda: len(place.panes.judging.table.texts.cells) == 2)
    assert [row[0] for row in place.panes.judging.table.texts.cells] == ["session", "token"]
    assert [row[1] for row in place.panes.judging.table.texts.cells] == ["1.00", "0.00"]
    assert place.panes.judging.means.text == "nDCG@10 0.500, Recall@10 0.500, MRR 0.500"
    place.panes.judging.table.setFocus()
    qtbot.keyClick(place.panes.judging.table, Qt.Key.Key_Return)
    assert place.line.text() == "session"
    qtbot.waitUntil(lambda: [row.title for row in rows(place)] == ["Session cookies"])
