"""Duplicates in Browse: groups are read, merged, linked and kept apart from the keyboard."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.places.browse.duplicates import DuplicatesDialog
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.undo import Undo
from memento_gui.qt.widgets.difference import beside, difference
from memento_gui.search.embedder import BundledEmbedder
from memento_gui.store import text_hash

TOLD = (
    ("Tokens rotate", 0),
    ("Tokens rotate\non every use <b>once</b>", 8),
    ("It rains", 100),
    ("It rains a lot", 115),
    ("Release on Friday", 200),
    ("Never release on Friday", 240),
    ("Alone", 300),
)


def embed(library: Library) -> list[str]:
    ids = [library.remember(text).id for text, _ in TOLD]
    turns = np.deg2rad([angle for _, angle in TOLD])
    vectors = np.stack([np.cos(turns), np.sin(turns)], axis=1).astype(np.float32)
    with library._store.transaction() as writer:
        writer.put_embeddings("fixed", ids, vectors, [text_hash("", text) for text, _ in TOLD])
    return ids


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=None) as opened:
        yield opened


@pytest.fixture
def place(library: Library, theme: Theme, tasks: Tasks, qtbot: QtBot) -> Iterator[Browse]:
    made = browse_of(library, theme, tasks, qtbot)
    yield made
    settle(made, qtbot)


def browse_of(library: Library, theme: Theme, tasks: Tasks, qtbot: QtBot) -> Browse:
    state = AppState()
    state.adopt(library.parameter_sets.active_name(), library.parameters())
    undo = Undo(library, state, tasks=tasks)
    made = Browse(PlaceContext(library=library, state=state, tasks=tasks, undo=undo, theme=theme, clock=library.clock))
    qtbot.addWidget(made)
    made.show()
    return made


def settle(place: Browse, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy())


def open_dialog(place: Browse, qtbot: QtBot) -> DuplicatesDialog:
    place.bound["browse.duplicates"].trigger()
    dialog = next(child for child in place.findChildren(DuplicatesDialog) if child.isVisible())
    dialog.activateWindow()
    settle(place, qtbot)
    return dialog


def rows(dialog: DuplicatesDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def press(dialog: DuplicatesDialog, qtbot: QtBot, place: Browse, key: Qt.Key) -> None:
    qtbot.keyClick(dialog.list, key)
    settle(place, qtbot)


def test_groups_are_listed_with_cohesion_suggestion_and_the_difference(
    library: Library, place: Browse, qtbot: QtBot
) -> None:
    embed(library)
    dialog = open_dialog(place, qtbot)
    assert len(rows(dialog)) == 2
    assert rows(dialog)[0] == "Tokens rotate\nmerge, cohesion 0.99, 2 memories"
    assert "2 groups among 7 memories, 2 likely pairs" in dialog.sentence
    assert "on every use <b>once</b>" in dialog.view.difference.toPlainText()
    assert dialog.view.members.count() == 2
    press(dialog, qtbot, place, Qt.Key.Key_Down)
    assert "It rains a lot" in dialog.view.difference.toPlainText()
    assert dialog.view.merger.markdown == "It rains a lot"
    dialog.close()


def test_a_group_is_merged_by_key_and_ctrl_z_brings_it_back(library: Library, place: Browse, qtbot: QtBot) -> None:
    ids = embed(library)
    before = [library.get(identity) for identity in ids]
    dialog = open_dialog(place, qtbot)
    merger = dialog.view.merger.markdown
    press(dialog, qtbot, place, Qt.Key.Key_M)
    (survivor,) = set(library.ids()) - set(ids)
    assert library.get(survivor).content == merger == TOLD[1][0]
    assert library.get(ids[0]).in_trash
    assert len(rows(dialog)) == 1
    assert "merged" in dialog.sentence
    assert dialog.view.memory_id == ids[3]
    qtbot.keyClick(dialog.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(place, qtbot)
    assert [library.get(identity) for identity in ids] == before
    assert len(rows(dialog)) == 2
    dialog.close()


def test_linked_and_different_groups_do_not_come_again(library: Library, place: Browse, qtbot: QtBot) -> None:
    ids = embed(library)
    dialog = open_dialog(place, qtbot)
    press(dialog, qtbot, place, Qt.Key.Key_L)
    press(dialog, qtbot, place, Qt.Key.Key_N)
    assert rows(dialog) == []
    assert not dialog.buttons["merge"].isEnabled()
    assert [relation.type for relation in library.relations(ids[0])] == ["similar_to"]
    assert [relation.type for relation in library.relations(ids[2])] == ["distinct_from"]
    dialog.close()
    dialog = open_dialog(place, qtbot)
    assert "No two of 7 memories say nearly the same" in dialog.sentence
    place.context.undo.undo()
    settle(place, qtbot)
    assert len(rows(dialog)) == 1
    dialog.close()


CHANGED = ChangeSet(last=0, ids=frozenset(), tables=frozenset({"embedding"}), everything=False)


def test_groups_follow_what_is_embedded_and_changed_elsewhere(library: Library, place: Browse, qtbot: QtBot) -> None:
    dialog = open_dialog(place, qtbot)
    assert rows(dialog) == []
    ids = embed(library)
    place.refresh(CHANGED)
    settle(place, qtbot)
    assert len(rows(dialog)) == 2
    assert "2 groups among 7 memories" in dialog.sentence
    press(dialog, qtbot, place, Qt.Key.Key_Down)
    dialog.view.members.setFocus()
    dialog.view.members.setCurrentRow(0)
    library.edit(ids[3], tags=("wet",))
    library.forget(ids[0])
    place.refresh(CHANGED)
    settle(place, qtbot)
    assert len(rows(dialog)) == 1
    assert dialog.view.memory_id == ids[2]
    assert dialog.view.members.hasFocus()
    assert "Tags: wet" in dialog.view.difference.toPlainText()
    assert not dialog.stop.isVisible()
    dialog.close()


def test_what_was_decided_stays_said_and_does_not_come_back(library: Library, place: Browse, qtbot: QtBot) -> None:
    embed(library)
    dialog = open_dialog(place, qtbot)
    place.refresh(CHANGED)  # a look that began before the decision
    qtbot.keyClick(dialog.list, Qt.Key.Key_N)
    assert len(rows(dialog)) == 1
    place.refresh(CHANGED)
    settle(place, qtbot)
    assert len(rows(dialog)) == 1
    assert dialog.sentence == "2 memories kept apart. Ctrl+Z takes it back. 1 group left."
    dialog.again.click()
    settle(place, qtbot)
    assert dialog.sentence.startswith("1 group among 7 memories")
    dialog.close()


def test_groups_wait_for_the_last_vector(
    tmp_path: Path, clock: FixedClock, theme: Theme, tasks: Tasks, qtbot: QtBot
) -> None:
    with Library.open(tmp_path / "read.db", clock=clock, embedder=BundledEmbedder) as library:
        library.load_model()
        text = "The release build takes eleven minutes on the old laptop."
        first = [library.remember(text).id, library.remember(text).id]
        library.embed_pending()
        place = browse_of(library, theme, tasks, qtbot)
        dialog = open_dialog(place, qtbot)
        assert dialog.sentence.startswith("1 group among 2 memories")
        third = library.remember(text).id
        place.refresh(CHANGED)
        settle(place, qtbot)
        assert dialog.view.ids == tuple(first)
        library.embed_pending()
        place.refresh(CHANGED)
        settle(place, qtbot)
        assert dialog.view.ids == (*first, third)
        assert dialog.sentence.startswith("1 group among 3 memories")
        dialog.close()


def test_the_chosen_memory_opens_in_the_window(library: Library, place: Browse, qtbot: QtBot) -> None:
    ids = embed(library)
    dialog = open_dialog(place, qtbot)
    dialog.view.members.setCurrentRow(0)
    with qtbot.waitSignal(place.opened) as opened:
        qtbot.keyClick(dialog.list, Qt.Key.Key_O)
    assert opened.args == [ids[0]]
    dialog.close()


def test_without_vectors_it_says_why_and_offers_nothing(library: Library, place: Browse, qtbot: QtBot) -> None:
    library.remember("alone")
    dialog = open_dialog(place, qtbot)
    assert "nothing can be compared now" in dialog.sentence
    assert not any(button.isEnabled() for button in dialog.buttons.values())
    dialog.close()


def test_a_stopped_search_says_so_and_can_be_taken_up_again(library: Library, place: Browse, qtbot: QtBot) -> None:
    embed(library)
    place.bound["browse.duplicates"].trigger()
    dialog = next(child for child in place.findChildren(DuplicatesDialog) if child.isVisible())
    dialog.stop.click()
    settle(place, qtbot)
    assert "Stopped" in dialog.sentence
    dialog.again.click()
    settle(place, qtbot)
    assert len(rows(dialog)) == 2
    dialog.close()


def test_a_memory_trashed_meanwhile_is_not_merged(library: Library, place: Browse, qtbot: QtBot) -> None:
    ids = embed(library)
    dialog = open_dialog(place, qtbot)
    library.forget(ids[0])
    with qtbot.waitSignal(place.context.undo.reported):
        qtbot.keyClick(dialog.list, Qt.Key.Key_M)
    settle(place, qtbot)
    assert not library.get(ids[1]).in_trash
    dialog.close()


def test_a_memory_changed_meanwhile_is_not_merged_but_shown_as_it_is(library: Library, place: Browse, qtbot: QtBot) -> None:
    ids = embed(library)
    dialog = open_dialog(place, qtbot)
    library.edit(ids[1], tags=("new",))
    library.viewed(ids[0])
    press(dialog, qtbot, place, Qt.Key.Key_M)
    assert "changed elsewhere meanwhile" in dialog.sentence
    assert set(library.ids()) == set(ids)
    qtbot.waitUntil(lambda: "Tags: new" in dialog.view.difference.toPlainText())
    press(dialog, qtbot, place, Qt.Key.Key_M)
    (survivor,) = set(library.ids()) - set(ids)
    assert library.get(survivor).tags == ("new",)
    dialog.close()


def test_only_the_words_that_differ_stand_on_a_ground(theme: Theme) -> None:
    css = theme.tokens.css()
    shown = beside("the <old> laptop\nsame\nquite different", "the <new> laptop\nsame\nnothing of it", theme.tokens)
    for word, ink in (("old", "danger"), ("new", "ok")):
        style = f"color:{css[ink]}; background:{css[f'{ink}_bg']}; font-weight:600"
        assert f"the &lt;<span style='{style}'>{word}</span>&gt; laptop" in shown
        assert shown.count(f"background:{css[f'{ink}_bg']}") == 2  # the word, and the whole of the last line
    lines = difference("the old laptop", "the new laptop", theme.tokens)
    assert ">old</span> laptop" in lines
    assert ">new</span> laptop" in lines


def test_huge_texts_are_cut_where_they_are_compared(theme: Theme) -> None:
    word, lines = "x" * 1_000_000, "a line of it\n" * 80_000
    assert "998,000 more characters" in beside(word, word[1:] + "yy", theme.tokens)
    assert "998,001 more characters" in difference(word, word + "y", theme.tokens)
    assert "how both begin" in beside(lines, lines[1:], theme.tokens)
    many = "\n".join(f"{n} {'a' * 900}" for n in range(600))
    shown = beside(many, "", theme.tokens)
    assert "too long to show here" in shown
    assert len(shown) < 100_000
