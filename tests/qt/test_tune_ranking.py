"""The Ranking tab of Tune, and the marks on the sliders: what the numbers do to chosen queries."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.memory import Memory, MemoryType
from memento_gui.domain.parameters import ParameterSet, parameter_table
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.model.searches.trials import Step
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.places.tune.knobs.number_row import NumberRow
from memento_gui.qt.places.tune.knobs.numbers import changes_text
from memento_gui.qt.places.tune.middle import RANKING
from memento_gui.qt.places.tune.ranking.query_list import QueryRow, rows_of
from memento_gui.qt.places.tune.ranking.trial_list import TrialRow
from tests.qt.standing import Stand

BETA = "ranking.recency"
QUERY = "deploy the edge"


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    now = clock.now_ms()
    words = ("deploy the edge", "deploy", "the edge cache", "bread")
    memories = tuple(
        Memory(
            id=f"m{n:03d}",
            content=f"{words[n % 4]} number {n}",
            title=f"{words[n % 4]} {n}",
            type=list(MemoryType)[n % 3],
            importance=(n % 7) / 7,
            created_ms=now - n * 5 * DAY_MS,
            updated_ms=now - n * 5 * DAY_MS,
        )
        for n in range(40)
    )
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=None) as opened:
        opened.apply(AddMemories(label="Add", memories=memories))
        opened.apply(opened.saved_searches.save_edit("Edge", "edge cache"))
        opened.recent_searches.remember(QUERY)
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand, qtbot: QtBot) -> TunePlace:
    made = stand(TunePlace, library, 1376, 860)
    made.enter()
    settled(made, qtbot)
    return made


def settled(place: TunePlace, qtbot: QtBot) -> None:
    """Wait until the sliders rested and all workers are done."""
    qtbot.waitUntil(lambda: not place.ranking_desk._rest.isActive() and not place.context.tasks.is_busy(), timeout=30_000)


def steps_of(place: TunePlace) -> list[Step]:
    return [row.step for row in place.middle.ranking.results.moves.rows]


def test_saved_and_recent_queries_are_listed_and_one_is_typed(place: TunePlace, qtbot: QtBot) -> None:
    pane = place.middle.ranking
    place.try_queries()
    settled(place, qtbot)
    assert pane.queries.queries.rows == (
        QueryRow("Saved searches"),
        QueryRow("Edge", "edge cache"),
        QueryRow("Recent"),
        QueryRow(QUERY, QUERY),
    )
    assert pane.queries.current == "edge cache"
    assert pane.line.hasFocus()
    QTest.keyClicks(pane.line, "  bread  number ")
    QTest.keyClick(pane.line, Qt.Key.Key_Return)
    settled(place, qtbot)
    assert pane.queries.current == "bread number"
    assert pane.queries.queries.rows[:2] == (QueryRow("Typed"), QueryRow("bread number", "bread number"))
    assert pane.line.text() == ""
    assert steps_of(place)[0].after == 1


def test_results_follow_the_sliders_and_say_how_they_moved(place: TunePlace, library: Library, qtbot: QtBot) -> None:
    place.middle.tabs.choose(RANKING)
    place.middle.ranking.queries.choose(QUERY)
    settled(place, qtbot)
    pane = place.middle.ranking
    assert {row.mark for row in pane.results.moves.rows} == {"="}
    assert pane.note.startswith("against M1: as saved")
    place._turn(BETA, 1.0, "")
    settled(place, qtbot)
    state = place.context.state
    before, after = (library.search(QUERY, parameters=one).ids for one in (state.saved, state.parameters))
    steps = steps_of(place)
    assert [step.memory_id for step in steps[:10]] == list(after[:10])
    assert all(step.before == before.index(step.memory_id) + 1 for step in steps)
    moved = sum(step.before != step.after for step in steps)
    assert moved > 0
    assert pane.note.startswith(f"against M1: {moved} of these moved")
    assert place.middle.tabs._notes[RANKING] == f"{moved} move"
    assert pane.queries.queries.note(QUERY) == f"{moved} move"
    assert pane.queries.queries.note("edge cache") != ""
    place.context.undo.undo()
    settled(place, qtbot)
    assert pane.queries.queries.note(QUERY) == "="


def test_a_result_opens_in_the_detail_pane(place: TunePlace, qtbot: QtBot) -> None:
    place.middle.tabs.choose(RANKING)
    settled(place, qtbot)
    told: list[str] = []
    place.opened.connect(told.append)
    results = place.middle.ranking.results
    results.setCurrentIndex(results.moves.index(1))
    QTest.keyClick(results, Qt.Key.Key_Return)
    assert told == [steps_of(place)[1].memory_id]


def test_sliders_are_marked_where_the_first_ten_change(place: TunePlace, library: Library, qtbot: QtBot) -> None:
    place.middle.ranking.queries.choose(QUERY)
    settled(place, qtbot)
    row = place.panel.row(BETA)
    assert isinstance(row, NumberRow)
    changes = row._changes
    assert changes
    assert row.slider.marks == tuple(row.scale.position(change) for change in changes)
    assert f"The first ten of “{QUERY}” change at" in row.accessibleDescription()
    assert "change at" in row.toolTip()
    state = place.context.state

    def first_ten(value: float) -> set[str]:
        return set(library.search(QUERY, parameters=state.parameters.with_value(BETA, value)).ids[:10])

    ahead = min(change for change in changes if change > state.parameters.ranking.recency)
    before = first_ten(state.parameters.ranking.recency)
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert ahead < state.parameters.ranking.recency <= ahead + 0.0101
    assert first_ten(state.parameters.ranking.recency) != before
    QTest.keyClick(row, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert state.parameters.ranking.recency < ahead
    settled(place, qtbot)


def test_a_group_unfolded_later_has_its_marks_too(place: TunePlace, qtbot: QtBot) -> None:
    place.middle.ranking.queries.choose(QUERY)
    settled(place, qtbot)
    row = place.panel.row("relevance.keyword")
    assert isinstance(row, NumberRow)
    assert row.slider.marks


def test_without_any_query_nothing_is_marked(tmp_path: Path, stand: Stand, qtbot: QtBot) -> None:
    with Library.open(tmp_path / "empty.db", embedder=None) as empty:
        made = stand(TunePlace, empty, 1376, 860)
        made.enter()
        made.middle.tabs.choose(RANKING)
        settled(made, qtbot)
        row = made.panel.row(BETA)
        assert isinstance(row, NumberRow)
        assert row.slider.marks == ()
        assert made.middle.ranking.queries.listed == []
        made.ranking_desk.try_query("words")
        settled(made, qtbot)
        assert made.middle.ranking.queries.current == "words"
        assert steps_of(made) == []


def test_a_query_stands_under_the_first_heading_that_has_it() -> None:
    rows = rows_of(["a"], [("A", "a"), ("B", "b"), ("B again", "b")], ["b", "c"])
    assert [(row.title, row.query) for row in rows] == [
        ("Typed", ""),
        ("a", "a"),
        ("Saved searches", ""),
        ("B", "b"),
        ("Recent", ""),
        ("c", "c"),
    ]


@pytest.mark.parametrize(
    ("before", "after", "mark"), [(4, 1, "▲ 3"), (1, 3, "▼ 2"), (2, 2, "="), (None, 5, "new"), (5, None, "left")]
)
def test_marks_are_signs_and_words(before: int | None, after: int | None, mark: str) -> None:
    step = Step(memory_id="m", type_code=1, before=before, after=after, score_before=0.5, score_after=None)
    row = TrialRow(step, "Title")
    assert row.mark == mark
    assert row.sentence.startswith("Title: ")


def test_changes_in_words_name_the_nearest() -> None:
    knob = parameter_table()[BETA]
    assert changes_text(knob, 0.2, (), "q") == ""
    many = tuple(n / 10 for n in range(1, 10))
    assert changes_text(knob, 0.52, many, "q") == "The first ten of “q” change at 0.40, 0.50, 0.60, 0.70 and 5 more."
    assert changes_text(knob, ParameterSet().ranking.recency, (0.25,), "x" * 60).count("x") == 39
