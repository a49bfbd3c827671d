"""The query line: completion as one types, and marks under what is not understood."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.undo import Undo


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        opened.remember("Tokens rotate", tags=("auth", "two words"), source="claude", project="memento")
        opened.remember("Tokens expire", tags=("auth",), source="claude")
        opened.forget(opened.remember("Gone", tags=("gone",), source="nowhere").id)
        yield opened


@pytest.fixture
def place(library: Library, theme: Theme, tasks: Tasks, qtbot: QtBot) -> Iterator[SearchPlace]:
    state = AppState()
    state.adopt(library.parameter_sets.active_name(), library.parameters())
    undo = Undo(library, state)
    made = SearchPlace(PlaceContext(library=library, state=state, tasks=tasks, undo=undo, theme=theme, clock=library.clock))
    qtbot.addWidget(made)
    made.resize(1300, 700)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.enter()
    settled(made, qtbot)
    yield made
    qtbot.waitUntil(lambda: not tasks.is_busy())


def settled(place: SearchPlace, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy() and not place._typed.isActive())


def typed(place: SearchPlace, text: str) -> list[str]:
    place.line.clear()
    place.line.setFocus()
    QTest.keyClicks(place.line, text)
    return place.line.completing.offered


def test_the_names_of_the_store_are_known_the_most_common_first(library: Library) -> None:
    known = library.completing.vocabulary()
    assert (known.tags, known.sources, known.projects) == (("auth", "two words"), ("claude",), ("memento",))
    library.remember("More", tags=("new",), source="codex")
    assert "codex" in library.completing.vocabulary().sources


def test_fields_values_and_tags_are_offered_while_typing(place: SearchPlace, qtbot: QtBot) -> None:
    assert typed(place, "token ta") == ["tag:"]
    assert typed(place, "token t") == []
    assert typed(place, "tag:") == ["tag:auth", 'tag:"two words"', "tag:none"]
    assert typed(place, "is:pi") == ["is:pinned"]
    assert typed(place, "source:c") == ["source:claude"]
    assert typed(place, "#au") == ["#auth"]
    assert typed(place, "xylophone") == []
    settled(place, qtbot)


def test_tab_takes_the_first_and_goes_on_to_its_values(place: SearchPlace, qtbot: QtBot) -> None:
    typed(place, "token ta")
    qtbot.keyClick(place.line.completing.popup, Qt.Key.Key_Tab)
    assert place.line.text() == "token tag:"
    assert place.line.completing.offered[0] == "tag:auth"
    qtbot.keyClick(place.line.completing.popup, Qt.Key.Key_Down)
    qtbot.keyClick(place.line.completing.popup, Qt.Key.Key_Down)
    qtbot.keyClick(place.line.completing.popup, Qt.Key.Key_Return)
    assert place.line.text() == 'token tag:"two words" '
    assert place.line.completing.offered == []
    assert place.line.cursorPosition() == len(place.line.text())
    settled(place, qtbot)


def test_the_mouse_takes_an_offer_and_escape_closes_the_list_alone(place: SearchPlace, qtbot: QtBot) -> None:
    typed(place, "type:s")
    completing = place.line.completing
    index = completing.popup.model().index(0, 0)
    at = completing.popup.visualRect(index).center()
    qtbot.mouseClick(completing.popup.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert place.line.text() == "type:semantic "
    typed(place, "is:p")
    qtbot.keyClick(completing.popup, Qt.Key.Key_Escape)
    assert completing.offered == []
    assert place.line.text() == "is:p"
    settled(place, qtbot)


def test_a_bad_value_is_underlined_at_its_place_and_told(place: SearchPlace, qtbot: QtBot) -> None:
    place.search_for("tokens type:nonsense now")
    qtbot.waitUntil(lambda: place.line.marks == ((7, 20),))
    assert "“type:nonsense”: type is one of working" in place.remarks.text
    assert "For example type:semantic" in place.remarks.text
    assert place.line.text() == "tokens type:nonsense now"
    place.search_for("tokens type:semantic now")
    assert place.line.marks == ()
    settled(place, qtbot)


def test_underlining_is_painted_and_moves_neither_text_nor_cursor(place: SearchPlace, qtbot: QtBot) -> None:
    place.search_for("tokens type:nonsense")
    place.line.setCursorPosition(3)
    settled(place, qtbot)
    qtbot.waitUntil(lambda: place.line.marks != ())
    marked = place.line.grab().toImage()
    assert place.line.cursorPosition() == 3
    place.line.show_marks(())
    assert place.line.grab().toImage() != marked
    settled(place, qtbot)


def test_a_value_that_is_still_being_typed_is_told_of_only_once_the_line_rests(place: SearchPlace, qtbot: QtBot) -> None:
    rest = place.remarking._rest
    rest.setInterval(3_600_000)
    typed(place, "type:nons tok")
    qtbot.waitUntil(lambda: place.line.marks == ((0, 9),))  # what stands before the last word is finished
    typed(place, "tokens type:nons")
    qtbot.waitUntil(lambda: place._answered is not None and place._answered.outcome.text == "tokens type:nons")
    assert place.line.marks == ()
    assert "type is one of" not in place.remarks.text
    rest.setInterval(0)
    qtbot.waitUntil(lambda: place.line.marks == ((7, 16),))
    assert "“type:nons”: type is one of working" in place.remarks.text
    settled(place, qtbot)
