"""Lives: scores between uses are the decay score, jumps are at uses, and crossings are where the score is the threshold."""

from typing import Any

import numpy as np
import pytest

from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import decay_score
from memento_gui.engine.lives import falls_to, life_curves, lives_of, scores_at, scores_when_used

DECAY = ParameterSet().decay
INSTANTS = [[-90.0, -30.0, -5.0], [-400.0], [-10.0, -1.0]]
USES = np.array([2, 0, 4])
STRENGTH = np.array([1.0, 0.5, 2.0])
FACTOR = np.array([1.0, 2.0, 1.0])
LIVES = lives_of(INSTANTS, USES, STRENGTH, FACTOR)


def score(memory: int, uses: int, since: Any) -> Any:
    return decay_score(uses, since, STRENGTH[memory], DECAY, tag_factor=FACTOR[memory])


def test_uses_are_counted_one_by_one_and_those_without_a_date_at_the_last() -> None:
    assert LIVES.uses.tolist() == [0, 1, 2, 0, 0, 4]
    assert LIVES.last.tolist() == [2, 3, 5]
    assert LIVES.first_day == -400.0
    assert len(lives_of([], np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0))) == 0


def test_the_curve_is_the_score_between_uses_and_jumps_at_them() -> None:
    curve = life_curves(DECAY, LIVES, until_days=60.0)
    ends = np.flatnonzero(np.isnan(curve.y))
    assert len(ends) == 3
    x, y = curve.x[: ends[0]], curve.y[: ends[0]]
    assert np.all(np.diff(x) >= 0)
    assert (x[0], x[-1]) == (-90.0, 60.0)
    for begin, end, uses in ((-90.0, -30.0, 0), (-30.0, -5.0, 1), (-5.0, 60.0, 2)):
        inside = (x > begin) & (x < end)
        assert inside.sum() > 10
        assert np.allclose(y[inside], score(0, uses, x[inside] - begin))
    assert np.isclose(y[x == -30.0], score(0, 1, 0.0)).any()


@pytest.mark.parametrize("day", [-500.0, -60.0, -5.0, 0.0, 200.0])
def test_the_score_of_a_day_is_that_of_the_stretch_it_lies_in(day: float) -> None:
    found = scores_at(DECAY, LIVES, day)
    for memory, instants in enumerate(INSTANTS):
        begun = [at for at in instants if at <= day]
        if not begun:
            assert np.isnan(found[memory])
            continue
        uses = USES[memory] if len(begun) == len(instants) else len(begun) - 1
        assert found[memory] == pytest.approx(float(score(memory, int(uses), day - begun[-1])))


def test_right_after_a_use_nothing_has_faded() -> None:
    expected = [float(score(0, 0, 0)), float(score(0, 1, 0)), float(score(0, 2, 0))]
    assert scores_when_used(DECAY, LIVES)[:3] == pytest.approx(expected)


@pytest.mark.parametrize("threshold", [0.65, 0.05])
@pytest.mark.parametrize("model", ["power_law", "exponential", "two_component"])
def test_a_crossing_is_where_the_score_is_the_threshold(threshold: float, model: str) -> None:
    decay = ParameterSet().with_value("decay.model", model).decay
    found = falls_to(decay, LIVES, threshold)
    for memory, day in enumerate(found.tolist()):
        last = INSTANTS[memory][-1]
        if np.isfinite(day):
            now = decay_score(USES[memory], day - last, STRENGTH[memory], decay, tag_factor=FACTOR[memory])
            assert float(now) == pytest.approx(threshold, rel=1e-6)
        else:
            assert float(decay_score(USES[memory], 0.0, STRENGTH[memory], decay)) <= threshold
            assert day < 0
    assert np.isposinf(falls_to(decay, LIVES, 0.0)).all()
