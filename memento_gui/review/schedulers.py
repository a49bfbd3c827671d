"""Schedulers: what an answer does to a card, after the τ model, by fixed steps, or after FSRS.

All three keep one kind of `ReviewState`, so that the scheduler can be changed at any time: each takes over the interval
and the time constant that the one before has set. Instants are kept in whole milliseconds.
"""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

import fsrs
import numpy as np
from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.memory import Answer, ReviewState
from memento_gui.domain.parameters import FSRS_KEYS, ReviewParameters
from memento_gui.engine.numbers import Numbers
from memento_gui.engine.review import MAX_INTERVAL_DAYS, due_after, first_tau, next_tau, preset_interval, recall, tau_for
from memento_gui.review.cards import ReviewTable

BAD: Final = {Answer.BAD: 1.0, Answer.HARD: 0.5}
"""How bad an answer was, for the formulas; 0 where it is not listed."""

HELPFUL: Final = {Answer.HELPFUL: 1.0}
"""How helpful an answer was, for the formulas; 0 where it is not listed."""


class Scheduler(Protocol):
    """Decides when a card comes back. Its methods are pure: the same arguments give the same state."""

    @property
    def name(self) -> str:
        """As the parameter ``review.scheduler`` calls it."""
        ...

    def introduce(self, memory_id: str, now_ms: int) -> ReviewState:
        """Return the state of a memory that becomes a card now."""
        ...

    def answer(self, state: ReviewState, answer: Answer, *, now_ms: int, importance: float, usage: float) -> ReviewState:
        """Return the state after an answer; ``importance`` and ``usage`` are the memory's signals, in [0, 1]."""
        ...

    def recalls(self, cards: ReviewTable, now_ms: int) -> FloatArray:
        """Return how likely each card is recalled now, in [0, 1]."""
        ...

    def recall(self, state: ReviewState, now_ms: int) -> float:
        """Return how likely a card is recalled now, in [0, 1]."""
        ...


def scheduler(parameters: ReviewParameters) -> Scheduler:
    """Return the scheduler that the parameters name."""
    kinds: dict[str, type[Tau | Preset | Fsrs]] = {"tau": Tau, "preset": Preset, "fsrs": Fsrs}
    return kinds[parameters.scheduler](parameters)


@dataclass(frozen=True, slots=True)
class Tau:
    """Exponential forgetting with one time constant a card; due when recall has fallen to the target."""

    parameters: ReviewParameters

    @property
    def name(self) -> str:
        """As the parameter ``review.scheduler`` calls it."""
        return "tau"

    def introduce(self, memory_id: str, now_ms: int) -> ReviewState:
        """Return the state of a memory that becomes a card now."""
        tau = first_tau(self.parameters)
        interval = float(due_after(tau, self.parameters.target))
        return _introduced(memory_id, now_ms, interval_days=interval, tau_days=tau)

    def answer(self, state: ReviewState, answer: Answer, *, now_ms: int, importance: float, usage: float) -> ReviewState:
        """Return the state after an answer."""
        tau = next_tau(
            state.tau_days,
            importance=importance,
            usage=usage,
            helpful=HELPFUL.get(answer, 0.0),
            bad=BAD.get(answer, 0.0),
            elapsed_days=elapsed_days(state, now_ms),
            interval_days=state.interval_days,
            parameters=self.parameters,
        )
        interval = float(due_after(tau, self.parameters.target))
        return _answered(state, answer, now_ms, interval_days=interval, tau_days=float(tau))

    def recalls(self, cards: ReviewTable, now_ms: int) -> FloatArray:
        """Return how likely each card is recalled now, in [0, 1]."""
        return recall(cards.elapsed_days(now_ms), cards.tau_days)

    def recall(self, state: ReviewState, now_ms: int) -> float:
        """Return how likely a card is recalled now, in [0, 1]."""
        return _one(self, state, now_ms)


