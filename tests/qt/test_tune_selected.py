"""The decay plot of Tune shows the own curves of what is selected in Browse."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.engine.curves import memory_curve
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.plots.legend import Legend
from memento_gui.qt.state import MOST_MARKED
from tests.qt.standing import Stand

COUNT = MOST_MARKED + 5


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        for number in range(COUNT):
            opened.remember(f"text {number}", strength=0.5 + number / COUNT)
        yield opened


def legend_words(tune: TunePlace) -> list[str]:
    legends = tune.curves.findChildren(Legend)
    return next([entry.text for entry in one.entries] for one in legends if "power law" in {e.text for e in one.entries})


def test_the_curve_of_the_selection_is_named_while_it_is_drawn(library: Library, stand: Stand, qtbot: QtBot) -> None:
    tune = stand(TunePlace, library, 1300, 800)
    tune.enter()
    settled(tune, qtbot)
    assert legend_words(tune) == ["power law", "exponential", "two-component"]
    for chosen, told in ((library.ids()[:1], "selected"), ([], "two-component")):
        tune.context.state.mark(chosen)
        tune.enter()
        settled(tune, qtbot)
        assert legend_words(tune)[-1] == told


def test_curves_of_the_selection_follow_the_sliders(library: Library, stand: Stand, qtbot: QtBot) -> None:
    tune = stand(TunePlace, library, 1300, 800)
    tune.enter()
    settled(tune, qtbot)
    assert "selected" not in tune.curves.decay.shown_curves
    chosen = library.ids()[3:5]
    tune.context.state.mark(chosen)
    tune.enter()
    settled(tune, qtbot)
    x, y = tune.curves.decay.curve("selected")
    assert np.count_nonzero(np.isnan(y)) == 2
    assert legend_words(tune)[-1] == "2 selected"
    assert np.isfinite(x).all()
    state = tune.context.state
    state.tune(state.parameters.with_value("decay.half_life", 9.0))
    x, y = tune.curves.decay.curve("selected")
    half = len(x) // 2
    for at, identity in enumerate(chosen):
        alone = memory_curve(
            state.parameters.decay, uses=0, strength=library.get(identity).strength, until_days=x[half - 1]
        )
        np.testing.assert_allclose(
            y[at * half : (at + 1) * half - 1], np.interp(x[: half - 1], alone.curve.x, np.minimum(alone.curve.y, 1.0))
        )
    state.mark(())
    tune.enter()
    settled(tune, qtbot)
    assert "selected" not in tune.curves.decay.shown_curves


def test_browse_marks_what_is_selected_and_no_more_than_can_be_shown(library: Library, stand: Stand, qtbot: QtBot) -> None:
    browse = stand(Browse, library, 1300, 800)
    browse.refresh(ChangeSet(last=1, tables=frozenset({"memory"}), everything=True))
    settled(browse, qtbot)
    browse.table.selectAll()
    assert len(browse.context.state.marked_ids) == MOST_MARKED
    browse.table.go_to_place(7)
    assert browse.context.state.marked_ids == (browse.table.current_id,)
    settled(browse, qtbot)


def settled(place: Browse | TunePlace, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy(), timeout=30_000)


def test_the_selection_is_shown_over_time_and_follows_the_sliders(library: Library, stand: Stand, qtbot: QtBot) -> None:
    tune = stand(TunePlace, library, 1300, 800)
    tune.context.state.mark(library.ids()[:2])
    tune.enter()
    settled(tune, qtbot)
    assert "the 2 memories selected in Browse" in tune.curves.over_time.toolTip()
    tune.bound["tune.over_time"].trigger()
    assert tune.curves.life.isVisible()
    assert not tune.curves.decay.isVisible()
    assert len(tune.curves.life.dots("uses")[0]) == 2
    before = tune.curves.life.falls["forget"].copy()
    state = tune.context.state
    state.tune(state.parameters.with_value("decay.half_life", 9.0))
    assert np.all(tune.curves.life.falls["forget"] > before)
    state.mark(())
    tune.enter()
    settled(tune, qtbot)
    assert tune.curves.over_time.isHidden()
    assert tune.curves.decay.isVisible()
    told: list[object] = []
    tune.reported.connect(told.append)
    tune.show_over_time()
    assert tune.curves.decay.isVisible()
    assert len(told) == 1
