"""Learning the review curve recovers the numbers that simulated answers come from, and refuses what it cannot know."""

import numpy as np
import pytest

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.errors import Cancelled
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.reviews import (
    LEARNED,
    ReviewHistory,
    ReviewLesson,
    ReviewVerdict,
    calibration,
    learn_reviews,
    log_loss,
    predicted_recall,
)
from memento_gui.engine.review import due_after, first_tau, next_tau

M1 = ParameterSet()
TRUTH = M1.with_values(
    {
        "review.first_interval": 3.0,
        "review.importance": 0.2,
        "review.usage": 1.0,
        "review.helpful": 1.2,
        "review.bad": 0.4,
    }
)


def simulated(cards: int, reviews: int, truth: ParameterSet, *, seed: int) -> ReviewHistory:
    """Review cards at varied times and answer as ``truth`` predicts, round after round."""
    rng = np.random.default_rng(seed)
    knobs = truth.review
    tau = np.full(cards, first_tau(knobs))
    importance, usage = rng.uniform(0.0, 1.0, cards), rng.uniform(0.0, 1.0, cards)
    columns: dict[str, list[FloatArray]] = {name: [] for name in ("elapsed", "recalled", "helpful", "bad")}
    for _ in range(reviews):
        elapsed = tau * rng.uniform(0.1, 1.2, cards)
        recalled = rng.uniform(size=cards) < np.exp(-elapsed / tau)
        grade = rng.choice(3, cards, p=[0.2, 0.5, 0.3])
        helpful = np.where(recalled & (grade == 2), 1.0, 0.0)
        bad = np.where(recalled, np.where(grade == 0, 0.5, 0.0), 1.0)
        for name, column in (("elapsed", elapsed), ("recalled", recalled), ("helpful", helpful), ("bad", bad)):
            columns[name].append(column)
        tau = next_tau(
            tau,
            importance=importance,
            usage=usage,
            helpful=helpful,
            bad=bad,
            elapsed_days=elapsed,
            interval_days=due_after(tau, knobs.target),
            parameters=knobs,
        )
    every = np.tile(np.arange(cards), reviews)
    return ReviewHistory(
        card=every,
        elapsed_days=np.concatenate(columns["elapsed"]),
        recalled=np.concatenate(columns["recalled"]).astype(np.bool_),
        helpful=np.concatenate(columns["helpful"]),
        bad=np.concatenate(columns["bad"]),
        importance=importance[every],
        usage=usage[every],
    )


def learn(history: ReviewHistory, parameters: ParameterSet = M1) -> ReviewLesson:
    return learn_reviews(history, parameters, fsrs=np.full(len(history), 0.5), report=lambda *_: None)


def test_the_numbers_behind_the_answers_are_recovered() -> None:
    lesson = learn(simulated(700, 8, TRUTH, seed=3))
    assert lesson.verdict is ReviewVerdict.BETTER
    for name in LEARNED:
        known, wanted = lesson.parameters.value(name), TRUTH.value(name)
        assert isinstance(known, float)
        assert known == pytest.approx(wanted, abs=0.25), name
    assert lesson.losses["learned"] < lesson.losses["in use"]
    assert lesson.losses["learned"] < lesson.losses["constant"]
    assert lesson.tested == round(0.3 * 5600)
    assert lesson.after is not None
    assert lesson.before is not None
    miss, earlier = (np.abs(one.predicted - one.recalled).mean() for one in (lesson.after, lesson.before))
    assert miss < 0.06
    assert miss < earlier / 2
    assert lesson.parameters.changes_from(M1).keys() == set(LEARNED)


def test_the_numbers_in_use_are_kept_where_they_are_the_truth() -> None:
    lesson = learn(simulated(60, 8, M1, seed=5))
    assert lesson.verdict is ReviewVerdict.UNCERTAIN
    assert lesson.parameters == M1
    assert lesson.reason.startswith("Numbers kept")


def test_answers_without_any_curve_are_not_better_than_a_constant() -> None:
    history = simulated(60, 8, M1, seed=6)
    coin = np.random.default_rng(1).uniform(size=len(history)) < 0.5
    blind = ReviewHistory(**{name: getattr(history, name) for name in history.__slots__} | {"recalled": coin})
    lesson = learn(blind)
    assert lesson.losses["constant"] == pytest.approx(np.log(2.0), abs=0.03)
    assert lesson.losses["learned"] > lesson.losses["constant"]
    assert "A constant does no worse" in lesson.reason


def test_ninety_nine_reviews_are_too_few() -> None:
    lesson = learn(simulated(99, 1, TRUTH, seed=1))
    assert (lesson.verdict, lesson.parameters, lesson.losses) == (ReviewVerdict.TOO_FEW, M1, {})


def test_what_no_answer_speaks_of_stays_where_it_was() -> None:
    history = simulated(200, 4, TRUTH, seed=8)
    unused = ReviewHistory(**{n: getattr(history, n) for n in history.__slots__} | {"usage": np.zeros(len(history))})
    assert learn(unused).fitted.review.usage == pytest.approx(M1.review.usage)


def test_it_stops_when_asked() -> None:
    def refuse(*_: object) -> None:
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        learn_reviews(simulated(60, 4, TRUTH, seed=1), M1, fsrs=np.full(240, 0.5), report=refuse)


def test_log_loss_and_calibration_are_as_counted_by_hand() -> None:
    recalled, predicted = np.array([True, False, True, True]), np.array([0.5, 0.25, 0.0, 1.0])
    assert log_loss(recalled, predicted) == pytest.approx(-np.log([0.5, 0.75, 0.001, 0.999]))
    found = calibration(recalled, predicted)
    assert found.predicted.tolist() == [0.0, 0.25, 0.5, 1.0]
    assert found.recalled.tolist() == [1.0, 0.0, 1.0, 1.0]


def test_each_card_is_replayed_in_its_own_order() -> None:
    history = simulated(5, 6, TRUTH, seed=2)
    together = predicted_recall(history, M1.review)
    for card in range(5):
        own = history.card == card
        columns = {name: getattr(history, name)[own] for name in history.__slots__}
        alone = ReviewHistory(**columns | {"card": np.zeros(int(own.sum()), dtype=np.int64)})
        assert predicted_recall(alone, M1.review) == pytest.approx(together[own])
