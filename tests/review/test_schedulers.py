"""What answers do to a card, under each scheduler."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import fsrs
import numpy as np
import pytest
from fsrs.scheduler import DEFAULT_PARAMETERS, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.knobs import Table
from memento_gui.domain.memory import Answer, ReviewState
from memento_gui.domain.parameters import FSRS_KEYS, SCHEDULERS, ParameterSet, ReviewParameters
from memento_gui.review.cards import ReviewTable
from memento_gui.review.log import log_entry
from memento_gui.review.schedulers import Fsrs, Preset, Scheduler, Tau, scheduler

NOW_MS = 1_796_040_000_000
M1 = ParameterSet().review
ANSWERS = st.sampled_from(list(Answer))
SIGNAL = st.floats(0, 1)
STEPS = st.lists(st.tuples(ANSWERS, st.floats(-5, 400), SIGNAL, SIGNAL), min_size=1, max_size=12)


def made(name: str, **changes: float) -> Scheduler:
    return scheduler(replace(ReviewParameters(scheduler=name), **changes))  # type: ignore[arg-type]  # numbers only


def ask(model: Scheduler, state: ReviewState, answer: Answer, *, days: float) -> ReviewState:
    since = state.last_review_ms or state.introduced_ms
    return model.answer(state, answer, now_ms=since + round(days * DAY_MS), importance=0.5, usage=0.2)


@pytest.mark.parametrize("name", SCHEDULERS)
def test_the_parameters_name_the_scheduler(name: str) -> None:
    assert made(name).name == name


@pytest.mark.parametrize("name", SCHEDULERS)
def test_the_first_review_falls_a_day_after_introduction(name: str) -> None:
    state = made(name).introduce("a", NOW_MS)
    assert state.due_ms == NOW_MS + DAY_MS
    assert (state.introduced_ms, state.last_review_ms, state.reviews, state.lapses) == (NOW_MS, None, 0, 0)
    assert made(name).recall(state, NOW_MS) == 1.0
    assert made(name).recall(state, state.due_ms) == pytest.approx(0.7, abs=1e-9)


@pytest.mark.parametrize("name", SCHEDULERS)
@given(STEPS, st.floats(0.5, 0.97))
def test_any_history_leaves_a_card_that_comes_back(
    name: str, history: list[tuple[Answer, float, float, float]], target: float
) -> None:
    model = made(name, target=target)
    state, now = model.introduce("a", NOW_MS), NOW_MS
    for answer, days, importance, usage in history:
        now += round(days * DAY_MS)  # also backwards: a clock that was set
        state = model.answer(state, answer, now_ms=now, importance=importance, usage=usage)
        assert now < state.due_ms <= now + 36_500 * DAY_MS
        assert state.interval_days * DAY_MS == pytest.approx(state.due_ms - now, abs=1.0)
        assert M1.tau_min <= state.tau_days <= M1.tau_max
        assert 0 <= model.recall(state, now + DAY_MS) <= model.recall(state, now) == 1.0
    assert state.reviews == len(history)
    assert state.lapses == sum(answer is Answer.BAD for answer, *_ in history)


COEFFICIENTS = {
    "target": st.floats(0.5, 0.97),
    "importance": st.floats(0, 5),
    "usage": st.floats(0, 5),
    "helpful": st.floats(0, 5),
    "bad": st.floats(0, 5),
    "factor_min": st.floats(0.01, 1),
    "factor_max": st.floats(1, 100),
    "tau_min": st.floats(0.001, 100),
    "tau_max": st.floats(1, 36_500),
    "preset_first": st.floats(0.01, 365),
    "preset_second": st.floats(0.01, 365),
    "preset_importance": st.floats(0, 5),
    "preset_usage": st.floats(0, 5),
}


@pytest.mark.parametrize("name", SCHEDULERS)
@given(STEPS, st.fixed_dictionaries(COEFFICIENTS))
def test_intervals_are_positive_and_bounded_for_any_coefficients(
    name: str, history: list[tuple[Answer, float, float, float]], coefficients: dict[str, float]
) -> None:
    model = made(name, **coefficients)
    state, now = model.introduce("a", NOW_MS), NOW_MS
    for answer, days, importance, usage in history:
        now += round(days * DAY_MS)
        state = model.answer(state, answer, now_ms=now, importance=importance, usage=usage)
        assert 0 < state.interval_days <= 36_500
        assert now < state.due_ms <= now + 36_500 * DAY_MS
        assert 0 < state.tau_days < math.inf
        assert 0 <= model.recall(state, state.due_ms) <= 1


@pytest.mark.parametrize("name", ["tau", "preset"])
def test_recall_at_the_due_instant_is_the_target(name: str) -> None:
    model = made(name, target=0.85)
    state = model.introduce("a", NOW_MS)
    for answer in (Answer.OK, Answer.HELPFUL, Answer.HARD, Answer.OK):
        state = ask(model, state, answer, days=state.interval_days)
        assert model.recall(state, state.due_ms) == pytest.approx(0.85, abs=5e-9)  # due instants are whole milliseconds


@pytest.mark.parametrize("name", SCHEDULERS)
def test_better_answers_wait_longer(name: str) -> None:
    model = made(name)
    state = ask(model, model.introduce("a", NOW_MS), Answer.OK, days=1)
    waits = [ask(model, state, answer, days=state.interval_days).interval_days for answer in Answer]
    assert waits == sorted(waits)
    assert waits[0] < waits[2]


def test_the_tau_model_follows_its_formula() -> None:
    model = Tau(M1)
    state = model.introduce("a", NOW_MS)
    assert state.tau_days == pytest.approx(2.8037, abs=5e-5)
    grown = model.answer(state, Answer.HELPFUL, now_ms=state.due_ms, importance=1.0, usage=0.5)
    assert grown.tau_days == pytest.approx(state.tau_days * 2.3)
    hard = model.answer(grown, Answer.HARD, now_ms=grown.due_ms, importance=0.0, usage=0.0)
    assert hard.tau_days == pytest.approx(grown.tau_days * 0.65)
    bad = model.answer(grown, Answer.BAD, now_ms=grown.due_ms, importance=0.0, usage=0.0)
    assert bad.tau_days == pytest.approx(grown.tau_days * 0.3)


def test_a_new_card_that_is_answered_at_once_still_waits_for_its_first_day() -> None:
    for model in (Tau(M1), Preset(M1)):
        for answer in (Answer.OK, Answer.HELPFUL):
            assert ask(model, model.introduce("a", NOW_MS), answer, days=0).due_ms == NOW_MS + DAY_MS


def test_fixed_steps_restart_after_a_bad_answer() -> None:
    model = Preset(M1)
    state, waits = model.introduce("a", NOW_MS), []
    for answer in (Answer.OK, Answer.OK, Answer.HARD, Answer.HELPFUL, Answer.BAD, Answer.OK, Answer.OK):
        state = ask(model, state, answer, days=state.interval_days)
        waits.append(state.interval_days)
    assert waits == [6, 8, 8, 11, 1, 6, 8]  # ×1.31, rounded up to whole days


def fsrs_days(history: list[tuple[Answer, float]], target: float) -> list[int]:
    """The same history under the package itself."""
    theirs = fsrs.Scheduler(
        desired_retention=target, learning_steps=(), relearning_steps=(), enable_fuzzing=False, maximum_interval=36_500
    )
    now = datetime.fromtimestamp(NOW_MS / 1000, UTC)
    card, days = fsrs.Card(card_id=1, due=now), []
    for answer, wait in history:
        now += timedelta(days=wait)
        card, _ = theirs.review_card(card, fsrs.Rating(answer.rating), now)
        days.append((card.due - now).days)
    return days


@given(st.lists(st.tuples(ANSWERS, st.sampled_from([1.0, 1.001, 1.5, 2.0, 10.0])), min_size=1, max_size=10))
def test_fsrs_agrees_with_a_card_that_the_package_kept_itself(history: list[tuple[Answer, float]]) -> None:
    model = made("fsrs", target=0.9)
    state, days, waits = model.introduce("a", NOW_MS), [], []
    for answer, late in history:
        waits.append(state.interval_days * late)
        state = ask(model, state, answer, days=waits[-1])
        days.append(round(state.interval_days))
    assert days == fsrs_days([(answer, wait) for (answer, _), wait in zip(history, waits, strict=True)], 0.9)


@given(st.lists(st.tuples(ANSWERS, st.sampled_from([0.0, 0.01, 1.0, 2.5, 30.0, 200.0])), min_size=1, max_size=10))
def test_fsrs_as_a_model_of_memory_agrees_with_the_package_however_early_answers_come(
    history: list[tuple[Answer, float]],
) -> None:
    model, now = Fsrs(ReviewParameters(scheduler="fsrs", target=0.9)), NOW_MS
    state, days = model.introduce("a", NOW_MS), []
    for answer, wait in history:
        now += round(wait * DAY_MS)
        state = model.learnt(state, answer, now)
        days.append(round(state.interval_days))
    assert days == fsrs_days(history, 0.9)


CARDS = st.builds(
    ReviewState,
    memory_id=st.just("a"),
    introduced_ms=st.just(NOW_MS - DAY_MS),
    last_review_ms=st.sampled_from([NOW_MS, None]),
    due_ms=st.just(0),
    tau_days=st.floats(0.1, 36_500),
    interval_days=st.floats(0.01, 36_500),
    stability_days=st.floats(0.001, 36_500),
    difficulty=st.floats(1, 10),
)
WEIGHTS = st.sampled_from([LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, DEFAULT_PARAMETERS])


@pytest.mark.parametrize("name", SCHEDULERS)
@given(CARDS, ANSWERS, st.floats(0, 1), st.floats(0.5, 0.97), SIGNAL, SIGNAL, WEIGHTS)
def test_an_early_answer_never_yields_a_later_due_instant_than_one_on_time(  # noqa: PLR0913, PLR0917
    name: str,
    card: ReviewState,
    answer: Answer,
    share: float,
    target: float,
    importance: float,
    usage: float,
    weights: tuple[float, ...],
) -> None:
    model = scheduler(
        replace(ReviewParameters(scheduler=name), target=target, fsrs=Table(dict(zip(FSRS_KEYS, weights, strict=True))))
    )
    since = card.last_review_ms or card.introduced_ms
    card = replace(card, due_ms=since + round(card.interval_days * DAY_MS))
    early, late = (
        model.answer(
            card, answer, now_ms=since + round(part * card.interval_days * DAY_MS), importance=importance, usage=usage
        )
        for part in (share, 1.0)
    )
    assert early.due_ms <= late.due_ms


@pytest.mark.parametrize("answer", [Answer.HARD, Answer.OK, Answer.HELPFUL])
@pytest.mark.parametrize("target", [0.7, 0.9, 0.95])
@pytest.mark.parametrize("name", SCHEDULERS)
def test_many_early_answers_gain_no_more_than_one_on_time(name: str, target: float, answer: Answer) -> None:
    model = made(name, target=target)
    card = ask(model, model.introduce("a", NOW_MS), Answer.OK, days=1)
    for _ in range(6):  # each interval is answered every day by one card, and at its end by the other
        eager, since = card, card.last_review_ms or 0
        for day in range(1, math.ceil(card.interval_days)):
            eager = model.answer(eager, answer, now_ms=since + day * DAY_MS, importance=0.5, usage=0.2)
        eager = model.answer(eager, answer, now_ms=card.due_ms, importance=0.5, usage=0.2)
        card = model.answer(card, answer, now_ms=card.due_ms, importance=0.5, usage=0.2)
        assert eager.due_ms <= card.due_ms + (DAY_MS if name == "fsrs" else 1)  # FSRS rounds to whole days
        card = card if card.interval_days < 400 else model.introduce("a", card.due_ms)


def test_an_early_answer_gains_at_most_its_share_of_what_fsrs_gives_on_time() -> None:
    model = Fsrs(ReviewParameters(scheduler="fsrs", target=0.9))
    card = replace(
        ask(model, model.introduce("a", NOW_MS), Answer.OK, days=0),
        stability_days=100.0,
        interval_days=100.0,
        difficulty=5.0,
    )
    late, half = (ask(model, card, Answer.HELPFUL, days=days) for days in (100, 50))
    assert late == model.learnt(card, Answer.HELPFUL, (card.last_review_ms or 0) + 100 * DAY_MS)
    assert half.stability_days == pytest.approx(100.0 + ((late.stability_days or 0.0) - 100.0) / 2)
    assert half.difficulty == pytest.approx(5.0 - (5.0 - (late.difficulty or 0.0)) / 4)
    assert ask(model, card, Answer.OK, days=0.5).stability_days == 100.0  # what FSRS itself gives on the same day
    early, late = (ask(model, card, Answer.BAD, days=days) for days in (0.5, 100))
    assert early == replace(late, last_review_ms=early.last_review_ms, due_ms=early.due_ms)  # a loss is not lessened


def test_fsrs_recall_is_the_packages_own_at_whole_days() -> None:
    model = made("fsrs")
    state = ask(model, model.introduce("a", NOW_MS), Answer.OK, days=0)
    card = fsrs.Card(
        card_id=1,
        state=fsrs.State.Review,
        stability=state.stability_days,
        difficulty=state.difficulty,
        due=datetime.fromtimestamp(0, UTC),
        last_review=datetime.fromtimestamp(NOW_MS / 1000, UTC),
    )
    theirs = fsrs.Scheduler(desired_retention=0.7)
    for day in (1, 7, 100, 1000):
        then = NOW_MS + day * DAY_MS
        expected = theirs.get_card_retrievability(card, datetime.fromtimestamp(then / 1000, UTC))
        assert model.recall(state, then) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("before", SCHEDULERS)
@pytest.mark.parametrize("after", SCHEDULERS)
def test_a_change_of_scheduler_keeps_what_a_card_has_reached(before: str, after: str) -> None:
    state = made(before).introduce("a", NOW_MS)
    for _ in range(3):
        state = ask(made(before), state, Answer.OK, days=state.interval_days)
    carried = ask(made(after), state, Answer.OK, days=state.interval_days)
    assert carried.interval_days > state.interval_days


def test_recalls_of_many_are_the_recalls_of_each() -> None:
    for name in SCHEDULERS:
        model = made(name)
        states = [ask(model, model.introduce(str(n), NOW_MS), answer, days=n) for n, answer in enumerate(Answer)]
        states.append(model.introduce("new", NOW_MS))
        many = model.recalls(ReviewTable.of(states), NOW_MS + 9 * DAY_MS)
        assert many.tolist() == [model.recall(state, NOW_MS + 9 * DAY_MS) for state in states]
        assert np.all((many > 0) & (many < 1))


def test_an_answer_unburies_and_keeps_the_rest() -> None:
    model = Tau(M1)
    state = replace(model.introduce("a", NOW_MS), buried_until_ms=NOW_MS + 5, suspended=True)
    answered = ask(model, state, Answer.OK, days=1)
    assert (answered.memory_id, answered.introduced_ms, answered.suspended) == ("a", NOW_MS, True)
    assert answered.buried_until_ms is None


def test_signals_that_are_none_are_refused() -> None:
    model = Tau(M1)
    with pytest.raises(InvalidParameter):
        model.answer(model.introduce("a", NOW_MS), Answer.OK, now_ms=NOW_MS, importance=math.nan, usage=0.0)


@pytest.mark.parametrize("name", SCHEDULERS)
def test_the_log_tells_what_was_before_and_after(name: str) -> None:
    model = made(name)
    before = model.introduce("a", NOW_MS)
    after = ask(model, before, Answer.HARD, days=2)
    entry = log_entry(before, after, Answer.HARD, model=model, identity="e", mode="curate", duration_ms=4_000)
    assert (entry.id, entry.memory_id, entry.answer, entry.scheduler, entry.mode) == ("e", "a", Answer.HARD, name, "curate")
    assert (entry.answered_ms, entry.elapsed_days, entry.duration_ms) == (NOW_MS + 2 * DAY_MS, 2.0, 4_000)
    assert (entry.tau_before_days, entry.tau_after_days) == (before.tau_days, after.tau_days)
    assert (entry.interval_before_days, entry.interval_after_days) == (before.interval_days, after.interval_days)
    assert entry.predicted_recall == pytest.approx(0.49, abs=1e-9)  # two target intervals


def test_the_log_wants_an_answered_state_of_the_same_card() -> None:
    model = Tau(M1)
    state = model.introduce("a", NOW_MS)
    with pytest.raises(ValueError, match="after its answer"):
        log_entry(state, state, Answer.OK, model=model, identity="e")
    with pytest.raises(ValueError, match="same card"):
        log_entry(model.introduce("b", NOW_MS), ask(model, state, Answer.OK, days=1), Answer.OK, model=model, identity="e")
