"""The Search place on a real store, by words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from typing_extensions import override

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.places.search.asking import Answered, ask, names_and_count
from memento_gui.qt.places.search.results.rows import AT_FIRST, MoreRow, ResultRow
from memento_gui.qt.widgets.message_bar import Message
from tests.qt.standing import Stand

MEMORIES = (
    ("Refresh tokens rotate on every use", "A second use revokes the family", "semantic", ("auth",)),
    ("Release checklist", "Changelog, tag, wheel on a clean machine", "procedural", ("release",)),
    ("Token lifetime", "Access tokens live 10 minutes", "episodic", ("auth",)),
    ("<b>bold</b><img src=x>", "<script>alert(1)</script> token", "working", ()),
)


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        for title, content, kind, tags in MEMORIES:
            opened.remember(content, title=title, type=kind, tags=tags)
            clock.advance(days=1)
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand) -> SearchPlace:
    return stand(SearchPlace, library, 1000, 700)


def results(place: SearchPlace) -> list[ResultRow]:
    return [row for row in place.list.results.rows if isinstance(row, ResultRow)]


def search(place: SearchPlace, qtbot: QtBot, text: str) -> list[ResultRow]:
    place.search_for(text)
    qtbot.waitUntil(lambda: place._answered is not None and place._answered.outcome.text == text)
    return results(place)


def test_results_follow_the_line_and_the_newest_query_wins(place: SearchPlace, qtbot: QtBot) -> None:
    for text in ("r", "re", "rel", "release"):
        place.search_for(text)
    qtbot.waitUntil(lambda: len(results(place)) == 1)
    assert results(place)[0].title == "Release checklist"
    assert place.line.elapsed.endswith("ms")


def test_matched_words_are_marked_whatever_their_endings(place: SearchPlace, qtbot: QtBot) -> None:
    found = {row.title: row for row in search(place, qtbot, "rotating token")}
    first = found["Refresh tokens rotate on every use"]
    assert [first.title[start:end] for start, end in first.title_spans] == ["tokens", "rotate"]


class Meddler(FixedClock):
    """A clock that another program looks at: whenever the time is told, that program has written one memory more."""

    other: Library | None = None

    @override
    def now_ms(self) -> int:
        if self.other is not None:
            self.other.remember("token written meanwhile")
        return super().now_ms()


def test_a_search_and_what_is_said_of_the_store_are_of_one_moment(tmp_path: Path, clock: FixedClock) -> None:
    path, meddler = tmp_path / "busy.db", Meddler(clock.now_ms())
    with (
        Library.open(path, clock=clock, embedder=None) as other,
        Library.open(path, clock=meddler, embedder=None) as library,
    ):
        other.remember("token")
        meddler.other = other
        answered = ask(library, "token", library.parameters(), everything=False)
        assert answered.vectors.total == len(answered.outcome.table) < len(other.ids())
        vocabulary, count = names_and_count(library)
        assert (vocabulary.tags, count) == ((), len(other.ids()))


def test_a_text_that_is_too_long_for_a_query_is_cut_and_that_is_said(place: SearchPlace, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("token " * 1000)
    told: list[Message] = []
    place.reported.connect(told.append)
    place.line.paste()
    assert len(place.line.text()) == 4096
    assert [message.text for message in told] == ["A query has at most 4,096 characters; the rest was left out."]
    qtbot.waitUntil(lambda: len(results(place)) > 0)


def test_hostile_text_stays_text(place: SearchPlace, qtbot: QtBot) -> None:
    titles = [row.title for row in search(place, qtbot, "token")]
    assert "<b>bold</b><img src=x>" in titles
    index = place.list.results.index(titles.index("<b>bold</b><img src=x>"))
    assert "&lt;b&gt;" in str(index.data(Qt.ItemDataRole.ToolTipRole))


def test_without_a_model_it_says_words_only_and_applies_no_threshold(place: SearchPlace, qtbot: QtBot) -> None:
    rows = search(place, qtbot, "token")
    assert "Words only" in place.remarks.text
    assert all(row.kept and not row.bar.thresholds for row in rows)


def test_the_bar_is_the_score(place: SearchPlace, qtbot: QtBot) -> None:
    for row in search(place, qtbot, "token lifetime"):
        assert row.bar.score == pytest.approx(row.score, abs=1e-9)


def test_right_unfolds_the_arithmetic_left_folds_it_and_it_can_be_copied(place: SearchPlace, qtbot: QtBot) -> None:
    search(place, qtbot, "token")
    qtbot.keyClick(place.line, Qt.Key.Key_Down)
    qtbot.waitUntil(place.list.hasFocus)
    folded = place.list.visualRect(place.list.currentIndex()).height()
    qtbot.keyClick(place.list, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: place.list.current is not None and place.list.current.arithmetic is not None)
    assert place.list.visualRect(place.list.currentIndex()).height() > folded
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(place.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "Relevance" in QGuiApplication.clipboard().text())
    copied = QGuiApplication.clipboard().text()
    assert copied.splitlines()[1] == "Query: token"
    assert place.list.current is not None
    assert f"{place.list.current.score:.3f}  Score" in copied
    qtbot.keyClick(place.list, Qt.Key.Key_Left)
    assert place.list.current.arithmetic is None


def test_enter_opens_and_escape_clears(place: SearchPlace, qtbot: QtBot) -> None:
    first = search(place, qtbot, "release")[0]
    place.list.setFocus()
    with qtbot.waitSignal(place.opened) as opened:
        qtbot.keyClick(place.list, Qt.Key.Key_Return)
    assert opened.args == [first.memory_id]
    qtbot.keyClick(place.list, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not place.list.results.rows)
    assert place.line.text() == ""


def test_the_detail_pane_follows_the_arrow_keys_once_they_rest(place: SearchPlace, qtbot: QtBot) -> None:
    ids = [row.memory_id for row in search(place, qtbot, "token")]
    state = place.context.state
    shown: list[str] = []
    state.selected.connect(shown.append)
    qtbot.keyClick(place.line, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: bool(shown))
    assert shown == [ids[0]]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_End):
        qtbot.keyClick(place.list, key)
    qtbot.waitUntil(lambda: state.memory == ids[-1])
    assert shown == [ids[0], ids[-1]]
    assert place.list.hasFocus()
    with qtbot.waitSignal(place.list.graded) as graded:
        qtbot.keyClick(place.list, Qt.Key.Key_2)
    assert graded.args == [ids[-1], 2]


def test_a_click_shows_the_result_in_the_detail_pane(place: SearchPlace, qtbot: QtBot) -> None:
    ids = [row.memory_id for row in search(place, qtbot, "token")]
    at = place.list.visualRect(place.list.results.index(1)).center()
    qtbot.mouseClick(place.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: place.context.state.memory == ids[1])


def test_the_scheme_changes_bars_and_arithmetic_and_undo_brings_them_back(place: SearchPlace, qtbot: QtBot) -> None:
    search(place, qtbot, "token")
    place.bar.scheme.setFocus()
    qtbot.keyClick(place.bar.scheme, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: place._answered is not None and place._answered.outcome.word_ranking is not None)
    row = results(place)[0]
    assert row.bar.score == pytest.approx(row.score, abs=1e-9)
    place.list.setFocus()
    qtbot.keyClick(place.list, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: place.list.current is not None and place.list.current.arithmetic is not None)
    assert place.list.current is not None
    assert place.list.current.arithmetic is not None
    assert place.list.current.arithmetic.rows[0].label == "Text rank"
    assert place.context.undo.undo_label == "Rank by SearchScore"
    assert place.bar.chooser.text() == "M1 (edited)"
    place.context.undo.undo()
    qtbot.waitUntil(lambda: place._answered is not None and place._answered.outcome.ranking is not None)
    assert place.bar.scheme.current == "memento_s"


def test_a_calibration_ranks_what_was_found_and_is_a_step_of_undo(place: SearchPlace, qtbot: QtBot) -> None:
    search(place, qtbot, "token")
    assert place._answered is not None
    found = place._answered.findings.found
    menu = place.bar.ranking.menu()
    assert menu is not None
    chosen = next(action for action in menu.actions() if action.text().startswith("Max: over the best BM25"))
    chosen.trigger()
    qtbot.waitUntil(lambda: place._answered is not None and _words_calibration(place._answered) == "max")
    assert place._answered.findings.found is found
    assert chosen.isChecked()
    best = place._answered.outcome.ranking
    assert best is not None
    assert best.parts.keyword.max() == pytest.approx(1.0)
    assert "max" in place.bar.ranking.accessibleName()
    place.context.undo.undo()
    qtbot.waitUntil(lambda: place._answered is not None and _words_calibration(place._answered) == "saturating")
    assert not chosen.isChecked()


def _words_calibration(answered: Answered) -> str:
    return answered.outcome.parameters.relevance.keyword_calibration


def test_another_set_is_tried_as_a_step_and_the_store_keeps_its_own(place: SearchPlace, qtbot: QtBot) -> None:
    search(place, qtbot, "token")
    before = place.context.state.parameters
    place.bar.chooser.chosen.emit("Long memory")
    qtbot.waitUntil(
        lambda: place._answered is not None and place._answered.outcome.parameters.ranking.keep_threshold == 0.2
    )
    assert place.bar.chooser.current == "Long memory"
    assert place.context.library.parameter_sets.active_name() == "M1"
    menu = place.bar.chooser.menu()
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "Use Long memory for this store").trigger()
    assert place.context.library.parameter_sets.active_name() == "Long memory"
    place.context.undo.undo()
    assert place.context.library.parameter_sets.active_name() == "M1"
    place.context.undo.undo()
    place.context.undo.undo()
    assert place.context.state.parameters == before
    qtbot.waitUntil(
        lambda: place._answered is not None and place._answered.outcome.parameters.ranking.keep_threshold == 0.35
    )
    assert place.bar.chooser.current == "M1"


def test_nothing_found_says_so_and_offers_to_clear(place: SearchPlace, qtbot: QtBot) -> None:
    assert search(place, qtbot, "xylophone") == []
    assert place.empty.headline == "Nothing found"


@pytest.mark.parametrize("query", ["tag:auth", "is:pinned -release", "score<0.9"])
def test_filters_alone_are_listed_in_browse_by_a_press(place: SearchPlace, qtbot: QtBot, query: str) -> None:
    assert search(place, qtbot, query) == []
    assert place.empty.headline == "No word to rank by"
    assert "Words only" not in place.remarks.text
    with qtbot.waitSignal(place.browsing) as browsing:
        place.empty.browse.click()
    assert browsing.args == [query]


def test_the_filter_in_the_way_is_dropped_by_a_press(place: SearchPlace, qtbot: QtBot) -> None:
    assert search(place, qtbot, "token tag:nowhere") == []
    qtbot.waitUntil(place.empty.relax.isVisible)
    assert place.empty.relax.text() == "Drop tag:nowhere"
    place.empty.relax.click()
    qtbot.waitUntil(lambda: len(results(place)) > 0)
    assert place.line.text() == "token"


def test_an_empty_store_says_that_there_is_nothing_to_find_yet(
    tmp_path: Path, clock: FixedClock, stand: Stand, qtbot: QtBot
) -> None:
    with Library.open(tmp_path / "empty.db", clock=clock) as empty:
        place = stand(SearchPlace, empty, 1000, 700)
        place.enter()
        qtbot.waitUntil(lambda: place.empty.headline == "Nothing to find yet")
        search(place, qtbot, "deploy")
        assert place.empty.headline == "Nothing to find yet"
        qtbot.waitUntil(place.empty.bring.isVisible)
        with qtbot.waitSignal(place.wished) as wished:
            place.empty.new.click()
        assert wished.args == ["memory.new"]
        empty.remember("Deploy on Tuesdays")
        place.refresh(empty.changes(0))
        qtbot.waitUntil(lambda: len(results(place)) == 1)
        search(place, qtbot, "xylophone")
        qtbot.waitUntil(lambda: place.empty.headline == "Nothing found")
        assert not place.empty.bring.isVisible()


def test_more_results_are_shown_when_asked_for(place: SearchPlace, library: Library, qtbot: QtBot) -> None:
    for number in range(AT_FIRST + 5):
        library.remember(f"Note {number} about gardens", title=f"Garden {number}")
    rows = search(place, qtbot, "garden")
    assert len(rows) == AT_FIRST
    assert isinstance(place.list.results.rows[-1], MoreRow)
    place.list.setCurrentIndex(place.list.results.index(AT_FIRST))
    qtbot.keyClick(place.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(results(place)) == AT_FIRST + 5)


def test_a_change_of_the_store_keeps_the_current_memory(place: SearchPlace, library: Library, qtbot: QtBot) -> None:
    rows = search(place, qtbot, "token")
    place.list.setCurrentIndex(place.list.results.index_of(rows[1].memory_id))
    since = library.last_change()
    library.remember("Token token token", title="Token")
    place.refresh(library.changes(since))
    qtbot.waitUntil(lambda: len(results(place)) == len(rows) + 1)
    assert place.list.current is not None
    assert place.list.current.memory_id == rows[1].memory_id


def test_a_result_without_words_is_called_so(place: SearchPlace, library: Library, qtbot: QtBot) -> None:
    made = library.remember(" ", tags=("token",))
    row = next(row for row in search(place, qtbot, "#token") if row.memory_id == made.id)
    assert (row.title, row.title_spans) == ("(no words)", ())
