"""What becomes of memories, against what the library says once the time has passed."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Answer
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library
from memento_gui.model.prospects import DUE, DUPLICATES, FORGETTING, LATER, LATER_DAYS, PROSPECTS, RECALL

EAGER = ParameterSet().with_values({"forgetting.soft_threshold": 0.45, "forgetting.hard_threshold": 0.55})


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        for number, (kind, importance) in enumerate([("working", 0.1), ("semantic", 0.9), ("episodic", 0.3)]):
            opened.remember(f"text {number}", type=kind, importance=importance, tags=("fades",))
            clock.advance(days=3)
        yield opened


def column(library: Library, name: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    return library.prospects.columns((name,), library.parameters())[name]


def test_only_what_is_named_is_computed(library: Library) -> None:
    assert set(library.prospects.columns(("recall", "type"), library.parameters())) == {RECALL}
    assert set(library.prospects.columns(PROSPECTS, library.parameters())) == PROSPECTS


def test_strength_to_come_is_the_strength_once_it_has_come(library: Library, clock: FixedClock) -> None:
    parameters = library.parameters().with_values({"decay.tag_factor": {"fades": 2.0}})
    later = library.prospects.columns((LATER,), parameters)[LATER]
    assert (later < library.scores.decay(parameters)).all()
    clock.advance(days=LATER_DAYS)
    np.testing.assert_allclose(later, library.scores.decay(parameters))


def test_time_to_forgetting_is_when_it_becomes_a_candidate(library: Library, clock: FixedClock) -> None:
    library.pin(library.ids()[1])
    days = library.prospects.columns((FORGETTING,), EAGER)[FORGETTING]
    assert np.isinf(days[1])
    first = int(np.argmin(np.where(days > 0, days, np.inf)))
    assert 0 < days[first] < np.inf
    clock.advance(days=days[first] - 0.1)
    assert not (library.scores.forgetting(EAGER).soft | library.scores.forgetting(EAGER).hard)[first]
    clock.advance(days=0.2)
    assert (library.scores.forgetting(EAGER).soft | library.scores.forgetting(EAGER).hard)[first]
    assert library.prospects.columns((FORGETTING,), EAGER)[FORGETTING][first] == 0.0


def test_cards_have_a_next_day_and_a_recall_and_others_none(library: Library, clock: FixedClock) -> None:
    answered = library.ids()[1]
    entry = library.answer(answered, Answer.OK)
    row = library.features().row_of[answered]
    assert column(library, DUE)[row] == pytest.approx(entry.interval_after_days, abs=1e-6)
    assert np.isnan(np.delete(column(library, DUE), row)).all()
    clock.advance(days=400)
    assert column(library, DUE)[row] < 0
    assert 0.0 <= column(library, RECALL)[row] < 0.9
    assert len(library.filter("due<0").rows) == 1
    assert len(library.filter("recall<0.9").rows) == 1


def test_repeats_are_unknown_until_they_are_counted(library: Library) -> None:
    assert np.isnan(column(library, DUPLICATES)).all()
    assert len(library.filter("duplicates<1").rows) == 0
    assert len(library.filter("forgetting<100000").rows) == int((column(library, FORGETTING) < 100_000).sum())