@dataclass(frozen=True, slots=True)
class Preset:
    """Fixed steps: a day, six days, then whole days that grow with importance and usage."""

    parameters: ReviewParameters

    @property
    def name(self) -> str:
        """As the parameter ``review.scheduler`` calls it."""
        return "preset"

    def introduce(self, memory_id: str, now_ms: int) -> ReviewState:
        """Return the state of a memory that becomes a card now."""
        first = self.parameters.preset_first
        return _introduced(memory_id, now_ms, interval_days=first, tau_days=self._tau(first))

    def answer(self, state: ReviewState, answer: Answer, *, now_ms: int, importance: float, usage: float) -> ReviewState:
        """Return the state after an answer."""
        interval = float(
            preset_interval(
                state.interval_days,
                importance=importance,
                usage=usage,
                bad=BAD.get(answer, 0.0),
                elapsed_days=elapsed_days(state, now_ms),
                parameters=self.parameters,
            )
        )
        return _answered(state, answer, now_ms, interval_days=interval, tau_days=self._tau(interval))

    def recalls(self, cards: ReviewTable, now_ms: int) -> FloatArray:
        """Return how likely each card is recalled now, in [0, 1]: the target when its interval has passed."""
        return np.power(self.parameters.target, cards.elapsed_days(now_ms) / cards.interval_days)

    def recall(self, state: ReviewState, now_ms: int) -> float:
        """Return how likely a card is recalled now, in [0, 1]."""
        return _one(self, state, now_ms)

    def _tau(self, interval_days: float) -> float:
        return float(tau_for(interval_days, self.parameters.target, self.parameters))


@dataclass(frozen=True, slots=True)
class Fsrs:
    """FSRS-6 with the set's weights; no fuzz and no steps of minutes, so that the same answers give the same days."""

    parameters: ReviewParameters
    _model: fsrs.Scheduler = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        weights = [self.parameters.fsrs[key] for key in FSRS_KEYS]
        model = fsrs.Scheduler(
            parameters=np.clip(weights, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS).tolist(),
            desired_retention=self.parameters.target,
            learning_steps=(),
            relearning_steps=(),
            maximum_interval=int(MAX_INTERVAL_DAYS),
            enable_fuzzing=False,
        )
        object.__setattr__(self, "_model", model)

    @property
    def name(self) -> str:
        """As the parameter ``review.scheduler`` calls it."""
        return "fsrs"

    def introduce(self, memory_id: str, now_ms: int) -> ReviewState:
        """Return the state of a memory that becomes a card now; its first answer gives it stability and difficulty."""
        first = self.parameters.first_interval
        return _introduced(memory_id, now_ms, interval_days=first, tau_days=first_tau(self.parameters))

    def answer(self, state: ReviewState, answer: Answer, *, now_ms: int, importance: float, usage: float) -> ReviewState:
        """Return the state after an answer; FSRS knows neither importance nor usage.

        An answer on or after the due instant is FSRS's own. An early one leaves no more than it would leave then and
        gains no more than its share of that: by FSRS alone a card that is answered every day would outrun one that
        waits. Difficulty falls by the share's square, since an easier card gains more at each further answer.
        """
        del importance, usage
        since = state.last_review_ms
        due = _due_ms(since or 0, state.interval_days)
        if since is None or now_ms >= due:
            return self.learnt(state, answer, now_ms)
        share = elapsed_days(state, now_ms) / state.interval_days
        stability, difficulty = _memory(self._card(state, now_ms))
        early, _ = self._after(state, answer, now_ms)
        late, eased = self._after(state, answer, due)
        most = stability + (late - stability) * share if late > stability else late
        easier = difficulty + (eased - difficulty) * share**2 if eased < difficulty else eased
        return self._left(state, answer, now_ms, min(early, most), easier)

    def learnt(self, state: ReviewState, answer: Answer, now_ms: int) -> ReviewState:
        """Return the state after an answer as FSRS's model of memory has it, however early the answer comes."""
        return self._left(state, answer, now_ms, *self._after(state, answer, now_ms))

    def _after(self, state: ReviewState, answer: Answer, now_ms: int) -> tuple[float, float]:
        card, _ = self._model.review_card(self._card(state, now_ms), fsrs.Rating(answer.rating), _instant(now_ms))
        return _memory(card)

    def _left(self, state: ReviewState, answer: Answer, now_ms: int, stability: float, difficulty: float) -> ReviewState:
        interval = float(self._days(stability))
        tau = float(tau_for(interval, self.parameters.target, self.parameters))
        after = _answered(state, answer, now_ms, interval_days=interval, tau_days=tau)
        return replace(after, stability_days=stability, difficulty=difficulty)

    def recalls(self, cards: ReviewTable, now_ms: int) -> FloatArray:
        """Return how likely each card is recalled now, in [0, 1]; FSRS counts whole days, this follows the hours."""
        decay = -self._model.parameters[20]
        factor = _STABLE_RECALL ** (1.0 / decay) - 1.0
        known = np.isfinite(cards.stability_days)
        stability = np.where(known, cards.stability_days, 1.0)
        elapsed = cards.elapsed_days(now_ms)
        return np.where(known, np.power(1.0 + factor * elapsed / stability, decay), recall(elapsed, cards.tau_days))

    def recall(self, state: ReviewState, now_ms: int) -> float:
        """Return how likely a card is recalled now, in [0, 1]."""
        return _one(self, state, now_ms)

    def intervals(self, cards: ReviewTable) -> FloatArray:
        """Return after how many days each card's recall falls to the target: whole days, as FSRS counts."""
        known = np.isfinite(cards.stability_days)
        whole = self._days(np.where(known, cards.stability_days, 1.0))
        return np.where(known, whole, due_after(cards.tau_days, self.parameters.target))

    def _days(self, stability_days: Numbers) -> FloatArray:
        decay = -self._model.parameters[20]
        factor = _STABLE_RECALL ** (1.0 / decay) - 1.0
        days = np.asarray(stability_days) / factor * (self.parameters.target ** (1.0 / decay) - 1.0)
        whole: FloatArray = np.clip(np.rint(days), 1.0, MAX_INTERVAL_DAYS)
        return whole

    def _card(self, state: ReviewState, now_ms: int) -> fsrs.Card:
        """The card as FSRS knows it. One that another scheduler has led so far gets the stability its τ stands for."""
        now = _instant(now_ms)
        if state.last_review_ms is None:
            return fsrs.Card(card_id=_ANY_ID, state=fsrs.State.Learning, step=0, due=now)
        if state.stability_days is None or state.difficulty is None:
            stability, difficulty = float(due_after(state.tau_days, _STABLE_RECALL)), self._usual_difficulty(now)
        else:
            stability, difficulty = state.stability_days, state.difficulty
        return fsrs.Card(
            card_id=_ANY_ID,
            state=fsrs.State.Review,
            stability=max(stability, _SMALLEST_STABILITY),
            difficulty=difficulty,
            due=now,
            last_review=min(_instant(state.last_review_ms), now),
        )

    def _usual_difficulty(self, now: datetime) -> float | None:
        fresh = fsrs.Card(card_id=_ANY_ID, state=fsrs.State.Learning, step=0, due=now)
        card, _ = self._model.review_card(fresh, fsrs.Rating.Good, now)
        return card.difficulty


