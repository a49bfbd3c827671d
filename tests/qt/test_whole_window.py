"""The whole window on a real store, as a person uses it: import, search, tune, review, undo, restart."""

import gc
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from types import TracebackType

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import StoreUnavailable
from memento_gui.domain.memory import Answer, MemoryType
from memento_gui.model.library import Library
from memento_gui.qt.actions import WINDOW_ACTIONS
from memento_gui.qt.app import PLACES, App
from memento_gui.qt.options.language_chooser import LanguageChooser
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.places.review import ReviewPlace
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.places.search.results.rows import ResultRow
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.places.tune.knobs.number_row import NumberRow
from memento_gui.qt.session import Session
from memento_gui.qt.start import Start
from memento_gui.qt.widgets.message_bar import Message
from memento_gui.qt.widgets.name_dialog import NameDialog

SAMPLE = Path(__file__).parent.parent / "data" / "samples" / "cortexgraph_jsonl"
EPISODIC = "recency.half_life.episodic"
Open = Callable[[], App]

pytestmark = pytest.mark.e2e


@pytest.fixture
def opened(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[Open]:
    apps: list[App] = []

    def start() -> App:
        while apps:
            shut(apps.pop())
        app = App(qapp, Start(store=tmp_path / "memento.db", private=True, theme="light"))
        apps.append(app)
        app.show()
        qtbot.waitUntil(lambda: app.control is not None and app.control.session is not None)
        settled(app, qtbot)
        return app

    yield start
    for app in apps:
        shut(app)


def shut(app: App) -> None:
    app.close()
    app.window.deleteLater()


def settled(app: App, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)


def session_of(app: App) -> Session:
    assert app.control is not None
    assert app.control.session is not None
    return app.control.session


def imported(app: App, qtbot: QtBot) -> None:
    session_of(app).import_from(SAMPLE)
    agreed(app, qtbot)


def agreed(app: App, qtbot: QtBot) -> None:
    importer = session_of(app).importer
    qtbot.waitUntil(lambda: importer.preview is not None, timeout=60_000)
    assert importer.preview is not None
    QTest.keyClick(importer.preview, Qt.Key.Key_Return)
    settled(app, qtbot)


def searched(app: App, qtbot: QtBot, text: str) -> list[ResultRow]:
    place = session_of(app).go("search")
    assert isinstance(place, SearchPlace)
    place.line.setFocus()
    place.line.clear()
    QTest.keyClicks(place.line, text)
    qtbot.waitUntil(lambda: place._answered is not None and place._answered.outcome.text == text)
    return [row for row in place.list.results.rows if isinstance(row, ResultRow)]


def test_filters_that_rank_nothing_in_search_are_listed_in_browse(opened: Open, qtbot: QtBot) -> None:
    app = opened()
    imported(app, qtbot)
    session = session_of(app)
    searched(app, qtbot, "length<200")
    search = session.places["search"]
    assert isinstance(search, SearchPlace)
    qtbot.waitUntil(search.empty.browse.isVisible)
    search.empty.browse.click()
    settled(app, qtbot)
    browse = session.place
    assert isinstance(browse, Browse)
    assert browse.line.text() == "length<200"
    qtbot.waitUntil(lambda: browse.shown is not None and browse.shown.asked.text == "length<200")
    expected = len(session.library.filter("length<200").rows)
    assert browse.table.model().rowCount() == expected > 0


def test_a_store_that_is_closed_or_left_is_given_back(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    app = opened()
    for place in ("browse", "search", "tune", "review"):
        session_of(app).go(place)
        settled(app, qtbot)
    assert app.control is not None
    left = weakref.ref(session_of(app).library)
    app.control.open(tmp_path / "other.db")
    qtbot.waitUntil(lambda: session_of(app).library is not left() and not app.tasks.is_busy(), timeout=60_000)
    qtbot.waitUntil(lambda: is_gone(left))
    closed = weakref.ref(session_of(app).library)
    app = opened()
    qtbot.waitUntil(lambda: is_gone(closed))


def is_gone(reference: "weakref.ref[Library]") -> bool:
    gc.collect()
    return reference() is None


def test_what_is_imported_is_found_tuned_reviewed_undone_and_there_after_a_restart(opened: Open, qtbot: QtBot) -> None:
    app = opened()
    imported(app, qtbot)
    library = session_of(app).library
    assert len(library.ids()) == 64

    rows = searched(app, qtbot, "postgresql production database port")
    best = library.search("postgresql production database port")
    assert rows[0].title
    assert library.get(best.ids[0]).content.startswith(rows[0].title)
    assert best.ranking is not None
    assert rows[0].score == pytest.approx(best.ranking.score[0], abs=1e-6)

    tune = session_of(app).go("tune")
    assert isinstance(tune, TunePlace)
    settled(app, qtbot)
    before = tuple(axis.copy() for axis in tune.curves.recency.curve("episodic"))
    row = tune.panel.row(EPISODIC)
    assert isinstance(row, NumberRow)
    row.setFocus()
    assert app.window.windowTitle() == f"{library.path.name} — M1 — Memento"
    QTest.keyClick(row, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    settled(app, qtbot)
    assert app.window.windowTitle() == f"{library.path.name} — M1, edited — Memento"
    after = tune.curves.recency.curve("episodic")
    assert not np.array_equal(before[1], after[1])
    session_of(app).undo.undo()
    settled(app, qtbot)
    assert np.array_equal(tune.curves.recency.curve("episodic")[1], before[1])
    session_of(app).undo.redo()
    library.parameter_sets.save("mine", session_of(app).state.parameters)

    answered = reviewed(app, qtbot, library)
    kept = [library.get(identity) for identity in library.ids()]
    state = library._store.review_state(answered)
    active = library.parameters()

    again = session_of(opened()).library  # opening again closes the first window
    assert [again.get(identity) for identity in again.ids()] == kept
    assert again._store.review_state(answered) == state
    assert (again.parameter_sets.active_name(), again.parameters()) == ("mine", active)


def reviewed(app: App, qtbot: QtBot, library: Library) -> str:
    """Answer a new card by key, take it back, and answer it again; return its id."""
    memory = library.remember("The gateway bans a key for an hour.", type=MemoryType.SEMANTIC, importance=0.9)
    place = session_of(app).go("review")
    assert isinstance(place, ReviewPlace)
    settled(app, qtbot)
    qtbot.waitUntil(lambda: place.asked is not None)
    assert place.asked is not None
    asked = place.asked.card.memory.id
    before = library.get(asked)
    place.setFocus()
    QTest.keyClick(place, Qt.Key.Key_Space)
    QTest.mouseClick(place.desk.answers.buttons[Answer.HELPFUL], Qt.MouseButton.LeftButton)
    settled(app, qtbot)
    assert library._store.review_state(asked) is not None
    session_of(app).undo.undo()
    settled(app, qtbot)
    assert library._store.review_state(asked) is None
    assert library.get(asked) == before
    session_of(app).undo.redo()
    settled(app, qtbot)
    assert library._store.review_state(asked) is not None
    assert memory.id in library.ids()
    return asked


def test_a_language_ticked_in_the_settings_is_known_to_the_next_search_until_it_is_undone(
    opened: Open, qtbot: QtBot
) -> None:
    app = opened()
    session = session_of(app)
    session.library.remember("Trabajamos los martes")
    assert not len(session.library.filter("trabajando").rows)
    assert app.control is not None
    app.control.show_settings()
    [chooser] = app.window.findChildren(LanguageChooser)
    assert chooser.text() == "English"
    chooser.tick("spanish")
    assert chooser.text() == "English, Spanish"
    [row] = searched(app, qtbot, "trabajando")
    assert [row.title[start:end] for start, end in row.title_spans] == ["Trabajamos"]
    session.undo.undo()
    assert chooser.text() == "English"
    assert not len(session.library.filter("trabajando").rows)


def test_embedding_that_was_stopped_goes_on_when_the_user_says_so(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, embed = Event(), Library.embed_pending

    def held(_library: Library, *, progress: object = None, cancel: CancelToken | None = None) -> int:
        assert cancel is not None
        begun.set()
        while True:
            cancel.check()
            begun.wait(0.01)

    monkeypatch.setattr("memento_gui.qt.embedding._FEW", 0)  # one memory is shown as work already
    monkeypatch.setattr(Library, "embed_pending", held)
    app = opened()
    session = session_of(app)
    session.library.remember("The gardener waters the tulips")
    session.watch.look()
    qtbot.waitUntil(begun.is_set, timeout=60_000)
    session.background._works["embedding.embed"].token.cancel()  # what its row's Cancel does
    settled(app, qtbot)
    (message,) = app.window.messages.messages
    assert message.text == "Embedding stopped."
    assert message.detail.startswith("1 memory can be found by words only")
    assert session.library.embedding_state().pending == 1
    monkeypatch.setattr(Library, "embed_pending", embed)
    assert app.control is not None
    app.control.perform("memory.embed")
    assert app.window.messages.messages == ()
    settled(app, qtbot)
    assert session.library.embedding_state().pending == 0
    app.control.perform("memory.embed")
    assert app.window.toast.text == "Every memory has its vector already."


def test_a_store_that_is_removed_under_the_window_is_told_and_nothing_crashes(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened()
    assert app.control is not None
    session = session_of(app)
    identity = session.library.remember("text").id
    session.library.path.unlink()
    heard: list[Message] = []
    monkeypatch.setattr(app.window, "show_message", heard.append)
    sys.excepthook(*_raised(lambda: session.library.get(identity)))
    app.control.perform("go.tune")
    app.control.perform("memory.new")
    settled(app, qtbot)
    assert app.control.faults.dialog is None
    assert heard
    assert all("no longer there" in f"{message.text} {message.detail}" for message in heard)


def _raised(work: Callable[[], object]) -> tuple[type[BaseException], BaseException, TracebackType | None]:
    try:
        work()
    except StoreUnavailable as error:
        return type(error), error, error.__traceback__
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize("key", ["browse", "search", "tune", "review", ""])
def test_every_action_is_in_the_palette_from_everywhere_and_its_keys_in_help(opened: Open, qtbot: QtBot, key: str) -> None:
    app = opened()
    control = app.control
    assert control is not None
    if key:
        session_of(app).go(key)
    else:
        control.show_settings()
    settled(app, qtbot)
    offers = [action for place in PLACES.values() for action in place().offer]
    control.show_palette()
    listed = [entry.action.id for entry in control.overlays.palette._entries]
    assert len(listed) == len(set(listed))
    assert set(listed) == {action.id for action in (*WINDOW_ACTIONS, *offers) if not action.hidden}
    control.show_help()
    texts = {words.text() for words in control.overlays.help.findChildren(QLabel)}
    with_keys = [action for action in (*WINDOW_ACTIONS, *offers) if action.shortcuts and action.place in {"", key}]
    assert [action.label for action in with_keys if action.label not in texts] == []
    control.overlays.close()


def test_an_action_of_another_place_is_offered_there_before_it_is_done(opened: Open, qtbot: QtBot) -> None:
    app = opened()
    control = app.control
    assert control is not None
    settled(app, qtbot)
    control.show_palette()
    palette = control.overlays.palette
    QTest.keyClicks(palette.line, "Save the numbers as")
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert session_of(app).state.place == "tune"
    assert palette.isVisible()
    assert palette.list.currentIndex().data() == "Save the numbers as…"
    assert not app.window.findChildren(NameDialog)
    settled(app, qtbot)
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    (dialog,) = app.window.findChildren(NameDialog)
    dialog.reject()
    settled(app, qtbot)
