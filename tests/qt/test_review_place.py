"""The Review place on a real store."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Answer, ReviewState
from memento_gui.model.library import Library
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.review import ReviewPlace
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.undo import Undo

MEMORIES = (
    ("Carrier API: at most 3 retries", "Their gateway bans a key.\n\n```\ndelay = 1\n```", "semantic", 0.9),
    ("<b>Release</b> checklist", "<script>alert(1)</script>", "procedural", 0.8),
    ("", "A first line\nand a second", "semantic", 0.75),
)
Make = Callable[[], ReviewPlace]


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        yield opened


@pytest.fixture
def cards(library: Library, clock: FixedClock) -> list[str]:
    """Three cards, two of which are known and due; the third is new."""
    ids = [library.remember(text, title=title, type=kind, importance=weight).id for title, text, kind, weight in MEMORIES]
    clock.advance(days=1)
    for identity in ids[:2]:
        library.answer(identity, "ok")
    clock.advance(days=40)
    return ids


@pytest.fixture
def make(library: Library, theme: Theme, tasks: Tasks, qtbot: QtBot) -> Iterator[Make]:
    def made() -> ReviewPlace:
        state = AppState()
        undo = Undo(library, state)
        context = PlaceContext(library=library, state=state, tasks=tasks, undo=undo, theme=theme, clock=library.clock)
        place = ReviewPlace(context)
        qtbot.addWidget(place)
        place.resize(1376, 860)
        with qtbot.waitExposed(place):
            place.show()
        place.activateWindow()
        place.enter()
        idle(qtbot, tasks)
        return place

    yield made
    idle(qtbot, tasks)


def idle(qtbot: QtBot, tasks: Tasks) -> None:
    qtbot.waitUntil(lambda: not tasks.is_busy())


def press(place: ReviewPlace, qtbot: QtBot, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(place, key)
        idle(qtbot, place.context.tasks)


def titles(place: ReviewPlace) -> list[str]:
    assert place._today is not None
    return [card.memory.headline for card in place._today.cards]


def state_of(library: Library, identity: str) -> ReviewState | None:
    return library._store.review_state(identity)


def test_a_card_is_asked_first_and_shown_then(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    assert place.toolbar.counted == "Card 1 of 3"
    assert place.desk.answers.isHidden()
    press(place, qtbot, Qt.Key.Key_Space)
    assert place.desk.card.revealed
    assert place.desk.answers.buttons[Answer.OK].hasFocus()


def test_a_hidden_card_cannot_be_answered(make: Make, cards: list[str], library: Library, qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_3)
    assert library.review_queue().done == 0
    assert place.asked is not None


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        (Qt.Key.Key_1, "bad"),
        (Qt.Key.Key_2, "hard"),
        (Qt.Key.Key_3, "ok"),
        (Qt.Key.Key_4, "helpful"),
        (Qt.Key.Key_Space, "ok"),
    ],
)
def test_each_key_gives_its_answer_and_leads_where_its_button_said(
    make: Make, cards: list[str], library: Library, qtbot: QtBot, key: Qt.Key, answer: str
) -> None:
    place = make()
    asked = place.asked
    assert asked is not None
    press(place, qtbot, Qt.Key.Key_Space, key)
    after = state_of(library, asked.card.memory.id)
    assert after is not None
    assert after.due_ms == asked.outlook[Answer(answer)].due_ms
    assert library.review_queue().answers == {Answer(answer): 1}
    assert place.side.count(answer.capitalize()) == "1"


def test_undo_brings_the_card_back_to_the_front_and_the_store_to_what_it_was(
    make: Make, cards: list[str], library: Library, qtbot: QtBot
) -> None:
    place = make()
    asked = place.asked
    assert asked is not None
    before = state_of(library, asked.card.memory.id), library.get(asked.card.memory.id)
    press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_4)
    assert place.asked is not None
    assert place.asked.card.memory.id != asked.card.memory.id
    press(place, qtbot, Qt.Key.Key_U)
    assert place.asked.card.memory.id == asked.card.memory.id
    assert (state_of(library, asked.card.memory.id), library.get(asked.card.memory.id)) == before


def test_answering_a_new_memory_introduces_it_in_one_step(
    make: Make, cards: list[str], library: Library, qtbot: QtBot
) -> None:
    place = make()
    press(place, qtbot, *[Qt.Key.Key_Space] * 4)
    assert place.asked is not None
    assert place.asked.card.is_new
    assert place.desk.card.title.text() == "A first line"
    press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_3)
    assert state_of(library, cards[2]) is not None
    press(place, qtbot, Qt.Key.Key_U)
    assert state_of(library, cards[2]) is None


def test_the_day_ends_with_its_counts(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    badges: list[str] = []
    place.badged.connect(badges.append)
    press(place, qtbot, *[Qt.Key.Key_Space] * 6)
    assert place.ending.headline == "Done for today"
    assert place.ending.sentence.startswith("3 answers: 3 ok.")
    assert "due" in place.ending.sentence
    assert badges[-1] == ""


def test_without_cards_it_says_how_memories_become_cards(make: Make) -> None:
    place = make()
    assert place.ending.headline == "No cards yet"
    assert "importance of at least 0.70" in place.ending.sentence
    assert "10 new ones a day" in place.ending.sentence


def test_curate_shows_at_once_and_logs_its_mode(make: Make, cards: list[str], library: Library, qtbot: QtBot) -> None:
    place = make()
    place.toolbar.choose_mode("curate")
    assert place.desk.card.revealed
    asked = place.asked
    assert asked is not None
    press(place, qtbot, Qt.Key.Key_3)
    assert library._store.review_log(memory_id=asked.card.memory.id)[-1].mode == "curate"


def test_bury_trash_and_pin_work_on_the_card_and_can_be_undone(
    make: Make, cards: list[str], library: Library, qtbot: QtBot
) -> None:
    place = make()
    first, second, _ = titles(place)
    press(place, qtbot, Qt.Key.Key_B)
    assert first not in titles(place)
    press(place, qtbot, Qt.Key.Key_Delete)
    assert second not in titles(place)
    press(place, qtbot, Qt.Key.Key_U, Qt.Key.Key_U)
    assert {first, second} <= set(titles(place))
    assert place.asked is not None
    identity = place.asked.card.memory.id
    press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_P)
    assert library.get(identity).pinned
    assert place.desk.card.revealed


def test_a_new_memory_can_be_set_aside(make: Make, cards: list[str], library: Library, qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, *[Qt.Key.Key_Space] * 4)
    press(place, qtbot, Qt.Key.Key_B)
    assert place.ending.headline == "Done for today"
    assert state_of(library, cards[2]) is None


def test_edit_asks_for_the_editor(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    assert place.asked is not None
    with qtbot.waitSignal(place.editing) as wish:
        press(place, qtbot, Qt.Key.Key_E)
    assert wish.args == [place.asked.card.memory.id]


def test_hostile_text_stays_text(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    while place.asked is not None and place.asked.card.memory.id != cards[1]:
        press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert place.desk.card.title.text() == "<b>Release</b> checklist"
    assert place.desk.card.title.textFormat() == Qt.TextFormat.PlainText
    assert place.desk.card.body.toPlainText().strip() == "<script>alert(1)</script>"


def test_the_right_column_counts_what_is_due_and_what_was_answered(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    assert int(place.side.forecast.heights[0]) == 2
    press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert int(place.side.heat.counts[-1]) == 1