def elapsed_days(state: ReviewState, now_ms: int) -> float:
    """Return the days since the last review, or since introduction; 0 for a future one (clock skew)."""
    since = state.introduced_ms if state.last_review_ms is None else state.last_review_ms
    return max(now_ms - since, 0) / DAY_MS


_ANY_ID: Final = 0  # without an id and a time of its own, fsrs.Card reads the clock and sleeps
_DAY: Final = timedelta(days=1)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SMALLEST_STABILITY: Final = 0.001
_STABLE_RECALL: Final = 0.9  # FSRS calls stability the days after which recall is this


def _instant(ms: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=ms)


def _memory(card: fsrs.Card) -> tuple[float, float]:
    """Stability in days and difficulty of a card that was answered."""
    if card.stability is None or card.difficulty is None:
        raise ValueError("a card that was answered has a stability and a difficulty")
    return card.stability, card.difficulty


def _due_ms(now_ms: int, interval_days: float) -> int:
    return now_ms + max(1, round(interval_days * DAY_MS))


def _introduced(memory_id: str, now_ms: int, *, interval_days: float, tau_days: float) -> ReviewState:
    return ReviewState(
        memory_id=memory_id,
        introduced_ms=now_ms,
        due_ms=_due_ms(now_ms, interval_days),
        tau_days=tau_days,
        interval_days=interval_days,
    )


def _answered(state: ReviewState, answer: Answer, now_ms: int, *, interval_days: float, tau_days: float) -> ReviewState:
    return replace(
        state,
        last_review_ms=now_ms,
        due_ms=_due_ms(now_ms, interval_days),
        tau_days=tau_days,
        interval_days=interval_days,
        reviews=state.reviews + 1,
        lapses=state.lapses + (answer is Answer.BAD),
        buried_until_ms=None,
    )


def _one(model: Scheduler, state: ReviewState, now_ms: int) -> float:
    return float(model.recalls(ReviewTable.of([state]), now_ms)[0])
