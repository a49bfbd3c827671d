"""A session of fifty cards in the whole window, by keyboard alone, interrupted by a restart."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS, FixedClock, SystemClock
from memento_gui.domain.memory import Answer
from memento_gui.model.library import Library
from memento_gui.qt.app import App
from memento_gui.qt.places.review import ReviewPlace
from memento_gui.qt.session import Session
from memento_gui.qt.start import Start

CARDS = 50
KEYS = {
    Qt.Key.Key_1: Answer.BAD,
    Qt.Key.Key_2: Answer.HARD,
    Qt.Key.Key_3: Answer.OK,
    Qt.Key.Key_4: Answer.HELPFUL,
    Qt.Key.Key_Space: Answer.OK,
}

pytestmark = pytest.mark.e2e


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Fifty memories that were answered 40 days ago and are due."""
    path, now = tmp_path / "memento.db", SystemClock().now_ms()
    with Library.open(path, clock=FixedClock(now - 40 * DAY_MS)) as library:
        for n in range(CARDS):
            memory = library.remember(f"Text number {n} with **bold** words", title=f"Memory {n}", pinned=True)
            library.answer(memory.id, "ok")
    return path


@pytest.fixture
def opened(qapp: QApplication, store: Path, qtbot: QtBot) -> Iterator[Callable[[], ReviewPlace]]:
    apps: list[App] = []

    def close() -> None:
        while apps:
            app = apps.pop()
            app.close()
            app.window.deleteLater()

    def start() -> ReviewPlace:
        close()
        app = App(qapp, Start(store=store, private=True, theme="light"))
        apps.append(app)
        app.show()
        qtbot.waitUntil(lambda: app.control is not None and app.control.session is not None)
        settled(app, qtbot)
        app.window.activateWindow()
        qtbot.keyClick(app.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
        settled(app, qtbot)
        assert app.control is not None
        assert app.control.session is not None
        place = app.control.session.place
        assert isinstance(place, ReviewPlace)
        return place

    yield start
    close()


def settled(app: App, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)


def press(place: ReviewPlace, qtbot: QtBot, *keys: Qt.Key) -> None:
    """Press keys where the focus is, as a person would."""
    for key in keys:
        focus: QWidget = QApplication.focusWidget() or place
        qtbot.keyClick(focus, key)
        qtbot.waitUntil(lambda: not place.context.tasks.is_busy(), timeout=60_000)


def counts(place: ReviewPlace) -> tuple[int, int, int]:
    """Return due, new and done, as the toolbar shows them."""
    words = place.toolbar.counted.replace("·", " ").split()
    return int(words[1]), int(words[3]), int(words[5])


def test_fifty_cards_by_keyboard(opened: Callable[[], ReviewPlace], qtbot: QtBot) -> None:
    place = opened()
    assert counts(place) == (CARDS, 0, 0)
    given = []
    for number, key in enumerate([*KEYS] * 4):
        if number % 7 == 3:
            press(place, qtbot, Qt.Key.Key_Space, key, Qt.Key.Key_U)
        press(place, qtbot, Qt.Key.Key_Space, key)
        given.append(KEYS[key])
        assert counts(place)[2] == len(given)
    due = counts(place)[0]
    assert due == CARDS - 20
    press(place, qtbot, Qt.Key.Key_Minus, Qt.Key.Key_At, Qt.Key.Key_P, Qt.Key.Key_Delete)
    assert counts(place) == (CARDS - 23, 0, 20)
    press(place, qtbot, Qt.Key.Key_S)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    qtbot.keyClick(menu, Qt.Key.Key_T)  # Tomorrow, and not the place's own T
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy())
    assert counts(place) == (CARDS - 24, 0, 20)
    assert place.asked is not None

    place = opened()  # the interrupted session goes on
    assert counts(place) == (CARDS - 24, 0, 20)
    while place.asked is not None:
        press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_3)
    given += [Answer.OK] * (CARDS - 24)
    assert counts(place) == (0, 0, CARDS - 4)
    assert place.ending.headline == "Done for today"
    assert f"{CARDS - 4} answers" in place.ending.sentence
    library = place.context.library
    assert library.reviews.queue().answers == {answer: given.count(answer) for answer in Answer}
    assert len(library.filter("is:suspended").rows) == 1
    press(place, qtbot, Qt.Key.Key_U)
    assert counts(place) == (1, 0, CARDS - 5)


def test_fifty_cards_in_curate(opened: Callable[[], ReviewPlace], qtbot: QtBot) -> None:
    place = opened()
    press(place, qtbot, Qt.Key.Key_C)
    given = []
    for key in [*KEYS] * (CARDS // len(KEYS)):
        assert place.desk.card.revealed
        press(place, qtbot, key)
        given.append(KEYS[key])
    assert counts(place) == (0, 0, CARDS)
    library = place.context.library
    assert library.reviews.queue().answers == {answer: given.count(answer) for answer in Answer}
    assert {entry.mode for entry in library.reviews.log()[-CARDS:]} == {"curate"}
    for _answer in range(3):
        press(place, qtbot, Qt.Key.Key_U)
    assert counts(place) == (3, 0, CARDS - 3)
    assert place.desk.card.revealed


def test_cards_are_counted_again_while_the_window_is_closed(opened: Callable[[], ReviewPlace], qtbot: QtBot) -> None:
    session = opened().context.state.parent()
    assert isinstance(session, Session)
    with qtbot.waitSignal(session.counted, timeout=60_000) as counted:
        session._clockwork.timeout.emit()
    assert counted.args == [CARDS]


def test_what_browse_shows_is_reviewed(opened: Callable[[], ReviewPlace], qtbot: QtBot) -> None:
    session = opened().context.state.parent()
    assert isinstance(session, Session)
    browse = session.go("browse")
    browse.search_for('"Memory 7"')
    qtbot.waitUntil(lambda: not session.context.tasks.is_busy())
    browse.bound["browse.review"].trigger()
    qtbot.waitUntil(lambda: not session.context.tasks.is_busy())
    place = session.place
    assert isinstance(place, ReviewPlace)
    assert counts(place) == (1, 0, 0)
    assert place.desk.card.title.text() == "Memory 7"
