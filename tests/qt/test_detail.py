"""The detail pane: what it shows, what it keeps to the letter, and the drafts it never loses."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QFocusEvent, QTextOption
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from memento_gui.domain.memory import Category, Memory, MemoryType, Revision
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.strength import suggested_strength
from memento_gui.engine.titles import suggested_title
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import tokens
from memento_gui.qt.widgets.chips import Chip
from memento_gui.qt.widgets.detail import Detail, DetailPane, Draft, Fading, Linked, Standing, draft_of
from memento_gui.qt.widgets.detail.advice import Adviser
from memento_gui.qt.widgets.detail.form import MemoryForm
from memento_gui.qt.widgets.difference import difference
from memento_gui.qt.widgets.tags_line import TagsLine, tags_line, tags_of

NOW = 1_796_040_000_000


def memory(identity: str = "a", content: str = "Some *words*.", **fields: object) -> Memory:
    given_fields = {"title": f"Title {identity}", "created_ms": NOW - 1000, "updated_ms": NOW - 1000} | fields
    return Memory(id=identity, content=content, **given_fields)  # type: ignore[arg-type]  # fields by name


def detail(held: Memory, **fields: object) -> Detail:
    standing = Standing(
        score=0.373,
        recency=0.691,
        importance=0.85,
        usage=0.65,
        recency_note="48 d old",
        importance_note="0.80 + 0.05",
        usage_note="31 views",
    )
    fading = Fading(score=2.95, promote_days=14.0, forget_days=184.0, tag_factor=1.0)
    return Detail(
        memory=held,
        standing=standing,
        fading=fading,
        parameters=ParameterSet(),
        now_ms=NOW,
        **fields,  # type: ignore[arg-type]  # fields by name
    )


@pytest.fixture
def pane(theme: Theme, qtbot: QtBot) -> DetailPane:
    made = DetailPane(theme)
    qtbot.addWidget(made)
    made.resize(392, 820)
    return made


@pytest.fixture
def form(theme: Theme, qtbot: QtBot) -> MemoryForm:
    made = MemoryForm(theme)
    qtbot.addWidget(made)
    return made


tag_texts = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=8)


@given(st.lists(tag_texts, max_size=5, unique=True))
def test_tags_come_back_from_their_line(tags: list[str]) -> None:
    assert tags_of(tags_line(tuple(tags))) == tuple(tags)


def test_tags_are_split_at_commas_and_repeats_dropped() -> None:
    assert tags_of(' auth, deploy ,, auth,"a,b"') == ("auth", "deploy", "a,b")


def test_only_the_last_tag_is_completed(qtbot: QtBot) -> None:
    line = TagsLine()
    qtbot.addWidget(line)
    line.offer(["deploy", "a,b"])
    line.setText("auth, dep")
    completer = line.completer()
    assert completer.splitPath(line.text()) == ["dep"]
    model = completer.completionModel()
    completer.setCompletionPrefix("dep")
    assert completer.pathFromIndex(model.index(0, 0)) == "auth, deploy"


@pytest.mark.parametrize(
    "content",
    [
        "a\r\nb",
        "a\u2028b\u2029c",
        "a\u00a0b",
        "trailing  \n\n",
        "\ttab\x0bvertical",
        "mixed\r\nand\nlone\rends",
        "",
        "é e\u0301",
    ],
)
def test_what_was_not_touched_keeps_every_byte(form: MemoryForm, content: str) -> None:
    held = memory(content=content, title=" spaced\u00a0title ", importance=1 / 3, tags=(" padded ", "a,b", "x"))
    form.fill(draft_of(held))
    assert form.draft() == draft_of(held)
    assert form.draft().changes == {}
    assert not form.dirty
    form.title.setText("another")
    assert form.draft().changes == {"title": "another"}


def test_an_edited_text_keeps_its_line_ends_and_its_hard_spaces(form: MemoryForm) -> None:
    form.fill(draft_of(memory(content="one\r\ntwo\u00a0words")))
    form.content.appendPlainText("three")
    assert form.draft().content == "one\r\ntwo\u00a0words\r\nthree"


def test_a_letter_typed_into_long_lines_cuts_nothing_off(form: MemoryForm) -> None:
    tags = tuple(f"tag{number}" for number in range(10_000))
    base = memory(title="T" * 100_000, tags=tags, project="P" * 50_000)
    form.fill(draft_of(base))
    for line in (form.title, form.project):
        line.insert("x")
    form.tags.setCursorPosition(len(form.tags.text()))
    form.tags.insert(", last")
    draft = form.draft()
    assert draft.title == "x" + base.title
    assert draft.project == "x" + base.project
    assert draft.tags == (*tags, "last")


def test_a_tag_as_long_as_a_text_comes_back_from_its_line() -> None:
    tag = '"' + "t" * (1 << 20)
    assert tags_of(tags_line((tag, "b"))) == (tag, "b")


def test_a_word_without_end_is_broken_anywhere_and_kept(form: MemoryForm) -> None:
    word = "x" * (1 << 20)
    form.fill(draft_of(memory(content=word)))
    assert form.content.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere
    assert form.draft().content == word
    form.fill(draft_of(memory(content="short words")))
    assert form.content.wordWrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    pasted = QMimeData()
    pasted.setText("y" * 6000)
    form.content.insertFromMimeData(pasted)
    assert form.content.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere
    assert form.draft().content == "y" * 6000 + "short words"


def test_saving_is_offered_only_for_changes_and_words(form: MemoryForm, qtbot: QtBot) -> None:
    saved: list[int] = []
    form.saved.connect(lambda: saved.append(1))
    form.fill(draft_of(memory()))
    with qtbot.waitActive(form):
        form.show()
        form.activateWindow()
    qtbot.keyClick(form.content, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert saved == []
    form.content.setPlainText("other words")
    qtbot.keyClick(form.content, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(form.tags, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert saved == [1, 1]
    form.content.clear()
    qtbot.keyClick(form.content, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert saved == [1, 1]


def test_a_draft_waits_while_another_memory_is_read(pane: DetailPane) -> None:
    pane.show_detail(detail(memory("a")))
    pane.form.content.setPlainText("half a thought")
    pane.show_detail(detail(memory("b")))
    assert pane.form.content.toPlainText() == "Some *words*."
    assert tuple(pane.drafts()) == ("a",)
    pane.show_detail(detail(memory("a")))
    assert pane.form.content.toPlainText() == "half a thought"
    assert pane.form.dirty
    pane.drop_draft()
    assert pane.drafts() == {}
    assert pane.form.content.toPlainText() == "Some *words*."


def test_a_refresh_does_not_disturb_what_is_being_edited(pane: DetailPane) -> None:
    pane.show_detail(detail(memory("a")))
    pane.form.content.setPlainText("mine")
    pane.show_detail(detail(memory("a", content="theirs")))
    assert pane.form.content.toPlainText() == "mine"
    assert pane.read.words.markdown == "theirs"
    draft = pane.form.draft()
    assert draft.base is not None
    assert draft.base.content == "Some *words*."
    pane.put_draft(replace(draft, base=memory("a", content="theirs")))
    rebased = pane.form.draft()
    assert rebased.base is not None
    assert (rebased.base.content, rebased.content) == ("theirs", "mine")


def test_what_was_saved_counts_as_clean(pane: DetailPane) -> None:
    pane.show_detail(detail(memory("a")))
    pane.form.content.setPlainText("saved words")
    pane.settle()
    assert pane.drafts() == {}
    pane.show_detail(detail(memory("a", content="saved words")))
    assert not pane.form.dirty


def test_trash_and_read_only_stores_can_only_be_read(pane: DetailPane) -> None:
    for shown in (detail(memory(deleted_ms=NOW)), detail(memory(), read_only=True)):
        pane.show_detail(shown)
        assert pane.form.content.isReadOnly()
        assert not pane.form.type.isEnabled()


def test_relations_and_history_are_counted_and_followed(pane: DetailPane, qtbot: QtBot) -> None:
    links = (
        Linked(memory_id="b", title="<b>Other</b>", kind="semantic", relation="explains", outgoing=True, exists=True),
        Linked(memory_id="gone", title="", kind="", relation="used in", outgoing=False, exists=False),
    )
    revision = Revision(memory_id="a", number=1, title="Title a", content="older", replaced_ms=NOW - 500)
    pane.show_detail(detail(memory("a"), relations=links, revisions=(revision,)))
    pane.show()
    opened: list[str] = []
    restored: list[int] = []
    pane.opened.connect(opened.append)
    pane.restored.connect(restored.append)

    link = next(button for button in pane.read.findChildren(QPushButton) if button.accessibleName() == "<b>Other</b>")
    link.click()
    assert opened == ["b"]
    pane.tabs.choose("history")
    next(b for b in pane.history.findChildren(QPushButton) if "Restore" in b.text()).click()
    assert restored == [1]


def test_a_difference_shows_hostile_lines_as_text() -> None:
    written = difference("<b>old</b>\nsame", "<i>new</i>\nsame", tokens(dark=False))
    unmarked = re.sub(r"</?span[^>]*>", "", written)  # which mark the words that differ
    assert "&lt;b&gt;old&lt;/b&gt;" in unmarked
    assert "&lt;i&gt;new&lt;/i&gt;" in unmarked
    assert not re.search(r"</?[bi]>", written)
    assert "The words are the same." in difference("x", "x", tokens(dark=False))
    long = difference("line\n" * 2000, "other\n" * 2000, tokens(dark=False))
    assert "Too long to compare" in long


def test_a_new_memory_is_a_draft_without_base(form: MemoryForm) -> None:
    empty = Draft(
        base=None,
        title="",
        content="",
        type=MemoryType.EPISODIC,
        category=draft_of(memory()).category,
        importance=0.5,
    )
    form.fill(empty)
    form.content.setPlainText("first words")
    form.tags.setText("one, two")
    made = form.draft()
    assert made.base is None
    assert (made.content, made.tags) == ("first words", ("one", "two"))


def test_crossing_dates_are_told_and_a_pin_forgets_nothing(pane: DetailPane) -> None:

    pane.show_detail(detail(memory("a")))
    said = " ".join(label.text() for label in pane.read.dates.findChildren(QLabel))
    assert "in 14 d" in said
    assert "in 184 d" in said
    pane.show_detail(detail(memory("a", pinned=True)))
    said = " ".join(label.text() for label in pane.read.dates.findChildren(QLabel))
    assert "never, it is pinned" in said


def test_many_tags_leave_the_words_their_room_and_are_counted(pane: DetailPane) -> None:
    pane.show_detail(detail(memory(tags=tuple(f"tag-{number}" for number in range(30)))))
    header = pane.header
    assert [chip.accessibleName() for chip in header.findChildren(Chip)] == [f"tag-{number}" for number in range(8)]
    more = next(shown for shown in header.findChildren(QLabel) if shown.text() == "+22")
    assert "tag-29" in more.toolTip()


def test_a_title_and_a_strength_are_suggested_and_taken_as_one_draft(form: MemoryForm) -> None:
    knobs = ParameterSet().decay
    form.advise(
        Adviser(suggested_title, lambda tags, category: suggested_strength(tags, category, knobs), lambda: ("deploy",))
    )
    held = memory(content="Deploys go out on Tuesdays. Ask Kim.", category=Category.DECISION)
    form.fill(draft_of(held))
    assert not form.dirty
    assert "1.50: a decision" in form.advice.strength_button.accessibleName()
    form.advice.title_button.click()
    form.advice.strength_button.click()
    assert form.draft().changes == {"title": "Deploys go out on Tuesdays", "strength": 1.5}
    assert not form.advice.strength_button.isEnabled()
    form.allow(writing=False)
    assert form.advice.title_button.isHidden()
    form.tags.focusInEvent(QFocusEvent(QEvent.Type.FocusIn))
    completions = form.tags.completer().model()
    assert [completions.index(row, 0).data() for row in range(completions.rowCount())] == ["deploy"]
