"""The Learn tab on a real store: learning, cancelling, applying and taking it back."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.errors import MissingExtra
from memento_gui.domain.memory import Memory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.places.tune.learn.pane import RANKING
from memento_gui.qt.places.tune.middle import CURVES, LEARN
from tests.qt.standing import Stand

M1 = ParameterSet()
TASTE = M1.with_values({"ranking.relevance": 0.3, "ranking.recency": 0.0, "ranking.importance": 0.7})
WORDS = ("harbour", "kettle", "violin", "quartz", "meadow", "lantern", "saddle", "copper")
LONG = 120_000


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    rng = np.random.default_rng(4)
    now = clock.now_ms()
    memories = tuple(
        Memory(
            id=f"m{n:03d}",
            content=" ".join(rng.choice(WORDS, 4)),
            importance=float(rng.choice([0.1, 0.4, 0.7, 1.0])),
            created_ms=now - int(rng.integers(0, 200)) * DAY_MS,
            updated_ms=now,
        )
        for n in range(100)
    )
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        opened.apply(AddMemories(label="Add", memories=memories))
        yield opened


def judge(library: Library, queries: int) -> None:
    pairs = [f"{one} {two}" for at, one in enumerate(WORDS) for two in WORDS[at + 1 :]]
    for query in pairs[:queries]:
        for position, identity in enumerate(library.search(query, parameters=TASTE).ids[:4]):
            library.judging.rate(query, identity, max(3 - position, 1))


@pytest.fixture
def place(library: Library, stand: Stand) -> TunePlace:
    judge(library, 24)
    made = stand(TunePlace, library, 1376, 860)
    made.enter()
    return made


def test_learned_numbers_are_shown_first_then_applied_and_taken_back(
    place: TunePlace, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    section, state = place.middle.learn.ranking, place.context.state
    assert place.middle.tabs._notes[LEARN] == "24 judged queries"
    place.middle.tabs.choose(LEARN)
    assert "24 judged queries" in section.note.text()
    shares: list[float] = []
    monkeypatch.setattr(section.meter, "show_share", shares.append)
    qtbot.mouseClick(section.start, Qt.MouseButton.LeftButton)
    assert section.cancel.isVisible()
    assert not section.start.isEnabled()
    qtbot.waitUntil(section.verdict.isVisible, timeout=LONG)
    assert max(shares) > 0.5
    assert section.verdict.text().startswith("Better on queries it never saw")
    assert state.parameters == M1
    assert [line[0] for line in section.measures.lines] == ["nDCG@10", "Recall@10", "MRR", "Judged among the first 10"]
    assert float(section.measures.lines[0][2]) > float(section.measures.lines[0][1])
    assert any(line[0].endswith("mportance γ") or line[0].endswith("mportance") for line in section.numbers.lines)
    plot = section.plots["ranking.importance"]
    qtbot.waitUntil(plot.isVisible)
    assert len(plot.curve("quality")[0]) > 100
    assert len(plot.curve("plateau")[0]) >= 1
    qtbot.mouseClick(section.apply, Qt.MouseButton.LeftButton)
    assert state.parameters.ranking.importance != M1.ranking.importance
    assert plot.curve("new")[0][0] == state.parameters.ranking.importance
    assert not section.verdict.isVisible()
    assert place.context.undo.undo_label == "Use the learned ranking"
    place.context.undo.undo()
    assert state.parameters == M1


def test_applying_keeps_what_was_turned_meanwhile_and_discarding_changes_nothing(place: TunePlace, qtbot: QtBot) -> None:
    section, state = place.middle.learn.ranking, place.context.state
    place.learn()
    assert place.middle.tabs.current == LEARN
    qtbot.waitUntil(section.verdict.isVisible, timeout=LONG)
    place.context.undo.turn(M1.with_value("decay.beta", 0.9), "β")
    qtbot.mouseClick(section.apply, Qt.MouseButton.LeftButton)
    assert state.parameters.decay.beta == 0.9
    assert state.parameters.ranking.importance != M1.ranking.importance
    place.context.undo.undo()
    place.learn()
    qtbot.waitUntil(section.verdict.isVisible, timeout=LONG)
    qtbot.mouseClick(section.discard, Qt.MouseButton.LeftButton)
    assert state.parameters == M1.with_value("decay.beta", 0.9)
    assert not section.result.isVisible()


def test_cancel_stops_it_at_once_and_it_can_begin_again(place: TunePlace, qtbot: QtBot) -> None:
    section, tasks = place.middle.learn.ranking, place.context.tasks
    place.learn()
    qtbot.mouseClick(section.cancel, Qt.MouseButton.LeftButton)
    assert section.start.isEnabled()
    assert not section.cancel.isVisible()
    place.learn()
    assert section.cancel.isVisible()
    qtbot.waitUntil(lambda: not tasks.is_busy(RANKING), timeout=LONG)
    assert section.verdict.isVisible()


def test_too_few_judgements_keep_the_numbers(place: TunePlace, library: Library, qtbot: QtBot) -> None:
    section = place.middle.learn.ranking
    for query in library.judging.queries()[:10]:
        for identity in query.grades:
            library.judging.rate(query.text, identity, None)
    place.refresh(ChangeSet(last=1, ids=frozenset(), tables=frozenset({"judgement"})))
    qtbot.waitUntil(lambda: place.middle.tabs._notes[LEARN] == "14 judged queries")
    place.learn()
    qtbot.waitUntil(section.verdict.isVisible, timeout=LONG)
    assert section.verdict.text().startswith("Numbers kept: 14 judged queries")
    assert not section.apply.isVisible()
    assert not section.result.isVisible()


def review(library: Library, clock: FixedClock) -> None:
    """Review twenty memories six times each; what is known lasts far longer than the numbers say."""
    rng = np.random.default_rng(2)
    for _ in range(6):
        clock.advance(days=25)
        for identity in library.ids()[:20]:
            library.answer(identity, "ok" if rng.uniform() < 0.85 else "bad")


def test_few_reviews_keep_the_numbers_and_many_teach_the_curve(
    place: TunePlace, library: Library, clock: FixedClock, qtbot: QtBot
) -> None:
    section, state = place.middle.learn.reviews, place.context.state
    place.learn_reviews()
    qtbot.waitUntil(section.verdict.isVisible, timeout=LONG)
    assert section.verdict.text().startswith("Numbers kept: 0 reviews")
    assert not section.apply.isVisible()
    review(library, clock)
    place.refresh(ChangeSet(last=1, ids=frozenset(), tables=frozenset({"review_log"})))
    qtbot.waitUntil(lambda: "120 reviews" in section.note.text())
    qtbot.mouseClick(section.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(section.verdict.isVisible, timeout=LONG)
    assert section.verdict.text().startswith("Better on 36 later reviews")
    assert {line[0].split()[0] for line in section.losses.lines} == {"Numbers", "Learned", "A", "FSRS-6"}
    losses = [float(line[2]) for line in section.losses.lines]
    assert losses == sorted(losses)
    assert len(section.plot.curve("after")[0]) == len(section.plot.curve("before")[0]) == 8
    qtbot.mouseClick(section.apply, Qt.MouseButton.LeftButton)
    assert state.parameters.review != M1.review
    assert state.parameters.ranking == M1.ranking
    place.context.undo.undo()
    assert state.parameters == M1


def test_checks_name_what_the_queries_show_and_mend_it_in_one_step(place: TunePlace, qtbot: QtBot) -> None:
    checks, state, tasks = place.middle.learn.checks, place.context.state, place.context.tasks
    place.middle.tabs.choose(LEARN)
    assert not place.middle.advice.isVisible()
    qtbot.waitUntil(lambda: any(bar.advice.text == "Usage moves nothing." for bar in checks.bars.bars), timeout=LONG)
    assert [one.text for one in checks.known] == ["Every fresh memory is promoted at first."]
    bar = next(bar for bar in checks.bars.bars if bar.advice.text == "Usage moves nothing.")
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    assert state.parameters == M1.with_value("ranking.usage", 0.0)
    qtbot.waitUntil(lambda: not tasks.is_busy(), timeout=LONG)
    assert all(bar.advice.text != "Usage moves nothing." for bar in checks.bars.bars)
    place.middle.tabs.choose(CURVES)
    assert place.middle.advice.isVisible()
    place.context.undo.undo()
    assert state.parameters == M1


def test_fsrs_is_fitted_where_its_optimizer_is_installed_and_explained_elsewhere(
    place: TunePlace, library: Library, clock: FixedClock, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The optimizer itself needs torch and is never run here: weights stand in for what it would find."""
    section, state = place.middle.learn.fsrs, place.context.state
    place.middle.tabs.choose(LEARN)
    monkeypatch.setattr("memento_gui.review.optimizer.NEEDED", ("no_such_package_as_this",))
    place.desk.count()
    qtbot.waitUntil(lambda: "memento-gui[fsrs]" in section.note.text())
    assert section.start.isHidden()
    slower = {key: weight * (6.0 if key == "w2" else 1.0) for key, weight in M1.review.fsrs.items()}
    monkeypatch.setattr(library.learning, "_optimise", lambda _log: slower)
    monkeypatch.setattr("memento_gui.model.learning.FEWEST_FITTED", 64)
    review(library, clock)
    place.refresh(ChangeSet(last=1, ids=frozenset(), tables=frozenset({"review_log"})))
    qtbot.waitUntil(lambda: "120 reviews" in section.note.text())
    qtbot.mouseClick(section.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(section.verdict.isVisible, timeout=LONG)
    assert " 36 later reviews" in section.verdict.text()
    assert len(section.plot.curve("after")[0]) == 8
    if section.apply.isVisible():
        qtbot.mouseClick(section.apply, Qt.MouseButton.LeftButton)
        assert state.parameters.review.fsrs["w2"] == pytest.approx(slower["w2"])
        place.context.undo.undo()
    assert state.parameters == M1


def test_fitting_fsrs_without_the_optimizer_is_told(
    place: TunePlace, library: Library, clock: FixedClock, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    review(library, clock)
    monkeypatch.setattr("memento_gui.model.learning.FEWEST_FITTED", 64)
    monkeypatch.setattr("memento_gui.review.optimizer.NEEDED", ("no_such_package_as_this",))
    told: list[object] = []
    place.reported.connect(told.append)
    place.learn_fsrs()
    qtbot.waitUntil(lambda: len(told) == 1, timeout=LONG)
    assert isinstance(told[0], MissingExtra)


def test_fewer_reviews_than_the_optimizer_fits_to_are_told_and_never_fitted(
    place: TunePlace, library: Library, clock: FixedClock, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FSRS's optimizer would give back its published weights, as if it had fitted them."""
    asked: list[object] = []
    monkeypatch.setattr(library.learning, "_optimise", asked.append)
    review(library, clock)
    place.middle.tabs.choose(LEARN)
    place.learn_fsrs()
    section = place.middle.learn.fsrs
    qtbot.waitUntil(section.verdict.isVisible, timeout=LONG)
    assert "needs 512 reviews" in section.verdict.text()
    assert "hold 64." in section.verdict.text()
    assert not section.apply.isVisible()
    assert not asked


def test_a_fit_under_way_stays_in_sight_when_the_place_is_entered_again(
    place: TunePlace, library: Library, clock: FixedClock, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Event()

    def optimise(_log: object) -> Mapping[str, float]:
        assert go_on.wait(30)
        return M1.review.fsrs

    monkeypatch.setattr(library.learning, "_optimise", optimise)
    monkeypatch.setattr("memento_gui.model.learning.FEWEST_FITTED", 64)
    review(library, clock)
    place.middle.tabs.choose(LEARN)
    section = place.middle.learn.fsrs
    place.desk.count()
    qtbot.waitUntil(section.start.isVisible)
    section.start.setFocus()
    qtbot.keyClick(section.start, Qt.Key.Key_Space)
    assert section.cancel.hasFocus()
    place.leave()
    place.enter()
    qtbot.waitUntil(lambda: "120 reviews" in section.note.text())
    assert section.cancel.isVisible()
    assert not section.start.isEnabled()
    section.cancel.setFocus()
    go_on.set()
    qtbot.waitUntil(section.verdict.isVisible, timeout=LONG)
    assert section.discard.hasFocus()
    place.desk.count()
    qtbot.wait(200)
    assert section.verdict.isVisible()
    qtbot.keyClick(section.discard, Qt.Key.Key_Space)
    assert section.start.hasFocus()
    assert "120 reviews" in section.note.text()
