"""Browse on a real store: filter, sort, curate, and what it shows when there is nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Memory
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet, Filtered
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.places.browse.looking import ALL, CHANGED, DUE, PINNED, TAG, TRASH, TYPE, Asked, Scope, count, look
from memento_gui.qt.places.browse.rename_tag import RenameTag
from memento_gui.qt.places.browse.replace import ReplaceDialog
from memento_gui.qt.state import AppState
from memento_gui.qt.tables.sorting import DEFAULT, SortKey
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.undo import MANY, Undo

MEMORIES = (
    ("Refresh tokens rotate", "A second use revokes the family", "semantic", ("auth", "security"), 0.9),
    ("Release checklist", "Changelog, tag, wheel on a clean machine", "procedural", ("release",), 0.6),
    ("Token lifetime", "Access tokens live 10 minutes", "episodic", ("auth",), 0.4),
    ("<b>bold</b><img src=x>", "<script>alert(1)</script>", "working", (), 0.2),
)


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        for title, content, kind, tags, importance in MEMORIES:
            opened.remember(content, title=title, type=kind, tags=tags, importance=importance)
            clock.advance(days=5)
        yield opened


@pytest.fixture
def place(library: Library, theme: Theme, tasks: Tasks, qtbot: QtBot) -> Iterator[Browse]:
    state = AppState()
    state.adopt(library.parameter_sets.active_name(), library.parameters())
    undo = Undo(library, state, tasks=tasks)
    made = Browse(PlaceContext(library=library, state=state, tasks=tasks, undo=undo, theme=theme, clock=library.clock))
    undo.applied.connect(lambda: refresh(made))
    qtbot.addWidget(made)
    made.resize(1200, 700)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    refresh(made)
    settle(made, qtbot)
    made.enter()
    yield made
    settle(made, qtbot)


def refresh(place: Browse) -> None:
    place.refresh(ChangeSet(last=1, tables=frozenset({"memory"}), everything=True))


def settle(place: Browse, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy() and not place.counting.waiting)


def titles(place: Browse) -> list[str]:
    model = place.table.memories
    return [str(model.data(model.index(row, 1))) for row in range(model.rowCount())]


def by_title(library: Library, title: str) -> Memory:
    return next(library.get(identity) for identity in library.ids() if library.get(identity).title == title)


def ask(place: Browse, qtbot: QtBot, text: str) -> list[str]:
    place.line.put(text)
    settle(place, qtbot)
    return titles(place)


def test_everything_is_shown_best_first_and_the_first_is_open(place: Browse) -> None:
    assert titles(place)[0] == "Refresh tokens rotate"
    assert len(titles(place)) == 4
    assert place.context.state.memory == place.table.current_id
    assert place.listing.footer.words == "1 of 4 selected"


def test_a_memory_that_was_just_written_is_the_one_that_the_next_key_trashes(
    place: Browse, library: Library, qtbot: QtBot
) -> None:
    context = place.context
    memory = library.drafted("Just written")
    context.undo.do(AddMemories(label="New memory", memories=(memory,)))
    context.state.select(memory.id)  # before the table has its row
    place.trash()
    settle(place, qtbot)
    assert not library.get(by_title(library, "Refresh tokens rotate").id).in_trash
    qtbot.waitUntil(lambda: place.table.current_id == memory.id)
    place.trash()
    settle(place, qtbot)
    assert library.get(memory.id).in_trash


def test_a_memory_that_the_filter_leaves_out_takes_the_selection_with_it(
    place: Browse, library: Library, qtbot: QtBot
) -> None:
    ask(place, qtbot, "release")
    place.context.state.select(by_title(library, "Token lifetime").id)
    assert not place.table.selected_ids()
    assert len(ask(place, qtbot, "")) == 4
    assert place.table.current_id == by_title(library, "Token lifetime").id


def test_many_memories_are_copied_and_cited_in_one_step(place: Browse, library: Library, qtbot: QtBot) -> None:
    many = tuple(library.drafted(f"number {number}") for number in range(MANY + 50))
    library.apply(AddMemories(label="Many", memories=many))
    refresh(place)
    settle(place, qtbot)
    place.table.selectAll()
    before = library.last_change()
    place.copy_markdown()
    settle(place, qtbot)
    qtbot.waitUntil(lambda: library.get(many[-1].id).cites == 1)
    assert all(memory.content in QGuiApplication.clipboard().text() for memory in many)
    assert library.last_change() - before == len(library.ids())


def test_escape_clears_the_filter_from_the_rows_and_the_sidebar(place: Browse, qtbot: QtBot) -> None:
    for where in (place.table, place.sidebar.findChildren(QAbstractButton)[0]):
        assert len(ask(place, qtbot, "tag:auth")) == 2
        qtbot.keyClick(where, Qt.Key.Key_Escape)
        settle(place, qtbot)
        assert len(titles(place)) == 4


def test_a_look_ends_while_somebody_writes_all_the_time(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    unbothered = library.filter

    def bothered(text: str) -> Filtered:
        found = unbothered(text)
        library.remember("written while the other parts are read")
        assert len(library.ids()) < 50, "looks again and again"
        return found

    monkeypatch.setattr(library, "filter", bothered)
    asked = Asked(scope=Scope(DUE), text="tag:auth", keys=DEFAULT, parameters=library.parameters())
    assert len(look(library, asked).rows.table) == len(MEMORIES)
    assert count(library).everything == len(library.ids()) - 1


def test_the_filter_line_narrows_and_says_how_far(place: Browse, qtbot: QtBot) -> None:
    assert ask(place, qtbot, "tag:auth") == ["Refresh tokens rotate", "Token lifetime"]
    assert place.listing.footer.words.startswith("2 of 4")
    assert ask(place, qtbot, "token -refresh") == ["Token lifetime"]
    assert ask(place, qtbot, "<script>") == ["<b>bold</b><img src=x>"]


def test_typing_is_answered_when_it_pauses_and_escape_clears(place: Browse, qtbot: QtBot) -> None:
    place.filter()
    with qtbot.waitSignal(place.line.asked):
        qtbot.keyClicks(place.line, "release")
    settle(place, qtbot)
    assert titles(place) == ["Release checklist"]
    qtbot.keyClick(place.line, Qt.Key.Key_Escape)
    settle(place, qtbot)
    assert len(titles(place)) == 4


def test_down_from_the_line_enters_the_rows(place: Browse, qtbot: QtBot) -> None:
    ask(place, qtbot, "release")
    place.filter()
    qtbot.keyClick(place.line, Qt.Key.Key_Down)
    assert place.table.hasFocus()
    assert place.table.selected_count() == 1


def test_a_remark_is_shown_for_a_bad_term(place: Browse, qtbot: QtBot) -> None:
    ask(place, qtbot, "score<much")
    assert not place.listing.remark.isHidden()
    ask(place, qtbot, "release")
    assert place.listing.remark.isHidden()


def test_an_empty_answer_leaves_a_way_out(place: Browse, qtbot: QtBot) -> None:
    assert ask(place, qtbot, "tag:auth release") == []
    assert place.listing.empty.isVisible()
    assert place.listing.footer.words.startswith("0 of 4")
    way = place.shown.way_out if place.shown else None
    assert way is not None
    assert (way.dropped, way.rest, way.count) == ("release", "tag:auth", 2)
    place.listing.empty._relax.click()
    settle(place, qtbot)
    assert len(titles(place)) == 2
    place.listing.footer.cleared.emit()
    settle(place, qtbot)
    assert len(titles(place)) == 4


def test_trashing_the_last_row_of_a_filter_leaves_the_way_out(place: Browse, qtbot: QtBot) -> None:
    ask(place, qtbot, "release")
    place.table.go_to_place(0)
    place.table.setFocus()
    qtbot.keyClick(place.table, Qt.Key.Key_Delete)
    settle(place, qtbot)
    assert titles(place) == []
    assert place.listing.footer.words.startswith("0 of 3")
    assert place.line.hasFocus()
    place.context.undo.undo()
    settle(place, qtbot)
    assert titles(place) == ["Release checklist"]


def test_the_next_row_takes_the_place_of_one_that_went(place: Browse, qtbot: QtBot) -> None:
    place.table.go_to_place(1)
    second, third = titles(place)[1:3]
    place.trash()
    settle(place, qtbot)
    assert second not in titles(place)
    model = place.table.memories
    assert str(model.data(model.index(place.table.currentIndex().row(), 1))) == third


def test_pins_fields_and_tags_are_set_for_all_that_are_selected(place: Browse, library: Library, qtbot: QtBot) -> None:
    place.table.selectAll()
    place.toggle_pin()
    settle(place, qtbot)
    assert all(library.get(identity).pinned for identity in library.ids())
    place.toggle_pin()
    settle(place, qtbot)
    assert not any(library.get(identity).pinned for identity in library.ids())
    ids = place.table.selected_ids()
    place.curator.add_tag(ids, "new tag")
    settle(place, qtbot)
    assert all("new tag" in library.get(identity).tags for identity in ids)
    assert place.context.undo.undo_label == "Tag 4 memories new tag"
    place.curator.remove_tag(ids, "auth")
    settle(place, qtbot)
    assert not any("auth" in library.get(identity).tags for identity in ids)
    place.context.undo.undo()
    place.context.undo.undo()
    settle(place, qtbot)
    assert by_title(library, "Refresh tokens rotate").tags == ("auth", "security")


def test_copying_counts_as_citing_but_copying_ids_does_not(place: Browse, library: Library, qtbot: QtBot) -> None:
    place.table.go_to(by_title(library, "Token lifetime").id)
    place.copy_id()
    settle(place, qtbot)
    assert QGuiApplication.clipboard().text() == place.table.current_id
    assert by_title(library, "Token lifetime").cites == 0
    place.copy_markdown()
    settle(place, qtbot)
    assert QGuiApplication.clipboard().text() == "# Token lifetime\n\nAccess tokens live 10 minutes"
    assert by_title(library, "Token lifetime").cites == 1
    place.copy_json()
    settle(place, qtbot)
    assert '"title": "Token lifetime"' in QGuiApplication.clipboard().text()


def test_the_sidebar_counts_and_narrows(place: Browse, library: Library, qtbot: QtBot) -> None:
    library.pin(by_title(library, "Release checklist").id)
    library.forget(by_title(library, "Token lifetime").id)
    refresh(place)
    settle(place, qtbot)
    for scope, expected in (
        (Scope(PINNED), ["Release checklist"]),
        (Scope(TRASH), ["Token lifetime"]),
        (Scope(TYPE, "working"), ["<b>bold</b><img src=x>"]),
        (Scope(TAG, "security"), ["Refresh tokens rotate"]),
    ):
        place.sidebar.choose(scope)
        settle(place, qtbot)
        assert titles(place) == expected, scope
    place.show_trash()
    settle(place, qtbot)
    place.table.selectAll()
    place.restore()
    settle(place, qtbot)
    assert titles(place) == []
    place.show_all()
    settle(place, qtbot)
    assert len(titles(place)) == 4


def test_counts_agree_with_what_each_scope_shows(library: Library, clock: FixedClock) -> None:
    library.pin(library.ids()[0])
    library.forget(library.ids()[3])
    numbers = count(library)
    expected = {
        Scope(ALL): numbers.everything,
        Scope(PINNED): numbers.pinned,
        Scope(DUE): numbers.due,
        Scope(CHANGED): numbers.changed,
        Scope(TRASH): numbers.trash,
        **{Scope(kind, value): n for kind, counts in numbers.facets.items() for value, n in counts.items()},
    }
    for scope, number in expected.items():
        found = look(library, Asked(scope=scope, keys=DEFAULT, parameters=library.parameters()))
        assert len(found.rows) == found.total == number, scope


def test_sorting_by_words_reads_them_in_the_worker(place: Browse, qtbot: QtBot) -> None:
    place.table.sort_by((SortKey("memory", down=False),))
    settle(place, qtbot)
    assert titles(place) == sorted(titles(place), key=str.casefold)


def test_turning_a_knob_reorders_at_once(place: Browse, qtbot: QtBot) -> None:
    state = place.context.state
    before = titles(place)
    turned = {"ranking.recency": 0.9, "ranking.importance": 0.0, "recency.half_life.semantic": 1.0}
    state.tune(state.parameters.with_values(turned))
    settle(place, qtbot)
    assert titles(place) == [*before[1:], before[0]]
    assert place.shown is not None
    assert place.shown.rows.weights == (0.9, 0.0, 0.1)


def test_a_foreign_write_appears_and_nothing_else_moves(
    place: Browse, library: Library, qtbot: QtBot, clock: FixedClock
) -> None:
    place.table.go_to(by_title(library, "Token lifetime").id)
    with Library.open(library.path, clock=clock) as other:
        fresh = other.remember("from an agent", title="Fresh")
    place.refresh(ChangeSet(last=2, ids=frozenset({fresh.id}), tables=frozenset({"memory"})))
    settle(place, qtbot)
    assert "Fresh" in titles(place)
    assert place.table.current_id == by_title(library, "Token lifetime").id


def test_the_sidebar_folds_below_1100_px_and_comes_back_on_demand(place: Browse) -> None:
    place.resize(1000, 600)
    assert place.sidebar.isHidden()
    assert not place._fold.isHidden()
    place.toggle_sidebar()
    assert not place.sidebar.isHidden()
    place.toggle_sidebar()
    place.resize(1300, 600)
    assert place.sidebar.isHidden()
    place.toggle_sidebar()
    assert not place.sidebar.isHidden()


def test_a_tag_is_renamed_everywhere_or_merged_in_one_step(place: Browse, library: Library, qtbot: QtBot) -> None:
    library.forget(by_title(library, "Refresh tokens rotate").id)
    before = {identity: library.get(identity).tags for identity in library.tags()}
    place.rename_tag()
    dialog = next(child for child in place.findChildren(RenameTag) if child.isVisible())
    dialog.old.setCurrentText("auth")
    dialog.new.setText(" security ")
    assert "become one tag" in dialog.sentence
    qtbot.keyClick(dialog.new, Qt.Key.Key_Return)
    settle(place, qtbot)
    after = {identity: library.get(identity).tags for identity in library.tags()}
    assert any("auth" in tags for tags in before.values())
    assert after == {
        identity: tuple(dict.fromkeys("security" if tag == "auth" else tag for tag in tags))
        for identity, tags in before.items()
    }
    place.context.undo.undo()
    settle(place, qtbot)
    assert {identity: library.get(identity).tags for identity in library.tags()} == before


def test_words_are_replaced_after_a_look_in_one_step(place: Browse, library: Library, qtbot: QtBot) -> None:
    before = [library.get(identity) for identity in library.ids()]
    word = before[0].content.split()[0]
    place.replace()
    dialog = next(child for child in place.findChildren(ReplaceDialog) if child.isVisible())
    dialog.pattern.setChecked(True)
    dialog.wanted.setText("(")
    qtbot.waitUntil(lambda: "cannot be used" in dialog.sentence)
    assert not dialog.agree.isEnabled()
    dialog.pattern.setChecked(False)
    dialog.wanted.setText(word)
    dialog.put.setText("<b>new</b>")
    qtbot.waitUntil(dialog.agree.isEnabled)
    assert "<b>new</b>" in dialog.preview.toPlainText()
    dialog.agree.click()
    settle(place, qtbot)
    assert library.get(before[0].id).content.startswith("<b>new</b>")
    place.context.undo.undo()
    settle(place, qtbot)
    assert [library.get(memory.id) for memory in before] == before


def test_the_trash_is_emptied_only_when_asked_and_after_a_backup(place: Browse, library: Library, qtbot: QtBot) -> None:
    gone = library.ids()[:2]
    library.forget(*gone)
    place.empty_trash()
    box = next(child for child in place.findChildren(QMessageBox) if child.isVisible())
    assert box.text() == "Delete 2 memories for good?"
    box.close()
    settle(place, qtbot)
    assert len(library.features()) == 4
    place.empty_trash()
    box = next(child for child in place.findChildren(QMessageBox) if child.isVisible())
    next(button for button in box.buttons() if button.text() == "Delete for good").click()
    settle(place, qtbot)
    assert len(library.features()) == 2
    assert list(library.path.parent.glob("*.bak"))


def test_the_menu_offers_what_can_be_done(place: Browse, library: Library, qtbot: QtBot) -> None:

    place.table.selectAll()
    place._show_menu(place.table.viewport().rect().center())
    menu = next(child for child in place.findChildren(QMenu) if child.isVisible())
    texts = [action.text() for action in menu.actions()]
    assert {"Edit memory", "Pin or unpin", "Move to the trash", "Copy as JSON", "Type", "Importance", "Tags"} <= set(texts)
    kinds = next(action for action in menu.actions() if action.text() == "Type").menu()
    assert isinstance(kinds, QMenu)
    next(action for action in kinds.actions() if action.text() == "Semantic").trigger()
    menu.close()
    settle(place, qtbot)
    assert {library.get(identity).type.value for identity in library.ids()} == {"semantic"}


def test_the_filter_completes_the_word_at_the_cursor_and_marks_what_it_cannot_read(place: Browse, qtbot: QtBot) -> None:
    place.line.setFocus()
    qtbot.keyClicks(place.line, "tag:auth -type:se")
    qtbot.waitUntil(lambda: place.line.completing.offered == ["type:semantic"])
    qtbot.keyClick(place.line.completing.popup, Qt.Key.Key_Tab)
    assert place.line.text() == "tag:auth -type:semantic "
    settle(place, qtbot)
    place.line.put("type:odd")
    settle(place, qtbot)
    qtbot.waitUntil(lambda: place.line.marks == ((0, 8),))
    place.line.put("type:semantic")
    assert place.line.marks == ()
    settle(place, qtbot)


def test_a_stream_of_changes_is_counted_in_few_passes_and_the_last_one_is_seen(
    place: Browse, library: Library, qtbot: QtBot
) -> None:
    library.apply(library.saved_searches.save_edit("Auth", "tag:auth"))
    passes: list[str] = []
    place.context.tasks.busy.connect(passes.append)
    for number in range(40):
        library.remember(f"Change {number}", tags=["auth"])
        refresh(place)
        qtbot.wait(2)
    settle(place, qtbot)
    assert passes.count("browse.counts") < 40
    assert place.table.go_to(library.ids()[-1])
    qtbot.waitUntil(lambda: "Change 39" in titles(place))
    assert place.table.memories.rowCount() == 44
    saved = next(item for item in place.sidebar.items if item.scope == Scope("saved", "Auth"))
    assert saved.accessibleDescription() == "42"
