"""Writing a new memory in the window: suggestions, and what is said of the memories that it repeats."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Category
from memento_gui.model.library import Library
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.remembering.desk import Remembering
from memento_gui.qt.remembering.window import SAVE, SAVE_ANYWAY, NewMemory
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import FRAME
from memento_gui.qt.undo import Undo
from memento_gui.qt.widgets.message_bar import Message

DEPLOY = "Deploys go out on Tuesdays after the stand-up meeting"


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=None) as opened:
        yield opened


@pytest.fixture
def remembering(library: Library, tasks: Tasks, theme: Theme, qtbot: QtBot) -> Iterator[Remembering]:
    state = AppState()
    state.adopt(library.parameter_sets.active_name(), library.parameters())
    context = PlaceContext(
        library=library, state=state, tasks=tasks, undo=Undo(library, state), theme=theme, clock=library.clock
    )
    window = QWidget()
    qtbot.addWidget(window)
    made = Remembering(context, window)
    made.begin()
    yield made
    qtbot.waitUntil(lambda: not tasks.is_busy())
    made.close()


def dialog_of(remembering: Remembering) -> NewMemory:
    assert remembering.dialog is not None
    return remembering.dialog


def pressed(dialog: NewMemory, text: str) -> None:
    next(button for button in dialog.findChildren(QPushButton) if button.text() == text).click()


def test_what_is_typed_is_remembered_told_and_undone(remembering: Remembering, library: Library, qtbot: QtBot) -> None:
    told: list[Message] = []
    remembering.told.connect(told.append)
    form = dialog_of(remembering).form
    form.content.setPlainText(f"{DEPLOY}. Ask Kim before Friday.")
    form.tags.setText("deploy, work")
    form.advice.title_button.click()
    form.category.choose("decision")
    assert form.strength.value() == pytest.approx(1.5)
    assert "a decision" in form.advice.strength_button.accessibleName()
    qtbot.keyClick(form.content, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(told))
    memory = library.get(library.ids()[0])
    assert (memory.title, memory.tags, memory.category) == (DEPLOY, ("deploy", "work"), Category.DECISION)
    assert memory.strength == library.parameters().decay.strength_decision
    assert told[0].undoable
    assert not remembering.dirty
    qtbot.waitUntil(lambda: not dialog_of(remembering).isVisible())


def test_a_repeat_is_said_as_soon_as_one_stops_typing(remembering: Remembering, library: Library, qtbot: QtBot) -> None:
    old = library.remember(DEPLOY)
    opened: list[str] = []
    remembering.opened.connect(opened.append)
    dialog = dialog_of(remembering)
    dialog.form.content.setPlainText(DEPLOY.upper())
    qtbot.waitUntil(dialog.notice.isVisible)
    pressed(dialog, "Open")
    assert opened == [old.id]
    dialog.form.content.setPlainText("Something quite different")
    qtbot.waitUntil(lambda: not dialog.notice.isVisible())


def test_a_repeat_is_not_written_before_it_was_said_and_then_anyway(
    remembering: Remembering, library: Library, qtbot: QtBot
) -> None:
    library.remember(DEPLOY)
    dialog = dialog_of(remembering)
    dialog.form.content.setPlainText(DEPLOY)
    pressed(dialog, SAVE)
    qtbot.waitUntil(dialog.notice.isVisible)
    assert len(library.ids()) == 1
    pressed(dialog, SAVE_ANYWAY)
    assert len(library.ids()) == 2


def test_a_repeat_can_be_merged_into_the_old_one(remembering: Remembering, library: Library, qtbot: QtBot) -> None:
    old = library.remember(DEPLOY, tags=["deploy"])
    dialog = dialog_of(remembering)
    dialog.form.content.setPlainText(f"{DEPLOY}, and Kim does it")
    dialog.form.tags.setText("kim")
    qtbot.waitUntil(dialog.notice.isVisible)
    pressed(dialog, "Merge into it")
    assert library.ids() == [old.id]
    assert library.get(old.id).tags == ("deploy", "kim")
    assert library.get(old.id).content == f"{DEPLOY}, and Kim does it"
    assert not remembering.dirty


def test_a_strength_that_was_set_stays(remembering: Remembering) -> None:
    form = dialog_of(remembering).form
    form.content.setPlainText("words")
    form.strength.setValue(0.5)
    form.category.choose("decision")
    assert form.draft().strength == pytest.approx(0.5)
    form.advice.strength_button.click()
    assert form.draft().strength == pytest.approx(1.5)


def test_closing_keeps_what_was_typed(remembering: Remembering, qtbot: QtBot) -> None:
    dialog = dialog_of(remembering)
    dialog.form.content.setPlainText("half a thought")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert remembering.dirty
    remembering.begin()
    assert dialog.form.draft().content == "half a thought"


def test_the_form_fits_a_small_screen_with_its_buttons(remembering: Remembering) -> None:
    remembering.begin()
    dialog = dialog_of(remembering)
    assert dialog.minimumSizeHint().height() <= 500 - FRAME.height()
    available = dialog.screen().availableSize() - FRAME
    assert (dialog.width(), dialog.height()) == (min(620, available.width()), min(520, available.height()))


def test_every_caption_stands_as_near_to_its_field(remembering: Remembering, qtbot: QtBot) -> None:
    form = dialog_of(remembering).form
    captions = [found for found in form.findChildren(QLabel) if found.buddy() is not None]
    assert len(captions) == 8

    def gap(caption: QLabel) -> int:
        below = caption.mapTo(form, caption.rect().bottomLeft()).y()
        return caption.buddy().mapTo(form, QPoint()).y() - below

    qtbot.waitUntil(lambda: {gap(caption) for caption in captions} == {5})
