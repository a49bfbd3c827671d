"""Search in narrow windows: nothing is out of reach."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.places.search.panels import COMPARE, JUDGE
from tests.qt.standing import Stand


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        for number in range(6):
            opened.remember(f"Tokens expire after {number} days", title=f"Token {number}")
        opened.parameter_sets.save("A set whose name is longer than any bar has room for", opened.parameters())
        yield opened


@pytest.mark.parametrize("width", [656, 836, 1312])
def test_a_panel_leaves_the_results_in_sight(stand: Stand, library: Library, qtbot: QtBot, width: int) -> None:
    place = stand(SearchPlace, library, width, 700)
    place.search_for("token")
    qtbot.waitUntil(lambda: len(place.list.results.rows) > 0)
    place.side.turn(JUDGE)
    qtbot.waitUntil(lambda: place.list.isVisible() and place.panes.judging.finder.isVisible())
    qtbot.waitUntil(lambda: place.list.height() > 100 and place.panes.judging.height() > 100)
    beside = place.panes.judging.mapTo(place, place.panes.judging.rect().topLeft()).x() > place.list.width() - 1
    assert beside == (width > 860)
    place.side.turn(COMPARE)
    qtbot.waitUntil(lambda: place.comparison.isVisible() and place.panes.comparing.swap.isVisible())


@pytest.mark.parametrize("width", [656, 700, 836, 1312])
def test_the_bar_fits_whatever_is_in_use(stand: Stand, library: Library, qtbot: QtBot, width: int) -> None:
    place = stand(SearchPlace, library, width, 700)
    bar = place.bar
    qtbot.waitUntil(lambda: bar.ranking.isVisible() and bar.ranking.geometry().right() < bar.width())
    qtbot.waitUntil(lambda: bar.chooser.isVisible() and bar.chooser.geometry().right() < bar.width())
    assert bar.panels.width() == bar.panels.sizeHint().width()
    if bar.scheme.isHidden():  # then its menu has the scheme
        menu = bar.ranking.menu()
        assert menu is not None
        assert "SearchScore" in [action.text() for action in menu.actions()]
