"""Actions as data: every one can be performed, is named once, and its keys mean one thing at a time."""

from collections import Counter

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from memento_gui.domain.resources import resources
from memento_gui.qt.actions import WINDOW_ACTIONS, Action, bind
from memento_gui.qt.control import Control
from memento_gui.qt.place import Place
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.places.review import ReviewPlace
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.shell.palette import CommandPalette, Entry, found
from memento_gui.qt.theme import Theme

PLACES: tuple[type[Place], ...] = (Browse, SearchPlace, TunePlace, ReviewPlace)
ALL = (*WINDOW_ACTIONS, *(action for place in PLACES for action in place.offer))


def test_every_action_has_its_own_id_and_an_icon_of_the_set() -> None:
    twice = [name for name, count in Counter(action.id for action in ALL).items() if count > 1]
    assert not twice
    missing = [a.id for a in ALL if a.icon and not (resources() / "icons" / f"{a.icon}.svg").is_file()]
    assert not missing


@pytest.mark.parametrize("action", ALL, ids=lambda action: str(action.id))
def test_every_action_calls_a_method_that_exists(action: Action) -> None:
    target = next((place for place in PLACES if action in place.offer), Control)
    assert callable(getattr(target, action.call))


@pytest.mark.parametrize("action", ALL, ids=lambda action: str(action.id))
def test_every_shortcut_is_one(action: Action) -> None:
    for keys in action.shortcuts:
        assert not QKeySequence(keys).isEmpty()


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place.key))
def test_no_key_means_two_things_in_one_place(place: type[Place]) -> None:
    keys = [QKeySequence(k).toString() for action in (*WINDOW_ACTIONS, *place.offer) for k in action.shortcuts]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


def test_a_bound_action_calls_its_method_with_its_argument(qtbot: QtBot) -> None:
    heard: list[str] = []

    class Target:
        def plain(self) -> None:
            heard.append("plain")

        def go(self, where: str) -> None:
            heard.append(where)

    owner = QWidget()
    qtbot.addWidget(owner)
    table = (
        Action(id="a", label="A & B", call="plain", shortcuts=("Ctrl+J",)),
        Action(id="b", label="B", call="go", argument="there"),
    )
    bound = bind(table, Target(), owner)
    bound["a"].trigger()
    bound["b"].trigger()
    assert heard == ["plain", "there"]
    with pytest.raises(AttributeError):
        bind((Action(id="c", label="C", call="absent"),), Target(), owner)


def entries(*labels: str) -> list[Entry]:
    return [Entry(Action(id=label, label=label, call="x", group="Group", words="hint"), label) for label in labels]


def test_the_palette_finds_by_every_word_and_puts_beginnings_first() -> None:
    listed = entries("Open a store", "Move to trash (forget)", "Forget all", "Copy")
    assert [e.label for e in found(listed, "forg")] == ["Forget all", "Move to trash (forget)"]
    assert [e.label for e in found(listed, "st op")] == ["Open a store"]
    assert [e.label for e in found(listed, "hint copy")] == ["Copy"]
    assert [e.label for e in found(listed, "")] == [e.label for e in listed]
    assert found(listed, "nothing of the kind") == []


def test_the_palette_puts_what_is_done_elsewhere_behind_what_is_done_here() -> None:
    there = Action(id="x", label="Copy all", call="x", place="tune", shortcuts=("Ctrl+J",))
    listed = [Entry(there, there.label, elsewhere=True), *entries("Now copy")]
    assert [e.label for e in found(listed, "copy")] == ["Now copy", "Copy all"]
    assert [e.label for e in found(listed, "in tune")] == ["Copy all"]
    assert listed[0].keys == ""  # they do nothing here


def test_the_palette_is_worked_by_keys_alone(theme: Theme, qtbot: QtBot) -> None:
    over = QWidget()
    over.resize(900, 600)
    qtbot.addWidget(over)
    over.show()
    palette = CommandPalette(theme, over)
    performed: list[str] = []
    palette.performed.connect(performed.append)
    palette.open_with(entries("Alpha", "Beta", "Gamma"))
    qtbot.keyClicks(palette.line, "a")
    assert palette.labels == ["Alpha", "Beta", "Gamma"]
    qtbot.keyClick(palette.line, Qt.Key.Key_Down)
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert performed == ["Beta"]
    assert palette.isHidden()
    palette.open_with(entries("Alpha"))
    qtbot.keyClick(palette.line, Qt.Key.Key_Escape)
    assert palette.isHidden()
    assert performed == ["Beta"]


def test_a_palette_that_shrinks_leaves_no_frame_of_its_former_size(theme: Theme, qtbot: QtBot) -> None:
    over = QWidget()
    over.resize(900, 600)
    qtbot.addWidget(over)
    with qtbot.waitExposed(over):
        over.show()
    palette = CommandPalette(theme, over)
    palette.open_with(entries(*"ABCDEFG"))
    tall = palette.card.geometry()

    def seen() -> QImage:
        return over.screen().grabWindow(over.winId()).toImage()

    beside = QPoint(tall.left() - 30, tall.bottom() - 20)
    frame = QPoint(tall.left() - 1, tall.bottom() - 20)
    qtbot.waitUntil(lambda: seen().pixel(frame) != seen().pixel(beside))
    qtbot.keyClicks(palette.line, "B")
    assert palette.card.geometry().bottom() < frame.y()
    qtbot.waitUntil(lambda: seen().pixel(frame) == seen().pixel(beside))


def test_what_cannot_be_done_now_is_not_performed(theme: Theme, qtbot: QtBot) -> None:
    over = QWidget()
    over.resize(900, 600)
    qtbot.addWidget(over)
    over.show()
    palette = CommandPalette(theme, over)
    performed: list[str] = []
    palette.performed.connect(performed.append)
    palette.open_with([Entry(entries("Alpha")[0].action, "Alpha", enabled=False)])
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert performed == []
