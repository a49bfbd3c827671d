"""FSRS's weights are the set's, and its optimizer is asked only where it is installed; it never runs here."""

import numpy as np
import pytest
from fsrs import Rating
from fsrs.scheduler import DEFAULT_PARAMETERS

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.errors import MissingExtra
from memento_gui.domain.memory import Answer, ReviewLogEntry
from memento_gui.domain.parameters import FSRS_KEYS, FSRS_WEIGHTS, ParameterSet
from memento_gui.review import optimizer
from memento_gui.review.schedulers import scheduler

NOW = 1_796_040_000_000
FSRS = ParameterSet().with_value("review.scheduler", "fsrs")


def entry(memory_id: str, days: float, answer: Answer, elapsed: float) -> ReviewLogEntry:
    return ReviewLogEntry(
        id=f"{memory_id}{days}",
        memory_id=memory_id,
        answered_ms=NOW + round(days * DAY_MS),
        answer=answer,
        scheduler="fsrs",
        mode="due",
        tau_before_days=1.0,
        tau_after_days=1.0,
        interval_before_days=1.0,
        interval_after_days=1.0,
        elapsed_days=elapsed,
        predicted_recall=0.9,
    )


def test_the_published_weights_are_those_of_the_package() -> None:
    assert pytest.approx(DEFAULT_PARAMETERS) == FSRS_WEIGHTS
    assert list(FSRS_KEYS) == list(FSRS.review.fsrs)


def test_the_scheduler_goes_by_the_sets_weights_within_fsrs_bounds() -> None:
    def interval(parameters: ParameterSet) -> float:
        model = scheduler(parameters.review)
        state = model.introduce("m", NOW)
        return model.answer(state, Answer.OK, now_ms=NOW + DAY_MS, importance=0.5, usage=0.0).interval_days

    assert interval(FSRS.with_value("review.fsrs.w2", 20.0)) > interval(FSRS)
    assert interval(FSRS.with_value("review.fsrs.w4", 0.0)) >= 1.0  # FSRS wants at least 1 there


def test_an_introduction_is_a_good_first_review() -> None:
    log = [entry("a", 3, Answer.BAD, 3.0), entry("b", 4, Answer.OK, 1.0), entry("a", 5, Answer.HELPFUL, 2.0)]
    made = optimizer.reviews_for_fsrs(log)
    assert [(one.card_id, one.rating) for one in made] == [
        (1, Rating.Good),
        (1, Rating.Again),
        (2, Rating.Good),
        (2, Rating.Good),
        (1, Rating.Easy),
    ]
    days = [one.review_datetime.timestamp() * 1000 - NOW for one in made]
    assert np.allclose(np.array(days) / DAY_MS, [0.0, 3.0, 3.0, 4.0, 5.0])


def test_without_its_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimizer, "NEEDED", ("no_such_package_as_this",))
    assert not optimizer.optimizer_is_installed()
    with pytest.raises(MissingExtra, match=r"memento-gui\[fsrs\]"):
        optimizer.fitted_weights([])


def test_reviews_count_that_come_a_day_after_the_one_before_among_the_first_64_of_a_card() -> None:
    early = [entry("a", 3, Answer.OK, 3.0), entry("a", 3.5, Answer.BAD, 0.5), entry("a", 4.5, Answer.OK, 1.0)]
    assert optimizer.fitted_count(early) == 2
    long = [entry("b", float(day), Answer.OK, 1.0) for day in range(1, 101)]
    assert optimizer.fitted_count(long) == 63, "the introduction is the first of the 64"
    assert optimizer.fitted_count([*early, *long]) == 65
