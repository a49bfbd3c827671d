"""Back and forward, recent and saved searches, and results on the clipboard."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.places.search.history import Trail
from memento_gui.qt.widgets.menu import Menu
from tests.qt.standing import Stand

TITLES = ("=1+1 token", "+token", "-token", "@token", "\ttoken", "*bold* [token](x)", "Bakery")


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        for title in TITLES:
            opened.remember(f"About token {title}", title=title)
            clock.advance(days=1)
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand) -> SearchPlace:
    return stand(SearchPlace, library, 1300, 700)


def asked(place: SearchPlace, qtbot: QtBot, text: str) -> None:
    """Type a query and go down to its results, which counts as having asked it."""
    place.search_for(text)
    qtbot.waitUntil(lambda: place._answered is not None and place._answered.outcome.text == text)
    qtbot.keyClick(place.line, Qt.Key.Key_Down)
    settled(place, qtbot)


def settled(place: SearchPlace, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy() and not place._typed.isActive())


def test_a_trail_goes_back_and_forward_and_a_new_query_forgets_what_was_ahead() -> None:
    trail = Trail()
    assert [trail.visit(text) for text in ("a", "a", "b", "", "c")] == [True, False, True, False, True]
    assert [trail.step(by) for by in (-1, -1, -1, 1)] == ["b", "a", None, "b"]
    assert trail.visit("d")
    assert trail.step(1) is None
    assert trail.step(-1) == "b"


def test_back_and_forward_bring_queries_back(place: SearchPlace, qtbot: QtBot) -> None:
    for text in ("token", "bakery", "bold"):
        asked(place, qtbot, text)
    place.go_back()
    assert place.line.text() == "bakery"
    place.go_back()
    assert place.line.text() == "token"
    place.go_back()
    assert place.line.text() == "token"
    place.go_forward()
    assert place.line.text() == "bakery"
    settled(place, qtbot)
    assert place.bound["search.back"].shortcut().toString() == "Alt+Left"
    assert place.bound["search.forward"].shortcut().toString() == "Alt+Right"


def test_recent_queries_are_kept_in_the_store_newest_first(place: SearchPlace, qtbot: QtBot) -> None:
    for text in ("token", "bakery", "token"):
        asked(place, qtbot, text)
    recent = place.context.library.recent_searches
    qtbot.waitUntil(lambda: recent.every() == ("token", "bakery"))
    menu = Menu(place)
    place.history.fill(menu)
    entry = next(action for action in menu.actions() if action.text() == "bakery")
    entry.trigger()
    assert place.line.text() == "bakery"
    next(action for action in menu.actions() if action.text() == "Forget recent searches").trigger()
    assert recent.every() == ()
    settled(place, qtbot)


def test_a_search_is_saved_by_name_found_in_the_menu_and_undone(place: SearchPlace, qtbot: QtBot) -> None:
    assert place.history.save() is None
    asked(place, qtbot, "token")
    dialog = place.history.save()
    assert dialog is not None
    dialog.field.setText("")
    assert not dialog.save.isEnabled()
    dialog.field.setText("R&D")
    dialog.save.click()
    saved = place.context.library.saved_searches
    assert [(search.name, search.query) for search in saved.every()] == [("R&D", "token")]
    place.search_for("")
    menu = Menu(place)
    place.history.fill(menu)
    next(action for action in menu.actions() if action.text() == "R&&D").trigger()
    assert place.line.text() == "token"
    place.context.undo.undo()
    assert saved.every() == ()
    settled(place, qtbot)


def test_results_are_copied_as_text_markdown_json_and_csv(place: SearchPlace, qtbot: QtBot) -> None:
    asked(place, qtbot, "token")
    clipboard = QGuiApplication.clipboard()
    place.copy_results("text")
    assert clipboard.text().startswith("Results for: token\n  1. 0.")
    place.copy_results("Markdown")
    assert r"\*bold\* \[token\](x)" in clipboard.text()
    place.copy_results("JSON")
    told = json.loads(clipboard.text())
    assert told["query"] == "token"
    assert {result["title"].strip() for result in told["results"]} == {title.strip() for title in TITLES}
    assert [result["rank"] for result in told["results"]] == list(range(1, len(TITLES) + 1))
    for result in told["results"]:
        created = datetime.fromisoformat(result["created"])
        written = place.context.library.get(result["id"]).created_ms
        assert created - datetime(1970, 1, 1, tzinfo=UTC) == timedelta(milliseconds=written)


def test_the_menu_of_a_result_opens_by_key_and_copies_all_of_them(place: SearchPlace, qtbot: QtBot) -> None:
    asked(place, qtbot, "token")
    wanted = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1))
    QApplication.sendEvent(place.list, wanted)
    menu = place.list.findChildren(Menu)[0]
    formats = next(action.menu() for action in menu.actions() if action.text() == "Copy all results as")
    assert isinstance(formats, Menu)
    next(action for action in formats.actions() if action.text() == "CSV").trigger()
    assert QGuiApplication.clipboard().text().startswith("rank,score")
    menu.close()


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_of_a_table_is_a_formula(place: SearchPlace, qtbot: QtBot, start: str) -> None:
    place.context.library.remember(f"{start}cmd token", title=f"{start}HYPERLINK token")
    asked(place, qtbot, "token")
    place.copy_results("CSV")
    rows = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text(), newline="")))
    assert rows[0][:2] == ["rank", "score"]
    assert len(rows) == len(TITLES) + 2
    for row in rows[1:]:
        assert not any(cell.startswith(("=", "+", "@", "\t", "\r", "-")) for cell in row)
    assert any("HYPERLINK" in row[5] for row in rows)
