"""The Review place on a real store."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Answer, ReviewState
from memento_gui.model.demo import create_demo
from memento_gui.model.library import Library
from memento_gui.model.reviews.statistics import review_statistics
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.review import ReviewPlace
from memento_gui.qt.places.review.asking import Question
from memento_gui.qt.places.review.rules_dialog import RulesDialog
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.undo import Undo
from memento_gui.qt.widgets.query_completer import QueryCompleter
from tests.conftest import NOON_MS
from tests.qt.standing import Stand

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
    reviews = place.context.library.reviews
    return [card.memory.headline for card in reviews.queue(session=place.sitting.session, front=place.round.front).cards]


def state_of(library: Library, identity: str) -> ReviewState | None:
    return library._store.review_state(identity)


def standing(library: Library) -> tuple[object, ...]:
    """What the rules of review are, and the cards."""
    active = library.parameter_sets.active_name()
    return library.parameters(), library.reviews.rules(), active, dict(library.reviews.deck().states)


def test_a_card_is_asked_first_and_shown_then(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    assert place.toolbar.counted == "Due 2 · New 1 · Done 0"
    assert place.desk.answers.isHidden()
    press(place, qtbot, Qt.Key.Key_Space)
    assert place.desk.card.revealed
    assert place.desk.answers.buttons[Answer.OK].hasFocus()


def test_a_hidden_card_cannot_be_answered(make: Make, cards: list[str], library: Library, qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_3)
    assert library.reviews.queue().done == 0
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
    assert library.reviews.queue().answers == {Answer(answer): 1}
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


def test_a_new_memory_that_is_buried_comes_tomorrow(
    make: Make, cards: list[str], library: Library, clock: FixedClock, qtbot: QtBot
) -> None:
    place = make()
    press(place, qtbot, *[Qt.Key.Key_Space] * 4)
    press(place, qtbot, Qt.Key.Key_Minus)
    assert place.ending.headline == "Done for today"
    clock.advance(days=1)
    assert cards[2] in [card.memory.id for card in library.reviews.queue().cards]
    place.undo()
    idle(qtbot, place.context.tasks)
    assert state_of(library, cards[2]) is None


def test_a_memory_is_edited_in_the_place_of_its_card(make: Make, cards: list[str], library: Library, qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_E)
    asked = place.round.first
    assert asked is not None
    assert place.editor.form.isVisible()
    qtbot.keyClicks(place.editor.form.content, "1 more ")
    qtbot.keyClick(place.editor.form.content, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    idle(qtbot, place.context.tasks)
    assert library.get(asked.card.memory.id).content.startswith("1 more ")
    assert library.reviews.queue().done == 0
    assert place.asked is not None
    assert place.desk.card.revealed
    press(place, qtbot, Qt.Key.Key_E)
    qtbot.keyClick(place.editor.form.content, Qt.Key.Key_Escape)
    assert place.desk.isVisible()


def test_a_bad_answer_offers_to_mend_the_memory(make: Make, cards: list[str], library: Library, qtbot: QtBot) -> None:
    place = make()
    assert place.asked is not None
    bad = place.asked.card.memory
    press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_1)
    assert place.desk.bad.isVisible()
    qtbot.keyClick(place, Qt.Key.Key_L, Qt.KeyboardModifier.ShiftModifier)
    idle(qtbot, place.context.tasks)
    assert library.get(bad.id).importance == pytest.approx(bad.importance - 0.2)
    assert not place.desk.bad.isVisible()


def test_snooze_and_suspend_put_a_card_aside(
    make: Make, cards: list[str], library: Library, clock: FixedClock, qtbot: QtBot
) -> None:
    place = make()
    assert place.asked is not None
    first = place.asked.card.memory
    press(place, qtbot, Qt.Key.Key_S)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    qtbot.keyClick(menu, Qt.Key.Key_W)
    idle(qtbot, place.context.tasks)
    assert first.id not in [card.memory.id for card in library.reviews.queue().cards]
    place.act("suspend")  # the popup leaves the offscreen platform without an active window
    idle(qtbot, place.context.tasks)
    assert len(library.filter("is:suspended").rows) == 1
    clock.advance(days=7)
    assert first.id in [card.memory.id for card in library.reviews.queue().cards]


def test_merging_with_a_neighbour_is_one_step(make: Make, cards: list[str], library: Library, qtbot: QtBot) -> None:
    twin = library.remember("Their gateway bans a key for good.", type="semantic", importance=0.2)
    place = make()
    while place.asked is not None and place.asked.card.memory.id != cards[0]:
        press(place, qtbot, Qt.Key.Key_Minus)
    before = [library.get(i) for i in (cards[0], twin.id)], state_of(library, cards[0])
    press(place, qtbot, Qt.Key.Key_M)
    assert place.acts.dialog is not None
    qtbot.keyClick(place.acts.dialog.list, Qt.Key.Key_Return)
    idle(qtbot, place.context.tasks)
    assert library.get(cards[0]).in_trash
    assert library.get(twin.id).in_trash
    place.undo()
    idle(qtbot, place.context.tasks)
    assert ([library.get(i) for i in (cards[0], twin.id)], state_of(library, cards[0])) == before


def test_a_session_of_a_search_goes_on_after_a_restart(
    make: Make, cards: list[str], library: Library, clock: FixedClock, qtbot: QtBot
) -> None:
    place = make()
    press(place, qtbot, *[Qt.Key.Key_Space] * 6)
    clock.advance(ms=1000)
    place.search_for("type:semantic")
    idle(qtbot, place.context.tasks)
    assert len(titles(place)) == 2
    clock.advance(ms=1000)
    press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_Space)
    again = make()
    assert again.sitting.session.query == "type:semantic"
    assert len(titles(again)) == 1
    assert again.toolbar.counted.startswith("Due 1 · New 0 · Done 1")
    press(again, qtbot, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert again.ending.headline.startswith("No more cards")
    again.sit("usual")
    idle(qtbot, again.context.tasks)
    assert again.ending.headline == "Done for today"


def test_a_cloze_leaves_gaps_until_the_memory_is_shown(make: Make, library: Library, qtbot: QtBot) -> None:
    library.remember("Use **blue** and `x = 1`", title="Colours", pinned=True)
    place = make()
    place.toolbar._pick_cue("cloze")
    idle(qtbot, place.context.tasks)
    assert place.desk.card.gaps.isVisible()
    assert "blue" not in place.desk.card.gaps.toPlainText()
    press(place, qtbot, Qt.Key.Key_Space)
    assert not place.desk.card.gaps.isVisible()
    assert "blue" in place.desk.card.body.toPlainText()


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


def test_other_rules_are_previewed_and_brought_in_as_one_step(
    make: Make, cards: list[str], library: Library, qtbot: QtBot
) -> None:
    place = make()
    before = (
        library.parameters(),
        library.reviews.rules(),
        library.parameter_sets.active_name(),
        dict(library.reviews.deck().states),
    )
    press(place, qtbot, Qt.Key.Key_R)
    dialog = place.paperwork.dialog
    assert isinstance(dialog, RulesDialog)
    qtbot.waitUntil(lambda: bool(dialog.said.text()))
    dialog.form.target.setValue(0.9)
    dialog.form.of_type["procedural"].choose("preset")
    dialog.form.types["episodic"].setChecked(True)
    dialog.form.reschedule.setChecked(True)
    qtbot.waitUntil(lambda: "→" in dialog.said.text() and not place.context.tasks.is_busy())
    qtbot.keyClick(dialog.form.target, Qt.Key.Key_Return)
    idle(qtbot, place.context.tasks)
    assert library.parameters().review.target == 0.9
    assert library.parameter_sets.active_name() == "M1, own review"
    assert library.reviews.rules().schedulers == {"procedural": "preset"}
    place.undo()
    idle(qtbot, place.context.tasks)
    after = (
        library.parameters(),
        library.reviews.rules(),
        library.parameter_sets.active_name(),
        dict(library.reviews.deck().states),
    )
    assert after == before


def test_each_bar_of_the_statistics_opens_its_memories(
    make: Make, cards: list[str], library: Library, qtbot: QtBot
) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_T)
    page = place.statistics
    assert page.isVisible()
    page.charts[0].pick(0)
    idle(qtbot, place.context.tasks)
    assert page.list.count() == 2
    with qtbot.waitSignal(place.opened) as opened:
        qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert opened.args[0] in cards[:2]
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    idle(qtbot, place.context.tasks)
    assert place.asked is not None


def test_a_press_on_any_bar_or_day_lists_exactly_its_memories(stand: Stand, tmp_path: Path, qtbot: QtBot) -> None:
    path, clock = tmp_path / "demo.db", FixedClock(NOON_MS)
    create_demo(path, clock)
    with Library.open(path, clock=clock) as library:
        place = stand(ReviewPlace, library, 1200, 800)
        place.show_statistics()
        idle(qtbot, place.context.tasks)
        page, told = place.statistics, review_statistics(library.reviews, now_ms=NOON_MS)
        pressed = 0
        for chart, drawn in zip(told.charts, page.charts, strict=True):
            for bar in np.flatnonzero(np.nan_to_num(chart.heights)).tolist():
                assert chart.ids[bar], f"{chart.title}, {chart.names[bar]} has nothing behind it"
                height = round(drawn.area.center().y())
                spot = next(QPoint(x, height) for x in range(drawn.width()) if drawn.place_at(QPoint(x, height)) == bar)
                qtbot.mouseClick(drawn, Qt.MouseButton.LeftButton, pos=spot)
                idle(qtbot, place.context.tasks)
                listed = [page.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(page.list.count())]
                assert sorted(listed) == sorted(chart.ids[bar])
                pressed += 1
        assert pressed > 60
        for day, ids in told.of_day.items():
            page.year.picked.emit(day)
            idle(qtbot, place.context.tasks)
            assert page.list.count() == len(ids)


def test_a_suspended_card_is_asked_again_from_the_statistics(
    make: Make, cards: list[str], library: Library, qtbot: QtBot
) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_At, Qt.Key.Key_T)
    page = place.statistics
    qtbot.mouseClick(page.suspended, Qt.MouseButton.LeftButton)
    idle(qtbot, place.context.tasks)
    qtbot.mouseClick(page.again, Qt.MouseButton.LeftButton)
    idle(qtbot, place.context.tasks)
    assert not len(library.filter("is:suspended").rows)
    assert page.list.count() == 0 or not page.suspended.isEnabled()


def test_logs_and_decks_are_written_and_read_from_the_place(
    make: Make, cards: list[str], library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    place = make()
    told: list[str] = []
    place.reported.connect(lambda message: told.append(getattr(message, "text", "")))
    log = tmp_path / "revlog.csv"
    place.paperwork.write_log(log)
    idle(qtbot, place.context.tasks)
    place.paperwork.read_log(log)
    idle(qtbot, place.context.tasks)
    place.paperwork.write_anki(tmp_path / "memento.apkg", "is:card")
    idle(qtbot, place.context.tasks)
    assert told == [
        "2 answers written to revlog.csv",
        "Answers added: 0, there already: 2",
        "2 memories written to memento.apkg",
    ]
    press(place, qtbot, Qt.Key.Key_Space, Qt.Key.Key_3)
    done = library.reviews.queue().done
    place.paperwork.write_log(log)
    idle(qtbot, place.context.tasks)
    place.undo()
    idle(qtbot, place.context.tasks)
    place.paperwork.read_log(log)
    idle(qtbot, place.context.tasks)
    assert library.reviews.queue().done == done
    assert told[-1] == "Answers added: 1, there already: 2"


def test_a_narrow_window_keeps_the_whole_card_and_lets_the_side_go(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_Space)
    for width, beside in ((1376, True), (836, False), (560, False), (1376, True)):
        place.resize(width, 560)
        qtbot.waitUntil(lambda beside=beside: place.side.isVisible() == beside)  # type: ignore[misc]
        qtbot.waitUntil(lambda width=width: whole(place, width))  # type: ignore[misc]


def whole(place: ReviewPlace, width: int) -> bool:
    """Whether card, answers, keys and counts are within the width, none of them squeezed."""
    desk = place.desk
    shown = (desk.card, *desk.answers.buttons.values(), *desk.hints.buttons.values(), *place.toolbar._counts[:2])
    left = [widget.mapTo(place, QPoint(0, 0)).x() for widget in shown]
    inside = all(0 <= x <= width - widget.width() for x, widget in zip(left, shown, strict=True))
    return inside and all(widget.width() >= widget.minimumSizeHint().width() for widget in shown)


def test_a_long_first_line_is_whole_and_not_said_twice(make: Make, library: Library, qtbot: QtBot) -> None:
    line = "Both dead boards have the regulator turned by 90 degrees: the drawing has no pin-1 mark. Turn it by hot air."
    library.remember(line, pinned=True)
    library.remember("Short", title="Short", pinned=True)
    place = make()
    card = place.desk.card
    qtbot.waitUntil(lambda: card.title.text() == line and card.isVisible() and card.title.width() > 400)
    for step in (lambda: None, card.reveal):
        step()
        qtbot.waitUntil(lambda: card.revealed == card.curve.isVisible())
        qtbot.waitUntil(lambda: card.title.height() >= card.title.heightForWidth(card.title.width()))
        qtbot.waitUntil(lambda: card.rect().contains(card.title.geometry()))
    qtbot.waitUntil(lambda: card.curve.mapTo(card, card.curve.rect().bottomLeft()).y() < card.height())
    assert not card.body.isVisible()
    height = card.title.height()
    place.act("bury")
    qtbot.waitUntil(lambda: card.title.text() != line and card.title.height() < height)


def test_cards_fall_due_while_the_window_is_open(make: Make, cards: list[str], clock: FixedClock, qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, *[Qt.Key.Key_Space] * 6)
    assert place.ending.headline == "Done for today"
    clock.advance(days=60)
    place._clockwork.timeout.emit()
    idle(qtbot, place.context.tasks)
    assert place.toolbar.counted.startswith("Due 3 · New 0 · Done 0")


def test_mode_cue_and_order_change_by_keyboard(make: Make, cards: list[str], library: Library, qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_C)
    assert place.desk.card.revealed
    press(place, qtbot, Qt.Key.Key_C, Qt.Key.Key_G)
    place.bound["review.order_due"].trigger()
    idle(qtbot, place.context.tasks)
    kept = library.reviews.session()
    assert (kept.mode, kept.cue, kept.order) == ("rehearse", "cloze", "due")
    assert place.toolbar.order == "due"


def test_the_reminders_hour_is_told(make: Make, cards: list[str]) -> None:
    place = make()
    assert place.side.reminder.text() == "No reminder"
    place.context.state.remind("17:30")
    assert place.side.reminder.text() == "Reminder at 17:30"
    assert place.bound["review.reminder"].text().startswith("Reminder at 17:30")


def test_tab_goes_through_the_statistics_as_one_reads(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_T)
    page = place.statistics
    qtbot.waitUntil(lambda: len(page.charts) == 9 and all(chart.isVisible() for chart in page.charts))
    page.year.setFocus()
    qtbot.waitUntil(page.year.hasFocus)
    for chart in page.charts:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        qtbot.waitUntil(chart.hasFocus)
    page.charts[0].setFocus()
    qtbot.keyClick(page.charts[0], Qt.Key.Key_Right)
    idle(qtbot, place.context.tasks)
    assert page.charts[0].picked == 0
    assert page.list.count() == 2


def test_the_next_card_does_not_wait_for_the_queue(make: Make, cards: list[str], library: Library, qtbot: QtBot) -> None:
    place = make()
    expected = titles(place)
    for number in range(2):
        assert place.desk.card.title.text() == expected[number]
        press(place, qtbot, Qt.Key.Key_Space)
        place.answer("3")
        assert place.desk.card.title.text() == expected[number + 1]
        assert not place.desk.card.revealed
        idle(qtbot, place.context.tasks)
        assert place.desk.card.title.text() == expected[number + 1]
        assert place.toolbar.counted.startswith(f"Due {1 - number} · New 1 · Done {number + 1}")
    place.undo()
    idle(qtbot, place.context.tasks)
    assert place.desk.card.title.text() == expected[1]


def test_space_at_the_end_presses_no_button(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, *[Qt.Key.Key_Space] * 6)
    assert place.ending.headline == "Done for today"
    focus = QApplication.focusWidget()
    assert focus is place.ending
    press(place, qtbot, Qt.Key.Key_Space)
    qtbot.keyClick(focus, Qt.Key.Key_Space)
    assert not place.findChildren(Question)
    place.ending.buttons["ahead"].click()
    (question,) = place.findChildren(Question)
    question.reject()


def test_without_cards_the_rules_are_offered(make: Make, library: Library) -> None:
    place = make()
    shown = [name for name, button in place.ending.buttons.items() if not button.isHidden()]
    assert shown == ["rules", "browse"]


def test_a_search_to_review_is_completed_as_it_is_typed(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_Slash)
    question = place.sitting.question
    assert question is not None
    completer = question.field.findChild(QueryCompleter)
    assert completer is not None
    qtbot.waitUntil(question.field.hasFocus)
    qtbot.keyClicks(question.field, "type:sem")
    qtbot.waitUntil(lambda: "type:semantic" in completer.offered)
    qtbot.keyClick(completer.popup, Qt.Key.Key_Tab)
    qtbot.keyClick(question.field, Qt.Key.Key_Return)
    idle(qtbot, place.context.tasks)
    assert place.sitting.session.query == "type:semantic"
    assert len(titles(place)) == 2


def test_an_edit_in_place_is_not_lost_by_accident(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_E)
    form = place.editor.form
    qtbot.waitUntil(form.isVisible)
    assert place.unsaved() == 0
    qtbot.keyClicks(form.content, "half a thought ")
    qtbot.waitUntil(lambda: place.unsaved() == 1)
    place.editor.left.emit()
    box = place.findChild(QMessageBox)
    assert box is not None
    box.reject()
    assert form.isVisible()
    assert "half a thought" in form.content.toPlainText()
    place.editor.left.emit()
    box = place.findChildren(QMessageBox)[-1]
    next(button for button in box.buttons() if "without saving" in button.text()).click()
    qtbot.waitUntil(lambda: place.asked is not None)
    assert place.unsaved() == 0


def test_enter_presses_the_button_that_has_the_focus(make: Make, cards: list[str], qtbot: QtBot) -> None:
    place = make()
    press(place, qtbot, Qt.Key.Key_T)
    back = place.statistics._back
    qtbot.waitUntil(back.isVisible)
    qtbot.keyClick(back, Qt.Key.Key_Return)
    qtbot.waitUntil(place.desk.isVisible)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_key_that_is_held_down_answers_nothing(make: Make, cards: list[str], qtbot: QtBot, key: Qt.Key) -> None:
    place = make()

    def hold() -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        for _time in range(3):
            QApplication.sendEvent(
                focus, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", autorep=True)
            )

    def revealed() -> bool:
        return place.desk.card.revealed

    def steps() -> int:
        return place.context.undo.depth

    hold()
    assert not revealed()
    press(place, qtbot, Qt.Key.Key_Space)
    hold()
    assert revealed()
    assert not steps()
    hint = place.desk.hints.buttons["P"]
    hint.setFocus()
    hold()
    assert not steps()
    qtbot.keyClick(hint, Qt.Key.Key_Return)
    assert steps() == 1


def test_a_long_card_scrolls_by_key_from_any_button(make: Make, library: Library, qtbot: QtBot) -> None:
    library.remember("\n\n".join(f"Paragraph {n}" for n in range(200)), title="Long", pinned=True)
    place = make()
    bar = place.desk.ground.verticalScrollBar()
    press(place, qtbot, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is place.desk.show_button  # there is nothing to scroll yet, and nowhere to go
    press(place, qtbot, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: bar.maximum() > 1000)
    chosen = place.desk.answers.buttons[Answer.OK]
    assert QApplication.focusWidget() is chosen
    assert chosen.visibleRegion().boundingRect() == chosen.rect()  # with its due date, however long the card is
    moved = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Home):
        qtbot.keyClick(chosen, key)
        moved.append(bar.value())
        assert QApplication.focusWidget() is chosen
    assert 0 < moved[0] < moved[1] < moved[2] == bar.maximum() > moved[3] > moved[4] > moved[5] == 0
    place.setFocus()
    press(place, qtbot, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
